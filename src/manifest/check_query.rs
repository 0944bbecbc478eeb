//! Checks what queries mean: names, calls, options, in the order they run.

use super::call::{Arg, QueryCall, Word};
use super::call_syntax;
use super::check_call::{self, CallScope};
use super::check_input;
use super::scope::{ScopeNames, canonical, is_name};
use super::syntax;
use super::tree::Node;
use super::types::InputDecl;
use super::words::Band;
use crate::base::{Diagnostic, TextPart, nearest};
use crate::primitive::{Retrieved, Run};

/// The parsed parts: the calls of each query that has a name, in order, and the inputs.
pub(super) struct CheckedQueries {
    pub queries: Vec<AskedQuery>,
    pub inputs: Vec<InputDecl>,
}

/// One query, as far as it was understood.
pub(super) struct AskedQuery {
    pub name: Word,
    pub call: Option<QueryCall>,
    pub fallback: Option<QueryCall>,
    pub when: Option<String>,
    pub when_unsure: Option<String>,
    pub when_sure: Option<String>,
    pub unless: Vec<String>,
}

/// Checks every query of a manifest, and what its other keys say about inputs.
pub(super) fn queries(text: &str, root: &Node, found: &mut Vec<Diagnostic>) -> CheckedQueries {
    let items: Vec<(Band, &Node)> = Band::ALL
        .iter()
        .copied()
        .filter_map(|band| Some((band, root.get(band.name())?.get("derived")?)))
        .flat_map(|(band, derived)| derived.items().iter().map(move |item| (band, item)))
        .collect();
    let inputs = check_input::declared(root, found);
    let names = items.iter().map(|(_, item)| name(item)).collect();
    let untyped = check_input::untyped(root, &inputs);
    let mut names = ScopeNames {
        untyped,
        queries: names,
        n_earlier: 0,
        namers: Vec::new(),
        inputs,
        needed: true,
        used: Vec::new(),
        broken: Vec::new(),
        quote: '"',
    };
    unique(&names, found);
    let mut queries = Vec::new();
    for (at, (band, item)) in items.into_iter().enumerate() {
        names.n_earlier = at;
        names.needed = true;
        let mut call = compute(text, item, "compute", &mut names, found);
        merge(item, &mut call, found);
        names.needed = false;
        let fallback = compute(text, item, "fallback", &mut names, found);
        found.extend(call.as_ref().zip(fallback.as_ref()).and_then(|(call, fallback)| same_call(call, fallback)));
        found.extend(call.iter().chain(&fallback).filter_map(|call| check_call::too_deep(text, call)));
        found.extend(call.iter().filter_map(|call| check_call::too_dear(call, band)));
        if call.as_ref().is_some_and(|call| matches!(call.primitive.run, Run::Found(Retrieved::Symbols))) {
            names.namers.push(names.queries[at].text.clone());
        }
        let when = when(item, &mut names, found);
        let when_unsure = earlier_query("when_unsure", item, &names, found);
        let when_sure = earlier_query("when_sure", item, &names, found);
        found.extend(both_ways(item));
        let unless = unless(item, &mut names, found);
        queries.push(AskedQuery {
            name: names.queries[at].clone(),
            call,
            fallback,
            when,
            when_unsure,
            when_sure,
            unless,
        });
    }
    check_input::uses(root, &mut names, found);
    CheckedQueries { queries, inputs: names.inputs }
}

fn name(item: &Node) -> Word {
    let name = item.get("name");
    let text = name.and_then(Node::text).unwrap_or_default().to_owned();
    Word { text, span: name.map_or(item.span.clone(), |name| name.span.clone()) }
}

fn unique(names: &ScopeNames, found: &mut Vec<Diagnostic>) {
    for (at, name) in names.queries.iter().enumerate() {
        if name.text.is_empty() {
            continue;
        }
        if name.text.contains('.') || !is_name(&name.text) {
            let title = format!("`{}` cannot be the name of a query", name.text);
            let fix: String =
                name.text.chars().map(|it| if it.is_alphanumeric() || it == '_' { it } else { '_' }).collect();
            let diagnostic =
                Diagnostic::error("CG026", title, name.span.clone(), "later queries could not refer to it");
            let diagnostic = diagnostic.help("a name is letters, digits, `_` and `-`, and starts with a letter");
            found.push(if is_name(&fix) { diagnostic.fix(name.span.clone(), fix) } else { diagnostic });
        }
        if let Some(first) = names.queries[..at].iter().find(|it| it.text == name.text) {
            let title = format!("query name `{}` is used twice", name.text);
            let diagnostic = Diagnostic::error("CG021", title, name.span.clone(), "a second time");
            found.push(
                diagnostic
                    .context(first.span.clone(), "the first time")
                    .help("later queries refer to earlier ones by name, so a name is used once in all three bands"),
            );
        }
        if let Some(input) = names.inputs.iter().find(|input| input.name == name.text) {
            let title = format!("`{}` names an input and a query", name.text);
            let diagnostic = Diagnostic::error("CG026", title, name.span.clone(), "a query");
            found.push(diagnostic.context(input.span.clone(), "an input").help("rename the query"));
        }
    }
}

/// The input of `when`.
fn when(item: &Node, names: &mut ScopeNames, found: &mut Vec<Diagnostic>) -> Option<String> {
    input_of("when", item.get("when")?, names, found)
}

/// The inputs of `unless`.
fn unless(item: &Node, names: &mut ScopeNames, found: &mut Vec<Diagnostic>) -> Vec<String> {
    let nodes = item.get("unless").map(Node::items).unwrap_or_default();
    nodes.iter().filter_map(|node| input_of("unless", node, names, found)).collect()
}

/// The input that a key of a query names.
fn input_of(key: &str, node: &Node, names: &mut ScopeNames, found: &mut Vec<Diagnostic>) -> Option<String> {
    let name = canonical(node.text()?).to_owned();
    if names.use_input(&name).is_none() {
        let near = nearest(&name, names.inputs.iter().map(|input| input.name.as_str()));
        let label = near.map_or("no input".to_owned(), |near| format!("did you mean `{near}`?"));
        let title = format!("`{name}` in `{key}` is no input of this manifest");
        let diagnostic = Diagnostic::error("CG032", title, node.span.clone(), label);
        let diagnostic = diagnostic.help("name an input that is declared, or that an earlier query uses");
        found.push(match near {
            Some(near) => diagnostic.fix(node.span.clone(), near),
            None => diagnostic,
        });
    }
    Some(name)
}

/// The earlier query of `when_unsure` or `when_sure`.
fn earlier_query(key: &str, item: &Node, names: &ScopeNames, found: &mut Vec<Diagnostic>) -> Option<String> {
    let node = item.get(key)?;
    let name = node.text()?.to_owned();
    let earlier = || names.queries[..names.n_earlier].iter().map(|query| query.text.as_str());
    if !earlier().any(|query| query == name) {
        let near = nearest(&name, earlier());
        let label = near.map_or("no earlier query".to_owned(), |near| format!("did you mean `{near}`?"));
        let title = format!("`{name}` in `{key}` is no earlier query");
        let diagnostic = Diagnostic::error("CG032", title, node.span.clone(), label);
        let diagnostic = diagnostic.help("name a query that stands above this one: its answer decides");
        found.push(match near {
            Some(near) => diagnostic.fix(node.span.clone(), near),
            None => diagnostic,
        });
    }
    Some(name)
}

/// The warning for a query that waits for another to be sure and not to be.
fn both_ways(item: &Node) -> Option<Diagnostic> {
    let (sure, unsure) = item.get("when_sure").zip(item.get("when_unsure"))?;
    if sure.text() != unsure.text() {
        return None;
    }
    let title = "`when_sure` and `when_unsure` of one query: it is never run";
    let diagnostic = Diagnostic::error("CG058", title.to_owned(), unsure.span.clone(), "the other way").warning();
    let diagnostic = diagnostic.context(sure.span.clone(), "one way");
    Some(
        diagnostic.help(
            "leave the one out, or write two queries: what a sure search adds, and what stands in for an unsure one",
        ),
    )
}

/// The diagnostic of a fallback that equals its `compute`.
fn same_call(call: &QueryCall, fallback: &QueryCall) -> Option<Diagnostic> {
    let words = |args: &[Arg]| args.iter().map(|arg| (std::mem::discriminant(arg), arg.word().text.clone())).collect();
    let parts = |call: &QueryCall| -> [Vec<_>; 2] { [words(&call.args), words(&call.others)] };
    let options = |call: &QueryCall| (call.depth, call.commits, call.flags.clone(), call.evidence);
    let is_same =
        call.primitive == fallback.primitive && parts(call) == parts(fallback) && options(call) == options(fallback);
    is_same.then(|| {
        let title = "the fallback is the same call as `compute`";
        Diagnostic::error("CG038", title, fallback.span.clone(), "it cannot find what the first did not")
            .context(call.span.clone(), "the first")
            .help("name another primitive or another argument, or remove `fallback`")
    })
}

fn compute(
    text: &str,
    item: &Node,
    key: &str,
    names: &mut ScopeNames,
    found: &mut Vec<Diagnostic>,
) -> Option<QueryCall> {
    let node = item.get(key)?;
    let scalar = node.scalar().filter(|_| node.text().is_some())?;
    let at = |part| scalar.place(part, &node.span);
    let spoken = match call_syntax::parse(&scalar.text) {
        Ok(spoken) => spoken,
        Err(slip) => {
            names.broken.push(scalar.text.clone());
            let cut = cut_by_comma(text, node);
            found.push(cut.unwrap_or_else(|| slip.diagnostic(at, &scalar.text, scalar.verbatim.is_some())));
            return None;
        }
    };
    names.quote = if text.part(node.span.clone()).starts_with('"') { '\'' } else { '"' };
    let start = found.len();
    let call = check_call::call(spoken, &scalar.text, &at, names as &mut dyn CallScope, found);
    if call.is_none() {
        names.broken.push(scalar.text.clone());
    }
    if scalar.verbatim.is_none() {
        found[start..].iter_mut().for_each(|it| it.fix = None);
    }
    call
}

/// A call without quotes inside `{ … }`, which YAML cuts at its first comma.
fn cut_by_comma(text: &str, node: &Node) -> Option<Diagnostic> {
    let rest = text.part(node.span.end..).lines().next()?;
    let length = rest.trim_start().starts_with(',').then(|| rest.find(')'))?? + 1;
    let whole = node.span.start..node.span.end + length;
    Some(syntax::unquoted_call(text, whole))
}

/// Merges `depth:` and `evidence:` of the entry into the call.
fn merge(item: &Node, call: &mut Option<QueryCall>, found: &mut Vec<Diagnostic>) {
    let Some(call) = call else { return };
    if let Some(node) = item.get("depth")
        && let Some(depth) = node.scalar().and_then(|it| it.whole()).and_then(|it| u32::try_from(it).ok())
    {
        match call.depth {
            _ if call.primitive.depth().is_none() => {
                found.push(check_call::no_depth(call.primitive, node.span.clone()));
            }
            Some(other) if other != depth => found.push(twice("depth", node, &depth, &other, call)),
            Some(_) => {}
            None => (call.depth, call.depth_span) = (Some(depth), Some(node.span.clone())),
        }
    }
    if let Some(node) = item.get("evidence")
        && let Some(word) = node.text().filter(|it| cg_rules::Evidence::ALL.iter().any(|known| known.name() == *it))
        && let Some(evidence) = check_call::evidence(call.primitive, word, node.span.clone(), found)
    {
        match call.evidence {
            Some(other) if other != evidence => {
                found.push(twice("evidence", node, &evidence.name(), &other.name(), call));
            }
            _ => call.evidence = Some(evidence),
        }
    }
}

fn twice(
    key: &str,
    node: &Node,
    entry: &dyn std::fmt::Display,
    other: &dyn std::fmt::Display,
    call: &QueryCall,
) -> Diagnostic {
    let title = format!("`{key}` is {entry} here and {other} in the call");
    Diagnostic::error("CG025", title, node.span.clone(), format!("{entry}"))
        .context(call.span.clone(), format!("`{key}={other}`"))
        .help("state it once")
}
