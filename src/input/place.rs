//! Findings in the inputs of a file, at the keys and values of that file.

use std::ops::Range;

use super::file::{LIMITS, joined};
use super::given::{Given, Origin, near_input, unfit_title};
use super::value;
use crate::base::{Diagnostic, shortened, sort};
use crate::manifest::{InputDecl, Manifest, Node, NodeContent, canonical, tree};

/// The place of an input in a file: its key, and each of its values.
struct Placed {
    name: String,
    key: Range<usize>,
    values: Vec<Range<usize>>,
}

/// Everything in a file of inputs that no manifest of a call can take, once for all of them. `given` is what the file
/// gives. Names that one of the manifests takes are right.
pub fn misfits(manifests: &[&Manifest], text: &str, given: &[Given]) -> Vec<Diagnostic> {
    misfits_below(manifests, text, &[], given)
}

/// The same, for the inputs below some keys.
pub fn misfits_below(manifests: &[&Manifest], text: &str, below: &[&str], given: &[Given]) -> Vec<Diagnostic> {
    let wrong: Vec<(&Given, Vec<&InputDecl>)> = given
        .iter()
        .map(|it| (it, manifests.iter().filter_map(|manifest| manifest.input(&it.name)).collect::<Vec<_>>()))
        .filter(|(it, inputs)| inputs.is_empty() || inputs.iter().any(|input| unfit(it, input).next().is_some()))
        .collect();
    if wrong.is_empty() {
        return Vec::new();
    }
    let placed = places(text, below);
    let mut found = Vec::new();
    for (it, inputs) in wrong {
        let place = placed.iter().find(|place| place.name == it.name);
        let key = place.map_or(0..0, |place| place.key.clone());
        if inputs.is_empty() {
            found.push(unknown(manifests, &it.name, key));
            continue;
        }
        for input in inputs {
            for (at, (label, help)) in unfit(it, input) {
                let span = place.and_then(|place| place.values.get(at)).unwrap_or(&key).clone();
                let text = it.values.get(at).map_or("", String::as_str);
                let title = unfit_title(input, text);
                found.push(Diagnostic::error("CG042", title, span, label).help(help));
            }
        }
    }
    sort(&mut found);
    found
}

/// Keeps of all that is given the values that fit: the others are findings in their file.
pub fn fitting(manifest: &Manifest, given: &mut Vec<Given>) {
    given.retain(|it| !matches!(it.origin, Origin::File(_)) || manifest.input(&it.name).is_some());
    for it in given.iter_mut().filter(|it| matches!(it.origin, Origin::File(_))) {
        let Some(input) = manifest.input(&it.name) else { continue };
        it.values.retain(|value| value::checked(value, input.arg_type).is_ok());
    }
}

/// The values that are none of the type of an input, by their numbers.
fn unfit<'a>(
    given: &'a Given,
    input: &'a InputDecl,
) -> impl Iterator<Item = (usize, (&'static str, &'static str))> + 'a {
    let values = given.values.iter().enumerate();
    values.filter_map(|(at, value)| Some((at, value::checked(value, input.arg_type).err()?)))
}

fn unknown(manifests: &[&Manifest], name: &str, key: Range<usize>) -> Diagnostic {
    let mut names: Vec<&str> = Vec::new();
    for input in manifests.iter().flat_map(|manifest| &manifest.inputs) {
        if !names.contains(&input.name.as_str()) {
            names.push(&input.name);
        }
    }
    let (this, its) =
        if manifests.len() > 1 { ("none of the manifests has an", "their") } else { ("this manifest has no", "its") };
    let near = near_input(name, &names);
    let label = near.map_or("no input of it".to_owned(), |near| format!("did you mean `{near}`?"));
    let help = match names.as_slice() {
        [] => format!("{its} queries take no inputs"),
        names => format!("{its} inputs are `{}`", names.join("`, `")),
    };
    Diagnostic::error("CG041", format!("{this} input `{}`", shortened(name)), key, label).help(help)
}

/// The place of each input below some keys of a text.
fn places(text: &str, below: &[&str]) -> Vec<Placed> {
    // JSON is YAML but for an escape or two; a text with these has no places.
    let Some(root) = tree(text, LIMITS, &mut Vec::new()) else { return Vec::new() };
    let node = below.iter().try_fold(&root, |node, key| node.get(key));
    let mut placed = Vec::new();
    if let Some(node) = node {
        flatten("", node, &mut placed);
    }
    placed
}

fn flatten(prefix: &str, node: &Node, out: &mut Vec<Placed>) {
    for entry in node.entries() {
        let name = joined(prefix, &entry.key);
        let values = match &entry.value.content {
            NodeContent::Map(_) => {
                flatten(&name, &entry.value, out);
                continue;
            }
            NodeContent::Scalar(_) => vec![entry.value.span.clone()],
            NodeContent::List(items) => items.iter().map(|item| item.span.clone()).collect(),
        };
        out.push(Placed { name: canonical(&name).to_owned(), key: entry.key_span.clone(), values });
    }
}
