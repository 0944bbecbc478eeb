//! Files that git tracks are seen, whatever its ignore files say.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cg_bundle::base::GapKind;
use cg_bundle::walk::walk;
use proptest::prelude::*;
use tempfile::TempDir;

/// An index of git in one of its formats, with digests of so many bytes: paths with their modes, in order.
fn index(version: u32, n_digest: usize, entries: &BTreeSet<String>, mode: u32) -> Vec<u8> {
    let mut bytes = b"DIRC".to_vec();
    bytes.extend(version.to_be_bytes());
    bytes.extend((entries.len() as u32).to_be_bytes());
    let mut before = String::new();
    for path in entries {
        let first = bytes.len();
        bytes.extend([0; 24]);
        bytes.extend(mode.to_be_bytes());
        bytes.extend([7; 12]);
        bytes.extend(vec![9; n_digest]);
        let is_extended = version > 2 && path.len().is_multiple_of(2);
        let flags = (path.len() as u16).min(0xfff) | if is_extended { 0x4000 } else { 0 };
        bytes.extend(flags.to_be_bytes());
        if is_extended {
            bytes.extend([0x20, 0]);
        }
        if version == 4 {
            let kept = path.bytes().zip(before.bytes()).take_while(|(one, other)| one == other).count();
            bytes.extend(number(before.len() - kept));
            bytes.extend(&path.as_bytes()[kept..]);
            bytes.push(0);
            before.clone_from(path);
        } else {
            bytes.extend(path.as_bytes());
            bytes.push(0);
            while !(bytes.len() - first).is_multiple_of(8) {
                bytes.push(0);
            }
        }
    }
    bytes.extend(b"TREE\0\0\0\x03abc");
    bytes.extend(vec![1; n_digest]);
    bytes
}

/// A number as git writes offsets: seven bits a byte, each further byte counting one more.
fn number(mut number: usize) -> Vec<u8> {
    let mut bytes = vec![(number & 0x7f) as u8];
    while number >= 0x80 {
        number = (number >> 7) - 1;
        bytes.insert(0, 0x80 | (number & 0x7f) as u8);
    }
    bytes
}

fn write(root: &Path, path: &str, bytes: &[u8]) {
    let path = root.join(path);
    if path.parent().is_some_and(|it| fs::create_dir_all(it).is_ok()) && !path.is_dir() {
        let _ = fs::write(path, bytes);
    }
}

fn seen(root: &Path) -> BTreeSet<String> {
    walk(root).expect("a tree").files.into_iter().map(|entry| entry.path.into()).collect()
}

fn set(paths: &[&str]) -> BTreeSet<String> {
    paths.iter().map(|path| (*path).to_owned()).collect()
}

const REGULAR: u32 = 0o100_644;

#[test]
fn a_tracked_file_is_seen_in_an_ignored_folder() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    for file in ["src/a.ts", "lib/package.json", "lib/other.json", "lib/deep/down/b.ts", "lib/deep/c.ts", "hidden/d.ts"]
    {
        write(root, file, b"");
    }
    write(root, ".gitignore", b"**/package.json\n/lib/deep\nother.json\n");
    write(root, ".ignore", b"hidden\n");
    let untracked = set(&[".gitignore", ".ignore", "src/a.ts"]);
    assert_eq!(seen(root), untracked);
    let tracked = set(&["hidden/d.ts", "lib/deep/down/b.ts", "lib/package.json", "gone.ts"]);
    for (version, n_digest) in [(2, 20), (3, 20), (4, 20), (2, 32), (4, 32)] {
        write(root, ".git/index", &index(version, n_digest, &tracked, REGULAR));
        let wanted = set(&[".gitignore", ".ignore", "lib/deep/down/b.ts", "lib/package.json", "src/a.ts"]);
        assert_eq!(seen(root), wanted, "format {version}, digests of {n_digest}");
    }
    // A submodule is no file.
    write(root, ".git/index", &index(2, 20, &tracked, 0o160_000));
    assert_eq!(seen(root), untracked);
}

#[test]
fn a_submodule_has_its_own_index() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    write(root, "sub/.gitignore", b"*.json\n");
    write(root, "sub/a.json", b"");
    write(root, "sub/b.json", b"");
    write(root, "sub/.git", b"gitdir: ../.git/modules/sub\n");
    write(root, ".git/index", &index(2, 20, &set(&["sub/b.json"]), REGULAR));
    write(root, ".git/modules/sub/index", &index(2, 20, &set(&["a.json"]), REGULAR));
    assert_eq!(seen(root), set(&["sub/.gitignore", "sub/a.json"]));
    // A worktree whose git folder lies elsewhere is not followed.
    write(root, "sub/.git", b"gitdir: ../../elsewhere\n");
    let tree = walk(root).expect("a tree");
    assert!(tree.gaps.iter().any(|gap| gap.path == "sub/.git" && gap.kind == GapKind::Link), "{:?}", tree.gaps);
}

/// An index that is damaged is a gap, and then the ignore files decide alone.
#[test]
fn a_damaged_index_is_a_gap() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    write(root, ".gitignore", b"a.json\n");
    write(root, "a.json", b"");
    let whole = index(2, 20, &set(&["a.json", "b.json"]), REGULAR);
    let mut split = index(2, 20, &set(&["a.json"]), REGULAR);
    split.splice(split.len() - 31..split.len() - 27, *b"link");
    let newer = index(5, 20, &set(&["a.json"]), REGULAR);
    let many = [&whole[..8], &[0xff; 4], &whole[12..]].concat();
    for (bytes, why) in [
        (&whole[..whole.len() - 40], "damaged"),
        (&whole[..7], "no index"),
        (b"no index at all, but long enough", "no index"),
        (&split, "split"),
        (&newer, "format 5"),
        (&many, "damaged"),
    ] {
        write(root, ".git/index", bytes);
        let tree = walk(root).expect("a tree");
        assert_eq!(tree.files.len(), 1, "{why}");
        let gap = tree.gaps.iter().find(|gap| gap.path == ".git/index").expect("a gap");
        assert!(gap.detail.contains(why), "{why}: {gap:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The walk is what git tracks, and what it neither tracks nor ignores.
    #[test]
    fn the_walk_is_tracked_and_not_ignored(
        files in prop::collection::btree_set("[ab][ab.-]?(/[ab][ab.-]?){0,3}", 1..20),
        rules in prop::collection::vec("(!)?(/)?[ab*]{1,2}(/[ab*]{1,2}){0,2}(/)?", 0..6),
        deeper in prop::collection::vec((any::<prop::sample::Index>(), "(!)?(/)?[ab*]{1,2}(/)?"), 0..4),
        picked in prop::collection::vec(any::<bool>(), 20),
        version in 2u32..5,
    ) {
        let folder = TempDir::new().expect("a folder");
        let root = folder.path();
        files.iter().for_each(|file| write(root, file, b""));
        write(root, ".gitignore", rules.join("\n").as_bytes());
        let folders: BTreeSet<&Path> = files.iter().filter_map(|file| Path::new(file).parent()).collect();
        let folders: Vec<&Path> = folders.into_iter().filter(|folder| root.join(folder).is_dir()).collect();
        for (folder, rule) in deeper.iter().filter(|_| !folders.is_empty()) {
            let folder = folder.get(&folders);
            let _ = fs::write(root.join(folder).join(".gitignore"), rule);
        }
        let untracked = seen(root);
        let tracked: BTreeSet<String> =
            files.iter().zip(&picked).filter(|(_, is_tracked)| **is_tracked).map(|(file, _)| file.clone()).collect();
        write(root, ".git/index", &index(version, 20, &tracked, REGULAR));
        let there = tracked.into_iter().filter(|file| root.join(file).is_file());
        prop_assert_eq!(seen(root), untracked.into_iter().chain(there).collect::<BTreeSet<_>>());
    }

    /// No bytes of an index do more than make a gap.
    #[test]
    fn any_index_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300), at in 0usize..200, by in any::<u8>()) {
        let folder = TempDir::new().expect("a folder");
        let mut made = index(4, 20, &set(&["a/b", "a/c", "b"]), REGULAR);
        let place = at % made.len();
        made[place] ^= by;
        for bytes in [bytes, made] {
            write(folder.path(), ".git/index", &bytes);
            prop_assert!(walk(folder.path()).is_ok());
        }
    }
}

/// Files that a sparse checkout leaves out are one gap, which counts them.
#[test]
fn a_sparse_checkout_is_a_gap() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    write(root, "here.py", b"");
    let mut bytes = index(3, 20, &set(&["a/b.py", "b/c.py", "here.py"]), REGULAR);
    // Both of the paths of six letters have further flags.
    let announced = [0x40, 6, 0x20, 0];
    while let Some(at) = bytes.windows(4).position(|flags| flags == announced) {
        bytes[at + 2] = 0x40;
    }
    write(root, ".git/index", &bytes);
    let tree = walk(root).expect("a tree");
    let gaps: Vec<_> = tree.gaps.iter().map(|gap| (&*gap.path, gap.kind, &*gap.detail)).collect();
    assert_eq!(gaps, [("a/b.py", GapKind::NotCheckedOut, "a sparse checkout leaves it and 1 more tracked file out")]);
}

/// A submodule without a `.git` of its own is not checked out.
#[test]
fn a_submodule_that_is_not_checked_out_is_a_gap() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    write(root, ".git/index", &index(2, 20, &set(&["lib/a", "lib/b"]), 0o160_000));
    write(root, "lib/b/.git", b"gitdir: ../../.git/modules/b");
    let tree = walk(root).expect("a tree");
    let gaps: Vec<_> = tree.gaps.iter().map(|gap| (&*gap.path, gap.kind)).collect();
    assert_eq!(gaps, [("lib/a", GapKind::Submodule)]);
}
