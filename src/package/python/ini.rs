//! `setup.cfg`.

use super::super::reader::ManifestReader;
use super::super::shape::DependencyKind;
use super::requirement;

/// Reads the name, and the lists of requirements: one a line, below their key or behind it.
pub fn read(reader: &mut ManifestReader<'_>) {
    let mut section = String::new();
    let mut list: Option<DependencyKind> = None;
    for (at, line) in reader.lines() {
        let text = line.trim();
        if text.is_empty() || text.starts_with(['#', ';']) {
            continue;
        }
        let start = at + line.find(text).unwrap_or(0);
        if line.starts_with([' ', '\t']) {
            list.into_iter().for_each(|kind| requirements(reader, text, kind, start));
        } else if let Some(name) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            section = name.trim().to_owned();
            list = None;
        } else if let Some((key, value)) = text.split_once(['=', ':']) {
            let (key, value) = (key.trim(), value.trim());
            if (&*section, key) == ("metadata", "name") && !value.starts_with("attr:") {
                reader.name(Some(value));
            }
            list = kind(&section, key).filter(|_| !value.starts_with("file:"));
            let behind = start + text.len() - value.len();
            list.into_iter().for_each(|kind| requirements(reader, value, kind, behind));
        } else {
            reader.flaw(start, format!("`{text}` is neither a section nor a key"));
            list = None;
        }
    }
}

fn kind(section: &str, key: &str) -> Option<DependencyKind> {
    match (section, key) {
        ("options", "install_requires") => Some(DependencyKind::Normal),
        ("options", "setup_requires") => Some(DependencyKind::Build),
        ("options", "tests_require") => Some(DependencyKind::Dev),
        ("options.extras_require", _) => Some(DependencyKind::Optional),
        _ => None,
    }
}

fn requirements(reader: &mut ManifestReader<'_>, text: &str, kind: DependencyKind, start: usize) {
    if !text.is_empty() {
        requirement::add(reader, text, kind, start);
    }
}
