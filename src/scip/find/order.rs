//! The orders by which symbols are found without a scan. They depend on the texts alone, so they can be stored.

use std::ops::Range;

use crate::base::{Strings, TextPart};
use crate::scip::symbol::{Package, last_name, raw_last_name};

/// How a Python module ends that scip-python writes as a symbol: `` `requests.api`/__init__: ``.
const MODULE_END: &str = "/__init__:";
/// Endings of files that no one writes where a module is meant.
pub(super) const ENDINGS: &[&str] = &["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte", "astro"];

/// The quotes around names that are string literals in the code.
pub(super) const QUOTES: [char; 2] = ['"', '\''];

/// The symbols by their keys, then by id. Parameters are left out: nobody asks for one by name.
pub fn by_name(texts: &Strings) -> Vec<u32> {
    let mut keyed: Vec<(&str, u32)> = (0..)
        .zip(texts.iter())
        .filter(|(_, text)| !text.ends_with([')', ']']))
        .map(|(id, text)| (key(text), id))
        .collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, id)| id).collect()
}

/// Where each package begins: the first symbol of each that has other words before its descriptors than the one before.
pub fn by_package(texts: &Strings) -> Vec<u32> {
    let n_texts = id(texts.len());
    let mut starts = Vec::new();
    let mut at = 0;
    while at < n_texts {
        starts.push(at);
        let words = head(texts.get(at));
        let end = words.map(|words| partition(at..n_texts, |id| head(texts.get(id)) == Some(words)));
        at = end.unwrap_or(0).max(at + 1);
    }
    starts
}

/// The words before the descriptors, as they stand.
pub(super) fn head(text: &str) -> Option<&str> {
    Package::parse(text).map(|(_, rest)| text.part(..text.len() - rest.len()))
}

/// The name by which a symbol is looked for: that of its last descriptor, and for a module the last part of its path.
pub(super) fn key(text: &str) -> &str {
    let module = text.strip_suffix(MODULE_END).map(|module| text.part(..module.len() + 1));
    let is_module = module.is_some() || text.ends_with('/');
    if !is_module {
        return last_name(text).trim_start_matches('#');
    }
    let name = last_name(module.unwrap_or(text)).trim_matches(QUOTES);
    let stem = if is_python(text) { name } else { without_ending(name).0 };
    let part = stem.rsplit(['/', '.', ':']).find(|part| !part.is_empty()).unwrap_or(stem);
    if is_python(text) && is_os_path(part) { "path" } else { part }
}

/// Whether a symbol is of Python, whose modules have dots where those of others have files.
pub(super) fn is_python(text: &str) -> bool {
    text.split(' ').nth(1) == Some("python")
}

/// The modules that `os.path` is, on one system or the other.
pub(super) fn is_os_path(name: &str) -> bool {
    matches!(name, "posixpath" | "ntpath")
}

/// The name of a file without its ending, and the ending: `lib.d.ts` → `lib`, `d.ts`.
pub(super) fn without_ending(name: &str) -> (&str, &str) {
    let Some((stem, _)) = name.rsplit_once('.').filter(|(_, ending)| ENDINGS.contains(ending)) else {
        return (name, "");
    };
    let stem = stem.strip_suffix(".d").unwrap_or(stem);
    (stem, name.part(stem.len() + 1..))
}

/// The symbols in `by_name` that have a key.
pub(super) fn keyed<'a>(texts: &Strings, by_name: &'a [u32], wanted: &str) -> &'a [u32] {
    let start = by_name.partition_point(|id| key(texts.get(*id)) < wanted);
    let len = by_name[start..].partition_point(|id| key(texts.get(*id)) == wanted);
    &by_name[start..start + len]
}

/// The symbols whose texts begin with a head.
pub(super) fn headed(texts: &Strings, head: &str) -> Range<u32> {
    let start = partition(0..id(texts.len()), |id| texts.get(id) < head);
    start..partition(start..id(texts.len()), |id| texts.get(id).starts_with(head))
}

/// Whether the last descriptor is called so: the counter of an object's key may follow.
pub(super) fn is_called(text: &str, wanted: &str) -> bool {
    let is_counter = |rest: &str| rest.trim_start_matches(QUOTES).bytes().all(|byte| byte.is_ascii_digit());
    let raw = raw_last_name(text).trim_start_matches(QUOTES);
    !text.ends_with(':') || text.ends_with(MODULE_END) || raw.strip_prefix(wanted).is_some_and(is_counter)
}

/// The end of those, from the start of a range, for which something holds.
fn partition(range: Range<u32>, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (range.start, range.end.max(range.start));
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

fn id(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
