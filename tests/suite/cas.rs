//! The store that machines share: a second machine parses nothing, an edit misses one pack, and whatever becomes of the
//! folder, the answers are those of a run without it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use cg_bundle::base::Digest;
use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, index};
use cg_bundle::store::{Cas, CasPlace, StorePlace, decode, encode};
use tempfile::TempDir;

/// Machines with a store each, and one folder between them.
struct Machines {
    folder: TempDir,
}

impl Machines {
    /// A repository of so many files, each of which imports the one before.
    fn new(n_files: usize) -> Self {
        let folder = TempDir::new().expect("a folder");
        let root = folder.path().join("repository/app");
        fs::create_dir_all(&root).expect("a repository");
        for at in 0..n_files {
            let text = format!("from .m{} import f\n\n\ndef f():\n    return {at}\n", at.saturating_sub(1));
            fs::write(root.join(format!("m{at}.py")), text).expect("a source");
        }
        Self { folder }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("repository")
    }

    fn shared(&self) -> PathBuf {
        self.folder.path().join("shared")
    }

    /// The index of a machine; without a folder, what it should be.
    fn index(&self, machine: &str, place: Option<CasPlace>) -> Index {
        let store = StorePlace::At(self.folder.path().join(format!("{machine}.sqlite")));
        let request = IndexRequest {
            root: self.root(),
            store,
            cas: place.map(|place| Arc::new(Cas::new(place))),
            verify: false,
            scip: ScipSelection::Found,
        };
        index(&request, &|_, _, _| {}).expect("an index")
    }

    fn place(&self) -> CasPlace {
        CasPlace::folder(self.shared())
    }

    /// The files of the shared folder with their digests.
    fn blobs(&self) -> Vec<(PathBuf, Digest)> {
        let mut found = Vec::new();
        let mut open = vec![self.shared()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let path = entry.expect("an entry").path();
                match path.is_dir() {
                    true => open.push(path),
                    false => found.push((path.clone(), Digest::of(&fs::read(path).expect("a blob")))),
                }
            }
        }
        found.sort();
        found
    }
}

fn facts(index: &Index) -> Vec<(&'static str, Vec<u8>)> {
    index.facts.to_sections()
}

#[test]
fn a_second_machine_parses_nothing() {
    let machines = Machines::new(200);
    let plain = machines.index("plain", None);
    let first = machines.index("first", Some(machines.place()));
    assert_eq!((first.n_parsed, first.related), (200, true));
    let blobs = machines.blobs();
    assert!(blobs.len() > 2, "packs and a snapshot: {blobs:?}");
    let second = machines.index("second", Some(machines.place()));
    assert_eq!((second.n_parsed, second.related, &second.notes), (0, false, &vec![]));
    assert!(facts(&second) == facts(&plain) && facts(&first) == facts(&plain));
    assert_eq!(machines.blobs(), blobs, "nothing is written twice");
    // What was taken is kept: the folder may go.
    fs::remove_dir_all(machines.shared()).expect("no folder");
    assert_eq!(machines.index("second", None).n_parsed, 0);
}

#[test]
fn an_edit_misses_one_pack() {
    let machines = Machines::new(400);
    machines.index("first", Some(machines.place()));
    fs::write(machines.root().join("app/m7.py"), "def g():\n    pass\n").expect("an edit");
    let second = machines.index("second", Some(machines.place()));
    assert!(second.related && (1..=256).contains(&second.n_parsed), "{}", second.n_parsed);
    assert!(facts(&second) == facts(&machines.index("plain", None)));
    // The pack with the edit is there by now.
    assert_eq!(machines.index("third", Some(machines.place())).n_parsed, 0);
    // A store that has the snapshot alone takes observations when it needs them.
    fs::write(machines.root().join("app/new.py"), "from .m7 import g\n").expect("a new file");
    let again = machines.index("third", Some(machines.place()));
    assert!(again.related && again.n_parsed <= 257, "{}", again.n_parsed);
    assert!(facts(&again) == facts(&machines.index("plain", None)));
}

#[test]
fn who_only_reads_writes_nothing() {
    let machines = Machines::new(20);
    let place = CasPlace { is_read_only: true, ..machines.place() };
    let index = machines.index("first", Some(place));
    assert_eq!((index.n_parsed, index.notes, machines.blobs()), (20, vec![], vec![]));
}

/// S4-like robustness of issue 17: a flipped bit, a truncated blob, one of another key, and a folder that is none.
#[test]
fn damage_is_made_again_and_noted() {
    let machines = Machines::new(60);
    let wanted = facts(&machines.index("plain", None));
    machines.index("first", Some(machines.place()));
    let blobs = machines.blobs();
    let texts: Vec<(PathBuf, Vec<u8>)> =
        blobs.iter().map(|(path, _)| (path.clone(), fs::read(path).expect("a blob"))).collect();
    let damage = |name: &str, change: &dyn Fn(&Path)| {
        blobs.iter().for_each(|(path, _)| change(path));
        let index = machines.index(name, Some(machines.place()));
        assert!(facts(&index) == wanted, "{name}");
        assert!(!index.notes.is_empty(), "{name}: it is said");
        assert_eq!(machines.blobs(), blobs, "{name}: the blobs are whole again");
    };
    damage("flipped", &|path| {
        let mut bytes = fs::read(path).expect("a blob");
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        fs::write(path, bytes).expect("a flipped bit");
    });
    damage("cut", &|path| {
        let bytes = fs::read(path).expect("a blob");
        fs::write(path, &bytes[..bytes.len() / 3]).expect("a cut blob");
    });
    damage("swapped", &|path| {
        let (_, other) = texts.iter().find(|(other, _)| other != path).expect("another");
        fs::write(path, other).expect("the blob of another key");
    });
    fs::remove_dir_all(machines.shared()).expect("no folder");
    fs::write(machines.shared(), "no folder").expect("a file in its place");
    let index = machines.index("file", Some(machines.place()));
    assert!(facts(&index) == wanted && !index.notes.is_empty());
}

/// A writer that lies: its blobs are whole, and hold what no file says.
#[test]
fn a_sample_is_made_again_and_compared() {
    let machines = Machines::new(40);
    let wanted = facts(&machines.index("plain", None));
    machines.index("first", Some(machines.place()));
    let whole = machines.blobs();
    // The same keys, with the observations of other files in them.
    let pack = whole.iter().find(|(path, _)| path.starts_with(machines.shared().join("pack"))).expect("a pack");
    lie(&pack.0);
    let snapshot = whole.iter().find(|(path, _)| path.starts_with(machines.shared().join("snapshot")));
    fs::remove_file(&snapshot.expect("a snapshot").0).expect("no snapshot");
    let place = CasPlace { verified: 1.0, ..machines.place() };
    let index = machines.index("second", Some(place));
    assert!(facts(&index) == wanted);
    assert!(index.notes.iter().any(|note| note.contains("does not hold what its files say")), "{:?}", index.notes);
    assert_eq!(machines.blobs(), whole, "the blobs are true again");
}

/// Swaps the bodies of two observations of a pack, and seals it again.
fn lie(path: &Path) {
    let blob = fs::read(path).expect("a pack");
    let mut pack: Vec<(Digest, String, Vec<u8>)> = decode(&blob[32..]).expect("a pack");
    let last = pack.len() - 1;
    let (one, two) = (pack[0].2.clone(), pack[last].2.clone());
    assert_ne!(one, two);
    pack[0].2 = two;
    pack[last].2 = one;
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let key: Vec<u8> = (0..32).map(|at| u8::from_str_radix(&name[2 * at..2 * at + 2], 16).expect("digits")).collect();
    let folder = path.parent().and_then(Path::parent).and_then(Path::parent).expect("a folder");
    let key = Digest(key.try_into().expect("a key"));
    let writer = Cas::new(CasPlace::folder(folder.to_owned()));
    writer.put("pack", &key, &encode(&pack));
    assert_eq!(writer.finish(), [""; 0]);
}

/// Runs the program in the folder of the machines.
fn run(machines: &Machines, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    command.current_dir(machines.folder.path()).args(line.split_whitespace()).stdin(Stdio::null());
    command.env("NO_COLOR", "1").env_remove("CG_CAS").output().expect("the program")
}

/// Shards with a store each and one folder between them make the bundles, and the record, of one run.
#[test]
fn shards_make_what_one_run_makes() {
    let machines = Machines::new(12);
    let task = |at: usize| {
        format!(
            "{{\"id\": \"t{at}\", \"manifest\": \"api-change\", \"root\": \"repository\", \"set\": {{\"change.symbols\": \"app/m{at}.py:f\"}}}}\n"
        )
    };
    let tasks: String = (0..9).map(task).collect();
    fs::write(machines.folder.path().join("tasks.jsonl"), tasks).expect("tasks");
    let whole = run(&machines, "batch tasks.jsonl --out one --store one.sqlite");
    assert!(whole.status.success(), "{}", String::from_utf8_lossy(&whole.stderr));
    let shared = machines.shared().display().to_string();
    for at in 1..=3 {
        let line = format!("batch tasks.jsonl --out all --shard {at}/3 --store s{at}.sqlite --cas file://{shared} -v");
        let shard = run(&machines, &line);
        let said = String::from_utf8_lossy(&shard.stderr).into_owned();
        assert!(shard.status.success() && said.contains(if at == 1 { "12 parsed" } else { " 0 parsed" }), "{said}");
    }
    let read = |folder: &str| {
        let mut files = Vec::new();
        for part in ["", ".done"] {
            let entries = fs::read_dir(machines.folder.path().join(folder).join(part)).expect("a folder");
            let paths = entries.map(|it| it.expect("an entry").path()).filter(|path| path.is_file());
            files.extend(paths.map(|path| (path.file_name().map(ToOwned::to_owned), fs::read(path).expect("a file"))));
        }
        files.sort();
        files
    };
    assert_eq!(read("one").len(), 19);
    assert!(read("one") == read("all"));
}

#[test]
fn a_root_that_is_none_fails_its_own_tasks() {
    let machines = Machines::new(2);
    let tasks = "{\"id\": \"a\", \"manifest\": \"onboarding\", \"root\": \"gone\"}\n\
                 {\"id\": \"b\", \"manifest\": \"onboarding\", \"root\": \"repository\"}\n\
                 {\"id\": \"c\", \"manifest\": \"onboarding\", \"root\": \"gone\"}\n";
    fs::write(machines.folder.path().join("tasks.jsonl"), tasks).expect("tasks");
    let batch = run(&machines, "batch tasks.jsonl --out done");
    let table = String::from_utf8_lossy(&batch.stdout).into_owned();
    assert_eq!(batch.status.code(), Some(5), "{table}");
    let ids: Vec<&str> = table.lines().filter_map(|line| line.split(' ').next()).take(4).collect();
    assert_eq!(ids, ["task", "a", "b", "c"], "in the order of the tasks");
    assert!(table.ends_with("\n3 tasks, 2 failed\n"), "{table}");
    let wrong = run(&machines, "index -C repository --cas ftp://host");
    assert_eq!(wrong.status.code(), Some(2));
    if !cfg!(feature = "remote") {
        let wrong = run(&machines, "index -C repository --cas s3://bucket");
        let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
        assert!(wrong.status.code() == Some(2) && said.contains("--features remote"), "{said}");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
    let wrong = command.args(["index", "-C"]).arg(machines.root()).env("CG_CAS", "shared").output().expect("a run");
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(wrong.status.code() == Some(2) && said.contains("`CG_CAS=shared`") && said.contains("file:///"), "{said}");
}
