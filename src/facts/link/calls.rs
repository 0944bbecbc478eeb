//! Links calls.

use cg_rules::{DefId, Evidence, FileId};

use super::alternative::Alternatives;
use super::argument::{ArgumentType, is_variable};
use super::implicit::{constructor, has_implicit_this, is_invoked, method_around};
use super::index::SymbolTable;
use super::mentions::{NamedCount, SitesByName, named};
use super::outside::{ExternalUse, Outside};
use super::target::{MOST_CALLEES, Target, without_companions};
use crate::base::{Row as _, path};
use crate::facts::exact::{Called, Indexed};
use crate::facts::relation::Call;
use crate::facts::snapshot::Counts;
use crate::language::{CallKind, CallSite, DeclKind, Observation, Receiver, lists};

/// The calls of all files.
#[derive(Debug, Default)]
pub struct Calls {
    /// The edges, as words: there are many of them, and so they become a table where they are.
    pub rows: Vec<[u32; 6]>,
    /// The mentions of declared names beside calls and declarations.
    pub named: Vec<NamedCount>,
    /// Members of external packages that are called.
    external: Vec<ExternalUse>,
    /// The sites by how they were resolved.
    pub counts: Counts,
}

/// Links every call, file by file in parallel; the answer keeps the order of the files. What an index says of a call
/// overrides what the text shows.
pub fn calls(index: &SymbolTable<'_>, indexed: Option<&Indexed<'_>>, outside: &mut Outside) -> Calls {
    let mut all = Calls::default();
    let link = |file, observation: &Observation| calls_of(index, indexed, file, observation);
    index.each_file(link, |mut calls: Calls| {
        all.rows.append(&mut calls.rows);
        all.named.append(&mut calls.named);
        outside.enter(calls.external);
        all.counts.calls_resolved += calls.counts.calls_resolved;
        all.counts.calls_external += calls.counts.calls_external;
        all.counts.calls_ambiguous += calls.counts.calls_ambiguous;
        all.counts.calls_unknown += calls.counts.calls_unknown;
    });
    all
}

fn calls_of(index: &SymbolTable<'_>, indexed: Option<&Indexed<'_>>, file: FileId, observation: &Observation) -> Calls {
    let mut calls = Calls::default();
    let mut sites = SitesByName::default();
    let alternatives = Alternatives::of(index, file, observation);
    for site in observation.calls.iter() {
        let site = &site;
        let seen = target(index, file, observation, site);
        let target =
            indexed.and_then(|it| it.called(file, site)).map_or(seen.clone(), |said| reconcile(index, said, seen));
        let target = match target {
            Target::Defs(defs, _) if defs.len() > MOST_CALLEES => Target::Ambiguous,
            target => target,
        };
        let counted = match &target {
            Target::Defs(defs, _) => Some(&mut sites.renamed).filter(|_| !index.is_name_of(file, site.callee, defs)),
            Target::External(_) | Target::Foreign => Some(&mut sites.outside),
            Target::Ambiguous | Target::Module(_) | Target::Value(_) | Target::Unknown => Some(&mut sites.open),
        };
        if let Some(counted) = counted {
            *counted.entry(site.callee).or_default() += 1;
        }
        match target {
            Target::Defs(defs, evidence) => {
                calls.counts.calls_resolved += 1;
                let caller = index.def(file, site.caller);
                let evidence = if defs.len() > 1 { evidence.min(Evidence::Scoped) } else { evidence };
                let call = |callee| Call {
                    caller,
                    callee,
                    at: site.at,
                    kind: site.kind,
                    evidence: match index.is_left_out(caller) || index.is_left_out(callee) {
                        true => evidence.min(Evidence::Scoped),
                        false => evidence,
                    },
                };
                calls.rows.extend(defs.into_iter().map(|callee| call(callee).pack()));
            }
            Target::External(outer) => {
                calls.counts.calls_external += 1;
                if !outer.member.is_empty() {
                    calls.external.extend(alternatives.uses(file, *outer, site.at));
                }
            }
            Target::Foreign => calls.counts.calls_external += 1,
            Target::Ambiguous => calls.counts.calls_ambiguous += 1,
            Target::Module(_) | Target::Value(_) | Target::Unknown => calls.counts.calls_unknown += 1,
        }
    }
    calls.named = named(index, file, observation, &sites);
    calls
}

/// Resolves a call where an index covers it. One symbol may have several definitions: declarations beside the one
/// with the body, or branches of which one is taken. Then what the text shows decides, else who has a body.
fn reconcile(index: &SymbolTable<'_>, said: Called, seen: Target) -> Target {
    let said = match said {
        Called::Defs(said) => said,
        Called::Outside(modules) => {
            let file = seen.single().map(|def| index.file(def));
            let is_copy = file.is_some_and(|file| modules.iter().any(|it| is_named(index.world.paths.path(file), it)));
            return match seen {
                Target::External(..) => seen,
                // The repository's own package, installed: what the index takes for another is the same text.
                Target::Defs(..) if is_copy => seen,
                _ => Target::Foreign,
            };
        }
    };
    if let Target::Defs(defs, _) = &seen {
        let both: Vec<DefId> = defs.iter().copied().filter(|def| said.contains(def)).collect();
        if !both.is_empty() {
            return Target::Defs(both, Evidence::Compiler);
        }
    }
    let has_body = |def: &DefId| index.declaration(*def).is_some_and(|row| row.body_line > 0);
    let mut with_body = said.clone();
    with_body.retain(has_body);
    Target::Defs(if with_body.is_empty() { said } else { with_body }, Evidence::Compiler)
}

/// Whether a file may be the module that an index names: `src/flask/app.py` is `flask.app`, `src/shapes.ts` `shapes.ts`.
fn is_named(file: &str, module: &str) -> bool {
    let own = match path::stem(file) {
        stem if lists(|it| it.folder_stems, stem) => path::name(path::parent(file)),
        stem => stem,
    };
    let rest = module.strip_suffix(own).map_or_else(|| module.strip_prefix(own), Some);
    rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.') || rest.starts_with('.'))
}

/// Resolves a call from the text.
fn target(index: &SymbolTable<'_>, file: FileId, observation: &Observation, site: &CallSite) -> Target {
    let from = index.def(file, site.caller);
    let callee = observation.name(site.callee);
    if let Some(names) = index.names(file) {
        let (target, may_be_any) = index.call_by_names(names, from, observation, site);
        return if may_be_any {
            by_name_alone(index, file, site, observation)
        } else {
            callable(index, file, site, target)
        };
    }
    if let Receiver::Path(path) = site.receiver
        && let Some(target) = index.declared_member(from, observation.name(path), callee)
    {
        return callable(index, file, site, target);
    }
    let on = match site.receiver {
        Receiver::Bare if site.kind == CallKind::New => {
            return callable(index, file, site, index.path_of_type(from, callee, 0));
        }
        Receiver::Bare if matches!(callee, "this" | "super") && has_implicit_this(index, file) => {
            return callable(index, file, site, constructor(index, from, callee));
        }
        Receiver::Bare => {
            let target = match index.function_named(from, callee, index.name(from, callee, 0)) {
                // A value that cannot be called does not hide the functions of its name.
                Target::Value(Some(of)) if has_implicit_this(index, file) && !is_invoked(index, of) => {
                    method_around(index, from, callee)
                }
                Target::Value(_) if index.is_made_by_its_name(from, site.callee) => index.name_outside(from, callee),
                target => target,
            };
            return callable(index, file, site, index.extended_around(from, target));
        }
        Receiver::This => Target::Value(index.this_type(from)),
        Receiver::Super => return callable(index, file, site, super_member(index, index.this_type(from), callee)),
        Receiver::SuperOf(path) => {
            let of = index.path(from, observation.name(path), 0).single();
            return callable(index, file, site, super_member(index, of, callee));
        }
        Receiver::Path(path) => index.path(from, observation.name(path), 0),
        Receiver::Value(path) => value(index, index.bounded_around(from, index.path(from, observation.name(path), 0))),
        Receiver::Result(path) => {
            let (of, called) = index.callee(from, observation.name(path), 0);
            match called {
                Target::External(outer) => {
                    return outer.result().map_or(Target::Foreign, |outer| outer.part(callee).into());
                }
                _ => {
                    let result = index.result_of_member(&of, &called, 0);
                    let is_open = index.states_containers(from) && !matches!(result, Target::Value(Some(_)));
                    let call = || format!("{}()", observation.name(path));
                    if is_open { index.or_taken(result, from, &call(), 0) } else { result }
                }
            }
        }
        Receiver::Opaque => Target::Value(None),
    };
    if let (Receiver::Path(path), Target::Unknown) = (site.receiver, &on)
        && let Some(target) = index.qualified(file, &format!("{}.{callee}", observation.name(path)), 0)
        && target != Target::Unknown
    {
        return callable(index, file, site, target);
    }
    let target = index.function_of(from, &on, callee, index.part(&on, callee, 0));
    let target = callable(index, file, site, target);
    // A value of an external type has the members that the repository adds to such types.
    let is_value = matches!(&target, Target::External(outer) if outer.is_result) || target == Target::Foreign;
    if is_value {
        let given = receiver(index, from, observation, site);
        let added = index.extension(from, site, &given, callee);
        return if added == Target::Unknown { target } else { added };
    }
    if target != Target::Unknown || !matches!(on, Target::Value(_) | Target::Unknown | Target::Defs(..)) {
        return target;
    }
    // A path of which nothing is declared leads into a library.
    if on == Target::Unknown && index.links_by_name(file) {
        return target;
    }
    let given = receiver(index, from, observation, site);
    let target = index.extension(from, site, &given, callee);
    if target != Target::Unknown || matches!(on, Target::Defs(..)) {
        return target;
    }
    match by_name_alone(index, file, site, observation) {
        Target::Defs(defs, _) if is_foreign(index, file, &given) && defs.iter().all(|def| is_of_type(index, *def)) => {
            Target::Unknown
        }
        guess => guess,
    }
}

/// The inferred type of a call's receiver.
fn receiver<'i>(
    index: &'i SymbolTable<'_>,
    from: DefId,
    observation: &'i Observation,
    site: &CallSite,
) -> ArgumentType<'i> {
    match site.receiver {
        Receiver::This => index.given(from, "this"),
        Receiver::Path(path) | Receiver::Value(path) => index.given(from, observation.name(path)),
        Receiver::Result(path) => index.type_of_result_of(from, observation.name(path)),
        _ => ArgumentType::Unknown,
    }
}

/// Whether a receiver is of a type that the repository does not declare.
fn is_foreign(index: &SymbolTable<'_>, file: FileId, given: &ArgumentType<'_>) -> bool {
    let is_known = match given {
        ArgumentType::Literal(_) => true,
        ArgumentType::Named(name) => !is_variable(name),
        ArgumentType::Type(_) | ArgumentType::Unknown => false,
    };
    is_known && has_implicit_this(index, file)
}

/// Whether a method belongs to a type of the repository, and not to an extension of another.
fn is_of_type(index: &SymbolTable<'_>, def: DefId) -> bool {
    let around = index.container(def);
    let is_type = |of: DefId| index.declaration(of).is_some_and(|row| row.kind.is_type());
    around.is_some_and(is_type) || around.or(Some(def)).is_some_and(|def| index.owner_type.contains_key(&def))
}

/// Resolves a name as a value: no module, no type.
fn value(index: &SymbolTable<'_>, target: Target) -> Target {
    let kind = target.single().and_then(|def| index.declaration(def)).map(|row| row.kind);
    match target {
        Target::Value(_) => target,
        Target::Defs(..) if matches!(kind, Some(DeclKind::Variable | DeclKind::Field)) => target,
        _ => Target::Value(None),
    }
}

/// A target of a call must be something that can be called; a value is called through its type, which says nothing.
/// Where macros have names of their own, `f!()` calls no function, and `f()` no macro.
fn callable(index: &SymbolTable<'_>, file: FileId, site: &CallSite, target: Target) -> Target {
    match target {
        Target::Defs(defs, evidence) => {
            let applied = index.applied(&defs).filter(|_| site.kind == CallKind::Call);
            let meant = applied.map_or_else(|| without_companions(index, &defs), <[DefId]>::to_vec);
            let called = meant.into_iter().filter(|def| match index.declaration(*def).map(|row| row.kind) {
                Some(DeclKind::Macro) => site.kind == CallKind::Macro || index.calls_macros(*def),
                Some(kind) => {
                    let is_value = kind == DeclKind::Field && index.has_function_values(*def);
                    let is_called = kind.is_callable() || kind.is_type() || kind == DeclKind::Variable;
                    (is_called || is_value) && site.kind != CallKind::Macro
                }
                None => false,
            });
            let called: Vec<_> = called.collect();
            let n_called = called.len();
            let called = index.built_with(file, called);
            match called.len() {
                0 => Target::Unknown,
                1 if n_called > 1 => index.overloads(file, site, called, Evidence::Resolved),
                _ => index.overloads(file, site, called, evidence),
            }
        }
        target => target,
    }
}

/// The same method in the supertypes of a type.
fn super_member(index: &SymbolTable<'_>, of: Option<DefId>, callee: &str) -> Target {
    let (Some(of), Some(sym)) = (of, index.sym_of(callee)) else { return Target::Unknown };
    let lineage = index.lineage.get(&of).map_or(&[][..], Vec::as_slice);
    lineage.iter().find_map(|sup| index.own_member(*sup, sym)).unwrap_or(Target::Unknown)
}

/// The receiver is not known: one method of that name in the whole repository is a guess, several are none.
fn by_name_alone(index: &SymbolTable<'_>, file: FileId, site: &CallSite, observation: &Observation) -> Target {
    let sym = index.sym(file, site.callee);
    let language = index.language(file);
    if language.is_some_and(|language| language.builtins.contains(&observation.name(site.callee))) {
        return Target::Unknown;
    }
    let family = language.map_or("", |language| language.family);
    let resolver = index.resolver(file.0 as usize);
    let is_seen = |def: &DefId| {
        let is_shared = index.file(*def) == file
            || resolver
                .zip(index.declaration(*def))
                .is_none_or(|(resolver, row)| resolver.shares(index.file(*def), row));
        is_shared && resolver.is_none_or(|resolver| resolver.sees(file, index.file(*def)))
    };
    match index.methods.get(&(family, sym)).map(Vec::as_slice) {
        Some([single]) if is_seen(single) => Target::Defs(vec![*single], Evidence::Inferred),
        Some([_, _, ..]) => Target::Ambiguous,
        _ => Target::Unknown,
    }
}
