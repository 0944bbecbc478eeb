//! Follows a name: through the lexical scopes, the imports, re-exports, and the package.

use cg_rules::{DefId, Evidence, FileId};

use super::index::{Index, Sym};
use crate::language::{BindingKind, Decl, DeclKind, ImportKind, LANGUAGES, Language, Observation, Resolution};

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
        let mut target = match (head, head.strip_suffix("()")) {
            ("this" | "Self", _) => Target::Value(self.this_type(from)),
            ("self" | "super", _) => self.module_around(from, head).unwrap_or(Target::Unknown),
            (_, Some(called)) => self.result(&self.name(from, called, depth), depth + 1),
            _ => self.name(from, head, depth),
        };
        if matches!(target, Target::Module(_))
            && let Some((module, n_parts)) = self.deepest_module(self.file(from), head, path)
        {
            target = module;
            parts = path.split('.');
            parts.by_ref().take(n_parts).for_each(drop);
        }
        for part in parts {
            target = match part.strip_suffix("()") {
                Some(called) => self.result(&self.part(&target, called, depth + 1), depth + 1),
                None => self.part(&target, part, depth + 1),
            };
        }
        target
    }

    /// What a call of the target gives.
    fn result(&self, called: &Target, depth: u32) -> Target {
        match called {
            Target::External(package, _) => Target::External(package.clone(), None),
            _ => Target::Value(self.type_of_target(called, BindingKind::Constructed, depth)),
        }
    }

    /// The deepest module that a path names by imports such as `import a.b.c`, which bind `a` alone; and how many parts
    /// of the path name it.
    fn deepest_module(&self, file: FileId, head: &str, path: &str) -> Option<(Target, usize)> {
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
    fn submodule(&self, files: &[FileId], name: &str) -> Target {
        let resolver = files.first().and_then(|file| self.resolver(file.0 as usize));
        let child = resolver.map_or(Vec::new(), |resolver| resolver.child(files, name));
        if child.is_empty() { Target::Unknown } else { Target::Module(child) }
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
            DeclKind::Module if self.text(sym) == "super" => {
                self.module_around(def, "super").unwrap_or(Target::Unknown)
            }
            DeclKind::Module => self.in_scope(def, sym, depth).unwrap_or(Target::Unknown),
            _ => self.member(def, sym, depth).unwrap_or(Target::Unknown),
        }
    }

    /// The module that `self` or `super` means at a place, in a language whose paths may start so.
    fn module_around(&self, from: DefId, head: &str) -> Option<Target> {
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
        // What the file says, then its package, then what comes wholesale, then what the language brings to every file.
        let stated = self.stated_in_file(file, sym, depth).or_else(|| self.by_package(file, sym).known());
        let stated = stated.or_else(|| self.by_stars(self.def(file, Decl(0)), sym, depth));
        stated.unwrap_or_else(|| {
            let head = self.resolver(file.0 as usize).and_then(|resolver| resolver.head(file, name));
            head.map_or(Target::Unknown, |resolution| self.target_of(file, &resolution, None, depth))
        })
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
        self.bound_in(scope, sym, depth).or_else(|| self.by_stars(scope, sym, depth))
    }

    /// A name at the top level of a file: what it declares, then what it imports.
    pub fn in_file(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        self.in_scope(self.def(file, Decl(0)), sym, depth)
    }

    /// A name of a file or of a module inside of it.
    fn in_scope(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        if depth > CHASE {
            return None;
        }
        self.stated_in(scope, sym, depth).or_else(|| self.by_stars(scope, sym, depth))
    }

    /// A name that a file declares, or imports by itself.
    pub fn stated_in_file(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        self.stated_in(self.def(file, Decl(0)), sym, depth)
    }

    /// A name that a file or module declares, or imports by itself.
    fn stated_in(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        if depth > CHASE {
            return None;
        }
        let bound = || self.bound_in(scope, sym, depth);
        match self.held.get(&(scope, sym)).map(Vec::as_slice) {
            // `try: import x` … `except ImportError: x = None`: the import says what the name is for.
            Some(defs) if self.are_variables(defs) && self.type_of_local(scope, sym).is_none() => {
                let target = bound().and_then(Target::known);
                target.or_else(|| Some(Target::Defs(best(self, defs), Evidence::Resolved)))
            }
            Some(defs) => Some(Target::Defs(best(self, defs), Evidence::Resolved)),
            None => bound().or_else(|| {
                let is_local = self.locals.contains_key(&(scope, sym));
                is_local.then(|| Target::Value(self.type_of_local(scope, sym)))
            }),
        }
    }

    fn are_variables(&self, defs: &[DefId]) -> bool {
        defs.iter().all(|def| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Variable))
    }

    /// A name that the imports right in a scope bind. One that leads nowhere still hides what lies behind.
    fn bound_in(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let file = self.file(scope);
        let sites = self.bound.get(&(file, sym))?.iter();
        let observation = self.observation(file)?;
        let mut here =
            sites.filter(|site| self.def(file, observation.imports[**site as usize].within) == scope).peekable();
        here.peek()?;
        let mut targets: Vec<Target> = Vec::new();
        for number in here {
            let target = self.import(file, *number, depth);
            let is_item = observation.imports[*number as usize].kind == ImportKind::Implicit;
            match (targets.last_mut(), target) {
                (_, Target::Unknown) => {}
                // A module may have a file for each platform: `#[cfg] mod x;` twice.
                (Some(Target::Module(files)), Target::Module(more)) if is_item => files.extend(more),
                (_, target) => targets.push(target),
            }
        }
        Some(agree(targets).unwrap_or(Target::Unknown))
    }

    /// A name that comes by `import *` or `export *`, through any number of them. What a module says explicitly wins
    /// over what lies behind it; two different finds are ambiguous.
    fn by_stars(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let mut seen = vec![scope];
        let mut at = 0;
        let mut targets: Vec<Target> = Vec::new();
        while let Some(from) = seen.get(at).copied() {
            at += 1;
            for to in self.star_targets(from, sym, depth) {
                if !seen.contains(&to) {
                    match self.offered_by(to, sym, depth + 1) {
                        Some(target) => targets.push(target),
                        None => seen.push(to),
                    }
                }
            }
        }
        agree(targets)
    }

    /// A name that nothing of the repository offers, in a module that hands on all of one external package.
    fn by_outer_stars(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        if !self.language(file)?.exports_explicitly() {
            return None;
        }
        let mut seen = vec![file];
        let mut at = 0;
        let mut packages: Vec<&str> = Vec::new();
        while let Some(from) = seen.get(at).copied() {
            at += 1;
            let sites = self.stars[from.0 as usize].iter();
            let resolutions = sites.filter_map(|site| self.resolutions[from.0 as usize].get(*site as usize));
            packages.extend(resolutions.filter_map(|resolution| match resolution {
                Resolution::External(package) => Some(package.as_str()),
                _ => None,
            }));
            for to in self.star_targets(self.def(from, Decl(0)), sym, depth) {
                let to = self.file(to);
                if !seen.contains(&to) {
                    seen.push(to);
                }
            }
        }
        packages.sort_unstable();
        packages.dedup();
        let [package] = packages.as_slice() else { return None };
        Some(Target::External((*package).to_owned(), Some(self.text(sym).to_owned())))
    }

    /// What a dotted path names inside a file.
    pub fn inside(&self, file: FileId, path: &str, depth: u32) -> Target {
        let mut parts = path.split('.');
        let head = parts.next().and_then(|head| self.sym_of(head));
        let held = head.and_then(|head| self.held.get(&(self.def(file, Decl(0)), head)));
        let Some(held) = held else { return Target::Unknown };
        let top = Target::Defs(best(self, held), Evidence::Resolved);
        parts.fold(top, |target, part| self.part(&target, part, depth + 1))
    }

    /// A name that a module exposes: a file, or all files of a package.
    pub fn in_module(&self, files: &[FileId], sym: Sym, depth: u32) -> Target {
        if depth > CHASE {
            return Target::Unknown;
        }
        let found = files.iter().filter_map(|file| {
            let offered = self.offered(*file, sym, depth + 1);
            let offered = offered.or_else(|| self.by_stars(self.def(*file, Decl(0)), sym, depth + 1));
            offered.or_else(|| self.of_whole(*file, sym, depth + 1)).or_else(|| self.by_outer_stars(*file, sym, depth))
        });
        let found: Vec<Target> = found.collect();
        if files.len() > 1 && found.len() > 1 {
            // The files of a package may declare a name once for each platform.
            let defs: Vec<DefId> = found.iter().filter_map(Target::single).collect();
            return Target::Defs(defs, Evidence::Scoped);
        }
        agree(found).unwrap_or(Target::Unknown)
    }

    /// What a file, or a module inside of one, itself offers to others under a name.
    fn offered_by(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let file = self.file(scope);
        match self.declaration(scope).map(|row| row.kind) {
            Some(DeclKind::File) => self.offered(file, sym, depth),
            // The members of a type that is imported wholesale.
            Some(kind) if kind.is_type() => self.member(scope, sym, depth),
            _ => self.stated_in(scope, sym, depth),
        }
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
        self.stated_in(self.def(file, Decl(0)), exposed.unwrap_or(sym), depth)
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
    fn import(&self, file: FileId, number: u32, depth: u32) -> Target {
        let (Some(observation), Some(resolution)) =
            (self.observation(file), self.resolutions[file.0 as usize].get(number as usize))
        else {
            return Target::Unknown;
        };
        let site = &observation.imports[number as usize];
        let name = site.name.map(|name| observation.name(name));
        // `import a.b.c` binds `a`.
        if let (Resolution::Module(_), Some(source)) = (resolution, dotted_source(observation, number)) {
            let head = source.split('.').next().unwrap_or(source);
            return Target::Module(self.resolver(file.0 as usize).map_or(Vec::new(), |it| it.module(head)));
        }
        self.target_of(file, resolution, name, depth)
    }

    /// What a resolution, and the name that is taken from it, mean in a file.
    fn target_of(&self, file: FileId, resolution: &Resolution, name: Option<&str>, depth: u32) -> Target {
        match resolution {
            Resolution::Module(files) => {
                let whole = files.first().filter(|_| name.is_none()).and_then(|file| self.whole(*file, depth + 1));
                let kind =
                    whole.as_ref().and_then(Target::single).and_then(|def| self.declaration(def)).map(|row| row.kind);
                // An object is the module by another name.
                let whole = whole.filter(|_| kind != Some(DeclKind::Variable));
                let part = name.and_then(|name| self.attribute(file, files, name, depth));
                whole.or(part).unwrap_or_else(|| Target::Module(files.clone()))
            }
            Resolution::Member(files) => match name {
                None | Some("*") => Target::Module(files.clone()),
                Some(name) => match self.sym_of(name) {
                    Some(sym) => self.in_module(files, sym, depth + 1),
                    None => Target::Unknown,
                },
            },
            Resolution::Inside(to, path) => self.inside(*to, path, depth + 1),
            Resolution::External(package) | Resolution::Builtin(package) => {
                Target::External(package.clone(), name.filter(|name| *name != "*").map(str::to_owned))
            }
            Resolution::Asset(_) | Resolution::Local | Resolution::Unresolved => Target::Unknown,
        }
    }

    /// A package that itself has a function or type of its submodule's name hands on that, not the module.
    fn attribute(&self, file: FileId, files: &[FileId], name: &str, depth: u32) -> Option<Target> {
        let [module] = files else { return None };
        let package = self.resolver(file.0 as usize)?.parent(*module).filter(|package| *package != file)?;
        let target = self.stated_in_file(package, self.sym_of(name)?, depth + 1)?;
        matches!(target, Target::Defs(..)).then_some(target)
    }

    /// The files, or what inside of one, whose names a scope takes over wholesale.
    fn star_targets(&self, scope: DefId, sym: Sym, depth: u32) -> Vec<DefId> {
        let file = self.file(scope);
        let resolver = self.resolver(file.0 as usize);
        let name = self.text(sym);
        let Some(observation) = self.observation(file) else { return Vec::new() };
        let is_default = self.text(sym) == "default";
        let mut targets = Vec::new();
        for number in &self.stars[file.0 as usize] {
            let site = &observation.imports[*number as usize];
            // `export * from` hands on everything but the default export.
            let hands_on = !(is_default && site.kind == ImportKind::Reexport);
            let resolution = self.resolutions[file.0 as usize].get(*number as usize);
            if !hands_on || self.def(file, site.within) != scope {
                continue;
            }
            match resolution {
                Some(Resolution::Module(files) | Resolution::Member(files)) => {
                    let files = resolver.map_or(Vec::new(), |resolver| resolver.star(file, files, name));
                    targets.extend(files.into_iter().map(|file| self.def(file, Decl(0))));
                }
                Some(Resolution::Inside(to, path)) if depth < CHASE => {
                    if let Target::Defs(defs, _) = self.inside(*to, path, depth + 1) {
                        targets.extend(defs);
                    }
                }
                _ => {}
            }
        }
        targets
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
        match seen.len() {
            0 => Target::Unknown,
            1 => Target::Defs(seen, Evidence::Resolved),
            _ => Target::Defs(best(self, &seen), Evidence::Scoped),
        }
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

    /// The type of a local name or field, where the text states it.
    pub fn type_of_local(&self, scope: DefId, sym: Sym) -> Option<DefId> {
        self.local_types.get(&(scope, sym)).copied()
    }

    /// The type that the bindings of a local name agree on, given the types known so far.
    pub fn stated_type(&self, scope: DefId, sym: Sym, bindings: &[u32]) -> Option<DefId> {
        let observation = self.observation(self.file(scope))?;
        let mut agreed: Option<DefId> = None;
        let stated = || bindings.iter().map(|at| &observation.bindings[*at as usize]);
        // An annotation says what may be assigned; what is assigned then says no more.
        let is_annotated = stated().any(|binding| binding.kind == BindingKind::Annotated);
        let wanted = if is_annotated { BindingKind::Annotated } else { BindingKind::Constructed };
        for binding in stated().filter(|binding| binding.kind == wanted) {
            let Some(name) = binding.type_name else { continue };
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

/// The source of an import such as `import a.b.c`, which binds its head.
fn dotted_source(observation: &Observation, site: u32) -> Option<&str> {
    let site = &observation.imports[site as usize];
    let source = observation.name(site.source);
    let (head, _) = source.split_once('.')?;
    (site.name.is_none() && observation.name(site.local?) == head).then_some(source)
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
