//! Inputs: the values that a task brings, bound to the names that a manifest uses. Does not know the repository.

mod bind;
mod file;
mod given;
mod value;

pub use bind::{Bound, Route, bind};
pub use file::{FileError, file};
pub use given::{Given, Origin, set};
