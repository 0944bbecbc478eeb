//! Paths of installed packages, as traces have them: the folders of package managers, and the packages of the repository in them.

use crate::base::{TextPart, path};
use crate::facts::Snapshot;

/// Folders in which package managers put what others wrote: a path below them ends like one of ours by chance.
const LIBRARIES: &[&str] = &[
    "/node_modules/",
    "/site-packages/",
    "/dist-packages/",
    "/.cargo/registry/",
    "/rustc/",
    "/pkg/mod/",
    "/gems/",
    "/vendor/bundle/",
    "/usr/lib/",
    "/usr/local/go/src/",
];

/// Further folders of libraries. What is below them may be a copy of the repository, but a file that is not here is none of its own.
const BESIDE: &[&str] = &["/vendor/", "/lib/ruby/", "/lib/python", "/lib64/python", "/Pods/", "/.gradle/", "/.m2/"];

/// The part of a path behind the folder of a package manager.
pub fn in_library(slashed: &str) -> Option<&str> {
    let end = LIBRARIES.iter().filter_map(|folder| Some(slashed.rfind(folder)? + folder.len())).max()?;
    Some(slashed.part(end..))
}

/// Whether a path lies in a folder that libraries have too.
pub fn beside_library(slashed: &str) -> bool {
    BESIDE.iter().any(|folder| slashed.contains(folder))
}

/// The paths in the repository that a file of one of its packages may have, by its path in a folder of installed packages:
/// `github.com/org/shop@v1.2.0/cart.go`, `shop/lib/cart.js`, `shop-1.2.0/lib/cart.rb`.
pub fn packaged<'s>(snapshot: &'s Snapshot, inside: &'s str) -> impl Iterator<Item = String> + 's {
    let parts: Vec<&str> = inside.split('/').collect();
    snapshot.manifests.iter().flat_map(move |row| {
        let name: Vec<&str> = snapshot.names.get(row.name).split('/').collect();
        let root = path::parent(snapshot.path(row.file));
        let paths = (name.len()..parts.len()).filter_map(|n_head| {
            let (head, rest) = parts.split_at(n_head);
            let is_own = head.iter().rev().zip(name.iter().rev()).all(|(part, name)| is_named(part, name));
            is_own.then(|| path::join(root, &rest.join("/"))).flatten()
        });
        paths.collect::<Vec<String>>()
    })
}

/// Whether a part of a path is a name, or that with a version behind it.
fn is_named(part: &str, name: &str) -> bool {
    let is_digit = |it: char| it.is_ascii_digit();
    let is_version =
        |rest: &str| rest.starts_with('@') || rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(is_digit));
    part.strip_prefix(name).is_some_and(|rest| rest.is_empty() || is_version(rest))
}
