//! Types below others across repositories: a type that a repository makes public by a package is extended elsewhere by the
//! name of that package.
//!
//! A step from one repository into another is taken where one repository of the fleet provides the package, and declares one
//! type of the name in it; else a note says why not. The number of steps is bounded.

use std::collections::{BTreeMap, BTreeSet};

use super::ask::{FleetAnswer, FleetFile, FleetLink, LedTo, Question, RepositoryAnswer, of_engine};
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

/// The answers that are found while types are followed. Once there are too many facts for the memory, the answers are left out: what
/// was followed says how to find them again.
struct Found {
    answer: FleetAnswer,
    most: usize,
    n_links: usize,
    most_links: usize,
    is_kept: bool,
    /// The types that were followed, each with the repositories that have types below it.
    followed: Vec<(PublicType, Vec<LedTo>)>,
    /// The repositories that have an answer of their own.
    alone: Vec<u32>,
}

impl Found {
    fn enter(&mut self, answer: &RepositoryAnswer) {
        if !self.is_kept {
            return;
        }
        self.n_links += answer.files.iter().map(|file| file.chain.len()).sum::<usize>();
        // A cap bounds the answer itself.
        self.is_kept = self.n_links <= self.most_links || self.most < usize::MAX;
        match self.is_kept {
            true => enter(&mut self.answer, answer),
            false => self.answer.repositories.clear(),
        }
    }
}

impl Fleet {
    /// Calls a function with the answers about types: what repositories answer alone, and what is below the types of these.
    pub(super) fn each_below<E: From<FleetError>>(
        &self,
        question: &Question<'_>,
        named: &[LedTo],
        most: usize,
        take: &mut dyn FnMut(RepositoryAnswer) -> Result<(), E>,
    ) -> Result<FleetAnswer, E> {
        let (answer, followed, alone) = Default::default();
        let most_links = self.most_kept;
        let mut found = Found { answer, most, n_links: 0, most_links, is_kept: true, followed, alone };
        let mut types = Vec::new();
        found.answer.n_unread = self.each_alone(question, named, most, &mut |answer| {
            found.alone.push(answer.repository);
            found.enter(&answer);
            let below = Below { answer, root: None, hops: 0, chain: Vec::new() };
            self.public_types(&below, question.depth(), &mut types, &mut found.answer.notes)
        })?;
        let mut own = Vec::new();
        if found.answer.n_files() < most {
            own = self.of_providers(question, &mut found.answer.notes)?;
            for below in &own {
                found.enter(&below.answer);
                self.public_types(below, question.depth(), &mut types, &mut found.answer.notes)?;
            }
            self.follow(question, types, &mut found)?;
        } else {
            let text = "types below these in other repositories were not looked for, as the files were enough";
            found.answer.notes.push(text.into());
        }
        let repositories = std::mem::take(&mut found.answer.repositories);
        match found.is_kept {
            true => repositories.into_iter().try_for_each(take)?,
            false => self.each_again(question, (named, &own), &found, take)?,
        }
        Ok(found.answer)
    }

    /// Follows types into other repositories.
    fn follow(&self, question: &Question<'_>, mut types: Vec<PublicType>, found: &mut Found) -> Result<(), FleetError> {
        let mut seen = BTreeSet::new();
        while !types.is_empty() {
            types.sort();
            types.retain(|it| seen.insert((it.package.clone(), it.name.clone())));
            for of in std::mem::take(&mut types) {
                if found.followed.len() == MOST || found.answer.n_files() >= found.most {
                    let text = format!(
                        "of `{}` of `{}` and more, the types below elsewhere were not looked for",
                        of.name, of.package
                    );
                    found.answer.notes.push(text);
                    return Ok(());
                }
                let (by_package, mut repositories) = (of.by_package(question.call), Vec::new());
                let by_package = self.question(&by_package)?;
                for named in by_package.postings.repositories().filter(|(it, _)| *it != of.repository) {
                    let below = self.below_in(&of, (question, &by_package), named.clone(), &mut found.answer.notes)?;
                    let Some(below) = below else { continue };
                    repositories.push(named);
                    found.enter(&below.answer);
                    self.public_types(&below, question.depth(), &mut types, &mut found.answer.notes)?;
                }
                found.followed.push((of, repositories));
            }
        }
        Ok(())
    }

    /// Calls a function with the answers that were found, which were not kept: one repository after the other.
    fn each_again<E: From<FleetError>>(
        &self,
        question: &Question<'_>,
        (named, own): (&[LedTo], &[Below]),
        found: &Found,
        take: &mut dyn FnMut(RepositoryAnswer) -> Result<(), E>,
    ) -> Result<(), E> {
        let elsewhere = found.followed.iter().flat_map(|(_, repositories)| repositories.iter().map(|(it, _)| it));
        let mut all: BTreeSet<u32> = elsewhere.chain(&found.alone).copied().collect();
        let calls: Vec<Invocation> = found.followed.iter().map(|(of, _)| of.by_package(question.call)).collect();
        let by_package = calls.iter().map(|call| self.question(call)).collect::<Result<Vec<_>, _>>()?;
        all.extend(own.iter().map(|below| below.answer.repository));
        for repository in all {
            let mut answer = FleetAnswer::default();
            if let Some((_, numbers)) = at_repository(named, repository) {
                let alone = self.of_repository(repository, numbers, question)?;
                alone.iter().for_each(|alone| enter(&mut answer, alone));
            }
            let of_it = own.iter().filter(|below| below.answer.repository == repository);
            of_it.for_each(|below| enter(&mut answer, &below.answer));
            for ((of, repositories), by_package) in found.followed.iter().zip(&by_package) {
                if let Some(named) = at_repository(repositories, repository) {
                    let below = self.below_in(of, (question, by_package), named.clone(), &mut Vec::new())?;
                    below.iter().for_each(|below| enter(&mut answer, &below.answer));
                }
            }
            answer.repositories.into_iter().try_for_each(&mut *take)?;
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

    /// The types of one other repository that are below a public type, where it imports the package by these names.
    fn below_in(
        &self,
        of: &PublicType,
        (question, by_package): (&Question<'_>, &Question<'_>),
        (repository, packages): LedTo,
        notes: &mut Vec<String>,
    ) -> Result<Option<Below>, FleetError> {
        let wanted = by_package.wanted(repository, packages);
        let mut texts =
            self.read(repository, |body, paged| supertypes_named(body, paged, &wanted, &of.package, &of.name))?;
        let n_named = texts.len();
        texts.retain(|text| of.is_named_by(text));
        if texts.len() < n_named {
            notes.push(several(&of.name, &of.package));
        }
        if texts.is_empty() {
            return Ok(None);
        }
        let arguments = texts.into_iter().map(Argument::Text).collect();
        let call = Invocation { arguments, depth: Some(question.depth() - of.hops), ..question.call.clone() };
        let texts: Vec<&str> = call.arguments.iter().filter_map(Argument::text).collect();
        let Some(part) = self.read(repository, |body, paged| meant_part(body, paged, &wanted, &texts))? else {
            return Ok(None);
        };
        let snapshot = part.snapshot();
        let engine = Engine::new(&snapshot);
        let Some(mut answer) = of_engine(&engine, &engine.answer(&call), repository) else { return Ok(None) };
        for file in &mut answer.files {
            file.hops += of.hops;
            file.chain.extend(of.chain.iter().cloned());
        }
        Ok(Some(Below { answer, root: None, hops: of.hops, chain: of.chain.clone() }))
    }
}

/// The entry of a repository in a list that is in their order.
fn at_repository(named: &[LedTo], repository: u32) -> Option<&LedTo> {
    named.get(named.binary_search_by_key(&repository, |(it, _)| *it).ok()?)
}

impl PublicType {
    /// The question for the package of the type.
    fn by_package(&self, call: &Invocation) -> Invocation {
        Invocation { arguments: vec![Argument::Text(self.package.clone())], ..call.clone() }
    }

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
