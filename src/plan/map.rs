//! The map of a repository for one who does not know it: its packages, its folders, and where it starts.

use std::collections::BTreeMap;

use cg_rules::{FileId, Id};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::{TextPart, counted, path};
use crate::facts::{Definition, NONE, Snapshot};
use crate::language::DeclKind;

/// How many rows of a kind are listed.
const SHOWN: usize = 12;
/// A folder with this share of all lines says too little.
const MUCH_PERCENT: u64 = 40;
/// The names of files that start a program or represent a package, without their endings.
const STARTS: [&str; 8] = ["__main__", "main", "index", "app", "server", "cli", "lib", "manage"];
/// The folders of a package that hold such a file.
const PLACES: [&str; 4] = ["src", "lib", "bin", "cmd"];

/// The packages whose manifests the repository holds, each with the source files that no package below it has.
pub fn own_packages(snapshot: &Snapshot) -> String {
    let packages = || snapshot.manifests.iter().filter(|row| row.is_package && !is_aside(snapshot, row.file));
    let folders: FxHashSet<&str> = packages().map(|row| path::parent(snapshot.path(row.file))).collect();
    let mut n_files: FxHashMap<&str, usize> = FxHashMap::default();
    for (_, file) in sources(snapshot) {
        let around = std::iter::successors(Some(path::parent(file)), |it| (!it.is_empty()).then(|| path::parent(it)));
        if let Some(folder) = around.into_iter().find(|folder| folders.contains(folder)) {
            *n_files.entry(folder).or_default() += 1;
        }
    }
    let count = |folder: &str| n_files.get(folder).copied().unwrap_or(0);
    let mut rows: Vec<(usize, String)> = packages()
        .map(|row| {
            let manifest = snapshot.path(row.file);
            let n_files = count(path::parent(manifest));
            (n_files, format!("{}: {manifest}, {}", snapshot.names.get(row.name), files(n_files)))
        })
        .collect();
    rows.sort_by(|left, right| (right.0, &left.1).cmp(&(left.0, &right.1)));
    listed(rows.into_iter().map(|(_, row)| row).collect())
}

/// The folders with most lines of source; the largest is divided while there is room for its parts, or it holds much of all.
pub fn folders(snapshot: &Snapshot) -> String {
    let mut by_folder: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
    for (file, path) in sources(snapshot) {
        let lines = snapshot.file_row(file).map_or(0, |row| u64::from(row.lines));
        let count = by_folder.entry(path::parent(path)).or_default();
        *count = (count.0 + 1, count.1 + lines);
    }
    let total: u64 = by_folder.values().map(|it| it.1).sum();
    let (mut open, mut leaves) = (vec![("", below("", &by_folder))], Vec::new());
    while let Some(place) = largest(&open) {
        let (folder, whole) = open.swap_remove(place);
        let inner = inner(folder, &by_folder);
        let has_room = open.len() + leaves.len() + inner.len() <= SHOWN;
        if inner.is_empty() || !has_room && whole.1 * 100 < total * MUCH_PERCENT {
            leaves.push((folder, Some(whole)));
            continue;
        }
        leaves.extend(by_folder.contains_key(folder).then_some((folder, None)));
        open.extend(inner.into_iter().map(|folder| (folder, below(folder, &by_folder))));
    }
    let own = |folder| by_folder.get(folder).copied().unwrap_or_default();
    let counts = leaves.into_iter().map(|(folder, whole)| (folder, whole.unwrap_or_else(|| own(folder))));
    let mut rows: Vec<(&str, (usize, u64))> = counts.collect();
    rows.sort_by_key(|(folder, (_, lines))| (std::cmp::Reverse(*lines), *folder));
    let row = |(folder, (n_files, lines)): (&str, (usize, u64))| {
        let name = if folder.is_empty() { "." } else { folder };
        format!("{name}/: {}, {}", files(n_files), counted(usize::try_from(lines).unwrap_or(usize::MAX), "line"))
    };
    listed(rows.into_iter().map(row).collect())
}

/// Where programs start and packages are entered: functions called `main`, and files by their names and places.
pub fn entry_points(snapshot: &Snapshot) -> String {
    let names = snapshot.manifests.iter().map(|row| path::name(snapshot.names.get(row.name)));
    let starts: FxHashSet<&str> = STARTS.into_iter().chain(names).collect();
    let roots: FxHashSet<&str> = snapshot.manifests.iter().map(|row| path::parent(snapshot.path(row.file))).collect();
    let mut rows: Vec<(usize, String)> = Vec::new();
    let mains = mains(snapshot);
    for (file, path) in sources(snapshot) {
        let stem = path::stem(path);
        let is_rooted = || {
            let folder = path::parent(path);
            roots.contains(if PLACES.contains(&path::name(folder)) { path::parent(folder) } else { folder })
        };
        let row = match mains.get(&file) {
            Some(line) => format!("{path}:{line}: main"),
            None if stem == "__main__" || starts.contains(stem) && is_rooted() => path.to_owned(),
            None => continue,
        };
        rows.push((path.matches('/').count(), row));
    }
    rows.sort_unstable();
    listed(rows.into_iter().map(|(_, row)| row).collect())
}

/// The line of the first function called `main` in each file that has one outside functions.
fn mains(snapshot: &Snapshot) -> FxHashMap<FileId, u32> {
    let names: Vec<u32> = spellings("main").iter().filter_map(|name| snapshot.names.find(name)).collect();
    let mut mains = FxHashMap::default();
    let named = snapshot.definitions.column(Definition::NAME).enumerate().filter(|(_, name)| names.contains(name));
    for row in named.filter_map(|(at, _)| snapshot.definitions.get(at)) {
        if row.kind.is_callable() && is_outer(snapshot, row.container) {
            mains.entry(row.file).or_insert(row.at.line);
        }
    }
    mains
}

/// A short name in small and large letters, in all ways.
fn spellings(name: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    for letter in name.chars() {
        let cases = [letter.to_ascii_lowercase(), letter.to_ascii_uppercase()];
        all = cases.iter().flat_map(|case| all.iter().map(move |begun| format!("{begun}{case}"))).collect();
    }
    all
}

/// Whether a definition is inside no function: at the top of a file, or a member of a type there.
fn is_outer(snapshot: &Snapshot, container: u32) -> bool {
    let row = (container != NONE).then(|| snapshot.definition(cg_rules::DefId(container))).flatten();
    row.is_none_or(|row| row.kind == DeclKind::File || row.kind.is_type() && row.container == NONE)
}

/// The source files that are not aside.
fn sources(snapshot: &Snapshot) -> impl Iterator<Item = (FileId, &str)> {
    let all = snapshot.files.iter().zip(snapshot.paths.iter()).enumerate();
    let sources = all.filter(|(_, (row, _))| row.language != NONE && !row.is_aside);
    sources.map(|(at, (_, path))| (FileId::of(at), path))
}

fn is_aside(snapshot: &Snapshot, file: FileId) -> bool {
    snapshot.file_row(file).is_some_and(|row| row.is_aside)
}

/// The files and lines in a folder and below.
fn below(folder: &str, counted: &BTreeMap<&str, (usize, u64)>) -> (usize, u64) {
    let all = counted.range(folder..).take_while(|(it, _)| it.starts_with(folder));
    let all = all.filter(|(it, _)| is_below(it, folder));
    all.fold((0, 0), |sum, (_, it)| (sum.0 + it.0, sum.1 + it.1))
}

/// The place of the open folder with most lines.
fn largest(open: &[(&str, (usize, u64))]) -> Option<usize> {
    let ranked = open.iter().enumerate().max_by_key(|(_, (folder, (_, lines)))| (*lines, std::cmp::Reverse(*folder)));
    ranked.map(|(at, _)| at)
}

/// The folders one level below a folder.
fn inner<'a>(folder: &'a str, counted: &BTreeMap<&'a str, (usize, u64)>) -> Vec<&'a str> {
    let start = if folder.is_empty() { 0 } else { folder.len() + 1 };
    let inside = counted.range(folder..).map(|(it, _)| it).take_while(|it| it.starts_with(folder));
    let below = inside.filter(|it| is_below(it, folder) && **it != folder);
    let mut inner: Vec<&str> =
        below.map(|it| it.part(start..).find('/').map_or(*it, |end| it.part(..start + end))).collect();
    // `a-b` stands between `a` and `a/b`.
    inner.sort_unstable();
    inner.dedup();
    inner
}

/// Whether a folder is another, or lies below it.
fn is_below(folder: &str, above: &str) -> bool {
    above.is_empty() || folder.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

fn listed(mut rows: Vec<String>) -> String {
    let more = rows.len().saturating_sub(SHOWN);
    rows.truncate(SHOWN);
    rows.extend((more > 0).then(|| format!("and {more} more")));
    rows.join("\n")
}
