//! Changes between two states of a repository: commits by their names, what is staged, and the work tree.

use std::fs;
use std::path::Path;

use cg_bundle::history::{ChangeSpec, Comparison, changes};
use cg_bundle::intake::{Extract, adapter, compared, resolve};
use gix_hash::ObjectId;
use proptest::prelude::*;
use tempfile::TempDir;

use crate::git::{Git, State, state};
use crate::support::Repository;

fn read(root: &Path, range: &str) -> Result<Comparison, String> {
    let spec = ChangeSpec::named(range).unwrap_or_else(|| panic!("{range} is a range"));
    changes(root, &spec).map_err(|error| error.to_string())
}

/// The changed files: `old -> new`, with a dash for a side that is not there.
fn paths(root: &Path, range: &str) -> Vec<String> {
    let found = read(root, range).unwrap_or_else(|error| panic!("{range}: {error}"));
    let side = |path: &Option<String>| path.clone().unwrap_or_else(|| "-".to_owned());
    found.files.iter().map(|it| format!("{} -> {}", side(&it.old_path), side(&it.new_path))).collect()
}

fn text(name: &str, lines: usize) -> String {
    (0..lines).map(|line| format!("{name} says {line}\n")).collect()
}

/// An index of git, format 2, with these files at no time.
fn index(git: &mut Git, files: &State) {
    let mut bytes = [b"DIRC", &2_u32.to_be_bytes()[..], &(files.len() as u32).to_be_bytes()].concat();
    for (path, text) in files {
        let id = git.object("blob", text.as_bytes());
        let mut entry = [[0_u8; 24].as_slice(), &0o100_644_u32.to_be_bytes(), &[0; 12], id.as_bytes()].concat();
        entry.extend((path.len() as u16).to_be_bytes());
        entry.extend(path.as_bytes());
        entry.push(0);
        entry.resize(entry.len().next_multiple_of(8), 0);
        bytes.extend(entry);
    }
    bytes.extend([0; 20]);
    git.write(".git/index", &bytes);
}

fn checkout(root: &Path, files: &State) {
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
}

#[test]
fn files_are_added_deleted_renamed_and_modified() {
    let folder = TempDir::new().expect("a folder");
    let mut git = Git::new(folder.path());
    let (moved, kept) = (text("moved", 10), text("kept", 3));
    git.commit(&state(&[("a/moved.py", &moved), ("gone.py", "gone\n"), ("kept.py", &kept), ("same.py", "same\n")]));
    let after = moved.clone() + "more\n";
    git.commit(&state(&[("b/moved.py", &after), ("kept.py", "other\n"), ("new.py", "new\n"), ("same.py", "same\n")]));
    let wanted = ["a/moved.py -> b/moved.py", "gone.py -> -", "kept.py -> kept.py", "- -> new.py"];
    assert_eq!(paths(folder.path(), "HEAD~1..HEAD"), wanted);
    let found = read(folder.path(), "HEAD~..").expect("changes");
    assert_eq!(found.files[0].old.as_deref(), Some(moved.as_bytes()));
    assert_eq!(found.files[0].new.as_deref(), Some(after.as_bytes()));
    assert_eq!((found.files[3].old.as_deref(), found.files[3].new.as_deref()), (None, Some(&b"new\n"[..])));
    git.pack();
    assert_eq!(read(folder.path(), "HEAD^..").expect("changes"), found);
}

#[test]
fn commits_have_the_names_that_git_knows() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    let mut git = Git::new(root);
    let ids: Vec<ObjectId> = (0..4).map(|at| git.commit(&state(&[("a", &text("a", at + 1))]))).collect();
    git.write(".git/refs/heads/topic/one", format!("{}\n", ids[1]).as_bytes());
    git.write(
        ".git/packed-refs",
        format!("# pack-refs with: peeled\n{} refs/remotes/origin/main\n", ids[2]).as_bytes(),
    );
    git.write(".git/refs/remotes/origin/HEAD", b"ref: refs/remotes/origin/main\n");
    let tag =
        git.object("tag", format!("object {}\ntype commit\ntag v1\ntagger A <a@b> 1 +0000\n\nx\n", ids[0]).as_bytes());
    git.write(".git/refs/tags/v1.0", format!("{tag}\n").as_bytes());
    git.write(".git/ORIG_HEAD", format!("{}\n", ids[2]).as_bytes());
    let lines = |range: &str| {
        let found = read(root, range).unwrap_or_else(|error| panic!("{range}: {error}"));
        let count =
            |bytes: &Option<Vec<u8>>| bytes.as_ref().map_or(0, |it| it.split(|byte| *byte == b'\n').count() - 1);
        found.files.iter().map(|it| (count(&it.old), count(&it.new))).collect::<Vec<_>>()
    };
    assert_eq!(lines("v1.0..topic/one"), [(1, 2)]);
    assert_eq!(lines("refs/tags/v1.0..main"), [(1, 4)]);
    assert_eq!(lines("origin/main..@"), [(3, 4)]);
    assert_eq!(lines("origin..HEAD~3"), [(3, 1)]);
    assert_eq!(lines("ORIG_HEAD..main^0"), [(3, 4)]);
    assert_eq!(lines(&format!("{}..{}", &ids[0].to_string()[..12], ids[1])), [(1, 2)]);
    assert_eq!(lines("main~2^..main~1"), [(1, 3)]);
    assert_eq!(lines("HEAD..HEAD"), []);
    git.pack();
    assert_eq!(lines(&format!("{}..", &ids[0].to_string()[..12])), [(1, 4)]);
    let wrong = |range: &str| read(root, range).expect_err("no range");
    assert_eq!(wrong("mian.."), "`mian` names no commit");
    assert_eq!(wrong("main~9.."), "`main~9` names no commit");
    assert_eq!(wrong("main^2.."), "`main^2` names no commit");
    assert_eq!(wrong("main@{1}.."), "`main@{1}` names no commit");
}

#[test]
fn three_dots_begin_at_the_common_ancestor() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    let mut git = Git::new(root);
    let first = git.commit(&state(&[("a", "1"), ("b", "1")]));
    let side = git.commit(&state(&[("a", "1"), ("b", "2")]));
    git.write(".git/refs/heads/side", format!("{side}\n").as_bytes());
    let main = git.commit_on(&[first], &state(&[("a", "2"), ("b", "1")]));
    assert_eq!(paths(root, "main..side"), ["a -> a", "b -> b"]);
    assert_eq!(paths(root, "main...side"), ["b -> b"]);
    assert_eq!(paths(root, "side...main"), ["a -> a"]);
    // A merge of the one into the other makes its tip the nearest ancestor.
    git.commit_on(&[main, side], &state(&[("a", "2"), ("b", "2")]));
    assert_eq!(paths(root, "side...main"), ["a -> a"]);
    let top = git.commit(&state(&[("a", "2"), ("b", "2"), ("c", "1")]));
    assert_eq!(paths(root, &format!("{main}...{top}")), ["b -> b", "- -> c"]);
    let apart = git.commit_on(&[], &state(&[("z", "1")]));
    let why = read(root, &format!("side...{apart}")).expect_err("no ancestor");
    assert_eq!(why, format!("`side` and `{apart}` have no common ancestor"));
}

#[test]
fn what_is_staged_and_the_work_tree_stand_against_the_head() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    let mut git = Git::new(root);
    let before = state(&[("a.py", "1\n"), ("b.py", "1\n"), ("c.py", "1\n"), (".env", "A=1\n"), ("w.txt", "1\n2\n")]);
    git.commit(&before);
    let staged = state(&[("a.py", "2\n"), ("b.py", "1\n"), ("d.py", "1\n"), (".env", "A=2\n"), ("w.txt", "1\n2\n")]);
    index(&mut git, &staged);
    assert_eq!(paths(root, "staged"), ["a.py -> a.py", "c.py -> d.py"]);
    assert_eq!(read(root, "staged").expect("changes").n_left_out, 1);
    // Line ends alone are no change; a file that is ignored is none of the work tree; one that is deleted is gone.
    let now = [
        ("a.py", "3\n"),
        ("b.py", "1\n"),
        ("e.py", "new\n"),
        (".env", "A=2\n"),
        ("w.txt", "1\r\n2\r\n"),
        ("x.log", "x"),
    ];
    checkout(root, &state(&now));
    fs::write(root.join(".gitignore"), "*.log\n").expect("a file");
    assert_eq!(paths(root, "worktree"), ["- -> .gitignore", "a.py -> a.py", "c.py -> -", "- -> e.py"]);
    assert_eq!(read(root, "worktree").expect("changes").files[1].new.as_deref(), Some(&b"3\n"[..]));
}

#[test]
fn a_path_is_no_range() {
    for path in ["../x.diff", "./a..b", "/tmp/a..b", "a/../b.diff", "x.diff", "-"] {
        assert_eq!(ChangeSpec::named(path), None, "{path}");
    }
    let commits = |old: &str, new: &str, from_base| ChangeSpec::Commits { old: old.into(), new: new.into(), from_base };
    assert_eq!(ChangeSpec::named("v1.0..v1.1"), Some(commits("v1.0", "v1.1", false)));
    assert_eq!(ChangeSpec::named("main..."), Some(commits("main", "", true)));
    assert_eq!(ChangeSpec::named("..main"), None);
}

#[test]
fn symbols_of_both_sides_are_those_whose_lines_changed() {
    let folder = TempDir::new().expect("a folder");
    let mut git = Git::new(folder.path());
    let old = "class A:\n    def kept(self):\n        return 1\n\n    def gone(self):\n        return 2\n\n\ndef f():\n    return 3\n";
    let new =
        "class A:\n    def kept(self):\n        return 10\n\n\ndef f():\n    return 3\n\n\ndef g():\n    return 4\n";
    git.commit(&state(&[("m.py", old), ("n.py", "def h():\n    pass\n")]));
    git.commit(&state(&[("m.py", new), ("o.py", "def h():\n    pass\n")]));
    let extract = compared(&read(folder.path(), "HEAD~..").expect("changes"));
    // The repository is at the newer side.
    let (repository, _) = Repository::of(&format!("--- m.py\n{new}--- o.py\ndef h():\n    pass\n"));
    let index = repository.index();
    let found = resolve(&extract, &index.facts, &|path| index.tree.read(path).ok());
    assert_eq!(found.edits[0].before, ["A.gone", "A.kept"]);
    assert_eq!(found.edits[0].after, ["A.kept", "g"]);
    assert_eq!(found.edits[0].hunks, [[3, 4, 3, 1], [11, 0, 8, 4]]);
    assert_eq!((found.edits[1].old_path.as_deref(), found.edits[1].new_path.as_deref()), (Some("n.py"), Some("o.py")));
    let values: Vec<String> = found.values.values().flatten().filter(|it| !it.contains('\n')).cloned().collect();
    assert_eq!(values, ["m.py", "o.py", "n.py", "m.py:A.kept", "m.py:g", "gone"]);
}

#[test]
fn a_line_of_a_function_without_a_name_belongs_to_what_is_around_it() {
    let folder = TempDir::new().expect("a folder");
    let mut git = Git::new(folder.path());
    let text = |value: u32| {
        format!(
            "export function total(all) {{\n  return all.map((it) => {{\n    return it * {value}\n  }})\n}}\n\ntest('a', () => {{\n  total([{value}])\n}})\n"
        )
    };
    git.commit(&state(&[("m.js", &text(1))]));
    git.commit(&state(&[("m.js", &text(2))]));
    let extract = compared(&read(folder.path(), "HEAD~..").expect("changes"));
    let (repository, _) = Repository::of(&format!("--- m.js\n{}", text(2)));
    let index = repository.index();
    let found = resolve(&extract, &index.facts, &|path| index.tree.read(path).ok());
    assert_eq!(found.edits[0].before, ["total"]);
    assert_eq!(found.edits[0].after, ["total"]);
}

/// Lines as texts have them, often the same.
fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![Just("a"), Just("b"), Just("c"), Just(""), Just("  x")];
    (prop::collection::vec(line, 0..30), any::<bool>()).prop_map(|(lines, is_ended)| {
        let text = lines.join("\n");
        if is_ended && !text.is_empty() { text + "\n" } else { text }
    })
}

fn extract_of(old: &str, new: &str) -> Extract {
    let folder = TempDir::new().expect("a folder");
    let mut git = Git::new(folder.path());
    git.commit(&state(&[("m.py", old), ("x", "x\n")]));
    git.commit(&state(&[("m.py", new), ("x", "x\n")]));
    compared(&read(folder.path(), "HEAD~..").expect("changes"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// The patch says what the edits say, read by the reader of patches.
    #[test]
    fn the_patch_is_that_of_the_edits(old in lines(), new in lines()) {
        let extract = extract_of(&old, &new);
        let Some(patch) = &extract.text else {
            prop_assert_eq!(old, new);
            return Ok(());
        };
        let read = adapter("diff").expect("a form").read(patch.as_bytes()).expect("a patch");
        let own = |extract: &Extract| -> Vec<(u32, String, char)> {
            let hunks = extract.edits.iter().flat_map(|edit| &edit.hunks);
            let rows = hunks.flat_map(|hunk| {
                let side = |start: u32, lines: &[(String, bool)], sign: char| -> Vec<(u32, String, char)> {
                    let rows = (start..).zip(lines).filter(|(_, line)| line.1);
                    rows.map(|(number, line)| (number, line.0.clone(), sign)).collect()
                };
                [side(hunk.old_start, &hunk.old, '-'), side(hunk.new_start, &hunk.new, '+')].concat()
            });
            let mut rows: Vec<_> = rows.collect();
            rows.sort();
            rows
        };
        prop_assert_eq!(own(&read), own(&extract));
    }
}
