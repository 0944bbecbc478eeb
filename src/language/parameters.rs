//! The parameters of a function: enough to choose among overloads by number.

use serde::{Deserialize, Serialize};

/// The parameters of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameters {
    /// How many arguments it needs.
    pub least: u8,
    /// How many it takes; [`u8::MAX`] for any number.
    pub most: u8,
    /// Where its bindings begin that state their types, in [`super::Observation::bindings`].
    pub first: u32,
}
