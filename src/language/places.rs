//! The places of an observation: an edit that only moves text (a comment, an empty line, a literal) leaves all else of it.

use serde::{Deserialize, Serialize};

use super::observation::{
    Binding, Calls, Declaration, Export, ImportSite, ImportedUse, LocalGap, Observation, Reference, SuperSite, TestSite,
};
use super::packed::Packed;
use crate::base::Position;

/// The places of a file before an edit, each with that after it. Lines and columns keep their order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MovedPlaces {
    /// Sorted.
    places: Vec<(Position, Position)>,
    /// The declarations after the edit: the place of each, its first line, its last, and that on which its body begins.
    pub declarations: Vec<(Position, [u32; 3])>,
    /// The number of lines after the edit.
    pub n_lines: u32,
}

impl MovedPlaces {
    /// The places that an edit moved; `None` where it changed more than places, or took a line apart.
    pub fn between(before: &Observation, after: &Observation) -> Option<Self> {
        let (from, to) = (Placed::of(before.clone()), Placed::of(after.clone()));
        if from.rest != to.rest || from.places.len() != to.places.len() || from.lines.len() != to.lines.len() {
            return None;
        }
        // No resolving compares the last line of a declaration, nor that of its body, with anything but 0.
        pairs(&from.lines, &to.lines)?;
        let places = pairs(&from.places, &to.places)?;
        let mut rows = from.declarations.iter().zip(&to.declarations);
        let keeps_none = rows.all(|((_, from), (_, to))| from.map(|line| line == 0) == to.map(|line| line == 0));
        keeps_none.then_some(Self { places, declarations: to.declarations, n_lines: after.n_lines })
    }

    /// A place after the edit; `None` for one that no observed thing has.
    pub fn place(&self, at: Position) -> Option<Position> {
        if at == Position::default() {
            return Some(at);
        }
        let found = self.places.binary_search_by_key(&at, |(before, _)| *before).ok()?;
        self.places.get(found).map(|(_, after)| *after)
    }
}

/// Each value with its new one, sorted; `None` where one has two, or where the order is another.
fn pairs<T: Copy + Ord>(from: &[T], to: &[T]) -> Option<Vec<(T, T)>> {
    let mut pairs: Vec<(T, T)> = from.iter().copied().zip(to.iter().copied()).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let rises = pairs.windows(2).all(|pair| matches!(pair, [one, two] if one.0 < two.0 && one.1 < two.1));
    rises.then_some(pairs)
}

/// An observation without its places, and the places in the order of its lists.
struct Placed {
    rest: Observation,
    places: Vec<Position>,
    /// The lines of the places, and the first of each declaration.
    lines: Vec<u32>,
    declarations: Vec<(Position, [u32; 3])>,
}

impl Placed {
    /// Takes the places out. Every list is named, so that a new one is not passed over.
    fn of(observation: Observation) -> Self {
        let (mut places, mut rows) = (Vec::new(), Vec::new());
        let mut take = |at: &mut Position| places.push(std::mem::take(at));
        let Observation {
            names,
            exprs,
            arguments,
            n_lines: _,
            package,
            namespaces,
            generics,
            condition,
            imports,
            exports,
            declarations,
            owners,
            supertypes,
            calls,
            bindings,
            references,
            mentions,
            imported,
            type_paths,
            tests,
            gaps,
            conditional,
            generated,
            has_no_credential,
        } = observation;
        let (exports, bindings): (Vec<Export>, Vec<Binding>) = (exports, bindings);
        let rest = Observation {
            names,
            exprs,
            arguments,
            n_lines: 0,
            package,
            namespaces,
            generics,
            condition,
            imports: each(imports, |it: &mut ImportSite| take(&mut it.at)),
            exports,
            declarations: each(declarations, |it: &mut Declaration| {
                let lines = [&mut it.start_line, &mut it.end_line, &mut it.body_line].map(std::mem::take);
                rows.push((std::mem::take(&mut it.at), lines));
            }),
            owners,
            supertypes: each(supertypes.into_inner(), |it: &mut SuperSite| take(&mut it.at)).into(),
            calls: placeless(&calls, &mut take),
            bindings,
            references: each(references.into_inner(), |it: &mut Reference| take(&mut it.at)).into(),
            mentions,
            imported: each(imported.into_inner(), |it: &mut ImportedUse| take(&mut it.at)).into(),
            type_paths: each(type_paths.into_inner(), |it: &mut ImportedUse| take(&mut it.at)).into(),
            tests: each(tests.into_inner(), |it: &mut TestSite| take(&mut it.at)).into(),
            gaps: each(gaps, |it: &mut LocalGap| take(&mut it.at)),
            conditional,
            generated,
            has_no_credential,
        };
        // The first is the file itself, which begins with the text and not with what is declared there.
        places.extend(rows.iter().skip(1).map(|(at, _)| *at));
        let first_lines = rows.iter().skip(1).map(|(_, lines)| lines[0]);
        let lines = places.iter().map(|at| at.line).chain(first_lines).collect();
        Self { rest, places, lines, declarations: rows }
    }
}

fn each<T>(mut list: Vec<T>, change: impl FnMut(&mut T)) -> Vec<T> {
    list.iter_mut().for_each(change);
    list
}

fn placeless(calls: &Calls, take: &mut impl FnMut(&mut Position)) -> Calls {
    let mut rest = Packed::default();
    for mut call in calls.iter() {
        take(&mut call.at);
        rest.push(&call);
    }
    rest
}
