//! The map: every file by name, in the order of rank, before any source; as many as have room, and the rest counted.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::left_out::left_out;
use super::plain;
use super::reason::{is_set, short};
use super::steps::{PROMOTE, load};
use crate::base::TextPart;
use crate::bundle::{Bundle, Gate, Item, Reduction, View, Why};
use crate::manifest::Band;

/// The most characters of the reason behind a path.
const REASON: usize = 36;
/// The most characters of one that would end before what it says.
const LONGEST: usize = 48;
/// The most characters of a line of listed files, but for its last path.
const GROUP: usize = 400;

/// Writes the map.
pub fn write_map(out: &mut String, bundle: &Bundle) {
    let items = || bundle.bands.iter().flat_map(|band| &band.items);
    if items().next().is_none() {
        return;
    }
    line!(out, "## map");
    let mut mapped: Vec<&Item> = items().filter(|item| item.map_place.is_some()).collect();
    mapped.sort_by_key(|item| item.map_place);
    for text in lines(&mapped, loadable(bundle)) {
        line!(out, "{text}");
    }
    let mut rest: BTreeMap<&str, usize> = BTreeMap::new();
    for item in items().filter(|item| item.map_place.is_none()) {
        *rest.entry(deciding(item)).or_default() += 1;
    }
    if !rest.is_empty() {
        let counts: Vec<String> = rest.iter().map(|(query, count)| format!("{query} {count}")).collect();
        line!(out, "{}", plain::line("- ", &format!("… more below: {}", counts.join(", "))));
    }
    if let Some(text) = left_out(bundle) {
        line!(out, "{}", plain::line("- ", &text));
    }
}

/// The query whose list the map prints with the argument that loads it: the first that a next step has.
pub fn loadable(bundle: &Bundle) -> Option<&str> {
    let query = load(bundle)?.run.strip_prefix(PROMOTE)?;
    let mut items = bundle.bands.iter().flat_map(|band| &band.items).filter(|item| item.map_place.is_some());
    items.any(|item| is_groupable(item) && deciding(item) == query).then_some(query)
}

/// The query to which an item is due.
fn deciding(item: &Item) -> &str {
    item.why.first().map_or("", |why| why.query.as_str())
}

/// The lines of some items: each file with text has one, then those that a query lists share theirs, in their order. The list of
/// one query may have the argument that loads it.
pub fn lines(items: &[&Item], loadable: Option<&str>) -> Vec<String> {
    let (alone, listed): (Vec<&Item>, Vec<&Item>) = items.iter().partition(|item| !is_groupable(item));
    let mut groups: Vec<((Band, &str), Vec<&Item>)> = Vec::new();
    for item in listed {
        let key = (item.band, deciding(item));
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, members)) => members.push(item),
            None => groups.push((key, vec![item])),
        }
    }
    let mut lines: Vec<String> = alone.into_iter().map(of_item).collect();
    for ((band, query), members) in groups {
        lines.extend(of_group(band, query, &members, loadable == Some(query)));
    }
    lines
}

/// Whether a file is only listed, and its path cannot be read as several.
fn is_groupable(item: &Item) -> bool {
    item.view == View::Listed && item.reduced.is_none() && !item.path.contains([',', ' ', ':', '`'])
}

/// The lines of the files that a query lists.
fn of_group(band: Band, query: &str, members: &[&Item], is_loadable: bool) -> Vec<String> {
    let load = plain::code(&format!("{PROMOTE}{query}"));
    if let [item] = members {
        let line = of_item(item);
        // The reason begins with the query.
        return vec![if is_loadable {
            line.replacen(&format!(" · {query}"), &format!(" · {load}"), 1)
        } else {
            line
        }];
    }
    let name = |is_first: bool| if is_loadable && is_first { &load } else { query };
    let mut texts: Vec<String> = Vec::new();
    for item in members {
        match texts.last_mut().filter(|text| text.chars().count() + item.path.chars().count() < GROUP) {
            Some(text) => text.push_str(&format!(", {}", item.path)),
            None => texts.push(format!("{} · {}: {}", short_band(band), name(texts.is_empty()), item.path)),
        }
    }
    texts.iter().map(|text| plain::line("- ", text)).collect()
}

/// The name of a band in the map and in headings.
pub fn short_band(band: Band) -> String {
    let band = band.to_string();
    band.strip_suffix("_read").map_or(band.clone(), str::to_owned)
}

/// The line of an item.
fn of_item(item: &Item) -> String {
    plain::line("- ", &map_line(item).text())
}

/// The path of an item and its reason.
pub fn with_reason(item: &Item) -> String {
    map_line(item).with_state("")
}

fn map_line(item: &Item) -> MapLine<'_> {
    let gate = item.sizing.as_ref().and_then(|sizing| sizing.gate.as_ref());
    let gate = gate.filter(|_| matches!(item.view, View::Focused | View::Skeleton));
    MapLine {
        path: &item.path,
        band: item.band,
        view: item.view,
        reduced: item.reduced,
        why: &item.why,
        symbols: &item.symbols,
        gate,
    }
}

/// A line of the map.
pub struct MapLine<'a> {
    /// The path.
    pub path: &'a str,
    /// The band.
    pub band: Band,
    /// How much of the file is shown.
    pub view: View,
    /// Why less is shown than was wanted.
    pub reduced: Option<Reduction>,
    /// The reasons.
    pub why: &'a [Why],
    /// The names of what matters in it.
    pub symbols: &'a [String],
    /// The gate's decision.
    pub gate: Option<&'a Gate>,
}

impl MapLine<'_> {
    /// The path, the band, whether the text of the file is all there, and why in a few words. The other views are seen below.
    pub fn text(&self) -> String {
        let band = short_band(self.band);
        let view = if self.view == View::Full { format!(", {}", self.view) } else { String::new() };
        let cut = self.reduced.map(|why| format!(", cut: {}", why.name())).unwrap_or_default();
        self.with_state(&format!(" · {band}{view}{cut}"))
    }

    fn with_state(&self, state: &str) -> String {
        let reason = self.why.first().map(|why| self.reason(why)).unwrap_or_default();
        format!("{}{state} · {reason}", self.path)
    }

    /// The most characters that it can have, whatever the view.
    pub fn longest(&self) -> u64 {
        let named = MapLine { view: View::Full, reduced: Some(Reduction::Unreadable), symbols: &[], ..*self };
        let Some(first) = self.why.first() else { return named.text().chars().count() as u64 };
        // Names take the place of the fact where there is text.
        let [listed, shown] = [named.reason(first), self.reason(first)].map(|reason| reason.chars().count());
        (named.text().chars().count() + shown.saturating_sub(listed)) as u64
    }

    /// The query, and what the file has to do with it: its kin where the gate collapsed it, the names that matter in it,
    /// or the first base fact.
    fn reason(&self, why: &Why) -> String {
        if let Some(gate) = self.gate.filter(|gate| gate.collapses) {
            return one_of_many(&gate.because);
        }
        let about = match (self.symbols, why.chain.first()) {
            ([first, rest @ ..], _) => rest.iter().fold(first.clone(), |text, name| format!("{text}, {name}")),
            ([], Some(link)) => {
                let to = match link.to.rsplit_once(':') {
                    // A pattern is no path.
                    _ if is_set(link) || link.relation == "matches" => link.to.clone(),
                    Some((_, name)) => name.to_owned(),
                    None => short(&link.to),
                };
                format!("{} {to}", link.relation.replace('_', " "))
            }
            ([], None) => String::new(),
        };
        let query = with_doubt(why);
        let text = if about.is_empty() { query.clone() } else { format!("{query}: {about}") };
        if text.chars().count() <= REASON {
            return text;
        }
        // A relation without its end says no more than the query.
        let relation =
            why.chain.first().filter(|_| self.symbols.is_empty()).map(|link| link.relation.replace('_', " "));
        let is_relation = |kept: &str| {
            let said = kept.split_once(": ").map_or("", |(_, said)| said);
            relation.as_ref().is_some_and(|relation| relation.starts_with(said))
        };
        match cut(&text) {
            kept if is_relation(kept) => query,
            kept if kept == text => text,
            kept => format!("{kept} …"),
        }
    }
}

/// The query, with the relation of its facts where each of them may be none: `uses (may_name)`.
fn with_doubt(why: &Why) -> String {
    let is_doubted = !why.chain.is_empty() && why.chain.iter().all(|link| link.relation.starts_with("may_"));
    let relation = why.chain.first().filter(|_| is_doubted).map(|link| format!(" ({})", link.relation));
    why.query.clone() + &relation.unwrap_or_default()
}

/// The first words of a reason that is too long: no number without what it counts, and no word that leads to another.
fn cut(text: &str) -> &str {
    let ends = text.match_indices([',', ' ']).map(|(at, _)| at).chain([text.len()]);
    let kept = ends.map(|end| text.part(..end).trim_end_matches([',', ':', ' ']));
    let n_letters = |kept: &str| kept.chars().count();
    let (below, above): (Vec<&str>, Vec<&str>) = kept.partition(|kept| n_letters(kept) <= REASON - 2);
    let last = below.last().copied().filter(|kept| says(kept));
    last.or_else(|| above.into_iter().find(|kept| says(kept) && n_letters(kept) <= LONGEST))
        .or_else(|| below.into_iter().rev().find(|kept| says(kept)))
        .unwrap_or(text)
}

/// Whether the last word of a text needs none behind it.
fn says(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or(text);
    !last.bytes().all(|byte| byte.is_ascii_digit()) && !LEADING.contains(&last)
}

/// Words that lead to others.
const LEADING: [&str; 9] = ["and", "at", "by", "from", "in", "lines", "of", "on", "to"];

/// The kinship of a collapsed file; the conditions of the gate are in the JSON.
fn one_of_many(because: &str) -> String {
    let kin = because.strip_prefix("skeleton because ").unwrap_or(because);
    format!("signatures: {}", kin.split_once(", lies on no").map_or(kin, |(kin, _)| kin))
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_reason_is_cut_where_it_says_something() {
        for (text, kept) in [
            ("most_relied_on: relied on by 1 file, 80 in tests and examples", "most_relied_on: relied on by 1 file"),
            ("most_relied_on: relied on by 56 in tests and examples", "most_relied_on: relied on by 56 in tests"),
            ("found: connectionPool, Builder, dispatcher, cache", "found: connectionPool, Builder"),
            ("house_rules: in *, docs/*, .github/*, packages/*", "house_rules: in *, docs/*"),
            ("tests_of_found: uses aNameThatHasNoRoomBehindItsQuery", "tests_of_found: uses"),
            ("aQueryWithANameThatIsLongerThanAllReasonsMayBe: a", "aQueryWithANameThatIsLongerThanAllReasonsMayBe"),
        ] {
            assert_eq!(cut(text), kept, "{text}");
        }
    }
}
