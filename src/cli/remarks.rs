//! The remarks on the queries of a bundle, as a reader wants them: one that several queries make is printed once, and those
//! that differ in nothing but the name that they begin with are one.

use std::fmt::Write;

use crate::base::counted;
use crate::bundle::QueryRecord;

/// How many names a remark lists.
const MOST_LISTED: usize = 4;

/// The remarks on some queries, in the order in which they are first made.
pub fn remarks(queries: &[QueryRecord], has_index: bool) -> Vec<String> {
    let mut texts: Vec<(Vec<String>, String)> = Vec::new();
    for query in queries {
        let name = if query.is_globs { format!("`globs` of {}", query.band) } else { format!("`{}`", query.name) };
        for text in of_query(query, has_index) {
            match texts.iter_mut().find(|(_, known)| *known == text) {
                Some((queries, _)) if queries.contains(&name) => {}
                Some((queries, _)) => queries.push(name.clone()),
                None => texts.push((vec![name.clone()], text)),
            }
        }
    }
    let mut groups: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for (queries, text) in texts {
        let same = groups.iter_mut().find(|(others, known)| {
            *others == queries && known.first().is_some_and(|first| split(first).is_some_and(|it| is_same(it, &text)))
        });
        match same {
            Some((_, known)) => known.push(text),
            None => groups.push((queries, vec![text])),
        }
    }
    groups.iter().map(|(queries, texts)| line(queries, texts)).collect()
}

/// A text around the first name that it quotes: before it, the name, after it.
fn split(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (name, after) = rest.split_once('`')?;
    Some((before, name, after))
}

fn is_same((before, _, after): (&str, &str, &str), text: &str) -> bool {
    split(text).is_some_and(|(own_before, _, own_after)| (own_before, own_after) == (before, after))
}

fn line(queries: &[String], texts: &[String]) -> String {
    let mut line = listed(queries);
    let first = texts.first().map_or("", String::as_str);
    _ = write!(line, ": {first}");
    let others: Vec<String> =
        texts.iter().skip(1).filter_map(|text| split(text)).map(|(_, name, _)| format!("`{name}`")).collect();
    if !others.is_empty() {
        _ = write!(line, " (the same of {})", listed(&others));
    }
    line
}

fn listed(names: &[String]) -> String {
    let more = names.len().saturating_sub(MOST_LISTED);
    let first = names.iter().take(MOST_LISTED).cloned().collect::<Vec<_>>().join(", ");
    if more == 0 { first } else { format!("{first} and {more} more") }
}

fn of_query(query: &QueryRecord, has_index: bool) -> Vec<String> {
    let mut remarks: Vec<String> = query.fallback.iter().cloned().collect();
    // Without an index the text answers, which is the usual state; the bundle says so.
    remarks.extend(query.downgraded.iter().filter(|_| has_index).cloned());
    remarks.extend(query.notes.iter().cloned());
    let no_room = query.deferred - query.aside - query.sufficient;
    if no_room > 0 {
        let (shown, returned) = (query.included, counted(query.returned, "file"));
        remarks.push(format!("returned {returned}; {shown} shown, {no_room} without room in the budget"));
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::Band;

    fn query(name: &str, notes: &[&str]) -> QueryRecord {
        let notes = notes.iter().map(|note| (*note).to_owned()).collect();
        QueryRecord { notes, ..QueryRecord::new(name.to_owned(), Band::MustRead, String::new()) }
    }

    #[test]
    fn what_several_queries_say_of_several_names_is_one_line() {
        let [gone, also] = ["`a.rs` was deleted", "`b.rs` was deleted"];
        let queries = [query("one", &[gone, also, "no use of `f` is sure"]), query("two", &[gone, also])];
        assert_eq!(
            remarks(&queries, false),
            ["`one`, `two`: `a.rs` was deleted (the same of `b.rs`)", "`one`: no use of `f` is sure"]
        );
    }

    #[test]
    fn a_number_makes_a_remark_another_and_many_names_are_counted() {
        let notes = ["2 of `a`", "3 of `b`", "`a` is", "`b` is", "`c` is", "`d` is", "`e` is", "`f` is", "`g` is"];
        assert_eq!(
            remarks(&[query("one", &notes)], false),
            ["`one`: 2 of `a`", "`one`: 3 of `b`", "`one`: `a` is (the same of `b`, `c`, `d`, `e` and 2 more)"]
        );
    }
}
