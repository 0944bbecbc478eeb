//! Fleets and fact bases that are made of numbers, at the size of an organisation: how large, how fast, how much memory.
//!
//! `cargo bench --bench generated -- fleet FLEET N DIR` makes N repositories out of those of a fleet file, each with names of
//! its own and merges them in DIR; `ask GENERATED FLEET [FILES]` asks it. `cargo bench --bench generated -- facts FILES EDGES` makes a fact
//! base in memory.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::panic, clippy::string_slice)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cg_bundle::base::{Digest, Position, Row, Strings, Table};
use cg_bundle::facts::{Import, NONE, RepositoryExport, SectionSource, Snapshot};
use cg_bundle::fleet::{Fleet, Merged, export_file, merge};
use cg_bundle::language::{ImportKind, Rule};
use cg_bundle::primitive::{Argument, Engine, Invocation, primitive};
use cg_bundle::walk::{NamedFile, ReadAt};
use cg_rules::{FileId, Id};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["fleet", fleet, n, folder] => of_fleet(Path::new(fleet), n.parse().unwrap(), Path::new(folder)),
        ["ask", fleet, bases] => ask(Path::new(fleet), Path::new(bases), &[20, usize::MAX]),
        ["ask", fleet, bases, most] => ask(Path::new(fleet), Path::new(bases), &[most.parse().unwrap()]),
        ["facts", files, edges] => of_facts(files.parse().unwrap(), edges.parse().unwrap()),
        _ => println!(
            "generated: give `fleet FLEET N DIR`, `ask GENERATED FLEET` or `facts FILES EDGES`; nothing is measured without"
        ),
    }
}

/// The processor time of this process.
fn cpu() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|it| it.parse::<u64>().ok()).unwrap_or(0);
    Duration::from_millis((ticks(11) + ticks(12)) * 10)
}

/// The most memory so far, and the memory now, in MiB.
fn memory() -> (u64, u64) {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or("");
        line.split_whitespace().nth(1).and_then(|it| it.parse::<u64>().ok()).unwrap_or(0) / 1024
    };
    (kilobytes("VmHWM:"), kilobytes("VmRSS:"))
}

fn percentile(times: &mut [Duration], part: f64) -> Duration {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * part) as usize]
}

// ---- a fleet -----------------------------------------------------------------------------------------------------------

/// The first part of a name: what a registry would have.
fn head(text: &str) -> usize {
    let start = if text.starts_with("pkg:") { text.find('/').map_or(0, |at| at + 1) } else { 0 };
    let end = text[start..].find(['.', '/', ':', '@']).filter(|at| *at > 0).map_or(text.len(), |at| start + at);
    // Hosts and groups are shared: what is behind them is the name.
    if ["github", "com", "org", "io", "java", "javax", "%40"].iter().any(|it| text[start..end].starts_with(it)) {
        return text.len();
    }
    end
}

/// The name that a package has in a repository: a third keep theirs, a third are shared by a team, a third are its own.
fn renamed(text: &str, repository: usize) -> String {
    let end = head(text);
    let start = if text.starts_with("pkg:") { text.find('/').map_or(0, |at| at + 1) } else { 0 };
    let digest = Digest::of(&text.as_bytes()[start..end]).0[0];
    match digest % 3 {
        0 => text.to_owned(),
        1 => format!("{}_t{}{}", &text[..end], repository % 500, &text[end..]),
        _ => format!("{}_r{repository}{}", &text[..end], &text[end..]),
    }
}

/// The export with names of its own.
fn varied(export: &RepositoryExport, repository: usize) -> RepositoryExport {
    let mut named: BTreeSet<u32> = BTreeSet::new();
    export.uses.iter().for_each(|row| named.extend([row.package.0, row.module]));
    export.package_extends.iter().for_each(|row| named.extend([row.package.0, row.module]));
    export.depends.iter().for_each(|row| named.extend([row.package.0]));
    export.locks.iter().for_each(|row| named.extend([row.package.0]));
    export.manifests.iter().for_each(|row| named.extend(row.provides().map(|it| it.0)));
    export.symbols.iter().for_each(|row| named.extend([row.package.0]));
    let text = |(text, id): (&str, u32)| if named.contains(&id) { renamed(text, repository) } else { text.to_owned() };
    let texts: Vec<String> = export.texts.iter().zip(0u32..).map(text).collect();
    let mut sorted: Vec<&str> = texts.iter().map(String::as_str).collect();
    sorted.sort_unstable();
    sorted.dedup();
    let ids: Vec<u32> = texts.iter().map(|text| sorted.binary_search(&text.as_str()).unwrap() as u32).collect();
    let id = |of: u32| if of == NONE { NONE } else { ids[of as usize] };
    let mut all = Strings::default();
    sorted.iter().for_each(|text| {
        all.push(text);
    });
    let mut out = export.clone();
    out.texts = all;
    fn map<R: Row<K>, const K: usize>(table: &Table<R, K>, change: impl Fn(&mut R)) -> Vec<R> {
        table
            .iter()
            .map(|mut row| {
                change(&mut row);
                row
            })
            .collect()
    }
    out.uses = Table::sorted(map(&export.uses, |row| {
        (row.package.0, row.module, row.name) = (id(row.package.0), id(row.module), id(row.name));
    }));
    out.package_extends = Table::sorted(map(&export.package_extends, |row| {
        (row.package.0, row.module, row.name) = (id(row.package.0), id(row.module), id(row.name));
    }));
    out.definitions =
        Table::in_order(map(&export.definitions, |row| (row.name, row.owner) = (id(row.name), id(row.owner))));
    out.symbols =
        Table::sorted(map(&export.symbols, |row| (row.name, row.package.0) = (id(row.name), id(row.package.0))));
    out.manifests =
        Table::sorted(map(&export.manifests, |row| (row.name, row.package) = (id(row.name), id(row.package))));
    let locks = map(&export.locks, |row| {
        (row.package.0, row.name, row.version) = (id(row.package.0), id(row.name), id(row.version));
    });
    out.locks = Table::sorted(locks.iter().copied());
    let place = |of: u32| locks.get(of as usize).and_then(|row| out.locks.position(row)).map_or(NONE, |at| at as u32);
    out.depends = Table::sorted(map(&export.depends, |row| {
        (row.package.0, row.name, row.requirement) = (id(row.package.0), id(row.name), id(row.requirement));
        row.locked = place(row.locked);
    }));
    out.requires = Table::sorted(map(&export.requires, |row| (row.from, row.to) = (place(row.from), place(row.to))));
    out
}

fn of_fleet(from: &Path, n: usize, folder: &Path) {
    let exports = folder.join("exports");
    std::fs::create_dir_all(&exports).unwrap();
    let base = Fleet::open(from).unwrap();
    let bases: Vec<RepositoryExport> = (0..base.repositories.len()).map(|at| base.export(at as u32).unwrap()).collect();
    let path = |at: usize| exports.join(format!("{at:06}.export"));
    let mut bytes = 0;
    for at in 0..n {
        let file = export_file(&varied(&bases[at % bases.len()], at)).unwrap();
        bytes += file.len();
        std::fs::write(path(at), file).unwrap();
    }
    let rows: usize = bases.iter().map(|export| export.uses.len()).sum();
    println!(
        "{n} exports of {} bases, {} MB, {} uses of packages each",
        bases.len(),
        bytes / 1_000_000,
        rows / bases.len()
    );
    let merged = (0..n).map(|at| {
        let path: PathBuf = path(at);
        let open = move || -> std::io::Result<Box<dyn ReadAt>> { Ok(Box::new(NamedFile::at(&path)?)) };
        Merged {
            name: format!("r{at:06}"),
            root: format!("r{at:06}"),
            state: Digest::of(&at.to_le_bytes()),
            open: Box::new(open),
        }
    });
    let target = folder.join("generated.fleet");
    let (before, began) = (cpu(), Instant::now());
    let file = std::io::BufWriter::new(std::fs::File::create(&target).unwrap());
    merge(merged.collect(), file).unwrap();
    println!(
        "merged in {:.1} s of processor time, {:.1} s; {} MB; at most {} MiB of memory",
        (cpu() - before).as_secs_f64(),
        began.elapsed().as_secs_f64(),
        std::fs::metadata(&target).unwrap().len() / 1_000_000,
        memory().0
    );
}

/// Asks for packages that one, some and all repositories know: the first 20 files, then all of them. Each is asked several
/// times, and the least of the warm times counts.
fn ask(path: &Path, bases: &Path, limits: &[usize]) {
    let base = Fleet::open(bases).unwrap();
    let bases: Vec<RepositoryExport> = (0..base.repositories.len()).map(|at| base.export(at as u32).unwrap()).collect();
    let mut keys: Vec<(String, bool)> = Vec::new();
    for (export, at) in bases.iter().zip(0..) {
        let packages: BTreeSet<u32> = export.uses.iter().map(|row| row.package.0).collect();
        keys.extend(packages.iter().map(|id| (renamed(export.texts.get(*id), at), false)));
        let depended: BTreeSet<u32> = export.depends.iter().map(|row| row.package.0).collect();
        keys.extend(depended.iter().map(|id| (renamed(export.texts.get(*id), at), true)));
    }
    drop(bases);
    let before = memory().1;
    let began = Instant::now();
    let fleet = Fleet::open(path).unwrap();
    println!("opened in {:.2} ms", began.elapsed().as_secs_f64() * 1000.0);
    for &most in limits {
        for name in ["import_graph.reverse_lookup", "scip.refs", "type_graph.subtypes", "dep_graph.consumers"] {
            let of_kind = keys.iter().filter(|(_, of)| *of == (name == "dep_graph.consumers"));
            let calls = of_kind
                .step_by(7)
                .take(200)
                .map(|(key, _)| Invocation::of(primitive(name).unwrap(), Argument::Text(key.clone())));
            ask_all(&fleet, name, &calls.collect::<Vec<_>>(), most);
        }
        println!("memory: at most {} MiB, now {} MiB, {before} MiB before", memory().0, memory().1);
    }
}

/// How many of the longest questions are told.
const LONGEST: usize = 12;

fn ask_all(fleet: &Fleet, name: &str, calls: &[Invocation], most: usize) {
    let (mut cold, mut warm, mut rows) = (Vec::new(), Vec::new(), 0);
    let mut longest = Vec::new();
    for call in calls {
        let once = || {
            let began = Instant::now();
            let found = fleet.answer(call, most).unwrap();
            for text in call.arguments.iter().filter_map(Argument::text) {
                std::hint::black_box(fleet.provided(text).unwrap());
            }
            let files = found.repositories.iter().flat_map(|answer| &answer.files);
            let n_links = files.map(|file| file.chain.len()).sum::<usize>();
            (began.elapsed(), n_links, [found.n_files(), found.repositories.len(), found.n_unread])
        };
        let (time, n, sizes) = once();
        cold.push(time);
        rows += n;
        let n_times = if time > Duration::from_millis(100) { 1 } else { 5 };
        let least = (0..n_times).map(|_| once().0).min().unwrap();
        warm.push(least);
        longest.push((least, call.arguments.first().and_then(Argument::text).unwrap_or_default(), sizes));
    }
    let total: Duration = warm.iter().sum();
    let limit = if most == usize::MAX { "all files".to_owned() } else { format!("{most} files") };
    println!(
        "{name}, {limit}: {} questions; warm p50 {:?} p90 {:?} most {:?}; first p50 {:?} p90 {:?}; {rows} facts, {:.2} µs each",
        calls.len(),
        percentile(&mut warm, 0.5),
        percentile(&mut warm, 0.9),
        percentile(&mut warm, 1.0),
        percentile(&mut cold, 0.5),
        percentile(&mut cold, 0.9),
        total.as_secs_f64() * 1e6 / rows.max(1) as f64,
    );
    longest.sort_unstable_by(|one, other| other.cmp(one));
    for (time, text, [files, repositories, unread]) in longest.iter().take(LONGEST) {
        println!("    {time:?} `{text}`: {files} files of {repositories} repositories, {unread} not read");
    }
}

// ---- a fact base -------------------------------------------------------------------------------------------------------

/// A number that looks random.
fn mixed(mut it: u64) -> u64 {
    it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    it ^ (it >> 31)
}

fn of_facts(n_files: u32, n_edges: u64) {
    let mut paths = Strings::default();
    for at in 0..n_files {
        paths.push(&format!("src/p{:06}/d{:02}/file_{at:08}.py", at / 5000, at / 100 % 50));
    }
    // Files import near ones, and a few are imported by very many.
    let mut words: Vec<[u32; 6]> = Vec::with_capacity(n_edges as usize);
    for edge in 0..n_edges {
        let from = (edge * u64::from(n_files) / n_edges) as u32;
        let random = mixed(edge);
        let to = match random % 10 {
            0 => (random >> 32) as u32 % (n_files / 1000).max(1),
            1..=3 => (random >> 32) as u32 % n_files,
            _ => (from + (random >> 40) as u32 % 200 + 1) % n_files,
        };
        words.push(
            Import {
                from: FileId(from),
                to: FileId(to),
                at: Position { line: (edge % 100) as u32 + 1, column: 1 },
                kind: ImportKind::Value,
                rule: Rule::Import,
            }
            .pack(),
        );
    }
    let imports: Table<Import, 6> = Table::of_words(words);
    let files: Vec<u8> = (0..n_files).flat_map(|_| [0u32, 10, 0]).flat_map(u32::to_le_bytes).collect();
    println!("{} files, {} imports; made, {} MiB", n_files, imports.len(), memory().1);
    let sections = [("paths", paths.to_bytes()), ("files", files), ("imports", imports.to_bytes())];
    drop((imports, paths));
    for (name, bytes) in &sections {
        println!("    section {name}: {} MB", bytes.len() / 1_000_000);
    }
    let read = move |name: &str| {
        let found = sections.iter().find(|(section, _)| *section == name);
        Some(found.map_or_else(
            || if name == "packages" || name == "names" { Strings::default().to_bytes() } else { Vec::new() },
            |(_, bytes)| bytes.clone(),
        ))
    };
    let began = Instant::now();
    let snapshot = Snapshot::default().defer(SectionSource::new(read, || None));
    let n = (snapshot.paths.len(), snapshot.files.len(), snapshot.imports.len());
    println!("loaded {n:?} in {:.2} s; {} MiB", began.elapsed().as_secs_f64(), memory().1);
    assert_eq!(snapshot.over(), None);
    let began = Instant::now();
    let engine = Engine::new(&snapshot);
    let graph = engine.imports();
    println!("graph in {:.2} s; {} MiB, at most {} MiB", began.elapsed().as_secs_f64(), memory().1, memory().0);
    let seeds: Vec<FileId> = (0..1000).map(|at| FileId::of((mixed(at) % u64::from(n_files)) as usize)).collect();
    let (mut direct, mut reach) = (Vec::new(), Vec::new());
    for seed in &seeds {
        let began = Instant::now();
        std::hint::black_box(cg_rules::reverse_lookup(graph, &[*seed], &[]));
        direct.push(began.elapsed());
        let began = Instant::now();
        std::hint::black_box(cg_rules::transitive_callers(graph, &[*seed], 1));
        reach.push(began.elapsed());
    }
    for (name, times) in [("reverse_lookup", &mut direct), ("transitive_callers, depth 1", &mut reach)] {
        println!(
            "{name}: p50 {:?} p90 {:?} most {:?}",
            percentile(times, 0.5),
            percentile(times, 0.9),
            percentile(times, 1.0)
        );
    }
    let row = primitive("import_graph.reverse_lookup").unwrap();
    let mut whole = Vec::new();
    for seed in seeds.iter().take(100) {
        let call = Invocation::of(row, Argument::Text(snapshot.path(*seed).to_owned()));
        let began = Instant::now();
        assert!(!engine.answer(&call).hits.is_empty() || graph.importers.row(*seed).is_empty());
        whole.push(began.elapsed());
    }
    println!("a question by a path: p50 {:?} p90 {:?}", percentile(&mut whole, 0.5), percentile(&mut whole, 0.9));
}
