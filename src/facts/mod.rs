//! Facts: the relations of one state of the repository. Does not know who asks.

pub use crate::resolve::{
    Counts, MEMBER, MemberTarget, NamePlace, OpenCall, TracedName, Tried, WrittenName, written_path,
};

mod absent;
mod alternatives;
mod bound;
mod changed;
mod changes;
mod column;
mod coverage;
mod depend;
mod edit;
mod exact;
mod exercise;
mod export;
mod file_rows;
mod followed;
mod graph;
mod joined;
mod layout;
mod linked;
mod linked_target;
mod linked_types;
mod links;
mod moved;
mod names;
mod outer_supertype;
mod outside;
mod part;
mod path_names;
mod platform;
mod platform_key;
mod relate;
mod relation;
mod reliance;
mod rows;
mod section;
mod show;
mod shown;
mod sizes;
mod snapshot;
mod stated_gaps;
mod stored;
mod tables;
mod tsv;
mod units;
mod word_place;

pub use absent::{Absences, AbsentImport, absent, stand_in};
pub use bound::Over;
pub use changes::{Changes, LazyChanges, LoadedChanges, USUAL_COMMITS};
pub use column::Value;
pub use coverage::{Coverage, CoveredBy, CoveringTest, Executed};
pub use depend::{Depends, Locks, Owners, PackageManifest, Requires};
pub use edit::{EditBase, EditReads, EditedFile, Patch, RelinkRefusal, Unlinked, members, members_on, relink};
pub use exact::{Compiled, Defined, Exact, Lazy, OccurrencePlace, OccurrenceRow, Related, TextMatch, UseKind};
pub use export::{PublicSymbol, RepositoryExport};
pub use file_rows::example_of;
pub use followed::Followed;
pub use moved::{MovedFile, MovedFiles};
pub use outer_supertype::ExtendsPackage;
pub use outside::{OutsideName, OutsideNames};
pub use platform_key::PlatformKey;
pub use relate::{RelatedFamilies, Survey, relate, trace_place};
pub use relation::{
    Call, Definition, Extends, FileRow, Import, MentionMeaning, Mentions, Module, NONE, PackageImport, PackageUse,
    Refers, Test,
};
pub use section::{LaterSections, NamedSections, SectionSource};
pub use show::RELATIONS;
pub use shown::{Relation, datalog};
pub use snapshot::{SNAPSHOT, Snapshot};

pub use tables::Tables;
pub use tsv::Tsv;
