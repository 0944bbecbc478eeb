//! Checks the inputs that are declared, and the keys that use inputs without a query.

use std::ops::Range;

use super::call::Word;
use super::scope::{ScopeNames, canonical, is_name};
use super::shape::ANY;
use super::tree::Node;
use super::types::{CONTEXT_KEYS, InputDecl};
use super::words::Band;
use crate::base::{Diagnostic, nearest};
use crate::primitive::ArgType;

/// The code of an input that nothing uses.
pub(super) const UNUSED: &str = "CG050";

/// The declared inputs, as far as they are well formed.
pub(super) fn declared(root: &Node, found: &mut Vec<Diagnostic>) -> Vec<InputDecl> {
    let mut inputs: Vec<InputDecl> = Vec::new();
    for entry in root.get("inputs").map_or(&[][..], Node::entries) {
        let (name, span) = (canonical(&entry.key), entry.key_span.clone());
        if let Some(diagnostic) = bad_name(&entry.key, name, span.clone(), &inputs) {
            found.push(diagnostic);
            continue;
        }
        let declared = |key: &str| entry.value.get(key);
        let arg_type = declared("type").and_then(Node::text);
        let arg_type = ArgType::ALL.into_iter().find(|it| Some(it.name()) == arg_type);
        // Without its type every use would be called wrong as well.
        let Some(arg_type) = arg_type else { continue };
        let required = declared("required").and_then(Node::scalar).map(|it| it.text.to_lowercase());
        let one_of = required.as_deref() == Some(ANY);
        let required = !one_of && required.as_deref() != Some("false");
        inputs.push(InputDecl {
            name: name.to_owned(),
            arg_type,
            required,
            one_of,
            default: declared("default").map_or(Vec::new(), values),
            example: declared("example").map_or(Vec::new(), values),
            declared: true,
            span,
        });
    }
    inputs
}

/// The declared inputs that have an error of their own: a use of one is no error beside it.
pub(super) fn untyped(root: &Node, inputs: &[InputDecl]) -> Vec<String> {
    let names = root.get("inputs").map_or(&[][..], Node::entries).iter().map(|entry| canonical(&entry.key));
    names.filter(|name| inputs.iter().all(|input| input.name != *name)).map(str::to_owned).collect()
}

/// Why a name cannot be declared.
fn bad_name(key: &str, name: &str, span: Range<usize>, inputs: &[InputDecl]) -> Option<Diagnostic> {
    if !is_name(name) {
        let title = format!("`{key}` cannot be the name of an input");
        let diagnostic = Diagnostic::error("CG026", title, span, "not words divided by dots");
        let help = "a name is like `change.files`: letters, digits, `_` and `-`, divided by dots";
        return Some(diagnostic.help(help));
    }
    if CONTEXT_KEYS.contains(&name) {
        let title = format!("`{name}` is known for every repository");
        let diagnostic = Diagnostic::error("CG026", title, span, "cannot be an input as well");
        return Some(diagnostic.help("choose another name, such as `task.` and a word"));
    }
    let first = inputs.iter().find(|input| input.name == name)?;
    let title = format!("input `{name}` is declared twice");
    let diagnostic = Diagnostic::error("CG007", title, span, "a second time, `$` aside");
    Some(diagnostic.context(first.span.clone(), "the first time"))
}

/// The scalars of one value or a list.
fn values(node: &Node) -> Vec<String> {
    let items = std::slice::from_ref(node).iter().chain(node.items());
    items.filter_map(Node::scalar).map(|scalar| scalar.text.clone()).collect()
}

/// Checks `repo_context_keys` and `focus`; then says which inputs nothing uses.
pub(super) fn uses(root: &Node, names: &mut ScopeNames, found: &mut Vec<Diagnostic>) {
    for band in Band::ALL {
        let keys = root.get(band.name()).and_then(|band| band.get("repo_context_keys"));
        keys.map_or(&[][..], Node::items).iter().filter_map(word).for_each(|key| context_key(key, names, found));
    }
    if let Some(focus) = root.get("focus") {
        focused(focus, root, names, found);
    }
    let declared = names.inputs.iter().filter(|input| input.declared);
    let is_in_broken = |input: &InputDecl| names.broken.iter().any(|text| text.contains(&input.name));
    for input in declared.filter(|input| !names.used.contains(&input.name) && !is_in_broken(input)) {
        let title = format!("input `{}` is declared and never used", input.name);
        let diagnostic = Diagnostic::error(UNUSED, title, input.span.clone(), "nothing reads it").warning();
        found.push(diagnostic.help("use it in a query or in `repo_context_keys`, or remove it"));
    }
    for input in names.inputs.iter().filter(|input| !input.declared) {
        let word = Word { text: input.name.clone(), span: input.span.clone() };
        let also = if input.arg_type == ArgType::Text { CONTEXT_KEYS } else { &[] };
        found.extend(names.resembles(&word, also));
    }
}

fn word(node: &Node) -> Option<Word> {
    node.text().map(|text| Word { text: canonical(text).to_owned(), span: node.span.clone() })
}

fn context_key(key: Word, names: &mut ScopeNames, found: &mut Vec<Diagnostic>) {
    if CONTEXT_KEYS.contains(&key.text.as_str()) || names.use_input(&key.text).is_some() {
        return;
    }
    if key.text.contains('.') && is_name(&key.text) {
        return names.add_input(&key, ArgType::Text, false);
    }
    let inputs = names.inputs.iter().map(|input| input.name.as_str());
    let near = nearest(&key.text, CONTEXT_KEYS.iter().copied().chain(inputs));
    let label = near
        .map_or("neither an input nor known of every repository".to_owned(), |near| format!("did you mean `{near}`?"));
    let title = format!("unknown key `{}` in `repo_context_keys`", key.text);
    let diagnostic = Diagnostic::error("CG032", title, key.span.clone(), label);
    let known = CONTEXT_KEYS.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    let diagnostic = diagnostic.help(format!("an input, such as `change.files`, or one of {known}"));
    found.push(match near {
        Some(near) => diagnostic.fix(key.span, near),
        None => diagnostic,
    });
}

fn focused(focus: &Node, root: &Node, names: &mut ScopeNames, found: &mut Vec<Diagnostic>) {
    for key in ["query", "hyde"] {
        if let Some(word) = focus.get(key).and_then(word).filter(|word| is_input(&word.text))
            && names.use_input(&word.text).is_none()
        {
            names.add_input(&word, ArgType::Text, false);
        }
    }
    let Some(symbols) = focus.get("symbols") else { return };
    for node in std::slice::from_ref(symbols).iter().chain(symbols.items()) {
        let Some(word) = word(node) else { continue };
        if is_query(&word.text, root) || is_literal(&word.text, node, root) {
            continue;
        }
        match names.use_input(&word.text).map(|input| (input.arg_type, input.span.clone())) {
            Some((ArgType::Symbols, _)) => {}
            Some((other, span)) => {
                let title = format!("`focus.symbols` takes `symbols`, and `{}` is `{}`", word.text, other.name());
                found.push(Diagnostic::error("CG035", title, word.span, "not symbols").context(span, "declared here"));
            }
            None if is_input(&word.text) => names.add_input(&word, ArgType::Symbols, false),
            None => {
                let title = format!("`{}` in `focus.symbols` is no input and no query", word.text);
                let help = format!("put a name of the code in quotes: \"{}\"; or name an input or a query", word.text);
                let diagnostic = Diagnostic::error("CG032", title, word.span, "not the name of an input or a query");
                found.push(diagnostic.help(help));
            }
        }
    }
}

/// Whether a member of `focus.symbols` names a query of the manifest.
pub(super) fn is_query(text: &str, root: &Node) -> bool {
    let bands = Band::ALL.iter().filter_map(|band| root.get(band.name())?.get("derived"));
    bands.flat_map(Node::items).any(|query| query.get("name").and_then(Node::text) == Some(text))
}

/// Whether a member of `focus.symbols` is a name of the code: one in quotes that is no declared input.
pub(super) fn is_literal(text: &str, node: &Node, root: &Node) -> bool {
    let is_declared = root.get("inputs").is_some_and(|inputs| inputs.get(text).is_some());
    !is_declared && node.scalar().is_some_and(|scalar| !scalar.plain)
}

/// Whether a text of `focus` names an input.
pub(super) fn is_input(text: &str) -> bool {
    text.contains('.') && is_name(text)
}
