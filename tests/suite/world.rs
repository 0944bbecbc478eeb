//! A repository beside a folder that is not of it, what may stand in place of a file, and runs with bounds.
#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use cg_bundle::base::GapKind;
use cg_bundle::walk::walk;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use tempfile::TempDir;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_cg-bundle");
/// How long a run may take; the usual is a hundredth of it.
const LONGEST: Duration = Duration::from_secs(60);
/// How much address space a run may take, in KiB.
const MOST: u32 = 3_000_000;
/// Text that only stands outside the root.
pub const MARK: &str = "outside_of_the_root";

/// A repository, and a folder beside it that is not of it.
pub struct World {
    top: TempDir,
}

/// What came of a run.
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl World {
    pub fn new() -> Self {
        let top = TempDir::new().expect("a folder");
        let world = Self { top };
        world.write("root/kept.py", "def kept(): pass\n");
        world.write("root/sub/kept.py", "def kept(): pass\n");
        world.write("out/rules", "*\n");
        world.write("out/git/info/exclude", "*\n");
        world.write("out/lib.py", &format!("def {MARK}(): pass\n"));
        world
    }

    pub fn at(&self, path: &str) -> PathBuf {
        self.top.path().join(path)
    }

    pub fn root(&self) -> PathBuf {
        self.at("root")
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Puts something in the root.
    pub fn put(&self, path: &str, way: Way) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        way.make(&path, self);
    }

    /// Runs the program in the root, with bounds.
    pub fn run(&self, args: &[&str]) -> Run {
        self.run_with(args, "ulimit -n 64", None)
    }

    pub fn run_with(&self, args: &[&str], limits: &str, input: Option<&str>) -> Run {
        let (out, err) = (self.at("stdout"), self.at("stderr"));
        let input = match input {
            Some(input) => Stdio::from(File::open(self.at(input)).expect("an input")),
            None => Stdio::null(),
        };
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("{limits}; ulimit -v {MOST}; exec \"$0\" \"$@\"")).arg(PROGRAM).args(args);
        command.current_dir(self.root()).env_remove("RUST_BACKTRACE").stdin(input);
        command.stdout(File::create(&out).expect("a file")).stderr(File::create(&err).expect("a file"));
        let mut child = command.spawn().expect("a process");
        let start = Instant::now();
        let end = loop {
            if let Some(end) = child.try_wait().expect("a process") {
                break end;
            }
            if start.elapsed() > LONGEST {
                child.kill().expect("an end");
                panic!("{args:?} did not end");
            }
            sleep(Duration::from_millis(5));
        };
        let text = |path| String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned();
        Run { code: end.code(), out: text(out), err: text(err) }
    }

    /// The paths of the files that are found.
    pub fn files(&self) -> String {
        let run = self.run(&["facts", "file", "--no-store"]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(!run.out.contains(MARK), "{}", run.out);
        run.out
    }

    pub fn gap(&self, path: &str) -> Option<GapKind> {
        let gaps = walk(&self.root()).expect("a tree").gaps;
        gaps.iter().find(|gap| gap.path == path).map(|gap| gap.kind)
    }
}

/// Something that stands where a file is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// A link to a file outside.
    Link,
    /// A link to a link to a file outside.
    Chain,
    /// A link to itself.
    Loop,
    /// A link to a folder outside.
    LinkToFolder,
    /// A link to a device without end.
    LinkToZero,
    /// A link to a pipe that nobody writes to.
    LinkToPipe,
    Pipe,
    Socket,
    /// A device without end; where none can be made, a link to one.
    Device,
    Folder,
    /// A file of eight gibibytes that takes no room.
    Huge,
}

pub const WAYS: &[Way] = &[
    Way::Link,
    Way::Chain,
    Way::Loop,
    Way::LinkToFolder,
    Way::LinkToZero,
    Way::LinkToPipe,
    Way::Pipe,
    Way::Socket,
    Way::Device,
    Way::Folder,
    Way::Huge,
];

impl Way {
    fn make(self, path: &Path, world: &World) {
        let pipe = |path: &Path| mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o666), 0).expect("a pipe");
        let link = |to: &Path| symlink(to, path).expect("a link");
        match self {
            Self::Link => link(&world.at("out/rules")),
            Self::Chain => {
                let (first, second) = (world.at("out/first"), world.at("out/second"));
                let _ = symlink("rules", &second);
                let _ = symlink("second", &first);
                link(&first);
            }
            Self::Loop => link(path),
            Self::LinkToFolder => link(&world.at("out")),
            Self::LinkToZero => link(Path::new("/dev/zero")),
            Self::LinkToPipe => {
                let to = world.at("out/pipe");
                if !to.exists() {
                    pipe(&to);
                }
                link(&to);
            }
            Self::Pipe => pipe(path),
            Self::Socket => drop(UnixListener::bind(path).expect("a socket")),
            Self::Device => {
                let zero = rustix::fs::makedev(1, 5);
                if mknodat(CWD, path, FileType::CharacterDevice, Mode::from_raw_mode(0o666), zero).is_err() {
                    link(Path::new("/dev/zero"));
                }
            }
            Self::Folder => fs::create_dir(path).expect("a folder"),
            Self::Huge => File::create(path).and_then(|it| it.set_len(8 << 30)).expect("a file"),
        }
    }
}
