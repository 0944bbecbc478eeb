//! The laws of symbol strings, held to the crate `scip` on real indexes and on generated texts.

use cg_bundle::scip::symbol::{self, Symbol};
use proptest::collection::vec;
use proptest::prelude::*;
use protobuf::Message;
use scip::types::Index;
use scip::types::descriptor::Suffix;

use crate::indexes::FIXTURES;

/// Every symbol of an index, as it stands.
fn symbols(index: &Index) -> Vec<String> {
    let documents = index.documents.iter();
    let mut all: Vec<String> = documents
        .flat_map(|document| {
            let occurrences = document.occurrences.iter().map(|it| it.symbol.clone());
            occurrences.chain(document.symbols.iter().map(|it| it.symbol.clone()))
        })
        .chain(index.external_symbols.iter().map(|it| it.symbol.clone()))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A symbol in the words of the crate: an unknown word of the package is empty there.
fn in_their_words(symbol: &Symbol<'_>) -> scip::types::Symbol {
    let known = |word: &str| if word == "." { String::new() } else { word.to_owned() };
    let package = &symbol.package;
    let mut of = scip::types::Package::new();
    of.manager = known(&package.manager);
    of.name = known(&package.name);
    of.version = known(&package.version);
    let mut theirs = scip::types::Symbol::new();
    theirs.scheme = package.scheme.to_string();
    theirs.package = if of == scip::types::Package::new() { None.into() } else { Some(of).into() };
    theirs.descriptors = symbol
        .descriptors
        .iter()
        .map(|it| {
            let mut descriptor = scip::types::Descriptor::new();
            descriptor.name = it.name.to_string();
            descriptor.suffix = it.suffix.into();
            descriptor.disambiguator = it.disambiguator.to_string();
            descriptor
        })
        .collect();
    theirs
}

/// Both parsers say the same, and the short way to the last name agrees with them.
fn agrees(text: &str) -> Result<(), TestCaseError> {
    let ours = Symbol::parse(text);
    if symbol::is_local(text) {
        prop_assert_eq!(ours, None);
        return Ok(());
    }
    let theirs = scip::symbol::parse_symbol(text).ok();
    prop_assert_eq!(ours.as_ref().map(in_their_words), theirs, "{}", text);
    if let Some(last) = ours.as_ref().and_then(|it| it.descriptors.last()) {
        let raw = symbol::raw_last_name(text);
        prop_assert_eq!(raw.replace("``", "`"), last.name.as_ref(), "{}", text);
        let is_key = last.suffix == Suffix::Meta;
        prop_assert_eq!(symbol::last_name(text), symbol::plain_name(raw, is_key), "{}", text);
    }
    Ok(())
}

#[test]
fn every_symbol_of_a_real_index_is_parsed_as_the_crate_does() {
    for fixture in FIXTURES {
        let index = Index::parse_from_bytes(&fixture.bytes()).expect("an index");
        let symbols = symbols(&index);
        let globals: Vec<&String> = symbols.iter().filter(|it| !symbol::is_local(it)).collect();
        assert!(globals.len() >= fixture.least_symbols, "{}: {} global symbols", fixture.name, globals.len());
        for text in &globals {
            assert!(Symbol::parse(text).is_some(), "{text:?}");
            agrees(text).expect("the same parts");
        }
    }
}

#[test]
fn the_last_name_is_what_code_writes() {
    let head = "scip-typescript npm @a/b 1.0.0 src/`x.ts`/";
    for (tail, raw, name) in [
        ("makePair().", "makePair", "makePair"),
        ("Square#area(+1).", "area", "area"),
        ("Square#`<constructor>`().", "<constructor>", "<constructor>"),
        ("Base#`<get>scaled`().", "<get>scaled", "scaled"),
        ("Base#`<set>scaled`().(value)", "value", "value"),
        ("Base#`<set>scaled`().", "<set>scaled", "scaled"),
        ("bronze0:", "bronze0", "bronze"),
        ("id213:", "id213", "id"),
        ("4040:", "4040", "4040"),
        ("`\"string-key\"0`:", "\"string-key\"0", "string-key"),
        ("`#secret`.", "#secret", "#secret"),
        ("sum2().", "sum2", "sum2"),
        ("Pair#[T1]", "T1", "T1"),
        ("`a``b`.", "a``b", "a``b"),
        ("f(`a(b`).", "f", "f"),
        ("", "x.ts", "x.ts"),
        ("println!", "println", "println"),
    ] {
        let text = format!("{head}{tail}");
        assert_eq!((symbol::raw_last_name(&text), symbol::last_name(&text)), (raw, name), "{text}");
        agrees(&text).expect("the same parts");
    }
    for none in ["", "local 3", "a b c d", "no suffix"] {
        assert_eq!(Symbol::parse(none), None);
    }
    assert_eq!(symbol::last_name(""), "");
}

/// Names as indexers write them, and such as test the quoting.
fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z_$+-][a-zA-Z0-9_]{0,5}", "[a-z0-9`. ()#/:<>\"é\n]{0,6}"]
}

fn descriptor() -> impl Strategy<Value = String> {
    let quoted = name().prop_map(|name| {
        let needs = name.is_empty() || !name.chars().all(|it| it.is_ascii_alphanumeric() || "_$+-".contains(it));
        if needs { format!("`{}`", name.replace('`', "``")) } else { name }
    });
    let disambiguator = prop_oneof![Just(String::new()), Just("+1".to_owned()), Just("`a)(b`".to_owned())];
    (quoted, 0..8usize, disambiguator).prop_map(|(name, kind, disambiguator)| match kind {
        0 => format!("{name}({disambiguator})."),
        1 => format!("({name})"),
        2 => format!("[{name}]"),
        other => format!("{name}{}", ["/", "#", ".", ":", "!"][other - 3]),
    })
}

fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof!["[a-z@/.]{1,6}", "[a-z][a-z ]{0,6}"].prop_map(|word: String| word.replace(' ', "  "));
    (vec(word, 4), vec(descriptor(), 1..6)).prop_map(|(words, tail)| format!("{} {}", words.join(" "), tail.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_generated_symbol_is_parsed_as_the_crate_does(text in text()) {
        prop_assert!(Symbol::parse(&text).is_some() || symbol::is_local(&text));
        agrees(&text)?;
    }

    #[test]
    fn a_damaged_symbol_is_refused_as_the_crate_does(
        (text, at, put) in (text(), any::<prop::sample::Index>(), "[`()\\[\\]./#: a]{0,2}"),
    ) {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let at = places[at.index(places.len())];
        let next = at + text[at..].chars().next().map_or(0, char::len_utf8);
        agrees(&format!("{}{put}{}", &text[..at], &text[next..]))?;
        agrees(&text[..at])?;
    }

    #[test]
    fn no_text_is_too_strange(text in "\\PC{0,40}") {
        agrees(&text)?;
        symbol::last_name(&text);
    }
}
