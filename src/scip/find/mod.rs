//! From symbols as people write them to the symbols of an index.
//!
//! A text fits a symbol if its last name is the symbol's own and the names before it lead there, in order, with what
//! people leave out left out: `django.db.models.CharField` is `` `django.db.models.fields`/CharField# ``, which a
//! module between re-exports. The best fit decides. Symbols that are one thing to who reads the code are one answer: the
//! overloads of a function, a getter and its setter, a class and its constructor, what two indexers say of it.

mod found;
mod order;
mod qualified;
mod several;
mod suggest;
mod wanted;

pub use found::{Example, Found, MOST, Suggestion, SymbolCandidate, SymbolCounts, Symbols};
pub use order::{by_name, by_package};
pub use suggest::written;
pub use wanted::{NameParts, PackageName, Path, SymbolRequest, Words};

use std::borrow::Cow;
use std::ops::Range;

use crate::scip::symbol::{Package, Symbol};
use found::{Fitting, Kind, own_name};
use order::{head, headed, is_called, key, keyed};
use qualified::{Fit, Qualified, is_part_of_package, is_same_package, parts_of_package};

/// Finds what a text names.
pub fn find(named: &NameParts, symbols: &Symbols<'_>) -> Found {
    match named {
        NameParts::Symbol(text) => symbols.whole(text),
        NameParts::Words(words) => symbols.words(words),
        NameParts::Path(path) => symbols.path(path),
        NameParts::Package(package) => {
            let found = symbols.package(package);
            let notes = || vec![symbols.no_package(&package.name)];
            found.unwrap_or_else(|| Found { notes: notes(), ..Found::default() })
        }
    }
}

impl<'a> Symbols<'a> {
    /// The packages, and the symbols of each.
    fn packages(&self) -> impl Iterator<Item = (Package<'a>, Range<u32>)> + '_ {
        let ends = self.by_package.iter().skip(1).copied();
        let end = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let runs = self.by_package.iter().zip(ends.chain([end]));
        runs.filter_map(|(start, end)| Some((Package::parse(self.texts.get(*start))?.0, *start..end)))
    }

    /// The symbols of the packages of a name, and the versions that there are.
    fn of_package(&self, name: &str) -> (Vec<Range<u32>>, Vec<Package<'a>>) {
        self.packages()
            .filter(|(package, _)| is_same_package(&package.name, name))
            .map(|(package, run)| (run, package))
            .unzip()
    }

    fn whole(&self, text: &str) -> Found {
        if let Some(id) = self.id(text) {
            return Found { symbols: vec![id], n_things: 1, ..Found::default() };
        }
        let Some((package, descriptors)) = Package::parse(text) else { return Found::default() };
        let words = Words {
            manager: Some(package.manager.into_owned()),
            name: Some(package.name.into_owned()),
            version: Some(package.version.into_owned()),
            descriptors: Some(descriptors.to_owned()),
        };
        let mut found = self.words(&words);
        let note = if found.symbols.is_empty() {
            "no index has this symbol"
        } else {
            "not this symbol, but the same of another version or indexer"
        };
        found.notes.insert(0, note.to_owned());
        found
    }

    fn id(&self, text: &str) -> Option<u32> {
        let id = headed(self.texts, text).start;
        (self.texts.get(id) == text && !text.is_empty()).then_some(id)
    }

    fn words(&self, words: &Words) -> Found {
        let is_wanted = |package: &Package<'_>| {
            let managed = words.manager.as_ref().is_none_or(|manager| *manager == package.manager);
            managed && words.name.as_ref().is_none_or(|name| is_same_package(name, &package.name))
        };
        let (packages, runs): (Vec<_>, Vec<_>) = self.packages().filter(|(package, _)| is_wanted(package)).unzip();
        let mut found = Found::default();
        for run in runs {
            match &words.descriptors {
                None => found.symbols.extend(run),
                Some(descriptors) => {
                    let head = head(self.texts.get(run.start)).unwrap_or("");
                    found.symbols.extend(self.id(&format!("{head}{descriptors}")));
                }
            }
        }
        found.n_things = usize::from(!found.symbols.is_empty());
        found.notes.extend(other_version(words.version.as_deref(), &packages));
        if found.symbols.is_empty() {
            let text = words.descriptors.as_deref().unwrap_or("");
            return self.nothing(key(text), words.name.as_deref(), found.notes);
        }
        found
    }

    /// All symbols of a package; `None` if no index has it.
    fn package(&self, wanted: &PackageName) -> Option<Found> {
        let (runs, packages) = self.of_package(&wanted.name);
        let symbols: Vec<u32> = runs.into_iter().flatten().collect();
        let notes = other_version(wanted.version.as_deref(), &packages).into_iter().collect();
        (!symbols.is_empty()).then(|| Found { symbols, n_things: 1, notes, ..Found::default() })
    }

    fn path(&self, path: &Path) -> Found {
        let mut notes = Vec::new();
        let mut runs = None;
        let mut names: Vec<&str> = path.names.iter().map(String::as_str).collect();
        if let Some(package) = &path.package {
            let (of_package, packages) = self.of_package(&package.name);
            if of_package.is_empty() {
                let last = path.names.last().map_or("", String::as_str);
                return self.nothing(last, Some(&package.name), vec![self.no_package(&package.name)]);
            }
            notes.extend(other_version(package.version.as_deref(), &packages));
            runs = Some(of_package);
            names.splice(0..0, parts_of_package(&package.name));
        }
        let Some((last, outer)) = names.split_last() else { return Found::default() };
        let candidates = self.called(last, runs.as_deref());
        let mut fitting = self.fitting(&candidates, outer, false);
        let best = best(&fitting);
        let (as_package, packages) = match &path.package {
            None => self.of_package(&path.names.join("/")),
            Some(_) => Default::default(),
        };
        if let Some(package) = packages.first() {
            if best.is_none_or(|(_, kind)| kind == Kind::Module) {
                return Found {
                    symbols: as_package.into_iter().flatten().collect(),
                    n_things: 1,
                    notes,
                    ..Found::default()
                };
            }
            let name = package.name.strip_prefix("@types/").unwrap_or(&package.name);
            notes.push(format!("`{name}` is a package too: `{name}@*` asks for all of it"));
        }
        let implementing = self.fitting(&candidates, outer, true);
        let Some(best) = best else {
            if implementing.is_empty() {
                return self.nothing(last, path.package.as_ref().map(|it| it.name.as_str()), notes);
            }
            notes.push("the trait itself is not in the index: these are its implementations".to_owned());
            let symbols = implementing.into_iter().map(|it| it.id).collect();
            return Found { symbols, n_things: 1, notes, ..Found::default() };
        };
        several::close(&mut fitting, best);
        let mut found = self.things(fitting, notes);
        if found.n_things == 1 && !implementing.is_empty() {
            let n = implementing.len();
            found.notes.push(format!("with {n} implementation{}", if n == 1 { "" } else { "s" }));
            found.symbols.extend(implementing.into_iter().map(|it| it.id));
            found.symbols.sort_unstable();
            found.symbols.dedup();
        }
        found
    }

    /// The symbols whose own name is a wanted one, in order.
    fn called(&self, name: &str, runs: Option<&[Range<u32>]>) -> Vec<u32> {
        let uncounted = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let keys = match name {
            "constructor" => vec![name, "<constructor>", "<init>", "__init__"],
            name if order::is_os_path(name) => vec![name, "path"],
            name if uncounted.len() < name.len() && !uncounted.is_empty() => vec![name, uncounted],
            name => vec![name],
        };
        let is_own = |id: u32, key: &str| {
            let text = self.texts.get(id);
            (key != uncounted || uncounted == name || text.ends_with(':'))
                && (key != name && key != uncounted || is_called(text, name))
        };
        let mut ids: Vec<u32> = keys
            .iter()
            .flat_map(|key| keyed(self.texts, self.by_name, key).iter().copied().filter(move |id| is_own(*id, key)))
            .collect();
        ids.retain(|id| runs.is_none_or(|runs| runs.iter().any(|run| run.contains(id))));
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// Those to which names lead. `by_trait`: those that implement the method of a trait to which they lead.
    fn fitting(&self, candidates: &[u32], names: &[&str], by_trait: bool) -> Vec<Fitting> {
        let fit = |id: &u32| {
            let text = self.texts.get(*id);
            let symbol = Symbol::parse(text)?;
            let way = Qualified::of(&symbol);
            if by_trait && !way.implements() {
                return None;
            }
            let fit = way.fit(names, by_trait)?;
            Some(Fitting {
                id: *id,
                fit,
                kind: Kind::of(text),
                identity: way.identity(&symbol.package.manager, own_name(text)),
            })
        };
        if by_trait && names.is_empty() {
            return Vec::new();
        }
        let mut likely = self.likely(candidates, names);
        likely.retain(|id| !by_trait || self.texts.get(*id).contains("impl#["));
        likely.iter().filter_map(fit).collect()
    }

    /// Those of the candidates that are worth the reading: their texts hold the names that must lead to them.
    fn likely(&self, candidates: &[u32], names: &[&str]) -> Vec<u32> {
        let kind = |id: &u32| Kind::of(self.texts.get(*id));
        if names.is_empty() {
            // A key, distinguished by its counter, is never the same as a thing.
            let has_thing = candidates.iter().any(|id| kind(id) == Kind::Thing);
            return candidates.iter().copied().filter(|id| !has_thing || kind(id) != Kind::Key).collect();
        }
        let mut likely = Vec::new();
        let mut rest = candidates;
        while let Some(first) = rest.first() {
            let package = self.by_package.partition_point(|start| start <= first);
            let end = self.by_package.get(package).copied().unwrap_or(u32::MAX);
            let (run, after) = rest.split_at(rest.partition_point(|id| *id < end).max(1));
            let package = Package::parse(self.texts.get(*first)).map_or(Cow::Borrowed(""), |(package, _)| package.name);
            // Those that a package may spell differently, that stand for another, or that the text has doubled.
            let is_free =
                |name: &&&str| *name == &"os" || name.contains(['`', ' ']) || is_part_of_package(name, &package);
            let held: Vec<&str> = names.iter().rev().filter(|name| !is_free(name)).copied().collect();
            likely.extend(run.iter().copied().filter(|id| held.iter().all(|name| self.texts.get(*id).contains(name))));
            rest = after;
        }
        likely
    }
}

/// The best fit, and the likeliest kind among those of that fit.
fn best(fitting: &[Fitting]) -> Option<(Fit, Kind)> {
    fitting.iter().map(|it| (it.fit, it.kind)).min()
}

/// The note for a requested version that the index does not have. Types have versions of their own, and so has
/// a standard library.
fn other_version(wanted: Option<&str>, packages: &[Package<'_>]) -> Option<String> {
    let wanted = wanted?;
    let says_nothing = |package: &Package<'_>| {
        let standard = package.name == "python-stdlib" || package.version.contains("://");
        standard || package.version == "." || package.name.starts_with("@types/")
    };
    let is_it =
        |version: &str| version.strip_prefix(wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    if packages.iter().any(|package| says_nothing(package) || is_it(&package.version)) {
        return None;
    }
    let package = packages.first()?;
    Some(format!("the index has {} {}, not {wanted}", package.name, package.version))
}
