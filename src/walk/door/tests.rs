//! The laws of the door, by descriptors and by paths.

use std::fs;
use std::io;
use std::path::Path;

use super::*;

/// A root with a file, links of each kind, and a folder with a file; beside it a file that is not of it.
fn made() -> (tempfile::TempDir, std::path::PathBuf) {
    let top = tempfile::TempDir::new().unwrap();
    let root = top.path().join("root");
    fs::create_dir_all(root.join("folder")).unwrap();
    fs::write(top.path().join("outside"), "secret").unwrap();
    fs::write(root.join("file"), "0123456789").unwrap();
    fs::write(root.join("folder/file"), "below").unwrap();
    (top, root)
}

#[cfg(unix)]
fn links(root: &Path) {
    use std::os::unix::fs::symlink;
    symlink("../outside", root.join("out")).unwrap();
    symlink("file", root.join("in")).unwrap();
    symlink("folder", root.join("to_folder")).unwrap();
    symlink("..", root.join("up")).unwrap();
}

#[test]
fn a_limit_holds_for_what_has_no_size() {
    let most = |limit| drain(io::repeat(7), 0, limit);
    assert!(matches!(most(100_000), Err(Refusal::TooLarge { limit: 100_000 })));
    assert_eq!(drain(io::repeat(7).take(100_000), 3, 100_000).unwrap().len(), 100_000);
    assert_eq!(drain(io::empty(), 1 << 20, 1 << 30).unwrap(), b"");
}

#[cfg(unix)]
#[test]
fn every_way_to_open_follows_no_link() {
    use std::os::fd::AsFd;
    let (_top, root) = made();
    links(&root);
    let door = Door::open(&root).unwrap();
    let open = system::root(&root).unwrap();
    let by_parts = |path: &str| unix::by_parts(open.as_fd(), Path::new(path), rustix::fs::OFlags::RDONLY).map(|_| ());
    let portable = |path: &str| portable::file(&root, Path::new(path)).map(|_| ());
    for (path, is_open) in [
        ("file", true),
        ("folder/file", true),
        ("out", false),
        ("in", false),
        ("to_folder/file", false),
        ("up/outside", false),
    ] {
        for (way, opened) in [
            ("the kernel", door.file(Path::new(path)).map(|_| ())),
            ("by parts", by_parts(path)),
            ("by paths", portable(path)),
        ] {
            match opened {
                Ok(()) => assert!(is_open, "{way}: {path} was opened"),
                Err(refusal) => assert!(!is_open && matches!(refusal, Refusal::Link), "{way}: {path}: {refusal:?}"),
            }
        }
    }
}

#[test]
fn a_path_does_not_leave_the_root_by_its_text() {
    let (top, root) = made();
    let door = Door::open(&root).unwrap();
    let outside = top.path().join("outside");
    for path in ["../outside", "folder/../../outside", outside.to_str().unwrap()] {
        assert!(matches!(door.read(Path::new(path), 100), Err(Refusal::Outside)), "{path}");
        assert!(door.write(Path::new(path), b"x").is_err(), "{path}");
    }
    assert_eq!(fs::read(outside).unwrap(), b"secret");
    assert!(matches!(door.read(Path::new("folder"), 100), Err(Refusal::NotRegular)));
    assert!(matches!(door.read(Path::new("file"), 9), Err(Refusal::TooLarge { limit: 9 })));
    assert_eq!(door.read(Path::new("file"), 10).unwrap(), b"0123456789");
}

#[cfg(unix)]
#[test]
fn what_is_written_stays_in_the_root() {
    let (top, root) = made();
    links(&root);
    let door = Door::open(&root).unwrap();
    type Write<'a> = Box<dyn Fn(&str) -> Result<(), Refusal> + 'a>;
    let ways: [(&str, Write<'_>); 2] = [
        ("by descriptors", Box::new(|path| door.write(Path::new(path), b"new"))),
        ("by paths", Box::new(|path| portable::write(&root, Path::new(path), b"new"))),
    ];
    for (way, write) in ways {
        fs::remove_file(root.join("out")).unwrap();
        std::os::unix::fs::symlink("../outside", root.join("out")).unwrap();
        assert!(write("up/outside").is_err() && write("to_folder/new").is_err() && write("folder").is_err(), "{way}");
        write("out").unwrap();
        assert_eq!(fs::read(root.join("out")).unwrap(), b"new", "{way}: the link is replaced");
        assert!(!root.join("out").is_symlink(), "{way}");
        assert_eq!(fs::read(top.path().join("outside")).unwrap(), b"secret", "{way}");
    }
    assert!(door.make(Path::new("up/made")).is_err() && portable::make(&root, Path::new("up/made")).is_err());
    door.make(Path::new("a/b/c")).unwrap();
    portable::make(&root, Path::new("a/b/d")).unwrap();
    assert!(root.join("a/b/c").is_dir() && root.join("a/b/d").is_dir() && !top.path().join("made").exists());
}

#[cfg(unix)]
#[test]
fn the_portable_door_lists_and_stats_as_the_other() {
    let (_top, root) = made();
    links(&root);
    let listed = |(open, names, cut): (portable::Open, Vec<Name>, Option<io::Error>)| {
        assert!(cut.is_none());
        let mut all: Vec<_> =
            names.into_iter().map(|it| (portable::stat(&open, &it.name).unwrap(), it.name, it.kind)).collect();
        all.sort_by(|a, b| a.1.cmp(&b.1));
        all
    };
    let folder = Door::open(&root).unwrap().folder(Path::new("")).unwrap();
    let mut all: Vec<_> = folder.names.iter().map(|it| (folder.stat(it).unwrap(), it.name.clone(), it.kind)).collect();
    all.sort_by(|a, b| a.1.cmp(&b.1));
    assert_eq!(all, listed(portable::folder(&root, Path::new("")).unwrap()));
}
