//! Fills a bundle: which files are shown, how much of each, and why. Does not know where text comes from (it is handed
//! a function from path to bytes), nor any output format.

mod fill;
mod fit;
mod guide;
mod item;
mod ledger;
mod look;
mod reason;
mod record;
mod request;
mod view;

pub use fill::fill;
pub use item::{ChainLink, Excerpt, Item, LeftOut, Why};
pub use reason::{elided, entry, heading, reasons};
pub use record::{
    BandRecord, BudgetRecord, Bundle, ConsultedRecord, ContextRecord, Guidance, IndexRecord, InputRecord, QueryRecord,
    ScipRecord, Used,
};
pub use request::Request;
