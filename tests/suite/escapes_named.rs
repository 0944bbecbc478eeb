//! Files that the user names are read within their limits, and nothing is written outside the folder that was named.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::world::{Way, World};

#[test]
fn files_that_the_user_names_are_bounded() {
    let world = World::new();
    world.write("root/m.yaml", "version: 1\ntask_class: t\nmust_read:\n  globs: ['*.py']\n");
    world.write("root/in.yaml", "{}\n");
    assert_eq!(world.run(&["m.yaml", "--no-store"]).code, Some(0), "{}", world.run(&["m.yaml", "--no-store"]).err);
    for zero in ["/dev/zero", "huge"] {
        if zero == "huge" {
            world.put("huge", Way::Huge);
        }
        let inputs = world.run(&["m.yaml", "--no-store", "--input", zero]);
        assert_eq!(inputs.code, Some(4), "{}", inputs.err);
        assert!(inputs.err.contains("more than 4194304 bytes"), "{}", inputs.err);
        let manifest = if zero == "huge" { "./huge" } else { zero };
        assert_eq!(world.run(&[manifest, "--no-store"]).code, Some(3));
        assert_eq!(world.run(&["lint", "--fix", zero]).code, Some(3));
        assert_eq!(world.run(&["index", "--no-store", "--scip", zero]).code, Some(5));
    }
    world.put("pipe", Way::Pipe);
    assert_eq!(world.run(&["index", "--no-store", "--scip", "pipe"]).code, Some(5));
    for input in ["/dev/stdin", "-"] {
        let run = world.run_with(&["m.yaml", "--no-store", "--input", input], "true", Some("root/in.yaml"));
        assert_eq!(run.code, Some(0), "{input}: {}", run.err);
    }
    symlink(world.at("root/in.yaml"), world.at("root/linked.yaml")).expect("a link");
    assert_eq!(world.run(&["m.yaml", "--no-store", "--input", "linked.yaml"]).code, Some(0));
}

#[test]
fn an_index_that_a_manifest_names_stays_in_the_root() {
    let world = World::new();
    world.write("out/index.scip", "");
    symlink(world.at("out/index.scip"), world.at("root/named.scip")).expect("a link");
    world.write(
        "root/m.yaml",
        "version: 1\ntask_class: t\nindex:\n  scip: [named.scip]\nmust_read:\n  globs: ['*.py']\n",
    );
    let run = world.run(&["m.yaml", "--no-store"]);
    assert_eq!(run.code, Some(5), "{}", run.err);
    assert!(run.err.contains("outside the repository"), "{}", run.err);
    assert_eq!(world.run(&["index", "--no-store", "--scip", "named.scip"]).code, Some(0), "the user may name it");
}

#[test]
fn nothing_is_written_outside() {
    let world = World::new();
    let text = "version: 1\ntask_class: t\nmust_read:\n  globs: ['*.py']\n";
    world.write("out/file", "precious");
    world.write("root/m.yaml", text);
    let names = ["..yaml", "...yaml", "....yaml", "..y.yaml", "\u{1b}[2J.yaml", "a\\b.yaml", "a\nb.yaml"];
    names.iter().for_each(|name| world.write(&format!("root/{name}"), text));
    fs::create_dir(world.at("root/bd")).expect("a folder");
    for name in names {
        assert_eq!(world.run(&[&format!("./{name}"), "--no-store", "-o", "bd/"]).code, Some(0), "{name:?}");
    }
    let written: Vec<String> = listed(&world.at("root/bd"));
    assert_eq!(written, ["..y.md", "_.md", "_[2J.md", "__.md", "___.md", "a_b.md"]);
    assert!(listed(&world.root()).iter().all(|name| !name.ends_with(".md")), "{:?}", listed(&world.root()));

    let link = |from: &str, to: &str| symlink(world.at(to), world.at(from)).expect("a link");
    link("root/file.md", "out/file");
    link("root/folder", "out");
    link("root/.cg", "out");
    fs::create_dir(world.at("root/links")).expect("a folder");
    link("root/links/m.md", "out/file");
    let before = listed(&world.at("out"));
    for (args, code) in [
        (&["m.yaml", "--no-store", "-o", "file.md"][..], 0),
        (&["m.yaml", "--no-store", "-o", "links/"], 0),
        (&["m.yaml", "--no-store", "-o", "folder/"], 6),
        (&["m.yaml", "--no-store", "-o", "folder"], 6),
        (&["m.yaml", "--no-store", "-o", "folder/new.md"], 6),
        (&["m.yaml", "--no-store", "-o", "folder/new/"], 6),
        (&["init", "onboarding"], 6),
        (&["init", "onboarding", "-o", "folder/new"], 6),
        (&["lint"], 2),
    ] {
        let run = world.run(args);
        assert_eq!(run.code, Some(code), "{args:?}: {}", run.err);
    }
    assert_eq!(listed(&world.at("out")), before);
    assert_eq!(fs::read_to_string(world.at("out/file")).expect("a file"), "precious");
    assert!(!world.at("root/file.md").is_symlink() && !world.at("root/links/m.md").is_symlink());
    // What lies outside may be named by the user.
    let there = world.at("out/new.md").display().to_string();
    assert_eq!(world.run(&["m.yaml", "--no-store", "-o", &there]).code, Some(0));
    let (piped, printed) =
        (world.run(&["m.yaml", "--no-store", "-o", "/dev/stdout"]), world.run(&["m.yaml", "--no-store"]));
    assert_eq!(piped.code, Some(0), "{}", piped.err);
    assert_eq!(piped.out, printed.out);
}

fn listed(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).expect("a folder").map(|it| it.expect("a name").file_name());
    let mut names: Vec<String> = names.map(|it| it.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
