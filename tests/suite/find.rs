//! What people mean by the names that they write, on the indexes of real indexers.

use cg_bundle::base::Position;
use cg_bundle::scip::find::{Example, Found, SymbolCounts, SymbolRequest, Symbols, by_name, by_package, find, written};
use cg_bundle::scip::{self, Decoded, LOCAL};

use crate::indexes::path_of;

/// Some indexes, read, with how often each symbol is seen.
struct Real {
    decoded: Decoded,
    by_name: Vec<u32>,
    by_package: Vec<u32>,
    definitions: Vec<u32>,
    references: Vec<u32>,
}

impl SymbolCounts for Real {
    fn n_definitions(&self, symbol: u32) -> u32 {
        self.definitions[symbol as usize]
    }

    fn n_references(&self, symbol: u32) -> u32 {
        self.references[symbol as usize]
    }

    fn example(&self, symbol: u32) -> Option<Example> {
        let all = self.decoded.documents.iter().flat_map(|document| {
            self.decoded.occurrences_of(document).iter().map(move |occurrence| (document, occurrence))
        });
        let of_symbol = all.filter(|(_, occurrence)| occurrence.symbol == symbol);
        let (document, first) = of_symbol.min_by_key(|(_, occurrence)| !occurrence.is_definition())?;
        let position = Position { line: first.range.start_line + 1, column: first.range.start_column + 1 };
        Some(Example { path: document.path.to_string(), position })
    }
}

impl Real {
    fn read(names: &[&str]) -> Self {
        let files: Vec<_> = names.iter().map(|name| ((*name).to_owned(), path_of(name))).collect();
        let decoded = scip::open(&files).expect("indexes");
        let n_symbols = decoded.symbols.len();
        let (mut definitions, mut references) = (vec![0; n_symbols], vec![0; n_symbols]);
        for occurrence in decoded.occurrences.iter().filter(|it| it.symbol != LOCAL) {
            let counts = if occurrence.is_definition() { &mut definitions } else { &mut references };
            counts[occurrence.symbol as usize] += 1;
        }
        let (by_name, by_package) = (by_name(&decoded.symbols), by_package(&decoded.symbols));
        Self { decoded, by_name, by_package, definitions, references }
    }

    fn find(&self, text: &str) -> Found {
        let Some(SymbolRequest::Named(named)) = SymbolRequest::parse(text) else { panic!("{text:?} is no name") };
        let symbols = Symbols {
            texts: &self.decoded.symbols,
            by_name: &self.by_name,
            by_package: &self.by_package,
            counts: self,
        };
        find(&named, &symbols)
    }

    /// The descriptors of what a text names, which must be one thing.
    fn one(&self, text: &str) -> Vec<String> {
        let found = self.find(text);
        assert_eq!(found.n_things, 1, "{text}: {found:#?}");
        assert!(found.ambiguous.is_empty());
        found.symbols.iter().map(|id| self.descriptors(*id)).collect()
    }

    fn descriptors(&self, symbol: u32) -> String {
        self.decoded.symbols.get(symbol).splitn(5, ' ').nth(4).unwrap_or_default().to_owned()
    }

    /// The things that a text may mean, most referenced first.
    fn several(&self, text: &str) -> Vec<String> {
        self.find(text).ambiguous.iter().map(|it| self.descriptors(it.symbol)).collect()
    }
}

#[test]
fn typescript_is_named_as_its_users_do() {
    let real = Real::read(&["ts-mini/index.scip"]);
    let template = ["common/`string.d.ts`/`\"../index\"`/LoDashStatic#template()."];
    for text in
        ["lodash.template", "lodash::template", "lodash@4.17.20::template", "@types/lodash.template", "template()"]
    {
        assert_eq!(real.one(text), template, "{text}");
    }
    // The types have a version of their own, which says nothing of the package's.
    assert!(real.find("lodash@4.17.20::template").notes.is_empty());
    let square = ["src/`shapes.ts`/Square#", "src/`shapes.ts`/Square#`<constructor>`()."];
    for text in ["Square", "shapes.Square", "src/shapes.ts::Square", "ts-mini@1.2::Square"] {
        assert_eq!(real.one(text), square, "{text}");
    }
    assert_eq!(real.one("Square.constructor"), square[1..]);
    assert_eq!(
        real.one("Base#scaled"),
        ["src/`shapes.ts`/Base#`<get>scaled`().", "src/`shapes.ts`/Base#`<set>scaled`()."]
    );
    assert_eq!(real.one("Base#secret"), ["src/`shapes.ts`/Base#`#secret`."]);
    assert_eq!(real.one("Pair.first"), ["src/`shapes.ts`/Pair#typeLiteral0:first."]);
    assert_eq!(real.one("string-key"), ["src/`shapes.ts`/`\"string-key\"0`:"]);
    assert_eq!(real.one("plain"), ["src/`shapes.ts`/plain0:"]);
    assert_eq!(real.one("src/main.test.ts"), ["src/`main.test.ts`/"]);
    let areas = real.find("area");
    assert_eq!((areas.n_things, areas.symbols.len()), (3, 3));
    assert!(areas.ambiguous.is_sorted_by_key(|it| std::cmp::Reverse(it.n_references)));
    assert!(areas.ambiguous.iter().all(|it| it.example.as_ref().is_some_and(|at| at.path == "src/shapes.ts")));
}

#[test]
fn python_is_named_as_its_users_do() {
    let real = Real::read(&["py-mini/index.scip", "py-mini/index-ty.scip"]);
    assert_eq!(real.one("os.path.join"), ["ntpath/join().", "posixpath/join()."]);
    assert_eq!(real.one("os.path.dirname"), ["posixpath/dirname()."]);
    assert_eq!(real.one("os.path"), ["`os.path`/__init__:", "os/path.", "os/path/"]);
    assert_eq!(real.one("os.sep"), ["os/sep.", "os/sep.sep."]);
    // Two indexers, one class; who asks for it asks for its constructor too.
    let shape =
        ["`pkg.shapes`/Shape#", "`pkg.shapes`/Shape#__init__().", "pkg/shapes/Shape#", "pkg/shapes/Shape#__init__()."];
    for text in ["Shape", "pkg.shapes.Shape", "pkg.Shape", "Py_Mini@*::Shape", "pkg/shapes.py::Shape"] {
        assert_eq!(real.one(text), shape, "{text}");
    }
    assert_eq!(real.one("pkg.shapes"), ["`pkg.shapes`/__init__:", "pkg/shapes/"]);
    assert_eq!(real.one("dataclasses.dataclass"), ["dataclasses/dataclass().", "dataclasses/dataclass()."]);
    assert_eq!(real.one("scip-python python py-mini 0.1.0 `pkg.main`/run()."), ["`pkg.main`/run()."]);
    assert_eq!(real.one("python py-mini * `pkg.main`/run()."), ["`pkg.main`/run()."]);
    let other = real.find("scip-python python py-mini 0.2.0 `pkg.main`/run().");
    assert_eq!(
        other.notes,
        ["not this symbol, but the same of another version or indexer", "the index has py-mini 0.1.0, not 0.2.0"]
    );
    assert_eq!(real.find("py-mini@0.2::Shape").notes, ["the index has py-mini 0.1.0, not 0.2"]);
    assert!(real.find("py-mini").symbols.len() > 50);
}

#[test]
fn rust_is_named_as_its_users_do() {
    let real = Real::read(&["rs-mini/index.scip"]);
    assert_eq!(real.one("HashMap::new"), ["collections/hash/map/impl#[`HashMap<K, V>`]new()."]);
    assert_eq!(
        real.one("std::collections::HashMap::insert"),
        ["collections/hash/map/impl#[`HashMap<K, V, S, A>`]insert()."]
    );
    assert_eq!(real.one("twice!"), ["twice!"]);
    assert_eq!(real.one("crate::shapes::Square"), ["shapes/Square#"]);
    // The method of a type is the one that it implements; that of a trait, all that implement it.
    assert_eq!(real.one("Square::area"), ["shapes/impl#[Square][Shape]area()."]);
    assert_eq!(real.one("Shape::area"), ["shapes/Shape#area().", "shapes/impl#[Square][Shape]area()."]);
    assert_eq!(real.find("Shape::area").notes, ["with 1 implementation"]);
    assert_eq!(real.several("area"), ["shapes/Shape#area().", "shapes/impl#[Square][Shape]area()."]);
    assert_eq!(
        real.one("Add::add"),
        ["ops/arith/impl#[f64][`Add<Self>`]add().", "shapes/impl#[Square][`Add<Self>`]add()."]
    );
    assert_eq!(real.find("Add::add").notes, ["the trait itself is not in the index: these are its implementations"]);
    assert!(real.find("rs_mini").symbols.len() > 10);
}

#[test]
fn requests_is_one_package_however_it_was_indexed() {
    for name in ["requests-2.32.4.scip-python.scip.zst", "requests-2.32.4.ty-scip.scip.zst"] {
        let real = Real::read(&[name]);
        for (text, tails) in [
            ("requests.get", &["get()."][..]),
            ("Session#send", &["Session#send()."]),
            ("requests.Session", &["Session#", "Session#__init__()."]),
            ("requests.sessions.Session.send", &["Session#send()."]),
        ] {
            let found = real.one(text);
            let fits = |text: &String| tails.iter().any(|tail| text.ends_with(&format!("/{tail}")));
            assert!(found.iter().all(fits) && found.len() >= tails.len(), "{name}: {text}: {found:?}");
        }
        let gets = real.find("get");
        assert!(gets.n_things > 3 && gets.symbols.len() >= gets.n_things, "a name of many is not guessed at");
    }
}

#[test]
fn what_is_not_there_is_said_with_what_may_have_been_meant() {
    let real = Real::read(&["ts-mini/index.scip"]);
    let suggested =
        |text: &str| -> Vec<String> { real.find(text).suggestions.iter().map(|it| it.written.clone()).collect() };
    assert_eq!(real.find("Sqare").notes, ["no symbol is called `Sqare`"]);
    assert_eq!(suggested("Sqare")[0], "ts-mini@*::src.shapes.Square");
    assert_eq!(suggested("MAKEPAIR"), ["ts-mini@*::src.shapes.makePair"]);
    assert_eq!(real.find("Circle#area").notes, ["no `area` fits; others are called so"]);
    assert_eq!(suggested("Circle#area").len(), 3);
    assert_eq!(suggested("underscore@1::template"), ["@types/lodash@*::index.LoDashStatic.template"]);
    assert_eq!(real.find("lodahs@1").notes, ["no index has a symbol of a package `lodahs`; there is `@types/lodash`"]);
}

#[test]
fn what_is_written_of_any_symbol_finds_it() {
    for fixture in crate::indexes::FIXTURES {
        let real = Real::read(&[fixture.name]);
        let is_module = |text: &str| text.ends_with('/') || text.ends_with("/__init__:"); // gives way to a thing of its name
        for id in real.by_name.iter().filter(|id| !is_module(real.decoded.symbols.get(**id))) {
            let text = written(real.decoded.symbols.get(*id));
            let found = real.find(&text);
            assert!(found.symbols.contains(id), "{text} does not find {}", real.decoded.symbols.get(*id));
        }
    }
}
