//! The names of each family of languages, and the part that they have in a symbol table where files are not read.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::uses::modules_of;
use crate::language::{DeclKind, ImportKind, NO_UNIT, Name, Resolution};
use crate::resolve::scope::absent::{AbsentFiles, FamilyName, FamilyNames};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::unit_names::{ATTRIBUTE, DEFINED, FREE, MEMBER, METHOD, METHODS, MODULE};

impl SymbolTable<'_> {
    /// Whether any file declares a name.
    pub fn is_declared(&self, file: FileId, name: Name) -> bool {
        let sym = self.sym(file, name);
        self.declared.contains(sym) || self.is_declared_in_survey(sym) || self.absent.declares(self.text(sym))
    }

    /// Whether a file of a family declares a name.
    fn declares(&self, family: &str, sym: Sym) -> bool {
        let number = self.world.table.iter().position(|language| language.family == family);
        number.is_some_and(|number| self.declared.is_of(sym, number))
    }

    /// Marks the names that the definitions of a file have, and those of their owners.
    pub fn defined_names(&self, file: FileId, is_defined: &mut [bool]) {
        let Some(observation) = self.observation(file) else { return };
        for name in observation.declarations.iter().flat_map(|row| [Some(row.name), row.owner]).flatten() {
            if let Some(place) = is_defined.get_mut(self.sym(file, name).0 as usize) {
                *place = true;
            }
        }
    }

    /// The files that are not read.
    pub fn absent(&self) -> &AbsentFiles {
        &self.absent
    }

    /// The families of which no file is read and some write one of some names.
    pub fn absent_writers<'n>(&self, names: impl Iterator<Item = &'n str>) -> BTreeSet<String> {
        let writers = |name| self.absent.families.iter().filter(move |family| family.writes(name));
        names.flat_map(writers).map(|family| family.family.clone()).collect()
    }

    /// Whether a definition of a file that is not read has a name.
    pub fn is_defined_elsewhere(&self, sym: Sym) -> bool {
        self.is_defined_in_survey(sym) || self.absent.defines(self.text(sym))
    }
}

/// The names in a path.
type PathNames = fn(&str) -> Vec<&str>;

/// The names that each family writes, and by units where files have one. `in_path` gives the names in a text that is a path.
pub fn family_names(index: &SymbolTable<'_>, units: &[u32], in_path: PathNames) -> Vec<FamilyNames> {
    let world = index.world;
    let mut files: BTreeMap<&str, Vec<FileId>> = BTreeMap::new();
    for file in world.paths.iter().map(|(file, _)| file).filter(|file| index.observation(*file).is_some()) {
        if let Some(language) = world.language(file) {
            files.entry(language.family).or_default().push(file);
        }
    }
    files.into_iter().map(|(family, files)| names_of(index, family, &files, (units, in_path))).collect()
}

fn names_of(
    index: &SymbolTable<'_>,
    family: &str,
    files: &[FileId],
    (units, in_path): (&[u32], PathNames),
) -> FamilyNames {
    let (mut is_written, mut is_defined) = (vec![false; index.n_texts()], vec![false; index.n_texts()]);
    for file in files {
        index.syms(*file).iter().for_each(|sym| is_written[sym.0 as usize] = true);
        index.defined_names(*file, &mut is_defined);
    }
    let mut of_unit: BTreeMap<u32, Vec<FileId>> = BTreeMap::new();
    for file in files {
        let unit = units.get(file.0 as usize).filter(|unit| **unit != NO_UNIT);
        unit.into_iter().for_each(|unit| of_unit.entry(*unit).or_default().push(*file));
    }
    let mut by_unit = by_unit(index, &of_unit, in_path);
    let syms = (0u32..).zip(&is_written).filter(|(_, is_written)| **is_written).map(|(at, _)| Sym(at));
    let names = syms.map(|sym| FamilyName {
        text: index.text(sym),
        is_declared: index.declares(family, sym),
        is_defined: is_defined[sym.0 as usize],
        is_led: false,
        units: by_unit.remove(index.text(sym)).unwrap_or_default(),
    });
    let mut names: Vec<FamilyName<'_>> = names.collect();
    let led = by_unit.into_iter();
    names.extend(led.map(|(text, units)| FamilyName {
        text,
        is_declared: false,
        is_defined: false,
        is_led: true,
        units,
    }));
    let modules = modules_of(index, files.iter().copied()).into_iter();
    let modules = modules.map(|(name, file)| (name.to_owned(), file.0)).collect();
    FamilyNames::of(family, names, modules, !of_unit.is_empty())
}

/// The units that write each name, or a path with it.
fn by_unit<'w>(
    index: &SymbolTable<'w>,
    of_unit: &BTreeMap<u32, Vec<FileId>>,
    in_path: PathNames,
) -> FxHashMap<&'w str, Vec<(u32, u8)>> {
    let mut all: FxHashMap<&'w str, Vec<(u32, u8)>> = FxHashMap::default();
    let mut own: FxHashMap<Sym, u8> = FxHashMap::default();
    for (unit, files) in of_unit {
        files.iter().for_each(|file| enter(index, *file, &mut own));
        for (sym, bits) in own.drain() {
            let text = index.text(sym);
            let led = in_path(text).into_iter().map(|part| (part, 0));
            for (text, bits) in std::iter::once((text, bits)).chain(led) {
                let rows = all.entry(text).or_default();
                match rows.last_mut().filter(|(last, _)| last == unit) {
                    Some((_, so_far)) => *so_far |= bits,
                    None => rows.push((*unit, bits)),
                }
            }
        }
    }
    all
}

/// Enters the names that a file writes, each with what it is there.
fn enter(index: &SymbolTable<'_>, file: FileId, own: &mut FxHashMap<Sym, u8>) {
    let Some(observation) = index.observation(file) else { return };
    index.syms(file).iter().for_each(|sym| *own.entry(*sym).or_default() |= 0);
    let mut mark = |name: Name, bits: u8| *own.entry(index.sym(file, name)).or_default() |= bits;
    for row in &observation.declarations {
        let kind = match row.kind {
            DeclKind::File => 0,
            DeclKind::Attribute => ATTRIBUTE,
            DeclKind::Method => MEMBER,
            DeclKind::Module => FREE | MODULE,
            _ => FREE,
        };
        mark(row.name, DEFINED | kind);
        row.owner.into_iter().for_each(|owner| mark(owner, DEFINED));
    }
    let resolutions = index.resolutions.get(file.0 as usize).map_or(&[][..], Vec::as_slice);
    for (site, resolution) in observation.imports.iter().zip(resolutions) {
        let is_item = site.kind == ImportKind::Implicit && matches!(resolution, Resolution::Module(_));
        let module = if is_item { MODULE } else { 0 };
        let alias = if site.name.is_some() && site.name != site.local { FREE } else { 0 };
        site.local.into_iter().for_each(|local| mark(local, module | alias));
    }
    observation.exports.iter().for_each(|export| mark(export.name, FREE));
    for sym in index.methods_of(file) {
        let bits = own.entry(sym).or_default();
        *bits |= if *bits & METHOD == 0 { METHOD } else { METHODS };
    }
}
