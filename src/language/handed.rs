//! Contextual types: the parameters of a function by the place that it is passed to.

use crate::syntax::ExprId;

/// With what a function that is an argument is called.
pub struct Handed {
    /// The expression of it; without places, that of the function.
    pub of: ExprId,
    /// The parameters, where one path applies to all of them.
    pub places: Option<&'static [usize]>,
}
