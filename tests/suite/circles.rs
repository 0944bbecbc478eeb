//! No module of a layer imports, by way of others, itself: what two share lies below both.
//!
//! A circle through methods alone (an `impl` in another file than its type's) shows in no import, and not here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::house::sources;

/// Layers with circles that are left, each with its reason.
const CIRCLES: &[(&str, &str)] = &[];

/// A module, by the names that lead to it from the root.
type Module = Vec<String>;

/// The names and signs of a text, without comments, literals and the tests at its end.
fn tokens(text: &str) -> Vec<String> {
    let text = text.split("\nmod tests {").next().unwrap_or("");
    let mut found: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let taken = if is_word(first) {
            rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len())
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' {
            1 + closing(&rest[1..])
        } else if rest.starts_with("'\\") {
            3 + rest[3..].find('\'').map_or(0, |end| end + 1)
        } else if first == '\'' && rest.chars().nth(2) == Some('\'') {
            rest.char_indices().nth(3).map_or(rest.len(), |(end, _)| end)
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let token = &rest[..taken];
        if is_word(first) || token == "::" || "{},;*)".contains(first) {
            found.push(token.to_owned());
        }
        rest = &rest[taken..];
    }
    found
}

/// The length of a literal up to and with its closing quote.
fn closing(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 1)
}

/// One name that a path leads to, and the name that it gets.
struct Named {
    path: Module,
    alias: String,
}

/// The names that the path at `at` leads to, groups taken apart; and where it ends.
fn path(tokens: &[String], mut at: usize, before: &[String], found: &mut Vec<Named>) -> usize {
    let mut path = before.to_vec();
    let token = |at: usize| tokens.get(at).map_or("", String::as_str);
    loop {
        match token(at) {
            "{" => {
                at += 1;
                while !matches!(token(at), "}" | "") {
                    at = self::path(tokens, at, &path, found);
                    at += usize::from(token(at) == ",");
                }
                return at + 1;
            }
            "self" if !path.is_empty() => {}
            word if word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') => {
                path.push(word.to_owned());
            }
            _ => {
                found.push(Named { alias: String::new(), path });
                return at + usize::from(token(at) == "*");
            }
        }
        at += 1;
        if token(at) != "::" {
            let is_renamed = token(at) == "as";
            let alias = if is_renamed { token(at + 1).to_owned() } else { path.last().cloned().unwrap_or_default() };
            found.push(Named { path, alias });
            return at + if is_renamed { 2 } else { 0 };
        }
        at += 1;
    }
}

/// Modules with the paths that they name.
#[derive(Default)]
struct Uses {
    paths: BTreeMap<Module, Vec<Module>>,
    /// The path behind each name that a module imports.
    imported: BTreeMap<(Module, String), Module>,
}

impl Uses {
    fn of(sources: &[(&Path, &str)]) -> Self {
        let module = |path: &Path| -> Module {
            let path = path.with_extension("");
            let names = path.iter().map(|name| name.to_string_lossy().into_owned());
            names.filter(|name| name != "mod" && name != "lib").collect()
        };
        let texts: BTreeMap<Module, Vec<String>> =
            sources.iter().map(|(path, text)| (module(path), tokens(text))).collect();
        let mut uses = Self::default();
        for (module, tokens) in &texts {
            let is_child =
                |name: &String| texts.contains_key(&[module.as_slice(), std::slice::from_ref(name)].concat());
            let mut at = 0;
            while at < tokens.len() {
                let mut found = Vec::new();
                let is_use = tokens[at] == "use";
                // `pub(in crate::layer)` says who may see an item, and uses nothing.
                let is_visibility = at > 1 && tokens[at - 1] == "in" && tokens[at - 2] == "pub";
                let begins = at == 0 || tokens[at - 1] != "::" && !is_visibility;
                let is_path = begins && tokens.get(at + 1).is_some_and(|next| next == "::");
                let is_own = ["super", "crate", "self"].contains(&tokens[at].as_str()) || is_child(&tokens[at]);
                at = match (is_use, is_path && is_own) {
                    (true, _) => path(tokens, at + 1, &[], &mut found),
                    (false, true) => path(tokens, at, &[], &mut found),
                    _ => at + 1,
                };
                for named in found {
                    if is_use {
                        uses.imported.insert((module.clone(), named.alias), named.path.clone());
                    }
                    uses.paths.entry(module.clone()).or_default().push(named.path);
                }
            }
            for depth in 1..=module.len() {
                uses.paths.entry(module[..depth].to_vec()).or_default();
            }
        }
        uses
    }

    /// The module that declares what a path names, through what faces export again.
    fn target(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (mut at, mut rest) = match path.first()?.as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (from.clone(), &path[1..]),
            "super" => (from.clone(), path),
            first => {
                let is_child = self.paths.contains_key(&[from.as_slice(), &[first.to_owned()]].concat());
                is_child.then(|| (from.clone(), path))?
            }
        };
        while let Some(("super", after)) = rest.split_first().map(|(first, after)| (first.as_str(), after)) {
            at.pop();
            rest = after;
        }
        while let Some((first, after)) = rest.split_first() {
            let inner = [at.as_slice(), std::slice::from_ref(first)].concat();
            if !self.paths.contains_key(&inner) {
                break;
            }
            (at, rest) = (inner, after);
        }
        let exported = rest.first().filter(|_| at != *from).and_then(|name| {
            let path = self.imported.get(&(at.clone(), name.clone()))?;
            if depth == 0 { None } else { self.target(&at, path, depth - 1) }
        });
        Some(exported.unwrap_or(at))
    }

    /// The modules of each circle inside a layer.
    fn circles(&self) -> BTreeSet<Vec<String>> {
        let mut direct: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
        for (from, paths) in &self.paths {
            let targets = paths.iter().filter_map(|path| self.target(from, path, 8));
            let inside = targets.filter(|to| to != from && !to.is_empty() && to.first() == from.first());
            direct.insert(from, inside.filter_map(|to| Some(self.paths.get_key_value(&to)?.0)).collect());
        }
        let reach = |from: &Module| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
            while let Some(next) = open.pop() {
                open.extend(direct.get(next).into_iter().flatten().copied().filter(|to| seen.insert((*to).clone())));
            }
            seen
        };
        let reached: BTreeMap<&Module, BTreeSet<Module>> = self.paths.keys().map(|from| (from, reach(from))).collect();
        let circle = |(from, seen): (&&Module, &BTreeSet<Module>)| {
            let all = seen.iter().filter(|to| reached.get(to).is_some_and(|back| back.contains(*from)));
            all.map(|module| module.join("/")).collect::<Vec<_>>()
        };
        reached.iter().map(circle).filter(|circle| circle.len() > 1).collect()
    }
}

#[test]
fn modules_of_a_layer_import_each_other_in_no_circle() {
    let all = sources("src");
    let is_test = |path: &Path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        name == "laws" || name.ends_with("tests")
    };
    let code: Vec<(&Path, &str)> =
        all.iter().filter(|(path, _)| !is_test(path)).map(|(path, text)| (path.as_path(), text.as_str())).collect();
    let circles = Uses::of(&code).circles();
    let layers: BTreeSet<&str> = circles.iter().flatten().filter_map(|module| module.split('/').next()).collect();
    let known: BTreeSet<&str> = CIRCLES.iter().map(|(layer, _)| *layer).collect();
    assert_eq!(layers, known, "{circles:#?}");
}

#[test]
fn a_circle_is_found_however_it_is_written() {
    let circles = |sources: &[(&str, &str)]| {
        let sources: Vec<(&Path, &str)> = sources.iter().map(|(path, text)| (Path::new(*path), *text)).collect();
        Uses::of(&sources).circles().into_iter().collect::<Vec<_>>()
    };
    let two = vec![vec!["a/b".to_owned(), "a/c".to_owned()]];
    assert_eq!(circles(&[("a/b.rs", "use super::c::C;"), ("a/c.rs", "use crate::a::{x, b::{B, D}};")]), two);
    assert_eq!(circles(&[("a/b.rs", "fn f() { super::c::g(\"\\\"\") }"), ("a/c.rs", "use super::b;")]), two);
    // By way of the face, which exports it again.
    let face = ("a/mod.rs", "mod b;\nmod c;\npub use b::B as It;\npub use c::C;");
    assert_eq!(circles(&[face, ("a/b.rs", "use super::C;"), ("a/c.rs", "use crate::a::It;")]), two);
    // A child that imports the table above it.
    let table = ("a/mod.rs", "mod b;\npub const ALL: &[X] = &[b::ROW];");
    assert_eq!(circles(&[table, ("a/b.rs", "use super::ALL;")]), vec![vec!["a".to_owned(), "a/b".to_owned()]]);
    let tested = [table, ("a/b.rs", "// use super::ALL;\nmod tests {\n    use super::ALL;")];
    assert_eq!(circles(&tested), Vec::<Vec<String>>::new());
    let seen = ("a/c.rs", "use super::b::B;\nimpl B { pub(in crate::a) fn c() {} }");
    assert_eq!(
        circles(&[("a/mod.rs", "mod b;\nmod c;\npub use c::C;"), ("a/b.rs", ""), seen]),
        Vec::<Vec<String>>::new()
    );
    let none =
        [face, ("a/b.rs", "use super::C;\n// use super::c;\nconst T: &str = \"a::b\";"), ("a/c.rs", "use d::b;")];
    assert_eq!(circles(&none), Vec::<Vec<String>>::new());
    // Between layers the order of the layers decides.
    assert_eq!(
        circles(&[("a/b.rs", "use crate::d::e::E;"), ("d/e.rs", "use crate::a::b::B;")]),
        Vec::<Vec<String>>::new()
    );
}
