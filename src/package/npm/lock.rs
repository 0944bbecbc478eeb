//! `package-lock.json` and `npm-shrinkwrap.json`, versions 1 to 3.

use super::super::json::{self, Node};
use super::super::reader::Reader;
use super::super::shape::Claim;

const FOLDER: &str = "node_modules/";

/// Reads `packages`, or, in version 1, `dependencies`.
pub fn read(reader: &mut Reader<'_>) {
    let (root, stop) = json::parse(reader.text);
    match root.get("packages") {
        Some(packages) => flat(reader, packages),
        None => root.get("dependencies").into_iter().for_each(|it| nested(reader, it, false)),
    }
    if let Some((at, why)) = stop {
        reader.flaw(at, why);
    }
}

/// The place of a package says who finds it: `a/node_modules/b` is for what lies in `a`.
fn flat(reader: &mut Reader<'_>, packages: &Node<'_>) {
    for member in packages.members() {
        let Some((above, folder)) = member.name.rsplit_once(FOLDER) else { continue };
        let Some(version) = member.node.get("version").and_then(Node::text) else { continue };
        let name = member.node.get("name").and_then(Node::text).unwrap_or(folder);
        let claim = match above.contains(FOLDER) {
            true => Claim::Nobody,
            false => Claim::Directory(above.trim_end_matches('/').to_owned()),
        };
        reader.lock(name, version, claim, member.at);
    }
}

fn nested(reader: &mut Reader<'_>, dependencies: &Node<'_>, is_inner: bool) {
    for member in dependencies.members() {
        if let Some(version) = member.node.get("version").and_then(Node::text) {
            let claim = if is_inner { Claim::Nobody } else { Claim::Directory(String::new()) };
            reader.lock(&member.name, version, claim, member.at);
        }
        if let Some(inner) = member.node.get("dependencies") {
            nested(reader, inner, true);
        }
    }
}
