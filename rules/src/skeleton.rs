//! `flow.skeleton(files)`: which files are one of many interchangeable ones, so that their signatures will do.
//!
//! ```datalog
//! sibling(File, Def, Supertype)  :- class(File, Def), extends(Def, Supertype), 3 <= count { extends(_, Supertype) }.
//! family(File)                   :- class(File, Supertype), 3 <= count { extends(_, Supertype) }.
//! passed(File)                   :- candidate(File), declares(File, Def), spine(Def).
//! named(File)                    :- candidate(File), declares(File, Def), unique(Def).
//! spared(File)                   :- named(File), not family(File).
//! skeleton(File, Def, Supertype) :- spine(_), sibling(File, Def, Supertype), not passed(File), not spared(File).
//!
//! collapsed(File)                :- skeleton(File, _, _).
//! shown(Supertype)               :- sibling(File, _, Supertype), not collapsed(File).
//! lacking(File, Supertype)       :- skeleton(File, _, Supertype), not shown(Supertype).
//! ```
//!
//! The spine between the names is the mechanism that a reader follows, so the files it passes are kept; without it nothing
//! separates a step from a sibling, and nothing collapses. A name that few definitions have keeps its file. It does not
//! where the file declares the supertype itself: such a file is large, is shown by what is named in it, and would take
//! the room of its siblings. So what collapses is `spine ∧ ¬passed ∧ sibling ∧ ¬(named ∧ ¬family)`.
//!
//! A family of which no candidate is shown lacks an example: `lacking` lists the files that could be one.
//!
//! `class(File, Def)`: a type that the candidate declares outside every body. The caller counts implementers as it
//! builds `extends`. The witness of a sibling is the supertype with most implementers, then the smallest.

use std::collections::BTreeMap;

use crate::graph::{Edb, TypeGraph};
use crate::id::{DefId, FileId};
use crate::siblings::{MIN_SIBLINGS, Sibling};
use crate::witness::Fx;

mod program {
    use super::{DefId, Edb, FileId, MIN_SIBLINGS, TypeGraph};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Db<'a>(pub Edb<'a, TypeGraph>);
        @input
        pub struct Candidate(pub FileId);
        @input
        pub struct Class(pub FileId, pub DefId);
        @input
        pub struct Spine(pub DefId);
        @input
        pub struct Unique(pub DefId);

        @output
        pub struct Sibling(pub FileId, pub DefId, pub DefId);
        @output
        pub struct Family(pub FileId);
        @output
        pub struct Passed(pub FileId);
        @output
        pub struct Named(pub FileId);
        struct Spared(FileId);
        @output
        pub struct Skeleton(pub FileId, pub DefId, pub DefId);
        struct Collapsed(FileId);
        struct Shown(DefId);
        @output
        pub struct Lacking(pub FileId, pub DefId);

        Sibling(file, def, supertype) <- Db(g), Class(file, def),
            for &supertype in g.supertypes.row(def), (MIN_SIBLINGS <= g.implementers.row(supertype).len());
        Family(file) <- Db(g), Class(file, supertype), (MIN_SIBLINGS <= g.implementers.row(supertype).len());
        Passed(file) <- Db(g), Candidate(file), for &it in g.declares.row(file), let def = it, Spine(def);
        Named(file) <- Db(g), Candidate(file), for &it in g.declares.row(file), let def = it, Unique(def);
        Spared(file) <- Named(file), !Family(file);
        Skeleton(file, def, supertype) <- Spine(_), Sibling(file, def, supertype), !Passed(file), !Spared(file);

        Collapsed(file) <- Skeleton(file, _, _);
        Shown(supertype) <- Sibling(file, _, supertype), !Collapsed(file);
        Lacking(file, supertype) <- Skeleton(file, _, supertype), !Shown(supertype);
    }
}

/// The verdict of the rules for one file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The spine passes through it.
    pub on_spine: bool,
    /// The type that makes it one of a family, and the family.
    pub sibling: Option<Sibling>,
    /// A near-unique callable of it is named.
    pub is_named: bool,
    /// It declares a supertype of a family.
    pub defines_family: bool,
    /// Its signatures will do.
    pub is_skeleton: bool,
    /// The families of which it could be the example, as no candidate of them is shown.
    pub could_show: Vec<DefId>,
}

/// The properties of the candidates.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// The files, with the types that each declares outside every body.
    pub classes: BTreeMap<FileId, Vec<DefId>>,
    /// The definitions on the spine.
    pub spine: Vec<DefId>,
    /// The callables that a near-unique name means.
    pub unique: Vec<DefId>,
}

/// The verdict of each candidate.
pub fn skeleton(graph: &TypeGraph, candidates: &Candidates) -> BTreeMap<FileId, Verdict> {
    let mut program = program::Crepe::new();
    program.extend([program::Db(Edb(graph))]);
    program.extend(candidates.classes.keys().map(|&file| program::Candidate(file)));
    let classes = candidates.classes.iter().flat_map(|(&file, defs)| defs.iter().map(move |&def| (file, def)));
    program.extend(classes.map(|(file, def)| program::Class(file, def)));
    program.extend(candidates.spine.iter().map(|&def| program::Spine(def)));
    program.extend(candidates.unique.iter().map(|&def| program::Unique(def)));
    let (siblings, families, passed, named, skeletons, lacking) = program.run_with_hasher::<Fx>();

    let mut verdicts: BTreeMap<FileId, Verdict> =
        candidates.classes.keys().map(|&file| (file, Verdict::default())).collect();
    let mut of = |file: FileId, change: &dyn Fn(&mut Verdict)| {
        if let Some(verdict) = verdicts.get_mut(&file) {
            change(verdict);
        }
    };
    families.iter().for_each(|it| of(it.0, &|verdict| verdict.defines_family = true));
    passed.iter().for_each(|it| of(it.0, &|verdict| verdict.on_spine = true));
    named.iter().for_each(|it| of(it.0, &|verdict| verdict.is_named = true));
    skeletons.iter().for_each(|it| of(it.0, &|verdict| verdict.is_skeleton = true));
    lacking.iter().for_each(|it| of(it.0, &|verdict| verdict.could_show.push(it.1)));
    let larger = |it: &Sibling| (std::cmp::Reverse(graph.implementers.row(it.supertype).len()), it.supertype, it.def);
    for program::Sibling(file, def, supertype) in siblings {
        let found = Sibling { def, supertype };
        of(file, &|verdict| {
            let known = verdict.sibling.filter(|known| larger(known) <= larger(&found));
            verdict.sibling = known.or(Some(found));
        });
    }
    verdicts.values_mut().for_each(|verdict| verdict.could_show.sort_unstable());
    verdicts
}
