//! Fills a bundle: which files are shown, how much of each, and why. Does not know where text comes from (a function
//! from path to bytes is given), nor any output format: a `Layout` says what each part costs.

mod choose_view;
mod claim;
mod close;
mod fill;
mod frame;
mod guide;
mod item;
mod layout;
mod ledger;
mod look;
mod mark;
mod record;
mod request;
mod schedule;
mod shortfall;
mod stream;
mod view;

pub use fill::fill;
pub use item::{ChainLink, Elided, Excerpt, Gate, Item, LeftOut, Omission, Reduction, Sizing, Why};
pub use layout::{Frame, ItemHead, Layout};
pub use ledger::account;
pub use record::{
    BandRecord, BoundaryRecord, BudgetRecord, Bundle, ConsultedRecord, ContextRecord, FlowRecord, Guidance, HopRecord,
    IndexRecord, InputRecord, QueryRecord, ScipRecord, Status, Unsettled, Used,
};
pub use request::BundleRequest;
pub use shortfall::{FileCounts, Shortfall, ShortfallKind};
pub use view::View;
