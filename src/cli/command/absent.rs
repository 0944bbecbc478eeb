//! Why no query reaches a file, and what was probably meant by a path that is none.

use std::fmt::Write;
use std::path::Path;

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use crate::base::{Gap, path, printable};
use crate::bundle::Bundle;
use crate::cli::fault::Fault;
use crate::facts::{NONE, Snapshot};
use crate::manifest::Band;
use crate::pipeline::Index;
use crate::primitive::near_files;
use crate::walk::{Hidden, is_secret};

/// How many neighbours are named.
const SHOWN: usize = 3;

/// The path from the root, also where it was given from elsewhere.
pub fn relative(given: &str, index: &Index) -> String {
    let absolute = Path::new(given).strip_prefix(&index.tree.root).ok().and_then(Path::to_str);
    let text = absolute.unwrap_or(given);
    path::join("", text).unwrap_or_else(|| text.to_owned())
}

/// Why a path is not in the tree, behind what that means; a fault where nothing has the path.
pub fn unknown(path: &str, means: &str, index: &Index) -> Result<String, Fault> {
    let full = index.tree.root.join(path);
    let near = near_files(&index.facts, path);
    if !is_secret(path) && !full.exists() && !index.tree.gaps.iter().any(|gap| gap.path == path) {
        let meant: Vec<String> = near.iter().map(|near| format!("`{near}`")).collect();
        let hint = match meant.is_empty() {
            true => "name a file by its path from the root".to_owned(),
            false => format!("did you mean {}?", meant.join(" or ")),
        };
        return Err(Fault::usage(format!("no file below the root has the path `{}`", printable(path)), hint));
    }
    let mut out = format!("{path}  {means}\n\n");
    let what = if is_secret(path) {
        "its name has the shape of a secret: it is neither read nor listed".to_owned()
    } else if full.is_dir() {
        "it is a folder; name a file in it".to_owned()
    } else if let Some(gap) = index.tree.gaps.iter().find(|gap| gap.path == path) {
        format!("it was left out of the tree: {} ({})", gap.detail, gap.kind.name())
    } else {
        index.tree.hidden(path).map_or_else(|| "it is not in the tree".to_owned(), |hidden| why(&hidden, path))
    };
    let _ = writeln!(out, "{what}");
    for near in near {
        let _ = writeln!(out, "  did you mean `{near}`?");
    }
    Ok(out)
}

/// The rule that leaves a path out.
fn why(hidden: &Hidden, path: &str) -> String {
    let of = |found: &str| if found == path { "it".to_owned() } else { format!("the folder `{}`", printable(found)) };
    match hidden {
        Hidden::Rule { path, file, line, pattern } => {
            let at = if *line > 0 { format!("{}:{line}", printable(file)) } else { printable(file).into_owned() };
            format!("{} is ignored by `{}` ({at})", of(path), printable(pattern))
        }
        Hidden::Never(found) => format!("{} is never read, whatever the ignore files say", of(found)),
        Hidden::Link(found) => format!("{} is a link: what it leads to is read in its own place", of(found)),
    }
}

/// The message for a file that no query returns: its gaps, and its edges to files of the bundle.
pub fn unreached(file: FileId, index: &Index, bundle: &Bundle) -> String {
    let facts = &index.facts;
    let path = facts.path(file);
    let mut out = "\nno query reaches it\n".to_owned();
    let gaps: Vec<&Gap> = facts.gaps.iter().filter(|gap| gap.path == path).collect();
    for gap in gaps.iter().take(SHOWN) {
        let at = if gap.at.line > 0 { format!(" at {}:{}", path, gap.at) } else { String::new() };
        let _ = writeln!(out, "  not known: {}{at} {}", gap.kind.name(), gap.detail);
    }
    if facts.file_row(file).is_none_or(|row| row.language == NONE) {
        out += "  it has no facts, as its language is not known; `globs:` can name it\n";
        return out;
    }
    let neighbours = neighbours(file, facts, bundle);
    neighbours.iter().take(SHOWN).for_each(|line| {
        let _ = writeln!(out, "  {line}");
    });
    if neighbours.is_empty() {
        let importers = facts.imports.iter().filter(|row| row.to == file).count();
        let imported = facts.imports.headed([file.0]).count();
        let _ = writeln!(
            out,
            "  nothing in the bundle imports it or is imported by it ({importers} imports of it, {imported} in it)"
        );
    }
    out
}

/// The files of the bundle that import it or that it imports, with the place.
fn neighbours(file: FileId, facts: &Snapshot, bundle: &Bundle) -> Vec<String> {
    let items = bundle.bands.iter().flat_map(|band| &band.items);
    let shown: FxHashMap<FileId, Band> = items.filter_map(|it| Some((facts.file(&it.path)?, it.band))).collect();
    let mut lines = Vec::new();
    let mut listed: Vec<(FileId, FileId)> = Vec::new();
    for row in facts.imports.iter().filter(|row| row.from == file || row.to == file) {
        let other = if row.from == file { row.to } else { row.from };
        let Some(band) = shown.get(&other).filter(|_| row.from != row.to) else { continue };
        if listed.contains(&(row.from, row.to)) {
            continue;
        }
        listed.push((row.from, row.to));
        let at = format!("{}:{}", facts.path(row.from), row.at);
        lines.push(match row.from == file {
            true => {
                format!("near: it imports {} of {band} ({at}); `transitive_callers` would reach it", facts.path(other))
            }
            false => format!("near: {} of {band} imports it ({at}); `dependencies` would reach it", facts.path(other)),
        });
    }
    lines
}
