//! Finds the object at hand in blocks, in a language with rules of its own for names: a method may run its block in another one.

use cg_rules::DefId;

use super::table::SymbolTable;
use super::target::Target;
use crate::language::{
    ArgumentsId, BLOCK_GIVEN, BLOCK_OBJECT, BLOCK_RUN, BLOCK_RUN_BY_DEFAULT, Binding, BindingKind, Expr, ExprId,
    FIRST_BY_DEFAULT, FIRST_GIVEN, Names, Observation,
};
use crate::resolve::cut::is_cut;

/// The most methods that hand a block on to each other.
const MOST_GIVEN: u32 = 8;

impl SymbolTable<'_> {
    /// The object at hand behind blocks, which are given by the calls they are of, the innermost first. `None` where no method is
    /// known to run its block in another object.
    pub(super) fn object_in_blocks(
        &self,
        names: &dyn Names,
        from: DefId,
        observation: &Observation,
        blocks: ArgumentsId,
    ) -> Option<Target> {
        let given: Vec<ExprId> = observation.arguments.get(blocks).iter().map(|it| it.value).collect();
        let own = given.iter().take_while(|it| !matches!(observation.expr(**it), Expr::This));
        let mut at_hand = None;
        for call in own.copied().collect::<Vec<_>>().into_iter().rev() {
            if let Some(runs) = self.object_of_call(names, (from, call), (at_hand.as_ref(), None), 0) {
                at_hand = Some(runs);
            }
        }
        at_hand
    }

    /// The object that a call in a declaration runs its block in. An object is `at_hand`, or that of the declaration, and a first
    /// argument may be `given` to that.
    fn object_of_call(
        &self,
        names: &dyn Names,
        (from, call): (DefId, ExprId),
        (at_hand, given): (Option<&Target>, Option<&Target>),
        depth: u32,
    ) -> Option<Target> {
        let observation = self.observation(self.file(from))?;
        if let Expr::Member(object, mark) = observation.expr(call)
            && observation.name(mark) == BLOCK_OBJECT
        {
            return Some(match self.path(from, object, depth) {
                Target::Unknown => Target::Value(None),
                object => object,
            });
        }
        let (call, first) = match observation.expr(call) {
            Expr::Member(call, mark) if observation.name(mark).starts_with(FIRST_GIVEN) => {
                (call, Some(observation.name(mark)))
            }
            _ => (call, None),
        };
        let first = first.map(|mark| match given {
            Some(given) if mark.starts_with(FIRST_BY_DEFAULT) => given.clone(),
            _ => self.given_first(from, mark, depth),
        });
        let Expr::Call(called) = observation.expr(call) else { return None };
        let (on, name) = match observation.expr(called) {
            Expr::Member(on, name) => (Some(self.path(from, on, depth)), name),
            Expr::Name(name) => (at_hand.cloned(), name),
            _ => return None,
        };
        let name = observation.name(name);
        let found = match &on {
            Some(on) => self.send(names, from, on, name),
            None => self.bare(names, from, name, None),
        };
        let found = if found == Target::Unknown { self.at_top(from, name, None) } else { found };
        let on = on.unwrap_or_else(|| self.this(names, from));
        self.object_of_block(names, found.single()?, (&on, first.as_ref()), depth)
    }

    /// The object that a method runs its block in, called on an object, with or without a first argument; `None` where that is
    /// the one around the block.
    fn object_of_block(
        &self,
        names: &dyn Names,
        method: DefId,
        (on, first): (&Target, Option<&Target>),
        depth: u32,
    ) -> Option<Target> {
        if depth > MOST_GIVEN || is_cut(depth) {
            return None;
        }
        if self.declaration(method)?.kind.is_type() {
            // A class is called to make a value.
            let constructors = self.language(self.file(method))?.conventions.constructors;
            let value = Target::Value(Some(method));
            let made = constructors.iter().map(|name| self.send(names, method, &value, name));
            let made = made.filter_map(|it| it.single()).next()?;
            return self.object_of_block(names, made, (&value, first), depth + 1);
        }
        let by_default = self.bound_once(method, BLOCK_RUN_BY_DEFAULT);
        if let Some(first) = first.filter(|_| by_default.is_some()) {
            return Some(if *first == Target::Unknown { Target::Value(None) } else { first.clone() });
        }
        if let Some(run) = by_default.or_else(|| self.bound_once(method, BLOCK_RUN)) {
            let observation = self.observation(self.file(method))?;
            let object = match run.of {
                Some(path) if matches!(observation.expr(path), Expr::This) => on.clone(),
                Some(path) if self.is_same_to_all(method, path) || is_of(&self.this(names, method), on) => {
                    self.path(method, path, depth + 1)
                }
                _ => Target::Unknown,
            };
            return Some(match (object, run.kind) {
                (Target::Unknown, _) => Target::Value(None),
                // A method is made: it runs in the values of a class.
                (Target::Defs(defs, _), BindingKind::Constructed) => Target::Value(defs.first().copied()),
                (Target::Value(_), BindingKind::Constructed) => Target::Value(None),
                (object, _) => object,
            });
        }
        let given = self.bound_once(method, BLOCK_GIVEN)?;
        self.object_of_call(names, (method, given.of?), (Some(on), first), depth + 1)
    }

    /// The first argument of a call in a declaration, by the name that is bound to it.
    fn given_first(&self, from: DefId, mark: &str, depth: u32) -> Target {
        let mut around = std::iter::successors(Some(from), |def| self.container(*def));
        let of = around.find_map(|def| Some((def, self.bound_once(def, mark)?.of?)));
        of.map_or(Target::Unknown, |(def, path)| self.path(def, path, depth + 1))
    }

    /// Whether a path in a method begins with a constant, or with what is assigned one: it means the same on every object that has
    /// the method.
    fn is_same_to_all(&self, method: DefId, path: ExprId) -> bool {
        let Some(observation) = self.observation(self.file(method)) else { return false };
        let mut path = Some(path);
        for _ in 0..MOST_GIVEN {
            let parts = std::iter::successors(path, |part| observation.exprs.inner(*part));
            let Some(Expr::Name(head)) = parts.last().map(|head| observation.expr(head)) else { return false };
            let head = observation.name(head);
            if head.starts_with(char::is_uppercase) {
                return true;
            }
            path = self.bound_once(method, head).and_then(|binding| binding.of);
        }
        false
    }

    /// The one binding of a name in a method.
    fn bound_once(&self, method: DefId, name: &str) -> Option<&Binding> {
        let [single] = self.locals(&(method, self.sym_of(name)?))? else { return None };
        self.observation(self.file(method))?.bindings.get(*single as usize)
    }
}

/// Whether two objects are values of one type, or that type.
fn is_of(one: &Target, other: &Target) -> bool {
    match (one, other) {
        (Target::Value(one), Target::Value(other)) => one.is_some() && one == other,
        (Target::Defs(one, _), Target::Defs(other, _)) => one == other,
        _ => false,
    }
}
