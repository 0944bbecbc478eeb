//! Tests by their titles, as runners print them: sentences, which no word of code is.

use cg_rules::FileId;

use super::locate::Located;
use crate::facts::Snapshot;

/// The most tests that a title may mean.
const ALIKE: usize = 3;

/// The tests with a title, or with the end of one that names the suites around it as well, each with its line; none where too many
/// have it. `›`, `>` and blanks divide suites from tests.
pub fn titled(snapshot: &Snapshot, title: &str) -> Vec<Located> {
    let wanted = spelled(title);
    if !wanted.contains(' ') {
        return Vec::new();
    }
    let is_it = |name: &str, is_whole: bool| {
        let name = spelled(name);
        name == wanted || !is_whole && (ends_in(&name, &wanted) || ends_in(&wanted, &name) && name.contains(' '))
    };
    let of = |is_whole: bool| -> Vec<Located> {
        let rows = snapshot.tests.iter().filter(|row| is_it(snapshot.names.get(row.name), is_whole));
        rows.map(|row| (row.file, Some(row.at.line))).collect()
    };
    let found = [of(true), of(false)].into_iter().find(|found: &Vec<(FileId, _)>| !found.is_empty());
    found.filter(|found| found.len() <= ALIKE).unwrap_or_default()
}

/// A title without the signs between its parts.
fn spelled(title: &str) -> String {
    let parts = title.split_whitespace().filter(|part| !matches!(*part, ">" | "›" | "»"));
    parts.collect::<Vec<&str>>().join(" ")
}

fn ends_in(text: &str, end: &str) -> bool {
    text.strip_suffix(end).is_some_and(|before| before.ends_with(' '))
}
