//! Follows a name: through the lexical scopes, the imports, re-exports, and the package.

use cg_rules::{DefId, Evidence, FileId};

use super::index::{Index, Sym};
use crate::language::{BindingKind, Decl, DeclKind, LANGUAGES};

/// How many re-exports, supertypes or types of types are followed.
pub const CHASE: u32 = 12;

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
    /// Nothing where nothing is known.
    pub fn known(self) -> Option<Self> {
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
        let mut target = match head {
            "this" | "Self" => Target::Value(self.this_type(from)),
            "self" | "super" => self.module_around(from, head).unwrap_or(Target::Unknown),
            _ => self.name(from, head, depth),
        };
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
            Target::Module(files) if name == "super" && files.len() == 1 => {
                self.module_around(self.def(files[0], Decl(0)), name).unwrap_or(Target::Unknown)
            }
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
            DeclKind::Variable | DeclKind::Field => match self.type_of_definition(def, depth + 1) {
                Some(of) => self.member(of, sym, depth).unwrap_or(Target::Unknown),
                None => Target::Unknown,
            },
            DeclKind::Module if self.text(sym) == "super" => {
                self.module_around(def, "super").unwrap_or(Target::Unknown)
            }
            DeclKind::Module => self.in_scope(def, sym, depth).unwrap_or(Target::Unknown),
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
        let stated = self.in_file(file, sym, depth).or_else(|| self.by_package(file, sym).known());
        stated.unwrap_or_else(|| {
            let head = self.resolver(file.0 as usize).and_then(|resolver| resolver.head(file, name));
            head.map_or(Target::Unknown, |resolution| self.target_of(&resolution, None, depth))
        })
    }

    /// A function declared, or a name bound, inside a function or module of the file.
    fn local(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        if let Some(defs) = self.held.get(&(scope, sym)) {
            return Some(Target::Defs(best(self, defs), Evidence::Resolved));
        }
        if self.locals.contains_key(&(scope, sym)) {
            return Some(Target::Value(self.type_of_local(scope, sym)));
        }
        self.bound_in(scope, sym, depth).or_else(|| self.by_stars(scope, sym, depth))
    }

    /// A name that another file of the package declares.
    pub fn by_package(&self, file: FileId, sym: Sym) -> Target {
        let Some((family, package)) = self.package_of[file.0 as usize] else { return Target::Unknown };
        let Some(defs) = self.packaged.get(&(family, package, sym)) else { return Target::Unknown };
        let resolver = self.resolver(file.0 as usize);
        let is_seen = |def: &DefId| resolver.is_none_or(|resolver| resolver.sees(file, self.file(*def)));
        let defs: Vec<DefId> = defs.iter().copied().filter(is_seen).collect();
        match defs.len() {
            0 => Target::Unknown,
            1 => Target::Defs(defs, Evidence::Resolved),
            _ => Target::Defs(best(self, &defs), Evidence::Scoped),
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
        let mut scope = Some(from);
        while let Some(def) = scope {
            let kind = self.declaration(def)?.kind;
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
        let binding = sites.iter().map(|at| &observation.bindings[*at as usize]);
        let binding = binding.filter(|binding| binding.kind == BindingKind::Returns).next_back()?;
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

/// Of several declarations of one name in one place, those with a body where any has one.
pub fn best(index: &Index<'_>, defs: &[DefId]) -> Vec<DefId> {
    let has_body = |def: &DefId| index.declaration(*def).is_some_and(|declaration| declaration.body_line > 0);
    let with_body: Vec<DefId> = defs.iter().copied().filter(has_body).collect();
    if with_body.is_empty() { defs.to_vec() } else { with_body }
}
