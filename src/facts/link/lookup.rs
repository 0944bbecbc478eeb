//! Follows a name: through the lexical scopes, the imports, re-exports, and the package.

use cg_rules::{DefId, Evidence, FileId};

use super::element::levels;
use super::index::{Index, Sym};
use super::module::dotted_source;
use super::target::{CHASE, Target, best, without_companions};
use crate::language::{BindingKind, Decl, DeclKind, LANGUAGES, Resolution};

impl Index<'_> {
    /// What a dotted path means inside `from`: the head by scope, each further part as a member.
    pub fn path(&self, from: DefId, path: &str, depth: u32) -> Target {
        if depth > CHASE {
            return Target::Unknown;
        }
        if let Some(names) = self.names(self.file(from)) {
            return self.path_by_names(names, from, path, depth);
        }
        if let Some(target) = self.declared_path(from, path, depth) {
            return target;
        }
        let mut parts = path.split('.');
        let head = parts.next().unwrap_or("");
        let (plain, n_elements) = levels(head);
        let mut target = match (head, head.strip_suffix("()")) {
            _ if n_elements > 0 => self.elements_of_name(from, plain, n_elements, depth + 1),
            ("this" | "Self", _) => Target::Value(self.this_type(from)),
            ("self" | "super", _) => self.module_around(from, head).unwrap_or(Target::Unknown),
            (_, Some(called)) => self.result(&self.name(from, called, depth), depth + 1),
            _ => self.value_first(self.name(from, head, depth)),
        };
        if target == Target::Unknown
            && let Some(target) = self.qualified(self.file(from), path, depth)
        {
            return target;
        }
        if matches!(target, Target::Module(_))
            && let Some((module, n_parts)) = self.deepest_module(self.file(from), head, path)
        {
            target = module;
            parts = path.split('.');
            parts.by_ref().take(n_parts).for_each(drop);
        }
        for part in parts {
            let (plain, n_elements) = levels(part);
            if n_elements > 0 {
                let many = self.part(&target, plain.strip_suffix("()").unwrap_or(plain), depth + 1);
                target = self.elements_of_target(&many, n_elements, depth + 1);
                continue;
            }
            target = match part.strip_suffix("()") {
                Some(called) => self.result(&self.part(&target, called, depth + 1), depth + 1),
                None => self.part(&target, part, depth + 1),
            };
        }
        target
    }

    /// Where a field and methods share a name, what is not called is the field.
    fn value_first(&self, target: Target) -> Target {
        let Target::Defs(mut defs, evidence) = target else { return target };
        let is_value = |def: &DefId| self.declaration(*def).is_some_and(|row| !row.kind.is_callable());
        if defs.len() > 1 && defs.iter().any(is_value) {
            defs.retain(is_value);
        }
        Target::Defs(defs, evidence)
    }

    /// What a call of the target gives.
    pub(super) fn result(&self, called: &Target, depth: u32) -> Target {
        match called {
            Target::External(package, _) => Target::External(package.clone(), None),
            _ => Target::Value(self.type_of_target(called, BindingKind::Constructed, depth)),
        }
    }

    /// What a path means that names its package: `com.acme.Type.member`.
    pub(super) fn qualified(&self, file: FileId, path: &str, depth: u32) -> Option<Target> {
        if !path.contains('.') {
            return None;
        }
        match self.resolver(file.0 as usize)?.qualified(file, path)? {
            Resolution::Inside(to, inside) => Some(self.inside(to, &inside, depth + 1)),
            Resolution::Member(files) => {
                let name = path.rsplit('.').next().and_then(|name| self.sym_of(name))?;
                Some(self.in_module(&files, name, depth + 1))
            }
            _ => None,
        }
    }

    /// The deepest module that a path names by imports such as `import a.b.c`, which bind `a` alone; and how many parts
    /// of the path name it.
    pub(super) fn deepest_module(&self, file: FileId, head: &str, path: &str) -> Option<(Target, usize)> {
        let observation = self.observation(file)?;
        let mut best: Option<(Target, usize)> = None;
        for site in self.bound.get(&(file, self.sym_of(head)?))? {
            let Some(source) = dotted_source(observation, *site) else { continue };
            let common = path.split('.').zip(source.split('.')).take_while(|(part, named)| part == named).count();
            if common < 2 || best.as_ref().is_some_and(|(_, n_parts)| *n_parts >= common) {
                continue;
            }
            let files = match self.resolutions[file.0 as usize].get(*site as usize) {
                Some(Resolution::Module(files)) if source.split('.').count() == common => files.clone(),
                _ => {
                    let end = path.match_indices('.').nth(common - 1).map_or(path.len(), |(at, _)| at);
                    self.resolver(file.0 as usize)?.module(&path[..end])
                }
            };
            best = Some((Target::Module(files), common));
        }
        best
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
            Target::Module(files) => match self.in_module(files, sym, depth) {
                Target::Unknown => self.submodule(files, name),
                target => target,
            },
            Target::External(package, _) => Target::External(package.clone(), Some(name.to_owned())),
            Target::Value(Some(of)) => self.member(*of, sym, depth).unwrap_or(Target::Unknown),
            Target::Defs(defs, _) => {
                let members = defs.iter().map(|def| self.member_of_definition(*def, sym, depth));
                members.into_iter().find(|member| *member != Target::Unknown).unwrap_or(Target::Unknown)
            }
            _ => Target::Unknown,
        }
    }

    /// A module as a member of its package.
    pub(super) fn submodule(&self, files: &[FileId], name: &str) -> Target {
        let resolver = files.first().and_then(|file| self.resolver(file.0 as usize));
        let child = resolver.map_or(Vec::new(), |resolver| resolver.child(files, name));
        if child.is_empty() { Target::Unknown } else { Target::Module(child) }
    }

    pub(super) fn member_of_definition(&self, def: DefId, sym: Sym, depth: u32) -> Target {
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
            DeclKind::Module if self.text(sym) == "super" => {
                self.module_around(def, "super").unwrap_or(Target::Unknown)
            }
            DeclKind::Module => self.in_scope(def, sym, depth).unwrap_or(Target::Unknown),
            _ => self.member(def, sym, depth).unwrap_or(Target::Unknown),
        }
    }

    /// The module that `self` or `super` means at a place, in a language whose paths may start so.
    pub(super) fn module_around(&self, from: DefId, head: &str) -> Option<Target> {
        let file = self.file(from);
        let of_file = self.resolver(file.0 as usize)?.head(file, head)?;
        let is_module = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Module);
        let around = |from| std::iter::successors(Some(from), |def| self.container(*def)).find(is_module);
        let Some(inner) = around(from) else { return self.target_of(file, &of_file, None, 0).known() };
        let module = if head == "self" { Some(inner) } else { self.container(inner).and_then(around) };
        Some(module.map_or(Target::Module(vec![file]), |module| Target::Defs(vec![module], Evidence::Resolved)))
    }

    /// A name alone, as the code at `from` sees it.
    pub fn name(&self, from: DefId, name: &str, depth: u32) -> Target {
        let Some(sym) = self.sym_of(name) else { return Target::Unknown };
        let file = self.file(from);
        let implicit = self.language(file).is_some_and(|language| language.implicit_this);
        let by_name = self.links_by_name(file);
        let mut scope = Some(from);
        while let Some(def) = scope {
            let kind = self.declaration(def).map(|declaration| declaration.kind);
            let is_type = kind.is_some_and(|kind| kind.is_type() || kind == DeclKind::Impl);
            if kind == Some(DeclKind::File) || (by_name && kind == Some(DeclKind::Module)) {
                break;
            }
            if !is_type && let Some(target) = self.local(def, sym, depth) {
                return target;
            }
            // The body of a class is a scope for its methods only where `this` is implied, and so is what a function
            // extends.
            let of = self.owner_type.get(&def).copied().or(is_type.then_some(def));
            // In a type that has constructors of its name, the name means the type.
            if let Some(of) = of.filter(|of| by_name && self.is_named(*of, sym)) {
                return Target::Defs(vec![of], Evidence::Resolved);
            }
            let member = of.and_then(|of| match implicit {
                true => self.member(of, sym, depth),
                // What stands right in the body sees what the body itself binds, not what the type inherits.
                false => self.own_member(of, sym).filter(|_| is_type && def == from),
            });
            if let Some(target) = member {
                let made = by_name.then(|| self.made_by_constructor(&target, sym)).flatten();
                return made.unwrap_or(target);
            }
            scope = self.container(def);
        }
        if let Some(target) = self.declared(from, name) {
            return target;
        }
        // What the file says, then its package, then what comes wholesale, then what the language brings to every file.
        let stated = self.stated_in_file(file, sym, depth).or_else(|| self.by_package(file, sym).known());
        let stated = stated.or_else(|| self.by_stars(self.def(file, Decl(0)), sym, depth));
        stated.unwrap_or_else(|| {
            let head = self.resolver(file.0 as usize).and_then(|resolver| resolver.head(file, name));
            head.map_or(Target::Unknown, |resolution| self.target_of(file, &resolution, None, depth))
        })
    }

    /// A function declared, or a name bound, inside a function or module of the file.
    pub(super) fn local(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        // A member of an object that is written in a function is no name of that function.
        let is_member = |def: &DefId| {
            self.declaration(*def).is_some_and(|row| matches!(row.kind, DeclKind::Method | DeclKind::Field))
        };
        let held = self.held.get(&(scope, sym)).filter(|defs| !defs.iter().all(is_member));
        let blocks = || self.language(self.file(scope)).is_some_and(|it| it.has_block_scopes);
        match (held, self.locals.contains_key(&(scope, sym))) {
            // Two blocks of one function use the name for different things.
            (Some(_), true) if blocks() => return Some(Target::Ambiguous),
            (Some(defs), _) => return Some(Target::Defs(best(self, defs), Evidence::Resolved)),
            (None, true) => return Some(Target::Value(self.type_of_local(scope, sym))),
            (None, false) => {}
        }
        self.bound_in(scope, sym, depth).or_else(|| self.by_stars(scope, sym, depth))
    }

    /// A name that another file of the package declares.
    pub fn by_package(&self, file: FileId, sym: Sym) -> Target {
        let Some((family, package)) = self.package_of[file.0 as usize] else { return Target::Unknown };
        let Some(defs) = self.packaged.get(&(family, package, sym)) else { return Target::Unknown };
        let resolver = self.resolver(file.0 as usize);
        let seen = defs.iter().copied().filter(|def| resolver.is_none_or(|it| it.sees(file, self.file(*def))));
        let mut seen: Vec<DefId> = seen.collect();
        if let Some(resolver) = resolver.filter(|_| seen.len() > 1) {
            let files: Vec<FileId> = seen.iter().map(|def| self.file(*def)).collect();
            let near = resolver.near(file, &files);
            seen.retain(|def| near.contains(&self.file(*def)));
        }
        let seen = self.built(seen);
        match seen.len() {
            0 => Target::Unknown,
            1 => Target::Defs(seen, Evidence::Resolved),
            _ => {
                let is_one = without_companions(self, &seen).len() == 1;
                Target::Defs(best(self, &seen), if is_one { Evidence::Resolved } else { Evidence::Scoped })
            }
        }
    }

    /// What a call of an object by its own name calls: its `apply`.
    pub fn applied(&self, defs: &[DefId]) -> Option<&[DefId]> {
        let apply = self.sym_of("apply")?;
        let is_object = |def: &&DefId| self.declaration(**def).is_some_and(|row| row.kind == DeclKind::Object);
        defs.iter().filter(is_object).find_map(|def| self.held.get(&(*def, apply))).map(Vec::as_slice)
    }

    /// A member of a type, its own before those of its supertypes.
    pub fn member(&self, of: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let own = self.own_member(of, sym);
        if own.is_some() || depth > CHASE {
            return own;
        }
        self.lineage.get(&of)?.iter().find_map(|sup| self.own_member(*sup, sym))
    }

    /// A member that a type itself declares or binds.
    pub fn own_member(&self, of: DefId, sym: Sym) -> Option<Target> {
        if let Some(defs) = self.held.get(&(of, sym)) {
            let defs = best(self, defs);
            let evidence = if defs.len() == 1 { Evidence::Resolved } else { Evidence::Scoped };
            return Some(Target::Defs(defs, evidence));
        }
        self.locals.contains_key(&(of, sym)).then(|| Target::Value(self.type_of_local(of, sym)))
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

    /// The language of a file.
    pub fn language(&self, file: FileId) -> Option<&'static crate::language::Language> {
        self.world.languages[file.0 as usize].map(|at| &LANGUAGES[at])
    }
}
