//! Sources that were not read, where a name or a word finds nothing; and files whose text is wanted and cannot be printed.

use super::guide::Outcome;
use super::item::{Item, Reduction};
use super::missing::{Shortfall, ShortfallKind};
use super::request::BundleRequest;
use crate::base::{Gap, GapKind, counted};
use crate::language;
use crate::manifest::Band;

/// The most files that are named.
const NAMED: usize = 3;

/// The shortfall of sources of which nothing was read: a name or a word that means nothing here may be theirs.
pub fn unread_files(request: &BundleRequest<'_>) -> Option<Shortfall> {
    of_gaps("source", &request.engine.snapshot.gaps.iter().filter(|gap| is_unread(gap)).collect::<Vec<_>>())
}

/// The shortfall of tracked files that a sparse checkout leaves out: whatever is looked for may be in them.
pub fn not_checked_out(request: &BundleRequest<'_>) -> Option<Shortfall> {
    let is_away = |gap: &&Gap| gap.kind == GapKind::NotCheckedOut;
    of_gaps("file", &request.engine.snapshot.gaps.iter().filter(is_away).collect::<Vec<_>>())
}

fn of_gaps(sort: &str, unread: &[&Gap]) -> Option<Shortfall> {
    if unread.is_empty() {
        return None;
    }
    let named: Vec<String> = unread.iter().take(NAMED).map(|gap| format!("`{}` ({})", gap.path, gap.detail)).collect();
    let more = if unread.len() > NAMED { ", …" } else { "" };
    let are = if unread.len() == 1 { "is" } else { "are" };
    Some(Shortfall {
        kind: ShortfallKind::WeakText,
        query: String::new(),
        count: unread.len(),
        what: format!("{} {are} not read: {}{more}", counted(unread.len(), sort), named.join(", ")),
        run: None,
    })
}

/// Whether nothing was read of a file that is a source by its name. What is minified is a copy of sources.
fn is_unread(gap: &Gap) -> bool {
    let is_whole = matches!(
        gap.kind,
        GapKind::TooLarge
            | GapKind::WorkLimit
            | GapKind::Binary
            | GapKind::Unreadable
            | GapKind::Name
            | GapKind::Internal
    );
    gap.kind == GapKind::Submodule || is_whole && gap.at.line == 0 && language::of_path(&gap.path).is_some()
}

/// The shortfall of files whose text is wanted, and which have none that can be printed.
pub fn unprintable(outcome: &Outcome<'_>) -> Option<Shortfall> {
    let why = |item: &Item| match item.reduced {
        Some(Reduction::Binary) => Some("it is binary"),
        Some(Reduction::Unreadable) => Some("it cannot be read"),
        _ => None,
    };
    let wanted = outcome.items.iter().copied().filter(|item| item.band != Band::MayRead);
    let all: Vec<(&Item, &str)> = wanted.filter_map(|item| Some((item, why(item)?))).collect();
    let named: Vec<String> = all.iter().take(NAMED).map(|(item, why)| format!("`{}` ({why})", item.path)).collect();
    let more = if all.len() > NAMED { ", …" } else { "" };
    (!all.is_empty()).then(|| Shortfall {
        kind: ShortfallKind::Listed,
        query: String::new(),
        count: all.len(),
        what: format!("nothing is printed of {}{more}", named.join(", ")),
        run: None,
    })
}
