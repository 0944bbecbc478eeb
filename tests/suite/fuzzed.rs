//! A fixed number of hostile inputs for each target of `fuzz/`, each target in a process whose memory is bounded: a test
//! fails where one panics, aborts, overflows the stack, or takes more than that.

use std::process::Command;

use hostile::Target;
use hostile::chance::Chance;
use hostile::mutate::mutate;

#[path = "../../fuzz/src/hostile/mod.rs"]
mod hostile;

/// What a child may take of address space, in KiB; half of it is mapped, and not used.
const MEMORY: u64 = 1 << 20;
/// How long an input is at most.
const LONGEST: usize = 16 * 1024;
/// The variable that names the target to a child, and the one that names the file where it leaves its input.
const CHILD: [&str; 2] = ["CG_FUZZ_TARGET", "CG_FUZZ_INPUT"];

/// Runs a target in a child, which is this test again.
fn check(name: &str) {
    let target = hostile::target(name).expect("a target");
    if std::env::var_os(CHILD[0]).is_some() {
        return run(target);
    }
    let kept = hostile::files::folder().keep().join("input");
    let this = std::env::current_exe().expect("this program");
    let mut child = if cfg!(unix) { Command::new("sh") } else { Command::new(&this) };
    if cfg!(unix) {
        child.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")]).arg(&this);
    }
    child.args([&format!("fuzzed::{name}"), "--exact", "--nocapture", "--test-threads=1"]);
    let outcome = child
        .env(CHILD[0], name)
        .env(CHILD[1], &kept)
        .env("RAYON_NUM_THREADS", "2")
        .env("MALLOC_ARENA_MAX", "2")
        .env("RUST_BACKTRACE", "0")
        .output()
        .expect("a child");
    let said = String::from_utf8_lossy(&outcome.stderr).into_owned();
    assert!(outcome.status.success(), "`{name}`: {} for the input {}\n{said}", outcome.status, kept.display());
    let _ = std::fs::remove_dir_all(kept.parent().expect("a folder"));
}

/// Tries every first input, then others that are made of them.
fn run(target: &Target) {
    let kept = std::env::var_os(CHILD[1]).expect("a place for the input");
    let try_one = |input: &[u8]| {
        std::fs::write(&kept, input).expect("the input is kept");
        (target.run)(input);
    };
    target.seeds().iter().for_each(|input| try_one(input));
    for seed in 0..target.tried as u64 {
        let mut chance = Chance::new(seed);
        let first = chance.one_of(target.seeds()).expect("a first input");
        try_one(&mutate(target, first, &mut chance, LONGEST));
    }
}

macro_rules! targets {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        #[test]
        fn every_target_is_tried() {
            let tried = [$(stringify!($name)),*];
            let known: Vec<&str> = hostile::TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(tried[..], known[..]);
            for name in known {
                let root = hostile::checkout().join("fuzz");
                assert!(root.join(format!("fuzz_targets/{name}.rs")).is_file(), "libFuzzer does not know `{name}`");
            }
        }
    };
}

targets! { config index input manifest package query related repository source store }
