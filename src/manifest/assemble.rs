//! Puts the decoded text, the places and the checked calls together.

use serde_yaml::Value;

use super::call::{Arg, Word};
use super::check_glob;
use super::check_input::{is_input, is_literal, is_query};
use super::check_path;
use super::check_query::{AskedQuery, CheckedQueries};
use super::decode::{Written, WrittenBand, WrittenBudget, WrittenFocus, WrittenIndex, WrittenQuery};
use super::scope::canonical;
use super::tree::Node;
use super::types::{
    BandSpec, Budget, CONTEXT_KEYS, ContextKey, Focus, FocusText, IndexSettings, InputDecl, Manifest, Query,
};
use super::words::{Band, OnStale, Profile, Render};
use crate::base::LineIndex;
use crate::work::Knobs;

/// The manifest; `None` where the parts do not belong together, which the checks exclude.
pub(super) fn manifest(
    text: &str,
    stem: &str,
    root: &Node,
    written: Written,
    asked: CheckedQueries,
) -> Option<Manifest> {
    let lines = LineIndex::new(text.as_bytes());
    let mut queries = asked.queries.into_iter();
    let bands = [written.must_read, written.should_read, written.may_read];
    let mut specs = Band::ALL.iter().zip(bands).map(|(band, written)| {
        let node = root.get(band.name());
        spec(*band, written.unwrap_or_default(), node, &mut queries, &lines)
    });
    let bands = [specs.next()??, specs.next()??, specs.next()??];
    let inputs = asked.inputs;
    let agree = written.inputs.iter().flatten().all(|(name, written)| {
        inputs
            .iter()
            .any(|it| it.name == canonical(name) && it.arg_type.name() == written.arg_type && flags(it, written))
    });
    agree.then_some(Manifest {
        version: written.version.unwrap_or(1),
        task_class: written.task_class.unwrap_or_else(|| stem.to_owned()),
        description: written.description.unwrap_or_default(),
        inputs,
        budget: written.budget.map_or_else(|| Some(Budget::default()), budget)?,
        index: written.index.map_or_else(|| Some(IndexSettings::default()), index)?,
        focus: written.focus.map(|focus| focused(focus, root)).unwrap_or_default(),
        bands,
        warnings: Vec::new(),
        over: None,
    })
}

fn flags(input: &InputDecl, written: &super::decode::WrittenInput) -> bool {
    let n_values = |value: &Option<Value>| match value {
        None => 0,
        Some(Value::Sequence(values)) => values.len(),
        Some(_) => 1,
    };
    let values = (n_values(&written.example), n_values(&written.default));
    let required = match &written.required {
        Some(Value::Bool(required)) => (*required, false),
        Some(_) => (false, true),
        None => (true, false),
    };
    (input.required, input.one_of) == required && (input.example.len(), input.default.len()) == values
}

/// A word as its choice; the outer `None` is a word that is none.
fn choice<T>(word: Option<String>, named: fn(&str) -> Option<T>) -> Option<Option<T>> {
    match word {
        Some(word) => named(&word).map(Some),
        None => Some(None),
    }
}

fn budget(written: WrittenBudget) -> Option<Budget> {
    Some(Budget {
        profile: choice(written.profile, Profile::named)?,
        max_chars: written.max_chars.and_then(|it| it.as_u64()),
        max_tokens: written.max_tokens,
        max_files: written.max_files,
        per_file_max_tokens: written.per_file_max_tokens,
        work: written.work.map_or_else(|| Some(Knobs::default()), |written| written.knobs().ok())?,
        ..Budget::default()
    })
}

fn index(written: WrittenIndex) -> Option<IndexSettings> {
    Some(IndexSettings {
        scip: written.scip.unwrap_or_default().iter().map(|path| check_path::normal(path).to_owned()).collect(),
        on_stale: choice(written.on_stale, OnStale::named)?.unwrap_or_default(),
    })
}

fn focused(written: WrittenFocus, root: &Node) -> Focus {
    let node = root.get("focus");
    let word = |node: &Node| {
        let text = node.text()?;
        Some(Word { text: canonical(text).to_owned(), span: node.span.clone() })
    };
    let text = |key: &str, written: Option<String>| {
        let word = node.and_then(|node| node.get(key)).and_then(word).filter(|word| is_input(&word.text));
        word.map(FocusText::Input).or(written.map(FocusText::Text))
    };
    let symbols = node.and_then(|node| node.get("symbols")).filter(|_| written.symbols.is_some());
    let symbols = symbols.into_iter().flat_map(|node| std::slice::from_ref(node).iter().chain(node.items()));
    let symbols = symbols.filter_map(|node| Some(member(word(node)?, node, root)));
    Focus { symbols: symbols.collect(), query: text("query", written.query), hyde: text("hyde", written.hyde) }
}

/// A member of `focus.symbols`: a query by its name, an input, or a name in quotes.
fn member(word: Word, node: &Node, root: &Node) -> Arg {
    if is_query(&word.text, root) {
        Arg::Query(word)
    } else if is_literal(&word.text, node, root) {
        Arg::Literal(word)
    } else {
        Arg::Input(word)
    }
}

fn spec(
    band: Band,
    written: WrittenBand,
    node: Option<&Node>,
    queries: &mut impl Iterator<Item = AskedQuery>,
    lines: &LineIndex,
) -> Option<BandSpec> {
    let (mut globs, mut exclude) = (Vec::new(), Vec::new());
    for glob in written.globs.unwrap_or_default() {
        match glob.strip_prefix('!') {
            Some(rest) => exclude.push(check_glob::normal(rest)),
            None => globs.push(check_glob::normal(&glob)),
        }
    }
    exclude.extend(written.exclude.unwrap_or_default().iter().map(|glob| check_glob::normal(glob)));
    let bootstrap = written.bootstrap_globs.unwrap_or_default();
    let keys = node.and_then(|node| node.get("repo_context_keys")).map_or(&[][..], Node::items);
    let keys = written.repo_context_keys.unwrap_or_default().into_iter().zip(keys).map(|(name, node)| {
        let name = canonical(&name).to_owned();
        ContextKey { is_input: !CONTEXT_KEYS.contains(&name.as_str()), name, span: node.span.clone() }
    });
    let derived = written.derived.unwrap_or_default().into_iter();
    Some(BandSpec {
        band,
        repo_context_keys: keys.collect(),
        globs,
        exclude,
        max_chars: written.max_chars,
        max_tokens: written.max_tokens,
        bootstrap_globs: bootstrap.iter().map(|glob| check_glob::normal(glob)).collect(),
        derived: derived.map(|written| query(written, queries.next()?, lines)).collect::<Option<_>>()?,
    })
}

fn query(written: WrittenQuery, asked: AskedQuery, lines: &LineIndex) -> Option<Query> {
    let call = asked.call?;
    let agree = written.name == asked.name.text
        && written.compute.trim() == call.text
        && written.depth.is_none_or(|depth| call.depth == Some(depth))
        && written.evidence.is_none_or(|word| call.evidence.is_some_and(|it| it.name() == word))
        && written.fallback.is_some() == asked.fallback.is_some()
        && written.when.is_some() == asked.when.is_some()
        && written.when_unsure == asked.when_unsure
        && written.when_sure == asked.when_sure
        && written.unless.unwrap_or_default().len() == asked.unless.len();
    agree.then_some(())?;
    Some(Query {
        name: written.name,
        call,
        max_files: written.max_files,
        render: choice(written.render, Render::named)?,
        why: written.why.unwrap_or_default(),
        fallback: asked.fallback,
        when: asked.when,
        when_unsure: asked.when_unsure,
        when_sure: asked.when_sure,
        unless: asked.unless,
        line: lines.position(asked.name.span.start).line,
        span: asked.name.span,
    })
}
