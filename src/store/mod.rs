//! Keeps observations, snapshots and the stat cache in SQLite. Does not know what a fact is: bodies are bytes.

mod body;
mod cas;
mod glance;
mod observations;
mod open;
mod parts;
mod past;
mod place;
mod prune;
mod rows;
mod schema;
mod seal;
mod use_log;
mod views;

pub use body::{Observed, StatCache, decode, encode, root_key, texts_key};
pub use cas::{Cas, CasAddress, CasPlace};
pub use open::{Store, StoreError, StorePlace};
pub use past::KeptHistory;
pub use rows::{Additions, OVERLAY, Sections};
pub use use_log::UseLog;
pub use views::KeptView;
