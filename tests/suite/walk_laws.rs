//! The walk finds what the walk of the crate `ignore` finds, over random trees and random ignore files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cg_bundle::walk::{Hidden, is_secret, walk};
use ignore::WalkBuilder;
use proptest::prelude::*;
use tempfile::TempDir;

/// Folders that the program leaves out of itself.
const NEVER: &[&str] = &[".git", ".hg", ".svn", ".jj", ".cg-bundle", "node_modules", "__pycache__"];

/// What the walk of the crate finds, as the program asked it before it had one of its own.
fn of_crate(root: &Path) -> BTreeSet<String> {
    let mut builder = WalkBuilder::new(root);
    builder
        .hidden(false)
        .parents(false)
        .git_global(false)
        .require_git(false)
        .follow_links(false)
        .add_custom_ignore_filename(".cgbundleignore")
        .filter_entry(|entry| {
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let name = entry.file_name().to_str().unwrap_or_default();
            let is_never = (is_folder || name == ".git") && NEVER.contains(&name);
            entry.depth() == 0 || !(is_never || name.contains(".scip") && name.ends_with(".stamp.json"))
        });
    let entries = builder.build().flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    let paths = entries.filter_map(|it| Some(it.path().strip_prefix(root).ok()?.to_str()?.to_owned()));
    paths.filter(|path| !is_secret(path) && !path.contains(char::is_control)).collect()
}

fn of_program(root: &Path) -> BTreeSet<String> {
    walk(root).expect("a tree").files.into_iter().map(|entry| entry.path.into()).collect()
}

/// A name that files, folders and patterns have.
fn name() -> impl Strategy<Value = String> {
    let names = [
        "a",
        "b",
        "ab",
        "a.rs",
        "b.rs",
        ".a",
        "A",
        "build",
        "x y",
        "a#",
        "!a",
        "[a]",
        "ä",
        "node_modules",
        ".hg",
        "..a",
        "a.",
    ];
    prop::sample::select(names.to_vec()).prop_map(str::to_owned)
}

fn path() -> impl Strategy<Value = String> {
    prop::collection::vec(name(), 1..5).prop_map(|parts| parts.join("/"))
}

/// A line of an ignore file.
fn line() -> impl Strategy<Value = String> {
    let odd = [
        "*",
        "**",
        "*.rs",
        "a*",
        "?",
        "[ab]",
        "[!a]*",
        "[",
        "{a,b}",
        "{a",
        "**/a",
        "a/**",
        "a/**/b",
        "**/",
        "/",
        "!",
        "\\",
        "\\#a",
        "\\!a",
        "# a",
        "",
        " ",
        "a ",
        "a\\ ",
        "/*",
        "/**",
        "*/",
        "!*/",
        "!*.rs",
        "a/*",
        "!a/b",
        "./a",
        "../a",
        "\u{feff}a",
        "a\r",
        "a\\",
        "[a-",
        "\u{1}",
    ];
    let made = (any::<bool>(), any::<bool>(), path(), any::<bool>()).prop_map(|(not, top, path, folder)| {
        let mark = |is: bool, mark: &'static str| if is { mark } else { "" };
        format!("{}{}{path}{}", mark(not, "!"), mark(top, "/"), mark(folder, "/"))
    });
    prop_oneof![1 => prop::sample::select(odd.to_vec()).prop_map(str::to_owned), 2 => made]
}

/// An ignore file: its folder, its name, its text.
fn ignore_file() -> impl Strategy<Value = (String, &'static str, Vec<u8>)> {
    let names = [".gitignore", ".ignore", ".cgbundleignore", ".git/info/exclude"];
    let folder = prop_oneof![2 => Just(String::new()), 3 => path()];
    let text = prop::collection::vec(line(), 0..6).prop_map(|lines| lines.join("\n").into_bytes());
    // A line that is no text ends the rules.
    let text = (text, any::<u8>()).prop_map(|(mut text, odd)| {
        if odd < 20 {
            text.extend_from_slice(b"\n\xff\nab");
        }
        text
    });
    (folder, prop::sample::select(names.to_vec()), text)
}

fn write(root: &Path, path: &str, bytes: &[u8]) {
    let path = root.join(path);
    // What is a file already cannot be a folder, and the other way about.
    if path.parent().is_some_and(|it| fs::create_dir_all(it).is_ok()) && !path.is_dir() {
        let _ = fs::write(path, bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_left_out_is_what_the_crate_leaves_out(
        files in prop::collection::vec(path(), 1..30),
        ignored in prop::collection::vec(ignore_file(), 0..6),
    ) {
        let folder = TempDir::new().expect("a folder");
        files.iter().for_each(|file| write(folder.path(), file, b""));
        for (at, name, text) in &ignored {
            write(folder.path(), &format!("{at}{}{name}", if at.is_empty() { "" } else { "/" }), text);
        }
        let root = fs::canonicalize(folder.path()).expect("a path");
        let seen = of_program(&root);
        prop_assert_eq!(&seen, &of_crate(&root));
        // What leaves a file out is known, and nothing leaves out what is in the tree.
        let tree = walk(&root).expect("a tree");
        for file in files.iter().filter(|file| root.join(file).is_file() && !is_secret(file)) {
            let hidden = tree.hidden(file);
            prop_assert_eq!(hidden.is_none(), seen.contains(file), "{}: {:?}", file, hidden);
            if let Some(Hidden::Rule { path, file: of, line, pattern }) = hidden {
                let text = fs::read(root.join(&of)).expect("an ignore file");
                let line = text.split(|byte| *byte == b'\n').nth(line - 1).map(String::from_utf8_lossy);
                prop_assert!(line.is_some_and(|line| line.contains(pattern.trim_end())), "{}: {}", of, pattern);
                prop_assert!(file == &path || file.starts_with(&format!("{path}/")), "{}", path);
            }
        }
    }
}

/// S3.U8: a file that is read as another than the walk has seen, or not at all, shows.
#[test]
fn a_tree_knows_that_it_moved() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("a.py");
    fs::write(&path, "a = 1\n").expect("a file");
    let walked = || walk(folder.path()).expect("a tree");
    let tree = walked();
    assert!(tree.read("a.py").is_ok() && tree.read_within("a.py", 2).is_err() && tree.read("b.py").is_err());
    assert!(!tree.has_moved(), "a limit and a path that was not walked say nothing");
    fs::write(&path, "a = 22\n").expect("a file");
    assert!(tree.read("a.py").is_ok() && tree.has_moved() && tree.clone().has_moved());
    let tree = walked();
    fs::remove_file(&path).expect("a file less");
    assert!(tree.read("a.py").is_err() && tree.has_moved());
}

/// The rule that hides a file is named, be it of the folder around it; what git tracks, no rule of git hides.
#[test]
fn a_hidden_file_has_its_rule() {
    let folder = TempDir::new().expect("a folder");
    let root = folder.path();
    for (path, text) in [
        (".gitignore", "*.tmp\n\ndist/\n!keep.tmp\n"),
        ("sub/.ignore", "# made\nmade.py\n"),
        (".git/info/exclude", "own.py\n"),
        ("dist/a.js", ""),
        ("sub/made.py", ""),
        ("a.tmp", ""),
        ("keep.tmp", ""),
        ("own.py", ""),
        ("node_modules/x/y.js", ""),
    ] {
        write(root, path, text.as_bytes());
    }
    let tree = walk(root).expect("a tree");
    let rule = |path: &str, file: &str, line, pattern: &str| {
        let (path, file, pattern) = (path.to_owned(), file.to_owned(), pattern.to_owned());
        Some(Hidden::Rule { path, file, line, pattern })
    };
    assert_eq!(tree.hidden("dist/a.js"), rule("dist", ".gitignore", 3, "dist/"));
    assert_eq!(tree.hidden("a.tmp"), rule("a.tmp", ".gitignore", 1, "*.tmp"));
    assert_eq!(tree.hidden("sub/made.py"), rule("sub/made.py", "sub/.ignore", 2, "made.py"));
    assert_eq!(tree.hidden("own.py"), rule("own.py", ".git/info/exclude", 1, "own.py"));
    assert_eq!(tree.hidden("node_modules/x/y.js"), Some(Hidden::Never("node_modules".to_owned())));
    assert_eq!((tree.hidden("keep.tmp"), tree.hidden("nowhere.py")), (None, None));
}
