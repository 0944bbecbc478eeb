//! A manifest as a command line at the root of the repository names it.

use std::path::{Component, Path, PathBuf, absolute};

/// The name of a shipped manifest; the path from the root, of one that is not below it with `..`.
pub fn manifest_name(path: &Path, root: &Path) -> String {
    if !path.exists() || path.is_absolute() && !path.starts_with(root) {
        return path.display().to_string();
    }
    let (Ok(to), Ok(from)) = (plain(path), plain(root)) else { return path.display().to_string() };
    let (to, from): (Vec<_>, Vec<_>) = (to.components().collect(), from.components().collect());
    let shared = to.iter().zip(&from).take_while(|(to, from)| to == from).count();
    let above = from[shared..].iter().map(|_| Component::ParentDir);
    let name: PathBuf = above.chain(to[shared..].iter().copied()).collect();
    name.display().to_string()
}

/// A path from the top, without `.` and, where that is known without the disk, without `..`.
fn plain(path: &Path) -> std::io::Result<PathBuf> {
    path.canonicalize().or_else(|_| absolute(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_named_from_the_root() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("shop");
        std::fs::create_dir_all(root.join("tasks")).expect("folders");
        let (inside, beside) = (root.join("tasks/fix.yaml"), folder.path().join("own.yaml"));
        std::fs::write(&inside, "").expect("a file");
        std::fs::write(&beside, "").expect("a file");
        assert_eq!(manifest_name(&inside, &root), "tasks/fix.yaml");
        assert_eq!(manifest_name(&beside, &root), beside.display().to_string());
        assert_eq!(manifest_name(&root.join("../own.yaml"), &root), "../own.yaml");
        assert_eq!(manifest_name(Path::new("bug-fix"), &root), "bug-fix");
    }
}
