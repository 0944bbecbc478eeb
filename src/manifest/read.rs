//! From the bytes of a manifest to the typed manifest, or to everything that is wrong with it.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::check_input::UNUSED;
use super::extend::{self, BASE, BaseManifest, EXTENDS, NEEDED, ReadBase, Unmerged};
use super::flat::SourceFindings;
use super::guard;
use super::limits::{MANIFEST, unreadable};
use super::tree::Node;
use super::types::{Extended, Manifest};
use super::{assemble, check, check_query, decode, shape};
use crate::base::{Diagnostic, Severity, TextPart, sort};

/// The codes of errors that are none where the base has what they find missing: queries, inputs, keys, bands; and of the decode of a
/// flat text.
const OF_BASE: [&str; 7] = ["CG001", "CG017", "CG018", NEEDED, "CG032", "CG034", "CG035"];

/// Why there is no manifest.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The file could not be read.
    #[error("cannot read manifest `{}`", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The text is no manifest.
    #[error("manifest `{}` has {} problem{}", path.display(), diagnostics.len(), if diagnostics.len() == 1 { "" } else { "s" })]
    Invalid {
        /// The file.
        path: PathBuf,
        /// The text that the diagnostics point into; lossy where it is not UTF-8.
        source_text: String,
        /// Everything found, in the order of the text.
        diagnostics: Vec<Diagnostic>,
        /// The base that it extends, where something is wrong there.
        base: Option<Box<SourceFindings>>,
    },
}

/// Reads a manifest from bytes, without the disk: it may extend a shipped one. `path` is for messages; its stem is the
/// default task class.
pub fn parse(bytes: &[u8], path: impl Into<PathBuf>) -> Result<Manifest, ManifestError> {
    parse_over(bytes, path.into(), &|_| Err(io::Error::other("this text has no place on the disk")))
}

/// Reads a manifest from bytes, and the base that it extends.
pub(super) fn parse_over(bytes: &[u8], path: PathBuf, read: ReadBase) -> Result<Manifest, ManifestError> {
    let invalid = |source_text: &str, diagnostics: Vec<Diagnostic>| ManifestError::Invalid {
        path: path.clone(),
        source_text: source_text.to_owned(),
        diagnostics,
        base: None,
    };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lossy = String::from_utf8_lossy(&bytes[..bytes.len().min(MANIFEST.bytes)]);
    if let Some(diagnostic) = unreadable(bytes, &lossy) {
        return Err(invalid(&lossy, vec![diagnostic]));
    }
    let stem = path.file_stem().map_or("task".into(), |stem| stem.to_string_lossy());
    let mut found = Vec::new();
    let root = guard::tree(&lossy, MANIFEST, &mut found);
    if let (Some(root), true) = (&root, found.is_empty())
        && let Some(node) = root.get(EXTENDS)
        && let Some(name) = node.text()
    {
        return match extend::base(&path, name, node, read) {
            Ok(base) => over(&lossy, &stem, &path, root, &base),
            Err(Unmerged::Top(diagnostic)) => {
                let mut found = without_base(&lossy, &stem, root);
                found.retain(|it| it.primary.span != diagnostic.primary.span);
                found.push(*diagnostic);
                sort(&mut found);
                Err(invalid(&lossy, found))
            }
            Err(Unmerged::Base(findings)) => {
                let (path, source_text) = (path.clone(), lossy.into_owned());
                let base = Some(findings);
                Err(ManifestError::Invalid { path, source_text, diagnostics: Vec::new(), base })
            }
        };
    }
    let (manifest, mut found) = checked(&lossy, &stem, root, found);
    sort(&mut found);
    match manifest {
        Some(manifest) if found.iter().all(|it| it.severity != Severity::Error) => {
            Ok(Manifest { warnings: found, ..manifest })
        }
        _ => Err(invalid(&lossy, found)),
    }
}

/// The errors of a text that hold whatever its base states.
fn without_base(text: &str, stem: &str, root: &Node) -> Vec<Diagnostic> {
    let (_, mut found) = checked(text, stem, Some(root.clone()), Vec::new());
    found.retain(|it| it.severity == Severity::Error && !OF_BASE.contains(&it.code));
    found
}

/// Reads a manifest on top of its base.
fn over(text: &str, stem: &str, path: &Path, root: &Node, base: &BaseManifest) -> Result<Manifest, ManifestError> {
    let mut wrong = Vec::new();
    let flat_of = |unused: &[Range<usize>], wrong: &mut Vec<Diagnostic>| {
        wrong.clear();
        let flat = extend::merged(path, text, root, base, unused, wrong);
        let mut found = Vec::new();
        let tree = guard::tree(&flat.text, MANIFEST, &mut found);
        let (manifest, found) = checked(&flat.text, stem, tree, found);
        (flat, manifest, found)
    };
    let (mut flat, mut manifest, mut found) = flat_of(&[], &mut wrong);
    let unused = found.iter().filter(|it| it.code == UNUSED).map(|it| flat.place(&it.primary.span));
    let unused: Vec<Range<usize>> = unused.filter(|(file, _)| *file == BASE).map(|(_, span)| span).collect();
    if !unused.is_empty() {
        (flat, manifest, found) = flat_of(&unused, &mut wrong);
    }
    // What a query lacks that has the name of none of the base is said with that name.
    found.retain(|it| {
        let (file, place) = flat.place(&it.primary.span);
        let is_said = |other: &Diagnostic| {
            other.code == NEEDED && place.start <= other.primary.span.start && other.primary.span.end <= place.end
        };
        it.code != NEEDED || file == BASE || !wrong.iter().any(is_said)
    });
    let is_wrong = !wrong.is_empty() || found.iter().any(|it| it.severity == Severity::Error);
    let mut lists = flat.located(found).into_iter();
    let (mut of_top, mut of_base) = (lists.next().unwrap_or_default(), lists.next().unwrap_or_default());
    of_top.extend(wrong);
    sort(&mut of_top);
    let source = &flat.sources[BASE];
    let dropped = extend::dropped(root);
    for it in of_base.iter_mut().filter(|it| dropped.contains(&source.text.part(it.primary.span.clone()))) {
        // The base is right by itself.
        it.fix = None;
        it.help = Some(format!("{} drops it: drop this query too, or state it anew", path.display()));
    }
    let findings = SourceFindings { path: source.path.clone(), source_text: source.text.clone(), diagnostics: of_base };
    match manifest.filter(|_| !is_wrong) {
        Some(manifest) => {
            let over = Some(Arc::new(Extended { flat, findings }));
            Ok(Manifest { warnings: of_top, over, ..manifest })
        }
        None => {
            let base = (!findings.diagnostics.is_empty()).then(|| Box::new(findings));
            let (path, source_text) = (path.to_owned(), text.to_owned());
            Err(ManifestError::Invalid { path, source_text, diagnostics: of_top, base })
        }
    }
}

fn checked(
    text: &str,
    stem: &str,
    root: Option<Node>,
    mut found: Vec<Diagnostic>,
) -> (Option<Manifest>, Vec<Diagnostic>) {
    let Some(root) = root.filter(|root| !root.is_null()) else {
        if found.is_empty() {
            let end = text.lines().next().unwrap_or_default().len();
            let diagnostic =
                Diagnostic::error("CG011", "the manifest is empty", 0..end, "nothing but blanks and comments");
            found.push(diagnostic.help("begin with `version: 1`, and name what to read under `must_read:`"));
        }
        return (None, found);
    };
    check::manifest(text, &root, shape::MANIFEST, &mut found);
    check::drops(&root, &mut found);
    check::unbound_bands(&root, &mut found);
    let asked = check_query::queries(text, &root, &mut found);
    // Where a character was masked to read on, the value is not what was written.
    let masked: Vec<usize> = found.iter().filter(|it| it.code == "CG005").map(|it| it.primary.span.start).collect();
    found.retain(|it| it.code == "CG005" || !masked.contains(&it.primary.span.start));
    if found.iter().any(|it| it.severity == Severity::Error) {
        return (None, found);
    }
    match decode::written(text, &root) {
        Ok(written) => {
            let manifest = assemble::manifest(text, stem, &root, written, asked);
            if manifest.is_none() {
                let title = "the checks and the decode of this manifest differ";
                found.push(
                    Diagnostic::error("CG099", title, 0..0, "")
                        .help("this is a mistake of the program; please report it"),
                );
            }
            (manifest, found)
        }
        Err(diagnostic) => (None, vec![*diagnostic]),
    }
}
