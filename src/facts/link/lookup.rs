//! Follows a name: through the lexical scopes, the imports, re-exports, and the package.

use cg_rules::{DefId, Evidence, FileId};
use rustc_hash::FxHashSet;

use super::index::{Index, Sym};
use crate::language::{BindingKind, Decl, DeclKind, ImportKind, LANGUAGES, Language, Resolution};

/// How many re-exports, supertypes or types of types are followed.
const CHASE: u32 = 12;

/// Where a name leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To definitions: one, or several overloads of one.
    Defs(Vec<DefId>, Evidence),
    /// To a module: its files.
    Module(Vec<FileId>),
    /// To an external package, or a member of it.
    External(String, Option<String>),
    /// To a value whose definition is its type's: a parameter, a local, a field.
    Value(Option<DefId>),
    /// To several things that are not the same.
    Ambiguous,
    /// Nowhere that is known.
    Unknown,
}

impl Target {
    fn known(self) -> Option<Self> {
        (self != Self::Unknown).then_some(self)
    }

    /// The one definition, if there is one.
    pub fn single(&self) -> Option<DefId> {
        match self {
            Self::Defs(defs, _) => defs.first().copied(),
            _ => None,
        }
    }
}

impl Index<'_> {
    /// What a dotted path means inside `from`: the head by scope, each further part as a member.
    pub fn path(&self, from: DefId, path: &str, depth: u32) -> Target {
        if depth > CHASE {
            return Target::Unknown;
        }
        let mut parts = path.split('.');
        let head = parts.next().unwrap_or("");
        let mut target =
            if head == "this" { Target::Value(self.this_type(from)) } else { self.name(from, head, depth) };
        for part in parts {
            target = self.part(&target, part, depth + 1);
        }
        target
    }

    /// A member of what a target is.
    pub fn part(&self, target: &Target, name: &str, depth: u32) -> Target {
        if depth > CHASE {
            return Target::Unknown;
        }
        let Some(sym) = self.sym_of(name) else {
            return match target {
                Target::External(package, _) => Target::External(package.clone(), Some(name.to_owned())),
                _ => Target::Unknown,
            };
        };
        match target {
            Target::Module(files) => self.in_module(files, sym, depth),
            Target::External(package, _) => Target::External(package.clone(), Some(name.to_owned())),
            Target::Value(Some(of)) => self.member(*of, sym, depth).unwrap_or(Target::Unknown),
            Target::Defs(defs, _) => match defs.first() {
                Some(def) => self.member_of_definition(*def, sym, depth),
                None => Target::Unknown,
            },
            _ => Target::Unknown,
        }
    }

    fn member_of_definition(&self, def: DefId, sym: Sym, depth: u32) -> Target {
        let Some(declaration) = self.declaration(def) else { return Target::Unknown };
        match declaration.kind {
            // A method without a call in the midst of a path is a property.
            DeclKind::Variable | DeclKind::Field | DeclKind::Method => match self.type_of_definition(def, depth + 1) {
                Some(of) => self.member(of, sym, depth).unwrap_or(Target::Unknown),
                // An object has the members that are written in it.
                None => self
                    .held
                    .get(&(def, sym))
                    .map_or(Target::Unknown, |defs| Target::Defs(best(self, defs), Evidence::Resolved)),
            },
            _ => self.member(def, sym, depth).unwrap_or(Target::Unknown),
        }
    }

    /// A name alone, as the code at `from` sees it.
    pub fn name(&self, from: DefId, name: &str, depth: u32) -> Target {
        let Some(sym) = self.sym_of(name) else { return Target::Unknown };
        let file = self.file(from);
        let implicit = self.language(file).is_some_and(|language| language.implicit_this);
        let mut scope = Some(from);
        while let Some(def) = scope {
            let kind = self.declaration(def).map(|declaration| declaration.kind);
            let is_type = kind.is_some_and(|kind| kind.is_type() || kind == DeclKind::Impl);
            if kind == Some(DeclKind::File) {
                break;
            }
            if !is_type && let Some(target) = self.local(def, sym, depth) {
                return target;
            }
            // The body of a class is a scope for its methods only where `this` is implied.
            if is_type && (implicit || def == from) {
                let of = self.owner_type.get(&def).copied().unwrap_or(def);
                if let Some(target) = self.member(of, sym, depth) {
                    return target;
                }
            }
            scope = self.container(def);
        }
        self.in_file(file, sym, depth).unwrap_or_else(|| self.by_package(file, sym))
    }

    /// A function declared, or a name bound, inside a function or module of the file.
    fn local(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        // A member of an object that is written in a function is no name of that function.
        let is_member = |def: &DefId| {
            self.declaration(*def).is_some_and(|row| matches!(row.kind, DeclKind::Method | DeclKind::Field))
        };
        let held = self.held.get(&(scope, sym)).filter(|defs| !defs.iter().all(is_member));
        let blocks = || self.language(self.file(scope)).is_some_and(Language::has_block_scopes);
        match (held, self.locals.contains_key(&(scope, sym))) {
            // Two blocks of one function use the name for different things.
            (Some(_), true) if blocks() => return Some(Target::Ambiguous),
            (Some(defs), _) => return Some(Target::Defs(best(self, defs), Evidence::Resolved)),
            (None, true) => return Some(Target::Value(self.type_of_local(scope, sym))),
            (None, false) => {}
        }
        let within = self.bound.get(&(self.file(scope), sym))?;
        let observation = self.observation(self.file(scope))?;
        let here = within
            .iter()
            .find(|site| self.def(self.file(scope), observation.imports[**site as usize].within) == scope)?;
        self.import(self.file(scope), *here, depth).known()
    }

    /// A name at the top level of a file: what it declares, then what it imports.
    pub fn in_file(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        if depth > CHASE {
            return None;
        }
        self.stated_in(file, sym, depth).or_else(|| self.by_stars(file, sym, depth))
    }

    /// A name that a file declares, exposes, or imports by itself.
    fn stated_in(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        if depth > CHASE {
            return None;
        }
        if let Some(defs) = self.held.get(&(self.def(file, Decl(0)), sym)) {
            return Some(Target::Defs(best(self, defs), Evidence::Resolved));
        }
        let observation = self.observation(file)?;
        let sites = self.bound.get(&(file, sym))?.iter();
        let sites = sites.filter(|site| observation.imports[**site as usize].within == Decl(0));
        let targets = sites.filter_map(|site| self.import(file, *site, depth).known());
        agree(targets.collect())
    }

    /// A name that comes by `import *` or `export *`, through any number of them. What a module says explicitly wins
    /// over what lies behind it; two different finds are ambiguous.
    fn by_stars(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        let mut queue = vec![file];
        let mut seen = FxHashSet::from_iter([file]);
        let mut at = 0;
        let mut targets = Vec::new();
        while let Some(from) = queue.get(at).copied() {
            at += 1;
            for to in self.star_targets(from, sym) {
                if seen.insert(to) {
                    match self.offered(to, sym, depth + 1) {
                        Some(target) => targets.push(target),
                        None => queue.push(to),
                    }
                }
            }
        }
        agree(targets)
    }

    /// A name that nothing of the repository offers, in a module that hands on all of one external package.
    fn by_outer_stars(&self, file: FileId, sym: Sym) -> Option<Target> {
        if !self.language(file)?.exports_explicitly() {
            return None;
        }
        let mut queue = vec![file];
        let mut seen = FxHashSet::from_iter([file]);
        let mut at = 0;
        let mut packages: Vec<&str> = Vec::new();
        while let Some(from) = queue.get(at).copied() {
            at += 1;
            let sites = self.stars[from.0 as usize].iter();
            let resolutions = sites.filter_map(|site| self.resolutions[from.0 as usize].get(*site as usize));
            packages.extend(resolutions.filter_map(|resolution| match resolution {
                Resolution::External(package) => Some(package.as_str()),
                _ => None,
            }));
            queue.extend(self.star_targets(from, sym).into_iter().filter(|to| seen.insert(*to)));
        }
        packages.sort_unstable();
        packages.dedup();
        let [package] = packages.as_slice() else { return None };
        Some(Target::External((*package).to_owned(), Some(self.text(sym).to_owned())))
    }

    /// A name that a module exposes: a file, or all files of a package.
    pub fn in_module(&self, files: &[FileId], sym: Sym, depth: u32) -> Target {
        if depth > CHASE {
            return Target::Unknown;
        }
        let found = files.iter().filter_map(|file| {
            let offered = self.offered(*file, sym, depth + 1).or_else(|| self.by_stars(*file, sym, depth + 1));
            offered.or_else(|| self.of_whole(*file, sym, depth + 1)).or_else(|| self.by_outer_stars(*file, sym))
        });
        let found: Vec<Target> = found.collect();
        if files.len() > 1 && found.len() > 1 {
            // The files of a package may declare a name once for each platform.
            let defs: Vec<DefId> = found.iter().filter_map(Target::single).collect();
            return Target::Defs(defs, Evidence::Scoped);
        }
        agree(found).unwrap_or(Target::Unknown)
    }

    /// What a file itself offers to others under a name.
    fn offered(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        let exposed = self.exposed.get(&(file, sym)).copied();
        if exposed.is_none() && self.language(file).is_some_and(Language::exports_explicitly) {
            let defs = self.held.get(&(self.def(file, Decl(0)), sym))?.iter().copied();
            let exported = |def: &DefId| self.declaration(*def).is_some_and(|row| row.exported);
            let defs: Vec<DefId> = defs.filter(exported).collect();
            return (!defs.is_empty()).then(|| Target::Defs(best(self, &defs), Evidence::Resolved));
        }
        self.stated_in(file, exposed.unwrap_or(sym), depth)
    }

    /// What a CommonJS module is as a whole: `module.exports = …`.
    fn whole(&self, file: FileId, depth: u32) -> Option<Target> {
        self.offered(file, self.sym_of("export=")?, depth)
    }

    /// A member of that.
    fn of_whole(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        let whole = self.whole(file, depth)?;
        match self.text(sym) {
            "export=" => None,
            "default" => Some(whole),
            name => self.part(&whole, name, depth).known(),
        }
    }

    /// What an import site binds.
    fn import(&self, file: FileId, site: u32, depth: u32) -> Target {
        let (Some(observation), Some(resolution)) =
            (self.observation(file), self.resolutions[file.0 as usize].get(site as usize))
        else {
            return Target::Unknown;
        };
        let site = &observation.imports[site as usize];
        let name = site.name.map(|name| observation.name(name));
        match resolution {
            Resolution::Module(files) => {
                let whole = files.first().filter(|_| name.is_none()).and_then(|file| self.whole(*file, depth + 1));
                let kind =
                    whole.as_ref().and_then(Target::single).and_then(|def| self.declaration(def)).map(|row| row.kind);
                // An object is the module by another name.
                whole.filter(|_| kind != Some(DeclKind::Variable)).unwrap_or_else(|| Target::Module(files.clone()))
            }
            Resolution::Member(files) => match name {
                None | Some("*") => Target::Module(files.clone()),
                Some(name) => match self.sym_of(name) {
                    Some(sym) => self.in_module(files, sym, depth + 1),
                    None => Target::Unknown,
                },
            },
            Resolution::External(package) | Resolution::Builtin(package) => {
                Target::External(package.clone(), name.filter(|name| *name != "*").map(str::to_owned))
            }
            Resolution::Asset(_) | Resolution::Unresolved => Target::Unknown,
        }
    }

    /// The files whose names a file takes over wholesale.
    fn star_targets(&self, file: FileId, sym: Sym) -> Vec<FileId> {
        let Some(observation) = self.observation(file) else { return Vec::new() };
        let is_default = self.text(sym) == "default";
        let sites = self.stars[file.0 as usize].iter().filter(|site| {
            // `export * from` hands on everything but the default export.
            !(is_default && observation.imports[**site as usize].kind == ImportKind::Reexport)
        });
        let resolutions = sites.filter_map(|site| self.resolutions[file.0 as usize].get(*site as usize));
        let files = resolutions.flat_map(|resolution| match resolution {
            Resolution::Module(files) | Resolution::Member(files) => files.as_slice(),
            _ => &[],
        });
        files.copied().collect()
    }

    /// A name that another file of the package declares.
    pub fn by_package(&self, file: FileId, sym: Sym) -> Target {
        let Some((family, package)) = self.package_of[file.0 as usize] else { return Target::Unknown };
        match self.packaged.get(&(family, package, sym)) {
            Some(defs) if defs.len() == 1 => Target::Defs(defs.clone(), Evidence::Resolved),
            Some(defs) => Target::Defs(best(self, defs), Evidence::Scoped),
            None => Target::Unknown,
        }
    }

    /// A member of a type, its own before those of its supertypes.
    pub fn member(&self, of: DefId, sym: Sym, depth: u32) -> Option<Target> {
        if depth > CHASE {
            return None;
        }
        if let Some(defs) = self.held.get(&(of, sym)) {
            let defs = best(self, defs);
            let evidence = if defs.len() == 1 { Evidence::Resolved } else { Evidence::Scoped };
            return Some(Target::Defs(defs, evidence));
        }
        if self.locals.contains_key(&(of, sym)) {
            return Some(Target::Value(self.type_of_local(of, sym)));
        }
        let supers = self.supers.get(&of)?;
        supers.iter().filter(|sup| **sup != of).find_map(|sup| self.member(*sup, sym, depth + 1))
    }

    /// The type whose body `from` stands in.
    pub fn this_type(&self, from: DefId) -> Option<DefId> {
        let this = self.sym_of("this");
        let mut scope = Some(from);
        while let Some(def) = scope {
            let kind = self.declaration(def)?.kind;
            // A function with a `this` of its own.
            if let Some(this) = this.filter(|this| self.locals.contains_key(&(def, *this))) {
                return self.type_of_local(def, this);
            }
            if let Some(owner) = self.owner_type.get(&def) {
                return Some(*owner);
            }
            if kind.is_type() {
                return Some(def);
            }
            scope = self.container(def);
        }
        None
    }

    /// The type of a local name or field, where the text states it.
    pub fn type_of_local(&self, scope: DefId, sym: Sym) -> Option<DefId> {
        self.local_types.get(&(scope, sym)).copied()
    }

    /// The type that the bindings of a local name agree on, given the types known so far.
    pub fn stated_type(&self, scope: DefId, sym: Sym, bindings: &[u32]) -> Option<DefId> {
        let observation = self.observation(self.file(scope))?;
        let mut agreed: Option<DefId> = None;
        for binding in bindings.iter().map(|at| &observation.bindings[*at as usize]) {
            let Some(name) = binding.type_name.filter(|_| binding.kind != BindingKind::Returns) else { continue };
            let from = if binding.kind == BindingKind::Annotated { scope } else { self.outside(scope, sym) };
            let target = self.path(from, observation.name(name), 1);
            let of = self.type_of_target(&target, binding.kind, 1)?;
            // Assigned twice with different types: nothing is known.
            if agreed.is_some_and(|agreed| agreed != of) {
                return None;
            }
            agreed = Some(of);
        }
        agreed
    }

    /// A local that is constructed by a name of its own (`foo = foo()`) means the outer one.
    fn outside(&self, scope: DefId, sym: Sym) -> DefId {
        let same =
            self.declaration(scope).is_some_and(|declaration| self.sym(self.file(scope), declaration.name) == sym);
        if same { self.container(scope).unwrap_or(scope) } else { scope }
    }

    /// The type that a target stands for: a type itself, what a function returns, what a value is.
    pub fn type_of_target(&self, target: &Target, kind: BindingKind, depth: u32) -> Option<DefId> {
        match target {
            Target::Value(of) => *of,
            Target::Defs(defs, _) => {
                let def = *defs.first()?;
                let declaration = self.declaration(def)?;
                if declaration.kind.is_type() {
                    return Some(self.aliased(def, depth));
                }
                if kind == BindingKind::Annotated {
                    return None;
                }
                self.type_of_definition(def, depth)
            }
            _ => None,
        }
    }

    /// What an alias stands for, if it is stated as a type's name.
    fn aliased(&self, def: DefId, depth: u32) -> DefId {
        let is_alias = self.declaration(def).is_some_and(|declaration| declaration.kind == DeclKind::Alias);
        if !is_alias {
            return def;
        }
        self.returned(def, depth).unwrap_or(def)
    }

    /// What a function returns, or what a variable or field is.
    pub fn type_of_definition(&self, def: DefId, depth: u32) -> Option<DefId> {
        let declaration = self.declaration(def)?;
        if matches!(declaration.kind, DeclKind::Variable | DeclKind::Field) {
            let scope = self.container(def)?;
            let sym = self.sym(self.file(def), declaration.name);
            return self.type_of_local(scope, sym);
        }
        self.returned(def, depth)
    }

    fn returned(&self, def: DefId, depth: u32) -> Option<DefId> {
        if depth > CHASE {
            return None;
        }
        let file = self.file(def);
        let observation = self.observation(file)?;
        let sites = self.locals.get(&(def, self.sym_of("")?))?;
        let mut bindings = sites.iter().map(|at| &observation.bindings[*at as usize]);
        let binding = bindings.rfind(|binding| binding.kind == BindingKind::Returns)?;
        let name = observation.name(binding.type_name?);
        if matches!(name, "Self" | "this" | "self") {
            return self.this_type(def);
        }
        let target = self.path(def, name, depth + 1);
        self.type_of_target(&target, BindingKind::Annotated, depth + 1)
    }

    /// The language of a file.
    pub fn language(&self, file: FileId) -> Option<&'static crate::language::Language> {
        self.world.languages[file.0 as usize].map(|at| &LANGUAGES[at])
    }
}

/// Several targets as one: the same, or ambiguous.
fn agree(mut targets: Vec<Target>) -> Option<Target> {
    targets.dedup();
    match targets.len() {
        0 => None,
        1 => targets.pop(),
        _ => Some(Target::Ambiguous),
    }
}

/// Of several declarations of one name in one place, those with a body where any has one.
fn best(index: &Index<'_>, defs: &[DefId]) -> Vec<DefId> {
    let has_body = |def: &DefId| index.declaration(*def).is_some_and(|declaration| declaration.body_line > 0);
    let with_body: Vec<DefId> = defs.iter().copied().filter(has_body).collect();
    if with_body.is_empty() { defs.to_vec() } else { with_body }
}
