//! Suggestions: files near a name that is none.

use std::path::{Path, PathBuf};

use crate::base::nearest;
use crate::manifest::SHIPPED;

/// Where manifests are commonly kept.
const FOLDERS: &[&str] = &["", ".cg", "manifests"];

/// The message for a manifest that does not exist.
pub fn manifest(path: &Path) -> Option<String> {
    if path.as_os_str() == "-" {
        return Some("a manifest from standard input is `/dev/stdin`".to_owned());
    }
    let found = known(path);
    let same = |it: &&PathBuf| it.file_stem() == path.file_name() || it.file_name() == path.file_name();
    let near = || {
        let stem = path.file_stem()?.to_str()?;
        let stems = found.iter().filter_map(|it| it.file_stem()?.to_str());
        let near = nearest(stem, stems)?;
        found.iter().find(|it| it.file_stem().is_some_and(|stem| stem == near))
    };
    if let Some(meant) = found.iter().find(same).or_else(near) {
        return Some(format!("did you mean `{}`?", meant.display()));
    }
    let name = path.file_stem()?.to_str()?;
    let commands = super::parse::whole();
    if let Some(command) = nearest(name, commands.get_subcommands().map(clap::Command::get_name)) {
        return Some(format!("did you mean the command `{command}`?"));
    }
    if let Some(class) = nearest(name, SHIPPED.iter().map(|(name, _)| *name)) {
        return Some(format!("did you mean the shipped class `{class}`?"));
    }
    Some("`cg-bundle --help` lists the commands; `cg-bundle init` lists manifests to start from".to_owned())
}

/// The manifests beside the path that was given, and in the common folders.
fn known(path: &Path) -> Vec<PathBuf> {
    let beside = path.parent().unwrap_or(Path::new(""));
    let mut found: Vec<PathBuf> = Vec::new();
    for folder in std::iter::once(beside).chain(FOLDERS.iter().map(Path::new)) {
        let read = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let mut inside: Vec<PathBuf> = std::fs::read_dir(read)
            .map(|entries| entries.flatten().map(|entry| folder.join(entry.file_name())).collect())
            .unwrap_or_default();
        inside.retain(|it| is_manifest(it) && !found.contains(it));
        inside.sort();
        found.append(&mut inside);
    }
    found
}

/// Whether a path ends as a manifest does.
pub fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "yaml" || it == "yml")
}
