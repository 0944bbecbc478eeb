//! Links calls.

use cg_rules::{DefId, FileId};

use super::alternative::Alternatives;
use super::misfit::called;
use super::resolved::ResolvedCall;
use crate::base::{Row as _, path};
use crate::language::{CallKind, CallSite, Observation, Rule, lists};
use crate::resolve::compiled::{Called, CompilerIndex};
use crate::resolve::counts::Counts;
use crate::resolve::edge::Call;
use crate::resolve::link::mentions::{NamedCount, SitesByName, named};
use crate::resolve::scope::outside::{ExternalUse, Outside};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::{MOST_CALLEES, Target};

/// The calls of all files.
#[derive(Debug, Default)]
pub struct Calls {
    /// The edges, as words: there are many of them, and so they become a table where they are.
    pub rows: Vec<[u32; 6]>,
    /// The mentions of declared names beside calls and declarations.
    pub named: Vec<NamedCount>,
    /// The sites of each file by how they were resolved.
    pub counts: Vec<(FileId, Counts)>,
}

/// The calls of one file.
#[derive(Debug, Default)]
struct FileCalls {
    rows: Vec<[u32; 6]>,
    named: Vec<NamedCount>,
    external: Vec<ExternalUse>,
    counts: Counts,
}

/// Links every call, file by file in parallel; the answer keeps the order of the files. What an index says of a call
/// overrides what the text shows.
pub fn calls(index: &SymbolTable<'_>, indexed: Option<&dyn CompilerIndex>, outside: &mut Outside) -> Calls {
    let mut all = Calls::default();
    let link = |file, observation: &Observation| calls_of(index, indexed, file, observation);
    index.each_file(link, |file, mut calls: FileCalls| {
        all.rows.append(&mut calls.rows);
        all.named.append(&mut calls.named);
        outside.enter(calls.external);
        all.counts.push((file, calls.counts));
    });
    all
}

fn calls_of(
    index: &SymbolTable<'_>,
    indexed: Option<&dyn CompilerIndex>,
    file: FileId,
    observation: &Observation,
) -> FileCalls {
    let mut calls = FileCalls::default();
    let mut sites = SitesByName::default();
    let alternatives = Alternatives::of(index, file, observation);
    for site in observation.calls.iter() {
        let site = &site;
        let ResolvedCall { target: seen, open, is_through } = called(index, file, observation, site);
        let said = indexed.and_then(|it| it.called(file, site));
        let is_through = is_through && said.is_none();
        let target = said.map_or(seen.clone(), |said| reconcile(index, said, seen));
        let target = match target {
            Target::Defs(defs, rule) if site.kind == CallKind::Operator && !rule.is_guess() => {
                // An operator on a class is its metaclass's.
                let is_on_class = index.is_on_class(index.def(file, site.caller), site);
                match one_operator(index, (file, site), defs) {
                    _ if is_on_class => continue,
                    Some(defs) => Target::Defs(defs, rule.narrowed(Rule::Operator)),
                    // The text has the sign, and no name that could be counted.
                    None => {
                        calls.counts.calls_ambiguous += 1;
                        continue;
                    }
                }
            }
            // An operator of which nothing is known is one of numbers, more often than not.
            _ if site.kind == CallKind::Operator => continue,
            Target::Defs(defs, _) if defs.len() > MOST_CALLEES => Target::Ambiguous,
            target => target,
        };
        let counted = match &target {
            Target::Defs(defs, _) => Some(&mut sites.renamed).filter(|_| !index.is_name_of(file, site.callee, defs)),
            Target::External(_) | Target::Foreign if is_through => Some(&mut sites.through),
            Target::External(_) | Target::Foreign => Some(&mut sites.outside),
            Target::Ambiguous | Target::Module(_) | Target::Value(_) | Target::Unknown => Some(&mut sites.open),
        };
        // A text that names no function of the repository may be any text; a word of a macro is a mention already.
        let is_text = site.kind == CallKind::Handed && !matches!(target, Target::Defs(..));
        if let Some(counted) = counted.filter(|_| !(is_text && index.links_by_name(file))) {
            *counted.entry(site.callee).or_default() += 1;
        }
        if is_text {
            continue;
        }
        match target {
            Target::Defs(defs, rule) => {
                calls.counts.calls_resolved += 1;
                let caller = index.def(file, site.caller);
                let rule = if defs.len() > 1 { rule.min(Rule::Several) } else { rule };
                let call = |callee| Call {
                    caller,
                    callee,
                    at: site.at,
                    kind: site.kind,
                    rule: match index.is_left_out(caller) || index.is_left_out(callee) {
                        true => rule.min(Rule::OtherBuild),
                        false => rule,
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
            Target::Module(_) | Target::Value(_) | Target::Unknown => calls.counts.unknown(open),
        }
    }
    calls.named = named(index, file, observation, &sites);
    calls
}

/// The members that an operator surely means: one, or two that take the same, as those of C++ for constants and for others do.
/// One that refuses the value on the right is not meant, and one that takes less than another is for the sign before one value; where
/// blocks name traits, an operator is of one.
fn one_operator(index: &SymbolTable<'_>, (file, site): (FileId, &CallSite), defs: Vec<DefId>) -> Option<Vec<DefId>> {
    let names_traits = index.language(file).is_some_and(|it| it.conventions.blocks_name_traits);
    let mut defs = if names_traits { given_by_traits(index, &defs) } else { defs };
    if let Some(given) = index.observation(file).and_then(|it| it.arguments(site)) {
        let from = index.def(file, site.caller);
        defs.retain(|def| !index.refuses(from, given, *def));
    }
    let n_taken = |def: &DefId| index.declaration(*def).and_then(|row| row.parameters).map(|it| it.most);
    let most = defs.iter().map(n_taken).max();
    defs.retain(|def| Some(n_taken(def)) == most);
    let (first, others) = defs.split_first()?;
    if !others.is_empty() && n_taken(first).is_none() {
        return None;
    }
    let is_one = others.len() < 2 && others.iter().all(|def| index.has_parameters_of(*first, *def));
    is_one.then_some(defs)
}

/// The members that blocks of traits give the type of some members under the name of these, which may hide them.
fn given_by_traits(index: &SymbolTable<'_>, defs: &[DefId]) -> Vec<DefId> {
    let is_of_trait = |def: &DefId| index.container(*def).is_some_and(|block| index.trait_blocks.contains_key(&block));
    let beside = |def: DefId| {
        let of = index.owner_type.get(&index.container(def)?)?;
        index.held(&(*of, index.sym(index.file(def), index.declaration(def)?.name)))
    };
    let hidden = defs.iter().filter(|def| !is_of_trait(def)).filter_map(|def| beside(*def)).flatten();
    let mut given: Vec<DefId> = defs.iter().chain(hidden).copied().filter(is_of_trait).collect();
    given.sort_unstable();
    given.dedup();
    given
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
            return Target::Defs(both, Rule::Compiler);
        }
    }
    let has_body = |def: &DefId| index.declaration(*def).is_some_and(|row| row.body_line > 0);
    let mut with_body = said.clone();
    with_body.retain(has_body);
    Target::Defs(if with_body.is_empty() { said } else { with_body }, Rule::Compiler)
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
