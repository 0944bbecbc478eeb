//! Files whose text is broken so that nothing is known of the rest: no answer holds what is declared or called there.

use super::extent::View;
use super::guide::Outcome;
use super::missing::{Shortfall, ShortfallKind};
use super::request::BundleRequest;
use crate::base::{GapKind, counted};

/// How many lines behind a broken place may be without a declaration: the rest of the one that it is in.
const FEW: u32 = 3;

/// The files that are shown in part, with nothing known of them behind a broken place.
pub fn broken(request: &BundleRequest<'_>, outcome: &Outcome<'_>) -> Option<Shortfall> {
    let in_part = |view: View| !matches!(view, View::Full | View::Listed);
    let shown = outcome.items.iter().filter(|item| in_part(item.view));
    let places: Vec<String> = shown.filter_map(|item| place(request, &item.path)).collect();
    let first = places.first()?;
    let more = if places.len() > 1 {
        format!(", nor behind such places of {}", counted(places.len() - 1, "other file"))
    } else {
        String::new()
    };
    let what = format!("nothing is known behind {first}, where the text is broken{more}");
    Some(Shortfall { kind: ShortfallKind::Broken, query: String::new(), count: places.len(), what, run: None })
}

/// The first broken place of a file behind which it declares nothing, as `path:line`.
fn place(request: &BundleRequest<'_>, path: &str) -> Option<String> {
    let snapshot = request.engine.snapshot;
    let broken = snapshot.gaps.iter().filter(|gap| gap.kind == GapKind::ParseError && gap.path == path);
    let file = snapshot.file(path)?;
    let last = snapshot.definitions_of(file).map(|(_, definition)| definition.start_line).max().unwrap_or(0);
    let line = broken.map(|gap| gap.at.line).filter(|line| *line > 0 && *line >= last).min()?;
    let n_lines = snapshot.file_row(file)?.lines;
    (n_lines > line + FEW).then(|| format!("`{path}:{line}`"))
}
