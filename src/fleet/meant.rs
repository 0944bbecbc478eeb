//! The names of packages that a question means: rows of other names are read, and go no further.

use std::collections::BTreeSet;

use cg_rules::{DefId, FileId, PackageId};
use rustc_hash::FxHashMap;

use super::body::BodySection;
use super::lineage::Lineage;
use super::paged::{Paged, ReadError};
use super::part::{ExportBody, Wanted, distinct, joined};
use super::rows::ReadRows;
use crate::base::{Position, Row, Strings, Table};
use crate::facts::{ExtendsPackage, FileRow, NONE, OutsideName, PackageImport, PackageUse, RepositoryExport};
use crate::primitive::Engine;

/// The names that some rows have, each once, and of each row the place of its name.
struct RowNames {
    /// With the ids of the whole export.
    names: Vec<OutsideName>,
    of_uses: Vec<u32>,
    of_supertypes: Vec<u32>,
}

/// The texts of names, and the names with the numbers of these.
struct NumberedNames {
    texts: Strings,
    names: Vec<OutsideName>,
}

/// The part of an export that a question about names of packages needs; `None` where it means none of the names.
pub fn meant_part(
    body: &ExportBody,
    paged: &Paged,
    wanted: &Wanted,
    texts: &[&str],
) -> Result<Option<RepositoryExport>, ReadError> {
    let mut rows = body.rows(paged, wanted)?;
    let names = row_names(body, paged, &rows)?;
    let numbered = numbered_names(body, paged, &names.names, &wanted.stated)?;
    let is_meant = meant(&numbered, texts);
    if wanted.types {
        let mut lineage = body.lineage(paged)?;
        let outer = meant_supertypes(&mut lineage, &names, &is_meant)?;
        let named = named_as(body, paged, &mut lineage, texts)?;
        if outer.is_empty() && named.is_empty() {
            return Ok(None);
        }
        // A row says no more than its name here.
        let mut seen = vec![false; names.names.len()];
        let mut of_uses = names.of_uses.iter();
        let mut is_first = |at: u32| seen.get_mut(at as usize).is_some_and(|seen| !std::mem::replace(seen, true));
        rows.uses.retain(|_| of_uses.next().is_some_and(|at| is_first(*at)));
        lineage.enter(outer, &named, &mut rows)?;
        return Ok(Some(body.numbered(paged, rows, &wanted.stated)?));
    }
    let kept = kept_uses(&rows.uses, &names.of_uses, &is_meant);
    let supertypes = rows.package_extends.iter().zip(&names.of_supertypes);
    let supertypes: Vec<(ExtendsPackage, u32)> =
        supertypes.filter(|(_, name)| is_set(&is_meant, **name)).map(|(row, name)| (*row, *name)).collect();
    if kept.is_empty() && supertypes.is_empty() {
        return Ok(None);
    }
    let mut files: Vec<u32> = kept.iter().map(|(row, _)| row.file.0).collect();
    files.extend(supertypes.iter().map(|(row, _)| row.file.0));
    distinct(&mut files);
    let mut export = body.of_files(paged, &files)?;
    let file =
        |id: FileId| FileId(files.binary_search(&id.0).ok().and_then(|at| u32::try_from(at).ok()).unwrap_or(NONE));
    let name = |at: u32| numbered.names.get(at as usize).copied();
    export.uses = Table::sorted(kept.iter().filter_map(|(row, at)| {
        let name = name(*at)?;
        Some(PackageImport {
            package: name.package,
            module: name.module,
            name: name.member,
            file: file(row.file),
            ..*row
        })
    }));
    export.package_extends = Table::sorted(supertypes.iter().filter_map(|(row, at)| {
        let name = name(*at)?;
        Some(ExtendsPackage {
            package: name.package,
            module: name.module,
            name: name.member,
            file: file(row.file),
            ..*row
        })
    }));
    export.texts = numbered.texts;
    Ok(Some(export))
}

/// The paths of the supertypes of a package whose own name is the one given, as an export's sources write them.
pub fn supertypes_named(
    body: &ExportBody,
    paged: &Paged,
    wanted: &Wanted,
    package: &str,
    name: &str,
) -> Result<Vec<String>, ReadError> {
    let rows = body.rows(paged, wanted)?;
    let names = row_names(body, paged, &rows)?;
    let numbered = numbered_names(body, paged, &names.names, &wanted.stated)?;
    let is_meant = meant(&numbered, &[package]);
    let text = |id: u32| if id == NONE { "" } else { numbered.texts.get(id) };
    let named =
        numbered.names.iter().zip(is_meant).filter(|(of, is_meant)| {
            *is_meant && !of.is_result && text(of.member).rsplit(['.', ':']).next() == Some(name)
        });
    let paths: BTreeSet<String> = named.map(|(of, _)| format!("{}.{}", text(of.module), text(of.member))).collect();
    Ok(paths.into_iter().collect())
}

fn is_set(flags: &[bool], at: u32) -> bool {
    flags.get(at as usize).copied().unwrap_or(false)
}

/// The names of the rows.
fn row_names(body: &ExportBody, paged: &Paged, rows: &ReadRows) -> Result<RowNames, ReadError> {
    let mut files: Vec<u32> = rows.uses.iter().map(|row| row.file.0).collect();
    files.dedup();
    files.extend(rows.package_extends.iter().map(|row| row.file.0));
    distinct(&mut files);
    let languages = body.file_rows(paged, &files)?;
    let language = |file: FileId| {
        let row = files.binary_search(&file.0).ok().and_then(|at| languages.get(at));
        row.map_or(NONE, |row| row.language)
    };
    let mut numbers: FxHashMap<OutsideName, u32> = FxHashMap::default();
    let mut names = Vec::new();
    let mut number = |name: OutsideName| {
        *numbers.entry(name).or_insert_with(|| {
            names.push(name);
            u32::try_from(names.len() - 1).unwrap_or(NONE)
        })
    };
    let (mut file, mut of_file, mut last) = (None, NONE, None);
    let mut of_uses = Vec::with_capacity(rows.uses.len());
    for row in &rows.uses {
        if file.replace(row.file) != Some(row.file) {
            of_file = language(row.file);
        }
        let name = OutsideName {
            package: row.package,
            module: row.module,
            member: row.name,
            language: of_file,
            is_result: row.how == PackageUse::Result,
        };
        // Neighbours repeat a name.
        let at = match last {
            Some((known, at)) if known == name => at,
            _ => number(name),
        };
        last = Some((name, at));
        of_uses.push(at);
    }
    let of_supertype = |row: &ExtendsPackage| OutsideName {
        package: row.package,
        module: row.module,
        member: row.name,
        language: language(row.file),
        is_result: false,
    };
    let of_supertypes = rows.package_extends.iter().map(|row| number(of_supertype(row))).collect();
    Ok(RowNames { names, of_uses, of_supertypes })
}

/// The texts of names, with those that manifests state.
fn numbered_names(
    body: &ExportBody,
    paged: &Paged,
    names: &[OutsideName],
    stated: &[String],
) -> Result<NumberedNames, ReadError> {
    let mut ids: Vec<u32> = names.iter().flat_map(|name| [name.package.0, name.module, name.member]).collect();
    distinct(&mut ids);
    let read = body.texts(paged, BodySection::Texts)?.get(paged, &ids)?;
    let (texts, places) = joined(&read, stated);
    let place = |id: u32| ids.binary_search(&id).ok().and_then(|at| places.get(at).copied()).unwrap_or(NONE);
    let numbered = names.iter().map(|name| OutsideName {
        package: PackageId(place(name.package.0)),
        module: place(name.module),
        member: place(name.member),
        ..*name
    });
    let names = numbered.collect();
    Ok(NumberedNames { texts, names })
}

/// Whether a question means each of the names: the primitives say so, over an export that has nothing else.
fn meant(numbered: &NumberedNames, texts: &[&str]) -> Vec<bool> {
    let mut languages: Vec<u32> = numbered.names.iter().map(|name| name.language).collect();
    languages.sort_unstable();
    languages.dedup();
    let file = |language: u32| {
        FileId(languages.binary_search(&language).ok().and_then(|at| u32::try_from(at).ok()).unwrap_or(NONE))
    };
    let mut export = RepositoryExport { texts: numbered.texts.clone(), ..RepositoryExport::default() };
    for language in &languages {
        export.paths.push(&language.to_string());
    }
    export.files = Table::in_order(languages.iter().map(|language| FileRow::unpack([*language, 0, 0])));
    export.uses = Table::sorted(numbered.names.iter().map(|name| PackageImport {
        package: name.package,
        file: file(name.language),
        module: name.module,
        name: name.member,
        at: Position::default(),
        how: if name.is_result { PackageUse::Result } else { PackageUse::Import },
        is_builtin: false,
    }));
    let snapshot = export.snapshot();
    let engine = Engine::new(&snapshot);
    // The ids of names are their places in order.
    let mut order: Vec<(OutsideName, usize)> = numbered.names.iter().copied().zip(0..).collect();
    order.sort_unstable();
    let mut found = vec![false; order.len()];
    for id in texts.iter().flat_map(|text| engine.outside_names(text)) {
        if let Some(flag) = order.get(id.0 as usize).and_then(|(_, at)| found.get_mut(*at)) {
            *flag = true;
        }
    }
    found
}

/// The rows of names that are meant, each with its name. A file that imports a package is known by a row that says so:
/// where no such row is meant, one is kept.
fn kept_uses(rows: &[PackageImport], names: &[u32], is_meant: &[bool]) -> Vec<(PackageImport, u32)> {
    let mut kept = Vec::new();
    let mut at = 0;
    for of_file in rows.chunk_by(|one, next| (one.package, one.file) == (next.package, next.file)) {
        let of_names = names.get(at..at + of_file.len()).unwrap_or_default();
        at += of_file.len();
        let before = kept.len();
        let named = || of_file.iter().copied().zip(of_names.iter().copied());
        kept.extend(named().filter(|(_, name)| is_set(is_meant, *name)));
        let is_import = |(row, _): &(PackageImport, u32)| row.how == PackageUse::Import;
        if kept.len() > before && !kept.iter().skip(before).any(is_import) {
            kept.extend(named().find(is_import));
        }
    }
    kept
}

/// The rows of supertypes that are meant.
fn meant_supertypes(
    lineage: &mut Lineage<'_>,
    names: &RowNames,
    is_meant: &[bool],
) -> Result<Vec<ExtendsPackage>, ReadError> {
    let meant = names.names.iter().zip(is_meant).filter(|(_, is_meant)| **is_meant);
    let meant: BTreeSet<(u32, u32, u32)> = meant.map(|(name, _)| (name.package.0, name.module, name.member)).collect();
    let packages: BTreeSet<u32> = meant.iter().map(|(package, ..)| *package).collect();
    let mut found = Vec::new();
    for package in packages {
        let rows = lineage.of_package(package)?.into_iter();
        found.extend(rows.filter(|row| meant.contains(&(row.package.0, row.module, row.name))));
    }
    Ok(found)
}

/// The definitions whose own name is that which some texts end with.
fn named_as(
    body: &ExportBody,
    paged: &Paged,
    lineage: &mut Lineage<'_>,
    texts: &[&str],
) -> Result<Vec<DefId>, ReadError> {
    let all = body.texts(paged, BodySection::Texts)?;
    let mut found = Vec::new();
    for text in texts {
        let plain = text.trim_end_matches(['.', '#', '!', '(', ')']);
        let last = plain.rsplit(['.', '#', ':', '/']).next().unwrap_or_default();
        if let Some(name) = all.find(paged, last)? {
            found.extend(lineage.named(name)?);
        }
    }
    Ok(found)
}
