//! Expressions and types of Rust as the shared core writes them: `T[]` is a type that holds `T`, and `a[]` what `a` holds.
//!
//! `Option<T>`, `Result<T, E>` and `Vec<T>` hold `T`. What opens a holder (`?`, `.unwrap()`, an index) is written as an
//! index, `.await` as a call, and what gives the same value (`&`, `.clone()`) is left out.

use tree_sitter::Node;

use super::super::builder::Builder;
use super::super::expression::type_name;
use super::super::fields::Fields;
use super::super::observation::ImportSite;
use super::super::read_name::OF_MODULE;
use super::hidden_module::{hides, of_module};
use super::qualified::without_supertype;
use crate::base::TextPart as _;

/// The types of the library that hold their first argument.
const HOLDERS: &[&str] = &["IoResult", "LockResult", "Option", "Poll", "Result", "Vec", "VecDeque"];
/// The pointers that method calls see through.
const POINTERS: &[&str] = &["Arc", "Box", "Cow", "Pin", "Rc"];
/// The calls that give what they are given, behind a pointer that method calls see through.
pub const WRAPPERS: &[&str] =
    &["Arc::clone", "Arc::new", "Box::new", "Box::pin", "Pin::new", "Rc::clone", "Rc::new", "std::sync::Arc::new"];
/// The methods that open a holder.
const OPENERS: &[&str] = &["expect", "unwrap", "unwrap_or", "unwrap_or_default", "unwrap_or_else", "unwrap_unchecked"];
/// The methods that give the value itself, or one like it.
const SAME: &[&str] =
    &["as_deref", "as_deref_mut", "clone", "cloned", "copied", "map_err", "ok_or", "ok_or_else", "or_else", "to_owned"];
/// The traits of the library whose values give elements.
const ITERATORS: &[&str] = &["DoubleEndedIterator", "ExactSizeIterator", "FusedIterator", "IntoIterator", "Iterator"];
/// The modules of the library whose iterators give values of their one type argument.
const OF_SEQUENCES: &[&str] = &["array", "btree_set", "hash_set", "option", "slice", "vec", "vec_deque"];
/// The types of the library that guard what their first argument is.
const GUARDS: &[&str] = &["Mutex", "RefCell", "RwLock"];
/// The name under which a path writes that a value is awaited, as a call.
pub const AWAIT: &str = "await";
/// A value that is a text, which has the methods of the library's own.
const TEXT: &str = "String.new()";
/// How deep an expression is followed.
const DEEPEST: usize = 40;

/// The path of a type: seen through references and pointers, `T[]` for one that holds `T`.
pub fn stated(text: &str, builder: &Builder<'_>) -> Option<String> {
    let path = path_of(text, &|name| brings(name, builder), &|path| is_of_library(path, builder))?;
    Some(match path.split_once('.').filter(|(head, _)| hides(head, builder)) {
        Some((head, rest)) => format!("{head}{OF_MODULE}.{rest}"),
        None => path,
    })
}

/// The text of a type that others point at or hold, without what is behind its type arguments.
pub fn plain<'t>(text: &'t str, builder: &Builder<'_>) -> &'t str {
    let (text, _) = inside(text, &|name| brings(name, builder), &|path| is_of_library(path, builder));
    let text = ["dyn ", "impl "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    let is_end = |(at, _): &(usize, char)| text.find('<').is_some_and(|open| closed_by_angle(text.part(open..=*at)));
    let end = text.char_indices().filter(|(_, letter)| *letter == '>').find(is_end);
    end.map_or(text, |(at, _)| text.part(..=at))
}

fn path_of(text: &str, is_own: &dyn Fn(&str) -> bool, is_of_library: &dyn Fn(&str) -> bool) -> Option<String> {
    let (text, n_held) = inside(text, is_own, is_of_library);
    Some(type_name(text)? + &"[]".repeat(n_held))
}

/// The text of the type that others point at or hold, and how many hold it.
fn inside<'t>(text: &'t str, is_own: &dyn Fn(&str) -> bool, is_of_library: &dyn Fn(&str) -> bool) -> (&'t str, usize) {
    let mut text = text;
    let mut n_held = 0;
    loop {
        let plain = without_reference(text);
        if let Some(item) = iterated(plain).filter(|(name, _)| !is_own(name)).map(|(_, item)| item) {
            (text, n_held) = (item, n_held + 1);
            continue;
        }
        let opened = plain.find('<').filter(|at| closed_by_angle(plain.part(*at..)));
        let head = opened.map_or(plain, |at| plain.part(..at));
        let name = head.trim().rsplit("::").next().unwrap_or(head);
        let inside = opened.map(|at| plain.part(at + 1..plain.len() - 1));
        match inside.map(first_argument) {
            Some(inner) if POINTERS.contains(&name) => text = inner,
            Some(inner) if HOLDERS.contains(&name) && !is_own(name) => (text, n_held) = (inner, n_held + 1),
            Some(inner) if (GUARDS.contains(&name) || iterates(head)) && is_of_library(head.trim()) => {
                (text, n_held) = (inner, n_held + 1);
            }
            _ => return (plain, n_held),
        }
    }
}

/// Whether a path is that of an iterator over a sequence: `slice::Iter`.
fn iterates(path: &str) -> bool {
    let mut parts = path.trim().rsplit("::");
    let is_iterator = parts.next().is_some_and(|name| matches!(name, "Drain" | "IntoIter" | "Iter" | "IterMut"));
    is_iterator && parts.next().is_some_and(|module| OF_SEQUENCES.contains(&module))
}

/// The trait of the library, and what it gives, of a type that iterates: `A` of `impl Iterator<Item = A> + '_`.
fn iterated(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix("impl ").or_else(|| text.strip_prefix("dyn "))?.trim_start();
    let (head, rest) = text.split_once('<')?;
    let name = head.trim().rsplit("::").next().filter(|name| ITERATORS.contains(name))?;
    let mut depth = 1i32;
    let mut before = ' ';
    let end = rest.find(|letter: char| {
        depth += match letter {
            '<' => 1,
            '>' if before != '-' => -1,
            _ => 0,
        };
        before = letter;
        depth == 0
    })?;
    let item = rest.part(..end).trim().strip_prefix("Item")?.trim_start().strip_prefix('=')?;
    Some((name, item.trim()))
}

/// Whether a type of a name holds its first argument.
pub fn is_holder(name: &str) -> bool {
    HOLDERS.contains(&name)
}

/// Whether the file has another type than the library's under a name. A `Result` of its own holds the same.
fn brings(name: &str, builder: &Builder<'_>) -> bool {
    let observation = builder.observation();
    let is_named = |other| observation.name(other) == name;
    let is_library = |source: &str| ["std", "core", "alloc"].iter().any(|root| source.starts_with(root));
    let brought = |site: &ImportSite| site.local.is_some_and(is_named) && !is_library(observation.name(site.source));
    name != "Result" && observation.imports.iter().any(brought)
}

/// Whether a path leads to the library, or begins with what an import brings from there.
fn is_of_library(path: &str, builder: &Builder<'_>) -> bool {
    let observation = builder.observation();
    let is_library = |path: &str| matches!(path.split("::").next(), Some("alloc" | "core" | "std"));
    let head = path.split("::").next().unwrap_or(path);
    let is_named = |site: &ImportSite| site.local.is_some_and(|local| observation.name(local) == head);
    let brought = |site: &ImportSite| is_named(site) && is_library(observation.name(site.source));
    is_library(path) || observation.imports.iter().any(brought)
}

/// A type without the references in front of it, and their lifetimes.
fn without_reference(text: &str) -> &str {
    let mut text = text.trim();
    while let Some(rest) = text.strip_prefix('&') {
        let rest = rest.trim_start();
        let rest = match rest.strip_prefix('\'') {
            Some(lifetime) => lifetime.split_once(char::is_whitespace).map_or("", |(_, rest)| rest),
            None => rest,
        };
        text = rest.trim_start();
        text = text.strip_prefix("mut ").unwrap_or(text).trim_start();
    }
    text
}

/// Whether a text that begins with `<` ends with the `>` of it.
fn closed_by_angle(text: &str) -> bool {
    let mut depth = 0i32;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        depth += match letter {
            '<' => 1,
            // The arrow of a function's type.
            '>' if before != '-' => -1,
            _ => 0,
        };
        before = letter;
        if depth == 0 {
            return at + 1 == text.len();
        }
    }
    false
}

/// The first of some generic arguments that is no lifetime.
fn first_argument(text: &str) -> &str {
    let (mut depth, mut start) = (0i32, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                let part = text.part(start..at).trim();
                if !part.starts_with('\'') {
                    return part;
                }
                start = at + 1;
            }
            _ => {}
        }
    }
    text.part(start..).trim()
}

/// The name under which is bound what a call of the value of a name gives.
pub fn result_name(name: &str) -> String {
    format!("{name}()")
}

/// The text of a value, with the holders that it opens written as an index.
pub fn text(node: Node<'_>, builder: &Builder<'_>) -> String {
    written(node, builder, 0).unwrap_or_else(|| builder.text(node).to_owned())
}

fn written(node: Node<'_>, builder: &Builder<'_>, depth: usize) -> Option<String> {
    if depth > DEEPEST {
        return None;
    }
    let inner = |node: Option<Node<'_>>| written(node?, builder, depth + 1);
    let first = || node.named_child(0);
    match node.kind() {
        "scoped_identifier" => Some(of_module(node, builder).unwrap_or_else(|| builder.text(node).to_owned())),
        "identifier" | "self" => Some(builder.text(node).to_owned()),
        "await_expression" => Some(format!("{}.{AWAIT}()", inner(first())?)),
        "reference_expression" => inner(node.field("value")),
        "string_literal" | "raw_string_literal" => Some(TEXT.to_owned()),
        "macro_invocation" if node.field("macro").is_some_and(|name| builder.text(name) == "format") => {
            Some(TEXT.to_owned())
        }
        "try_expression" => Some(inner(first())? + "[0]"),
        "index_expression" => Some(inner(first())? + "[0]"),
        "parenthesized_expression" => inner(first()),
        "unary_expression" if builder.text(node).starts_with('*') => inner(first()),
        "field_expression" => Some(format!("{}.{}", inner(node.field("value"))?, builder.text(node.field("field")?))),
        "call_expression" => {
            let function = node.field("function")?;
            let function = match function.kind() {
                "generic_function" => function.field("function")?,
                _ => function,
            };
            let text = builder.text(function);
            if WRAPPERS.contains(&text) {
                return inner(node.field("arguments").and_then(|list| list.named_child(0)));
            }
            if function.kind() != "field_expression" {
                let is_value = builder.is_local(&result_name(text));
                let path = without_supertype(function, builder);
                let path = path.or_else(|| of_module(function, builder).filter(|_| !is_value));
                return Some(path.unwrap_or_else(|| text.to_owned()) + "()");
            }
            let on = inner(function.field("value"))?;
            let name = builder.text(function.field("field")?);
            Some(match name {
                _ if OPENERS.contains(&name) => on + "[0]",
                _ if SAME.contains(&name) => on,
                _ => format!("{on}.{name}()"),
            })
        }
        _ => None,
    }
}

/// The value that a pattern is held against: of `if let`, `while let`, `let … else` and `match`.
pub fn matched<'t>(pattern: Node<'t>, builder: &Builder<'t>) -> Option<Node<'t>> {
    let mut ancestors = builder.ancestors(pattern);
    loop {
        let around = ancestors.next()?;
        match around.kind() {
            "let_condition" | "let_declaration" => return around.field("value"),
            "match_expression" => return around.field("value"),
            "match_pattern" | "match_arm" | "match_block" | "reference_pattern" | "mut_pattern" | "ref_pattern" => {}
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_hold_others() {
        for (text, wanted) in [
            ("&'a mut Arc<Box<dyn Read>>", "Read"),
            ("io::Result<TcpStream>", "TcpStream[]"),
            ("Option<&'a Node<K, V>>", "Node[]"),
            ("Result<Option<a::B>, Error>", "a.B[][]"),
            ("Vec<(A, B)>", ""),
            ("Cow<'a, Text>", "Text"),
            ("[Foo; 4]", "Foo[]"),
            ("Option<Box<dyn Fn(A) -> B>>", "Fn[]"),
            ("Result", "Result"),
            ("HashMap<K, V>", "HashMap"),
            ("Rc<RefCell<Key>>", "Key[]"),
            ("std::slice::Iter<'a, A>", "A[]"),
            ("hash_map::Iter<'a, A, B>", "hash_map.Iter"),
            ("impl Iterator<Item = &'a Arg> + '_", "Arg[]"),
            ("Box<dyn Iterator<Item = Vec<A>>>", "A[][]"),
        ] {
            assert_eq!(path_of(text, &|_| false, &|_| true), (!wanted.is_empty()).then(|| wanted.to_owned()), "{text}");
        }
    }
}
