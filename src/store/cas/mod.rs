//! A store that machines share: blobs by kind and key, in a folder or a store of objects that each of them reaches. A blob
//! carries its seal over kind, key and body; one that is absent, damaged, of another key or slow is a miss, and never an
//! error. Nothing is listed, read in part, or written on a condition.

mod medium;
mod patience;
mod place;
#[cfg(feature = "remote")]
mod remote;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

pub use place::{CasAddress, CasPlace};

use self::medium::Medium;
use self::patience::Patience;
use super::seal::seal;
use crate::base::Digest;

/// The bytes of the seal before a body.
const SEAL: usize = 32;
/// The reason that a blob is made again for which nothing is known of it.
const UNREAD: &str = "cannot be read";
/// How many requests are under way at once.
const AT_ONCE: usize = 16;

/// The shared store, as one process uses it.
#[derive(Debug)]
pub struct Cas {
    /// Where it lies.
    pub place: CasPlace,
    medium: Arc<Medium>,
    patience: Patience,
    /// How long requests for answers that are not there may take in all.
    missing: Patience,
    /// It did not answer in time, and is left alone.
    is_gone: AtomicBool,
    /// It refused a write.
    is_full: AtomicBool,
    /// The blobs that are to be written again.
    damaged: Mutex<BTreeSet<String>>,
    /// Writes that nobody has waited for.
    writes: Mutex<VecDeque<Pending<()>>>,
    notes: Mutex<BTreeSet<String>>,
    /// The blobs that are made again: how many for each reason, and the first.
    spoiled: Mutex<BTreeMap<String, (usize, String)>>,
}

/// A request that is under way.
#[derive(Debug)]
struct Pending<T>(Receiver<Result<T, String>>);

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn name_of(kind: &str, key: &Digest) -> String {
    let key = key.to_string();
    format!("{kind}/{}/{key}", key.split_at(2).0)
}

impl Cas {
    /// The shared store of a place. Nothing is opened yet.
    pub fn new(place: CasPlace) -> Self {
        let medium = Arc::new(Medium::new(&place.address));
        let (patience, missing, damaged, writes, notes, spoiled) = Default::default();
        let (is_gone, is_full) = (false.into(), false.into());
        Self { place, medium, patience, missing, is_gone, is_full, damaged, writes, notes, spoiled }
    }

    /// The body of a blob; `None` where there is none that is whole.
    pub fn get(&self, kind: &'static str, key: &Digest) -> Option<Vec<u8>> {
        self.get_each(kind, &[*key]).pop().flatten()
    }

    /// The body of an answer. An answer is made in less time than some stores take to say that there is none: when that has
    /// cost two seconds in all, no more are requested.
    pub fn get_answer(&self, kind: &'static str, key: &Digest) -> Option<Vec<u8>> {
        if self.missing.left().is_zero() {
            return None;
        }
        let begun = Instant::now();
        let found = self.get(kind, key);
        if found.is_none() {
            self.missing.charge(begun.elapsed());
        }
        found
    }

    /// The bodies of some blobs, several requested at once.
    pub fn get_each(&self, kind: &'static str, keys: &[Digest]) -> Vec<Option<Vec<u8>>> {
        let mut found = Vec::with_capacity(keys.len());
        for keys in keys.chunks(AT_ONCE) {
            let begin = |key: &Digest| {
                let name = name_of(kind, key);
                self.begin(move |medium| medium.read(&name))
            };
            let begun: Vec<_> = keys.iter().map(begin).collect();
            for (key, pending) in keys.iter().zip(begun) {
                let size = |blob: &Option<Vec<u8>>| blob.as_ref().map_or(0, Vec::len);
                let read = pending.and_then(|pending| self.ended(pending, size));
                let blob = read.and_then(|read| match read {
                    Ok(blob) => blob,
                    Err(why) => {
                        self.spoiled(format!("{UNREAD} ({why})"), name_of(kind, key));
                        None
                    }
                });
                found.push(blob.and_then(|blob| self.unsealed(kind, key, blob)));
            }
        }
        found
    }

    /// The body of a blob, if the blob is whole.
    fn unsealed(&self, kind: &'static str, key: &Digest, mut blob: Vec<u8>) -> Option<Vec<u8>> {
        let body = blob.split_off(blob.len().min(SEAL));
        if blob == seal(kind, &[&key.0]).part(&body).finish().0 {
            return Some(body);
        }
        self.spoil(kind, key, "is damaged");
        None
    }

    /// Notes that a blob is not what it should be, so that it is written again.
    pub fn spoil(&self, kind: &'static str, key: &Digest, why: &str) {
        let name = name_of(kind, key);
        self.spoiled(why.to_owned(), name.clone());
        held(&self.damaged).insert(name);
    }

    fn spoiled(&self, why: String, name: String) {
        held(&self.spoiled).entry(why).or_insert((0, name)).0 += 1;
    }

    /// Whether each of some blobs is there, and was not found damaged.
    pub fn has_each(&self, kind: &'static str, keys: &[Digest]) -> Vec<bool> {
        let mut found = Vec::with_capacity(keys.len());
        for keys in keys.chunks(AT_ONCE) {
            let begin = |key: &Digest| {
                let name = name_of(kind, key);
                let is_damaged = held(&self.damaged).contains(&name);
                if is_damaged { None } else { self.begin(move |medium| medium.has(&name)) }
            };
            let begun: Vec<_> = keys.iter().map(begin).collect();
            let ended = begun.into_iter().map(|pending| self.ended(pending?, |_| 0)?.ok());
            found.extend(ended.map(|found| found == Some(true)));
        }
        found
    }

    /// Whether there is a blob that was not found damaged.
    pub fn has(&self, kind: &'static str, key: &Digest) -> bool {
        self.has_each(kind, &[*key]) == [true]
    }

    /// Whether blobs can be written.
    pub fn is_written(&self) -> bool {
        !self.place.is_read_only && !self.is_full.load(Ordering::Relaxed) && !self.is_gone.load(Ordering::Relaxed)
    }

    /// Writes a blob, all of it or nothing, while the run goes on; [`Self::finish`] waits for it.
    pub fn put(&self, kind: &'static str, key: &Digest, body: &[u8]) {
        if !self.is_written() {
            return;
        }
        let blob = [&seal(kind, &[&key.0]).part(body).finish().0, body].concat();
        let name = name_of(kind, key);
        let pending = self.begin(move |medium| medium.write(&name, blob));
        held(&self.writes).extend(pending);
        self.await_writes(AT_ONCE);
    }

    /// Waits for the writes that are under way, and returns the notes for the user.
    pub fn finish(&self) -> Vec<String> {
        self.await_writes(0);
        let mut notes: Vec<String> = std::mem::take(&mut *held(&self.notes)).into_iter().collect();
        let spoiled = std::mem::take(&mut *held(&self.spoiled)).into_iter();
        // One that is left out, or that cannot be written, has said so.
        let is_said = self.is_gone.load(Ordering::Relaxed) || self.is_full.load(Ordering::Relaxed);
        for (why, (count, name)) in spoiled.filter(|(why, _)| !(is_said && why.starts_with(UNREAD))) {
            let more = if count > 1 { format!(", and {} more", count - 1) } else { String::new() };
            notes.push(format!("a blob of the shared store {why}: it is made again (`{name}`{more})"));
        }
        notes
    }

    /// Waits until no more than so many writes are under way.
    fn await_writes(&self, most: usize) {
        loop {
            let pending = {
                let mut writes = held(&self.writes);
                if writes.len() <= most {
                    return;
                }
                writes.pop_front()
            };
            if let Some(Err(why)) = pending.and_then(|pending| self.ended(pending, |()| 0)) {
                self.is_full.store(true, Ordering::Relaxed);
                self.note(format!("the shared store cannot be written ({why}): nothing new is shared"));
            }
        }
    }

    fn note(&self, note: String) {
        held(&self.notes).insert(note);
    }

    /// Begins some work on the medium, in a thread of its own: one that hangs is left behind.
    fn begin<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Medium) -> Result<T, String> + Send + 'static,
    ) -> Option<Pending<T>> {
        if self.is_gone.load(Ordering::Relaxed) {
            return None;
        }
        let (send, receive) = channel();
        let medium = self.medium.clone();
        let run = move || {
            // Nobody may wait any more.
            let _ = send.send(work(&medium));
        };
        thread::Builder::new().spawn(run).ok().map(|_| Pending(receive))
    }

    /// The result of work that was begun; `None` where it takes too long.
    fn ended<T>(&self, Pending(receive): Pending<T>, n_bytes: impl Fn(&T) -> usize) -> Option<Result<T, String>> {
        let begun = Instant::now();
        let found = receive.recv_timeout(self.patience.left());
        match &found {
            Ok(Ok(found)) => self.patience.answered(begun.elapsed(), n_bytes(found)),
            _ => self.patience.failed(begun.elapsed()),
        }
        let is_late = matches!(found, Err(RecvTimeoutError::Timeout));
        if (is_late || self.patience.left().is_zero()) && !self.is_gone.swap(true, Ordering::Relaxed) {
            let why = match &found {
                Ok(Err(why)) => format!("answers with errors ({why})"),
                Ok(Ok(_)) => "is slow".to_owned(),
                Err(_) => "did not answer within 2 s".to_owned(),
            };
            self.note(format!("the shared store {why}: it is left out"));
        }
        found.ok()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::Duration;

    use super::*;

    fn cas(folder: &Path) -> Cas {
        Cas::new(CasPlace::folder(folder.to_owned()))
    }

    #[test]
    fn a_blob_comes_back_whole_or_not_at_all() {
        let folder = tempfile::TempDir::new().unwrap();
        let [one, two] = [Digest::of(b"1"), Digest::of(b"2")];
        let path = |kind, key| folder.path().join(name_of(kind, key));
        let writer = cas(folder.path());
        [("pack", &one, b"body"), ("pack", &two, b"same")]
            .iter()
            .for_each(|(kind, key, body)| writer.put(kind, key, *body));
        assert_eq!(writer.finish(), [""; 0]);
        assert_eq!(writer.get_each("pack", &[one, two]), [Some(b"body".to_vec()), Some(b"same".to_vec())]);
        let none = Digest::of(b"3");
        assert_eq!((writer.get("pack", &none), writer.has_each("pack", &[none, one])), (None, vec![false, true]));
        let whole = fs::read(path("pack", &one)).unwrap();
        let mut flipped = whole.clone();
        *flipped.last_mut().unwrap() ^= 1;
        for damage in [&flipped[..], &whole[..20], &whole[..34], b""] {
            fs::write(path("pack", &one), damage).unwrap();
            let reader = cas(folder.path());
            assert!(reader.get("pack", &one).is_none() && !reader.has("pack", &one));
            assert_eq!(reader.finish().len(), 1);
            reader.put("pack", &one, b"body");
            assert_eq!((reader.finish().len(), fs::read(path("pack", &one)).unwrap()), (0, whole.clone()));
        }
        // A blob that lies: whole, and that of another key or another kind.
        fs::copy(path("pack", &two), path("pack", &one)).unwrap();
        assert!(cas(folder.path()).get("pack", &one).is_none());
        fs::create_dir_all(path("snapshot", &two).parent().unwrap()).unwrap();
        fs::copy(path("pack", &two), path("snapshot", &two)).unwrap();
        assert!(cas(folder.path()).get("snapshot", &two).is_none());
    }

    #[test]
    fn a_store_that_hangs_is_left_out() {
        let folder = tempfile::TempDir::new().unwrap();
        let slow = cas(folder.path());
        let start = Instant::now();
        let hang = |_: &Medium| -> Result<(), String> {
            thread::sleep(Duration::from_secs(60));
            Ok(())
        };
        let begun: Vec<_> = (0..20).filter_map(|_| slow.begin(hang)).collect();
        assert!(begun.into_iter().all(|pending| slow.ended(pending, |()| 0).is_none()));
        assert!(slow.get("pack", &Digest::of(b"1")).is_none() && !slow.is_written());
        assert!(start.elapsed() < Duration::from_secs(30), "it is not waited for");
        assert_eq!(slow.finish(), ["the shared store did not answer within 2 s: it is left out"]);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_said_once() {
        let folder = tempfile::TempDir::new().unwrap();
        fs::write(folder.path().join("pack"), "no folder").unwrap();
        let full = cas(folder.path());
        (0..3u8).for_each(|at| full.put("pack", &Digest::of(&[at]), b"body"));
        assert_eq!((full.finish().len(), full.is_written()), (1, false));
    }
}
