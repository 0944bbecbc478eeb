//! The whole document: head, flow, bands in order, provenance.

use std::fmt::Write;

use super::context::write_context;
use super::item::write_item;
use super::map::{self, write_map};
use super::provenance::write_provenance;
use super::{flow, plain};
use crate::base::TextPart;
use crate::bundle::{BandRecord, Bundle, FileCounts, Item, QueryRecord, View};

/// A bundle as Markdown.
pub fn markdown(bundle: &Bundle) -> String {
    let mut out = String::new();
    head(&mut out, bundle);
    write_map(&mut out, bundle);
    write_flow(&mut out, bundle);
    for band in &bundle.bands {
        write_band(&mut out, bundle, band);
    }
    write_provenance(&mut out, bundle);
    out
}

fn head(out: &mut String, bundle: &Bundle) {
    line!(out, "{}\n", plain::line("# ", &bundle.task_class));
    if !bundle.description.is_empty() {
        line!(out, "{}\n", plain::lines(&bundle.description));
    }
    let (used, ceiling) = (&bundle.budget.used, &bundle.budget.ceiling);
    line!(
        out,
        "{} · {} · {} of {} characters (about {} tokens) · {}",
        bundle.status.name().replace('_', " "),
        counts(&bundle.counts),
        used.chars,
        ceiling.max_chars,
        used.tokens,
        bundle.seal.part(..12)
    );
    if let Some(missing) = missing(bundle) {
        line!(out, "{}", plain::line("", &missing));
    }
    for input in &bundle.inputs {
        line!(out, "{}", plain::line("", &format!("{} = {}", input.name, one_line(&input.values.join(", ")))));
    }
    line!(out, "");
}

fn write_flow(out: &mut String, bundle: &Bundle) {
    if let Some(flow) = &bundle.flow {
        line!(out, "## flow\n");
        flow::lines(flow).iter().for_each(|text| {
            line!(out, "{text}");
        });
        line!(out, "");
    }
}

/// `3 files shown, 1 of them cut · 2 listed`.
fn counts(counts: &FileCounts) -> String {
    let files = if counts.shown == 1 { "file" } else { "files" };
    let mut text = format!("{} {files} shown", counts.shown);
    if counts.cut > 0 {
        let _ = write!(text, ", {} of them cut", counts.cut);
    }
    for (count, what) in [(counts.listed, "listed"), (counts.left_out, "left out")] {
        if count > 0 {
            let _ = write!(text, " · {count} {what}");
        }
    }
    text
}

/// The gravest shortfalls in one line, each with the arguments that bring the rest.
fn missing(bundle: &Bundle) -> Option<String> {
    const SHOWN: usize = 3;
    const LONGEST: usize = 160;
    let parts = bundle.missing.iter().take(SHOWN).map(|shortfall| {
        let what = shortened(&shortfall.what, LONGEST);
        shortfall.run.as_ref().map_or(what.clone(), |run| format!("{what}: {}", plain::code(run)))
    });
    let parts: Vec<String> = parts.collect();
    let more = bundle.missing.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    (!parts.is_empty()).then(|| format!("missing: {}{more}", parts.join("; ")))
}

fn shortened(text: &str, most: usize) -> String {
    let short: String = text.chars().take(most).collect();
    if short.len() < text.len() { short + " …" } else { short }
}

/// A text that may have many lines, as one short line.
fn one_line(text: &str) -> String {
    const MOST: usize = 160;
    let first = text.lines().next().unwrap_or("");
    let short: String = first.chars().take(MOST).collect();
    if short.len() < text.trim_end().len() { format!("{short} …") } else { short }
}

fn write_band(out: &mut String, bundle: &Bundle, band: &BandRecord) {
    if band.items.iter().all(is_only_mapped) && band.context.is_empty() {
        return;
    }
    line!(out, "## {}\n", band.band);
    for context in &band.context {
        write_context(out, bundle, context);
    }
    write_legend(out, bundle, band);
    let (listed, shown): (Vec<&Item>, Vec<&Item>) = band.items.iter().partition(|item| item.view == View::Listed);
    for item in shown {
        write_item(out, item);
    }
    let listed: Vec<&Item> = listed.into_iter().filter(|item| !item.is_mapped).collect();
    for item in &listed {
        line!(out, "{}", map::of_item(item));
    }
    if !listed.is_empty() {
        line!(out, "");
    }
}

/// Whether the map says all that there is to say of an item.
fn is_only_mapped(item: &Item) -> bool {
    item.is_mapped && item.view == View::Listed
}

/// The author's words for each query of the band, once for all of its files.
fn write_legend(out: &mut String, bundle: &Bundle, band: &BandRecord) {
    let shown = || band.items.iter().filter(|item| item.view != View::Listed).filter_map(|item| item.why.first());
    let of_band = |query: &&QueryRecord| {
        query.band == band.band && !query.why.is_empty() && shown().any(|why| why.query == query.name)
    };
    let mut has_printed = false;
    for query in bundle.queries.iter().filter(of_band) {
        line!(out, "{}", plain::lines(&format!("{}: {}", query.name, query.why)));
        has_printed = true;
    }
    if has_printed {
        line!(out, "");
    }
}
