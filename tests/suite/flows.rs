//! What names mean, how calls connect them, and which files collapse (S0.1 to S0.32), on small repositories.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use cg_bundle::flow::{Flow, MatchQuality, Reason};
use cg_bundle::input;
use cg_bundle::manifest;
use cg_bundle::pipeline::{Index, Task, planned};
use cg_bundle::render::MARKDOWN;
use proptest::prelude::*;

use crate::support::Repository;

/// A call through a chain of interceptors, beside an interface with one implementation and two fakes.
const CHAIN: &str = include_str!("../cases/flow/chain.txt");
/// A base class with its subclasses in one file, one of them in another; and a flow without any class.
const COMPILER: &str = include_str!("../cases/flow/compiler.txt");

const MANIFEST: &str = "
inputs: { task.symbols: { type: symbols, required: false }, task.question: { type: text, required: false } }
focus: { symbols: task.symbols, query: task.question }
must_read: { globs: ['**/*.*'] }
";

/// A repository with its facts.
struct Case {
    _repository: Repository,
    index: Index,
}

/// A flow with the paths that its ids stand for.
struct Traced {
    flow: Flow,
    calls: Vec<String>,
    boundaries: Vec<String>,
    collapsed: BTreeMap<String, String>,
    kept: BTreeMap<String, String>,
}

impl Case {
    fn of(text: &str) -> Self {
        let (repository, _) = Repository::of(text);
        Self { index: repository.index(), _repository: repository }
    }

    fn set(&self, manifest_text: &str, sets: &[&str]) -> Traced {
        let manifest = manifest::parse(manifest_text.as_bytes(), Path::new("flow.yaml")).expect("a manifest");
        let given: Vec<_> = sets.iter().map(|set| input::set(set).expect("a value")).collect();
        let task = Task {
            manifest: &manifest,
            manifest_text,
            given: &given,
            promoted: &[],
            coverage: &Arc::default(),
            environment: &[],
            format: &MARKDOWN,
        };
        let planned = planned(&task, &self.index).expect("a plan");
        let snapshot = planned.engine.snapshot;
        let mut traced = Traced {
            calls: planned.flow.text.lines().map(str::to_owned).collect(),
            flow: planned.flow.clone(),
            boundaries: Vec::new(),
            collapsed: BTreeMap::new(),
            kept: BTreeMap::new(),
        };
        for boundary in &traced.flow.boundaries {
            let (what, path) = (boundary.what.name(), snapshot.path(boundary.file));
            traced.boundaries.push(format!("{what}: {} ({path}:{})", boundary.text, boundary.at.line));
        }
        for (file, decision) in &traced.flow.decisions {
            let of = if decision.collapses { &mut traced.collapsed } else { &mut traced.kept };
            of.insert(snapshot.path(*file).to_owned(), decision.because.clone());
        }
        traced
    }

    fn named(&self, symbols: &str) -> Traced {
        self.set(MANIFEST, &[&format!("task.symbols={symbols}")])
    }

    /// The definitions of a qualified name that a flow would show, by their priority and weight.
    fn weight(&self, traced: &Traced, name: &str) -> (Option<u8>, u8) {
        let numbered = (0u32..).map(cg_rules::DefId).zip(self.index.facts.definitions.iter());
        let mut found = numbered.filter(|(def, _)| self.index.facts.qualified_name(*def) == name);
        let (def, _) = found.next().expect("a definition of that name");
        (traced.flow.priority(def), traced.flow.importance(def))
    }
}

impl Traced {
    fn collapsed(&self) -> Vec<&str> {
        self.collapsed.keys().map(String::as_str).collect()
    }

    fn standing(&self, text: &str) -> MatchQuality {
        self.flow.names.iter().find(|name| name.text == text).expect("a name").standing
    }
}

#[test]
fn off_the_spine_siblings_collapse_and_the_mechanism_stays() {
    let case = Case::of(CHAIN);
    let traced = case.named("getResponse,proceed,RealChain,BridgeInterceptor,CacheInterceptor,ConnectInterceptor");
    assert_eq!(traced.calls, ["RealCall.getResponse -> RealChain.proceed (net/RealCall.kt:8)"]);
    assert_eq!(
        traced.collapsed(),
        ["net/BridgeInterceptor.kt", "net/CacheInterceptor.kt", "net/DiskCache.kt", "net/Pool.kt"]
    );
    assert_eq!(
        traced.collapsed["net/BridgeInterceptor.kt"],
        "skeleton because BridgeInterceptor implements Interceptor (3 implementers), lies on no call path of the request, and nothing in it \
         is named"
    );
    // The mixin with three implementers does not take the file that the flow passes (S0.13).
    assert_eq!(traced.kept["net/RealCall.kt"], "kept: the flow passes through RealCall.getResponse");
    // No interceptor is on the spine, so the shortest of those named is shown (S0.32).
    assert!(traced.kept["net/ConnectInterceptor.kt"].starts_with("kept as the example of its family"));
}

#[test]
fn a_sibling_on_the_spine_is_the_example() {
    let case = Case::of(CHAIN);
    let traced = case.named("BridgeInterceptor,intercept,RealChain,proceed");
    assert_eq!(
        traced.calls,
        ["BridgeInterceptor.intercept -> RealChain.proceed (net/BridgeInterceptor.kt:5, by Interceptor.Chain.proceed)"]
    );
    let chained = &traced.flow.chains[0][0];
    assert!(chained.through.is_some() && chained.evidence == cg_rules::Evidence::Scoped);
    assert_eq!(traced.kept["net/BridgeInterceptor.kt"], "kept: the flow passes through BridgeInterceptor.intercept");
    assert!(traced.collapsed().contains(&"net/CacheInterceptor.kt"));
    assert!(traced.collapsed().contains(&"net/ConnectInterceptor.kt"));
}

#[test]
fn overloads_of_one_sibling_stand_together() {
    let overload = "class CacheInterceptor : Interceptor {\n  fun intercept(): String = lookUp()\n";
    let case = Case::of(&CHAIN.replace("class CacheInterceptor : Interceptor {\n", overload));
    let traced = case.named("CacheInterceptor,intercept,lookUp,RealChain,proceed");
    assert_eq!(
        traced.calls,
        [
            "CacheInterceptor.intercept -> CacheInterceptor.lookUp (net/CacheInterceptor.kt:4)",
            "CacheInterceptor.intercept -> CacheInterceptor.lookUp (net/CacheInterceptor.kt:6)",
            "CacheInterceptor.intercept -> RealChain.proceed (net/CacheInterceptor.kt:8, by Interceptor.Chain.proceed)",
        ]
    );
}

#[test]
fn one_implementation_is_no_sibling_nor_are_the_fakes_of_tests() {
    let case = Case::of(CHAIN);
    let traced = case.named("getResponse,proceed,write");
    for kept in ["net/RealCodec.kt", "net/Writer.kt", "src/test/kotlin/net/FakeCodecs.kt"] {
        assert_eq!(traced.kept[kept], "", "{kept}");
    }
    // What the one implementation stands in for is followed.
    let traced = case.named("write,RealCodec,encode");
    assert_eq!(traced.calls, ["Writer.write -> RealCodec.encode (net/Writer.kt:4, by Codec.encode)"]);
}

#[test]
fn a_near_unique_callable_spares_its_file_and_a_type_does_not() {
    let case = Case::of(CHAIN);
    let traced = case.named("getResponse,proceed,lookUp,BridgeInterceptor,Pool,evict");
    assert_eq!(
        traced.kept["net/CacheInterceptor.kt"],
        "kept: `lookUp` in it is named, though CacheInterceptor implements Interceptor (3 implementers)"
    );
    assert_eq!(traced.collapsed(), ["net/BridgeInterceptor.kt", "net/ConnectInterceptor.kt", "net/Pool.kt"]);
    assert!(traced.kept["net/DiskCache.kt"].contains("`evict` in it is named"));
}

#[test]
fn a_shared_method_spares_nothing() {
    let case = Case::of(CHAIN);
    // Four definitions bear the name: with or without their types it is no reason to keep a file.
    let bare = case.named("getResponse,proceed,intercept");
    assert_eq!(bare.standing("intercept"), MatchQuality::Ambiguous);
    let named = case.named("getResponse,proceed,intercept,BridgeInterceptor,CacheInterceptor,ConnectInterceptor");
    assert_eq!(named.standing("intercept"), MatchQuality::CoNamed);
    for traced in [bare, named] {
        let kept = traced.kept.keys().filter(|path| path.ends_with("eInterceptor.kt")).count();
        assert_eq!(kept, 0, "{:?}", traced.kept);
        assert!(traced.collapsed().contains(&"net/BridgeInterceptor.kt"));
    }
}

#[test]
fn a_family_file_collapses_around_the_bodies_that_are_named() {
    let case = Case::of(COMPILER);
    // The spine passes elsewhere; the base file is named by a unique callable, and declares the family.
    let traced = case.named("report,summary,execute_sql");
    let because = &traced.collapsed["sql/compiler.py"];
    assert!(because.contains("declares such a family itself, though `execute_sql` in it is named"), "{because}");
    assert_eq!(case.weight(&traced, "SQLCompiler.execute_sql"), (Some(3), 9));
    assert_eq!(case.weight(&traced, "SQLInsertCompiler.as_sql"), (None, 1));
    assert_eq!(case.weight(&traced, "OracleCompiler.as_sql"), (None, 1));
    assert!(traced.collapsed().contains(&"sql/oracle.py"));
}

#[test]
fn priorities_follow_from_how_a_definition_is_meant() {
    let case = Case::of(COMPILER);
    let traced = case.named("Query.run,execute_sql,as_sql,SQLCompiler,SQLInsertCompiler,summary");
    assert_eq!(case.weight(&traced, "Query.run"), (Some(0), 10));
    assert_eq!(case.weight(&traced, "SQLCompiler.execute_sql"), (Some(1), 9));
    assert_eq!(case.weight(&traced, "summary"), (Some(3), 9));
    assert_eq!(case.weight(&traced, "SQLInsertCompiler.as_sql"), (Some(4), 9));
    assert_eq!(case.weight(&traced, "report"), (None, 3));
    // The query that answers with what is named makes it weigh more (S0.21).
    let manifest = "
inputs: { task.symbols: { type: symbols } }
must_read: { derived: [{ name: flow, compute: call_graph.spine(task.symbols), max_files: 9 }] }
";
    let answered = case.set(manifest, &["task.symbols=report,total"]);
    assert_eq!((case.weight(&answered, "report").1, case.weight(&answered, "summary").1), (10, 10));
    let bridged = case.named("report,total");
    assert_eq!(case.weight(&bridged, "summary"), (Some(2), 9));
}

#[test]
fn without_a_spine_nothing_collapses_and_the_reason_is_said() {
    let case = Case::of(CHAIN);
    for (symbols, reason) in [
        ("BridgeInterceptor,CacheInterceptor", Reason::FewerThanTwoCallables),
        ("lookUp", Reason::FewerThanTwoCallables),
        ("nothing", Reason::FewerThanTwoCallables),
        ("intercept,lookUp", Reason::Ambiguous),
        ("acquire,evict", Reason::OnlyUnresolvedCalls),
        ("cancel,headers", Reason::Disconnected),
    ] {
        let traced = case.named(symbols);
        assert_eq!(traced.flow.absent.map(|it| it.reason), Some(reason), "{symbols}");
        assert!(traced.collapsed.is_empty() && traced.calls.is_empty(), "{symbols}");
    }
}

#[test]
fn names_are_read_as_people_write_them() {
    let case = Case::of(COMPILER);
    for written in ["Query.run", "Query#run", "Query::run()", "sql/query.py:9", "query.py:run"] {
        let traced = case.set(MANIFEST, &[&format!("task.question=how does {written} reach execute_sql?")]);
        let called: Vec<&str> = traced.calls.iter().map(|call| call.split(" (").next().unwrap_or("")).collect();
        assert_eq!(called, ["Query.run -> SQLCompiler.execute_sql"], "{written}");
    }
    // Prose is no bag of names: `total` and `run` are words here, as nothing else of their files is named.
    let prose = case.set(MANIFEST, &["task.question=what is the total run of as_sql"]);
    assert_eq!(prose.flow.names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>(), ["as_sql"]);
    // A word that begins a sentence is none either, unless it is a type.
    let go = "--- a.go\npackage a\n\ntype Engine struct{}\n\nfunc (e *Engine) Start() { e.accept() }\n\nfunc (e *Engine) accept() {}\n--- b.go\npackage a\n\nfunc Run() {}\n";
    let names = |question: &str| {
        let traced = Case::of(go).set(MANIFEST, &[&format!("task.question={question}")]);
        traced.flow.names.into_iter().map(|name| name.text).collect::<Vec<_>>()
    };
    assert_eq!(names("Run the Engine to accept"), ["Engine", "accept"]);
    assert_eq!(names("Start to accept"), Vec::<String>::new());
    let beside = case.set(MANIFEST, &["task.question=what is the total of report_rows in sql/report.py:1"]);
    assert!(beside.flow.names.iter().any(|name| name.text == "total"));
}

#[test]
fn the_symbols_inputs_and_then_the_answers_stand_in_for_a_focus() {
    let case = Case::of(COMPILER);
    let manifest = "
inputs: { task.symbols: { type: symbols } }
must_read: { derived: [{ name: flow, compute: call_graph.spine(task.symbols), max_files: 9 }] }
";
    assert_eq!(case.set(manifest, &["task.symbols=report,total"]).calls.len(), 2);
    let manifest = "
must_read: { derived: [{ name: flow, compute: 'call_graph.spine([\"report\", \"total\"])', max_files: 9 }] }
";
    let traced = case.set(manifest, &[]);
    assert_eq!(traced.calls.len(), 2);
    assert!(traced.flow.names.iter().all(|name| name.standing == MatchQuality::Exact));
}

#[test]
fn what_is_called_when_the_program_runs_is_said_to_be_unknown() {
    let case = Case::of(CHAIN);
    let traced = case.named("getResponse,proceed");
    assert_eq!(traced.boundaries, ["dispatch: Interceptor.intercept, one of 3 implementations (net/RealChain.kt:9)"]);
    // The receiver is a parameter of no stated type: what is named may go on there, and no fact says so.
    let traced = Case::of(&COMPILER.replace("compiler = self.get_compiler()", "")).named("run,execute_sql,report");
    assert_eq!(traced.boundaries, ["unknown receiver: compiler.execute_sql (sql/query.py:10)"]);
    assert_eq!(traced.flow.absent.map(|it| it.reason), Some(Reason::OnlyUnresolvedCalls));
    let case = Case::of(include_str!("../cases/flow/dynamic.txt"));
    let traced = case.named("serve,dispatch,load,rows");
    assert_eq!(traced.calls, ["serve -> dispatch (app/serve.py:9)", "serve -> load (app/serve.py:10)",]);
    assert_eq!(
        traced.boundaries,
        [
            "registry lookup: HANDLERS[name] (app/serve.py:14)",
            "computed call: fallback (app/serve.py:15)",
            "reflection: import_module (app/serve.py:19)",
            "reflection: getattr(module, name) (app/serve.py:20)",
            "computed call: self.row_class (app/serve.py:28)",
        ]
    );
    // The path is true, and another leads on: by a method that the repository declares, and no library has.
    let traced = Case::of(include_str!("../cases/flow/other_way.txt")).named("apply_async,trace");
    assert_eq!(traced.calls.len(), 2);
    assert_eq!(traced.boundaries, ["unknown receiver: app.send_task (app/task.py:8)"]);
}

/// Names of both repositories and some that nothing bears.
const NAMES: [&str; 16] = [
    "getResponse",
    "proceed",
    "execute",
    "RealChain",
    "RealCall",
    "intercept",
    "BridgeInterceptor",
    "lookUp",
    "encode",
    "write",
    "RealCall.cancel",
    "net/Pool.kt:4",
    "headers",
    "Lockable",
    "nothing",
    "ConnectInterceptor",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_order_of_names_does_not_matter(
        names in prop::sample::subsequence(NAMES.to_vec(), 1..10).prop_flat_map(|names| (Just(names.clone()), Just(names).prop_shuffle()))
    ) {
        let case = Case::of(CHAIN);
        let (one, other) = (case.named(&names.0.join(",")), case.named(&names.1.join(",")));
        prop_assert_eq!(one.flow, other.flow);
    }

    #[test]
    fn no_family_no_skeleton(names in prop::sample::subsequence(vec!["report", "summary", "total", "run", "as_sql"], 1..5)) {
        let flat = COMPILER.replace("(SQLCompiler)", "");
        let traced = Case::of(&flat).named(&names.join(","));
        prop_assert!(traced.collapsed.is_empty());
        prop_assert!(traced.flow.decisions.values().all(|decision| decision.sibling.is_none() && !decision.is_exemplar));
    }
}

/// S0.3, S0.11: a name that many definitions bear means, also in `scip.refs`, those whose type is named beside it.
#[test]
fn a_shared_name_is_that_of_the_types_named_beside_it() {
    use cg_bundle::primitive::{Argument, Engine, Invocation, primitive};

    let classes = ["Alpha", "Beta", "Gamma", "Delta"];
    let declared: String =
        classes.iter().map(|name| format!("class {name}:\n    def run(self):\n        return 1\n\n\n")).collect();
    let used: String = classes
        .iter()
        .map(|name| {
            format!(
                "from shop.types import {name}\n\n\ndef use_{0}(it: {name}):\n    return it.run()\n\n\n",
                name.to_lowercase()
            )
        })
        .collect();
    let (repository, _) =
        Repository::of(&format!("--- shop/__init__.py\n--- shop/types.py\n{declared}--- shop/uses.py\n{used}"));
    let index = repository.index();
    let engine = Engine::new(&index.facts);
    let lines = |names: &[&str]| {
        let call = Invocation {
            primitive: primitive("scip.refs").expect("a primitive"),
            arguments: names.iter().map(|name| Argument::Text((*name).to_owned())).collect(),
            others: Vec::new(),
            depth: None,
            commits: None,
            flags: Vec::new(),
            evidence: None,
            is_read: false,
        };
        let answer = engine.answer(&call);
        let calls = answer.hits.iter().flat_map(|hit| answer.chain(&engine, hit.file));
        let calls: Vec<u32> = calls.filter(|link| link.relation == "calls").map(|link| link.at.line).collect();
        (calls, answer.notes)
    };
    let (all, _) = lines(&["run"]);
    assert_eq!(all, [5, 12, 19, 26], "each of the four is called once");
    for names in [["Beta", "run"], ["run", "Beta"]] {
        let (calls, notes) = lines(&names);
        assert_eq!(calls, [12], "{names:?}");
        assert!(
            notes.iter().any(|note| note.text.contains("`run` names 4 definitions; meant is `Beta.run`")),
            "{notes:?}"
        );
    }
}
