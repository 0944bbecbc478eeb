//! Nothing is opened through a link, pipe, socket or device that leads out of the root or never ends. Each run is a
//! process with a bound on its time and memory.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::process::Command;

use cg_bundle::base::GapKind;
use cg_bundle::walk::{Refusal, walk};
use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};

use super::world::{MARK, PROGRAM, WAYS, Way, World};

/// Files that are read without being named by the user.
const NAMES: &[&str] = &[
    ".gitignore",
    ".ignore",
    ".cgbundleignore",
    "sub/.gitignore",
    "sub/.ignore",
    "sub/.cgbundleignore",
    ".git/info/exclude",
    "sub/.git/info/exclude",
    ".gitattributes",
    "sub/.gitattributes",
    "tsconfig.json",
    "package.json",
    "package-lock.json",
    "pnpm-workspace.yaml",
    "go.mod",
    "go.work",
    "Cargo.toml",
    "Cargo.lock",
    "pyproject.toml",
    "pom.xml",
    "composer.json",
    "Gemfile.lock",
    "other.py",
    "other.ts",
];

#[test]
fn what_stands_for_a_file_is_not_opened() {
    for way in WAYS {
        let world = World::new();
        NAMES.iter().for_each(|name| world.put(name, *way));
        let files = world.files();
        assert!(files.contains("kept.py") && files.contains("sub/kept.py"), "{way:?} was obeyed: {files}");
        for name in [".gitignore", "sub/.cgbundleignore", ".gitattributes"] {
            // A link that leads to no file is none of attributes, and neither is a folder.
            let is_named = world.gap(name).is_some();
            assert!(is_named || name == ".gitattributes" && *way != Way::Huge, "{way:?}: {name} is no gap");
        }
    }
}

#[test]
fn an_index_at_the_root_is_a_file_of_it() {
    for way in WAYS.iter().filter(|way| **way != Way::Huge) {
        for name in ["index.scip", "index.scip.gz", "index.scip.zst"] {
            let world = World::new();
            world.put(name, *way);
            world.files();
        }
        let world = World::new();
        world.write("root/index.scip", "");
        world.put("index.scip.stamp.json", *way);
        world.files();
    }
    let world = World::new();
    world.put("index.scip", Way::Huge);
    let run = world.run(&["facts", "file", "--no-store"]);
    assert_eq!(run.code, Some(5));
    assert!(run.err.contains("more than 2147483648 bytes"), "{}", run.err);
    // A link that stays in the root is followed.
    let world = World::new();
    world.write("root/build/index.scip", "");
    symlink("build/index.scip", world.root().join("index.scip")).expect("a link");
    let run = world.run(&["health", "--no-store"]);
    assert!(run.out.contains("build/index.scip"), "{}{}", run.out, run.err);
}

#[test]
fn git_folders_outside_are_not_obeyed() {
    let outside = |world: &World| world.at("out/git").display().to_string();
    type Line<'a> = (&'a str, &'a dyn Fn(&World) -> String);
    let lines: [Line<'_>; 5] = [
        ("an absolute path", &outside),
        ("a relative path", &|_| "../out/git".to_owned()),
        ("a path that leaves late", &|_| "sub/../../out/git".to_owned()),
        ("a common folder outside", &|world| {
            world.write("root/meta/commondir", &outside(world));
            "meta".to_owned()
        }),
        ("a common folder that is a link", &|world| {
            world.write("root/meta/commondir", "./common");
            symlink(world.at("out/git"), world.at("root/meta/common")).expect("a link");
            "meta".to_owned()
        }),
    ];
    for (what, line) in lines {
        for folder in ["", "sub/"] {
            let world = World::new();
            world.write("out/git/commondir", ".");
            let up = if folder.is_empty() { "" } else { "../" };
            let line = line(&world);
            let line = if line.starts_with('/') { line } else { format!("{up}{line}") };
            world.write(&format!("root/{folder}.git"), &format!("gitdir: {line}\n"));
            assert!(world.files().contains("sub/kept.py"), "{what}");
            assert!(world.gap(&format!("{folder}.git")).is_some() || what.ends_with("link"), "{what} is no gap");
        }
    }
    for way in [Way::LinkToZero, Way::LinkToPipe, Way::Pipe, Way::Device, Way::Huge] {
        let world = World::new();
        world.put(".git", way);
        assert!(world.files().contains("sub/kept.py"), "{way:?}");
    }
    let world = World::new();
    symlink(world.at("out/git"), world.root().join(".git")).expect("a link");
    assert!(world.files().contains("sub/kept.py"));
    assert_eq!(world.gap(".git"), Some(GapKind::Link));
}

#[test]
fn git_folders_inside_are_obeyed() {
    let absolute = |world: &World| world.root().canonicalize().expect("a path").join("meta/tree").display().to_string();
    let lines: [&dyn Fn(&World) -> String; 3] =
        [&absolute, &|_| "meta/tree".to_owned(), &|_| "sub/../meta/./tree".to_owned()];
    for line in lines {
        let world = World::new();
        world.write("root/meta/tree/commondir", "..\n");
        world.write("root/meta/info/exclude", "sub/\n");
        world.write("root/.git", &format!("gitdir: {}\n", line(&world)));
        let files = world.files();
        assert!(files.contains("kept.py") && !files.contains("sub/kept.py"), "{files}");
    }
}

#[test]
fn what_is_swapped_after_the_walk_is_not_read() {
    let world = World::new();
    world.write("root/a/b.py", "b\n");
    let tree = walk(&world.root()).expect("a tree");
    let read = |path| tree.read_within(path, 100);
    assert_eq!(read("kept.py").expect("a text"), b"def kept(): pass\n");
    let swap = |way: Way| {
        fs::remove_file(world.at("root/kept.py")).expect("a file");
        world.put("kept.py", way);
        read("kept.py")
    };
    assert!(matches!(swap(Way::Link), Err(Refusal::Link)));
    assert!(matches!(swap(Way::LinkToZero), Err(Refusal::Link)));
    assert!(matches!(swap(Way::Pipe), Err(Refusal::NotRegular)));
    assert!(matches!(swap(Way::Socket), Err(Refusal::NotRegular)));
    assert!(matches!(swap(Way::Huge), Err(Refusal::TooLarge { limit: 100 })));
    fs::rename(world.at("root/a"), world.at("out/a")).expect("a folder");
    symlink("../out/a", world.at("root/a")).expect("a link");
    assert!(matches!(read("a/b.py"), Err(Refusal::Link)));
    // The root may be moved away: it stays open.
    fs::rename(world.root(), world.at("moved")).expect("a folder");
    symlink("out", world.root()).expect("a link");
    assert!(read("sub/kept.py").is_ok() && read("lib.py").is_err());
}

#[test]
fn no_depth_takes_all_descriptors() {
    let world = World::new();
    let mut at = openat(CWD, world.root(), OFlags::DIRECTORY, Mode::empty()).expect("a folder");
    for _ in 0..10_000 {
        mkdirat(&at, "d", Mode::from_raw_mode(0o777)).expect("a folder");
        at = openat(&at, "d", OFlags::DIRECTORY, Mode::empty()).expect("a folder");
    }
    assert!(world.files().contains("sub/kept.py"));
    let gaps = walk(&world.root()).expect("a tree").gaps;
    assert!(gaps.iter().any(|gap| gap.path.starts_with("d/d/") && gap.kind == GapKind::Unreadable), "{gaps:?}");
    // The library's own removal takes a descriptor a level.
    let removed = Command::new("rm").arg("-rf").arg(world.root()).status();
    assert!(removed.is_ok_and(|it| it.success()));
}

#[test]
fn hostile_rules_end() {
    let long = |piece: &str| piece.repeat(250_000 / piece.len());
    let nested = format!("{}a{}\n", "{".repeat(100_000), "}".repeat(100_000));
    let texts = [
        nested.clone(),
        long("*a*b*c*d*e*f\n"),
        long("a\n"),
        long("[\n"),
        long("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}\n"),
        long("**/a/**/b/**/c/**\n"),
        long("a"),
        long("{a,{b,{c,{d,{e}}}}}"),
    ];
    for text in texts {
        let world = World::new();
        let head: String = text.chars().take(20).collect();
        world.write("root/.gitignore", &text);
        let attributes: String = text.lines().map(|line| format!("{line} linguist-generated\n")).collect();
        world.write("root/.gitattributes", attributes.get(..attributes.len().min(250_000)).unwrap_or_default());
        let run = world.run(&["facts", "file", "--no-store"]);
        assert_eq!(run.code, Some(0), "{head}: {}", run.err);
    }
}

#[test]
fn an_unreadable_root_is_a_fault() {
    let world = World::new();
    let program = world.at("program");
    fs::copy(PROGRAM, &program).expect("a copy");
    let modes = [("", 0o755), ("program", 0o755), ("root/sub", 0o000), ("root", 0o755)];
    let mode =
        |path: &str, mode| fs::set_permissions(world.at(path), fs::Permissions::from_mode(mode)).expect("a mode");
    modes.iter().for_each(|(path, bits)| mode(path, *bits));
    let run = || {
        let mut command = Command::new(&program);
        command.args(["facts", "gap", "--no-store", "-C"]).arg(world.root()).current_dir("/");
        if rustix::process::geteuid().is_root() {
            // To this user every folder is open.
            command.uid(65534).gid(65534);
        }
        command.output().expect("a process")
    };
    let below = run();
    assert_eq!(below.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&below.stdout).contains("permission denied"), "{below:?}");
    mode("root", 0o000);
    let closed = run();
    mode("root", 0o755);
    mode("root/sub", 0o755);
    assert_eq!(closed.status.code(), Some(5), "{closed:?}");
    assert!(String::from_utf8_lossy(&closed.stderr).contains("ermission denied"), "{closed:?}");
}

#[test]
fn what_files_refer_to_outside_is_not_read() {
    let world = World::new();
    let out = |name: &str, text: &str| world.write(&format!("out/{name}"), text);
    out("tsconfig.json", &format!("{{\"compilerOptions\": {{\"paths\": {{\"x\": [\"./{MARK}\"]}}}}}}"));
    out("package.json", &format!("{{\"name\": \"{MARK}\", \"version\": \"1.0.0\"}}"));
    out("go.mod", &format!("module {MARK}\n"));
    out("Cargo.toml", &format!("[package]\nname = \"{MARK}\"\nversion = \"1.0.0\"\n"));
    out("pyproject.toml", &format!("[project]\nname = \"{MARK}\"\n"));
    let files = [
        ("tsconfig.json", "{\"extends\": \"../out/tsconfig.json\", \"references\": [{\"path\": \"../out\"}]}"),
        ("a.ts", "import { a } from 'x';\nimport { b } from '../out/lib';\nimport '/etc/passwd';\n"),
        (
            "package.json",
            "{\"name\": \"r\", \"workspaces\": [\"../out\", \"../*\"], \"dependencies\": {\"o\": \"file:../out\"}}",
        ),
        ("pnpm-workspace.yaml", "packages:\n  - ../out\n  - '../**'\n"),
        ("go.work", "go 1.22\n\nuse ../out\n"),
        ("go.mod", "module r\n\ngo 1.22\n\nreplace o => ../out\n"),
        (
            "Cargo.toml",
            "[package]\nname = \"r\"\nversion = \"1.0.0\"\n\n[workspace]\nmembers = [\"../out\"]\n\n[dependencies]\no = { path = \"../out\" }\n",
        ),
        ("src/lib.rs", "#[path = \"../../out/lib.rs\"]\nmod lib;\ninclude!(\"../../out/lib.rs\");\n"),
        ("pyproject.toml", "[tool.uv.sources]\no = { path = \"../out\" }\n"),
        ("requirements.txt", "-r ../out/requirements.txt\n-e ../out\n"),
        ("settings.gradle", "include ':o'\nproject(':o').projectDir = file('../out')\n"),
        (
            "pom.xml",
            "<project><parent><relativePath>../out/pom.xml</relativePath></parent><modules><module>../out</module></modules></project>",
        ),
        ("a.c", "#include \"../out/lib.h\"\n#include </etc/passwd>\n"),
    ];
    files.iter().for_each(|(name, text)| world.write(&format!("root/{name}"), text));
    out("lib.rs", &format!("pub fn {MARK}() {{}}\n"));
    out("lib.h", &format!("int {MARK};\n"));
    out("lib.ts", &format!("export const {MARK} = 1;\n"));
    out("requirements.txt", &format!("{MARK}==1.0\n"));
    index_of(&world, &["../out/lib.py", "/etc/passwd", "a/../../out/lib.py", "kept.py"]);
    for relation in
        ["file", "declares", "imports", "uses", "imports_package", "requires", "owns", "gap", "occurrence", "depends"]
    {
        let run = world.run(&["facts", relation, "--no-store"]);
        assert_eq!(run.code, Some(0), "{relation}: {}", run.err);
        assert!(!run.out.contains(MARK) && !run.err.contains(MARK), "{relation}: {}", run.out);
    }
}

/// Writes an index with documents of some paths.
fn index_of(world: &World, paths: &[&str]) {
    use protobuf::Message;
    let documents =
        paths.iter().map(|path| scip::types::Document { relative_path: (*path).into(), ..Default::default() });
    let index = scip::types::Index { documents: documents.collect(), ..Default::default() };
    fs::write(world.at("root/index.scip"), index.write_to_bytes().expect("bytes")).expect("a file");
}
