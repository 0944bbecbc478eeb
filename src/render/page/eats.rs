//! The parts of a bundle by the tokens that they take: bands, queries, files, texts beside them, and all that is around.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::read::BundleJson;
use crate::base::visible;

/// One part and its tokens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Eater {
    /// Its name.
    pub name: String,
    /// The band; empty where it has none.
    pub band: String,
    /// Its tokens.
    pub tokens: u64,
    /// The same in a hundred of all, rounded.
    pub percent: u64,
}

/// The parts of a bundle, the largest first: files with text and texts beside them, then the queries that decide for them.
/// `tokens` counts those of a text.
pub fn eaters(bundle: &BundleJson, tokens: &dyn Fn(&str) -> u64) -> (Vec<Eater>, Vec<Eater>) {
    let mut parts: Vec<(String, String, String, u64)> = Vec::new();
    for band in &bundle.bands {
        let texts = band.context.iter().map(|it| (it.key.clone(), it.key.clone(), tokens(&it.text)));
        let shown = band.items.iter().filter(|item| !item.excerpts.is_empty());
        let files = shown.map(|item| (item.path.clone(), item.query().to_owned(), tokens(&item.text())));
        parts.extend(texts.chain(files).map(|(name, query, tokens)| (name, query, band.band.clone(), tokens)));
    }
    let all: u64 = parts.iter().map(|part| part.3).sum();
    let percent = |tokens: u64| (tokens * 200 + all).checked_div(all * 2).unwrap_or(0);
    let mut by_query: BTreeMap<(String, String), u64> = BTreeMap::new();
    for (_, query, band, tokens) in &parts {
        *by_query.entry((query.clone(), band.clone())).or_default() += tokens;
    }
    let eater = |(name, band, tokens): (String, String, u64)| Eater { name, band, tokens, percent: percent(tokens) };
    let files = parts.into_iter().map(|(name, _, band, tokens)| eater((name, band, tokens)));
    let queries = by_query.into_iter().map(|((name, band), tokens)| eater((name, band, tokens)));
    (sorted(files.collect()), sorted(queries.collect()))
}

fn sorted(mut eaters: Vec<Eater>) -> Vec<Eater> {
    eaters.sort_by(|one, other| other.tokens.cmp(&one.tokens).then_with(|| one.name.cmp(&other.name)));
    eaters
}

/// A table for a terminal: the queries, then the largest files.
pub fn stats(bundle: &BundleJson, tokenizer: &str, tokens: &dyn Fn(&str) -> u64) -> String {
    /// More files are one line.
    const FILES: usize = 20;
    let (files, queries) = eaters(bundle, tokens);
    let of_texts: u64 = files.iter().map(|it| it.tokens).sum();
    let used = &bundle.budget.used;
    let mut out = String::new();
    let _ = writeln!(out, "{of_texts} tokens of source and texts ({tokenizer})");
    let _ = writeln!(out, "{} of {} characters are printed", used.chars, bundle.budget.max_chars);
    let (shown, more) = files.split_at(files.len().min(FILES));
    for (title, eaters) in [("query", queries.as_slice()), ("file", shown)] {
        let _ = writeln!(out, "\n{:>8}  {:>4}  {:11}  {title}", "tokens", "%", "band");
        for it in eaters {
            let _ = writeln!(out, "{:>8}  {:>4}  {:11}  {}", it.tokens, it.percent, it.band, visible(&it.name));
        }
    }
    if !more.is_empty() {
        let tokens: u64 = more.iter().map(|it| it.tokens).sum();
        let _ = writeln!(out, "{tokens:>8}  {:>4}  {:11}  {} more", "", "", more.len());
    }
    out
}
