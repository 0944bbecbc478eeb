//! The files of the store: for their owner alone, never reached through a link, and named by paths.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_cg-bundle");
/// The paths that the store has at the root.
const OWN: &[&str] = &[
    ".cg-bundle",
    ".cg-bundle/.gitignore",
    ".cg-bundle/store.sqlite",
    ".cg-bundle/store.sqlite-wal",
    ".cg-bundle/store.sqlite-shm",
    ".cg-bundle/store.sqlite-journal",
    ".cg-bundle/store.sqlite-lock",
];

fn repository() -> TempDir {
    let root = TempDir::new().expect("a folder");
    fs::write(root.path().join("a.py"), "import b\n\n\ndef f():\n    b.g()\n").expect("a file");
    fs::write(root.path().join("b.py"), "def g():\n    pass\n").expect("a file");
    root
}

/// Runs a line of the shell, in which `"$0"` is the program. A run that hangs is ended.
fn shell(root: &Path, line: &str) -> Output {
    let mut command = Command::new("timeout");
    command.args(["60", "sh", "-c", line, PROGRAM]).current_dir(root).stdin(Stdio::null());
    command.output().expect("a shell")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Every path below a folder with what it holds, links not followed.
fn listed(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let kind = fs::symlink_metadata(&path).expect("its kind").file_type();
        let content = if kind.is_file() { fs::read(&path).expect("a file") } else { Vec::new() };
        if kind.is_dir() {
            found.extend(listed(&path));
        }
        found.push((path, content));
    }
    found.sort();
    found
}

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).expect("a path").permissions().mode() & 0o777
}

fn database(path: &Path) {
    let database = rusqlite::Connection::open(path).expect("a database");
    database.execute_batch("CREATE TABLE precious (x); INSERT INTO precious VALUES (1)").expect("a table");
}

#[test]
fn links_are_not_followed() {
    for own in OWN {
        for target in ["dangling", "file", "database", "folder"] {
            let (root, outside) = (repository(), TempDir::new().expect("another folder"));
            let aim = outside.path().join("aim");
            match target {
                "dangling" => {}
                "file" => fs::write(&aim, "much work\n").expect("a file"),
                "database" => database(&aim),
                _ => {
                    fs::create_dir(&aim).expect("a folder");
                    database(&aim.join("store.sqlite"));
                }
            }
            let link = root.path().join(own);
            fs::create_dir_all(link.parent().expect("a parent")).expect("a folder");
            symlink(&aim, &link).expect("a link");
            let before = listed(outside.path());
            let output = shell(root.path(), "exec \"$0\" index");
            let said = said(&output);
            assert!(output.status.success() && said.contains(own) && said.contains("a link"), "{own} {target}: {said}");
            assert_eq!(listed(outside.path()), before, "{own} {target}");
            assert!(link.is_symlink(), "{own} {target}");
        }
    }
}

#[test]
fn what_is_no_regular_file_is_not_opened() {
    for own in OWN {
        for kind in ["pipe", "socket", "folder"] {
            let root = repository();
            let path = root.path().join(own);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            let socket = match kind {
                "socket" => Some(UnixListener::bind(&path).expect("a socket")),
                "folder" => {
                    fs::create_dir(&path).expect("a folder");
                    None
                }
                _ => {
                    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
                    None
                }
            };
            let output = shell(root.path(), "exec \"$0\" index");
            let said = said(&output);
            let is_fine = *own == ".cg-bundle" && kind == "folder";
            assert!(output.status.success() && said.contains(own) != is_fine, "{own} {kind}: {said}");
            drop(socket);
            let named = shell(root.path(), &format!("exec \"$0\" index --store {own}"));
            assert_eq!(named.status.code(), Some(5), "{own} {kind}: {}", self::said(&named));
        }
    }
}

#[test]
fn others_have_no_rights() {
    for umask in ["000", "022", "077", "277", "777"] {
        let root = repository();
        let line = format!("umask {umask}; \"$0\" index && exec \"$0\" index --store own.sqlite");
        let output = shell(root.path(), &line);
        assert!(output.status.success() && said(&output).is_empty(), "{umask}: {}", said(&output));
        let folder = root.path().join(".cg-bundle");
        assert_eq!(mode(&folder), 0o700, "{umask}");
        assert_eq!(mode(&root.path().join("own.sqlite")), 0o600, "{umask}");
        let files: Vec<_> = listed(&folder).into_iter().map(|(path, _)| path).collect();
        assert!(files.len() >= 2, "{files:?}");
        assert!(files.iter().all(|path| mode(path) == 0o600), "{umask}: {files:?}");
        // What an earlier version made is tightened.
        let wider = |path: &Path, bits: u32| {
            fs::set_permissions(path, PermissionsExt::from_mode(bits)).expect("other rights");
        };
        wider(&folder, 0o755);
        files.iter().for_each(|path| wider(path, 0o664));
        assert!(shell(root.path(), "exec \"$0\" index").status.success());
        assert_eq!(mode(&folder), 0o700, "{umask}");
        assert!(files.iter().filter(|path| path.exists()).all(|path| mode(path) == 0o600), "{umask}: {files:?}");
    }
}

#[test]
fn a_store_is_named_by_a_path() {
    for name in ["file:x.sqlite", "file::memory:", ":memory:", "file:x.sqlite?mode=memory", "a%20b?c#d"] {
        let root = repository();
        for _ in 0..2 {
            let output = shell(root.path(), &format!("exec \"$0\" index --store '{name}'"));
            assert!(output.status.success(), "{name}: {}", said(&output));
        }
        let names: Vec<String> = listed(root.path())
            .into_iter()
            .map(|(path, _)| path.file_name().expect("a name").to_string_lossy().into_owned())
            .filter(|it| !it.ends_with(".py"))
            .collect();
        assert!(names.contains(&name.to_owned()), "{name}: {names:?}");
        assert!(names.iter().all(|it| it.starts_with(name)), "{name}: {names:?}");
    }
    let empty = shell(repository().path(), "exec \"$0\" index --store ''");
    assert!(empty.status.code() == Some(2) && said(&empty).contains("--store"), "{}", said(&empty));
}

#[test]
fn limits_of_the_system_are_met_with_a_word() {
    let root = repository();
    for at in 0..200 {
        let text = format!("def f{at}(x):\n    return x\n").repeat(20);
        fs::write(root.path().join(format!("m{at}.py")), text).expect("a file");
    }
    let whole = shell(root.path(), "exec \"$0\" facts declares --no-store");
    let short = shell(root.path(), "ulimit -f 16; exec \"$0\" facts declares");
    assert!(short.status.success() && said(&short).contains("kept"), "{}", said(&short));
    assert_eq!(short.stdout, whole.stdout);
    for n_files in 4..12 {
        for store in ["--no-store", "--store own.sqlite", ""] {
            // A file that the caller of the tests has open counts too.
            let line = format!(
                "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-; ulimit -n {n_files}; exec \"$0\" facts declares {store}"
            );
            let few = shell(root.path(), &line);
            let is_same = few.status.success() && few.stdout == whole.stdout;
            let is_error = matches!(few.status.code(), Some(5 | 6)) && !said(&few).is_empty();
            assert!(is_same || is_error, "{line}: {:?} {}", few.status.code(), said(&few));
        }
    }
}
