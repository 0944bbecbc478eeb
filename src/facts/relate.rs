//! From observations to relations: the whole of it, made anew. The files of a family of languages are related on their own, so that
//! the observations of one family alone need be at hand; what the families have in common is surveyed before.

use std::sync::Arc;

use super::depend::{self, RelatedPackages};
use super::exact::{Compiled, Lazy};
use super::joined::joined;
use super::linked_types::FirstNumbers;
use super::part::{FactsPart, PartInputs};
use super::snapshot::Snapshot;
use crate::base::Gap;
use crate::language::{Observation, World};
use crate::resolve::{AbsentFiles, NamePlace, Outside, Rounds, Scopes, SurveyedFamily, SurveyedNames, TracedName};

/// Relates everything that was observed at once, with what compilers' indexes say of it where there are any. `gaps` are those of
/// the walk and of reading.
pub fn relate(world: &World<'_>, gaps: Vec<Gap>, compiled: Option<&Compiled<'_>>) -> Snapshot {
    let packages = depend::relate(world);
    let first = FirstNumbers::default();
    let part =
        FactsPart::of(world, AbsentFiles::default(), PartInputs { packages: &packages, compiled, gaps: &gaps, first });
    let exact = compiled.map(|compiled| Lazy::ready(compiled.exact(&part.defined)));
    let mut snapshot = joined(world, vec![part], &packages, gaps);
    if let Some(exact) = exact {
        snapshot.exact = exact;
    }
    snapshot
}

/// The definitions and names of all files, as far as every family needs them.
#[derive(Default)]
pub struct Survey {
    definitions: Vec<u32>,
    names: SurveyedNames,
}

impl Survey {
    /// Enters the files whose observations are at hand, each once.
    pub fn enter(&mut self, observations: &[Option<Observation>]) {
        self.definitions.resize(observations.len(), 0);
        for (n_definitions, observation) in self.definitions.iter_mut().zip(observations) {
            if let Some(observation) = observation {
                *n_definitions = u32::try_from(observation.declarations.len()).unwrap_or(u32::MAX);
                self.names.enter(observation);
            }
        }
    }
}

/// The families that are related so far.
pub struct RelatedFamilies {
    definitions: Vec<u32>,
    names: Arc<SurveyedNames>,
    packages: RelatedPackages,
    gaps: Vec<Gap>,
    first: FirstNumbers,
    parts: Vec<FactsPart>,
}

impl RelatedFamilies {
    /// None yet. `gaps` are those of the walk and of reading; the world need have no observation.
    pub fn new(survey: Survey, world: &World<'_>, gaps: Vec<Gap>) -> Self {
        let Survey { definitions, names } = survey;
        let (packages, first) = (depend::relate(world), FirstNumbers::default());
        Self { definitions, names: Arc::new(names), packages, gaps, first, parts: Vec::new() }
    }

    /// Relates the files of a family. Their observations are at hand and as they were surveyed, those of no other family are.
    pub fn relate(&mut self, family: &'static str, world: &World<'_>) {
        let surveyed = Some(SurveyedFamily { family, names: self.names.clone() });
        let absent = AbsentFiles { definitions: self.definitions.clone(), surveyed, ..AbsentFiles::default() };
        let inputs = PartInputs { packages: &self.packages, compiled: None, gaps: &self.gaps, first: self.first };
        let part = FactsPart::of(world, absent, inputs);
        self.first = part.next();
        self.parts.push(part);
    }

    /// The facts of all of them, of which there is one at least: others see to the files that are of no language.
    pub fn finish(self, world: &World<'_>) -> Snapshot {
        joined(world, self.parts, &self.packages, self.gaps)
    }
}

/// Resolves the names at a place by the text alone, and keeps what was tried.
pub fn trace_place(world: &World<'_>, place: &NamePlace) -> Vec<TracedName> {
    let (hierarchy, _) = Scopes::of(world).hierarchy(None, &mut Outside::default());
    hierarchy.types(Rounds::new()).0.traced(place)
}
