//! How much of each file is shown (S0.14 to S0.29, S1.5 to S1.19), on small repositories and as it is printed.

use std::path::Path;
use std::sync::Arc;

use cg_bundle::bundle::{Bundle, Item, Omission, Reduction, View};
use cg_bundle::input;
use cg_bundle::manifest::{self, Band};
use cg_bundle::pipeline::{Index, Task, answer};
use cg_bundle::render::{MARKDOWN, markdown};
use proptest::prelude::*;

use crate::support::Repository;

const CHAIN: &str = include_str!("../cases/flow/chain.txt");
const COMPILER: &str = include_str!("../cases/flow/compiler.txt");
const SHAPES: &str = include_str!("../cases/repositories/python.txt");

/// Every file is wanted, so that what is left of one is the gate's doing.
const ALL: &str = "
budget: { profile: PROFILE }
inputs: { task.symbols: { type: symbols, required: false } }
focus: { symbols: task.symbols }
must_read: { globs: ['**/*.*'] }
";

struct Case {
    _repository: Repository,
    index: Index,
}

impl Case {
    fn of(text: &str) -> Self {
        let (repository, _) = Repository::of(text);
        Self { index: repository.index(), _repository: repository }
    }

    fn answered(&self, manifest_text: &str, sets: &[String], environment: &[(String, String)]) -> Bundle {
        let manifest = manifest::parse(manifest_text.as_bytes(), Path::new("size.yaml")).expect("a manifest");
        let given: Vec<_> = sets.iter().map(|set| input::set(set).expect("a value")).collect();
        answer(
            &Task {
                manifest: &manifest,
                manifest_text,
                given: &given,
                promoted: &[],
                coverage: &Arc::default(),
                environment,
                format: &MARKDOWN,
            },
            &self.index,
        )
        .expect("a bundle")
    }

    fn named(&self, profile: &str, symbols: &str) -> Bundle {
        self.answered(&ALL.replace("PROFILE", profile), &sets(symbols), &[])
    }

    fn without_the_gate(&self, profile: &str, symbols: &str) -> Bundle {
        let off = [("CG_ADAPTIVE".to_owned(), "0".to_owned())];
        self.answered(&ALL.replace("PROFILE", profile), &sets(symbols), &off)
    }
}

fn sets(symbols: &str) -> Vec<String> {
    if symbols.is_empty() { Vec::new() } else { vec![format!("task.symbols={symbols}")] }
}

fn item<'b>(bundle: &'b Bundle, path: &str) -> &'b Item {
    let mut items = bundle.bands.iter().flat_map(|band| &band.items);
    items.find(|item| item.path == path).unwrap_or_else(|| panic!("{path} is not shown"))
}

fn text(item: &Item) -> String {
    item.excerpts.iter().map(|excerpt| excerpt.text.as_str()).collect()
}

/// A case whose bodies are longer than a mark hides.
fn long(text: &str) -> String {
    let lines: String = (0..4).map(|at| format!("        step({at})\n")).collect();
    let kotlin = lines.replace("        ", "    ");
    let mut python = text.to_owned();
    for kind in ["INSERT", "DELETE", "UPDATE"] {
        let body = format!("        return \"{kind}\"\n");
        python = python.replace(&body, &format!("{lines}{body}"));
    }
    python.replace("    val cached = lookUp()\n", &format!("    val cached = lookUp()\n{kotlin}"))
}

const CALL: &str = "getResponse,proceed,RealChain,BridgeInterceptor,CacheInterceptor,ConnectInterceptor";

/// S0.30, the first three: siblings off the spine are skeletons; what is on it, and a single implementation, is whole.
/// The budget of a band bounds its sources, whatever room there is; the room that it leaves goes to the other bands, and
/// nothing of the other bands changes where there was room for all.
#[test]
fn a_band_has_a_budget_of_its_own() {
    let case = Case::of(SHAPES);
    let manifest = |bound: &str| {
        format!(
            "budget: {{ profile: deep }}\nmust_read: {{ globs: ['shapes/*.py'] }}\nshould_read: {{ {bound}globs: ['tests/*.py'] }}\n"
        )
    };
    let (free, bound) =
        (case.answered(&manifest(""), &[], &[]), case.answered(&manifest("max_tokens: 40, "), &[], &[]));
    let items = |bundle: &Bundle, band: Band| -> Vec<Item> {
        bundle.bands.iter().filter(|it| it.band == band).flat_map(|it| it.items.clone()).collect()
    };
    let shown =
        |items: &[Item]| items.iter().flat_map(|it| &it.excerpts).map(|it| it.text.chars().count()).sum::<usize>();
    let (all, some) = (items(&free, Band::ShouldRead), items(&bound, Band::ShouldRead));
    assert!(shown(&all) > 160 && shown(&some) <= 160, "{} {}", shown(&all), shown(&some));
    assert!(some.iter().any(|it| it.reduced == Some(Reduction::Band)), "{some:?}");
    assert_eq!(items(&free, Band::MustRead), items(&bound, Band::MustRead));
    assert_eq!(bound.status.name(), "partial_success");
    let missing: Vec<&str> = bound.missing.iter().map(|it| it.what.as_str()).collect();
    assert!(missing.iter().any(|it| it.contains("past the budget of a band")), "{missing:?}");
    assert!(bound.advice.message.contains("by a bound that the manifest states"), "{}", bound.advice.message);
}

#[test]
fn siblings_are_signatures_and_steps_are_whole() {
    let bundle = Case::of(CHAIN).named("seed", CALL);
    let cache = item(&bundle, "net/CacheInterceptor.kt");
    assert_eq!(cache.view, View::Skeleton);
    assert!(text(cache).contains("override fun intercept(chain: Interceptor.Chain): String {"), "{}", text(cache));
    assert!(!text(cache).contains("chain.proceed"), "a body: {}", text(cache));
    for (path, body) in [
        ("net/RealChain.kt", "interceptor.intercept(RealChain(interceptors, index + 1))"),
        ("net/RealCall.kt", "chain.proceed(\"request\")"),
        ("net/RealCodec.kt", "text.reversed()"),
    ] {
        assert_eq!(item(&bundle, path).view, View::Full, "{path}");
        assert!(text(item(&bundle, path)).contains(body), "{path}");
    }
    // S0.29: what it would have cost, and why it does not.
    let sizing = cache.sizing.as_ref().expect("a record");
    let gate = sizing.gate.as_ref().expect("a gate, as there is a spine");
    assert!(gate.collapses && gate.sibling && !gate.on_spine && sizing.full_chars > 0);
    assert!(sizing.because.starts_with("skeleton because CacheInterceptor implements Interceptor"));
    assert!(markdown(&bundle).contains(" · signatures: CacheInterceptor implements Interceptor (3 implementers)\n"));
}

/// S0.30: the flag turns it off, and the bundle says so.
#[test]
fn without_the_gate_nothing_is_a_skeleton() {
    let case = Case::of(CHAIN);
    let bundle = case.without_the_gate("seed", CALL);
    let views: Vec<View> = bundle.bands[0].items.iter().map(|item| item.view).collect();
    assert!(!views.contains(&View::Skeleton) && !views.contains(&View::Focused), "{views:?}");
    assert_eq!(bundle.environment, [("CG_ADAPTIVE".to_owned(), "0".to_owned())]);
    let source = |bundle: &Bundle| bundle.bands[0].items.iter().map(|item| text(item).len()).sum::<usize>();
    assert!(source(&case.named("seed", CALL)) < source(&bundle));
}

/// S0.30: a callable of few definitions keeps its file, while a sibling named by its type still collapses.
#[test]
fn a_named_callable_keeps_its_file_and_a_shared_method_does_not() {
    let case = Case::of(CHAIN);
    let bundle = case.named("seed", "getResponse,proceed,lookUp,BridgeInterceptor");
    assert_eq!(item(&bundle, "net/CacheInterceptor.kt").view, View::Full);
    assert_eq!(item(&bundle, "net/BridgeInterceptor.kt").view, View::Skeleton);
    let shared = case.named("seed", "getResponse,proceed,intercept");
    assert_eq!(item(&shared, "net/CacheInterceptor.kt").view, View::Skeleton);
}

/// S0.30, S0.15: of a base class with its subclasses the named body is there, and the subclasses' are not.
#[test]
fn a_family_file_shows_the_bodies_that_are_named() {
    for profile in ["seed", "auto"] {
        let bundle = Case::of(&long(COMPILER)).named(profile, "report,summary,execute_sql");
        let family = item(&bundle, "sql/compiler.py");
        assert_eq!(family.view, View::Focused, "{profile}");
        assert!(text(family).contains("return self.as_sql()"), "{profile}: {}", text(family));
        assert!(text(family).contains("class SQLInsertCompiler(SQLCompiler):"), "{profile}: {}", text(family));
        assert!(!text(family).contains("\"INSERT\""), "{profile}: {}", text(family));
    }
}

/// What is named is there though no query loads it: a short type is whole.
#[test]
fn a_named_type_is_there_though_no_query_loads_it() {
    let flow = "
inputs: { task.symbols: { type: symbols } }
focus: { symbols: task.symbols }
must_read: { derived: [{ name: flow, compute: call_graph.spine(task.symbols), max_files: 9 }] }
";
    let bundle = Case::of(CHAIN).answered(flow, &sets("getResponse,proceed,Pool"), &[]);
    let pool = item(&bundle, "net/Pool.kt");
    assert_eq!((pool.view, pool.why[0].query.as_str()), (View::Full, "focus"));
    assert!(text(pool).contains("fun acquire(): String = \"connection\""), "{}", text(pool));
    let without = Case::of(CHAIN).answered(flow, &sets("getResponse,proceed"), &[]);
    assert!(without.bands.iter().flat_map(|band| &band.items).all(|item| item.path != "net/Pool.kt"));
}

/// A file that is one of many shows the lines that were asked for, and no body around them.
#[test]
fn a_collapsed_file_shows_the_uses_that_were_asked_for() {
    let uses = "
inputs: { task.symbols: { type: symbols } }
focus: { symbols: task.symbols }
must_read: { derived: [{ name: uses, compute: scip.refs(task.symbols), max_files: 20 }] }
";
    let bundle = Case::of(&long(CHAIN)).answered(uses, &sets("getResponse,proceed"), &[]);
    let cache = item(&bundle, "net/CacheInterceptor.kt");
    assert_eq!(cache.view, View::Skeleton);
    assert!(text(cache).contains("val response = chain.proceed(\"\")"), "{}", text(cache));
    assert!(text(cache).contains("override fun intercept(chain: Interceptor.Chain): String {"), "{}", text(cache));
    assert!(!text(cache).contains("lookUp()"), "{}", text(cache));
}

/// S0.18: what stands at the top is the flow; and where there is none, why.
#[test]
fn the_flow_stands_at_the_top() {
    let case = Case::of(CHAIN);
    let printed = markdown(&case.named("auto", CALL));
    let flow = "## flow\nRealCall.getResponse\n→ RealChain.proceed (net/RealCall.kt:8)\nnot followed: ";
    assert!(printed.contains(flow), "{printed}");
    let printed = markdown(&case.named("auto", "cancel,headers"));
    assert!(printed.contains("## flow\nno call path: "), "{printed}");
    let printed = markdown(&case.named("auto", ""));
    assert!(!printed.contains("## flow"), "{printed}");
}

/// Whoever names one callable asks for no path. The place past which its calls are not followed is a line at the end.
#[test]
fn one_callable_has_no_section_of_the_flow() {
    let bundle = Case::of(CHAIN).named("auto", "RealChain.proceed");
    let printed = markdown(&bundle);
    assert!(!printed.contains("## flow") && !printed.contains("no call path"), "{printed}");
    assert!(printed.contains("\n## notes\n- not followed: ") && printed.contains("(net/RealChain.kt:9)"), "{printed}");
    let flow = bundle.flow.expect("a flow");
    assert!(flow.absent.is_some_and(|it| it.contains("alone is named")), "the JSON has it");
}

const NAMES: [&str; 12] = [
    "getResponse",
    "proceed",
    "execute",
    "lookUp",
    "headers",
    "intercept",
    "write",
    "encode",
    "acquire",
    "RealChain",
    "BridgeInterceptor",
    "Codec",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// S0.25: where the gate collapses nothing that is shown, it changes no byte.
    #[test]
    fn the_gate_is_inert_without_a_family(
        chosen in proptest::collection::vec(0usize..NAMES.len(), 1..6), auto in any::<bool>(), is_chain in any::<bool>(),
    ) {
        let names: Vec<&str> = chosen.iter().map(|at| NAMES[*at]).collect();
        let case = Case::of(if is_chain { CHAIN } else { SHAPES });
        let profile = if auto { "auto" } else { "seed" };
        let (on, off) = (case.named(profile, &names.join(",")), case.without_the_gate(profile, &names.join(",")));
        let collapses = |bundle: &Bundle| {
            let items = bundle.bands.iter().flat_map(|band| &band.items);
            items.filter_map(|item| item.sizing.as_ref()?.gate.as_ref()).any(|gate| gate.collapses)
        };
        if collapses(&on) {
            prop_assert_eq!(off.environment.len(), 1);
        } else {
            prop_assert_eq!(&on, &off);
            prop_assert_eq!(markdown(&on), markdown(&off));
        }
    }

    /// S0.3: the order of the names does not show.
    #[test]
    fn the_order_of_the_names_does_not_show(mut chosen in proptest::collection::vec(0usize..NAMES.len(), 2..6)) {
        let case = Case::of(CHAIN);
        let bands = |chosen: &[usize]| {
            let names: Vec<&str> = chosen.iter().map(|at| NAMES[*at]).collect();
            let bundle = case.named("auto", &names.join(","));
            (bundle.bands, bundle.flow)
        };
        let one = bands(&chosen);
        chosen.reverse();
        prop_assert_eq!(one, bands(&chosen));
    }

    /// S1.13, X1: all that is printed stays below the cap, on every profile that has one, whatever is asked.
    #[test]
    fn what_is_printed_stays_below_the_cap(
        chosen in proptest::collection::vec(0usize..NAMES.len(), 0..6), profile in 0usize..3, max_chars in 6_000u64..30_000,
    ) {
        let names: Vec<&str> = chosen.iter().map(|at| NAMES[*at]).collect();
        let budget = format!("{}, max_chars: {max_chars}", ["seed", "inline", "auto"][profile]);
        let bundle = Case::of(CHAIN).named(&budget, &names.join(","));
        let printed = markdown(&bundle).chars().count() as u64;
        prop_assert!(printed <= bundle.budget.ceiling.max_chars, "{printed}");
        prop_assert_eq!(printed, bundle.budget.used.chars);
        prop_assert_eq!(bundle.budget.unused, bundle.budget.ceiling.max_chars - printed);
    }
}

/// S1.11, S1.13: a small project's answer goes without the account, the further files and the next steps.
#[test]
fn a_small_project_is_spared_the_meta_text() {
    let manifest = "
budget: { profile: PROFILE }
must_read: { derived: [{ name: uses, compute: 'scip.refs(\"Shape\", definitions=true)', max_files: 2 }] }
";
    let case = Case::of(SHAPES);
    let printed = |profile: &str| markdown(&case.answered(&manifest.replace("PROFILE", profile), &[], &[]));
    for profile in ["seed", "inline"] {
        let small = printed(profile);
        assert!(!small.contains("- next:") && !small.contains("left out: "), "{small}");
    }
    assert!(printed("auto").contains("past its `max_files`"), "{}", printed("auto"));
}

/// S0.19: a test is no source answer. Its uses are printed where they must be read, and listed elsewhere.
#[test]
fn tests_stay_out_of_source_answers() {
    let manifest = "
inputs: { task.symbols: { type: symbols, required: false } }
focus: { symbols: task.symbols }
must_read: { derived: [{ name: uses, compute: 'scip.refs(\"encode\", definitions=true)', max_files: 9 }] }
should_read: { derived: [{ name: kin, compute: 'type_graph.siblings(\"RealCodec\")', max_files: 9 }] }
";
    let case = Case::of(CHAIN);
    let bundle = case.answered(manifest, &["task.symbols=write".to_owned()], &[]);
    let fake = item(&bundle, "src/test/kotlin/net/FakeCodecs.kt");
    assert_eq!(fake.band, Band::MustRead);
    assert_ne!(fake.view, View::Listed);
    let (uses, kin) = (manifest.find("must_read").expect("a band"), manifest.find("should_read").expect("a band"));
    let swapped =
        manifest[uses..kin].replace("must_read", "should_read") + &manifest[kin..].replace("should_read", "must_read");
    let swapped = format!("{}{swapped}", &manifest[..uses]);
    let bundle = case.answered(&swapped, &["task.symbols=write".to_owned()], &[]);
    let fake = item(&bundle, "src/test/kotlin/net/FakeCodecs.kt");
    assert_eq!(
        (fake.band, fake.view),
        (Band::ShouldRead, View::Listed),
        "a use in a test is a fact to know, not to read"
    );
    // Where it is named, it is shown.
    let named = case.answered(manifest, &["task.symbols=LoudCodec".to_owned()], &[]);
    assert_ne!(item(&named, "src/test/kotlin/net/FakeCodecs.kt").view, View::Listed);
    // A query that is not after uses leaves it out, and says so.
    let only_kin = manifest.replace("scip.refs(\"encode\", definitions=true)", "scip.refs(\"write\")");
    let bundle = case.answered(&only_kin, &["task.symbols=write".to_owned()], &[]);
    let left = bundle.left_out.iter().find(|left| left.path.ends_with("FakeCodecs.kt")).expect("left out");
    assert_eq!((left.query.as_str(), left.reason), ("kin", Omission::Aside));
    let kin = bundle.queries.iter().find(|query| query.name == "kin").expect("a record");
    assert_eq!((kin.deferred, kin.aside), (1, 1));
}

/// An answer without a body that is named is none, whatever the queries return (decision 9).
#[test]
fn what_is_named_is_shown_where_no_query_returns_it() {
    let manifest = "
inputs: { task.symbols: { type: symbols } }
focus: { symbols: task.symbols }
should_read: { derived: [{ name: uses, compute: 'scip.refs(\"write\")', max_files: 9 }] }
";
    let bundle = Case::of(CHAIN).answered(manifest, &["task.symbols=getResponse,proceed,lookUp".to_owned()], &[]);
    for (path, body) in [
        ("net/RealCall.kt", "return chain.proceed(\"request\")"),
        ("net/RealChain.kt", "val interceptor = interceptors[index]"),
        ("net/CacheInterceptor.kt", "fun lookUp(): String"),
    ] {
        let item = item(&bundle, path);
        assert_eq!((item.band, item.why[0].query.as_str()), (Band::MustRead, "focus"));
        assert!(text(item).contains(body), "{path}: {}", text(item));
    }
    let focus = bundle.queries.iter().find(|query| query.name == "focus").expect("a record");
    assert_eq!((focus.returned, focus.included), (3, 3));
}

/// A long step that nobody named, in a file that is not short, is shown where the flow goes on, and what is named is shown whole.
#[test]
fn a_long_bridge_is_shown_around_its_call() {
    let steps = |name: &str| (0..120).map(|at| format!("    step({name:?}, {at})\n")).collect::<String>();
    let (before, named) = (steps("before"), steps("named"));
    let text_of = format!(
        "--- flow.py\ndef first():\n{named}    return middle()\n\n\ndef middle():\n{before}    return last()\n\n\ndef last():\n    return 1\n"
    );
    let case = Case::of(&text_of);
    let bundle = case.named("auto", "first,last");
    let shown = text(item(&bundle, "flow.py"));
    assert!(shown.contains("step(\"named\", 0)") && shown.contains("step(\"named\", 119)"), "{shown}");
    assert!(shown.contains("def middle():") && shown.contains("return last()"), "{shown}");
    assert!(!shown.contains("step(\"before\", 60)"), "{shown}");
}
