//! The keys by which a fleet is searched: what a repository is found by, and where a text of a question looks.

use std::collections::{BTreeMap, BTreeSet};

use super::body::packages;
use super::code::{put, put_after};
use crate::base::TextPart;
use crate::facts::{NONE, RepositoryExport};
use crate::language::LANGUAGES;
use crate::package::name::{PREFIX, key};
use crate::package::{Ecosystem, PackageQuery, distributions_of, modules_of};

/// The mark before a package URL that a manifest or lockfile names.
pub const NAMED: u8 = b'd';
/// The mark before a package URL that a manifest provides.
pub const PROVIDED: u8 = b'p';
/// The mark before the name of a package or module that files import.
pub const IMPORTED: u8 = b'm';

/// The mark before the path of a member that files take from a package.
pub const MEMBER: u8 = b'n';
/// The mark before the name of a package or module that types extend something of.
pub const EXTENDED: u8 = b't';
/// The mark before the path of what types extend.
pub const EXTENDED_MEMBER: u8 = b'u';

/// A path in one spelling, whatever the language: parts joined by dots, hyphens as underscores, without a scheme.
fn spelled(path: &str) -> String {
    let path = path.trim_matches(['<', '>']);
    let path = ["node:", "npm:", "jsr:"].iter().find_map(|scheme| path.strip_prefix(scheme)).unwrap_or(path);
    let path = path.trim_start_matches(['\\', ':']).replace("::", ".");
    path.replace(['\\', '#', '/', ':'], ".").replace('-', "_")
}

fn marked(mark: u8, text: &str) -> Vec<u8> {
    [&[mark], text.as_bytes()].concat()
}

/// The keys of an export, sorted, each with the packages that it leads to: positions among those that the files name. A
/// key of a package URL leads to its text: see [`stated`].
pub fn of_export(export: &RepositoryExport) -> BTreeMap<Vec<u8>, BTreeSet<u32>> {
    let mut keys: BTreeMap<Vec<u8>, BTreeSet<u32>> = BTreeMap::new();
    let packages = packages(export);
    let place = |package: u32| packages.binary_search(&package).ok().and_then(|at| u32::try_from(at).ok());
    let text = |id: u32| export.texts.get(id);
    let mut last = None;
    let uses = export.uses.iter().map(|row| (row.package.0, row.module, row.name, row.file, false));
    let supertypes = export.package_extends.iter().map(|row| (row.package.0, row.module, row.name, row.file, true));
    for (package, module, name, file, is_supertype) in uses.chain(supertypes) {
        if last.replace((package, module, name, is_supertype)) == Some((package, module, name, is_supertype)) {
            continue;
        }
        let Some(at) = place(package) else { continue };
        let language = export.files.get(file.0 as usize).and_then(|row| LANGUAGES.get(row.language as usize));
        let family = language.map_or("", |language| language.family);
        let member = if name == NONE { "" } else { text(name) };
        let mut paths = vec![spelled(text(package)), spelled(text(module))];
        // A constant of a gem is global; a crate may have another name here.
        paths.extend((family == "ruby" && name != NONE).then(|| spelled(member)));
        let module = spelled(text(module));
        let inner = module.split_once('.').map_or("", |(_, inner)| inner);
        paths.extend((family == "rust").then(|| spelled(&format!("{}.{inner}", text(package)))));
        let marks = [(IMPORTED, MEMBER), (EXTENDED, EXTENDED_MEMBER)];
        let last = spelled(member.rsplit(['.', ':']).next().unwrap_or_default());
        for (of_path, of_member) in marks.into_iter().take(if is_supertype { 2 } else { 1 }) {
            for path in &paths {
                let path = path.trim_end_matches('.');
                keys.entry(marked(of_path, path)).or_default().insert(at);
                if !member.is_empty() {
                    keys.entry(marked(of_member, &format!("{path}.{}", spelled(member)))).or_default().insert(at);
                }
            }
            // A member is also looked for in whatever module of its package.
            if let Some(last) = last.rsplit('.').next().filter(|last| !last.is_empty()) {
                let path = format!("{}.{last}", spelled(text(package)).trim_end_matches('.'));
                keys.entry(marked(of_member, &path)).or_default().insert(at);
            }
        }
    }
    enter_packages(export, &mut keys);
    keys
}

/// Enters the package URLs that manifests and lockfiles name.
fn enter_packages(export: &RepositoryExport, keys: &mut BTreeMap<Vec<u8>, BTreeSet<u32>>) {
    let text = |id: u32| export.texts.get(id);
    let reached = reached(export);
    let mut packages: BTreeSet<u32> = export.depends.iter().map(|row| row.package.0).collect();
    packages.extend(export.locks.iter().map(|row| row.package.0));
    let provided: BTreeSet<u32> =
        export.manifests.iter().filter_map(|row| row.provides()).map(|package| package.0).collect();
    // A lookup of a dependency is answered by who provides it as well.
    for package in packages.union(&provided).copied() {
        keys.entry(marked(NAMED, text(package))).or_default().insert(stated(package, reached.contains(&package)));
    }
    for package in provided {
        keys.entry(marked(PROVIDED, text(package))).or_default().insert(package);
    }
}

/// The number behind the key of a package URL: its text, and whether a manifest is reached from it.
fn stated(package: u32, is_reached: bool) -> u32 {
    package << 1 | u32::from(is_reached)
}

/// The text that a number of [`stated`] has.
pub fn stated_text(number: u32) -> u32 {
    number >> 1
}

/// Whether a manifest is reached from a number of [`stated`].
pub fn is_reached(number: u32) -> bool {
    number & 1 == 1
}

/// The packages that some manifest depends on, by itself or by way of a lockfile: no other has a consumer.
fn reached(export: &RepositoryExport) -> BTreeSet<u32> {
    let mut packages: BTreeSet<u32> = export.depends.iter().map(|row| row.package.0).collect();
    let mut open: Vec<u32> = export.depends.iter().map(|row| row.locked).filter(|at| *at != NONE).collect();
    let mut seen = vec![false; export.locks.len()];
    while let Some(at) = open.pop() {
        let Some(seen) = seen.get_mut(at as usize).filter(|seen| !**seen) else { continue };
        *seen = true;
        packages.extend(export.locks.get(at as usize).map(|row| row.package.0));
        open.extend(export.requires.headed([at]).map(|row| row.to));
    }
    packages
}

/// The number of keys, then each with its packages.
pub fn encode(keys: &BTreeMap<Vec<u8>, BTreeSet<u32>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    put(&mut bytes, keys.len() as u64);
    let mut before: &[u8] = &[];
    for (key, packages) in keys {
        put_after(&mut bytes, before, key);
        put(&mut bytes, packages.len() as u64);
        packages.iter().for_each(|package| put(&mut bytes, u64::from(*package)));
        before = key;
    }
    bytes
}

/// Where a text looks: keys as they are, and beginnings of keys at the end of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lookups {
    /// Whole keys.
    pub whole: BTreeSet<Vec<u8>>,
    /// Paths, of which the keys of what lies below them are meant as well.
    pub below: BTreeSet<Vec<u8>>,
    /// Paths as `below`, each by the package URL that a repository must state for them.
    pub where_stated: BTreeMap<Vec<u8>, BTreeSet<Vec<u8>>>,
    /// Package URLs that decide how the text is read, where a manifest states them.
    pub stated: BTreeSet<Vec<u8>>,
    /// Beginnings of such package URLs.
    pub stated_below: BTreeSet<Vec<u8>>,
}

impl Lookups {
    /// The keys of the packages that a text may name.
    pub fn of_package(text: &str) -> Self {
        let whole = package_keys(text).iter().map(|key| marked(NAMED, key)).collect();
        Self { whole, ..Self::default() }
    }

    /// The keys of the names that a module, package or symbol may have where it is imported. They lead to no fewer
    /// packages than a lookup in the repository itself finds names of.
    pub fn of_name(text: &str) -> Self {
        let mut lookups = Self::default();
        for text in readings(text) {
            lookups.enter(&text);
        }
        lookups
    }

    /// The same, among what types extend.
    pub fn of_supertypes(self) -> Self {
        let with = |mut key: Vec<u8>| {
            let mark = if key.first() == Some(&MEMBER) { EXTENDED_MEMBER } else { EXTENDED };
            key.iter_mut().take(1).for_each(|first| *first = mark);
            key
        };
        let all = |keys: BTreeSet<Vec<u8>>| keys.into_iter().map(with).collect();
        let where_stated = self.where_stated.into_iter().map(|(key, paths)| (key, all(paths))).collect();
        Self { whole: all(self.whole), below: all(self.below), where_stated, ..Self::default() }
    }

    fn enter(&mut self, text: &str) {
        let query = PackageQuery::parse(text).filter(|_| text.starts_with(PREFIX));
        let name = match query {
            Some(query) => query.name,
            None => {
                let name = match text.rfind('@') {
                    Some(at) if at > 0 && !text.part(..at).ends_with('/') => text.part(..at),
                    _ => text,
                };
                let name = ["._", ".*", "::*"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
                name.trim_end_matches(['.', '#', '!']).trim_end_matches("()").to_owned()
            }
        };
        self.path(&name);
        if let Some(stem) = name.strip_suffix(".h") {
            self.path(stem);
        }
        // A distribution is imported by other names than its own.
        if !name.contains([':', '/']) {
            modules_of(&name).iter().for_each(|module| self.path(module));
            self.path(&name.to_lowercase().replace('-', "."));
        }
        self.stated.insert(marked(NAMED, &key(Ecosystem::Pypi, &name)));
        self.artifact(&name);
    }

    /// A path, what is below it, and its last part as a member of any module of the packages above it.
    fn path(&mut self, path: &str) {
        let path = spelled(path);
        let ends = path.match_indices('.').map(|(at, _)| at).filter(|at| *at > 0);
        if let Some(last) = path.rsplit('.').find(|part| !part.is_empty()) {
            self.whole.extend(ends.map(|end| marked(MEMBER, &format!("{}.{last}", path.part(..end)))));
        }
        if !path.is_empty() {
            self.below.insert(marked(IMPORTED, &path));
        }
        if path.contains('.') {
            self.below.insert(marked(MEMBER, &path));
        }
    }

    /// Enters the names that the coordinate of a Maven artifact may mean.
    fn artifact(&mut self, name: &str) {
        let Some((group, artifact)) = name.split_once([':', '/']).filter(|(group, _)| !group.is_empty()) else {
            return;
        };
        let stated = marked(NAMED, &key(Ecosystem::Maven, &name.replacen('/', ":", 1)));
        self.stated.insert(stated.clone());
        self.stated_below.insert(marked(NAMED, &format!("{PREFIX}maven/{group}")));
        let artifact = artifact.replace('-', ".");
        let ends = artifact.match_indices('.').map(|(at, _)| at).chain([artifact.len()]);
        let names = ends.map(|end| artifact.part(..end)).chain([group]).chain(group.rsplit('.').next());
        let paths = names.map(spelled).filter(|path| !path.is_empty()).map(|path| marked(IMPORTED, &path));
        // `github.com/pkg` is a coordinate only where a manifest has it.
        let below = if name.contains(':') { &mut self.below } else { self.where_stated.entry(stated).or_default() };
        below.extend(paths);
    }
}

/// The package URLs, without versions, that a text may name.
pub fn package_keys(text: &str) -> BTreeSet<String> {
    let keys = PackageQuery::parse(text).map(|query| query.keys()).unwrap_or_default();
    let distributions = distributions_of(text).map(|name| key(Ecosystem::Pypi, name));
    keys.into_iter().flatten().chain(distributions).collect()
}

/// A text, and what is meant where it is written as a symbol: behind a version, or as a trace of Go has it.
fn readings(text: &str) -> Vec<String> {
    let mut readings = vec![text.to_owned()];
    if let Some((_, names)) = text.split_once("::").filter(|(package, _)| package.rfind('@') > Some(0)) {
        readings.push(names.to_owned());
    }
    if text.contains("(*") {
        readings.push(text.replace("(*", "").replace(')', ""));
    }
    readings
}
