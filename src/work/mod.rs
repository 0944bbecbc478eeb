//! How much work a request may cause, and how much it has caused: limits, and the counters that are held to them.
//!
//! Work is counted in units that are the same on every machine and in every run: candidates, files, bytes, units of
//! parsing, nodes of a graph. Each counter lies where the work is done; [`Meter::take`] is the one place that refuses.
//! Facts, graphs and the index of words are made once for a state of a repository, whatever is requested of it: they are
//! no work of a request. Does not know any other layer but `base`.

mod knobs;
mod limits;
mod meter;
mod price;
mod query_metrics;
mod unit;

pub use knobs::{Clamp, Knobs, WrittenLimits};
pub use limits::{Demand, Intent, limits};
pub use meter::{Account, Meter};
pub use price::{WorkProfile, parse_cost};
pub use query_metrics::QueryMetrics;
pub use unit::{Amounts, Unit};
