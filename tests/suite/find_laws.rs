//! The laws of finding symbols, on generated ones: a scan of all, each parsed whole, is what the search is held to.

use std::collections::{BTreeMap, BTreeSet};

use cg_bundle::base::Strings;
use cg_bundle::scip::find::{Example, Found, SymbolCounts, SymbolRequest, Symbols, by_name, by_package, find, written};
use cg_bundle::scip::symbol::{Package, is_local, last_name};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use scip::types::descriptor::Suffix;

/// A symbol is mentioned as often as its text is long.
struct ByLength<'a>(&'a Strings);

impl SymbolCounts for ByLength<'_> {
    fn n_definitions(&self, _: u32) -> u32 {
        1
    }

    fn n_references(&self, symbol: u32) -> u32 {
        self.0.get(symbol).len() as u32
    }

    fn example(&self, _: u32) -> Option<Example> {
        None
    }
}

fn strings(texts: &BTreeSet<String>) -> Strings {
    let mut strings = Strings::default();
    for text in texts {
        strings.push(text);
    }
    strings
}

/// The answer to a text over some symbols.
fn ask(texts: &BTreeSet<String>, text: &str) -> Found {
    let Some(SymbolRequest::Named(named)) = SymbolRequest::parse(text) else { panic!("{text:?} names nothing") };
    let strings = strings(texts);
    let (by_name, by_package) = (by_name(&strings), by_package(&strings));
    let counts = ByLength(&strings);
    find(&named, &Symbols { texts: &strings, by_name: &by_name, by_package: &by_package, counts: &counts })
}

/// The texts of an answer.
fn texts_of(texts: &BTreeSet<String>, found: &Found) -> Vec<String> {
    let all: Vec<&String> = texts.iter().collect();
    found.symbols.iter().map(|id| all[*id as usize].clone()).collect()
}

/// A symbol as the oracle sees it: its package, the names that lead to it, and whether each is a module; its own name.
struct Plain {
    package: String,
    outer: Vec<(String, bool)>,
    own: String,
    is_module: bool,
}

impl Plain {
    fn of(text: &str) -> Self {
        let symbol = scip::symbol::parse_symbol(text).expect("a symbol");
        let is_module = |it: &scip::types::Descriptor| it.suffix.enum_value() == Ok(Suffix::Package);
        let (last, outer) = symbol.descriptors.split_last().expect("a descriptor");
        Self {
            package: symbol.package.name.clone(),
            outer: outer.iter().map(|it| (it.name.clone(), is_module(it))).collect(),
            own: last.name.clone(),
            is_module: is_module(last),
        }
    }

    /// How well names fit, over every choice of places for them.
    fn fit(&self, names: &[String]) -> Option<u8> {
        let (own, names) = names.split_last()?;
        if *own != self.own {
            return None;
        }
        let steps: Vec<(&str, bool)> = std::iter::once((self.package.as_str(), true))
            .chain(self.outer.iter().map(|(name, is_module)| (name.as_str(), *is_module)))
            .collect();
        let choices = (0..1usize << steps.len()).filter(|choice| choice.count_ones() as usize == names.len());
        let fits = choices.filter_map(|choice| {
            let taken: Vec<usize> = (0..steps.len()).filter(|at| choice & (1 << at) != 0).collect();
            if taken.iter().zip(names).any(|(at, name)| steps[*at].0 != name) {
                return None;
            }
            let Some(first) = taken.first() else { return Some(1) };
            let left_out = (first + 1..steps.len()).filter(|at| !taken.contains(at));
            let between = left_out.map(|at| if steps[at].1 { 2 } else { 3 }).max();
            Some(between.unwrap_or(u8::from(*first > 1)))
        });
        fits.min()
    }
}

/// What an answer must hold, and how many things that is.
fn oracle(texts: &BTreeSet<String>, names: &[String]) -> (Vec<String>, usize) {
    let plain: Vec<(&String, Plain)> = texts.iter().map(|text| (text, Plain::of(text))).collect();
    let fitting: Vec<(u8, bool, &String, &Plain)> =
        plain.iter().filter_map(|(text, it)| Some((it.fit(names)?, it.is_module, *text, it))).collect();
    let best = fitting.iter().map(|it| (it.0, it.1)).min();
    let package: Vec<String> =
        plain.iter().filter(|(_, it)| [it.package.clone()] == names).map(|(text, _)| (*text).clone()).collect();
    if best.is_none_or(|(_, is_module)| is_module) && !package.is_empty() {
        return (package, 1);
    }
    let identity = |it: &Plain| (it.package.clone(), it.outer.iter().map(|it| it.0.clone()).collect::<Vec<_>>());
    let things: BTreeSet<_> = fitting.iter().filter(|it| Some((it.0, it.1)) == best).map(|it| identity(it.3)).collect();
    let kept = fitting.iter().filter(|it| things.contains(&identity(it.3))).map(|it| it.2.clone());
    (kept.collect(), things.len())
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[abc]", "[AB]", "[pq]"]
}

fn symbol() -> impl Strategy<Value = String> {
    let last = prop_oneof![Just("#"), Just("."), Just("()."), Just("(+1)."), Just("!"), Just("/")];
    let outer = (vec(name(), 0..3), vec(name(), 0..3));
    ("[pq]", "[12]", outer, name(), last).prop_map(|(package, version, (modules, types), own, last)| {
        let modules: String = modules.iter().map(|it| format!("{it}/")).collect();
        let types: String = types.iter().map(|it| format!("{it}#")).collect();
        format!("s m {package} {version} {modules}{types}{own}{last}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_search_finds_what_a_scan_finds(texts in btree_set(symbol(), 1..40), names in vec(name(), 1..5)) {
        let found = ask(&texts, &names.join("."));
        let (symbols, n_things) = oracle(&texts, &names);
        prop_assert_eq!(texts_of(&texts, &found), symbols);
        prop_assert_eq!(found.n_things, n_things);
        prop_assert_eq!(found.ambiguous.is_empty(), n_things < 2);
        prop_assert_eq!(found.symbols.is_empty(), n_things == 0);
        prop_assert!(found.ambiguous.is_sorted_by_key(|it| std::cmp::Reverse(it.n_references)));
        let listed: BTreeSet<u32> = found.ambiguous.iter().flat_map(|it| it.symbols.iter().copied()).collect();
        prop_assert!(listed.iter().all(|id| found.symbols.contains(id)));
    }

    #[test]
    fn nothing_is_never_found_in_silence(texts in btree_set(symbol(), 0..20), text in "[a-c#.:*@/ pq1]{1,8}") {
        if let Some(SymbolRequest::Named(_)) = SymbolRequest::parse(&text) {
            let found = ask(&texts, &text);
            prop_assert!(!found.symbols.is_empty() || !found.notes.is_empty(), "{}", text);
            prop_assert!(found.symbols.is_sorted() && (found.symbols.is_empty() == (found.n_things == 0)));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,30}") {
        if let Some(SymbolRequest::Named(_)) = SymbolRequest::parse(&text) {
            ask(&BTreeSet::from(["s m p 1 a/b().".to_owned()]), &text);
        }
    }

    #[test]
    fn what_is_written_finds_its_symbol(texts in btree_set(symbol(), 1..40)) {
        // A module gives way to a thing of its name.
        for text in texts.iter().filter(|text| !text.ends_with('/')) {
            let found = ask(&texts, &written(text));
            prop_assert!(texts_of(&texts, &found).contains(text), "{} for {}", written(text), text);
        }
    }

    #[test]
    fn the_orders_are_those_of_a_sort(texts in btree_set(prop_oneof![symbol(), "[a-c ]{0,6}", "s m p  ?[12] a/"], 0..40)) {
        let strings = strings(&texts);
        let names = by_name(&strings);
        let things: Vec<u32> = (0..strings.len() as u32).filter(|id| !strings.get(*id).ends_with([')', ']'])).collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        prop_assert_eq!(&sorted, &things);
        prop_assert!(names.is_sorted_by_key(|id| last_name(strings.get(*id))));
        let head = |id: u32| Package::parse(strings.get(id)).map(|(package, _)| package);
        let mut packages: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
        let starts = by_package(&strings);
        let ends = starts.iter().skip(1).copied().chain([strings.len() as u32]);
        for (start, end) in starts.iter().zip(ends) {
            let all: BTreeSet<u32> = (*start..end).collect();
            prop_assert!(all.iter().all(|id| head(*id) == head(*start)));
            if let Some(package) = head(*start) {
                let name = format!("{package:?}");
                prop_assert!(packages.insert(name, all).is_none(), "one run for each package");
            }
        }
    }
}

#[test]
fn local_symbols_name_nothing() {
    assert!(is_local("local 3") && SymbolRequest::parse("local 3").is_none());
}
