//! An export as bytes: a section for each kind of rows, so that a question reads those of one package alone.

use std::collections::BTreeSet;

use cg_rules::FileId;

use super::code::{put, put_signed};
use super::error::FleetBound;
use super::runs::{self, put_words};
use super::texts;
use crate::base::{Row, Table};
use crate::facts::{NONE, PackageImport, PackageUse, RepositoryExport};

/// The sections, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodySection {
    /// The paths.
    Paths,
    /// Two bytes a file.
    Files,
    /// The texts.
    Texts,
    /// Three words a package that a file names: its text, the place of its rows, and how many there are.
    Packages,
    /// `imports_package`, by packages.
    Uses,
    /// `manifest`, and the rows of each package that one provides.
    Manifests,
    /// `depends`, those of each row of `locks`, `locks`, and `requires` by what is required.
    Dependencies,
    /// `extends_package`, by packages.
    Supertypes,
    /// The types that extend one of a package, those of each name, and `extends` among them, by supertypes.
    Types,
    /// The public symbols, by their names.
    Symbols,
}

impl BodySection {
    /// Every section, in order.
    pub const ALL: [Self; 10] = [
        Self::Paths,
        Self::Files,
        Self::Texts,
        Self::Packages,
        Self::Uses,
        Self::Manifests,
        Self::Dependencies,
        Self::Supertypes,
        Self::Types,
        Self::Symbols,
    ];

    /// The word for it in a message.
    pub fn name(self) -> &'static str {
        match self {
            Self::Paths => "paths",
            Self::Files => "files",
            Self::Texts => "texts",
            Self::Packages => "packages",
            Self::Uses => "uses of packages",
            Self::Manifests => "manifests",
            Self::Dependencies => "dependencies",
            Self::Supertypes => "supertypes",
            Self::Types => "types",
            Self::Symbols => "symbols",
        }
    }
}

/// The bytes before the sections: the length of each.
pub const HEAD: usize = 8 * BodySection::ALL.len();
/// The bytes of a package.
pub const PACKAGE: usize = 12;
/// The mark of a row that names another file than the row before.
pub const NEW_FILE: u8 = 1;
/// The mark of a row that names another module.
pub const NEW_MODULE: u8 = 2;
/// The mark of a row that names another member.
pub const NEW_NAME: u8 = 4;
/// The mark of a package that the language brings along.
pub const BUILTIN: u8 = 8;
/// How far the kind of a use is moved in the marks.
pub const HOW: u8 = 4;

/// The packages that the files name, by their texts, sorted.
pub fn packages(export: &RepositoryExport) -> Vec<u32> {
    let uses = export.uses.iter().map(|row| row.package.0);
    let mut packages: Vec<u32> = uses.chain(export.package_extends.iter().map(|row| row.package.0)).collect();
    packages.sort_unstable();
    packages.dedup();
    packages
}

/// The bytes of an export.
pub fn encode(export: &RepositoryExport) -> Result<Vec<u8>, FleetBound> {
    let mut sections = Vec::with_capacity(BodySection::ALL.len());
    let (packages, uses) = uses(export)?;
    for section in BodySection::ALL {
        sections.push(match section {
            BodySection::Paths => texts::encode(&export.paths, section.name())?,
            BodySection::Files => files(export),
            BodySection::Texts => texts::encode(&export.texts, section.name())?,
            BodySection::Packages => packages.clone(),
            BodySection::Uses => uses.clone(),
            BodySection::Manifests => manifests(export, section.name())?,
            BodySection::Dependencies => dependencies(export, section.name())?,
            BodySection::Supertypes => runs::encode(&by_package(export), section.name())?,
            BodySection::Types => types(export, section.name())?,
            BodySection::Symbols => runs::encode(&words(&export.symbols), section.name())?,
        });
    }
    let lengths = sections.iter().flat_map(|section| (section.len() as u64).to_le_bytes());
    let mut bytes: Vec<u8> = lengths.collect();
    sections.iter().for_each(|section| bytes.extend_from_slice(section));
    Ok(bytes)
}

fn files(export: &RepositoryExport) -> Vec<u8> {
    let byte = |word: u32| u8::try_from(word).unwrap_or(u8::MAX);
    export.files.iter().flat_map(|row| [byte(row.language), byte(row.pack()[2])]).collect()
}

/// The packages with the places of their rows, and the rows.
fn uses(export: &RepositoryExport) -> Result<(Vec<u8>, Vec<u8>), FleetBound> {
    let (mut heads, mut bytes) = (Vec::new(), Vec::new());
    for package in packages(export) {
        let most = u64::from(u32::MAX);
        let what = BodySection::Uses.name().to_owned();
        let start = u32::try_from(bytes.len()).map_err(|_| FleetBound { what, size: bytes.len() as u64, most })?;
        let rows: Vec<PackageImport> = export.uses.headed([package]).collect();
        put_uses(&mut bytes, &rows);
        put_words(&mut bytes, &supertypes(export, package, &rows));
        let n = u32::try_from(rows.len()).unwrap_or(u32::MAX);
        heads.extend([package, start, n].into_iter().flat_map(u32::to_le_bytes));
    }
    Ok((heads, bytes))
}

/// The names of a package that a supertype alone has: file, module and member, each name once a language.
fn supertypes(export: &RepositoryExport, package: u32, uses: &[PackageImport]) -> Vec<[u32; 3]> {
    let language = |file: FileId| export.files.get(file.0 as usize).map_or(NONE, |row| row.language);
    let used = uses.iter().filter(|row| row.how != PackageUse::Result);
    let mut known: BTreeSet<_> = used.map(|row| (language(row.file), row.module, row.name)).collect();
    let of_package = export.package_extends.iter().filter(|row| row.package.0 == package);
    let new = of_package.filter(|row| known.insert((language(row.file), row.module, row.name)));
    let mut rows: Vec<[u32; 3]> = new.map(|row| [row.file.0, row.module, row.name]).collect();
    rows.sort_unstable();
    rows
}

fn put_uses(bytes: &mut Vec<u8>, rows: &[PackageImport]) {
    let (mut file, mut module, mut name, mut line) = (None, 0, NONE, 0);
    for row in rows {
        let (is_new_file, is_new_module, is_new_name) =
            (file != Some(row.file), module != row.module, name != row.name);
        let mut marks = if is_new_file { NEW_FILE } else { 0 };
        marks |= if is_new_module { NEW_MODULE } else { 0 };
        marks |= if is_new_name { NEW_NAME } else { 0 };
        marks |= if row.is_builtin { BUILTIN } else { 0 };
        bytes.push(marks | (row.how as u8) << HOW);
        if is_new_file {
            put(bytes, u64::from(row.file.0 - file.map_or(0, |file: FileId| file.0)));
        }
        if is_new_module {
            put_signed(bytes, i64::from(row.module) - i64::from(module));
        }
        if is_new_name {
            // No name is 0, and each name one more than its number.
            put(bytes, u64::from(row.name.wrapping_add(1)));
        }
        // The rows of one name come in the order of their places.
        let is_after = !is_new_file && !is_new_module && !is_new_name;
        put(bytes, u64::from(row.at.line - if is_after { line } else { 0 }));
        put(bytes, u64::from(row.at.column));
        (file, module, name, line) = (Some(row.file), row.module, row.name, row.at.line);
    }
}

fn words<R: Row<K>, const K: usize>(table: &Table<R, K>) -> Vec<[u32; K]> {
    table.iter().map(|row| row.pack()).collect()
}

/// Pairs of a word of each row, but for those that have none, and the position of the row; sorted.
fn positions<R: Row<K>, const K: usize>(table: &Table<R, K>, word: impl Fn(&R) -> u32) -> Vec<[u32; 2]> {
    let pairs = table.iter().zip(0u32..).map(|(row, at)| [word(&row), at]);
    let mut pairs: Vec<[u32; 2]> = pairs.filter(|[word, _]| *word != NONE).collect();
    pairs.sort_unstable();
    pairs
}

fn manifests(export: &RepositoryExport, what: &str) -> Result<Vec<u8>, FleetBound> {
    let providers = positions(&export.manifests, |row| row.package);
    Ok([runs::encode(&words(&export.manifests), what)?, runs::encode(&providers, what)?].concat())
}

fn dependencies(export: &RepositoryExport, what: &str) -> Result<Vec<u8>, FleetBound> {
    let of_locked = positions(&export.depends, |row| row.locked);
    let mut requirers: Vec<[u32; 3]> = export.requires.iter().map(|row| [row.to, row.from, row.kind as u32]).collect();
    requirers.sort_unstable();
    let (depends, locks) = (words(&export.depends), words(&export.locks));
    let all = [
        runs::encode(&depends, what)?,
        runs::encode(&of_locked, what)?,
        runs::encode(&locks, what)?,
        runs::encode(&requirers, what)?,
    ];
    Ok(all.concat())
}

/// `extends_package`, with the package first.
fn by_package(export: &RepositoryExport) -> Vec<[u32; 7]> {
    let swapped = export.package_extends.iter().map(|row| {
        let [sub, package, rest @ ..] = row.pack();
        let [file, module, name, line, column] = rest;
        [package, sub, file, module, name, line, column]
    });
    let mut rows: Vec<[u32; 7]> = swapped.collect();
    rows.sort_unstable();
    rows
}

fn types(export: &RepositoryExport, what: &str) -> Result<Vec<u8>, FleetBound> {
    let named = positions(&export.definitions, |row| row.name);
    let swapped = export.extends.iter().map(|row| {
        let [sub, sup, file, line, column, rule] = row.pack();
        [sup, sub, file, line, column, rule]
    });
    let mut below: Vec<[u32; 6]> = swapped.collect();
    below.sort_unstable();
    let definitions = runs::encode(&words(&export.definitions), what)?;
    Ok([definitions, runs::encode(&named, what)?, runs::encode(&below, what)?].concat())
}
