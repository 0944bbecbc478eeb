//! Finds a name in a file or a module inside of one: what it declares, what its imports bind.

use cg_rules::{DefId, FileId};

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::{Target, agree, declared};
use crate::language::{Decl, DeclKind, ImportKind, Rule};
use crate::resolve::cut::is_cut;

impl SymbolTable<'_> {
    /// A name at the top level of a file: what it declares, then what it imports.
    pub fn in_file(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        self.in_scope(self.def(file, Decl(0)), sym, depth)
    }

    /// A name of a file or of a module inside of it.
    pub(in crate::resolve) fn in_scope(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        if is_cut(depth) {
            return None;
        }
        self.stated_in(scope, sym, depth).or_else(|| self.by_stars(scope, sym, depth))
    }

    /// A name that a file declares, or imports by itself.
    pub fn stated_in_file(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        self.stated_in(self.def(file, Decl(0)), sym, depth)
    }

    /// A name that a file or module declares, or imports by itself.
    pub(in crate::resolve) fn stated_in(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        if is_cut(depth) {
            return None;
        }
        let bound = || self.bound_in(scope, sym, depth);
        match self.held(&(scope, sym)) {
            // `try: import x` … `except ImportError: x = None`: the import says what the name is for.
            Some(defs) if self.are_variables(defs) && self.type_of_local(scope, sym).is_none() => {
                let target = bound().and_then(Target::known);
                target.or_else(|| Some(declared(self, defs, Rule::File)))
            }
            Some(defs) => Some(self.declared_in(scope, sym, defs, Rule::File, depth)),
            None => bound().or_else(|| {
                let is_local = self.locals(&(scope, sym)).is_some();
                is_local.then(|| self.value_of_local(scope, sym))
            }),
        }
    }

    pub(in crate::resolve) fn are_variables(&self, defs: &[DefId]) -> bool {
        defs.iter().all(|def| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Variable))
    }

    /// A name that the imports right in a scope bind. One that leads nowhere still hides what lies behind.
    pub(in crate::resolve) fn bound_in(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let file = self.file(scope);
        let sites = self.bound.get(&(file, sym))?.iter();
        let observation = self.observation(file)?;
        let mut here =
            sites.filter(|site| self.def(file, observation.imports[**site as usize].within) == scope).peekable();
        here.peek()?;
        let mut targets: Vec<Target> = Vec::new();
        for number in here {
            let target = self.tried(|| self.import_shown(file, *number), || self.import(file, *number, depth));
            let is_item = observation.imports[*number as usize].kind == ImportKind::Implicit;
            match (targets.last_mut(), target) {
                (_, Target::Unknown) => {}
                // A module may have a file for each platform: `#[cfg] mod x;` twice.
                (Some(Target::Module(files)), Target::Module(more)) if is_item => files.extend(more),
                (_, target) => targets.push(target),
            }
        }
        if targets.is_empty() && self.derives(scope, sym, depth) {
            return None;
        }
        // `try: import a as x` … `except ImportError: import b as x`: the first is meant, where it is installed.
        if targets.iter().all(|target| matches!(target, Target::External(_))) {
            targets.truncate(1);
        }
        Some(self.agree_in(scope, sym, targets).map_or(Target::Unknown, |target| target.by(Rule::Import)))
    }

    /// Several targets as one. Functions that a file imports under one name are overloads, where the language has these.
    pub(in crate::resolve) fn agree_or_overload(&self, file: FileId, targets: Vec<Target>) -> Option<Target> {
        let is_called =
            |target: &Target| matches!(target, Target::Defs(defs, _) if defs.iter().all(|def| self.is_callable(*def)));
        let has_overloads = self.language(file).is_some_and(|it| it.conventions.conversions.is_some());
        if let Some(whole) = self.parts_of_one(&targets) {
            return Some(whole);
        }
        if targets.len() < 2 || !has_overloads || !targets.iter().all(is_called) {
            let has_functions = self.language(file).is_some_and(|it| it.conventions.extends_by_functions);
            let whole = has_functions.then(|| self.of_one_package(&targets)).flatten();
            return whole.or_else(|| agree(targets));
        }
        targets.into_iter().reduce(|so_far, next| match (so_far, next) {
            (Target::Defs(mut defs, rule), Target::Defs(more, by)) => {
                let new: Vec<DefId> = more.into_iter().filter(|def| !defs.contains(def)).collect();
                defs.extend(new);
                Target::Defs(defs, rule.min(by))
            }
            (so_far, _) => so_far,
        })
    }

    /// Several declarations of one name in one package: a file that imports it sees them as the package itself does.
    fn of_one_package(&self, targets: &[Target]) -> Option<Target> {
        let defs = targets.iter().map(|target| if let Target::Defs(defs, _) = target { Some(defs) } else { None });
        let defs: Vec<DefId> = defs.collect::<Option<Vec<_>>>()?.into_iter().flatten().copied().collect();
        let package = |def: &DefId| self.package_of[self.file(*def).0 as usize].filter(|_| self.is_at_top(*def));
        let first = defs.first().filter(|_| targets.len() > 1).and_then(package)?;
        if !defs.iter().all(|def| package(def) == Some(first)) {
            return None;
        }
        // A function may have the name of a type, which is what a text states.
        Some(match declared(self, &defs, Rule::Several) {
            Target::Defs(mut defs, rule) => {
                defs.sort_by_key(|def| !self.declaration(*def).is_some_and(|row| row.kind.is_type()));
                Target::Defs(defs, rule)
            }
            target => target,
        })
    }

    fn is_at_top(&self, def: DefId) -> bool {
        self.container(def) == Some(self.def(self.file(def), Decl(0)))
    }

    /// The parts of one type that several files declare together.
    fn parts_of_one(&self, targets: &[Target]) -> Option<Target> {
        let part = |target: &Target| match target {
            Target::Defs(defs, _)
                if defs.iter().all(|def| self.declaration(*def).is_some_and(|row| row.kind.is_type())) =>
            {
                let (file, decl) = self.place(*defs.first()?);
                self.resolver(file.0 as usize)?.joins(file, decl)
            }
            _ => None,
        };
        let first = targets.first().filter(|_| targets.len() > 1).and_then(part)?;
        let is_one = targets.iter().all(|target| part(target) == Some(first));
        let defs =
            targets.iter().filter_map(|target| if let Target::Defs(defs, _) = target { Some(defs) } else { None });
        is_one.then(|| declared(self, &defs.flatten().copied().collect::<Vec<_>>(), Rule::Several))
    }

    /// A member of what a target is, by its text: a resolver's, which no file may hold.
    fn part_named(&self, target: &Target, name: &str, depth: u32) -> Target {
        match (self.sym_of(name), target) {
            (Some(sym), _) => self.part(target, sym, depth),
            (None, Target::External(outer)) => outer.part(name).into(),
            (None, Target::Foreign) => Target::Foreign,
            (None, _) => Target::Unknown,
        }
    }

    /// Resolves a dotted path inside a file.
    pub fn inside(&self, file: FileId, path: &str, depth: u32) -> Target {
        if is_cut(depth) {
            return Target::Unknown;
        }
        self.look(file);
        let mut parts = path.split('.');
        let head = parts.next().and_then(|head| self.sym_of(head));
        let scope = self.def(file, Decl(0));
        let top = match head.and_then(|head| self.held(&(scope, head))) {
            Some(held) => declared(self, held, Rule::Module),
            // The file hands on what it imports.
            None => head.and_then(|head| self.bound_in(scope, head, depth + 1)).unwrap_or(Target::Unknown),
        };
        parts.fold(top, |target, part| self.part_named(&target, part, depth + 1))
    }
}
