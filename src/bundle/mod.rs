//! Fills a bundle: which files are shown, how much of each, and why. Does not know where text comes from (a function
//! from path to bytes is given), nor any output format: a `Layout` says what each part costs.

mod assess;
mod choose_view;
mod claim;
mod close;
mod extent;
mod fill;
mod frame;
mod guide;
mod item;
mod layout;
mod ledger;
mod look;
mod mark;
mod missing;
mod record;
mod request;
mod schedule;
mod stream;
mod view;

pub use extent::View;
pub use fill::fill;
pub use item::{ChainLink, Elided, Excerpt, Gate, Item, LeftOut, Omission, Reduction, Sizing, Why};
pub use layout::{Frame, ItemHead, Layout};
pub use ledger::account;
pub use missing::{FileCounts, Shortfall, ShortfallKind};
pub use record::{
    BandRecord, BoundaryRecord, BudgetRecord, Bundle, ConsultedRecord, ContextRecord, FlowRecord, Guidance, HopRecord,
    IndexRecord, InputRecord, QueryRecord, ScipRecord, Status, Unsettled, Used,
};
pub use request::BundleRequest;
