//! Fills a bundle: which files are shown, how much of each, and why. Does not know where text comes from (a function
//! from path to bytes is given), nor any output format: a `Layout` says what each part costs.

mod account;
mod advice_record;
mod advise;
mod assess;
mod broken;
mod choose_view;
mod cited;
mod claim;
mod close;
mod command_line;
mod extent;
mod fill;
mod flow_section;
mod grain;
mod guide;
mod import_lines;
mod item;
mod language_name;
mod layout;
mod map_order;
mod missing;
mod named_type;
mod needed;
mod overhead;
mod passages;
mod prose_order;
mod query_provenance;
mod record;
mod relevance;
mod request;
mod safe_page;
mod schedule;
mod share;
mod shown_symbols;
mod sized_file;
mod sizing;
mod summed;
mod unbound;
mod under_test;
mod unnamed;
mod unread_files;
mod unsure;
mod used;
mod view;
mod work;
mod work_record;

pub use account::account;
pub use advice_record::{ActionKind, Advice, DegradedKind, DegradedReason, Guidance, SuggestedAction};
pub use extent::View;
pub use fill::fill;
pub use item::{ChainLink, Elided, Excerpt, Gate, Item, LeftOut, Omission, Reduction, Sizing, Why};
pub use layout::{Frame, ItemHead, Layout};
pub use missing::{FileCounts, Shortfall, ShortfallKind};
pub use query_provenance::{ConsultedRecord, QueryProvenance};
pub use record::{
    BandRecord, BoundaryRecord, BudgetRecord, Bundle, ContextRecord, FlowRecord, HopRecord, IndexRecord, InputRecord,
    QueryRecord, ScipRecord, Status, Unsettled, Used,
};
pub use request::BundleRequest;
pub use work_record::{Truncation, WorkRecord};
