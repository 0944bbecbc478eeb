//! What the parts cost: `cargo bench --bench micro -- --quick`.
//!
//! Everything is generated, the same in every run. `benches/peers.sh` measures whole runs on real repositories.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use cg_bundle::base::Digest;
use cg_bundle::budget;
use cg_bundle::bundle::{self, BundleRequest};
use cg_bundle::facts::{SectionSource, Snapshot, relate};
use cg_bundle::flow::flow;
use cg_bundle::input;
use cg_bundle::language::{LANGUAGES, Observation, Paths, World, of_path};
use cg_bundle::manifest::{self, parse_query};
use cg_bundle::parse::observe;
use cg_bundle::pipeline::{IndexRequest, ScipSelection, index};
use cg_bundle::plan::{UserChoices, plan};
use cg_bundle::primitive::{Argument, Engine, Stale, Thresholds};
use cg_bundle::render::Markdown;
use cg_bundle::store::StorePlace;
use cg_rules::{
    CallGraph, DefId, FileId, ImportGraph, OccurrenceId, SymbolGraph, SymbolId, refs, spine, transitive_callers,
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// Units of each generated file: each a type with a method, and a function that calls.
const UNITS: usize = 60;
/// Files of the generated repository.
const N_FILES: usize = 1_000;
/// Nodes and edges of the random graphs.
const N_NODES: usize = 20_000;
const N_EDGES: usize = 100_000;

/// For each family of languages: a name of its files, the head of a file, and one unit, where `#` is its number.
const FAMILIES: &[(&str, &str, &str)] = &[
    (
        "a.go",
        "package a\n\nimport \"fmt\"\n",
        "\ntype T# struct{ n int }\n\nfunc (t *T#) Run(x int) int {\n\tfmt.Println(x)\n\treturn t.n + x\n}\n\nfunc f#(x int) int {\n\tt := &T#{n: x}\n\treturn t.Run(x)\n}\n",
    ),
    (
        "A.java",
        "package a;\n\nimport java.util.List;\n",
        "\nclass T# extends Base implements Runs {\n    private int n;\n\n    public int run(int x) {\n        System.out.println(x);\n        return this.n + x;\n    }\n\n    static int f#(int x) {\n        T# t = new T#();\n        return t.run(x);\n    }\n}\n",
    ),
    (
        "a.kt",
        "package a\n\nimport b.Base\n",
        "\nclass T#(val n: Int) : Base() {\n    fun run(x: Int): Int {\n        println(x)\n        return n + x\n    }\n}\n\nfun f#(x: Int): Int {\n    val t = T#(x)\n    return t.run(x)\n}\n",
    ),
    (
        "a.py",
        "import os\nfrom b import Base\n",
        "\n\nclass T#(Base):\n    def __init__(self, n: int) -> None:\n        self.n = n\n\n    def run(self, x: int) -> int:\n        print(x)\n        return self.n + x\n\n\ndef f#(x: int) -> int:\n    t = T#(x)\n    return t.run(x)\n",
    ),
    (
        "a.rs",
        "use std::fmt;\nuse crate::b::Base;\n",
        "\npub struct T# {\n    n: u32,\n}\n\nimpl Base for T# {\n    fn run(&self, x: u32) -> u32 {\n        println!(\"{}\", g(x));\n        self.n + x\n    }\n}\n\npub fn f#(x: u32) -> u32 {\n    let t = T# { n: x };\n    t.run(x)\n}\n",
    ),
    (
        "a.ts",
        "import { Base } from './b';\n",
        "\nexport class T# extends Base {\n  constructor(private n: number) {\n    super();\n  }\n\n  run(x: number): number {\n    console.log(x);\n    return this.n + x;\n  }\n}\n\nexport function f#(x: number): number {\n  const t = new T#(x);\n  return t.run(x);\n}\n",
    ),
];

/// A sequence that looks random, and is the same in every run.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

/// A repository of Python files in packages of fifty, each of which imports and calls three earlier ones.
fn repository() -> BTreeMap<String, String> {
    let place = |at: usize| (at / 50, at);
    let mut sequence = Sequence(1);
    let mut files = BTreeMap::new();
    for at in 0..N_FILES {
        let (package, _) = place(at);
        let others: Vec<usize> = (0..3).map(|_| sequence.below(at.max(1))).collect();
        let mut text = String::new();
        for other in &others {
            text.push_str(&format!("from p{}.m{other} import f{other}, C{other}\n", place(*other).0));
        }
        text.push_str(&format!(
            "\n\nclass C{at}(C{}):\n    def run(self, x):\n        return self.more(x)\n",
            others[0]
        ));
        text.push_str("\n    def more(self, x):\n        return x + 1\n\n\n");
        text.push_str(&format!("def f{at}(x):\n    c = C{at}()\n    c.run(x)\n"));
        for other in &others {
            text.push_str(&format!("    x = f{other}(x)\n"));
        }
        text.push_str("    return x\n");
        files.insert(format!("p{package}/m{at}.py"), text);
    }
    for package in 0..N_FILES / 50 {
        files.insert(format!("p{package}/__init__.py"), String::new());
    }
    files
}

fn snapshot(paths: &Paths, observations: &[Option<Observation>], languages: &[Option<usize>]) -> Snapshot {
    let configs = Default::default();
    relate(
        &World { paths, observations, table: LANGUAGES, languages, configs: &configs, unread: None },
        Vec::new(),
        None,
    )
}

fn parse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse");
    for (path, head, unit) in FAMILIES {
        let units: String = (0..UNITS).map(|at| unit.replace('#', &at.to_string())).collect();
        let text = format!("{head}{units}");
        let language = of_path(path).unwrap();
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(LANGUAGES[language].name, |bench| {
            bench.iter(|| observe(language, black_box(text.as_bytes())));
        });
    }
    group.finish();
}

const MANIFEST: &str = "budget: { profile: deep, max_tokens: 20000 }
must_read:
  derived:
    - { name: sites, compute: 'scip.refs(\"f7\", definitions=true)', max_files: 60 }
should_read:
  derived:
    - { name: near, compute: 'import_graph.transitive_callers(sites, depth=2)', max_files: 200, render: skeleton }
    - { name: below, compute: 'import_graph.dependencies(sites, depth=2)', max_files: 200 }
may_read:
  derived:
    - { name: far, compute: 'import_graph.transitive_callers(sites, depth=4)', max_files: 300 }
";

fn pipeline(criterion: &mut Criterion) {
    let files = repository();
    let paths = Paths::new(files.keys().map(|path| path.as_str().into()).collect());
    let languages: Vec<Option<usize>> = files.keys().map(|path| of_path(path)).collect();
    let observations: Vec<Option<Observation>> =
        files.values().zip(&languages).map(|(text, language)| Some(observe((*language)?, text.as_bytes()))).collect();
    criterion.bench_function("relate 1,000 Python files", |bench| {
        bench.iter(|| snapshot(&paths, black_box(&observations), &languages));
    });
    let facts = snapshot(&paths, &observations, &languages);
    let sections: Arc<BTreeMap<&str, Vec<u8>>> = Arc::new(facts.to_sections().into_iter().collect());
    criterion.bench_function("load three tables of a snapshot", |bench| {
        bench.iter(|| {
            let held = sections.clone();
            let source = SectionSource::new(move |name| black_box(&held).get(name).cloned(), || None);
            let loaded = Snapshot::head(|name| sections.get(name).cloned()).unwrap().defer(source);
            (loaded.imports.len(), loaded.calls.len(), loaded.definitions.len())
        });
    });

    let manifest = manifest::parse(MANIFEST.as_bytes(), Path::new("micro.yaml")).unwrap();
    let bound = input::bind(&manifest, &[]).unwrap();
    let engine = Engine::new(&facts);
    criterion.bench_function("answer a manifest", |bench| {
        bench.iter(|| plan(&manifest, &bound, &engine, &UserChoices::default()));
    });
    let plan = plan(&manifest, &bound, &engine, &UserChoices::default());
    let read = |path: &str| files.get(path).map(|text| text.clone().into_bytes());
    criterion.bench_function("trace the flow of a plan", |bench| {
        bench.iter(|| flow(&manifest, &bound, &plan, &engine, &read));
    });
    let flow = flow(&manifest, &bound, &plan, &engine, &read);
    let request = BundleRequest {
        manifest: &manifest,
        manifest_digest: Digest::of(MANIFEST.as_bytes()),
        bound: &bound,
        plan: &plan,
        engine: &engine,
        flow: &flow,
        spent: plan.work,
        ceiling: budget::ceiling(&manifest.budget, files.len()),
        content: &|_| None,
        beside: Vec::new(),
        read: &read,
        layout: &Markdown,
        is_adaptive: true,
        promoted: &[],
        environment: Vec::new(),
    };
    assert!(bundle::fill(&request).budget.used.files > 100);
    criterion.bench_function("fill a bundle", |bench| bench.iter(|| bundle::fill(black_box(&request))));
}

fn rules(criterion: &mut Criterion) {
    let mut sequence = Sequence(2);
    let mut id = || u32::try_from(sequence.below(N_NODES)).unwrap();
    let pairs: Vec<(u32, u32)> = (0..N_EDGES).map(|_| (id(), id())).collect();
    let imports: Vec<(FileId, FileId)> = pairs.iter().map(|(from, to)| (FileId(*from), FileId(*to))).collect();
    let calls: Vec<(DefId, DefId)> = pairs.iter().map(|(from, to)| (DefId(*from), DefId(*to))).collect();
    let graph = ImportGraph::new([N_NODES, 0], &imports, &[], &[]);
    criterion.bench_function("transitive_callers, depth 3, 100k edges", |bench| {
        bench.iter(|| transitive_callers(black_box(&graph), &[FileId(1), FileId(2), FileId(3)], 3));
    });
    // Each symbol stands at five places, the first of which defines it; each is overridden by the next.
    let n_symbols = u32::try_from(N_NODES).unwrap();
    let stands: Vec<_> = (1..n_symbols).filter(|at| at % 5 > 0).map(|at| (SymbolId(at), SymbolId(at - 1))).collect();
    let places: Vec<_> = (0..5 * n_symbols).map(|at| (SymbolId(at / 5), OccurrenceId(at))).collect();
    let is_definition = (0..5 * N_NODES).map(|at| at % 5 == 0).collect();
    let symbols = SymbolGraph::new(N_NODES, &places, is_definition, &stands);
    criterion.bench_function("refs of a symbol in a line of 5, 100k places", |bench| {
        bench.iter(|| refs(black_box(&symbols), &[SymbolId(7_002)], true));
    });
    let graph = CallGraph::new(&calls, vec![false; N_NODES]);
    let names: Vec<Vec<DefId>> = [1, 5_000, 9_000, 17_000].map(|def| vec![DefId(def)]).into();
    criterion.bench_function("spine of 4 names, 100k edges", |bench| {
        bench.iter(|| spine(black_box(&graph), &names, 4));
    });
}

/// Words of which the functions of the searched repository are named.
const WORDS: &[&str] = &[
    "retry", "upload", "handler", "token", "parse", "cache", "queue", "signal", "budget", "widget", "column", "filter",
    "socket", "buffer", "cursor", "commit", "branch", "stream", "worker", "render", "layout", "border", "shadow",
    "filler",
];
const N_SEARCHED: usize = 2_000;
const FUNCTIONS: usize = 10;

/// A repository of twenty thousand functions, a chunk each, whose words are drawn as those of a language are: few often.
fn write_searched(root: &Path) {
    let mut sequence = Sequence(3);
    let mut word = || {
        let at = sequence.below(WORDS.len() * 40).min(sequence.below(WORDS.len() * 40));
        let number = at / WORDS.len();
        let word = WORDS[at % WORDS.len()];
        if number == 0 { word.to_owned() } else { format!("{word}{}", char::from(b'a' + (number % 26) as u8)) }
    };
    for at in 0..N_SEARCHED {
        let mut text = format!("from p{}.m{} import {}\n", at / 50, at.saturating_sub(1), word());
        for function in 0..FUNCTIONS {
            text.push_str(&format!("\n\ndef {}_{}_{at}_{function}(value):\n", word(), word()));
            for _ in 0..6 {
                text.push_str(&format!(
                    "    {} = {}({}, {})  # {} {}\n",
                    word(),
                    word(),
                    word(),
                    word(),
                    word(),
                    word()
                ));
            }
        }
        let path = root.join(format!("p{}/m{at}.py", at / 50));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

fn search(criterion: &mut Criterion) {
    let folder = tempfile::TempDir::new().unwrap();
    write_searched(folder.path());
    let request = IndexRequest {
        root: folder.path().to_owned(),
        store: StorePlace::Nowhere,
        cas: None,
        verify: false,
        scip: ScipSelection::Nothing,
    };
    let index = index(&request, &|_, _, _| {}).unwrap();
    // The gate is shut, so that every search expands.
    let shut = Thresholds { tau_floor: 1e9, k_sigma: 1.0 };
    let open = Thresholds { tau_floor: 0.0, k_sigma: 1e-9 };
    let sentence = "the upload handler gives up when the token cache of a worker is full";
    let mut sequence = Sequence(4);
    let report: String = (0..150)
        .map(|_| format!("{}{} ", WORDS[sequence.below(WORDS.len())], ["", "a", "b"][sequence.below(3)]))
        .collect();
    for (name, call, text, thresholds) in [
        ("search.cascade of a sentence, cheap path, 20k chunks", "search.cascade", sentence, open),
        ("search.cascade of a sentence, expanded, 20k chunks", "search.cascade", sentence, shut),
        ("search.cascade of 150 words, expanded, 20k chunks", "search.cascade", report.as_str(), shut),
        ("search.symbols of a sentence, 20k chunks", "search.symbols", sentence, shut),
    ] {
        let engine = Engine::new(&index.facts).over(&index.tree, Stale::default());
        let engine = engine.searching(&index.searcher, thresholds);
        let call = parse_query(&format!("{call}(\"{text}\")")).unwrap();
        let invocation = call.invocation(|arg| vec![Argument::Text(arg.word().text.clone())]);
        let first = engine.answer(&invocation);
        let chunks = first.trace.map_or(0, |it| it.chunks);
        assert!(chunks == 0 || (20_000..30_000).contains(&chunks), "{chunks}");
        criterion.bench_function(name, |bench| bench.iter(|| engine.answer(black_box(&invocation))));
    }
}

criterion_group!(benches, parse, pipeline, rules, search);
criterion_main!(benches);
