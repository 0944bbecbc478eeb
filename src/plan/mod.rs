//! A manifest made sure against the facts: for each band its steps, each with its answer. Does not know the text of a
//! file.

mod context;
mod glob;
mod make;
mod map;
mod step;

pub use context::Context;
pub use make::{UserChoices, plan};
pub use step::{Plan, PlannedBand, Step, StepSource};
