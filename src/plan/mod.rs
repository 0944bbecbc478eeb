//! A manifest made sure against the facts: for each band its steps, each with its answer. Does not know the text of a
//! file.

mod adapter;
mod certain;
mod context;
mod demand;
mod documents;
mod earlier;
mod fallback;
mod glob;
mod make;
mod map;
mod named;
mod secret;
mod stage;
mod step;
mod stop;

pub use adapter::{AnswerAdapter, LEAST_CONFIDENCE};
pub use context::Context;
pub use fallback::{Fallback, MOST_FALLBACKS};
pub use make::{UserChoices, plan, plan_aloud};
pub use stage::{Refinement, Stage, StageReason, refinement, stage_of};
pub use step::{Plan, PlannedBand, Step, StepSource};
pub use stop::QueryStop;
