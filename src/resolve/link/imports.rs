//! Links imports, and the names that a package's files use of each other.

use std::cell::OnceCell;

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::held::held_outside;
use super::type_paths::{is_of_type, placed, types_around};
use super::whole_path::{begin_of_path, outside};
use crate::base::{Gap, GapKind, Position};
use crate::language::{
    DeclKind, DeclPlace, Declaration, ImportKind, ImportSite, Language, Names, Observation, Reference, Resolution,
    Rule, without_mark,
};
use crate::resolve::call::alternative::Alternatives;
use crate::resolve::counts::Counts;
use crate::resolve::edge::{Import, PackageUse, Refers};
use crate::resolve::scope::outer::Outer;
use crate::resolve::scope::outside::{ExternalUse, Outside};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The most definitions that one name of a package may have and still be followed.
const FAN_OUT: usize = 16;

/// The imports of all files.
#[derive(Debug, Default)]
pub struct Imports {
    /// The edges between files.
    pub rows: Vec<Import>,
    /// References of one file of a package to another.
    pub refers: Vec<Refers>,
    /// Unresolved imports.
    pub gaps: Vec<Gap>,
    /// The sites of each file by how they were resolved.
    pub counts: Vec<(FileId, Counts)>,
}

/// The imports of one file.
#[derive(Debug, Default)]
struct FileImports {
    rows: Vec<Import>,
    external: Vec<ExternalUse>,
    refers: Vec<Refers>,
    gaps: Vec<Gap>,
    counts: Counts,
}

/// Links every import, file by file in parallel; the answer keeps the order of the files.
pub fn imports(index: &SymbolTable<'_>, outside: &mut Outside) -> Imports {
    let mut all = Imports::default();
    let link = |file: FileId, observation: &Observation| imports_of(index, file, observation);
    index.each_file(link, |file, mut imports: FileImports| {
        all.rows.append(&mut imports.rows);
        outside.enter(imports.external);
        all.refers.append(&mut imports.refers);
        all.gaps.append(&mut imports.gaps);
        all.counts.push((file, imports.counts));
    });
    all
}

fn imports_of(index: &SymbolTable<'_>, file: FileId, observation: &Observation) -> FileImports {
    let mut imports = FileImports::default();
    for (site, resolution) in observation.imports.iter().zip(&index.resolutions[file.0 as usize]) {
        imports.enter(index, file, observation, site, resolution);
    }
    imports.enter_imported(index, file, observation);
    imports.enter_references(index, file, observation);
    imports.refers = placed(index, file, observation, imports.refers);
    imports
}

impl FileImports {
    fn enter(
        &mut self,
        index: &SymbolTable<'_>,
        file: FileId,
        observation: &Observation,
        site: &ImportSite,
        resolution: &Resolution,
    ) {
        let name = site.name.map(|name| observation.name(name));
        match resolution {
            Resolution::Module(files) | Resolution::Member(files) => {
                self.counts.imports_internal += 1;
                let resolver = index.resolver(file.0 as usize);
                let adds_to_platform = resolver.is_some_and(|it| it.adds_to_platform(observation, site));
                if adds_to_platform {
                    let source = without_mark(observation.name(site.source));
                    let outer = Outer::new(source, source, None).builtin(true);
                    self.external.push(ExternalUse { file, outer, at: site.at, how: PackageUse::Import });
                }
                match files.as_slice() {
                    [single] if !adds_to_platform => {
                        let rule = resolver.map_or(Rule::Import, |it| it.import_rule(observation, site));
                        self.edge_as(index, file, *single, site.at, site.kind, rule);
                        if let Some(declaration) = index.declaration_file(*single) {
                            self.edge_as(index, file, declaration, site.at, ImportKind::Type, rule);
                        }
                    }
                    several => self.edges_into_package(index, file, several, site, name),
                }
            }
            Resolution::Inside(to, _) => {
                self.counts.imports_internal += 1;
                self.edge(index, file, *to, site.at, site.kind);
            }
            Resolution::Local => {}
            Resolution::External(package) | Resolution::Builtin(package) => {
                self.counts.imports_external += 1;
                let family = index.language(file).map_or("", |language| language.family);
                let source = without_mark(observation.name(site.source));
                let is_builtin = matches!(resolution, Resolution::Builtin(_));
                let outer = Outer::imported(package, source, name, family).builtin(is_builtin);
                let is_own = matches!(source.split("::").next(), Some("crate" | "self" | "super"));
                let how = if is_own { PackageUse::Use } else { PackageUse::Import };
                self.external.push(ExternalUse { file, outer, at: site.at, how });
            }
            Resolution::Asset(to) => {
                self.counts.imports_internal += 1;
                self.edge(index, file, *to, site.at, ImportKind::Asset);
            }
            Resolution::Unresolved => {
                self.counts.imports_unresolved += 1;
                self.gaps.push(unresolved(index, file, site.at, observation.name(site.source)));
            }
        }
    }

    fn edge(&mut self, index: &SymbolTable<'_>, from: FileId, to: FileId, at: Position, kind: ImportKind) {
        self.edge_as(index, from, to, at, kind, Rule::Import);
    }

    fn edge_as(
        &mut self,
        index: &SymbolTable<'_>,
        from: FileId,
        to: FileId,
        at: Position,
        kind: ImportKind,
        rule: Rule,
    ) {
        if from != to {
            self.rows.push(Import { from, to, at, kind, rule: index.sure(from, to, rule.min(Rule::Import)) });
        }
    }

    /// An import of a package of several files is an edge to those that declare what is used of it.
    fn edges_into_package(
        &mut self,
        index: &SymbolTable<'_>,
        file: FileId,
        files: &[FileId],
        site: &ImportSite,
        name: Option<&str>,
    ) {
        if let Some(sym) = name.filter(|name| *name != "*").and_then(|name| index.sym_of(name))
            && let Target::Defs(defs, rule) = index.in_module(files, sym, 0)
        {
            for def in defs {
                self.edge_as(index, file, index.file(def), site.at, site.kind, rule);
            }
        }
        if site.kind == ImportKind::Implicit {
            for to in files {
                self.edge(index, file, *to, site.at, ImportKind::Implicit);
            }
        }
    }

    /// Names that are used without being declared or imported here: of the package, or of a package by its local name.
    fn enter_references(&mut self, index: &SymbolTable<'_>, file: FileId, observation: &Observation) {
        let mut named = FxHashSet::default();
        for reference in &observation.references {
            let text = observation.name(reference.name);
            if let Some(names) = index.names(file) {
                let is_first = named.insert((reference.within, reference.name));
                self.enter_constant(index, names, (file, reference.within), (text, is_first), reference.at);
                continue;
            }
            if let Some((module, member)) = text.split_once('.') {
                self.enter_member(index, file, observation, (module, member), reference.at);
                continue;
            }
            let sym = index.sym(file, reference.name);
            if index.is_of_other_count(sym) || index.stated_in_file(file, sym, 0).is_some() {
                continue;
            }
            let n_before = self.refers.len();
            match if reference.is_starred { Target::Unknown } else { index.by_package(file, sym) } {
                Target::Defs(defs, _) => self.refer(index, file, (reference, false), defs),
                Target::Unknown => {
                    if let Some(target) = index.by_stars_around((file, reference.within), sym) {
                        let is_member = is_of_type(index, &target);
                        if !is_member {
                            self.enter_star(index, file, observation, &target);
                        }
                        if let Target::Defs(mut defs, _) = target {
                            // What a type keeps for itself, no import brings.
                            defs.retain(|def| !is_member || index.declaration(*def).is_some_and(|row| row.exported));
                            self.refer(index, file, (reference, true), defs);
                        }
                    }
                }
                _ => {}
            }
            if self.refers.len() == n_before && reference.is_type {
                self.refers.extend(types_around(index, file, reference));
            }
        }
    }

    /// The use of a name that the package gives, or that an import of everything `is_brought` by.
    fn refer(
        &mut self,
        index: &SymbolTable<'_>,
        file: FileId,
        (reference, is_brought): (&Reference, bool),
        mut defs: Vec<DefId>,
    ) {
        let is_type = |def: &DefId| index.declaration(*def).is_some_and(|row| row.kind.is_type());
        let is_extension = |def: &DefId| index.declaration(*def).is_some_and(Declaration::is_extension);
        // A function that is called like a type is not the type; and behind a value stands what extends it.
        defs.retain(|def| !reference.is_type || is_type(def));
        defs.retain(|def| !reference.is_led || is_extension(def) || !is_brought && is_type(def));
        let n_files = defs.iter().map(|def| index.file(*def)).collect::<FxHashSet<FileId>>().len();
        if n_files <= FAN_OUT && is_meant(index, file, (reference, is_brought), &defs) {
            let others = defs.into_iter().filter(|def| index.file(*def) != file);
            self.refers.extend(others.map(|def| Refers { from: file, to: index.file(def), def, at: reference.at }));
        }
    }

    /// The uses of names that imports of packages bind.
    fn enter_imported(&mut self, index: &SymbolTable<'_>, file: FileId, observation: &Observation) {
        if let Some(names) = index.names(file) {
            for row in &observation.imported {
                if let Some(outer) = outside(names, (file, row.within), &observation.spelled(row.path)) {
                    self.external.push(ExternalUse::of(file, outer, row.at));
                }
            }
            return;
        }
        let resolutions = &index.resolutions[file.0 as usize];
        let alternatives = Alternatives::of(index, file, observation);
        let is_outside =
            |site: &u32| matches!(resolutions[*site as usize], Resolution::External(_) | Resolution::Builtin(_));
        let is_module = |site: &u32| {
            let is_whole = observation.imports[*site as usize].name.is_none();
            is_whole && matches!(resolutions[*site as usize], Resolution::Module(_))
        };
        let begins_with_package = index.language(file).is_some_and(|it| it.conventions.begins_with_package.is_some());
        let called: OnceCell<FxHashSet<Position>> = OnceCell::new();
        let is_called =
            |at: &Position| called.get_or_init(|| observation.calls.iter().map(|call| call.at).collect()).contains(at);
        for row in &observation.imported {
            let head = observation.exprs.head(row.path).map(|head| index.sym(file, head));
            let sites = head.and_then(|head| index.bound.get(&(file, head))).unwrap_or_default();
            let path = || index.path(index.def(file, row.within), row.path, 0);
            if sites.iter().any(is_outside) {
                if let Target::External(outer) = path() {
                    self.external.extend(alternatives.uses(file, *outer, row.at));
                }
            } else if sites.is_empty() && begins_with_package {
                // A path that begins with the name of its package is an import of it.
                if let Target::External(outer) = path() {
                    // What is made is called where its path begins.
                    let begin = begin_of_path(&observation.spelled(row.path), row.at);
                    let at = if is_called(&begin) { begin } else { row.at };
                    self.external.push(ExternalUse { file, outer: *outer, at, how: PackageUse::Import });
                }
            } else if sites.is_empty() {
                if let Some(outer) = held_outside(index, file, observation, (row, path())) {
                    self.external.extend(alternatives.uses(file, *outer, row.at));
                }
            } else if sites.iter().any(is_module) && !is_called(&row.at) {
                self.enter_function(index, file, path(), row.at);
            }
        }
    }

    /// The use of a function by the name of its module, as a value: `runner.invoke(pkg.main)`.
    fn enter_function(&mut self, index: &SymbolTable<'_>, file: FileId, target: Target, at: Position) {
        let Target::Defs(defs, _) = target else { return };
        let is_function = |def: &DefId| index.declaration(*def).is_some_and(|row| row.kind == DeclKind::Function);
        let others = defs.into_iter().filter(|def| is_function(def) && index.file(*def) != file);
        self.refers.extend(others.map(|def| Refers { from: file, to: index.file(def), def, at }));
    }

    /// The use of a constant, by the language's own rules: of another file, or of an external package.
    fn enter_constant(
        &mut self,
        index: &SymbolTable<'_>,
        names: &dyn Names,
        from: DeclPlace,
        (path, is_first): (&str, bool),
        at: Position,
    ) {
        match names.constant(from, path) {
            Some(named) if named.is_sure && named.at.0 != from.0 => {
                let def = index.def(named.at.0, named.at.1);
                self.refers.push(Refers { from: from.0, to: named.at.0, def, at });
                let is_import = index.language(from.0).is_some_and(|it| it.conventions.names_modules_whole);
                if is_import && !self.rows.iter().any(|row| row.to == named.at.0) {
                    self.edge(index, from.0, named.at.0, at, ImportKind::Value);
                }
            }
            Some(_) => {}
            None => {
                // A path needs no import: the first is one.
                if let Some(outer) = outside(names, from, path).filter(|_| is_first) {
                    self.external.push(ExternalUse { file: from.0, outer, at, how: PackageUse::Import });
                }
            }
        }
    }

    /// The use of a name that an import of everything brought in from one file of a package.
    fn enter_star(&mut self, index: &SymbolTable<'_>, file: FileId, observation: &Observation, target: &Target) {
        let Target::Defs(defs, rule) = target else { return };
        let mut found: Vec<(&ImportSite, usize, Vec<FileId>)> = Vec::new();
        for number in &index.stars[file.0 as usize] {
            let (Resolution::Module(files) | Resolution::Member(files)) =
                &index.resolutions[file.0 as usize][*number as usize]
            else {
                continue;
            };
            let to: Vec<FileId> = defs.iter().map(|def| index.file(*def)).filter(|to| files.contains(to)).collect();
            if !to.is_empty() {
                found.push((&observation.imports[*number as usize], files.len(), to));
            }
        }
        // Overloads that several imports bring in: which of these is used, only the arguments say.
        if found.iter().all(|(.., to)| found.first().is_some_and(|(.., first)| to == first)) {
            // A package of one file is imported as that.
            let adds_to_platform = |site: &ImportSite| {
                index.resolver(file.0 as usize).is_some_and(|it| it.adds_to_platform(observation, site))
            };
            let is_edge = |site: &ImportSite, n_files: usize| n_files > 1 || adds_to_platform(site);
            for (site, _, to) in found.into_iter().filter(|(site, n_files, _)| is_edge(site, *n_files)) {
                to.into_iter().for_each(|to| self.edge_as(index, file, to, site.at, site.kind, *rule));
            }
        }
    }

    fn enter_member(
        &mut self,
        index: &SymbolTable<'_>,
        file: FileId,
        observation: &Observation,
        (module, member): (&str, &str),
        at: Position,
    ) {
        let Some(sites) = index.sym_of(module).and_then(|module| index.bound.get(&(file, module))) else { return };
        for site in sites {
            let import = &observation.imports[*site as usize];
            let resolution = &index.resolutions[file.0 as usize][*site as usize];
            match (resolution, index.sym_of(member)) {
                (Resolution::Module(files), Some(sym)) if files.len() > 1 => {
                    if let Target::Defs(defs, rule) = index.in_module(files, sym, 0) {
                        for def in defs {
                            self.edge_as(index, file, index.file(def), import.at, import.kind, rule);
                        }
                    }
                }
                (Resolution::External(package), _) => {
                    let outer = Outer::new(package, observation.name(import.source), Some(member));
                    // At the place of the member, as a call of it is.
                    let skipped = u32::try_from(module.len() + 1).unwrap_or(0);
                    let at = Position { column: at.column.saturating_add(skipped), ..at };
                    self.external.push(ExternalUse::of(file, outer, at));
                }
                _ => {}
            }
        }
    }
}

/// Whether a name may mean what the package, or an import of everything, has under it: at the place of a value, a member of the types around, or of
/// their supertypes, would come first.
fn is_meant(
    index: &SymbolTable<'_>,
    file: FileId,
    (reference, is_brought): (&Reference, bool),
    defs: &[DefId],
) -> bool {
    let sees_members = |it: &Language| it.implicit_this && (is_brought || !it.dots_lead_into_packages);
    if reference.is_type || reference.is_led || !index.language(file).is_some_and(sees_members) {
        return true;
    }
    let sym = index.sym(file, reference.name);
    index.name(index.def(file, reference.within), sym, 0).single().is_some_and(|def| defs.contains(&def))
}

fn unresolved(index: &SymbolTable<'_>, file: FileId, at: Position, source: &str) -> Gap {
    let path = index.world.paths.path(file).to_owned();
    Gap { path, at, kind: GapKind::UnresolvedImport, detail: source.to_owned() }
}
