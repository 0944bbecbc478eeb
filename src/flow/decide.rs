//! Decides for each file whether it is a step of the flow or an interchangeable sibling that is shown as signatures.

use std::collections::{BTreeMap, BTreeSet};

use cg_rules::{Candidates, DefId, FileId, TypeGraph, Verdict};

use super::shape::{Decision, Flow, Kin, MatchQuality};
use crate::facts::{Definition, NONE, Snapshot};
use crate::language::DeclKind;
use crate::plan::Plan;
use crate::primitive::Engine;

/// The longest file that is shown whole as an example of its family, in lines.
const LONGEST_EXEMPLAR: u32 = 220;

/// The decision on each file that the plan, a name or the spine brings in.
pub(super) fn decide(
    engine: &Engine<'_>,
    families: &TypeGraph,
    plan: &Plan,
    flow: &Flow,
) -> BTreeMap<FileId, Decision> {
    let snapshot = engine.snapshot;
    let spine: Vec<DefId> = flow.places.keys().copied().collect();
    let files = candidates(snapshot, plan, flow);
    let classes = files.into_iter().map(|file| (file, classes(snapshot, file))).collect();
    let candidates = Candidates { classes, spine, unique: unique(snapshot, flow) };
    let verdicts = cg_rules::skeleton(families, &candidates);
    let exemplars = exemplars(snapshot, families, flow, &verdicts);
    let decider = Decider { snapshot, families, flow };
    let decided = verdicts.into_iter().map(|(file, verdict)| {
        let is_exemplar = exemplars.contains(&file);
        (file, decider.decision(file, &verdict, is_exemplar))
    });
    decided.collect()
}

fn candidates(snapshot: &Snapshot, plan: &Plan, flow: &Flow) -> BTreeSet<FileId> {
    let kept = plan.bands.iter().flat_map(|band| &band.steps).flat_map(|step| &step.kept).map(|hit| hit.file);
    let named = flow.names.iter().flat_map(|name| &name.defs).chain(flow.places.keys());
    kept.chain(named.filter_map(|def| Some(snapshot.definition(*def)?.file))).collect()
}

/// The callables of a near-unique name, meant or not: each exempts its file from collapsing.
fn unique(snapshot: &Snapshot, flow: &Flow) -> Vec<DefId> {
    let unique = flow.names.iter().filter(|name| matches!(name.standing, MatchQuality::Exact | MatchQuality::Unique));
    let defs = unique.flat_map(|name| name.defs.iter().chain(&name.others)).copied();
    defs.filter(|def| snapshot.definition(*def).is_some_and(|row| row.kind.is_callable())).collect()
}

/// The types that a file declares outside every body: an object made inside a function is no class of its file.
fn classes(snapshot: &Snapshot, file: FileId) -> Vec<DefId> {
    let types = snapshot.definitions_of(file).filter(|(_, row)| row.kind.is_type());
    types.filter(|(_, row)| !is_inside_a_body(snapshot, row)).map(|(def, _)| def).collect()
}

fn is_inside_a_body(snapshot: &Snapshot, row: &Definition) -> bool {
    let mut at = row.container;
    while at != NONE {
        let Some(around) = snapshot.definition(DefId(at)) else { break };
        if around.kind.is_callable() || matches!(around.kind, DeclKind::Variable | DeclKind::Field) {
            return true;
        }
        at = around.container;
    }
    false
}

/// One short file for each requested family that collapses as a whole: one that a name means first, then the
/// shortest.
fn exemplars(
    snapshot: &Snapshot,
    families: &TypeGraph,
    flow: &Flow,
    verdicts: &BTreeMap<FileId, Verdict>,
) -> BTreeSet<FileId> {
    let mut lacking: BTreeMap<DefId, Vec<FileId>> = BTreeMap::new();
    for (file, verdict) in verdicts.iter().filter(|(_, verdict)| !verdict.defines_family) {
        verdict.could_show.iter().for_each(|family| lacking.entry(*family).or_default().push(*file));
    }
    let asked = asked(snapshot, flow);
    let shown_types = shown_types(snapshot, flow);
    let file_of = |def: &DefId| Some(snapshot.definition(*def)?.file);
    let named: BTreeSet<FileId> = flow.names.iter().flat_map(|name| &name.defs).filter_map(file_of).collect();
    let lines = |file: FileId| snapshot.file_row(file).map_or(u32::MAX, |row| row.lines);
    let mut chosen = BTreeSet::new();
    for (supertype, files) in lacking {
        let is_asked =
            asked.contains(&supertype) || families.implementers.row(supertype).iter().any(|it| asked.contains(it));
        if !is_asked
            || shown_types.contains(&supertype)
            || files.len() < 2
            || files.iter().any(|file| chosen.contains(file))
        {
            continue;
        }
        let short = files.into_iter().filter(|file| lines(*file) <= LONGEST_EXEMPLAR);
        chosen.extend(short.min_by_key(|file| (!named.contains(file), lines(*file), *file)));
    }
    chosen
}

/// The types whose body is shown as the representative of their family.
fn shown_types(snapshot: &Snapshot, flow: &Flow) -> BTreeSet<DefId> {
    let shown = flow.named().chain(flow.places.keys().copied()).filter_map(|def| snapshot.definition(def));
    shown.filter(|row| row.kind.is_callable() && row.body_line != 0).map(|row| DefId(row.container)).collect()
}

/// The types that are named, and those of which a member is named or called by the flow.
fn asked(snapshot: &Snapshot, flow: &Flow) -> BTreeSet<DefId> {
    let named = flow.names.iter().flat_map(|name| &name.defs).chain(flow.places.keys()).chain(&flow.connected);
    let with_containers = named.flat_map(|def| {
        let around = snapshot.definition(*def).map(|row| DefId(row.container));
        std::iter::once(*def).chain(around)
    });
    with_containers.filter(|def| snapshot.definition(*def).is_some_and(|row| row.kind.is_type())).collect()
}

struct Decider<'a> {
    snapshot: &'a Snapshot,
    families: &'a TypeGraph,
    flow: &'a Flow,
}

impl Decider<'_> {
    fn decision(&self, file: FileId, verdict: &Verdict, is_exemplar: bool) -> Decision {
        let sibling = verdict.sibling.map(|it| Kin {
            of: it.def,
            supertype: it.supertype,
            n_implementers: self.families.implementers.row(it.supertype).len(),
        });
        let decision = Decision {
            on_spine: verdict.on_spine,
            sibling,
            named_unique: verdict.is_named,
            defines_family: verdict.defines_family,
            is_exemplar,
            collapses: verdict.is_skeleton && !is_exemplar,
            because: String::new(),
        };
        Decision { because: self.because(file, &decision), ..decision }
    }

    fn because(&self, file: FileId, decision: &Decision) -> String {
        if decision.on_spine {
            return format!("kept: the flow passes through {}", self.on_spine(file));
        }
        let Some(kin) = &decision.sibling else { return String::new() };
        let kin = self.kin(kin);
        let named = self.named(file);
        if decision.is_exemplar {
            return format!("kept as the example of its family: {kin}");
        }
        if decision.collapses {
            return match (decision.named_unique, named) {
                (true, Some(name)) => format!(
                    "skeleton because {kin}, lies on no call path of the request, and declares such a family itself, though `{name}` in it is named"
                ),
                _ => format!("skeleton because {kin}, lies on no call path of the request, and nothing in it is named"),
            };
        }
        match named {
            _ if !self.flow.has_spine() => {
                format!("kept: {kin}, but without a call path, steps and siblings look alike")
            }
            Some(name) => format!("kept: `{name}` in it is named, though {kin}"),
            None => format!("kept: {kin}"),
        }
    }

    /// `BridgeInterceptor implements Interceptor (14 implementers)`.
    fn kin(&self, kin: &Kin) -> String {
        let supertype = self.snapshot.definition(kin.supertype);
        let implements = supertype.is_some_and(|row| matches!(row.kind, DeclKind::Interface | DeclKind::Trait));
        let verb = if implements { "implements" } else { "extends" };
        let (of, sup) = (self.snapshot.qualified_name(kin.of), self.snapshot.qualified_name(kin.supertype));
        format!("{of} {verb} {sup} ({} implementers)", kin.n_implementers)
    }

    /// The first definition of the spine in a file.
    fn on_spine(&self, file: FileId) -> String {
        let inside = self.flow.places.iter().filter(|(def, _)| self.is_in(**def, file));
        let first = inside.min_by_key(|(_, place)| **place);
        first.map(|(def, _)| self.snapshot.qualified_name(*def)).unwrap_or_default()
    }

    /// A near-unique name that means something in a file.
    fn named(&self, file: FileId) -> Option<&str> {
        let unique =
            self.flow.names.iter().filter(|it| matches!(it.standing, MatchQuality::Exact | MatchQuality::Unique));
        let mut inside = unique.filter(|name| name.defs.iter().chain(&name.others).any(|def| self.is_in(*def, file)));
        inside.next().map(|name| name.text.as_str())
    }

    fn is_in(&self, def: DefId, file: FileId) -> bool {
        self.snapshot.definition(def).is_some_and(|row| row.file == file)
    }
}
