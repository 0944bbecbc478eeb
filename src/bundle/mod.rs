//! Fills a bundle: which files are shown, how much of each, and why. Does not know where text comes from (it is handed
//! a function from path to bytes), nor any output format (it is handed a function that measures).

mod allot;
mod claim;
mod close;
mod fill;
mod frame;
mod guide;
mod item;
mod ledger;
mod look;
mod mark;
pub mod plain;
mod reason;
mod record;
mod request;
mod stream;
mod view;
mod wish;

pub use fill::fill;
pub use item::{ChainLink, Elided, Excerpt, Gate, Item, LeftOut, Omission, Reduction, Sizing, Why};
pub use reason::{entry, gated, heading, mark, reasons};
pub use record::{
    BandRecord, BoundaryRecord, BudgetRecord, Bundle, ConsultedRecord, ContextRecord, FlowRecord, Guidance, HopRecord,
    IndexRecord, InputRecord, QueryRecord, ScipRecord, Status, Used,
};
pub use request::Request;
pub use stream::lines as flow_lines;
pub use view::View;
