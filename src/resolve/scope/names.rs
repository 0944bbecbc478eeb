//! Links the names of a language that has rules of its own for them: constants, and members by the type that has them.

use cg_rules::{DefId, FileId};

use super::keyed::Sym;
use super::table::SymbolTable;
use super::target::Target;
use crate::language::{
    ArgumentsId, CallSite, DeclKind, DeclPlace, EACH, Expr, ExprId, MOST_CANDIDATES, Names, Observation, Receiver,
    Rule, TYPE_ARGUMENT, lists,
};
use crate::resolve::cut::is_cut;

impl SymbolTable<'_> {
    /// A language's own rules for the names of a file.
    pub fn names(&self, file: FileId) -> Option<&dyn Names> {
        self.resolver(file.0 as usize)?.names()
    }

    fn def_of(&self, (file, decl): DeclPlace) -> DefId {
        self.def(file, decl)
    }

    fn is_class(&self, def: DefId) -> bool {
        self.declaration(def).is_some_and(|row| row.kind.is_type() || row.kind == DeclKind::Module)
    }

    /// The declaration of a constant by its name alone, in a language with a lookup of its own; `None` where none is known.
    pub(super) fn constant_named(&self, from: DefId, sym: Sym) -> Option<Target> {
        let names = self.names(self.file(from))?;
        let name = self.text(sym);
        let found = || self.constant(names, from, name);
        let target = self.tried(|| format!("`{name}` by the language's rules for names"), found);
        matches!(target, Target::Defs(..)).then_some(target)
    }

    /// Resolves a path of constants. With several declarations the first represents the type, and nothing is sure.
    fn constant(&self, names: &dyn Names, from: DefId, path: &str) -> Target {
        match names.constant(self.place(from), path) {
            Some(named) => {
                let rule = if named.is_sure { Rule::Constant } else { Rule::OpenConstant };
                Target::Defs(vec![self.def_of(named.at)], rule)
            }
            None if names.is_of_platform(path) => Target::Foreign,
            None => Target::Unknown,
        }
    }

    /// The value that a constant holds, where that is known: `X = A.new`.
    fn value_of_constant(&self, target: Target, depth: u32) -> Target {
        let Target::Defs(_, rule) = &target else { return target };
        let is_variable = |def: &DefId| self.declaration(*def).is_some_and(|row| row.kind == DeclKind::Variable);
        let held = target.single().filter(|def| rule.is_sure() && is_variable(def) && !is_cut(depth));
        match held.and_then(|def| self.type_of_definition(def, depth + 1)) {
            Some(of) => Target::Value(Some(of)),
            None => target,
        }
    }

    /// The object at hand: a value of the type around, or the type itself.
    pub(super) fn this(&self, names: &dyn Names, from: DefId) -> Target {
        match names.this(self.place(from)) {
            Some((of, true)) => Target::Defs(vec![self.def_of(of)], Rule::OwnType),
            Some((of, false)) => Target::Value(Some(self.def_of(of))),
            None => Target::Unknown,
        }
    }

    /// Resolves a path by the language's own rules.
    pub(in crate::resolve) fn path_by_names(&self, names: &dyn Names, from: DefId, path: ExprId, depth: u32) -> Target {
        let file = self.file(from);
        let Some(observation) = self.observation(file) else { return Target::Unknown };
        let parts = observation.exprs.parts(path);
        let is_constant = |part: &&ExprId| match observation.expr(**part) {
            Expr::Name(name) | Expr::Member(_, name) => {
                observation.name(name).starts_with(|head: char| head.is_uppercase() || head == '\\')
            }
            Expr::SelfType => true,
            _ => false,
        };
        let (mut on, n_read) = match parts.iter().take_while(is_constant).count() {
            0 => (self.head(names, from, parts[0], depth), 1),
            n => (self.value_of_constant(self.constant(names, from, &observation.spelled(parts[n - 1])), depth), n),
        };
        for part in parts.into_iter().skip(n_read) {
            on = match observation.expr(part) {
                Expr::Call(called) => match observation.expr(called) {
                    Expr::Member(_, name) => self.result_on(names, from, &on, observation.name(name), depth + 1),
                    _ => Target::Value(None),
                },
                Expr::Field(_, name) => self.field(&on, self.sym(file, name)),
                _ => Target::Value(None),
            };
        }
        on
    }

    /// The first name of a path that is no constant: the object at hand, a field, a local, a call.
    fn head(&self, names: &dyn Names, from: DefId, head: ExprId, depth: u32) -> Target {
        let file = self.file(from);
        let Some(observation) = self.observation(file) else { return Target::Unknown };
        let called = match observation.expr(head) {
            Expr::This => return self.this(names, from),
            Expr::OwnField(name) => {
                let of = names.this(self.place(from)).filter(|(_, of_type)| !of_type).map(|(of, _)| self.def_of(of));
                return Target::Value(of.and_then(|of| self.type_of_local(of, self.sym(file, name))));
            }
            Expr::Name(name) if self.locals(&(from, self.sym(file, name))).is_some() => {
                return Target::Value(self.type_as_narrowed(from, self.sym(file, name)));
            }
            Expr::Call(called) => called,
            _ => head,
        };
        self.value_of(&self.bare(names, from, &observation.spelled(called), None), depth)
    }

    /// The type of a local name. Where a test finds a value to be of a type above its own, or of one beside it in a language that
    /// says so, it stays of its own.
    fn type_as_narrowed(&self, from: DefId, sym: Sym) -> Option<DefId> {
        let of = self.type_of_local(from, sym)?;
        let plain = self.text(sym).split_once(':').and_then(|(plain, _)| self.sym_of(plain));
        let own = plain.and_then(|plain| self.type_of_local(from, plain));
        let is_below = |one: &DefId, other: &DefId| self.lineage(one).is_some_and(|lineage| lineage.contains(other));
        let is_beside = || self.language(self.file(from)).is_some_and(|it| it.conventions.narrows_below);
        let stays = |own: &DefId| is_below(own, &of) || *own != of && is_beside() && !is_below(&of, own);
        Some(own.filter(stays).unwrap_or(of))
    }

    /// A field of a value or of a type, which paths write as `@name`: its own, or that of a supertype.
    fn field(&self, on: &Target, sym: Sym) -> Target {
        let of = match on {
            Target::Value(of) => *of,
            _ => on.single(),
        };
        let Some(of) = of else { return Target::Value(None) };
        let inherited = self.lineage(&of).into_iter().flatten().copied();
        let mut holders = std::iter::once(of).chain(inherited).filter(|of| self.locals(&(*of, sym)).is_some());
        Target::Value(holders.next().and_then(|of| self.type_of_local(of, sym)))
    }

    /// Resolves the call of a bare name on a line, where that is known: a method of the object at hand, or a function of the file's top.
    pub(super) fn bare(&self, names: &dyn Names, from: DefId, name: &str, line: Option<u32>) -> Target {
        if let Some(places) = names.function(self.place(from), name) {
            return self.several(places.into_iter().map(|place| self.def_of(place)).collect());
        }
        let this = self.this(names, from);
        let target = self.send(names, from, &this, name);
        // A block in the body of a class may be run by a value of it: `setup do … end`.
        let target = match (&this, target) {
            (Target::Defs(defs, _), Target::Unknown) if defs.as_slice() == [from] => {
                self.send(names, from, &Target::Value(Some(from)), name)
            }
            (_, target) => target,
        };
        if target != Target::Unknown {
            return target;
        }
        let target = self.at_top(from, name, line);
        if target != Target::Unknown || this != Target::Unknown {
            return target;
        }
        let mixed_in = names.mixed_in(self.place(from), name);
        self.several(mixed_in.into_iter().map(|place| self.def_of(place)).collect()).by(Rule::Extension)
    }

    /// Resolves the call of a name on a receiver. A type is called to construct it.
    pub(super) fn send(&self, names: &dyn Names, from: DefId, on: &Target, name: &str) -> Target {
        let file = self.file(from);
        let members = |of: DefId, of_type: bool| {
            let places = names.member(file, self.place(of), name, of_type, false);
            self.several(places.into_iter().map(|place| self.def_of(place)).collect())
        };
        match on {
            Target::Value(Some(of)) => members(*of, false),
            Target::Foreign => Target::Foreign,
            Target::Defs(defs, rule) => match defs.as_slice() {
                [of] if self.is_class(*of) => match members(*of, true) {
                    Target::Unknown if name == names.constructor() && rule.is_sure() => on.clone(),
                    Target::Unknown if name == names.constructor() => Target::Ambiguous,
                    target => target.by(*rule),
                },
                _ => Target::Unknown,
            },
            _ => Target::Unknown,
        }
    }

    /// One definition, or several in one file: the later one counts, but the text does not always decide which.
    pub(super) fn several(&self, defs: Vec<DefId>) -> Target {
        match defs.as_slice() {
            [] => Target::Unknown,
            [_] => Target::Defs(defs, Rule::Member),
            _ if defs.len() > MOST_CANDIDATES => Target::Ambiguous,
            [first, ..] if defs.iter().all(|def| self.file(*def) == self.file(*first)) => {
                Target::Defs(defs, Rule::Several)
            }
            _ if self.differ_by_number(&defs) => Target::Defs(defs, Rule::Several),
            _ => Target::Ambiguous,
        }
    }

    fn result_on(&self, names: &dyn Names, from: DefId, on: &Target, name: &str, depth: u32) -> Target {
        if let Some(plain) = name.strip_suffix(EACH) {
            let called = self.send(names, from, on, plain).single().zip(self.sym_of(TYPE_ARGUMENT));
            return Target::Value(called.and_then(|(def, sym)| self.type_of_local(def, sym)));
        }
        match on {
            Target::Foreign => Target::Foreign,
            Target::Value(Some(of)) if name == "class" => Target::Defs(vec![*of], Rule::OwnType),
            // A class may have a `dup` of its own.
            Target::Value(Some(_))
                if lists(|it| it.same_object, name) && self.send(names, from, on, name) == Target::Unknown =>
            {
                on.clone()
            }
            // Several declarations of one type make values of it all the same.
            Target::Defs(defs, _)
                if name == names.constructor() && self.send(names, from, on, name) == Target::Ambiguous =>
            {
                Target::Value(defs.first().copied())
            }
            _ => {
                let called = self.send(names, from, on, name);
                match self.own_result(on, &called) {
                    Some(of) => Target::Value(Some(of)),
                    None => self.value_of(&called, depth),
                }
            }
        }
    }

    /// The value that a call of something gives.
    fn value_of(&self, called: &Target, depth: u32) -> Target {
        match called.single() {
            Some(made) if self.is_class(made) => Target::Value(Some(made)),
            Some(def) if !is_cut(depth) => Target::Value(self.type_of_definition(def, depth + 1)),
            _ => Target::Value(None),
        }
    }

    /// Resolves a call by the language's own rules, and decides whether a method of that name alone may be meant.
    pub(in crate::resolve) fn call_by_names(
        &self,
        names: &dyn Names,
        from: DefId,
        observation: &Observation,
        site: &CallSite,
    ) -> (Target, bool) {
        let (callee, line) = (observation.name(site.callee), Some(site.at.line));
        let on = match site.receiver {
            Receiver::Bare => return (self.bare(names, from, callee, line), false),
            Receiver::Implied(blocks) => match self.object_in_blocks(names, from, observation, blocks) {
                None => return (self.bare_in_blocks(names, from, observation, (callee, blocks, line)), false),
                Some(on) => return self.in_block(names, from, &on, (callee, line)),
            },
            Receiver::This => self.this(names, from),
            Receiver::Super => return (self.super_of(names, from, callee), false),
            Receiver::Path(path) | Receiver::Value(path) | Receiver::Result(path) => {
                let of_path = || match self.path(from, path, 0) {
                    Target::Unknown if self.is_outer_constant(from, path) => Target::Foreign,
                    target => target,
                };
                let on = self.tried(|| format!("the receiver `{}`", observation.as_read(path)), of_path);
                if on == Target::Foreign {
                    return (on, false);
                }
                on
            }
            Receiver::SuperOf(_) | Receiver::SuperNamed(_) | Receiver::Opaque => Target::Value(None),
        };
        let member = || match self.send(names, from, &on, callee) {
            Target::Unknown => self.of_tested(names, from, observation, site.receiver, callee),
            found => found,
        };
        let target = self.tried(|| format!("the member `{callee}` of it"), member);
        let may_be_any = matches!(on, Target::Value(None)) && target == Target::Unknown;
        (target, may_be_any)
    }

    /// Resolves the call of a name on a value that a test found to be of a type beside its own: it has the members of both.
    fn of_tested(
        &self,
        names: &dyn Names,
        from: DefId,
        observation: &Observation,
        receiver: Receiver,
        name: &str,
    ) -> Target {
        let (Receiver::Path(path) | Receiver::Value(path)) = receiver else { return Target::Unknown };
        let Expr::Name(on) = observation.expr(path) else { return Target::Unknown };
        let text = observation.name(on);
        let of = Some(self.sym(self.file(from), on)).filter(|_| text.contains(':') && !text.contains('|'));
        match of.and_then(|sym| self.type_of_local(from, sym)) {
            Some(of) => self.send(names, from, &Target::Value(Some(of)), name),
            None => Target::Unknown,
        }
    }

    /// Resolves the call of a bare name in blocks that no method is known to run in another object.
    fn bare_in_blocks(
        &self,
        names: &dyn Names,
        from: DefId,
        observation: &Observation,
        (name, blocks, line): (&str, ArgumentsId, Option<u32>),
    ) -> Target {
        let target = self.bare(names, from, name, line);
        if target != Target::Unknown {
            return target;
        }
        let blocks = observation.arguments.get(blocks);
        let given_to: Vec<String> = blocks.iter().map(|it| observation.spelled(it.value).into_owned()).collect();
        let places = names.function_in_blocks(self.place(from), name, &given_to);
        self.several(places.into_iter().map(|place| self.def_of(place)).collect())
    }

    /// Resolves the call of a bare name in a block that runs in an object: its method, or a function of the file's top.
    fn in_block(
        &self,
        names: &dyn Names,
        from: DefId,
        on: &Target,
        (name, line): (&str, Option<u32>),
    ) -> (Target, bool) {
        // A block in the body of a class may be run by a value of it.
        let value = match on {
            Target::Defs(defs, _) => Target::Value(defs.first().copied()),
            on => on.clone(),
        };
        let known = [on, &value].into_iter().map(|on| self.send(names, from, on, name));
        let mut known = known.filter(|target| !matches!(target, Target::Unknown | Target::Foreign));
        let target = known.next().unwrap_or_else(|| self.at_top(from, name, line));
        let is_open = target == Target::Unknown;
        (target, is_open)
    }

    fn super_of(&self, names: &dyn Names, from: DefId, callee: &str) -> Target {
        let Some((of, of_type)) = names.this(self.place(from)) else { return Target::Unknown };
        let places = names.member(self.file(from), of, callee, of_type, true);
        if places.is_empty() && names.extends_outside(of) {
            return Target::Foreign;
        }
        self.several(places.into_iter().map(|place| self.def_of(place)).collect())
    }

    /// The type that a supertype's name means, and the one that has it.
    pub(in crate::resolve) fn supertype_by_names(
        &self,
        names: &dyn Names,
        sub: DefId,
        outside: DefId,
        name: &str,
    ) -> Option<(DefId, DefId)> {
        let sure = |from: DefId, path: &str| names.constant(self.place(from), path).filter(|named| named.is_sure);
        let sup = self.def_of(sure(outside, name)?.at);
        // Of several declarations of the subtype, the one that stands for it.
        let own = self.declaration(sub).and_then(|row| {
            let text = self.observation(self.file(sub))?.name(row.name);
            let path = match row.owner {
                Some(owner) => format!("{}.{text}", self.observation(self.file(sub))?.name(owner)),
                None => text.to_owned(),
            };
            sure(self.container(sub)?, &path)
        });
        let sub = own.map_or(sub, |named| self.def_of(named.at));
        (sub != sup && self.is_class(sup)).then_some((sub, sup))
    }
}
