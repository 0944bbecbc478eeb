//! Inputs: the values that a task brings, bound to the names that a manifest uses. Does not know the repository.

mod bind;
mod file;
mod given;
mod place;
mod value;

pub use bind::{Bound, Route, bind, shell};
pub use file::{FileError, MAX_BYTES, file, too_large};
pub use given::{Given, Origin, set};
pub use place::{fitting, misfits, misfits_below};
