//! The whole document: head, map, flow, bands in order, provenance.

use std::fmt::Write;

use super::context::write_contexts;
use super::given_names::GivenNames;
use super::item::write_item;
use super::map::{self, write_map};
use super::missing::{missing, shortened};
use super::provenance::{is_of_head, remarks, write_provenance};
use super::{flow, plain};
use crate::bundle::{BandRecord, Bundle, FileCounts, InputRecord, Item, ShortfallKind, View};
use crate::manifest::Band;

/// A bundle as Markdown.
pub fn markdown(bundle: &Bundle) -> String {
    let mut out = String::new();
    let title = title(bundle);
    let names = GivenNames::of(bundle, &title);
    line!(out, "{title}");
    head(&mut out, bundle, &names);
    write_map(&mut out, bundle);
    write_flow(&mut out, bundle);
    for band in &bundle.bands {
        write_band(&mut out, bundle, band);
    }
    write_provenance(&mut out, bundle, &names);
    out
}

fn head(out: &mut String, bundle: &Bundle, names: &GivenNames<'_>) {
    let (used, ceiling) = (&bundle.budget.used, &bundle.budget.ceiling);
    // What is used of a ceiling is of use to who could raise it.
    let is_bound = bundle.budget.unsettled.is_some() || bundle.missing.iter().any(|it| it.kind == ShortfallKind::Cut);
    let size = if is_bound { format!(" · {} of {} chars", used.chars, ceiling.max_chars) } else { String::new() };
    let (status, counts) = (bundle.status.name().replace('_', " "), counts(&bundle.counts));
    line!(out, "{status} · {counts}{size}");
    for text in missing(bundle).into_iter().chain(remarks(bundle, is_of_head)) {
        line!(out, "{}", plain::line("", &names.shortened(&text)));
    }
}

/// The first heading: the class of task with what is given, or its purpose where nothing is. The first value speaks for itself; others
/// have the last part of the name of their input. A path that the map has is its last part, and of a symbol there the name alone.
pub fn title(bundle: &Bundle) -> String {
    /// A longer title pushes the map down.
    const LONGEST: usize = 160;
    let names = GivenNames::of(bundle, "");
    let said = bundle.inputs.iter().filter(|input| !is_implied(bundle, input)).enumerate();
    let value = |(at, input): (usize, &InputRecord)| {
        let value = match counted_values(input) {
            Some(counted) => counted,
            None => input.values.iter().map(|value| names.short(value)).collect::<Vec<_>>().join(", "),
        };
        let value = one_line(&value);
        let name = input.name.rsplit('.').next().unwrap_or_default();
        if at == 0 { value } else { format!("{name} = {value}") }
    };
    let given: Vec<String> = said.map(value).collect();
    let about = if given.is_empty() { one_line(&bundle.description) } else { given.join("; ") };
    let about = if about.is_empty() { about } else { format!(": {}", shortened(&about, LONGEST)) };
    plain::line("# ", &format!("{}{about}", bundle.task_class)).trim_end().to_owned()
}

/// The values of a diff in few words: its files without their lines, and the number of what is many.
fn counted_values(input: &InputRecord) -> Option<String> {
    /// The most values that are named.
    const NAMED: usize = 3;
    let kind = input.name.rsplit('.').next().unwrap_or_default();
    if !is_of_diff(input) {
        return None;
    }
    let is_line = |value: &&String| {
        input.values.iter().any(|path| value.strip_prefix(path.as_str()).is_some_and(|it| it.starts_with(':')))
    };
    let values: Vec<&str> =
        input.values.iter().filter(|value| kind != "files" || !is_line(value)).map(String::as_str).collect();
    match values.len() {
        0..=NAMED if kind == "files" => Some(values.join(", ")),
        0..=NAMED => None,
        count if kind == "files" => Some(format!("{count} files")),
        count => Some(count.to_string()),
    }
}

/// Whether a diff alone gives an input.
fn is_of_diff(input: &InputRecord) -> bool {
    input.from.iter().all(|from| from == "--from diff")
}

/// Whether all values of an input are paths that the symbols of another begin with: `src/cart.ts` beside `src/cart.ts:total`.
fn is_implied(bundle: &Bundle, input: &InputRecord) -> bool {
    if is_of_diff(input) {
        // The text of a diff begins with words of its form; its files say what it is about.
        return input.name.ends_with(".patch") && bundle.inputs.iter().any(|it| it.name.ends_with(".files"));
    }
    let is_path_of = |symbol: &String, path: &String| symbol.strip_prefix(path).is_some_and(|it| it.starts_with(':'));
    let others = || bundle.inputs.iter().filter(|it| it.name != input.name).flat_map(|it| &it.values);
    !input.values.is_empty() && input.values.iter().all(|path| others().any(|symbol| is_path_of(symbol, path)))
}

fn write_flow(out: &mut String, bundle: &Bundle) {
    if let Some(flow) = flow::section(bundle) {
        line!(out, "## flow");
        flow::lines(flow).iter().for_each(|text| {
            line!(out, "{text}");
        });
    }
}

/// `3 files (1 cut), 2 listed`.
fn counts(counts: &FileCounts) -> String {
    let files = if counts.shown == 1 { "file" } else { "files" };
    let mut text = format!("{} {files}", counts.shown);
    if counts.cut > 0 {
        let _ = write!(text, " ({} cut)", counts.cut);
    }
    for (count, what) in [(counts.listed, "listed"), (counts.left_out, "left out")] {
        if count > 0 {
            let _ = write!(text, ", {count} {what}");
        }
    }
    text
}

/// A text that may have many lines, as one short line.
fn one_line(text: &str) -> String {
    const MOST: usize = 160;
    let first = text.lines().next().unwrap_or("");
    let short = shortened(first, MOST);
    if short.len() < text.trim_end().len() && !short.ends_with('…') { short + " …" } else { short }
}

fn write_band(out: &mut String, bundle: &Bundle, band: &BandRecord) {
    let (listed, shown): (Vec<&Item>, Vec<&Item>) = band.items.iter().partition(|item| item.view == View::Listed);
    let listed: Vec<&Item> = listed.into_iter().filter(|item| item.map_place.is_none()).collect();
    if shown.is_empty() && listed.is_empty() && band.context.is_empty() {
        return;
    }
    // What must be read follows the map at once, unless it begins with a list.
    if band.band != Band::MustRead || shown.is_empty() && band.context.is_empty() {
        line!(out, "## {}", map::short_band(band.band));
    }
    write_contexts(out, bundle, &band.context);
    for item in shown {
        write_item(out, item);
    }
    for text in map::lines(&listed, None) {
        line!(out, "{text}");
    }
    if !listed.is_empty() {
        line!(out, "");
    }
}
