//! The rows that files state, from what linking found: with names and packages as numbers.

use cg_rules::{DefId, FileId, PackageId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::names::{FileTests, NameIds};
use super::outer_supertype::ExtendsPackage;
use super::platform_key::platform_keys;
use super::relation::{Definition, MentionMeaning, Mentions, NONE, PackageImport, Refers, Test};
use crate::base::{Row as _, Strings};
use crate::language::{Decl, DeclKind};
use crate::resolve::{NamedCount, Outside, Sym, SymbolTable};

/// The definitions of a file.
pub fn definition_rows(index: &SymbolTable<'_>, names: &NameIds, file: FileId) -> Vec<Definition> {
    let Some(observation) = index.observation(file) else { return Vec::new() };
    let id = |name| names.defined(index, index.sym(file, name)).unwrap_or(NONE);
    let platforms = platform_keys(observation);
    let rows = observation.declarations.iter().zip((0..).map(Decl)).map(|(row, decl)| Definition {
        file,
        name: id(row.name),
        kind: row.kind,
        container: row.container.map_or(NONE, |container| index.def(file, container).0),
        owner: row.owner.map_or(NONE, id),
        at: row.at,
        start_line: row.start_line,
        end_line: row.end_line,
        body_line: row.body_line,
        exported: row.exported,
        platform: platforms.get(&decl).copied().unwrap_or_default(),
    });
    rows.collect()
}

/// The tests.
pub fn tests(tests: &[FileTests], names: &NameIds) -> Vec<Test> {
    let rows = tests.iter().flat_map(|(file, found)| found.iter().map(|(name, at)| (*file, name, *at)));
    rows.map(|(file, name, at)| Test { file, name: names.id(name), at }).collect()
}

/// The uses of external packages; those of packages that have no number are left out.
pub fn package_imports(outside: &Outside, packages: &Strings, names: &NameIds) -> Vec<PackageImport> {
    let mut known: FxHashMap<u32, Option<PackageId>> = FxHashMap::default();
    let mut ids: FxHashMap<u32, u32> = FxHashMap::default();
    let rows = outside.uses.iter().filter_map(|row| {
        let find = || packages.find(outside.texts.text(row.package)).map(PackageId);
        let package = (*known.entry(row.package).or_insert_with(find))?;
        let mut id = |text: u32| *ids.entry(text).or_insert_with(|| names.id(outside.texts.text(text)));
        Some(PackageImport {
            package,
            file: row.file,
            module: id(row.module),
            name: if row.name == NONE { NONE } else { id(row.name) },
            at: row.at,
            how: row.how,
            is_builtin: row.is_builtin,
        })
    });
    rows.collect()
}

/// The supertypes of external packages.
pub fn package_extends(outside: &Outside, packages: &Strings, names: &NameIds) -> Vec<ExtendsPackage> {
    let rows = outside.supertypes.iter().filter_map(|row| {
        let package = packages.find(outside.texts.text(row.package)).map(PackageId)?;
        let module = names.id(outside.texts.text(row.module));
        let name = if row.name == NONE { NONE } else { names.id(outside.texts.text(row.name)) };
        Some(ExtendsPackage { sub: row.sub, package, module, name, file: row.file, at: row.at })
    });
    rows.collect()
}

/// The mentions of names. What a use of the file gives a meaning, be it by an import or by the package, is used there.
/// `uses` and `refers` are in the order of files.
pub fn mentions(
    index: &SymbolTable<'_>,
    mut named: Vec<NamedCount>,
    uses: &[Refers],
    refers: &[Refers],
    names: &NameIds,
) -> Vec<[u32; 4]> {
    for of_file in named.chunk_by_mut(|one, other| one.file == other.file) {
        let Some(file) = of_file.first().map(|row| row.file) else { continue };
        let of = |rows: &[Refers]| -> Vec<DefId> {
            let rows = &rows[rows.partition_point(|row| row.from < file)..];
            rows.iter().take_while(|row| row.from == file).map(|row| row.def).collect()
        };
        let defs = of(uses).into_iter().chain(of(refers));
        let meant: FxHashSet<Sym> = defs.flat_map(|def| with_type(index, def)).collect();
        // Where each use of an import is noted, a member behind another value is no use of one.
        let members_are_noted = index.language(file).is_some_and(|language| language.follows_imports);
        for row in of_file {
            let may_be_used = match row.meaning {
                MentionMeaning::Bare | MentionMeaning::Path => true,
                MentionMeaning::Member => !members_are_noted,
                _ => false,
            };
            if may_be_used && meant.contains(&row.name) {
                row.meaning = MentionMeaning::Used;
            }
        }
    }
    let words = named.into_iter().filter_map(|NamedCount { file, name, meaning, count }| {
        Some(Mentions { name: names.defined(index, name)?, file, meaning, count }.pack())
    });
    let mut words: Vec<[u32; 4]> = words.collect();
    words.sort_unstable();
    words.dedup_by(|[name, file, meaning, count], row| {
        let is_same = row[..3] == [*name, *file, *meaning];
        row[3] += if is_same { *count } else { 0 };
        is_same
    });
    words
}

/// The name of a definition, and that of the type or module that holds it: a path to the one names both.
fn with_type(index: &SymbolTable<'_>, def: DefId) -> impl Iterator<Item = Sym> {
    let name = |def: DefId| Some(index.sym(index.file(def), index.declaration(def)?.name));
    let (file, Decl(_)) = index.place(def);
    let around = index.declaration(def).and_then(|row| row.container).map(|container| index.def(file, container));
    let is_type = |def: &DefId| {
        let kind = index.declaration(*def).map(|row| row.kind);
        kind.is_some_and(|kind| kind.is_type() || kind == DeclKind::Module)
    };
    name(def).into_iter().chain(around.filter(is_type).and_then(name))
}
