//! The record of a batch: which tasks are done, by the digests of what each was made from and of its file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::base::Digest;
use crate::cli::fault::Fault;
use crate::cli::output;
use crate::walk;

/// The most bytes of a record that is read.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// How often the record is written; a run that is killed makes again what was made since.
const EVERY: Duration = Duration::from_secs(1);

/// By the id of a task, the digests of what its file was made from and of the file.
type Done = BTreeMap<String, (String, String)>;

/// The record of one folder, and of one shard.
pub struct Record {
    root: PathBuf,
    path: PathBuf,
    done: Mutex<(Done, Instant)>,
}

impl Record {
    /// Reads the record of a folder; one that cannot be read knows nothing.
    pub fn open(root: &Path, folder: &Path, shard: Option<(usize, usize)>) -> Self {
        let name = shard.map_or(".batch.tsv".to_owned(), |(at, of)| format!(".batch-{at}-of-{of}.tsv"));
        let path = folder.join(name);
        let text =
            walk::named(&path, MAX_BYTES).ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default();
        let rows = text.lines().filter_map(|line| {
            let mut cells = line.split('\t');
            let (made_from, content, id) = (cells.next()?, cells.next()?, cells.next()?);
            Some((id.to_owned(), (made_from.to_owned(), content.to_owned())))
        });
        Self { root: root.to_owned(), path, done: Mutex::new((rows.collect(), Instant::now())) }
    }

    /// Whether a task is done: its file is the one that was made, from the same.
    pub fn holds(&self, id: &str, made_from: &Digest, file: &Path) -> bool {
        let known = self.done.lock().ok().and_then(|done| done.0.get(id).cloned());
        let Some((from, content)) = known.filter(|(from, _)| *from == made_from.to_string()) else { return false };
        let bytes = walk::named(file, MAX_BYTES).ok();
        !from.is_empty() && bytes.is_some_and(|bytes| Digest::of(&bytes).to_string() == content)
    }

    /// Enters a task that is done.
    pub fn enter(&self, id: &str, made_from: &Digest, text: &str) -> Result<(), Fault> {
        let Ok(mut done) = self.done.lock() else { return Ok(()) };
        let content = Digest::of(text.as_bytes()).to_string();
        done.0.insert(id.to_owned(), (made_from.to_string(), content));
        if done.1.elapsed() < EVERY {
            return Ok(());
        }
        done.1 = Instant::now();
        self.write(&done.0)
    }

    /// Writes what was entered.
    pub fn close(&self) -> Result<(), Fault> {
        self.done.lock().map_or(Ok(()), |done| self.write(&done.0))
    }

    fn write(&self, done: &BTreeMap<String, (String, String)>) -> Result<(), Fault> {
        let rows = done.iter().map(|(id, (made_from, content))| format!("{made_from}\t{content}\t{id}\n"));
        output::write(&self.root, &self.path, &rows.collect::<String>())
    }
}
