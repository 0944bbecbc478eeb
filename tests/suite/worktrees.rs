//! Worktrees of one repository share one store: what one of them has parsed no other parses, equal trees have one snapshot,
//! and runs at once disturb each other in nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// A repository of git with linked worktrees, laid as git lays them.
struct Repository(TempDir);

impl Repository {
    /// A main checkout of so many files, and worktrees of the same content.
    fn new(n_files: usize, worktrees: &[&str]) -> Self {
        let repository = Self(TempDir::new().expect("a folder"));
        fs::create_dir_all(repository.path("main/.git")).expect("a folder of git");
        repository.fill("main", n_files);
        for name in worktrees {
            repository.link(name, "main/.git", name);
            repository.fill(name, n_files);
        }
        repository
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().canonicalize().expect("a folder").join(path)
    }

    fn fill(&self, name: &str, n_files: usize) {
        for at in 0..n_files {
            let text = format!("from m{} import f{at}\n\n\ndef f{at}():\n    return {at}\n", at / 2);
            fs::write(self.path(name).join(format!("m{at}.py")), text).expect("a source");
        }
    }

    /// Makes a folder a worktree; `named` is the one that the folder of git names.
    fn link(&self, name: &str, common: &str, named: &str) {
        let own = self.path(common).join("worktrees").join(name);
        fs::create_dir_all(&own).expect("a folder of git");
        fs::create_dir_all(self.path(name)).expect("a worktree");
        fs::write(own.join("commondir"), "../..\n").expect("a file of git");
        fs::write(own.join("gitdir"), format!("{}\n", self.path(named).join(".git").display())).expect("a file of git");
        fs::write(self.path(name).join(".git"), format!("gitdir: {}\n", own.display())).expect("a file of git");
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        command.current_dir(self.0.path()).args(line.split_whitespace()).stdin(Stdio::null());
        command.env("NO_COLOR", "1").env_remove("CG_CAS").stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command that succeeds; what it said.
    fn said(&self, line: &str) -> String {
        of(&self.command(line).output().expect("the program"))
    }

    fn store(&self, name: &str) -> PathBuf {
        self.path(name).join(".cg-bundle/store.sqlite")
    }

    fn facts(&self, root: &str, more: &str) -> Vec<u8> {
        let run = self.command(&format!("facts declares --format tsv -C {root} {more}")).output().expect("the program");
        assert!(run.status.success() && !run.stdout.is_empty());
        run.stdout
    }
}

fn of(run: &Output) -> String {
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(run.status.success(), "{said}");
    said
}

fn size(path: &Path) -> u64 {
    let own = fs::metadata(path).map_or(0, |it| it.len());
    own + fs::metadata(path.with_extension("sqlite-wal")).map_or(0, |it| it.len())
}

#[test]
fn worktrees_share_the_store_of_the_main_checkout() {
    let repository = Repository::new(40, &["one", "two"]);
    let first = repository.said("index -C one -v");
    assert!(first.contains("40 parsed, facts related"), "{first}");
    assert!(first.contains(&format!("store: {}", repository.store("main").display())), "it is said where: {first}");
    assert!(repository.said("index -C two -v").contains(" 0 parsed, facts loaded"));
    assert!(repository.said("index -C main -v").contains(" 0 parsed, facts loaded"));
    assert!(["one", "two"].iter().all(|name| !repository.path(name).join(".cg-bundle").exists()));
    // An edit in one of them costs that file, and the others find their own facts again, however often it is edited.
    for at in 0..7 {
        fs::write(repository.path("two/m3.py"), format!("def g{at}():\n    pass\n")).expect("an edit");
        let said = repository.said("index -C two -v");
        assert!(said.contains(" 1 parsed, facts linked again in part"), "{said}");
    }
    for name in ["one", "main"] {
        let said = repository.said(&format!("index -C {name} -v"));
        assert!(said.contains(" 0 parsed, facts loaded"), "{said}");
        assert_eq!(repository.facts(name, ""), repository.facts(name, "--no-store"));
    }
    assert_eq!(repository.facts("two", ""), repository.facts("two", "--no-store"));
    // Prune in one keeps what the others need; when a worktree is gone, so is what it alone needed.
    let pruned = repository.said("index -C main --prune");
    assert!(pruned.contains("pruned 6 observations"), "{pruned}");
    assert!(repository.said("index -C two -v").contains(" 0 parsed, facts loaded"));
    fs::remove_dir_all(repository.path("two")).expect("no worktree");
    let pruned = repository.said("index -C main --prune");
    assert!(pruned.contains("pruned 1 observations"), "{pruned}");
}

/// What git hides in the main checkout it hides in all worktrees, and so do we; a worktree that its repository does not name
/// gets none of that.
#[test]
fn worktrees_obey_the_exclude_file_of_their_repository() {
    let repository = Repository::new(3, &["one"]);
    fs::create_dir_all(repository.path("main/.git/info")).expect("a folder of git");
    fs::write(repository.path("main/.git/info/exclude"), "m1.py\n").expect("rules");
    repository.link("liar", "main/.git", "one");
    repository.fill("liar", 3);
    for (name, is_obeyed) in [("main", true), ("one", true), ("liar", false)] {
        let facts = String::from_utf8(repository.facts(name, "--no-store")).expect("a text");
        assert_eq!(facts.contains("m1.py"), !is_obeyed, "{name}: {facts}");
        let gaps = repository.command(&format!("facts gap -C {name} --no-store")).output().expect("the program");
        assert_eq!(gaps.stdout.is_empty(), is_obeyed, "{name}: {}", String::from_utf8_lossy(&gaps.stdout));
    }
}

#[test]
fn a_worktree_more_costs_little() {
    let names: Vec<String> = (0..12).map(|at| format!("w{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let repository = Repository::new(600, &names);
    repository.said("index -C main");
    let alone = size(&repository.store("main"));
    names.iter().for_each(|name| _ = repository.said(&format!("index -C {name}")));
    let each = (size(&repository.store("main")) - alone) / names.len() as u64;
    // Sources of fifty bytes make a store in which the stats are a tenth: those of a real one, a hundredth.
    assert!(each * 12 <= alone, "{each} bytes each beyond {alone}");
}

#[test]
fn runs_in_several_worktrees_at_once_are_safe() {
    let names = ["w0", "w1", "w2", "w3", "w4", "w5"];
    let repository = Repository::new(120, &names);
    for (at, name) in names.iter().enumerate().skip(3) {
        fs::write(repository.path(name).join("own.py"), format!("def own{at}():\n    pass\n")).expect("a source");
    }
    let spawn = |name: &&str| repository.command(&format!("index -C {name}")).spawn().expect("the program");
    for _ in 0..2 {
        let running: Vec<Child> = names.iter().map(spawn).collect();
        for run in running {
            let said = of(&run.wait_with_output().expect("the program"));
            assert_eq!(said, "", "nothing is amiss");
        }
    }
    for name in names {
        assert!(repository.said(&format!("index -C {name} -v")).contains(" 0 parsed, facts loaded"), "{name}");
        assert_eq!(repository.facts(name, ""), repository.facts(name, "--no-store"), "{name}");
    }
}

/// A folder that came with a `.git` that names somebody's repository is no worktree of it; that of a bare one is.
#[test]
fn only_a_worktree_that_its_repository_names_shares_the_store() {
    let repository = Repository::new(3, &["one"]);
    repository.link("liar", "main/.git", "one");
    repository.fill("liar", 3);
    assert!(repository.said("index -C liar -v").contains(&repository.store("liar").display().to_string()));
    assert!(!repository.store("main").exists());
    fs::create_dir_all(repository.path("bare.git")).expect("a folder of git");
    repository.link("of_bare", "bare.git", "of_bare");
    repository.fill("of_bare", 3);
    repository.said("index -C of_bare");
    assert!(repository.store("bare.git").exists() && !repository.store("of_bare").exists());
    // Where the store of all cannot be used, a worktree has its own, and says so.
    fs::write(repository.path("main/.cg-bundle"), "no folder").expect("a file");
    let said = repository.said("index -C one");
    assert!(said.contains("the store of all worktrees") && said.contains("this one has its own"), "{said}");
    assert!(repository.said("index -C one -v").contains(" 0 parsed, facts loaded"));
}
