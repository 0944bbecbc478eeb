//! A manifest made sure against the facts: for each band its steps, each with its answer. Does not know the text of a
//! file.

mod context;
mod glob;
mod make;
mod map;
mod stage;
mod step;
mod stop;

pub use context::Context;
pub use make::{UserChoices, plan};
pub use stage::{Refinement, Stage, StageReason, refinement};
pub use step::{Plan, PlannedBand, Step, StepSource};
pub use stop::QueryStop;
