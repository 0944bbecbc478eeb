//! Records what a look-up tries, in order, for a reader who asks why an edge is there or is not. Where nobody asks, a
//! step costs the reading of one flag.

use std::cell::{Cell, RefCell};

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::noted::BoundName;
use crate::language::{BindingKind, DeclKind, Rule, as_read};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// The most steps that a trace holds: past them it says that there were more.
const MOST_STEPS: usize = 200;

/// A step of a look-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// How many steps it is part of.
    pub depth: usize,
    /// The subject of the step.
    pub what: String,
    /// The answer, in words.
    pub found: String,
    /// The rule, where it led to definitions.
    pub rule: Option<Rule>,
}

thread_local! {
    static IS_ON: Cell<bool> = const { Cell::new(false) };
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static STEPS: RefCell<Vec<Tried>> = const { RefCell::new(Vec::new()) };
    /// The local names whose bindings are being followed: one that is bound to itself is followed once.
    static OPEN: RefCell<FxHashSet<BoundName>> = RefCell::default();
}

/// The answer of a look-up on this thread, and its steps.
pub fn tracing<T>(look: impl FnOnce() -> T) -> (T, Vec<Tried>) {
    IS_ON.set(true);
    DEPTH.set(0);
    let answer = look();
    IS_ON.set(false);
    OPEN.take();
    (answer, STEPS.take())
}

/// An answer of a look-up that can be shown.
pub(super) trait StepAnswer {
    /// The answer in words, and the rule that led to it.
    fn shown(&self, index: &SymbolTable<'_>) -> (String, Option<Rule>);
}

impl StepAnswer for Target {
    fn shown(&self, index: &SymbolTable<'_>) -> (String, Option<Rule>) {
        let found = match self {
            Self::Defs(defs, rule) => return (index.defs_shown(defs), Some(*rule)),
            Self::Module(files) => {
                let paths: Vec<&str> = files.iter().map(|file| index.world.paths.path(*file)).take(3).collect();
                let more = if files.len() > paths.len() { ", …" } else { "" };
                format!("the module {}{more}", paths.join(", "))
            }
            Self::External(outer) => {
                let what = if outer.is_result { "a value that comes from" } else { "outside:" };
                let member = if outer.member.is_empty() { String::new() } else { format!(", `{}`", outer.member) };
                format!("{what} `{}`{member}", outer.module)
            }
            Self::Value(Some(of)) => format!("a value of {}", index.def_shown(*of)),
            Self::Value(None) => "a value, its type is not known".to_owned(),
            Self::Foreign => "a value of a type that the repository does not declare".to_owned(),
            Self::Ambiguous => "several that are not the same".to_owned(),
            Self::Unknown => "nothing".to_owned(),
        };
        (found, None)
    }
}

impl StepAnswer for Option<Target> {
    fn shown(&self, index: &SymbolTable<'_>) -> (String, Option<Rule>) {
        self.as_ref().unwrap_or(&Target::Unknown).shown(index)
    }
}

impl StepAnswer for (Target, Target) {
    fn shown(&self, index: &SymbolTable<'_>) -> (String, Option<Rule>) {
        self.1.shown(index)
    }
}

impl SymbolTable<'_> {
    /// Looks something up as a step of the trace, where one is made.
    #[inline]
    pub(super) fn tried<F: StepAnswer>(&self, what: impl FnOnce() -> String, look: impl FnOnce() -> F) -> F {
        if IS_ON.get() { self.record(what(), look) } else { look() }
    }

    fn record<F: StepAnswer>(&self, what: String, look: impl FnOnce() -> F) -> F {
        let depth = DEPTH.get();
        let at = STEPS.with_borrow_mut(|steps| {
            steps.push(Tried { depth, what, found: String::new(), rule: None });
            steps.len() - 1
        });
        DEPTH.set(depth + 1);
        let answer = look();
        DEPTH.set(depth);
        let (found, rule) = answer.shown(self);
        STEPS.with_borrow_mut(|steps| {
            if let Some(step) = steps.get_mut(at) {
                (step.found, step.rule) = (found, rule);
            }
            // What lies deep in a long trace goes first: the step that it is part of has its answer.
            if steps.len() > MOST_STEPS {
                steps.truncate(at + 1);
            }
        });
        answer
    }

    /// Follows the bindings of a local name once more, so that the trace has the type of each.
    pub(super) fn trace_bindings(&self, scope: DefId, sym: Sym) {
        if !IS_ON.get() || !OPEN.with_borrow_mut(|open| open.insert((scope, sym))) {
            return;
        }
        let (Some(observation), Some(sites)) = (self.observation(self.file(scope)), self.locals(&(scope, sym))) else {
            return;
        };
        let name = as_read(self.text(sym));
        for binding in sites.iter().filter_map(|at| observation.bindings.get(*at as usize)) {
            let Some(of) = binding.of else {
                self.tried(|| format!("`{name}` is bound without a type"), || Target::Value(None));
                continue;
            };
            let (from, path) = (self.outside(scope, sym), observation.as_read(of));
            match binding.kind {
                BindingKind::Annotated => {
                    self.tried(|| format!("`{name}` has the type `{path}`"), || self.path_of_type(scope, of, 1));
                }
                BindingKind::Constructed => {
                    self.tried(|| format!("`{name}` is what a call of `{path}` gives"), || self.callee(from, of, 1));
                }
                _ => {
                    self.tried(|| format!("`{name}` is bound to `{path}`"), || self.path(from, of, 1));
                }
            }
        }
        OPEN.with_borrow_mut(|open| open.remove(&(scope, sym)));
    }

    /// The look-up of a name in a scope, as a step.
    pub(super) fn in_scope_of(&self, name: &str, scope: DefId) -> String {
        format!("`{}` in {}", as_read(name), self.def_shown(scope))
    }

    /// The look-up through an import, as a step.
    pub(super) fn import_shown(&self, file: FileId, number: u32) -> String {
        let site = self.observation(file).and_then(|it| Some((it, it.imports.get(number as usize)?)));
        let Some((observation, site)) = site else { return String::new() };
        let name = site.name.map_or(String::new(), |name| format!("`{}` from ", observation.name(name)));
        format!("the import of {name}`{}` at {}", observation.name(site.source), site.at)
    }

    /// A definition as a reader finds it: path, line and name.
    pub(super) fn def_shown(&self, def: DefId) -> String {
        let Some(row) = self.declaration(def) else { return String::new() };
        let path = self.world.paths.path(self.file(def));
        let name = self.qualified_text(def);
        if name.is_empty() { path.to_owned() } else { format!("`{name}` ({path}:{})", row.at.line) }
    }

    fn defs_shown(&self, defs: &[DefId]) -> String {
        let shown: Vec<String> = defs.iter().take(3).map(|def| self.def_shown(*def)).collect();
        let more = defs.len().saturating_sub(shown.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        shown.join(", ") + &more
    }

    /// The names of a definition and of those around it, joined by dots; empty for a file. What belongs to a type that is
    /// not around it has the name of that type.
    pub(super) fn qualified_text(&self, def: DefId) -> String {
        let mut names = Vec::new();
        let mut at = Some(def);
        while let Some((def, row)) = at.and_then(|def| Some((def, self.declaration(def)?))) {
            if row.container.is_none() {
                break;
            }
            let file = self.file(def);
            names.push(self.text(self.sym(file, row.name)));
            at = self.container(def);
            if let Some(owner) = row.owner.filter(|_| row.kind != DeclKind::Impl) {
                names.push(self.text(self.sym(file, owner)));
                at = None;
            }
        }
        names.retain(|name| !name.is_empty());
        names.reverse();
        names.join(".")
    }
}
