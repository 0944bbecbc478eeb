//! The facts of some files, which those of no other files change: of one family of languages, or of all. Names and packages have
//! numbers of the part's own.

use cg_rules::{DefId, FileId, Id as _};
use rustc_hash::FxHashSet;

use super::depend::RelatedPackages;
use super::exact::{Compiled, Defined, Indexed};
use super::linked::LinkedFiles;
use super::linked_types::{FirstNumbers, kept};
use super::links::{Links, module_table};
use super::names::{NameIds, other_names};
use super::relation::FileRow;
use super::rows;
use super::sizes::STATED;
use super::stated_gaps::stated_gaps;
use super::tables::{Tables, declared};
use crate::base::{Gap, Strings, Table};
use crate::language::{NO_UNIT, World};
use crate::parse;
use crate::resolve::{AbsentFiles, CompilerIndex, Counts, Outside, Rounds, Scopes};

/// The facts of some files.
pub struct FactsPart {
    /// The family of their languages; `None` where these are all files.
    pub family: Option<&'static str>,
    /// The tables that files state, and the names and packages in them.
    pub tables: Tables,
    /// The row of each file of the repository: right for those of the family, and for those of none.
    pub files: Vec<FileRow>,
    /// How they were linked.
    pub linked: LinkedFiles,
    /// The number of sites, and how many of them were resolved.
    pub counts: Counts,
    /// Gaps of these files.
    pub gaps: Vec<Gap>,
    /// The definitions that an index has.
    pub defined: FxHashSet<Defined>,
    first: FirstNumbers,
}

/// The inputs of a part beside the observations.
#[derive(Clone, Copy)]
pub struct PartInputs<'p> {
    /// The declarations of manifests.
    pub packages: &'p RelatedPackages,
    /// The compilers' indexes.
    pub compiled: Option<&'p Compiled<'p>>,
    /// The gaps of the walk and of reading.
    pub gaps: &'p [Gap],
    /// The numbers of what other parts have.
    pub first: FirstNumbers,
}

impl FactsPart {
    /// Relates the files whose observations are at hand.
    pub fn of(world: &World<'_>, absent: AbsentFiles, inputs: PartInputs<'_>) -> Self {
        let PartInputs { packages, compiled, gaps, first: first_numbers } = inputs;
        let family = absent.surveyed.as_ref().map(|it| it.family);
        let scopes = Scopes::with(world, Vec::new(), absent);
        let defined = compiled.map(|compiled| compiled.defined(world, scopes.first_defs())).unwrap_or_default();
        let by_places = compiled.map(|compiled| Indexed::new(compiled, world, scopes.first_defs(), &defined));
        let indexed = by_places.as_ref().map(|it| it as &dyn CompilerIndex);
        let mut outside = Outside::default();
        let (hierarchy, extends) = scopes.hierarchy(indexed, &mut outside);
        let (index, rounds) = hierarchy.types(Rounds::new());
        parse::return_freed(world.observations.len());
        let links = Links::of(&index, indexed, (&extends, false), gaps, &mut outside);
        let counts = (links.calls.counts.as_slice(), links.imports.counts.as_slice());
        let mut linked = kept(&index, rounds, &links.looked, counts, first_numbers);
        let first = index.first_defs().to_vec();
        let modules = index.modules();
        drop(by_places);
        let index = index.into_numbers();
        parse::return_freed(world.observations.len());
        outside.sort();
        let others = other_names(&links.tests, &outside, &modules).chain(packages.names());
        let names = NameIds::of(&index, others);
        let tests = Table::sorted(rows::tests(&links.tests, &names)).into();
        let mut tables = Tables { tests, ..Tables::default() };
        let files = || world.paths.iter().map(|(file, _)| file);
        let definitions = files().flat_map(|file| rows::definition_rows(&index, &names, file));
        tables.definitions = Table::in_order(definitions).into();
        tables.packages = named_packages(&outside, packages.keys()).into();
        tables.package_imports = Table::sorted(rows::package_imports(&outside, &tables.packages, &names)).into();
        tables.package_extends = Table::sorted(rows::package_extends(&outside, &tables.packages, &names)).into();
        drop(outside);
        let Links { calls, imports, uses, overrides, files: file_rows, .. } = links;
        tables.mentions = Table::of_words(rows::mentions(&index, calls.named, &uses, &imports.refers, &names)).into();
        drop(index);
        tables.modules = module_table(modules, &names).into();
        tables.uses = Table::sorted(uses).into();
        tables.names = names.into_texts().into();
        tables.imports = Table::sorted(imports.rows).into();
        tables.refers = Table::sorted(imports.refers).into();
        tables.calls = Table::of_words(calls.rows).into();
        tables.extends = Table::sorted(extends).into();
        tables.overrides = Table::sorted(overrides).into();
        count(&tables, &first, &mut linked);
        let mut counts = Counts::default();
        calls.counts.iter().chain(&imports.counts).for_each(|(_, of)| counts += *of);
        let mut gaps = imports.gaps;
        gaps.extend(stated_gaps(world, files()));
        let files = file_rows.into_iter().map(|(_, row)| row).collect();
        Self { family, tables, files, linked, counts, gaps, defined, first: first_numbers }
    }

    /// The first numbers of the part behind this one.
    pub fn next(&self) -> FirstNumbers {
        let units = self.linked.files.iter().map(|it| it.unit).filter(|unit| *unit != NO_UNIT);
        let n_outers = u32::try_from(self.linked.outers.len()).unwrap_or(u32::MAX);
        FirstNumbers { unit: units.max().unwrap_or(self.first.unit), outer: self.first.outer.saturating_add(n_outers) }
    }
}

/// Counts the rows that each file states. `first` is the number of the first definition of each file.
fn count(tables: &Tables, first: &[u32], linked: &mut LinkedFiles) {
    let file = |def: DefId| FileId::of(first.partition_point(|first| *first <= def.0).saturating_sub(1));
    for (at, (_, section)) in STATED.iter().enumerate() {
        let mut enter = |file: FileId| linked.count(file, at);
        match *section {
            "calls" => tables.calls.iter().for_each(|row| enter(file(row.caller))),
            "definitions" => declared(tables).for_each(|(_, row)| enter(row.file)),
            "extends" => tables.extends.iter().for_each(|row| enter(row.file)),
            "imports" => tables.imports.iter().for_each(|row| enter(row.from)),
            "mentions" => tables.mentions.iter().for_each(|row| enter(row.file)),
            "overrides" => tables.overrides.iter().for_each(|row| enter(row.file)),
            "package_extends" => tables.package_extends.iter().for_each(|row| enter(row.file)),
            "package_imports" => tables.package_imports.iter().for_each(|row| enter(row.file)),
            "refers" => tables.refers.iter().for_each(|row| enter(row.from)),
            "tests" => tables.tests.iter().for_each(|row| enter(row.file)),
            "uses" => tables.uses.iter().for_each(|row| enter(row.from)),
            _ => {}
        }
    }
}

/// The packages that files use, and those of some keys; each once, in order.
fn named_packages<'a>(outside: &'a Outside, keys: impl Iterator<Item = &'a str>) -> Strings {
    let uses = outside.uses.iter().map(|row| row.package);
    let used: FxHashSet<u32> = uses.chain(outside.supertypes.iter().map(|row| row.package)).collect();
    let mut packages: Vec<&str> = used.into_iter().map(|package| outside.texts.text(package)).chain(keys).collect();
    packages.sort_unstable();
    packages.dedup();
    let mut strings = Strings::default();
    for package in packages {
        strings.push(package);
    }
    strings
}
