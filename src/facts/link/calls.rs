//! Links calls.

use cg_rules::{Evidence, FileId};
use rayon::prelude::*;

use super::index::Index;
use super::lookup::Target;
use crate::base::Position;
use crate::facts::relation::Call;
use crate::facts::snapshot::Counts;
use crate::language::{BindingKind, CallSite, DeclKind, Observation, Receiver};

/// The calls of all files.
#[derive(Debug, Default)]
pub struct Calls {
    /// The edges.
    pub rows: Vec<Call>,
    /// Members of external packages that are called: file, package, member, place.
    pub external: Vec<(FileId, String, String, Position)>,
    /// What became of the sites.
    pub counts: Counts,
}

/// Links every call, file by file in parallel; the answer keeps the order of the files.
pub fn calls(index: &Index<'_>) -> Calls {
    let files = index.world.observations.par_iter().enumerate();
    let linked: Vec<Calls> = files
        .filter_map(|(at, observation)| {
            let file = FileId(u32::try_from(at).unwrap_or(u32::MAX));
            Some(calls_of(index, file, observation.as_ref()?))
        })
        .collect();
    let mut all = Calls::default();
    for mut calls in linked {
        all.rows.append(&mut calls.rows);
        all.external.append(&mut calls.external);
        all.counts.calls_resolved += calls.counts.calls_resolved;
        all.counts.calls_external += calls.counts.calls_external;
        all.counts.calls_ambiguous += calls.counts.calls_ambiguous;
        all.counts.calls_unknown += calls.counts.calls_unknown;
    }
    all
}

fn calls_of(index: &Index<'_>, file: FileId, observation: &Observation) -> Calls {
    let mut calls = Calls::default();
    for site in &observation.calls {
        match target(index, file, observation, site) {
            Target::Defs(defs, evidence) => {
                calls.counts.calls_resolved += 1;
                let caller = index.def(file, site.caller);
                let evidence = if defs.len() > 1 { evidence.min(Evidence::Scoped) } else { evidence };
                calls.rows.extend(defs.into_iter().map(|callee| Call {
                    caller,
                    callee,
                    at: site.at,
                    kind: site.kind,
                    evidence,
                }));
            }
            Target::External(package, member) => {
                calls.counts.calls_external += 1;
                if let Some(member) = member {
                    calls.external.push((file, package, member, site.at));
                }
            }
            Target::Ambiguous => calls.counts.calls_ambiguous += 1,
            Target::Module(_) | Target::Value(_) | Target::Unknown => calls.counts.calls_unknown += 1,
        }
    }
    calls
}

/// What a call calls.
fn target(index: &Index<'_>, file: FileId, observation: &Observation, site: &CallSite) -> Target {
    let from = index.def(file, site.caller);
    let callee = observation.name(site.callee);
    let on = match site.receiver {
        Receiver::Bare => return callable(index, index.name(from, callee, 0)),
        Receiver::This => Target::Value(index.this_type(from)),
        Receiver::Super => return callable(index, super_member(index, from, callee)),
        Receiver::Path(path) => index.path(from, observation.name(path), 0),
        Receiver::Result(path) => {
            let called = index.path(from, observation.name(path), 0);
            match called {
                Target::External(..) => called,
                _ => Target::Value(index.type_of_target(&called, BindingKind::Constructed, 0)),
            }
        }
        Receiver::Opaque => Target::Value(None),
    };
    let target = callable(index, index.part(&on, callee, 0));
    match (&on, target) {
        (Target::Value(_) | Target::Unknown, Target::Unknown) => by_name_alone(index, file, site, observation),
        (_, target) => target,
    }
}

/// A target of a call must be something that can be called; a value is called through its type, which says nothing.
fn callable(index: &Index<'_>, target: Target) -> Target {
    match target {
        Target::Defs(defs, evidence) => {
            let called = defs.into_iter().filter(|def| {
                index
                    .declaration(*def)
                    .is_some_and(|row| row.kind.is_callable() || row.kind.is_type() || row.kind == DeclKind::Variable)
            });
            let called: Vec<_> = called.collect();
            if called.is_empty() { Target::Unknown } else { Target::Defs(called, evidence) }
        }
        target => target,
    }
}

fn super_member(index: &Index<'_>, from: cg_rules::DefId, callee: &str) -> Target {
    let (Some(this), Some(sym)) = (index.this_type(from), index.sym_of(callee)) else { return Target::Unknown };
    let supers = index.supers.get(&this).map_or(&[][..], Vec::as_slice);
    supers.iter().find_map(|sup| index.member(*sup, sym, 0)).unwrap_or(Target::Unknown)
}

/// The receiver is not known: one method of that name in the whole repository is a guess, several are none.
fn by_name_alone(index: &Index<'_>, file: FileId, site: &CallSite, observation: &Observation) -> Target {
    let sym = index.sym(file, site.callee);
    let language = index.language(file);
    if language.is_some_and(|language| language.builtins.contains(&observation.name(site.callee))) {
        return Target::Unknown;
    }
    let family = language.map_or("", |language| language.family);
    match index.methods.get(&(family, sym)).map(Vec::as_slice) {
        Some([single]) => Target::Defs(vec![*single], Evidence::Inferred),
        Some([_, _, ..]) => Target::Ambiguous,
        _ => Target::Unknown,
    }
}
