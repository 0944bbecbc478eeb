//! `--from`: the text of a task, read before any work, held against the facts once they are there.

use std::collections::BTreeMap;
use std::path::Path;

use super::fault::Fault;
use super::say::Say;
use crate::base::{Digest, counted};
use crate::input::{FileError, Given, MAX_BYTES};
use crate::intake::{Extract, Place, Source, filled, resolve, source};
use crate::manifest::Manifest;
use crate::pipeline::Index;
use crate::walk::{self, Refusal, is_secret_file};

/// A text of `--from`, read.
pub struct TaskText {
    /// The argument.
    pub source: Source,
    /// Its content, before the repository is known.
    pub extract: Extract,
    /// The digest of the text.
    pub digest: Digest,
}

/// Reads the texts of all `--from`; every fault at once.
pub fn read(arguments: &[String]) -> Result<Vec<TaskText>, Vec<Fault>> {
    let mut texts = Vec::new();
    let mut wrong = Vec::new();
    for argument in arguments {
        match one(argument) {
            Ok(text) => texts.push(text),
            Err(fault) => wrong.push(fault),
        }
    }
    if wrong.is_empty() { Ok(texts) } else { Err(wrong) }
}

fn one(argument: &str) -> Result<TaskText, Fault> {
    let source = source(argument).map_err(|diagnostic| Fault::Inputs {
        path: "--from".to_owned(),
        text: argument.to_owned(),
        diagnostics: vec![*diagnostic],
    })?;
    let (name, text) = match &source.place {
        Place::File(name) if is_range(&source, name) => {
            let message = format!("`--from {argument}` names commits, and a diff is read from a text");
            let git = match name.as_str() {
                "staged" => "git diff --staged".to_owned(),
                "worktree" => "git diff".to_owned(),
                range => format!("git diff {range}"),
            };
            return Err(Fault::usage(message, format!("write `{git} | cg-bundle … --from diff:-`")));
        }
        Place::Inline(text) => ("--from", text.clone()),
        Place::File(name) => (name.as_str(), String::from_utf8_lossy(&bytes(name)?).into_owned()),
    };
    let digest = Digest::of(text.as_bytes());
    let read = (source.adapter.read)(&text);
    let extract = read.map_err(|diagnostic| {
        let name = name.to_owned();
        Fault::InputFile(FileError { name, source_text: text, diagnostics: vec![*diagnostic] })
    })?;
    Ok(TaskText { source, extract, digest })
}

/// Whether the place of a diff is meant as commits: `A..B`, or a state of the work tree.
fn is_range(source: &Source, name: &str) -> bool {
    let is_path = name.starts_with(['.', '/']) || name.split('/').any(|part| part == "..");
    source.adapter.name == "diff" && (matches!(name, "staged" | "worktree") || name.contains("..") && !is_path)
}

/// Reads a file that a task comes in: a link, a pipe or a device as well.
pub fn bytes(name: &str) -> Result<Vec<u8>, Fault> {
    let limit = MAX_BYTES as u64;
    let unread = |source| Fault::InputUnread { name: name.to_owned(), source };
    let read = match name {
        "-" => walk::drain(std::io::stdin().lock(), 0, limit),
        // An error would quote it.
        name if is_secret_file(Path::new(name)) => {
            return Err(unread(std::io::Error::other("its name has the shape of a secret, so it is not read")));
        }
        name => walk::named(Path::new(name), limit),
    };
    read.map_err(|refusal| match refusal {
        Refusal::TooLarge { .. } => Fault::InputFile(crate::input::too_large(name)),
        refusal => unread(refusal.into()),
    })
}

/// The inputs that some texts fill, by the facts; says what each brought.
pub fn given(texts: &[TaskText], manifest: &Manifest, index: &Index, say: &Say) -> Vec<Given> {
    let mut given = Vec::new();
    for text in texts {
        let resolved = resolve(&text.extract, &index.facts, &|path| index.tree.read(path).ok());
        let argument = &text.source.argument;
        resolved.notes.iter().for_each(|note| say.note(&format!("`--from {argument}`: {note}")));
        let filled = filled(&text.source, &resolved, manifest);
        let counts = filled.iter().map(|it| format!("{} = {}", it.name, counted(it.values.len(), "value")));
        say.detail(&format!("--from {argument}: {}", counts.collect::<Vec<_>>().join(", ")));
        given.extend(filled);
    }
    given
}

/// The values of some texts by the names that a shipped manifest has for them: `diff.files`.
pub fn named(texts: &[TaskText], index: &Index, say: &Say) -> BTreeMap<String, Vec<String>> {
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for text in texts {
        let resolved = resolve(&text.extract, &index.facts, &|path| index.tree.read(path).ok());
        resolved.notes.iter().for_each(|note| say.note(&format!("`--from {}`: {note}", text.source.argument)));
        for (role, word) in text.source.adapter.roles {
            let name = format!("{}.{word}", text.source.adapter.prefix);
            named.entry(name).or_default().extend(resolved.values.get(role).into_iter().flatten().cloned());
        }
    }
    named
}
