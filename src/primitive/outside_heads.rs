//! The names of external packages by how their paths begin: of the thousands that a repository has, few may be meant.

use std::borrow::Cow;

use cg_rules::PackageId;

use super::hashed::{Hashed, hash};
use crate::facts::{NONE, OutsideNames, Snapshot};

/// The external names by the letters and digits that their paths begin with.
#[derive(Debug, Default)]
pub(super) struct OutsideHeads {
    /// By the beginnings of packages, modules and, in Ruby, members.
    heads: Hashed<PackageId>,
}

impl OutsideHeads {
    /// The beginnings of the names of a snapshot.
    pub fn of(snapshot: &Snapshot, names: &OutsideNames) -> Self {
        let mut heads = Vec::new();
        for (id, name) in names.iter() {
            let family = name.language().map_or("", |language| language.family);
            let package = snapshot.package_name(name.package);
            let mut add = |path: &str| heads.push((hash(head(path)), id));
            add(package);
            add(&plain(package, family == "rust"));
            add(&plain(snapshot.names.get(name.module), family == "rust"));
            if family == "ruby" && name.member != NONE {
                add(&plain(snapshot.names.get(name.member), false));
            }
        }
        Self { heads: Hashed::of(heads) }
    }

    /// The names of which a path begins like a text; `None` where it begins with a mark, and may mean any.
    pub fn like<'h>(&'h self, text: &str) -> Option<impl Iterator<Item = PackageId> + 'h> {
        let head = Some(head(text)).filter(|head| !head.is_empty())?;
        Some(self.heads.like(head))
    }
}

/// The letters and digits that a path begins with.
fn head(path: &str) -> &str {
    path.split(|letter: char| !letter.is_ascii_alphanumeric()).next().unwrap_or("")
}

/// A path in one spelling: parts joined by dots where `::`, `\` or `#` join them, without the scheme of a specifier, and
/// without the brackets of a header. In Rust a hyphen is an underscore.
pub(super) fn plain(path: &str, in_rust: bool) -> Cow<'_, str> {
    let path = path.trim_matches(['<', '>']);
    let path = ["node:", "npm:", "jsr:"].iter().find_map(|scheme| path.strip_prefix(scheme)).unwrap_or(path);
    let is_mark = |letter: u8| matches!(letter, b':' | b'\\' | b'#') || in_rust && letter == b'-';
    if !path.bytes().any(is_mark) {
        return Cow::Borrowed(path);
    }
    if !(path.contains("::") || path.contains(['\\', '#']) || in_rust && path.contains('-')) {
        return Cow::Borrowed(path);
    }
    let path = path.trim_start_matches(['\\', ':']).replace("::", ".").replace(['\\', '#'], ".");
    Cow::Owned(if in_rust { path.replace('-', "_") } else { path })
}

/// Whether a path is the one wanted, or goes on from it at the end of a part.
pub fn is_below(path: &str, wanted: &str, dots: bool) -> bool {
    let rest = path.strip_prefix(wanted);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', ':']) || dots && rest.starts_with('.'))
}
