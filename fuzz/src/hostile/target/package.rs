//! Manifests of packages and lockfiles, every format.

use cg_bundle::base::Position;
use cg_bundle::package::{self, Declarations};

use super::super::files;
use super::super::read_below;
use super::Extent;

/// Each file of the cases alone.
pub fn first() -> Vec<Vec<u8>> {
    let cases = read_below("cases/packages");
    let all = cases.iter().flat_map(|(_, text)| files::split(text));
    let known = all.filter(|file| package::is_manifest(&file.path) && !file.content.is_empty());
    known.map(|file| files::join(&[file])).collect()
}

/// The declarations of one are the same each time, and inside its text.
pub fn run(input: &[u8]) {
    for file in files::split(input) {
        let Some(format) = package::format(&file.path) else { continue };
        let text = String::from_utf8_lossy(&file.content);
        let said = package::read(format, &file.path, &text);
        assert!(said == package::read(format, &file.path, &text), "{}: not the same twice", file.path);
        let extent = Extent::of(text.strip_prefix('\u{feff}').unwrap_or(&text).as_bytes());
        for at in places(&said) {
            assert!(extent.holds(at), "{}: a place at {at} outside of the text", file.path);
        }
        hangs_together(&said, &file.path);
    }
}

fn places(said: &Declarations) -> Vec<Position> {
    let stated = said.dependencies.iter().map(|it| it.at);
    stated.chain(said.locked.iter().map(|it| it.at)).chain(said.flaws.iter().map(|it| it.at)).collect()
}

/// A reference between entries leads to an existing one.
fn hangs_together(said: &Declarations, path: &str) {
    let shared = said.shared.iter().all(|(_, at)| *at < said.dependencies.len());
    let claimed = said.claims.iter().all(|(_, at)| *at < said.locked.len());
    let needed = said.needs.iter().all(|need| need.from.max(need.to) < said.locked.len());
    assert!(shared && claimed && needed, "{path}: an entry points outside of the entries");
}
