//! Follows a name: through the lexical scopes, the imports, re-exports, and the package.

use cg_rules::{DefId, FileId};

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::{Target, best, declared, without_companions};
use crate::language::{
    BindingKind, Decl, DeclKind, EXPLICIT, Expr, LANGUAGES, LocalScope, MOST_CANDIDATES, Rule, as_read, put_name,
};
use crate::resolve::cut::is_cut;

impl SymbolTable<'_> {
    /// A member of what a target is.
    pub fn part(&self, target: &Target, sym: Sym, depth: u32) -> Target {
        if is_cut(depth) {
            return Target::Unknown;
        }
        if let Some(plain) = self.uncounted(sym) {
            return self.with_count_of(sym, self.part(target, plain, depth));
        }
        let name = self.text(sym);
        match target {
            Target::Foreign => Target::Foreign,
            Target::Module(files) if name == "super" && files.len() == 1 => {
                self.module_around(self.def(files[0], Decl(0)), name).unwrap_or(Target::Unknown)
            }
            Target::Module(files) => match self.in_module(files, sym, depth) {
                Target::Unknown => self.submodule(files, name),
                target => target,
            },
            Target::External(outer) => outer.part(name).into(),
            Target::Value(Some(of)) => match self.member(*of, sym, depth) {
                Some(member) => self.of_kind(*of, member, false),
                None => match self.pointed_type(*of, depth) {
                    Some(to) => self.part(&Target::Value(Some(to)), sym, depth + 1),
                    None => self.embedded_member(*of, sym).unwrap_or_else(|| self.beyond(*of, sym)),
                },
            },
            Target::Defs(defs, _) => {
                let members = defs.iter().map(|def| self.member_of_definition(*def, sym, depth));
                members.into_iter().find(|member| *member != Target::Unknown).unwrap_or(Target::Unknown)
            }
            _ => Target::Unknown,
        }
    }

    /// A module as a member of its package.
    pub(in crate::resolve) fn submodule(&self, files: &[FileId], name: &str) -> Target {
        let resolver = files.first().and_then(|file| self.resolver(file.0 as usize));
        let child = resolver.map_or(Vec::new(), |resolver| resolver.child(files, name));
        if child.is_empty() { Target::Unknown } else { Target::Module(child) }
    }

    pub(in crate::resolve) fn member_of_definition(&self, def: DefId, sym: Sym, depth: u32) -> Target {
        let Some(declaration) = self.declaration(def) else { return Target::Unknown };
        if let Some(part) = self.part_of_variant(def, sym) {
            return part;
        }
        match declaration.kind {
            // A method without a call in the midst of a path is a property.
            DeclKind::Variable | DeclKind::Field | DeclKind::Method => match self.type_of_definition(def, depth + 1) {
                Some(of) => self.part(&Target::Value(Some(of)), sym, depth),
                // An object has the members that are written in it, and what is assigned to it, whatever made it.
                None => match self.held(&(def, sym)) {
                    Some(defs) if self.is_object(def) || defs.iter().all(|it| self.owner_type.contains_key(it)) => {
                        declared(self, defs, Rule::Member)
                    }
                    _ => self.put_in(def, sym, depth).unwrap_or_else(|| self.member_of_foreign(def, sym)),
                },
            },
            DeclKind::Module if self.text(sym) == "super" => {
                self.module_around(def, "super").unwrap_or(Target::Unknown)
            }
            DeclKind::Module => self.in_scope(def, sym, depth).unwrap_or(Target::Unknown),
            _ => {
                let member = self.member(def, sym, depth).unwrap_or_else(|| self.derived_member(def, sym));
                self.of_kind(def, member, declaration.kind.is_type())
            }
        }
    }

    /// A part of a variant, which has what it is made of: of `S::A(x)` and `S::A { x }`.
    fn part_of_variant(&self, def: DefId, sym: Sym) -> Option<Target> {
        let is_variant = self.declaration(def)?.kind == DeclKind::Field
            && self.declaration(self.container(def)?)?.kind == DeclKind::Enum;
        let fields = self.held(&(def, sym)).map(|fields| declared(self, fields, Rule::Member));
        let part = || fields.or_else(|| self.locals(&(def, sym)).map(|_| self.value_of_local(def, sym)));
        is_variant.then(part).flatten()
    }

    /// The target of a name that an object puts under its own: `a` of `{ a, b: c }`.
    fn put_in(&self, def: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let put = self.sym_of(&put_name(self.text(sym)))?;
        let [binding] = *self.locals(&(def, put))? else { return None };
        let binding = self.observation(self.file(def))?.bindings.get(binding as usize)?;
        let from = self.container(def).filter(|_| !is_cut(depth))?;
        if binding.kind == BindingKind::Constructed {
            return self.type_of_local(def, put).map(|of| Target::Value(Some(of)));
        }
        let found = self.path(from, binding.of?, depth + 1);
        matches!(&found, Target::Defs(defs, _) if !defs.contains(&def)).then_some(found)
    }

    /// Member not found on an in-repository type; external if some supertype is outside the repository.
    fn beyond(&self, of: DefId, sym: Sym) -> Target {
        let lineage = self.lineage(&of).map_or(&[][..], Vec::as_slice);
        let is_outer = self.outer.contains(&of) || lineage.iter().any(|sup| self.outer.contains(sup));
        if is_outer { Target::Foreign } else { self.derived_member(of, sym) }
    }

    /// Whether what a variable is can be seen from the members that are written in it: not where a type is stated, or a
    /// call makes it.
    fn is_object(&self, def: DefId) -> bool {
        if !self.has_function_values(def) {
            return true;
        }
        let bindings = self.place_of(def).and_then(|place| self.locals(&place));
        let Some((observation, bindings)) = self.observation(self.file(def)).zip(bindings) else { return true };
        let mut paths = bindings.iter().map(|at| observation.bindings[*at as usize].of);
        paths.all(|path| path.is_some_and(|path| observation.expr(path) == Expr::Object))
    }

    /// Where a variable or field is bound.
    pub(in crate::resolve) fn place_of(&self, def: DefId) -> Option<(DefId, Sym)> {
        Some((self.container(def)?, self.sym(self.file(def), self.declaration(def)?.name)))
    }

    /// The module that `self` or `super` means at a place, in a language whose paths may start so.
    pub(in crate::resolve) fn module_around(&self, from: DefId, head: &str) -> Option<Target> {
        let file = self.file(from);
        let of_file = self.resolver(file.0 as usize)?.head(file, head)?;
        let is_module = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Module);
        let around = |from| std::iter::successors(Some(from), |def| self.container(*def)).find(is_module);
        let Some(inner) = around(from) else { return self.target_of(file, &of_file, (head, None), 0).known() };
        let module = if head == "self" { Some(inner) } else { self.container(inner).and_then(around) };
        Some(module.map_or(Target::Module(vec![file]), |module| Target::Defs(vec![module], Rule::Module)))
    }

    /// A name alone, as the code at `from` sees it.
    pub fn name(&self, from: DefId, sym: Sym, depth: u32) -> Target {
        if let Some(plain) = self.uncounted(sym) {
            return self.with_count_of(sym, self.name(from, plain, depth));
        }
        let (file, name) = (self.file(from), self.text(sym));
        let implicit = self.language(file).is_some_and(|language| language.implicit_this);
        let by_name = self.links_by_name(file);
        let mut scope = Some(from);
        while let Some(def) = scope {
            let kind = self.declaration(def).map(|declaration| declaration.kind);
            let is_type = kind.is_some_and(|kind| kind.is_type() || kind == DeclKind::Impl);
            if kind == Some(DeclKind::File) || (by_name && kind == Some(DeclKind::Module)) {
                break;
            }
            let local = || self.tried(|| self.in_scope_of(name, def), || self.local(def, sym, depth));
            if !is_type && let Some(target) = local() {
                return target;
            }
            if self.is_named_inside(def, sym) {
                return Target::Defs(vec![def], Rule::Lexical);
            }
            // The body of a class is a scope for its methods only where `this` is implied, and so is what a function
            // extends.
            let of = self.owner_type.get(&def).copied().or(is_type.then_some(def));
            // In a type that has constructors of its name, the name means the type.
            if let Some(of) = of.filter(|of| by_name && self.is_named(*of, sym)) {
                return Target::Defs(vec![of], Rule::OwnType);
            }
            let member = of.and_then(|of| match implicit {
                true => self.tried(
                    || self.in_scope_of(name, of),
                    || self.reached(from, def, self.member_at_hand(from, of, self.member(of, sym, depth)?)),
                ),
                // What stands right in the body sees what the body itself binds, not what the type inherits.
                false if is_type && def == from => {
                    self.tried(|| self.in_scope_of(name, of), || self.own_member(of, sym))
                }
                // What is written in a type sees its type parameters, whatever it sees of its members.
                false if of == def => self.bound_of_parameter(of, sym),
                false => None,
            });
            if let Some(target) = member {
                let made = by_name.then(|| self.made_by_constructor(&target, sym)).flatten();
                return made.unwrap_or(target);
            }
            // An import in the body of a type is for all of it.
            if is_type
                && self.has_imports_in_types(file)
                && let Some(target) = self.imported_in(def, sym, depth)
            {
                return target;
            }
            scope = self.around_code(def);
        }
        if let Some(target) = self.declared(from, name) {
            return target;
        }
        // What the file says, then its package, then what comes wholesale, then what the language brings to every file.
        let shown = as_read(name);
        let in_file = || self.stated_in_file(file, sym, depth);
        let by_package = || self.by_package(file, sym).known();
        let by_stars = || self.by_stars(self.def(file, Decl(0)), sym, depth);
        let stated = self.tried(|| format!("`{shown}` at the top of the file"), in_file);
        let stated = stated.or_else(|| self.tried(|| format!("`{shown}` in the package of the file"), by_package));
        let stated = stated.or_else(|| self.tried(|| format!("`{shown}` by imports of everything"), by_stars));
        let stated = stated.or_else(|| self.imported_in_blocks(from, sym, depth));
        stated.unwrap_or_else(|| {
            self.tried(|| format!("`{shown}` of the language or the platform"), || self.unbound(file, name, depth))
        })
    }

    /// Whether a name that nothing in sight binds is that of a type which every file has from the language.
    fn is_of_library(&self, file: FileId, name: &str) -> bool {
        self.language(file).is_some_and(|it| it.conventions.library_types.contains(&name))
    }

    /// Resolves a name that nothing in its file or package binds: the prelude of the language, or the platform.
    pub(in crate::resolve) fn unbound(&self, file: FileId, name: &str, depth: u32) -> Target {
        let Some(resolver) = self.resolver(file.0 as usize) else { return Target::Unknown };
        match resolver.head(file, name) {
            Some(resolution) => self.target_of(file, &resolution, (name, None), depth),
            None if resolver.binds_all_names(file) || self.is_of_library(file, name) => Target::Foreign,
            None => Target::Unknown,
        }
    }

    /// A function declared, or a name bound, inside a function or module of the file.
    pub(in crate::resolve) fn local(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        // A member of an object that is written in a function is no name of that function.
        let is_member = |def: &DefId| {
            self.declaration(*def).is_some_and(|row| matches!(row.kind, DeclKind::Method | DeclKind::Field))
        };
        let held = self.held(&(scope, sym)).filter(|defs| !defs.iter().all(is_member));
        let blocks = || self.language(self.file(scope)).is_some_and(|it| it.local_scope == LocalScope::Block);
        match (held, self.locals(&(scope, sym)).is_some()) {
            // Two blocks of one function use the name for different things.
            (Some(_), true) if blocks() => return Some(Target::Ambiguous),
            (Some(defs), _) => return Some(self.declared_in(scope, sym, defs, Rule::Lexical, depth)),
            (None, true) => return Some(self.value_of_local(scope, sym)),
            (None, false) => {}
        }
        // `using a::b;` in a function is looked up as linkers do it.
        let is_found = |target: &Target| *target != Target::Unknown || !self.links_by_name(self.file(scope));
        self.bound_in(scope, sym, depth).filter(is_found).or_else(|| self.by_stars(scope, sym, depth))
    }

    /// A name that another file of the package declares.
    pub fn by_package(&self, file: FileId, sym: Sym) -> Target {
        let Some((family, package)) = self.package_of[file.0 as usize] else { return Target::Unknown };
        let Some(defs) = self.packaged.get(&(family, package, sym)) else {
            return self.lifted(file, (family, package), sym);
        };
        let resolver = self.resolver(file.0 as usize);
        let seen = defs.iter().copied().filter(|def| resolver.is_none_or(|it| it.sees(file, self.file(*def))));
        let mut seen: Vec<DefId> = seen.collect();
        if let Some(resolver) = resolver.filter(|_| seen.len() > 1) {
            let files: Vec<FileId> = seen.iter().map(|def| self.file(*def)).collect();
            let near = resolver.near(file, self.text(sym), &files);
            seen.retain(|def| near.contains(&self.file(*def)));
        }
        let seen = self.built(seen);
        match seen.len() {
            0 => Target::Unknown,
            1 => Target::Defs(seen, Rule::Package),
            _ => {
                let is_one = without_companions(self, &seen).len() == 1;
                declared(self, &seen, if is_one { Rule::Package } else { Rule::Several })
            }
        }
    }

    /// Resolves a call of an object by its own name: its `apply`.
    pub fn applied(&self, defs: &[DefId]) -> Option<&[DefId]> {
        let apply = self.sym_of("apply")?;
        let is_object = |def: &&DefId| self.declaration(**def).is_some_and(|row| row.kind == DeclKind::Object);
        defs.iter().filter(is_object).find_map(|def| self.held(&(*def, apply)))
    }

    /// A member of a type, its own before those of its supertypes.
    pub fn member(&self, of: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let own = self.tried(|| self.in_scope_of(self.text(sym), of), || self.own_member(of, sym));
        if is_cut(depth) {
            return own;
        }
        if own.is_some() {
            // What a type that it joins has under the same name is as good.
            let is_alias = self.declaration(of).is_some_and(|row| row.kind == DeclKind::Alias);
            let other = is_alias.then(|| self.joined_member(of, sym, depth + 1)).flatten();
            return if other.is_some() { Some(Target::Ambiguous) } else { own };
        }
        let lineage = self.lineage(&of).map_or(&[][..], Vec::as_slice);
        let of_super = |sup| self.tried(|| self.in_scope_of(self.text(sym), sup), || self.own_member(sup, sym));
        let found = lineage.iter().find_map(|sup| Some((*sup, of_super(*sup)?)));
        let inherited = found.map(|(sup, member)| {
            // A class has the members of its other parts and of its superclasses before those of an interface.
            let of_class =
                || lineage.iter().filter(|sup| self.has_members_of(of, **sup)).find_map(|sup| of_super(*sup));
            let other = if self.has_members_of(of, sup) { None } else { of_class() };
            let rule = if self.is_of_other_platform(of, lineage, sup) { Rule::Platform } else { Rule::Inherited };
            other.unwrap_or(member).by(rule)
        });
        let joined = || [of].iter().chain(lineage).find_map(|of| self.joined_member(*of, sym, depth + 1));
        // `Alias::new()` is of the type behind the alias.
        let behind = || {
            let behind = self.aliased(of, depth + 1);
            (behind != of).then(|| self.member(behind, sym, depth + 1)).flatten()
        };
        inherited.or_else(joined).or_else(behind)
    }

    /// A member that a type itself declares or binds.
    pub fn own_member(&self, of: DefId, sym: Sym) -> Option<Target> {
        if let Some(defs) = self.held(&(of, sym)) {
            if defs.len() > MOST_CANDIDATES {
                return Some(Target::Ambiguous);
            }
            let defs = self.members_of_name(defs);
            let is_function = |def: &&DefId| self.declaration(**def).is_some_and(|row| row.kind.is_callable());
            let n_functions = defs.iter().filter(is_function).count();
            let is_one = n_functions < 2 && defs.len() - n_functions < 2;
            return Some(Target::Defs(defs, if is_one { Rule::Member } else { Rule::Several }));
        }
        self.locals(&(of, sym)).is_some().then(|| self.value_of_local(of, sym))
    }

    /// Among the members of one name in one type: a field stays beside the methods that share its name, and a method of the
    /// type's own hides one that a trait gives it, and one that is for a single interface.
    fn members_of_name(&self, defs: &[DefId]) -> Vec<DefId> {
        let is_function = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_callable());
        let is_of_trait =
            |def: &DefId| self.container(*def).is_some_and(|block| self.trait_blocks.contains_key(&block));
        let has_own = defs.iter().any(|def| is_function(def) && !is_of_trait(def));
        let shown = defs.iter().copied().filter(|def| !has_own || !is_function(def) || !is_of_trait(def));
        let mut shown: Vec<DefId> = shown.collect();
        if shown.len() > 1 && shown.iter().any(|def| !self.is_explicit(*def)) {
            shown.retain(|def| !self.is_explicit(*def));
        }
        if let Some((statics, others)) = self.statics_among(&shown) {
            return best(self, &statics).into_iter().chain(best(self, &others)).collect();
        }
        let (functions, others): (Vec<DefId>, Vec<DefId>) = shown.iter().copied().partition(is_function);
        let is_field = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Field);
        if functions.is_empty() || !others.iter().all(is_field) || self.has_function_values(functions[0]) {
            return best(self, &shown);
        }
        others.into_iter().chain(best(self, &functions)).collect()
    }

    /// Whether a member is for the one interface that it names, so that no value of its own type has it.
    pub(in crate::resolve) fn is_explicit(&self, def: DefId) -> bool {
        self.sym_of(EXPLICIT).is_some_and(|sym| self.locals(&(def, sym)).is_some())
    }

    /// The type whose body encloses `from`.
    pub fn this_type(&self, from: DefId) -> Option<DefId> {
        let this = self.sym_of("this");
        let mut scope = Some(from);
        while let Some(def) = scope {
            let kind = self.declaration(def)?.kind;
            // A function with a `this` of its own.
            if let Some(this) = this.filter(|this| self.locals(&(def, *this)).is_some()) {
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
