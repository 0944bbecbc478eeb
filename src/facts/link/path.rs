//! Follows a path: its head as a name of the scope, each further part as a member of what came before.

use cg_rules::{DefId, FileId};

use super::container::{head_len, is_container};
use super::element::levels;
use super::index::SymbolTable;
use super::module::dotted_source;
use super::parameter::takes_part;
use super::target::{MAX_RESOLUTION_DEPTH, Target};
use crate::base::TextPart;
use crate::language::{Resolution, lists};

impl SymbolTable<'_> {
    /// Resolves a dotted path inside `from`: the head by scope, each further part as a member.
    pub fn path(&self, from: DefId, path: &str, depth: u32) -> Target {
        self.walk(from, path, depth, false).1
    }

    /// Resolves the path of a callee: its receiver, where the path has one, and the callee.
    pub(super) fn callee(&self, from: DefId, path: &str, depth: u32) -> (Target, Target) {
        self.walk(from, path, depth, true)
    }

    fn walk(&self, from: DefId, path: &str, depth: u32, is_called: bool) -> (Target, Target) {
        if depth > MAX_RESOLUTION_DEPTH {
            return (Target::Unknown, Target::Unknown);
        }
        if let Some(names) = self.names(self.file(from)) {
            return (Target::Unknown, self.path_by_names(names, from, path, depth));
        }
        if let Some(target) = self.declared_path(from, path, depth) {
            return (Target::Unknown, target);
        }
        let mut end = head_len(path);
        let head = path.part(..end);
        let by_head = || self.head_of_path(from, head, depth, is_called && end == path.len());
        let mut target = match path.len() == end {
            true => by_head(),
            false => self.tried(|| format!("`{head}`"), by_head),
        };
        if !(is_called && end == path.len()) {
            target = self.module_before(from, None, head, target);
        }
        if target == Target::Unknown
            && let Some(target) = self.qualified(self.file(from), path, depth)
        {
            return (Target::Unknown, target);
        }
        if matches!(target, Target::Module(_))
            && let Some((module, n_parts)) = self.deepest_module(self.file(from), head, path)
        {
            target = module;
            end = path.match_indices('.').nth(n_parts - 1).map_or(path.len(), |(at, _)| at);
        }
        let mut on = Target::Unknown;
        while end < path.len() {
            let start = end + 1;
            end = path.part(start..).find('.').map_or(path.len(), |length| start + length);
            let is_callee = is_called && end == path.len();
            target = self.bounded_around(from, target);
            let part = || self.part_of_path(from, &target, (path.part(..end), start), depth, is_callee);
            let member = self.tried(|| format!("`{}` of it", path.part(start..end)), part);
            let member = match is_callee {
                true => self.function_of(from, &target, path.part(start..end), member),
                false => self.module_before(from, Some(&target), path.part(start..end), member),
            };
            on = std::mem::replace(&mut target, member);
        }
        (on, target)
    }

    /// The first part of a path.
    fn head_of_path(&self, from: DefId, head: &str, depth: u32, is_called: bool) -> Target {
        let is_own = self.states_containers(from);
        let (plain, n_elements) = if is_own { (head, 0) } else { levels(head) };
        match (head, head.strip_suffix("()")) {
            _ if n_elements > 0 => self.elements_of_name(from, plain, n_elements, depth + 1),
            ("this" | "Self", _) => Target::Value(self.this_type(from)),
            ("self" | "super", _) => self.module_around(from, head).unwrap_or_else(|| self.name(from, head, depth)),
            (_, Some(called)) => {
                let target = self.function_named(from, called, self.name(from, called, depth));
                self.result(&self.as_used(target, true), depth + 1)
            }
            _ if is_own && takes_part(head).is_some() => self.parameter_of(from, None, head, depth),
            _ if is_own && (head.ends_with("[]") || is_container(head)) => self.taken(from, head, depth),
            _ if is_called => self.as_used(self.function_named(from, head, self.name(from, head, depth)), true),
            _ => self.as_used(self.name(from, head, depth), false),
        }
    }

    /// A further part of a path, as a member of what came before. The path reaches to the end of the part.
    fn part_of_path(
        &self,
        from: DefId,
        on: &Target,
        (path, start): (&str, usize),
        depth: u32,
        is_called: bool,
    ) -> Target {
        let is_own = self.states_containers(from);
        let part = path.part(start..);
        let (plain, n_elements) = if is_own { (part, 0) } else { levels(part) };
        if n_elements > 0 {
            let many = self.part(on, plain.strip_suffix("()").unwrap_or(plain), depth + 1);
            let is_outside = matches!(many, Target::Foreign | Target::External(_));
            return match is_outside && self.has_holders(from) {
                true => Target::Foreign,
                false => self.elements_of_target(&many, n_elements, depth + 1),
            };
        }
        let member = |name: &str, is_called: bool| self.as_used(self.part(on, name, depth + 1), is_called);
        match part.strip_suffix("()") {
            _ if is_own && takes_part(part).is_some() => self.parameter_of(from, Some(on), part, depth + 1),
            _ if is_own && part.ends_with("[]") => self.taken(from, path, depth + 1),
            Some(called) => {
                let target = self.function_of(from, on, called, member(called, true));
                let result = self.result_of_member(on, &target, depth + 1);
                if is_own { self.or_taken(result, from, path, depth + 1) } else { result }
            }
            None if is_own && lists(|it| it.held_value, part) => {
                self.or_taken(member(part, is_called), from, path, depth + 1)
            }
            None => member(part, is_called),
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

    /// The result of calling a member: of one that gives its receiver back, the receiver's type.
    pub(super) fn result_of_member(&self, on: &Target, called: &Target, depth: u32) -> Target {
        match self.own_result(on, called) {
            Some(of) => Target::Value(Some(of)),
            None => self.result(called, depth),
        }
    }

    /// The type of the receiver, where a member states that it gives a value of the receiver's type.
    pub(super) fn own_result(&self, on: &Target, called: &Target) -> Option<DefId> {
        let is_type = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind.is_type());
        let of = match on {
            Target::Value(of) => (*of)?,
            _ => on.single().filter(is_type)?,
        };
        called.single().filter(|def| self.gives_receiver(*def)).map(|_| of)
    }

    /// The result of calling the target.
    pub(super) fn result(&self, called: &Target, depth: u32) -> Target {
        match called {
            Target::External(outer) => outer.result().map_or(Target::Foreign, Target::from),
            Target::Foreign => Target::Foreign,
            _ => Target::Value(self.type_of_call(called, depth)),
        }
    }

    /// Resolves a path that names its package: `com.acme.Type.member`.
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
                    self.resolver(file.0 as usize)?.module(path.part(..end))
                }
            };
            best = Some((Target::Module(files), common));
        }
        best
    }
}
