//! Types below others across repositories: a type that a repository makes public by a package is extended elsewhere by the
//! name of that package.
//!
//! A step from one repository into another is taken where one repository of the fleet provides the package, and declares one
//! type of the name in it; else a note says why not. The number of steps is bounded.

use std::collections::{BTreeMap, BTreeSet};

use super::ask::{FleetAnswer, FleetFile, FleetLink, Question, RepositoryAnswer, of_engine};
use super::error::FleetError;
use super::file::Fleet;
use super::keys::PROVIDED;
use super::meant::{meant_part, supertypes_named};
use crate::primitive::{Argument, Engine, Invocation};

/// The most types of which those below are looked for in other repositories.
const MOST: usize = 64;

/// A type that other repositories may extend by the name of its package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PublicType {
    hops: u32,
    package: String,
    name: String,
    repository: u32,
    /// The file that declares it, and those that declare others of its name in the package.
    path: String,
    others: Vec<String>,
    /// The facts that lead from it to the type of the question.
    chain: Vec<FleetLink>,
}

/// The answer of a repository, and what it goes on from.
struct Below {
    answer: RepositoryAnswer,
    /// The type of the repository itself that the answer is below, as `path:name`; else it is below one of a package.
    root: Option<String>,
    hops: u32,
    chain: Vec<FleetLink>,
}

impl Fleet {
    /// Adds what is below the types of an answer: in the repository that provides the type of the question, and in
    /// others by the names of the packages that have the types found.
    pub(super) fn add_below(
        &self,
        question: &Question<'_>,
        found: &mut FleetAnswer,
        most: usize,
    ) -> Result<(), FleetError> {
        let call = question.call;
        let depth = call.depth.or_else(|| call.primitive.depth().map(|depth| depth.default)).unwrap_or(1);
        let first =
            |answer: &RepositoryAnswer| Below { answer: answer.clone(), root: None, hops: 0, chain: Vec::new() };
        let mut open: Vec<Below> = found.repositories.iter().map(first).collect();
        for own in self.of_providers(question, &mut found.notes)? {
            enter(found, &own.answer);
            open.push(own);
        }
        let (mut seen, mut n_steps) = (BTreeSet::new(), 0);
        while !open.is_empty() {
            let mut types = Vec::new();
            for below in &open {
                self.public_types(below, depth, &mut types, &mut found.notes)?;
            }
            types.sort();
            types.retain(|it| seen.insert((it.package.clone(), it.name.clone())));
            open.clear();
            for of in types {
                if n_steps == MOST || found.n_files() >= most {
                    let text = format!(
                        "of `{}` of `{}` and more, the types below elsewhere were not looked for",
                        of.name, of.package
                    );
                    found.notes.push(text);
                    return Ok(());
                }
                n_steps += 1;
                for below in self.elsewhere(&of, call, depth, &mut found.notes)? {
                    enter(found, &below.answer);
                    open.push(below);
                }
            }
        }
        Ok(())
    }

    /// The types below the one of the question, in the repository that provides it.
    fn of_providers(&self, question: &Question<'_>, notes: &mut Vec<String>) -> Result<Vec<Below>, FleetError> {
        let mut found = Vec::new();
        for text in &question.texts {
            for provided in self.provided(text)? {
                let [provider] = &provided.providers[..] else { continue };
                let named =
                    provider.declares.iter().filter(|(path, _)| is_in(text, path) || provider.declares.len() == 1);
                let [(path, _)] = named.collect::<Vec<_>>()[..] else {
                    if !provider.declares.is_empty() {
                        notes.push(several(text, &provided.package));
                    }
                    continue;
                };
                let Some(name) = text.rsplit(['.', '/', ':', '#']).next() else { continue };
                let root = format!("{path}:{name}");
                let call = Invocation { arguments: vec![Argument::Text(root.clone())], ..question.call.clone() };
                let part = self.read(provider.repository, |body, paged| body.types_named(paged, name))?;
                let snapshot = part.snapshot();
                let engine = Engine::new(&snapshot);
                let answer = of_engine(&engine, &engine.answer(&call), provider.repository);
                let below = |answer| Below { answer, root: Some(root), hops: 0, chain: Vec::new() };
                found.extend(answer.map(below));
            }
        }
        Ok(found)
    }

    /// The types of an answer, above the depth, that a package makes public.
    fn public_types(
        &self,
        below: &Below,
        depth: u32,
        types: &mut Vec<PublicType>,
        notes: &mut Vec<String>,
    ) -> Result<(), FleetError> {
        let repository = below.answer.repository;
        for (place, (hops, chain)) in places(below) {
            let Some((path, name)) = place.rsplit_once(':').filter(|_| hops < depth) else { continue };
            let declared = self.symbols(repository, name)?;
            let packages: BTreeSet<&String> =
                declared.iter().filter(|(_, at, _)| at == path).map(|(of, ..)| of).collect();
            for package in packages {
                let providers = self.count(&[&[PROVIDED], package.as_bytes()].concat())?;
                if providers != 1 {
                    let text = format!(
                        "{providers} repositories provide `{package}`: which of them has the `{name}` that others extend, no fact says"
                    );
                    notes.push(text);
                    continue;
                }
                let others = declared.iter().filter(|(of, at, _)| of == package && at != path);
                types.push(PublicType {
                    hops,
                    package: package.clone(),
                    name: name.to_owned(),
                    repository,
                    path: path.to_owned(),
                    others: others.map(|(_, at, _)| at.clone()).collect(),
                    chain: chain.clone(),
                });
            }
        }
        Ok(())
    }

    /// The types below a public type in the other repositories.
    fn elsewhere(
        &self,
        of: &PublicType,
        call: &Invocation,
        depth: u32,
        notes: &mut Vec<String>,
    ) -> Result<Vec<Below>, FleetError> {
        let by_package = Invocation { arguments: vec![Argument::Text(of.package.clone())], ..call.clone() };
        let question = self.question(&by_package)?;
        let mut found = Vec::new();
        for (repository, packages) in question.postings.repositories().filter(|(it, _)| *it != of.repository) {
            let wanted = question.wanted(repository, packages);
            let mut texts =
                self.read(repository, |body, paged| supertypes_named(body, paged, &wanted, &of.package, &of.name))?;
            let n_named = texts.len();
            texts.retain(|text| of.is_named_by(text));
            if texts.len() < n_named {
                notes.push(several(&of.name, &of.package));
            }
            if texts.is_empty() {
                continue;
            }
            let arguments = texts.into_iter().map(Argument::Text).collect();
            let call = Invocation { arguments, depth: Some(depth - of.hops), ..call.clone() };
            let texts: Vec<&str> = call.arguments.iter().filter_map(Argument::text).collect();
            let Some(part) = self.read(repository, |body, paged| meant_part(body, paged, &wanted, &texts))? else {
                continue;
            };
            let snapshot = part.snapshot();
            let engine = Engine::new(&snapshot);
            let Some(mut answer) = of_engine(&engine, &engine.answer(&call), repository) else { continue };
            for file in &mut answer.files {
                file.hops += of.hops;
                file.chain.extend(of.chain.iter().cloned());
            }
            found.push(Below { answer, root: None, hops: of.hops, chain: of.chain.clone() });
        }
        Ok(found)
    }
}

impl PublicType {
    /// Whether a path that another repository writes names this type, and no other of its package.
    fn is_named_by(&self, text: &str) -> bool {
        self.others.is_empty() || is_in(text, &self.path) && !self.others.iter().any(|path| is_in(text, path))
    }
}

/// Whether a file is of the module that a path has before its last name: `werkzeug/wrappers/response.py` for
/// `werkzeug.wrappers.Response`. What names no module below the package names no file.
fn is_in(text: &str, path: &str) -> bool {
    let mut parts = text.rsplit(['.', '/', ':', '#']).filter(|part| !part.is_empty());
    let module = parts.nth(1).filter(|_| parts.next().is_some());
    module.is_some_and(|module| path.split(['/', '.']).any(|part| part == module))
}

fn several(name: &str, package: &str) -> String {
    format!("`{package}` declares several `{name}`: which of them others extend, no fact says")
}

/// The types of an answer by their places, each with its distance from the type of the question, and the facts between.
fn places(below: &Below) -> BTreeMap<String, (u32, Vec<FleetLink>)> {
    let own = below.answer.files.iter().flat_map(|file| &file.chain).filter(|link| link.repository.is_none());
    let links: BTreeSet<&FleetLink> = own.collect();
    let mut places: BTreeMap<String, (u32, Vec<FleetLink>)> = BTreeMap::new();
    places.extend(below.root.clone().map(|root| (root, (below.hops, below.chain.clone()))));
    let mut n_known = usize::MAX;
    let mut hops = below.hops;
    while n_known != places.len() {
        n_known = places.len();
        let mut next = BTreeMap::new();
        for link in links.iter().filter(|link| !places.contains_key(&link.from)) {
            let above = match link.relation {
                "extends_package" if hops == below.hops => Some((below.hops, &below.chain)),
                "extends" => places.get(&link.to).map(|(hops, chain)| (*hops, chain)),
                _ => None,
            };
            let Some((at, chain)) = above else { continue };
            let own = FleetLink { repository: Some(below.answer.repository), ..(*link).clone() };
            next.entry(link.from.clone()).or_insert_with(|| (at + 1, [vec![own], chain.clone()].concat()));
        }
        hops += 1;
        places.extend(next);
    }
    places.retain(|place, _| Some(place) != below.root.as_ref());
    places
}

/// Enters an answer: files that are known get what is new of them, others come behind.
fn enter(found: &mut FleetAnswer, new: &RepositoryAnswer) {
    let at = found.repositories.partition_point(|answer| answer.repository < new.repository);
    if found.repositories.get(at).is_none_or(|answer| answer.repository != new.repository) {
        return found.repositories.insert(at, new.clone());
    }
    let Some(known) = found.repositories.get_mut(at) else { return };
    for file in &new.files {
        match known.files.iter_mut().find(|other| other.path == file.path) {
            None => known.files.push(file.clone()),
            Some(other) => join(other, file),
        }
    }
    known.notes.extend(new.notes.iter().cloned());
}

fn join(known: &mut FleetFile, new: &FleetFile) {
    known.hops = known.hops.min(new.hops);
    let definitions = new.definitions.iter().filter(|it| !known.definitions.contains(it)).cloned();
    known.definitions.extend(definitions.collect::<Vec<_>>());
    let links = new.chain.iter().filter(|it| !known.chain.contains(it)).cloned();
    known.chain.extend(links.collect::<Vec<_>>());
}
