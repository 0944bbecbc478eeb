//! Follows a path: its head as a name of the scope, each further part as a member of what came before.

use cg_rules::{DefId, FileId};

use super::beginning::behind_call;
use super::keyed::Sym;
use super::outer::Outer;
use super::table::SymbolTable;
use super::target::Target;
use super::walked::walked_once;
use crate::base::TextPart;
use crate::language::{Expr, ExprId, OF_MODULE, Observation, Resolution, lists};
use crate::resolve::cut::is_cut;

impl SymbolTable<'_> {
    /// Resolves a path inside `from`, in whose file it is written: the head by scope, each further part as a member.
    pub fn path(&self, from: DefId, path: ExprId, depth: u32) -> Target {
        self.walk(from, path, 0, depth, false).1
    }

    /// Resolves the elements of what a path leads to, `n_levels` deep.
    pub(in crate::resolve) fn path_of_elements(
        &self,
        from: DefId,
        path: ExprId,
        n_levels: usize,
        depth: u32,
    ) -> Target {
        self.walk(from, path, n_levels, depth, false).1
    }

    /// Resolves the path of a callee: its receiver, where the path has one, and the callee.
    pub(in crate::resolve) fn callee(&self, from: DefId, path: ExprId, depth: u32) -> (Target, Target) {
        self.walk(from, path, 0, depth, true)
    }

    fn walk(&self, from: DefId, path: ExprId, n_levels: usize, depth: u32, is_called: bool) -> (Target, Target) {
        let file = self.file(from);
        let Some(observation) = self.observation(file).filter(|_| !is_cut(depth)) else {
            return (Target::Unknown, Target::Unknown);
        };
        if let Some(names) = self.names(file) {
            return (Target::Unknown, self.path_by_names(names, from, path, depth));
        }
        let parts = observation.exprs.parts(path);
        let look = || self.walk_parts(from, observation, &parts, n_levels, depth, is_called);
        walked_once((from, path, n_levels, is_called), (parts.len(), depth), look)
    }

    fn walk_parts(
        &self,
        from: DefId,
        observation: &Observation,
        parts: &[ExprId],
        n_levels: usize,
        depth: u32,
        is_called: bool,
    ) -> (Target, Target) {
        let file = self.file(from);
        if let Some(target) = self.declared_path(from, parts, depth) {
            return (Target::Unknown, target);
        }
        let last = parts.len() - 1;
        let levels = |at: usize| if at == last { n_levels } else { 0 };
        let (mut target, n_read) = match behind_call(from, observation, parts, depth) {
            Some(before) => (before, last),
            None => match self.beginning(from, observation, parts, levels(0), depth, is_called && last == 0) {
                Ok(beginning) => beginning,
                Err(whole) => return (Target::Unknown, whole),
            },
        };
        let mut on = Target::Unknown;
        for (at, part) in parts.iter().copied().enumerate().skip(n_read) {
            let is_callee = is_called && at == last;
            target = self.bounded_around(from, self.field_by_argument(from, parts[at - 1], target, depth));
            let member = || self.part_of_path(from, &target, (part, levels(at)), depth, is_callee);
            let member = self.tried(|| format!("`{}` of it", part_text(observation, part)), member);
            let member = match (observation.expr(part), is_callee) {
                (Expr::Member(_, name), true) => {
                    let member = self.function_of(from, &target, self.sym(file, name), member);
                    self.extension_in_path(from, &target, part, member)
                }
                (Expr::Member(_, name), false) => self.read_in_path(from, (&target, part), name, member),
                _ => member,
            };
            on = std::mem::replace(&mut target, member);
        }
        (on, target)
    }

    /// Resolves a name alone as a path.
    pub fn named(&self, from: DefId, sym: Sym) -> Target {
        if let Some(target) = self.constant_named(from, sym) {
            return target;
        }
        match self.text(sym) {
            "this" | "Self" => Target::Value(self.this_type(from)),
            text @ ("self" | "super") => self.module_around(from, text).unwrap_or_else(|| self.name(from, sym, 0)),
            _ => self.module_before(from, None, sym, self.as_used(self.name(from, sym, 0), false)),
        }
    }

    /// The first part of a path, or its elements so many levels deep.
    pub(super) fn head_of_path(
        &self,
        from: DefId,
        (head, n_levels): (ExprId, usize),
        depth: u32,
        is_called: bool,
    ) -> Target {
        let file = self.file(from);
        let Some(observation) = self.observation(file) else { return Target::Unknown };
        let is_own = self.states_containers(from);
        let (plain, n_stated) = observation.exprs.levels(head);
        if n_stated + n_levels == 1
            && let Some(of) = self.element_held(from, plain, depth + 1)
        {
            return Target::Value(Some(of));
        }
        if !is_own && n_stated + n_levels > 0 {
            return self.elements_of_name(from, plain, n_stated + n_levels, depth + 1);
        }
        match observation.expr(head) {
            Expr::This | Expr::SelfType => Target::Value(self.this_type(from)),
            Expr::Name(name) => {
                let (sym, text) = (self.sym(file, name), observation.name(name));
                if let Some(module) = text.strip_suffix(OF_MODULE) {
                    return self.module_named(from, module, depth);
                }
                let named = || self.name(from, sym, depth);
                match text {
                    "self" | "super" => self.module_around(from, text).unwrap_or_else(named),
                    _ if is_called => {
                        let target = self.function_named(from, sym, named());
                        self.as_used(self.member_before(from, sym, target, depth), true)
                    }
                    _ => self.value_beside(from, sym, self.as_used(named(), false), depth),
                }
            }
            Expr::Call(called) => {
                let target = match self.sym_of_name(file, called) {
                    Some(sym) => {
                        let target = self.function_named(from, sym, self.name(from, sym, depth));
                        self.member_before(from, sym, target, depth)
                    }
                    None => self.unbound(file, &observation.spelled(called), depth),
                };
                let target = self.as_used(target, true);
                match self.given_undeclared(from, called, &target, depth + 1) {
                    Some(of) => Target::Value(Some(of)),
                    None => self.result(&target, depth + 1),
                }
            }
            Expr::Parameter(..) => self.parameter_of(from, None, head, depth),
            Expr::Element(_) | Expr::List(_) | Expr::Map(_) if is_own => self.taken(from, head, depth),
            _ => self.unbound(file, &observation.spelled(head), depth),
        }
    }

    /// A further part of a path, as a member of what came before, or its elements so many levels deep.
    fn part_of_path(
        &self,
        from: DefId,
        on: &Target,
        (part, n_levels): (ExprId, usize),
        depth: u32,
        is_called: bool,
    ) -> Target {
        let file = self.file(from);
        let Some(observation) = self.observation(file) else { return Target::Unknown };
        let is_own = self.states_containers(from);
        let member = |part: ExprId| match observation.expr(part) {
            Expr::Member(_, name) | Expr::Field(_, name) => self.part(on, self.sym(file, name), depth + 1),
            _ => match on {
                Target::External(outer) => outer.part(&part_text(observation, part)).into(),
                Target::Foreign => Target::Foreign,
                _ => Target::Unknown,
            },
        };
        let (plain, n_stated) = observation.exprs.levels(part);
        if let Some(value) = self.awaited_in(from, plain) {
            return self.given_by_awaiting(from, (value, on), n_stated + n_levels, depth + 1);
        }
        if n_stated + n_levels == 1
            && let Some(of) = self.element_held(from, plain, depth + 1)
        {
            return Target::Value(Some(of));
        }
        if let Some(of) = self.opened(from, Some(on), (plain, n_stated + n_levels), depth) {
            return Target::Value(Some(of));
        }
        if !is_own && n_stated + n_levels > 0 {
            let (called, is_call) = match observation.expr(plain) {
                Expr::Call(called) => (called, true),
                _ => (plain, false),
            };
            let (many, value) = (self.as_used(member(called), is_call), observation.exprs.inner(called));
            if let Some(of) = self.elements_by_argument(from, (value, on), (&many, n_stated + n_levels), depth + 1) {
                return Target::Value(Some(of));
            }
            let is_outside = matches!(many, Target::Foreign | Target::External(_));
            return match is_outside && self.has_holders(from) {
                true => Target::Foreign,
                false => self.elements_of_target(&many, n_stated + n_levels, depth + 1),
            };
        }
        match observation.expr(part) {
            Expr::Parameter(..) => self.parameter_of(from, Some(on), part, depth + 1),
            Expr::Element(_) if is_own => self.taken(from, part, depth + 1),
            Expr::Call(called) => {
                let target = self.as_used(member(called), true);
                let target = match observation.expr(called) {
                    Expr::Member(_, name) => {
                        let target = self.function_of(from, on, self.sym(file, name), target);
                        self.extension_in_path(from, on, called, target)
                    }
                    _ => target,
                };
                let result = self.result_of_path(from, called, (on, &target), depth + 1);
                if let Some(of) = self.given_undeclared(from, called, &target, depth + 1) {
                    return Target::Value(Some(of));
                }
                if is_own { self.or_taken(result, from, part, depth + 1) } else { result }
            }
            Expr::Member(_, name) if is_own && lists(|it| it.held_value, observation.name(name)) => {
                self.or_taken(self.as_used(member(part), is_called), from, part, depth + 1)
            }
            _ => self.or_value(self.as_used(member(part), is_called), from, part, depth),
        }
    }

    /// The number of the name that an expression is, where it is one alone.
    pub(in crate::resolve) fn sym_of_name(&self, file: FileId, id: ExprId) -> Option<Sym> {
        match self.observation(file)?.expr(id) {
            Expr::Name(name) | Expr::OwnField(name) => Some(self.sym(file, name)),
            Expr::This => self.sym_of("this"),
            Expr::SelfType => self.sym_of("Self"),
            _ => None,
        }
    }

    /// Where values and functions share a name, what is not called is a value, and what is called a function.
    fn as_used(&self, target: Target, is_called: bool) -> Target {
        let Target::Defs(mut defs, evidence) = target else { return target };
        let is_function = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_callable());
        if defs.len() > 1 && defs.iter().any(|def| is_function(def) == is_called) {
            defs.retain(|def| is_function(def) == is_called);
        }
        Target::Defs(defs, evidence)
    }

    /// Resolves a path that names its package: `com.acme.Type.member`.
    pub(in crate::resolve) fn qualified(
        &self,
        file: FileId,
        observation: &Observation,
        parts: &[ExprId],
        depth: u32,
    ) -> Option<Target> {
        let (last, [_, ..]) = parts.split_last()? else { return None };
        let name = match observation.expr(*last) {
            Expr::Member(_, name) => Some(self.sym(file, name)),
            _ => None,
        };
        let path = observation.spelled(*last);
        self.by_package_path(file, &path, name, depth).or_else(|| self.added_outside(file, &path).known())
    }

    /// Resolves such a path from its text, which ends with the name.
    pub(in crate::resolve) fn by_package_path(
        &self,
        file: FileId,
        path: &str,
        name: Option<Sym>,
        depth: u32,
    ) -> Option<Target> {
        match self.resolver(file.0 as usize)?.qualified(file, path)? {
            Resolution::Inside(to, inside) => Some(self.inside(to, &inside, depth + 1)),
            Resolution::Member(files) => Some(self.in_module(&files, name?, depth + 1)),
            outside @ (Resolution::External(_) | Resolution::Builtin(_)) => {
                Some(Outer::of_path(&outside, path)?.into())
            }
            _ => None,
        }
    }

    /// Whether the first name of a path is none that the code sees, so that it can be that of a package.
    pub(in crate::resolve) fn begins_with_package(&self, from: DefId, path: ExprId) -> bool {
        let file = self.file(from);
        let Some(observation) = self.observation(file) else { return false };
        let head = observation.exprs.parts(path).first().and_then(|head| observation.exprs.name(*head));
        head.is_some_and(|head| self.name(from, self.sym(file, head), 0) == Target::Unknown)
    }

    /// The type of a package outside of the repository that a path begins with, and how many parts of the path name it.
    pub(super) fn type_of_package(
        &self,
        file: FileId,
        observation: &Observation,
        parts: &[ExprId],
    ) -> Option<(Target, usize)> {
        let name = |part: &ExprId| match observation.expr(*part) {
            Expr::Name(name) | Expr::Member(_, name) => Some(observation.name(name)),
            _ => None,
        };
        let names = parts.iter().map_while(name);
        let at = names.take(parts.len() - 1).position(|name| name.starts_with(char::is_uppercase))?;
        let path = observation.spelled(parts[at]);
        let resolution = self.resolver(file.0 as usize)?.qualified(file, &path)?;
        Some((Outer::of_path(&resolution, &path)?.into(), at + 1))
    }

    /// The deepest module that a path names by imports such as `import a.b.c`, which bind `a` alone; and how many parts
    /// of the path name it.
    pub(in crate::resolve) fn deepest_module(
        &self,
        file: FileId,
        observation: &Observation,
        parts: &[ExprId],
    ) -> Option<(Target, usize)> {
        let head = observation.exprs.name(*parts.first()?)?;
        let is_named = |(part, named): &(&ExprId, &str)| match observation.expr(**part) {
            Expr::Name(name) | Expr::Member(_, name) => observation.name(name) == *named,
            _ => false,
        };
        let mut best: Option<(Target, usize)> = None;
        for site in self.bound.get(&(file, self.sym(file, head)))? {
            let Some(source) = self.dotted_source(file, observation, *site) else { continue };
            let common = parts.iter().zip(source.split('.')).take_while(is_named).count();
            if common < 2 || best.as_ref().is_some_and(|(_, n_parts)| *n_parts >= common) {
                continue;
            }
            let files = match self.resolutions[file.0 as usize].get(*site as usize) {
                Some(Resolution::Module(files)) if source.split('.').count() == common => files.clone(),
                _ => {
                    let end = source.match_indices('.').nth(common - 1).map_or(source.len(), |(at, _)| at);
                    self.resolver(file.0 as usize)?.module(source.part(..end))
                }
            };
            best = Some((Target::Module(files), common));
        }
        best
    }
}

/// The text of the last part of a path, with what is done to it.
fn part_text(observation: &Observation, part: ExprId) -> String {
    let text = observation.spelled(part);
    let around = observation.exprs.parts(part);
    let before = around.len().checked_sub(2).and_then(|at| around.get(at)).map(|on| observation.spelled(*on));
    let own = before.and_then(|before| text.strip_prefix(&*before)?.strip_prefix('.').map(str::to_owned));
    own.unwrap_or_else(|| text.into_owned())
}
