//! Known names near a text that names nothing.

use crate::base::{TextPart, path};
use crate::facts::Snapshot;
use crate::language::{DeclKind, without_brackets};

/// How many near names are given.
const SHOWN: usize = 3;
/// How far a name may be from the text, as a share of its length.
const SHARE: usize = 3;
/// Texts longer than this are compared by their head: no name is longer.
const LONGEST: usize = 120;

/// The paths near a text: files of that name elsewhere, then those spelled alike.
pub fn near_files<'s>(snapshot: &'s Snapshot, wanted: &str) -> Vec<&'s str> {
    let slashed = head(wanted).replace('\\', "/");
    let wanted = slashed.as_str();
    let name = path::name(wanted);
    let mut found: Vec<(usize, &str)> = Vec::new();
    for known in snapshot.paths.iter() {
        if path::name(known) == name {
            found.push((0, known));
            continue;
        }
        // A stem that is prolonged or cut short is what people misremember: `app/router.py` for `app/routes.py`.
        let Some(in_name) = distance(name, path::name(known)) else { continue };
        let folder = strsim::damerau_levenshtein(path::parent(wanted), path::parent(known));
        found.push((in_name * 2 + folder, known));
    }
    first(found)
}

/// The definitions near a text, by qualified name: those that differ by case, then those spelled alike.
pub fn near_symbols(snapshot: &Snapshot, wanted: &str) -> Vec<String> {
    let wanted = without_brackets(head(wanted));
    let (before, last) = wanted.rsplit_once(['.', ':', '#', '/']).unwrap_or(("", wanted));
    let around = before.rsplit(['.', ':', '#', '/']).find(|part| !part.is_empty()).unwrap_or("");
    let near: Vec<(u32, usize)> =
        (0u32..).zip(snapshot.names.iter()).filter_map(|(id, name)| Some((id, distance(last, name)?))).collect();
    let mut found: Vec<(usize, String)> = Vec::new();
    for (at, row) in snapshot.definitions.iter().enumerate() {
        let Ok(place) = near.binary_search_by_key(&row.name, |(id, _)| *id) else { continue };
        if matches!(row.kind, DeclKind::File | DeclKind::Impl) {
            continue;
        }
        let name = snapshot.qualified_name(cg_rules::Id::of(at));
        let is_inside =
            around.is_empty() || name.split('.').rev().skip(1).any(|part| part.eq_ignore_ascii_case(around));
        found.push((near[place].1 * 2 + usize::from(!is_inside), name));
    }
    first(found)
}

/// How far a known name is from a text, where it is near: 0 for the same but for case.
fn distance(text: &str, known: &str) -> Option<usize> {
    let most = (text.len() / SHARE).max(1);
    if text.len().abs_diff(known.len()) > most {
        return None;
    }
    if text.eq_ignore_ascii_case(known) {
        return Some(0);
    }
    Some(strsim::damerau_levenshtein(text, known)).filter(|distance| *distance <= most)
}

fn head(text: &str) -> &str {
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(at, _)| at);
    text.part(..end)
}

fn first<T: Ord>(mut found: Vec<(usize, T)>) -> Vec<T> {
    found.sort_unstable();
    found.dedup_by(|one, other| one.1 == other.1);
    found.into_iter().take(SHOWN).map(|(_, known)| known).collect()
}
