//! The tables of manifests and lockfiles after an edit of one. All of them are read again: they are few beside the sources.

use super::patch::PatchedTable;
use crate::base::{Row, Strings, Table};
use crate::facts::depend::RelatedPackages;
use crate::facts::joined::paths;
use crate::facts::layout::layout;
use crate::facts::names::NameIds;
use crate::facts::relation::FileRow;
use crate::facts::show::RELATIONS;
use crate::facts::snapshot::Snapshot;
use crate::language::World;

/// The sections of these tables that have names.
pub const NAMED: &[&str] = &["depends", "locks", "manifests"];

/// The relations that are made of these tables alone.
const RELATED: [&str; 4] = ["depends", "locks", "owns", "requires"];

/// The tables, and how many rows each relation has that is made of them.
pub struct ManifestTables {
    /// All rows of each table.
    pub tables: Vec<PatchedTable>,
    /// The name of a relation, and its rows.
    pub sizes: Vec<(&'static str, u32)>,
}

/// The tables of what manifests say, where all names and packages have numbers. The rows of `files` say which language each is of.
pub fn tables(
    related: &RelatedPackages,
    (world, files): (&World<'_>, Table<FileRow, 3>),
    packages: Strings,
    names: &NameIds,
) -> ManifestTables {
    let mut facts = Snapshot::default();
    facts.tables.files = files.into();
    facts.tables.paths = paths(world).into();
    facts.tables.packages = packages.into();
    related.enter(&mut facts, &mut |name| names.id(name));
    let tables = vec![
        patched("depends", &facts.depends),
        patched("locks", &facts.locks),
        patched("manifests", &facts.manifests),
        patched("requires", &facts.requires),
    ];
    let related = RELATIONS.iter().filter(|it| RELATED.contains(&it.name));
    let sizes = related.filter_map(|it| Some((it.name, u32::try_from(it.count(&facts)?).ok()?))).collect();
    ManifestTables { tables, sizes }
}

fn patched<R: Row<K>, const K: usize>(section: &str, table: &Table<R, K>) -> PatchedTable {
    debug_assert_eq!(layout(section).map(|it| it.width), Some(K));
    let words = table.iter().flat_map(|row| row.pack()).collect();
    PatchedTable { section: section.to_owned(), files: Vec::new(), words }
}
