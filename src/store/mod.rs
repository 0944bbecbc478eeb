//! Keeps observations, snapshots and the stat cache in SQLite. Does not know what a fact is: bodies are bytes.

mod body;
mod cas;
mod glance;
mod open;
mod parts;
mod past;
mod place;
mod rows;
mod schema;
mod seal;
mod use_log;
mod views;

pub use body::{Observed, StatCache, decode, encode};
pub use cas::{Cas, CasPlace};
pub use open::{Store, StoreError, StorePlace};
pub use past::KeptHistory;
pub use rows::{Additions, Sections};
pub use use_log::UseLog;
pub use views::KeptView;
