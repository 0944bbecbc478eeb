//! The symbol table of all files, before any name is resolved.

use std::sync::{Arc, OnceLock};

use cg_rules::{DefId, FileId, Offer};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet};

use super::absent::AbsentFiles;
use super::circle::Circles;
use super::counted::CountedNames;
use super::declared::DeclaredNames;
use super::keyed::{Entry, Keyed, Sym, SymSet, text_hash};
use super::methods::MethodsByName;
use super::outer::{Outer, OuterStars};
use super::resolvers::{family, resolvers_but};
use crate::language::{Decl, DeclKind, Declaration, Name, Observation, Resolution, Resolver, UnreadFiles, World};
use crate::resolve::types::file_types::FileTypes;

/// Every name, definition, import and local binding, by what they are looked up with.
pub struct SymbolTable<'w> {
    /// The observations.
    pub world: &'w World<'w>,
    /// The files that are not read.
    pub(in crate::resolve) absent: AbsentFiles,
    /// Those of families of which others are read.
    pub(super) unread: Option<&'w UnreadFiles>,
    /// The definitions to which such files may give members, with their units.
    pub(in crate::resolve) added: FxHashMap<DefId, Vec<u32>>,
    /// The files that are linked, in order; `None` for all.
    pub(in crate::resolve) only: Option<Vec<FileId>>,
    /// The resolver of each language.
    pub(in crate::resolve) resolvers: Vec<Option<Arc<dyn Resolver + 'w>>>,
    /// The numbers of texts, by the hashes of those.
    syms: HashTable<u32>,
    texts: Vec<&'w str>,
    /// For each text, whether files of any family declare it, where this is one of several; else empty.
    pub(super) surveyed: Vec<u8>,
    /// The numbers of the names of all files, and where those of each file begin.
    file_syms: Vec<Sym>,
    first_sym: Vec<u32>,
    first_def: Vec<u32>,
    file_of: Vec<FileId>,
    /// Where each import site leads, by file.
    pub resolutions: Vec<Vec<Resolution>>,
    /// The members of a definition by name: a file's top level, a type's members, a function's local functions.
    pub(in crate::resolve) held: Keyed<DefId, DefId>,
    /// The import sites that bind a local name.
    pub(in crate::resolve) bound: Keyed<FileId, u32>,
    /// The import sites that bring in everything.
    pub stars: Vec<Vec<u32>>,
    /// The circles of those.
    pub(in crate::resolve) circles: Circles,
    /// Whether one of them brings in an external package.
    pub(in crate::resolve) has_outer_stars: bool,
    /// The external modules behind those, by file; empty where there are none.
    pub(in crate::resolve) outer_stars: Vec<OuterStars>,
    /// The names that anything declares, imports, binds or exposes: a star can bring no other.
    pub(in crate::resolve) offered: SymSet,
    /// The names that anything declares.
    pub(in crate::resolve) declared: DeclaredNames,
    /// The names with a number of type arguments.
    pub(super) counted: CountedNames,
    /// The exposed names of a file: `export { a as b }`.
    pub(in crate::resolve) exposed: FxHashMap<(FileId, Sym), Sym>,
    /// The top-level definitions of a package by name.
    pub(in crate::resolve) packaged: FxHashMap<(usize, u32, Sym), Vec<DefId>>,
    /// The files that give their package the members of types, by the package.
    pub(super) lifting: FxHashMap<(usize, u32), Vec<FileId>>,
    /// The package of a file, with the family of its resolver.
    pub(in crate::resolve) package_of: Vec<Option<(usize, u32)>>,
    /// Whether the default build leaves a file out.
    pub(in crate::resolve) conditional: Vec<bool>,
    /// The definitions of other files that it leaves out.
    pub(in crate::resolve) conditional_defs: rustc_hash::FxHashSet<DefId>,
    /// Local names and fields with a stated type: indexes into the observation's bindings.
    pub(in crate::resolve) locals: Keyed<DefId, u32>,
    /// The types of local names and fields, once they are linked.
    pub(in crate::resolve) local_types: FxHashMap<(DefId, Sym), DefId>,
    /// Local names and fields that are known to be of no type of the repository; with the external name where one is.
    pub(in crate::resolve) foreign: FxHashMap<(DefId, Sym), Option<Arc<Outer>>>,
    /// Types with a supertype that is not of the repository.
    pub(in crate::resolve) outer: FxHashSet<DefId>,
    /// Supertypes of a type, once they are linked.
    pub(in crate::resolve) supers: FxHashMap<DefId, Vec<DefId>>,
    /// All supertypes of a type, in the order of member lookup, once somebody asks.
    pub(in crate::resolve) lineages: FxHashMap<DefId, OnceLock<Vec<DefId>>>,
    /// The type that an `impl` block or a receiver adds to, once it is linked.
    pub(in crate::resolve) owner_type: FxHashMap<DefId, DefId>,
    /// Blocks that give a type what a trait declares: `impl Trait for Type`, with the trait once it is linked.
    pub(in crate::resolve) trait_blocks: FxHashMap<DefId, Option<DefId>>,
    /// Those of each trait, in order, once they are linked.
    pub(in crate::resolve) blocks_of_trait: FxHashMap<DefId, Vec<DefId>>,
    /// All methods by their names.
    methods: MethodsByName,
    /// Macros by the root of their crate, in a language that keeps them apart from other names.
    pub(in crate::resolve) macros: FxHashMap<(FileId, Sym), Vec<DefId>>,
    /// The name under which a template binds its first parameter, once somebody asks.
    pub(super) first_parameter: OnceLock<Option<Sym>>,
    /// The functions that convert values by themselves, by the types that they give and those above; once somebody asks.
    pub(in crate::resolve) conversions_to: OnceLock<FxHashMap<DefId, Vec<DefId>>>,
    /// The types of each file, once they are linked.
    pub file_types: Vec<FileTypes>,
    /// Those of files that an edit does not reach.
    pub(in crate::resolve) kept_types: Vec<Option<FileTypes>>,
    /// The declaration of a name imported from a module, behind all re-exports; filled by the re-export fixpoint.
    pub(in crate::resolve) homes: FxHashMap<Offer, Offer>,
}

impl<'w> SymbolTable<'w> {
    /// Reads all observations once. `kept` says of some files where their imports lead; `absent`, which files are not read.
    pub fn with(world: &'w World<'w>, kept: Vec<Option<Vec<Resolution>>>, absent: AbsentFiles) -> Self {
        let resolvers = resolvers_but(world, |family| absent.holds(family));
        let mut index = Self { resolvers, absent, ..Self::empty(world) };
        index.number();
        index.number_counted();
        index.number_surveyed();
        index.declared = DeclaredNames::of(index.texts.len());
        index.resolve_imports(kept);
        for at in 0..world.observations.len() {
            index.enter(FileId(u32::try_from(at).unwrap_or(u32::MAX)));
        }
        index.held.shrink();
        index.bound.shrink();
        index.locals.shrink();
        index.methods.finish(index.texts.len());
        index.circles = index.star_circles();
        index.outer_stars = index.all_outer_stars();
        index
    }

    /// The numbers of names and definitions alone: what names are looked up with takes as much as all that is found by
    /// them.
    pub fn into_numbers(self) -> Self {
        let Self { world, texts, surveyed, file_syms, first_sym, first_def, file_of, .. } = self;
        Self { texts, surveyed, file_syms, first_sym, first_def, file_of, ..Self::empty(world) }
    }

    fn empty(world: &'w World<'w>) -> Self {
        Self {
            world,
            absent: AbsentFiles::default(),
            unread: world.unread,
            added: FxHashMap::default(),
            only: None,
            resolvers: Vec::new(),
            syms: HashTable::new(),
            texts: Vec::new(),
            surveyed: Vec::new(),
            file_syms: Vec::new(),
            first_sym: Vec::with_capacity(world.observations.len()),
            first_def: Vec::with_capacity(world.observations.len()),
            file_of: Vec::new(),
            resolutions: Vec::new(),
            held: Keyed::default(),
            bound: Keyed::default(),
            stars: Vec::new(),
            circles: Circles::default(),
            has_outer_stars: false,
            outer_stars: Vec::new(),
            offered: SymSet::default(),
            declared: DeclaredNames::default(),
            counted: CountedNames::default(),
            exposed: FxHashMap::default(),
            packaged: FxHashMap::default(),
            lifting: FxHashMap::default(),
            first_parameter: OnceLock::new(),
            conversions_to: OnceLock::new(),
            package_of: Vec::new(),
            conditional: Vec::new(),
            conditional_defs: rustc_hash::FxHashSet::default(),
            locals: Keyed::default(),
            local_types: FxHashMap::default(),
            foreign: FxHashMap::default(),
            outer: FxHashSet::default(),
            supers: FxHashMap::default(),
            lineages: FxHashMap::default(),
            owner_type: FxHashMap::default(),
            trait_blocks: FxHashMap::default(),
            blocks_of_trait: FxHashMap::default(),
            methods: MethodsByName::default(),
            macros: FxHashMap::default(),
            file_types: Vec::new(),
            kept_types: Vec::new(),
            homes: FxHashMap::default(),
        }
    }

    /// The number of the first definition of each file.
    pub fn first_defs(&self) -> &[u32] {
        &self.first_def
    }

    /// Gives every name and every definition its number.
    fn number(&mut self) {
        // Of four names of files one is new.
        let n_names: usize = self.world.observations.iter().flatten().map(|it| it.names.len()).sum();
        self.syms.reserve(n_names / 4, |_| 0);
        self.file_syms.reserve_exact(n_names);
        for (at, observation) in self.world.observations.iter().enumerate() {
            self.first_def.push(u32::try_from(self.file_of.len()).unwrap_or(u32::MAX));
            self.first_sym.push(u32::try_from(self.file_syms.len()).unwrap_or(u32::MAX));
            let file = FileId(u32::try_from(at).unwrap_or(u32::MAX));
            let Some(observation) = observation else {
                let n_absent = self.absent.definitions.get(at).copied().unwrap_or(0);
                self.file_of.extend((0..n_absent).map(|_| file));
                continue;
            };
            let syms = observation.names.iter().map(|text: &'w str| {
                let texts = &mut self.texts;
                let next = u32::try_from(texts.len()).unwrap_or(u32::MAX);
                let is_it = |at: &u32| texts[*at as usize] == text;
                let entry = self.syms.entry(text_hash(text), is_it, |at| text_hash(texts[*at as usize]));
                let at = *entry.or_insert(next).get();
                if at == next {
                    texts.push(text);
                }
                Sym(at)
            });
            self.file_syms.extend(syms);
            self.file_of.extend(observation.declarations.iter().map(|_| file));
        }
    }

    /// Enters what one file declares, imports and binds.
    fn enter(&mut self, file: FileId) {
        let at = file.0 as usize;
        let package = self.world.languages[at].and_then(|language| {
            let family = family(language);
            Some((family, self.resolver(at)?.package(file)?))
        });
        self.package_of.push(package);
        self.conditional.push(self.resolver(at).is_some_and(|resolver| resolver.is_conditional(file)));
        let mut stars = Vec::new();
        let (mut held, mut bound) = (Vec::new(), Vec::new());
        if let Some(observation) = &self.world.observations[at] {
            for decl in &observation.conditional {
                self.conditional_defs.insert(self.def(file, *decl));
            }
            for (number, declaration) in observation.declarations.iter().enumerate().skip(1) {
                held.extend(self.enter_declaration(file, number, declaration, package));
            }
            for (number, site) in observation.imports.iter().enumerate() {
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                let stated = self.resolver(at).and_then(|resolver| resolver.local_name(file, observation, site));
                let local = match (stated, site.local) {
                    (Some(stated), _) => self.sym_of(&stated),
                    (None, local) => local.map(|local| self.sym(file, local)),
                };
                if let Some(local) = local {
                    self.offered.insert(local);
                    if site.name.is_some_and(|name| self.sym(file, name) != local) {
                        self.enter_alias(file, local);
                    }
                    bound.push((file, local, number));
                }
                if site.name.is_some_and(|name| observation.name(name) == "*") && site.local.is_none() {
                    stars.push(number);
                    let resolution = self.resolutions[at].get(number as usize);
                    self.has_outer_stars |= matches!(resolution, Some(Resolution::External(_)));
                }
            }
            for export in &observation.exports {
                self.offered.insert(self.sym(file, export.name));
                self.enter_alias(file, self.sym(file, export.name));
                self.exposed.insert((file, self.sym(file, export.name)), self.sym(file, export.local));
            }
            let bindings = observation.bindings.iter().zip(0u32..);
            let locals = bindings.map(|(it, number)| (self.def(file, it.scope), self.sym(file, it.name), number));
            let mut locals: Vec<Entry<DefId, u32>> = locals.collect();
            locals.iter().for_each(|(_, name, _)| self.offered.insert(*name));
            self.enter_lifting(file, package, &locals);
            self.locals.append(&mut locals);
            self.held.append(&mut held);
            self.bound.append(&mut bound);
        }
        self.stars.push(stars);
    }

    /// Its entry among the members of its container, where it has one.
    fn enter_declaration(
        &mut self,
        file: FileId,
        number: usize,
        declaration: &Declaration,
        package: Option<(usize, u32)>,
    ) -> Option<Entry<DefId, DefId>> {
        if declaration.kind == DeclKind::Attribute {
            self.declared.enter_attribute(self.sym(file, declaration.name));
            return None;
        }
        let def = DefId(self.first_def[file.0 as usize] + u32::try_from(number).unwrap_or(u32::MAX));
        let sym = self.sym(file, declaration.name);
        let looked_up = self.observation(file).map_or(sym, |it| self.name_of_declaration((it, def), declaration));
        self.offered.insert(sym);
        self.offered.insert(looked_up);
        if let Some(family) = self.family(file) {
            self.declared.enter(sym, family, declaration.kind);
        }
        self.enter_macro(file, declaration, def);
        if self.is_method(file, declaration) {
            self.methods.enter(sym, def);
        }
        // What has an owner elsewhere is no member of its surroundings, nor is a block that has no name of its own.
        if declaration.owner.is_some() && !declaration.is_extension() {
            return None;
        }
        let container = declaration.container.unwrap_or(Decl(0));
        let is_shared = || self.resolver(file.0 as usize).is_none_or(|resolver| resolver.shares(file, declaration));
        if let (Some((family, package)), Decl(0)) = (package, container)
            && is_shared()
        {
            self.packaged.entry((family, package, looked_up)).or_default().push(def);
        }
        Some((self.def(file, container), looked_up, def))
    }

    /// The resolver of a file's language.
    pub fn resolver(&self, file: usize) -> Option<&(dyn Resolver + 'w)> {
        self.resolvers.get(self.world.languages[file]?)?.as_deref()
    }

    /// The observation of a file.
    pub fn observation(&self, file: FileId) -> Option<&'w Observation> {
        self.look(file);
        self.world.observations[file.0 as usize].as_ref()
    }

    /// The definition of a declaration.
    pub fn def(&self, file: FileId, decl: Decl) -> DefId {
        self.look(file);
        DefId(self.first_def[file.0 as usize] + decl.0)
    }

    /// The numbers of the definitions of a file.
    pub fn defs_of(&self, file: FileId) -> std::ops::Range<usize> {
        let first = |at: usize| self.first_def.get(at).map_or(self.file_of.len(), |first| *first as usize);
        first(file.0 as usize)..first(file.0 as usize + 1)
    }

    /// The file of a definition.
    pub fn file(&self, def: DefId) -> FileId {
        let file = self.file_of[def.0 as usize];
        self.look(file);
        file
    }

    /// Where a definition is declared.
    pub fn place(&self, def: DefId) -> (FileId, Decl) {
        let file = self.file(def);
        (file, Decl(def.0 - self.first_def[file.0 as usize]))
    }

    /// The declaration of a definition.
    pub fn declaration(&self, def: DefId) -> Option<&'w Declaration> {
        let file = self.file(def);
        let number = def.0 - self.first_def[file.0 as usize];
        self.observation(file)?.declarations.get(number as usize)
    }

    /// The definition around a definition.
    pub fn container(&self, def: DefId) -> Option<DefId> {
        Some(self.def(self.file(def), self.declaration(def)?.container?))
    }

    /// The number of a local name.
    pub fn sym(&self, file: FileId, name: Name) -> Sym {
        self.syms(file).get(name.0 as usize).copied().unwrap_or(Sym(u32::MAX))
    }

    /// The numbers of the names of a file.
    pub fn syms(&self, file: FileId) -> &[Sym] {
        let start = |at: usize| self.first_sym.get(at).map_or(self.file_syms.len(), |first| *first as usize);
        self.file_syms.get(start(file.0 as usize)..start(file.0 as usize + 1)).unwrap_or_default()
    }

    /// All methods of a name in the languages of a file's family.
    pub fn methods(&self, file: FileId, sym: Sym) -> impl Iterator<Item = DefId> {
        let family = self.family(file);
        self.methods.of(sym).iter().copied().filter(move |def| self.family(self.file(*def)) == family)
    }

    /// The number of a text, if any file holds it.
    pub fn sym_of(&self, text: &str) -> Option<Sym> {
        self.syms.find(text_hash(text), |at| self.texts[*at as usize] == text).copied().map(Sym)
    }

    /// How many distinct texts the names of all files have.
    pub fn n_texts(&self) -> usize {
        self.texts.len()
    }

    /// The text of a name.
    pub fn text(&self, sym: Sym) -> &'w str {
        self.texts.get(sym.0 as usize).copied().unwrap_or("")
    }
}
