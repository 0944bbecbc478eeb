//! What we claim of the code is so.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layers from the ground up: each may use those before it.
const LAYERS: &[&str] = &[
    "base",
    "work",
    "walk",
    "syntax",
    "language",
    "parse",
    "package",
    "scip",
    "history",
    "store",
    "resolve",
    "facts",
    "primitive",
    "search",
    "manifest",
    "input",
    "intake",
    "fleet",
    "plan",
    "flow",
    "budget",
    "bundle",
    "render",
    "pipeline",
    "cli",
];

/// The files that may touch the world, beside the layers `walk`, `store` and `cli`.
const WORLDLY: &[&str] = &["history/pack.rs", "main.rs", "scip/open.rs"];

/// The files that open files or folders or look at them, beside the door, each with its reason.
const OPENERS: &[(&str, &str)] = &[
    ("walk/door/mod.rs", "it is the door"),
    ("walk/door/portable.rs", "it is the door"),
    ("walk/door/unix.rs", "it is the door"),
    ("walk/entry.rs", "reads metadata of what is open; opens nothing"),
    ("walk/part.rs", "reads and writes files and folders that the user names, in parts"),
    ("walk/scratch.rs", "makes a private folder for past states, and writes regular files in it alone"),
    ("walk/secret.rs", "resolves where a path that the user names leads; opens nothing"),
    ("walk/tree.rs", "resolves the root that the user names, and where a link leads; opens neither"),
    ("walk/worktrees.rs", "reads the files by which git names worktrees, and looks where they lead"),
    ("intake/form/coverage_data.rs", "reads a database out of memory; opens no file"),
    ("history/pack.rs", "maps packs of git by the descriptors that the door has opened"),
    ("scip/open.rs", "resolves paths of indexes, and opens them by the door without links"),
    (
        "store/cas/medium.rs",
        "makes the folders of the store that machines share; its files are read and written as named ones",
    ),
    ("store/open.rs", "the store has rules of its own: SQLite opens it"),
    ("store/place.rs", "makes the store's folder and lock, without following links"),
    ("manifest/load.rs", "resolves where the path of a base leads; opens it by the door"),
    ("store/use_log.rs", "appends to a log beside the store, without following links there"),
    ("cli/output.rs", "writes where the user says; below the root by the door"),
    ("cli/manifest_name.rs", "resolves the root and the manifest that the user names; opens neither"),
    ("cli/near.rs", "lists names of manifests near one that the user named"),
    ("cli/report.rs", "looks at a path that failed, for the hint"),
    ("cli/command/absent.rs", "looks at a path that the user named, for the hint"),
    ("cli/command/bundle.rs", "looks at the target that the user named"),
    ("cli/command/init.rs", "looks at the target that the user named"),
    ("cli/command/lint.rs", "lists folders that the user names"),
    ("cli/command/test.rs", "lists folders that the user names"),
];

/// The longest a file may be, in lines.
const LONGEST: usize = 400;

pub fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                found.push((path.strip_prefix(&root).expect("a path inside").to_owned(), text));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no sources in {folder}");
    found
}

fn layer(path: &Path) -> Option<usize> {
    let first = path.components().next()?.as_os_str().to_str()?.trim_end_matches(".rs").to_owned();
    LAYERS.iter().position(|layer| *layer == first)
}

/// The layers that a text names: `crate::facts::…`, also inside `crate::{…}`.
fn named_layers(text: &str) -> Vec<&'static str> {
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let after = code.split("crate::").skip(1);
    let words = after.flat_map(|rest| {
        let group = rest.strip_prefix('{').and_then(|rest| rest.split('}').next());
        let heads = group.map_or_else(|| vec![rest], |group| group.split(',').collect());
        heads
            .into_iter()
            .map(|head| {
                head.trim()
                    .split(|letter: char| !letter.is_alphanumeric() && letter != '_')
                    .next()
                    .unwrap_or("")
                    .to_owned()
            })
            .collect::<Vec<_>>()
    });
    words.filter_map(|word| LAYERS.iter().copied().find(|layer| *layer == word)).collect()
}

#[test]
fn each_layer_uses_only_those_below_it() {
    let mut wrong = Vec::new();
    for (path, text) in sources("src") {
        let Some(own) = layer(&path) else { continue };
        for used in named_layers(&text) {
            let used_at = LAYERS.iter().position(|layer| *layer == used).expect("a layer");
            if used_at > own {
                wrong.push(format!("{} uses `{used}`, which lies above it", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_folder_of_the_source_is_a_layer() {
    for (path, _) in sources("src") {
        let is_root = path.components().count() == 1;
        assert!(is_root || layer(&path).is_some(), "{} is in no layer", path.display());
    }
}

#[test]
fn only_the_rim_touches_the_world() {
    let mut wrong = Vec::new();
    for (path, text) in sources("src") {
        let name = path.to_string_lossy().replace('\\', "/");
        let rim = ["walk/", "store/", "cli/"].iter().any(|layer| name.starts_with(layer));
        // Tests at the end of a file may do as they like.
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        let touches =
            ["std::fs", "std::env", "std::process", "println!", "eprintln!"].iter().find(|it| code.contains(**it));
        if let (false, false, Some(what)) = (rim, WORLDLY.contains(&name.as_str()), touches) {
            wrong.push(format!("{name} names {what}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn one_file_alone_is_unsafe() {
    for folder in ["src", "rules/src"] {
        for (path, text) in sources(folder) {
            let is_native = path == Path::new("parse/native.rs");
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let lines: Vec<&str> = code.filter(|line| line.contains("unsafe")).collect();
            let is_free = lines.iter().all(|line| line.contains("(unsafe_code)") && !line.contains("allow"));
            assert_eq!(is_free, !is_native, "{folder}/{}: {lines:?}", path.display());
            if is_native {
                let blocks = text.lines().filter(|line| line.contains("unsafe {")).count();
                let reasons = text.matches("// SAFETY: ").count();
                assert!(reasons >= blocks, "{blocks} blocks, {reasons} reasons");
            }
        }
    }
}

#[test]
fn files_are_opened_in_few_places() {
    const SIGNS: &[&str] = &[
        "std::fs",
        "rustix::",
        "File::open",
        "File::create",
        "OpenOptions",
        "Connection::open",
        ".read_dir()",
        ".exists()",
        ".is_dir()",
        ".is_file()",
        ".is_symlink()",
        ".canonicalize()",
    ];
    let mut opening: Vec<String> = Vec::new();
    for (path, text) in sources("src") {
        let code = text.split("#[cfg(test)]\n#[allow(clippy::unwrap_used)]\nmod tests").next().unwrap_or("");
        if !path.ends_with("tests.rs") && SIGNS.iter().any(|sign| code.contains(sign)) {
            opening.push(path.to_string_lossy().replace('\\', "/"));
        }
    }
    let mut known: Vec<&str> = OPENERS.iter().map(|(path, _)| *path).collect();
    known.sort_unstable();
    assert_eq!(opening, known, "files that open files or folders; each has a reason in `OPENERS`");
}

/// How sure an edge is follows from its rule; where names are resolved, nothing else says it.
#[test]
fn one_file_names_the_evidence_of_rules() {
    let resolving = sources("src/language").into_iter().chain(sources("src/resolve"));
    let naming = resolving.filter(|(path, text)| text.contains("Evidence") && !path.ends_with("rule.rs"));
    let naming: Vec<PathBuf> = naming.map(|(path, _)| path).collect();
    assert!(naming.is_empty(), "{naming:?} name an evidence beside `src/language/rule.rs`");
}

/// A file tried by hand beside the code is easily committed with it: no source stands at the top but what builds the package.
#[test]
fn no_source_stands_at_the_top() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files =
        fs::read_dir(root).expect("the package").flatten().map(|entry| entry.path()).filter(|path| path.is_file());
    let language = |path: &Path| cg_bundle::language::of_path(&path.to_string_lossy());
    let sources: Vec<PathBuf> = files.filter(|path| language(path).is_some() && !path.ends_with("build.rs")).collect();
    assert!(sources.is_empty(), "{sources:?} belong below `src`, `tests` or `benches`");
}

#[test]
fn every_file_says_what_it_is_and_is_short() {
    for folder in ["src", "rules/src", "tests/suite", "fuzz/src"] {
        for (path, text) in sources(folder) {
            assert!(text.starts_with("//!"), "{folder}/{} does not open with `//!`", path.display());
            let lines = text.lines().count();
            assert!(lines <= LONGEST, "{folder}/{} has {lines} lines", path.display());
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            for vague in ["util", "helper", "common", "misc", "manager"] {
                assert!(name.split('_').all(|part| part != vague), "{folder}/{} has a vague name", path.display());
            }
        }
    }
}

/// The text literals of code: neither comments nor the tests at the end of a file.
fn literals(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or("");
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut letters = lines.flat_map(|line| line.chars().chain(['\n']));
    let (mut found, mut open) = (Vec::new(), None::<String>);
    while let Some(letter) = letters.next() {
        match (&mut open, letter) {
            (None, '\'') => {
                // A quote as a character opens no text; a lifetime is followed by no quote.
                let next = letters.next();
                if next == Some('\\') {
                    letters.next();
                }
            }
            (None, '"') => open = Some(String::new()),
            (None, _) => {}
            (Some(_), '"') => found.extend(open.take()),
            (Some(literal), '\\') => literal.extend(['\\'].into_iter().chain(letters.next())),
            (Some(literal), _) => literal.push(letter),
        }
    }
    found
}

/// Whether a text is a line or a mark of Markdown: a heading, an entry of a list, a fence, a separator, an arrow.
fn is_markdown(literal: &str) -> bool {
    let lines: Vec<&str> = literal.split("\\n").map(str::trim_start).collect();
    let opens = |mark: &&str| lines.iter().any(|line| line.starts_with(*mark));
    ["# ", "## ", "### ", "#### ", "- ", "* ", "```", "~~~", "| "].iter().any(opens)
        || ["· ", "→ ", "](", "\\t"].iter().any(|mark| literal.contains(mark))
}

/// `bundle` decides what is shown and asks a `Layout` for its cost; `render` alone writes.
#[test]
fn a_bundle_holds_no_text_of_a_format() {
    let mut wrong = Vec::new();
    for (path, text) in sources("src/bundle") {
        // The laws of the views, and the headings of files that are Markdown themselves.
        if ["view/laws.rs", "view/headings.rs"].iter().any(|reader| path.ends_with(reader)) {
            continue;
        }
        wrong.extend(
            literals(&text).into_iter().filter(|it| is_markdown(it)).map(|it| format!("{}: {it:?}", path.display())),
        );
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let seen = literals("let a = '\"'; let b = \"x\"; // \"c\"\n/// \"d\"\nformat!(\"### {}\\n\")");
    assert_eq!(seen.iter().filter(|it| is_markdown(it)).count(), 1, "{seen:?}");
}

/// Words of everyday speech that say little in docs.
const VAGUE: &[&str] = &["told", "tells", "mend", "mends", "mended", "asked", "stands", "bears", "hands on"];
/// Parts of doc lines in which a word is the name of a relation, not a word of the sentence.
const MEANT: &[&str] = &["asked(", "(asked)", "stands_for", "hands_on"];

/// The doc lines of a source text, with their numbers.
fn docs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().zip(1..).map(|(line, number)| (number, line.trim_start()));
    lines.filter(|(_, line)| line.starts_with("///") || line.starts_with("//!"))
}

#[test]
fn doc_sentences_name_their_subject_and_use_the_words_of_the_field() {
    let mut wrong = Vec::new();
    for folder in ["src", "rules/src", "fuzz/src"] {
        for (path, text) in sources(folder) {
            let path = format!("{folder}/{}", path.display());
            for (number, line) in docs(&text) {
                let sentence = line.trim_start_matches(['/', '!']).trim_start();
                let first = sentence.split(' ').next().unwrap_or("");
                let has = |word: &str| {
                    let words: Vec<&str> = sentence.split(|it: char| !it.is_alphanumeric()).collect();
                    words
                        .join(" ")
                        .split_terminator(' ')
                        .collect::<Vec<_>>()
                        .windows(word.split(' ').count())
                        .any(|it| it.join(" ") == word)
                };
                let is_meant = MEANT.iter().any(|part| line.contains(part));
                if ["What", "Who", "That", "Of"].contains(&first) && starts_sentence(&text, number) {
                    wrong.push(format!("{path}:{number}: begins with `{first}`"));
                }
                if let Some(word) = VAGUE.iter().find(|word| has(word) && !is_meant) {
                    wrong.push(format!("{path}:{number}: says `{word}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whether the doc line of that number begins a sentence, as the line before it is no doc or ends one.
fn starts_sentence(text: &str, number: usize) -> bool {
    let before = number.checked_sub(2).and_then(|at| text.lines().nth(at)).unwrap_or("").trim();
    !(before.starts_with("///") || before.starts_with("//!")) || before.ends_with(['.', ':', '/', '!', '`', '?'])
}

/// Words that mean the same in each layer.
const SHARED: &[&str] = &["Options", "Error", "Table", "Name", "Shape", "Format", "Rules", "Calls", "Value"];

#[test]
fn a_public_type_name_is_of_one_layer() {
    let mut homes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in sources("src") {
        let Some(at) = layer(&path) else { continue };
        let code = text.split("#[cfg(test)]").next().unwrap_or("");
        for line in code.lines() {
            let words: Vec<&str> =
                line.split(|it: char| !it.is_alphanumeric() && it != '_').filter(|it| !it.is_empty()).collect();
            let starts = line.trim_start().starts_with("pub");
            if let Some(name) = words
                .iter()
                .position(|it| ["struct", "enum", "trait", "type"].contains(it))
                .and_then(|it| words.get(it + 1))
                && starts
                && name.starts_with(char::is_uppercase)
            {
                homes.entry((*name).to_owned()).or_default().insert(LAYERS[at].to_owned());
            }
        }
    }
    let twice: Vec<_> =
        homes.iter().filter(|(name, homes)| homes.len() > 1 && !SHARED.contains(&name.as_str())).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}
