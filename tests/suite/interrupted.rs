//! A run that is killed leaves nothing that a later run could stumble over.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, index};
use cg_bundle::store::StorePlace;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_cg-bundle");
/// How many files the repository has. Indexing them takes longer than the first delays.
const N_FILES: usize = 2_000;
/// When the runs are killed. A run that is done by then counts as well: what must hold afterwards is the same.
const KILLS: &[When] = &[
    When::Milliseconds(1),
    When::Milliseconds(5),
    When::Milliseconds(20),
    When::Milliseconds(60),
    When::Milliseconds(150),
    When::FileBegun(".cg-bundle/store.sqlite"),
    When::FileBegun(".cg-bundle/store.sqlite-wal"),
    When::FileGrown(".cg-bundle/store.sqlite-wal"),
];

/// When a run is killed.
#[derive(Clone, Copy, Debug)]
enum When {
    /// So long after its start.
    Milliseconds(u64),
    /// As soon as there is such a file.
    FileBegun(&'static str),
    /// As soon as such a file holds more than the first pages.
    FileGrown(&'static str),
}

impl When {
    /// Waits for the moment, or for the end of the run.
    fn wait(self, root: &Path, child: &mut Child) {
        let (path, size) = match self {
            Self::Milliseconds(delay) => return sleep(Duration::from_millis(delay)),
            Self::FileBegun(path) => (root.join(path), 0),
            Self::FileGrown(path) => (root.join(path), 1 << 17),
        };
        let is_there = || fs::metadata(&path).is_ok_and(|data| data.len() >= size);
        while !is_there() && child.try_wait().is_ok_and(|end| end.is_none()) {
            sleep(Duration::from_micros(200));
        }
    }
}

fn write_repository(root: &Path) {
    for at in 0..N_FILES {
        let folder = root.join(format!("p{}", at / 100));
        fs::create_dir_all(&folder).expect("a folder");
        let other = (at * 7 + 1) % N_FILES;
        let text = format!(
            "from p{}.m{other} import f{other}\n\n\nclass C{at}:\n    def m(self):\n        return f{other}({at})\n\n\ndef f{at}(x):\n    return C{at}().m() + x\n",
            other / 100
        );
        fs::write(folder.join(format!("m{at}.py")), text).expect("a file");
    }
}

fn command(root: &Path, line: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(root).args(line.split_whitespace()).stdin(Stdio::null());
    command
}

fn facts(root: &Path, store: StorePlace) -> Index {
    let request = IndexRequest { root: root.to_owned(), store, cas: None, verify: false, scip: ScipSelection::Found };
    index(&request, &|_, _, _| {}).expect("an index")
}

/// Everything below the root but the repository's own files and what is in `.cg-bundle`.
fn strangers(root: &Path) -> Vec<String> {
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        entries.map(|name| name.to_string_lossy().into_owned()).collect()
    };
    let mut found: Vec<String> = names(root);
    found.retain(|name| name != ".cg-bundle" && !name.starts_with('p'));
    for package in 0..N_FILES / 100 {
        let inside = names(&root.join(format!("p{package}")));
        assert_eq!(inside.len(), 100, "p{package}");
        found.extend(inside.into_iter().filter(|name| !(name.starts_with('m') && name.ends_with(".py"))));
    }
    found
}

#[test]
fn a_run_after_a_killed_one_gives_the_facts_of_a_rebuild() {
    let root = TempDir::new().expect("a folder");
    let root = root.path();
    write_repository(root);
    for (at, kill) in KILLS.iter().enumerate() {
        // Each second run is killed over the store that those before it left; the others start afresh.
        if at % 2 == 0 {
            let _ = fs::remove_dir_all(root.join(".cg-bundle"));
        } else {
            fs::write(root.join("p0/m0.py"), format!("def f0(x):\n    return x + {at}\n")).expect("a file");
        }
        let mut child =
            command(root, "index").stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program");
        kill.wait(root, &mut child);
        let _ = child.kill(); // SIGKILL
        child.wait().expect("an end");
        assert_eq!(strangers(root), Vec::<String>::new(), "{kill:?}");
        let again = command(root, "index").output().expect("the program");
        let said = String::from_utf8_lossy(&again.stderr);
        assert!(again.status.success(), "{kill:?}: {said}");
        assert!(!said.contains("damaged"), "{kill:?}: a killed run is no damage: {said}");
        let kept = facts(root, StorePlace::Root);
        assert_eq!((kept.n_parsed, kept.related), (0, false), "{kill:?}: the run after it kept what it learned");
        assert!(kept.facts == facts(root, StorePlace::Nowhere).facts, "{kill:?}: the facts are not those of a rebuild");
        assert_eq!(strangers(root), Vec::<String>::new(), "{kill:?}, and a whole run");
    }
}
