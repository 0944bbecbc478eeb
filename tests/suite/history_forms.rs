//! The forms in which git keeps a repository, written by git itself. Where there is no git, or an older one that knows not
//! all forms, a line says what was not tried.
#![allow(clippy::print_stderr)] // says what was not tried

use std::path::Path;
use std::process::Command;

use cg_bundle::history::{ChangeSpec, History, HistoryEnd, Off, changes, read};
use cg_bundle::walk::{Door, walk};
use tempfile::TempDir;

/// What git prints; `None` where there is none, or where it refuses.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always"];
    let run = Command::new("git").current_dir(folder).args(who).args(arguments).output();
    let done = run.ok().filter(|done| done.status.success());
    if done.is_none() {
        eprintln!("not tried, as git refuses or is absent: git {}", arguments.join(" "));
    }
    done.map(|done| String::from_utf8_lossy(&done.stdout).into_owned())
}

fn history(root: &Path) -> Result<History, Off> {
    let door = Door::open(root).expect("a root");
    read(&root.canonicalize().expect("a root"), &door, 100, &[]).map(|(history, _)| history)
}

/// A repository of three commits, the last of which renames a file.
fn repository(folder: &Path, form: &[&str]) -> Option<()> {
    std::fs::create_dir_all(folder).expect("a folder");
    git(folder, &[&["init", "-q", "-b", "main"][..], form].concat())?;
    let text: String = (0..20).map(|line| format!("line {line}\n")).collect();
    for (path, text) in [("a.py", text.clone()), ("b.py", text.clone() + "more\n")] {
        std::fs::write(folder.join(path), text).expect("a file");
        git(folder, &["add", "."])?;
        git(folder, &["commit", "-q", "-m", path])?;
    }
    git(folder, &["mv", "a.py", "c.py"])?;
    git(folder, &["commit", "-q", "-m", "moved"]).map(|_| ())
}

#[test]
fn what_git_writes_is_read() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path().join("root");
    let Some(()) = repository(&root, &[]) else { return };
    let ids = git(&root, &["log", "--first-parent", "--format=%H"]).expect("a log");
    let loose = history(&root).expect("a history");
    let names: Vec<String> = loose.commits.iter().map(|commit| commit.name.to_string()).collect();
    assert_eq!((names, loose.end), (ids.lines().map(str::to_owned).collect(), HistoryEnd::Root));
    assert_eq!(loose.commits[0].renamed.len(), 1);
    git(&root, &["gc", "-q"]).expect("packs");
    assert_eq!(history(&root).expect("a history"), loose, "the same from a pack");
}

#[test]
fn what_is_not_read_is_said() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let said = |name: &str| history(&at(name)).map(|it| it.end).map_err(|off| off.to_string());
    if repository(&at("sha256"), &["--object-format=sha256"]).is_some() {
        assert_eq!(said("sha256"), Err("its objects are named by SHA-256, which is not read".to_owned()));
    }
    if repository(&at("reftable"), &["--ref-format=reftable"]).is_some() {
        assert_eq!(said("reftable"), Err("its references are in a reftable, which is not read".to_owned()));
    }
    let Some(()) = repository(&at("root"), &[]) else { return };
    let url = format!("file://{}", at("root").display());
    if git(folder.path(), &["clone", "-q", "--depth", "1", &url, "shallow"]).is_some() {
        assert_eq!(said("shallow"), Ok(HistoryEnd::Shallow));
    }
    if git(folder.path(), &["clone", "-q", "--shared", "root", "shared"]).is_some() {
        assert!(said("shared").is_err_and(|it| it.contains("in another repository")));
    }
    if git(&at("root"), &["worktree", "add", "-q", "../beside"]).is_some() {
        assert_eq!(said("beside"), Ok(HistoryEnd::Root));
        std::fs::create_dir(at("liar")).expect("a folder");
        std::fs::copy(at("beside/.git"), at("liar/.git")).expect("a copy");
        assert!(
            said("liar").is_err_and(|it| it.contains("outside")),
            "no worktree of a repository that does not name it"
        );
    }
    std::fs::create_dir(at("other")).expect("a folder");
    std::fs::write(at("other/.git"), "gitdir: ../root/.git\n").expect("a file");
    assert!(said("other").is_err_and(|it| it.contains("outside")), "no checkout of another's folder of git");
    std::fs::create_dir(at("none")).expect("a folder");
    assert_eq!(said("none"), Err("this folder has no `.git`".to_owned()));
}

/// Where `.git` is a file, the history, the changes and what git hides are those that git itself knows.
#[test]
fn a_folder_of_git_may_lie_outside_the_root() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let Some(()) = repository(&at("root"), &[]) else { return };
    let forms = [
        ("root", &["worktree", "add", "-q", "../linked"][..], "linked"),
        (".", &["clone", "-q", "--separate-git-dir=apart.git", "root", "apart"], "apart"),
        (".", &["clone", "-q", "--bare", "root", "bare.git"], ""),
        ("bare.git", &["worktree", "add", "-q", "../of_bare"], "of_bare"),
        ("apart", &["worktree", "add", "-q", "../of_apart", "-b", "other"], "of_apart"),
        (".", &["init", "-q", "outer"], ""),
        ("outer", &["-c", "protocol.file.allow=always", "submodule", "add", "-q", "../root", "sub"], "outer/sub"),
        ("outer/sub", &["worktree", "add", "-q", "../../of_sub", "-b", "other"], "of_sub"),
    ];
    let whole = history(&at("root")).expect("a history");
    let wanted = changes(&at("root"), &ChangeSpec::named("HEAD~1..").expect("a range")).expect("changes");
    assert!(!wanted.files.is_empty());
    for (from, call, name) in forms {
        let Some(_) = git(&at(from), call) else { return };
        if name.is_empty() {
            continue;
        }
        assert_eq!(history(&at(name)).unwrap_or_else(|off| panic!("{name}: {off}")), whole, "{name}");
        let found = |range: &str| changes(&at(name), &ChangeSpec::named(range).expect("a range"));
        assert_eq!(found("HEAD~1..").expect("changes"), wanted, "{name}");
        assert!(found("worktree").expect("changes").files.is_empty(), "{name}");
        std::fs::write(at(name).join("new.py"), "x = 1\n").expect("a file");
        assert_eq!(found("worktree").expect("changes").files.len(), 1, "{name}");
        git(&at(name), &["add", "new.py"]).expect("staged");
        assert_eq!(found("staged").expect("changes").files.len(), 1, "{name}");
        let hidden = git(&at(name), &["rev-parse", "--path-format=absolute", "--git-path", "info/exclude"]);
        let hidden = hidden.expect("a path");
        std::fs::create_dir_all(Path::new(hidden.trim()).parent().expect("a folder")).expect("a folder");
        std::fs::write(hidden.trim(), "hidden.py\n").expect("rules");
        std::fs::write(at(name).join("hidden.py"), "y = 1\n").expect("a file");
        assert_eq!(found("worktree").expect("changes").files.len(), 1, "{name}: it is hidden");
        assert!(walk(&at(name)).expect("a tree").gaps.is_empty(), "{name}");
    }
}
