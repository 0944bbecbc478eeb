//! The history: what commits changed, read from objects of git.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cg_bundle::history::{History, HistoryEnd, Off, present, read};
use cg_bundle::walk::Door;
use proptest::prelude::*;
use tempfile::TempDir;

use crate::git::{Git, State, state};

const ALL: usize = 20_000;

fn try_read(root: &Path, most: usize, known: &[History]) -> Result<(History, bool), Off> {
    let door = Door::open(root).expect("a root");
    read(&root.canonicalize().expect("a root"), &door, most, known)
}

fn all(root: &Path) -> History {
    try_read(root, ALL, &[]).unwrap_or_else(|off| panic!("{off}")).0
}

/// The present paths of each commit, the newest first, with the number of paths that it changed.
fn told(history: &History) -> Vec<(Vec<&str>, u32)> {
    let mut commits = present(history);
    commits.iter_mut().for_each(|it| it.paths.sort_unstable());
    commits.into_iter().map(|it| (it.paths, it.n_changed)).collect()
}

/// A text of so many lines that no other has.
fn text(name: &str, lines: usize) -> String {
    (0..lines).map(|line| format!("{name} says {line}\n")).collect()
}

#[test]
fn a_renamed_file_keeps_its_commits() {
    let folder = TempDir::new().expect("a folder");
    let mut git = Git::new(folder.path());
    let (a, b) = (text("a", 10), text("b", 10));
    git.commit(&state(&[("old/a.py", &a), ("b.py", &b)]));
    git.commit(&state(&[("old/a.py", &(a.clone() + "more\n")), ("b.py", &(b.clone() + "more\n"))]));
    // Moved and edited at once.
    git.commit(&state(&[("new/a.py", &(a.clone() + "other\n")), ("b.py", &(b.clone() + "more\n"))]));
    // Moved as it is.
    git.commit(&state(&[("new/c.py", &(a + "other\n")), ("b.py", &(b + "more\n"))]));
    let history = all(folder.path());
    let wanted =
        [(vec!["new/c.py"], 1), (vec!["new/c.py"], 1), (vec!["b.py", "new/c.py"], 2), (vec!["b.py", "new/c.py"], 2)];
    assert_eq!(told(&history), wanted);
    assert_eq!(history.end, HistoryEnd::Root);
    // The same from a pack.
    git.pack();
    assert_eq!(all(folder.path()), history);
}

#[test]
fn two_files_may_take_each_others_name() {
    let folder = TempDir::new().expect("a folder");
    let mut git = Git::new(folder.path());
    let (a, b) = (text("a", 10), text("b", 10));
    git.commit(&state(&[("a", &a)]));
    git.commit(&state(&[("a", &a), ("b", &b)]));
    git.commit(&state(&[("x", &a), ("y", &b)]));
    git.commit(&state(&[("b", &a), ("a", &b)]));
    assert_eq!(told(&all(folder.path()))[2..], [(vec!["a"], 1), (vec!["b"], 1)]);
}

#[test]
fn a_merge_is_what_its_branch_changed() {
    let folder = TempDir::new().expect("a folder");
    let mut git = Git::new(folder.path());
    let first = git.commit(&state(&[("a", "1")]));
    let side = git.commit(&state(&[("a", "1"), ("b", "1")]));
    let side = git.commit_on(&[side], &state(&[("a", "1"), ("b", "2"), ("c", "1")]));
    let main = git.commit_on(&[first], &state(&[("a", "2")]));
    git.commit_on(&[main, side], &state(&[("a", "2"), ("b", "2"), ("c", "1")]));
    assert_eq!(told(&all(folder.path())), [(vec!["b", "c"], 2), (vec!["a"], 1), (vec!["a"], 1)]);
}

#[test]
fn a_secrets_path_is_counted_and_not_kept() {
    let folder = TempDir::new().expect("a folder");
    let mut git = Git::new(folder.path());
    git.commit(&state(&[("a.py", "1"), (".env", "TOKEN=1"), ("deploy/id_rsa", "key")]));
    let history = all(folder.path());
    assert_eq!(told(&history), [(vec!["a.py"], 3)]);
    assert_eq!(history.paths, ["a.py"]);
}

#[test]
fn where_there_is_no_history_it_is_said() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    let why = || try_read(root, ALL, &[]).expect_err("no history").to_string();
    assert_eq!(why(), "this folder has no `.git`");
    let mut git = Git::new(root);
    assert_eq!(why(), "`HEAD` names no commit");
    git.write(".git/refs/heads/main", "a".repeat(64).as_bytes());
    assert!(why().contains("SHA-256"), "{}", why());
    git.write(".git/HEAD", b"ref: ../../secret\n");
    assert_eq!(why(), "`HEAD` names no commit");
    git.write(".git/HEAD", b"ref: refs/heads/main\n");
    let id = git.commit(&state(&[("a", "1")]));
    // A branch that is packed.
    fs::remove_file(root.join(".git/refs/heads/main")).expect("a file");
    git.write(".git/packed-refs", format!("# pack-refs with: peeled\n{id} refs/heads/main\n").as_bytes());
    assert_eq!(all(root).commits.len(), 1);
    git.write(".git/reftable/tables.list", b"");
    assert!(why().contains("reftable"), "{}", why());
}

#[cfg(unix)]
#[test]
fn nothing_is_read_through_a_link_or_outside_the_root() {
    let folder = TempDir::new().expect("a folder");
    let (elsewhere, root) = (folder.path().join("elsewhere"), folder.path().join("root"));
    fs::create_dir_all(&root).expect("a folder");
    let mut git = Git::new(&elsewhere);
    git.commit(&state(&[("a", "1")]));
    git.pack();
    let why = || try_read(&root, ALL, &[]).expect_err("no history").to_string();
    std::os::unix::fs::symlink(elsewhere.join(".git"), root.join(".git")).expect("a link");
    assert!(why().contains("a link is not followed"), "{}", why());
    fs::remove_file(root.join(".git")).expect("a link");
    fs::write(root.join(".git"), "gitdir: ../elsewhere/.git\n").expect("a file");
    assert!(why().contains("outside"), "{}", why());
    // Objects behind a link, and those of another repository, are missing.
    fs::remove_file(root.join(".git")).expect("a file");
    let mine = Git::new(&root);
    mine.write(".git/refs/heads/main", format!("{}\n", git.head.expect("a commit")).as_bytes());
    mine.write(".git/objects/info/alternates", elsewhere.join(".git/objects").to_string_lossy().as_bytes());
    assert!(why().contains("alternates"), "{}", why());
    fs::remove_file(root.join(".git/objects/info/alternates")).expect("a file");
    let broken = |history: History| history.commits.is_empty() && matches!(history.end, HistoryEnd::Broken(_));
    assert!(broken(all(&root)));
    std::os::unix::fs::symlink(elsewhere.join(".git/objects/pack"), root.join(".git/objects/pack")).expect("a link");
    assert!(broken(all(&root)));
}

#[test]
fn a_worktree_inside_the_root_has_the_history_of_its_repository() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    let mut git = Git::new(root);
    git.commit(&state(&[("a", "1")]));
    let id = git.commit(&state(&[("a", "2")]));
    fs::rename(root.join(".git"), root.join("bare")).expect("a folder");
    git.write(".git", b"gitdir: bare/worktrees/one\n");
    git.write("bare/worktrees/one/commondir", b"../..\n");
    git.write("bare/worktrees/one/HEAD", format!("{id}\n").as_bytes());
    assert_eq!(told(&all(root)), [(vec!["a"], 1), (vec!["a"], 1)]);
}

#[test]
fn a_shallow_clone_and_a_missing_object_end_it() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    let mut git = Git::new(root);
    let ids: Vec<_> = ["1", "2", "3"].iter().map(|it| git.commit(&state(&[("a", *it), ("b", *it)]))).collect();
    let whole = all(root);
    git.write(".git/shallow", format!("{}\n", ids[1]).as_bytes());
    let cut = all(root);
    assert_eq!((told(&cut), cut.end), (vec![(vec!["a", "b"], 2), (vec![], 0)], HistoryEnd::Shallow));
    // What is known of a whole history is cut at the boundary, and the other way round.
    assert_eq!(try_read(root, ALL, std::slice::from_ref(&whole)).expect("a history").0, cut);
    fs::remove_file(root.join(".git/shallow")).expect("a file");
    assert_eq!(try_read(root, ALL, &[cut]).expect("a history").0, whole);
    let hex = ids[0].to_string();
    fs::remove_file(root.join(format!(".git/objects/{}/{}", &hex[..2], &hex[2..]))).expect("a file");
    let broken = all(root);
    assert_eq!(broken.commits.len(), 1);
    assert!(matches!(broken.end, HistoryEnd::Broken(_)));
}

#[test]
fn folders_that_hold_each_other_many_times_are_bounded() {
    let folder = TempDir::new().expect("a folder");
    let mut git = Git::new(folder.path());
    git.commit(&state(&[("a", "1")]));
    let mut below = git.tree(&state(&[("x", "1")]));
    for _ in 0..40 {
        let mut body = Vec::new();
        for name in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            body.extend(format!("40000 {name}\0").as_bytes());
            body.extend(below.as_bytes());
        }
        below = git.object("tree", &body);
    }
    let parent = git.head.expect("a commit");
    let id = git.object(
        "commit",
        format!("tree {below}\nparent {parent}\nauthor A <a> 1 +0000\ncommitter A <a> 1 +0000\n\n").as_bytes(),
    );
    git.move_to(id);
    let history = all(folder.path());
    assert_eq!(history.commits.len(), 2);
    assert!(history.commits[0].paths.is_empty());
}

/// The states of a history: each file has one of a few contents, none like that of another file.
fn states() -> impl Strategy<Value = Vec<State>> {
    let file = ("[ab]{1,2}(/[ab]){0,2}", 0..3_usize);
    prop::collection::vec(prop::collection::vec(file, 0..6), 1..8).prop_map(|all| {
        let content = |(path, n): (String, usize)| (path.clone() + ".py", text(&format!("{path}{n}"), 3));
        all.into_iter().map(|files| files.into_iter().map(content).collect()).collect()
    })
}

/// The paths that differ between a state and the one before, the newest first.
fn naive(states: &[State]) -> Vec<BTreeSet<String>> {
    let empty = State::new();
    let before = std::iter::once(&empty).chain(states);
    let mut found: Vec<BTreeSet<String>> = Vec::new();
    for (old, new) in before.zip(states) {
        let paths = old.keys().chain(new.keys()).filter(|path| old.get(*path) != new.get(*path));
        found.push(paths.cloned().collect());
    }
    found.reverse();
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The history is what states differ in; read at once or bit by bit, from loose objects or a pack, also where the line
    /// was written anew meanwhile.
    #[test]
    fn a_history_is_its_oracle_however_it_is_read(
        states in states(), first in 1..8_usize, most in 1..9_usize, is_rewritten: bool, is_packed: bool,
    ) {
        let folder = TempDir::new().expect("a folder");
        let mut git = Git::new(folder.path());
        let first = first.min(states.len());
        states[..first].iter().for_each(|state| { git.commit(state); });
        let (known, is_new) = try_read(folder.path(), most, &[]).expect("a history");
        prop_assert!(is_new);
        if is_rewritten {
            let before = git.head;
            git.commit(&state(&[("gone", "1")]));
            let (other, _) = try_read(folder.path(), most, std::slice::from_ref(&known)).expect("a history");
            prop_assert_eq!(other.commits.len(), if most > 1 { known.commits.len() + 1 } else { 1 });
            git.move_to(before.expect("a commit"));
        }
        states[first..].iter().for_each(|state| { git.commit(state); });
        if is_packed {
            git.pack();
        }
        let whole = all(folder.path());
        let named: Vec<BTreeSet<String>> = whole.commits.iter()
            .map(|it| it.paths.iter().map(|at| whole.paths[*at as usize].clone()).collect()).collect();
        prop_assert_eq!(named, naive(&states));
        let (again, is_new) = try_read(folder.path(), ALL, std::slice::from_ref(&known)).expect("a history");
        prop_assert_eq!(told(&again), told(&whole));
        prop_assert_eq!(is_new, again.commits.len() > known.commits.len());
        prop_assert_eq!(again.digest(), whole.digest());
        prop_assert_eq!(again.within(most).digest(), try_read(folder.path(), most, &[]).expect("a history").0.digest());
    }

    /// No bytes in place of an object, a pack or its index do more than end the history.
    #[test]
    fn any_bytes_are_read_or_end_the_history(
        at in 0..4000_usize, by in 1..=255_u8, cut in 0..4000_usize, is_index: bool, is_packed: bool,
    ) {
        let folder = TempDir::new().expect("a folder");
        let mut git = Git::new(folder.path());
        git.commit(&state(&[("a", "1"), ("b/c", "1")]));
        let id = git.commit(&state(&[("a", "2"), ("b/c", "2")])).to_string();
        let loose = folder.path().join(format!(".git/objects/{}/{}", &id[..2], &id[2..]));
        let file = match (is_packed, is_index) {
            (true, true) => git.pack().with_extension("idx"),
            (true, false) => git.pack(),
            (false, _) => loose,
        };
        let whole = fs::read(&file).expect("a file");
        let mut flipped = whole.clone();
        flipped[at % whole.len()] ^= by;
        for bytes in [flipped, whole[..cut % whole.len()].to_vec()] {
            fs::write(&file, bytes).expect("a file");
            let told = try_read(folder.path(), ALL, &[]);
            let is_panic = matches!(&told, Err(Off::Panic(_)));
            prop_assert!(!is_panic, "{:?}", told);
        }
    }
}
