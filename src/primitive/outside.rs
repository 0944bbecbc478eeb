//! From what people write to names of external packages: modules, members, distributions, coordinates, package URLs.

use cg_rules::{FileId, PackageId};
use rustc_hash::FxHashSet;

use super::coordinate::Coordinate;
use super::engine::Engine;
use super::outside_heads::{is_below, plain};
use crate::base::{TextPart, counted};
use crate::facts::{Depends, NONE, OutsideName, PackageManifest, Snapshot};
use crate::language::LANGUAGES;
use crate::package::name::{PREFIX, key};
use crate::package::{DependencyKind, Ecosystem, PackageQuery, modules_of};

/// The families of languages in which a dot in the name of a package or module is a letter: `lodash.throttle` is no part
/// of `lodash`.
const DOTS_ARE_LETTERS: &[&str] = &["typescript", "go", "c", "ruby", "bash", "swift"];

/// A text as the name of a package, a module, or a member.
struct Wanted {
    name: String,
    ecosystem: Option<Ecosystem>,
}

impl Wanted {
    /// Reads a package URL, or a name with or without a version.
    fn of(text: &str) -> Self {
        let query = PackageQuery::parse(text).filter(|_| text.starts_with(PREFIX));
        if let Some(PackageQuery { ecosystem, name, .. }) = query {
            return Self { name, ecosystem };
        }
        let name = match text.rfind('@') {
            Some(at) if at > 0 && !text.part(..at).ends_with('/') => text.part(..at),
            _ => text,
        };
        let name = without_wildcard(name);
        Self { name: name.trim_end_matches(['.', '#', '!']).trim_end_matches("()").to_owned(), ecosystem: None }
    }

    fn may_be(&self, ecosystem: Ecosystem) -> bool {
        self.ecosystem.is_none_or(|it| it == ecosystem)
    }
}

/// The last part of the address of a package: `swift-nio` of `github.com/apple/swift-nio`; `None` where a name is none.
fn address_end(name: &str) -> Option<&str> {
    let address = name.split_once("://").map_or(name, |(_, address)| address).trim_end_matches(".git");
    let (host, rest) = address.split_once('/')?;
    host.contains('.').then_some(rest)?.rsplit_once('/').map(|(_, last)| last)
}

/// The path that a wildcard import takes everything from: `a.b` of `a.b.*` and `a.b._`.
pub fn without_wildcard(name: &str) -> &str {
    ["._", ".*", "::*"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name)
}

/// The external names that a text means, sorted: a package, a module or a member, and what is below it.
pub fn named(engine: &Engine<'_>, text: &str) -> Vec<PackageId> {
    let wanted = Wanted::of(text);
    let mut ids = fitting(engine, &wanted.name, wanted.ecosystem);
    // A header of C is known by its stem.
    if let (true, Some(stem)) = (ids.is_empty(), wanted.name.strip_suffix(".h")) {
        ids = fitting(engine, stem, wanted.ecosystem);
    }
    // A distribution that a manifest here names is imported by other names than its own.
    let is_stated = || engine.snapshot.package(&key(Ecosystem::Pypi, &wanted.name)).is_some();
    if wanted.may_be(Ecosystem::Pypi) && !wanted.name.contains([':', '/']) && (ids.is_empty() || is_stated()) {
        let modules = modules_of(&wanted.name).into_iter().filter(|module| *module != wanted.name);
        ids.extend(modules.flat_map(|module| fitting(engine, &module, Some(Ecosystem::Pypi))));
        // `google-cloud-storage` is below a package that several distributions share.
        if ids.is_empty() && wanted.name.contains('-') {
            ids = fitting(engine, &wanted.name.to_lowercase().replace('-', "."), Some(Ecosystem::Pypi));
        }
    }
    // A package of Swift is imported by the products that it has, and known by the last part of its address.
    if let Some(last) = address_end(&wanted.name).filter(|_| ids.is_empty() && wanted.may_be(Ecosystem::Swift)) {
        ids = fitting(engine, last, Some(Ecosystem::Swift));
    }
    if wanted.may_be(Ecosystem::Maven)
        && let Some(coordinate) = Coordinate::of(engine, &wanted.name)
    {
        ids.extend(coordinate.packages(engine));
    }
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// The modules of external packages that have exactly that path, each as a whole.
pub fn modules(engine: &Engine<'_>, path: &str) -> Vec<PackageId> {
    let (wanted, in_rust) = (plain(path, false), plain(path, true));
    let names = like(engine, &wanted).into_iter().filter(|(_, name)| {
        let is_rust = name.language().is_some_and(|language| language.family == "rust");
        let module = plain(engine.snapshot.names.get(name.module), is_rust);
        name.member == NONE && !name.is_result && module == if is_rust { &*in_rust } else { &*wanted }
    });
    names.map(|(id, _)| id).collect()
}

/// The external names that take a member of that name from whatever module of the package: `kombu.cached_property` for
/// `kombu.utils.objects.cached_property`, and the reverse.
pub fn of_any_module(engine: &Engine<'_>, text: &str) -> Vec<PackageId> {
    let name = plain(&Wanted::of(text).name, false).into_owned();
    let Some((head, last)) = name.rsplit_once('.') else { return Vec::new() };
    let name_parts: Vec<&str> = name.split(['.', '/']).collect();
    let snapshot = engine.snapshot;
    let is_of = |package: &str| head.strip_prefix(package).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let names = like(engine, head).into_iter().filter(|(_, name)| !name.is_result && name.member != NONE);
    let fitting = names.filter(|(_, name)| {
        let member = snapshot.names.get(name.member);
        let module = plain(snapshot.names.get(name.module), false);
        let known = module.split(['.', '/']).chain(member.split(['.', ':'])).filter(|part| !part.is_empty());
        let known: Vec<&str> = known.collect();
        let is_named = known.last() == Some(&last) && is_of(snapshot.package_name(name.package));
        is_named && may_be_one(&known, &name_parts)
    });
    fitting.map(|(id, _)| id).collect()
}

/// Whether a path begins with the name of a package that files import, and that is no module of the repository.
pub fn begins_with_package(engine: &Engine<'_>, text: &str) -> bool {
    let name = plain(&Wanted::of(text).name, false).into_owned();
    let in_rust = text.contains("::");
    let is_package = |package: &str| is_below(&name, package, true) && name.len() > package.len();
    let names = like(engine, &name).into_iter().map(|(_, name)| engine.snapshot.package_name(name.package));
    let mut packages: Vec<&str> = names
        .filter(|package| is_package(&plain(package, false)) || in_rust && is_package(&plain(package, true)))
        .collect();
    packages.dedup();
    packages.into_iter().any(|package| !engine.is_own(package) && !is_own_vendor(engine, package))
}

/// Whether a name is that of who publishes a package of the repository, and of no package: `a` of `a/b`.
fn is_own_vendor(engine: &Engine<'_>, name: &str) -> bool {
    let packages = engine.snapshot.manifests.iter().filter(|row| row.is_package);
    let vendors = packages.filter_map(|row| Some(engine.snapshot.names.get(row.name).split_once('/')?.0));
    vendors.into_iter().any(|vendor| vendor.eq_ignore_ascii_case(name))
}

/// Whether two paths may be of one thing that a module re-exports: one has all parts of the other, in their order, and modules beside
/// them. A member of a type is none of a module.
fn may_be_one(one: &[&str], other: &[&str]) -> bool {
    let holds = |whole: &[&str], part: &[&str]| {
        let mut part = part.iter().peekable();
        let is_module = |name: &&str| !name.starts_with(char::is_uppercase);
        whole.iter().all(|name| part.next_if(|it| *it == name).is_some() || is_module(name)) && part.peek().is_none()
    };
    holds(one, other) || holds(other, one)
}

/// The words for a package that only others bring, as it is locked or listed for its version, and that nothing imports; also of a member
/// of one.
pub fn brought(engine: &Engine<'_>, text: &str) -> Option<String> {
    let is_direct = |row: Depends| row.kind != DependencyKind::Indirect;
    let is_brought = |name: &&str| {
        let packages = engine.snapshot.dependency(name);
        !packages.is_empty() && !packages.iter().any(|it| engine.snapshot.depends.headed([it.0]).any(is_direct))
    };
    let name = heads(text).find(is_brought)?;
    importers(engine, &named(engine, name))
        .is_empty()
        .then(|| format!("`{name}` is brought by other packages, and nothing here imports it"))
}

/// A text, and what is before each of the signs in it that divide a path, the longest first.
fn heads(text: &str) -> impl Iterator<Item = &str> {
    let ends = text.rmatch_indices(['.', '/', ':', '#', '\\']).map(|(at, _)| at).filter(|at| *at > 0);
    std::iter::once(text).chain(ends.map(|end| text.part(..end).trim_end_matches(':')))
}

/// The note for a text that names nothing: what is known of the package that it begins with.
pub fn unknown(engine: &Engine<'_>, text: &str) -> Option<String> {
    let name = Wanted::of(text).name;
    let known = heads(&name).skip(1).filter_map(|head| {
        // A host, `golang.org/x`, is the beginning of many packages and none itself.
        let is_package = |id: &PackageId| {
            let package = engine.outside().get(*id).map_or("", |it| engine.snapshot.package_name(it.package));
            !package.starts_with(&format!("{head}/"))
        };
        let ids: Vec<PackageId> = named(engine, head).into_iter().filter(is_package).collect();
        let n_files = importers(engine, &ids).len();
        (n_files > 0).then(|| {
            format!("nothing here names `{text}` by that path; `{head}` is imported by {}", counted(n_files, "file"))
        })
    });
    known.into_iter().next().or_else(|| {
        let package = engine.snapshot.dependency(text).into_iter().next()?;
        let row = engine.snapshot.depends.headed([package.0]).next()?;
        let place = format!("{}:{}", engine.snapshot.path(row.file), row.at.line);
        Some(format!(
            "nothing here imports a module by the name `{text}`, which {place} depends on; if its modules have another \
             name, write that"
        ))
    })
}

/// The words for a package that a manifest of the repository itself provides.
pub fn own(engine: &Engine<'_>, text: &str) -> Option<String> {
    let packages = engine.snapshot.dependency(text);
    let is_it = |row: &PackageManifest| row.provides().is_some_and(|package| packages.contains(&package));
    let row = engine.snapshot.manifests.iter().find(is_it)?;
    let path = engine.snapshot.path(row.file);
    Some(format!("`{text}` is a package of this repository ({path})"))
}

/// The paths of some names, a few of them.
pub fn paths(engine: &Engine<'_>, ids: &[PackageId]) -> String {
    const SHOWN: usize = 3;
    let rows = engine.outside().rows(engine.snapshot, ids);
    let mut paths: Vec<String> = rows.iter().map(|row| format!("`{}`", engine.snapshot.outside_path(row))).collect();
    paths.sort_unstable();
    paths.dedup();
    let more = if paths.len() > SHOWN { ", …" } else { "" };
    paths.truncate(SHOWN);
    format!("{}{more}", paths.join(", "))
}

/// The files that import any of the names, sorted.
pub fn importers(engine: &Engine<'_>, ids: &[PackageId]) -> Vec<FileId> {
    let rows = ids.iter().flat_map(|id| engine.imports().package_importers.row(*id).iter().copied());
    let mut files: Vec<FileId> = rows.collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// The external names of which a path may begin like a text, in order.
fn like(engine: &Engine<'_>, text: &str) -> Vec<(PackageId, OutsideName)> {
    let ids = engine.outside_heads().like(text).into_iter();
    ids.filter_map(|id| Some((id, engine.outside().get(id)?))).collect()
}

/// The external names that are the one wanted, or lie below it.
fn fitting(engine: &Engine<'_>, wanted: &str, ecosystem: Option<Ecosystem>) -> Vec<PackageId> {
    let (wanted, in_rust) = (plain(wanted, false), plain(wanted, true));
    let names = like(engine, &wanted).into_iter().filter(|(_, name)| {
        let family = name.language().map_or("", |language| language.family);
        let is_of = ecosystem.is_none_or(|it| it.families().is_empty() || it.families().contains(&family));
        let wanted = if family == "rust" { &in_rust } else { &wanted };
        is_of && fits(engine, name, family, wanted)
    });
    names.map(|(id, _)| id).collect()
}

fn fits(engine: &Engine<'_>, name: &OutsideName, family: &str, wanted: &str) -> bool {
    let (snapshot, dots) = (engine.snapshot, !DOTS_ARE_LETTERS.contains(&family));
    let package = snapshot.package_name(name.package);
    let in_rust = family == "rust";
    if is_below(package, wanted, dots) || in_rust && is_below(&plain(package, true), wanted, dots) {
        return true;
    }
    let module = plain(snapshot.names.get(name.module), in_rust);
    let member = if name.member == NONE { "" } else { snapshot.names.get(name.member) };
    let member = plain(member, in_rust);
    // A constant of a gem is global.
    fits_path(&module, &member, wanted, dots)
        || family == "ruby" && is_below(&member, wanted, true)
        || in_rust && fits_path(&renamed(&module, &plain(package, true)), &member, wanted, dots)
}

/// A module of a crate that `Cargo.toml` gives another name here.
fn renamed(module: &str, package: &str) -> String {
    let rest = module.split_once('.').map_or("", |(_, rest)| rest);
    if rest.is_empty() { package.to_owned() } else { format!("{package}.{rest}") }
}

fn fits_path(module: &str, member: &str, wanted: &str, dots: bool) -> bool {
    if is_below(module, wanted, dots) {
        return true;
    }
    let inside = wanted.strip_prefix(module).and_then(|rest| rest.strip_prefix(['.', '/', ':']));
    inside.is_some_and(|inside| !inside.is_empty() && is_below(member, inside, true))
}

/// Whether the name of a module here goes on from the one wanted: `a.b.c` from `a.b`.
pub fn is_module_below(snapshot: &Snapshot, name: u32, file: FileId, wanted: &str) -> bool {
    let row = snapshot.file_row(file).and_then(|row| LANGUAGES.get(row.language as usize));
    let dots = row.is_some_and(|language| !DOTS_ARE_LETTERS.contains(&language.family));
    let name = snapshot.names.get(name);
    name.len() > wanted.len() && is_below(name, wanted, dots)
}

impl Engine<'_> {
    /// The external packages that files here import by the names, or the coordinates, that manifests here require: each by its own name.
    pub fn required_packages(&self) -> FxHashSet<PackageId> {
        let snapshot = self.snapshot;
        let names: FxHashSet<u32> = snapshot.depends.iter().map(|row| row.name).collect();
        let ids = names.into_iter().flat_map(|name| named(self, snapshot.names.get(name)));
        ids.filter_map(|id| self.outside().get(id)).map(|name| name.package).collect()
    }
}
