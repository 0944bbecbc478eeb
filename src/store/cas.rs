//! A store that machines share: blobs by kind and key, in a folder that each of them reaches. A blob carries its seal over
//! kind, key and body; one that is absent, damaged, of another key or slow is a miss, and never an error. Nothing is
//! listed, read in part, or written on a condition, so that any store of objects can hold the folder.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::seal::seal;
use crate::base::Digest;
use crate::walk::{self, Refusal};

/// How long one blob is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// The most bytes of a blob that is read.
const MAX_BYTES: u64 = 1 << 32;
/// The bytes of the seal before a body.
const SEAL: usize = 32;

/// Where the shared store lies, and how it is used.
#[derive(Clone, Debug, PartialEq)]
pub struct CasPlace {
    /// The folder.
    pub folder: PathBuf,
    /// Nothing is written to it.
    pub is_read_only: bool,
    /// The part of what comes from it that is made again and compared: 0 is nothing, 1 all.
    pub verified: f64,
}

impl CasPlace {
    /// The folder of a URL: `file:///srv/cg`.
    pub fn folder_of(url: &str) -> Result<PathBuf, &'static str> {
        let path =
            url.strip_prefix("file://").ok_or("write it as `file:///srv/cg`: a folder that every machine reaches")?;
        // `file://localhost/srv` is the other spelling of the same.
        let path = Path::new(path.strip_prefix("localhost").unwrap_or(path));
        if path.is_absolute() { Ok(path.to_owned()) } else { Err("give the whole path: `file:///srv/cg`") }
    }

    /// Whether what has a digest is made again and compared.
    pub fn verifies(&self, digest: &Digest) -> bool {
        let [a, b, c, d, ..] = digest.0;
        f64::from(u32::from_le_bytes([a, b, c, d])) < self.verified * f64::from(u32::MAX) || self.verified >= 1.0
    }
}

/// The shared store, as one run uses it.
#[derive(Debug)]
pub struct Cas {
    /// Where it lies.
    pub place: CasPlace,
    /// It did not answer in time, and is left alone.
    is_gone: AtomicBool,
    /// It refused a write.
    is_full: AtomicBool,
    /// The blobs that are to be written again.
    damaged: Mutex<BTreeSet<PathBuf>>,
    notes: Mutex<BTreeSet<String>>,
}

impl Cas {
    /// The shared store of a place. Nothing is opened yet.
    pub fn new(place: CasPlace) -> Self {
        let (damaged, notes) = Default::default();
        Self { place, is_gone: false.into(), is_full: false.into(), damaged, notes }
    }

    /// The body of a blob; `None` where there is none that is whole.
    pub fn get(&self, kind: &'static str, key: &Digest) -> Option<Vec<u8>> {
        let path = self.path(kind, key);
        let read = {
            let path = path.clone();
            move || walk::named(&path, MAX_BYTES)
        };
        let mut blob = match self.within(read)? {
            Ok(blob) => blob,
            Err(Refusal::Io(error)) if error.kind() == ErrorKind::NotFound => return None,
            Err(error) => {
                self.note(format!("the shared store cannot read a blob ({error}): it is made again"));
                return None;
            }
        };
        let body = blob.split_off(blob.len().min(SEAL));
        if blob != seal(kind, &[&key.0]).part(&body).finish().0 {
            self.spoil(kind, key, "is damaged");
            return None;
        }
        Some(body)
    }

    /// Notes that a blob is not what it should be, so that it is written again.
    pub fn spoil(&self, kind: &'static str, key: &Digest, why: &str) {
        let path = self.path(kind, key);
        self.note(format!("a blob of the shared store {why} (`{}`): it is made again", self.name(&path)));
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner).insert(path);
    }

    /// Whether there is a blob that was not found damaged.
    pub fn has(&self, kind: &'static str, key: &Digest) -> bool {
        let path = self.path(kind, key);
        let is_damaged = self.damaged.lock().unwrap_or_else(PoisonError::into_inner).contains(&path);
        !is_damaged && self.within(move || fs::metadata(&path).is_ok()).unwrap_or(false)
    }

    /// Whether blobs can be written.
    pub fn is_written(&self) -> bool {
        !self.place.is_read_only && !self.is_full.load(Ordering::Relaxed) && !self.is_gone.load(Ordering::Relaxed)
    }

    /// Writes a blob: all of it, or nothing.
    pub fn put(&self, kind: &'static str, key: &Digest, body: &[u8]) {
        if !self.is_written() {
            return;
        }
        let path = self.path(kind, key);
        let blob = [&seal(kind, &[&key.0]).part(body).finish().0, body].concat();
        let write = move || -> io::Result<()> {
            fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
            walk::write_named(&path, &blob)
        };
        if let Some(Err(error)) = self.within(write) {
            self.is_full.store(true, Ordering::Relaxed);
            self.note(format!("the shared store cannot be written ({error}): nothing new is shared"));
        }
    }

    /// Notes for the user.
    pub fn notes(&self) -> Vec<String> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Notes something for the user.
    pub fn note(&self, note: String) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).insert(note);
    }

    fn path(&self, kind: &str, key: &Digest) -> PathBuf {
        let name = key.to_string();
        let (first, _) = name.split_at(2);
        self.place.folder.join(kind).join(first).join(name)
    }

    fn name(&self, path: &Path) -> String {
        path.strip_prefix(&self.place.folder).unwrap_or(path).display().to_string()
    }

    /// The result of some work on the folder; `None` where it takes too long. A folder over a network may hang, and then
    /// the thread that waits for it is left behind.
    fn within<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        if self.is_gone.load(Ordering::Relaxed) {
            return None;
        }
        let (send, receive) = channel();
        let run = move || {
            // Nobody may wait any more.
            let _ = send.send(work());
        };
        thread::Builder::new().spawn(run).ok()?;
        let found = receive.recv_timeout(PATIENCE);
        if found.as_ref().is_err_and(|error| *error == RecvTimeoutError::Timeout) {
            self.is_gone.store(true, Ordering::Relaxed);
            self.note("the shared store did not answer within 2 s: it is left out".to_owned());
        }
        found.ok()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn cas(folder: &Path) -> Cas {
        Cas::new(CasPlace { folder: folder.to_owned(), is_read_only: false, verified: 0.0 })
    }

    #[test]
    fn a_blob_comes_back_whole_or_not_at_all() {
        let folder = tempfile::TempDir::new().unwrap();
        let [one, two] = [Digest::of(b"1"), Digest::of(b"2")];
        let writer = cas(folder.path());
        writer.put("pack", &one, b"body");
        assert_eq!((writer.get("pack", &one).unwrap(), writer.notes()), (b"body".to_vec(), vec![]));
        assert_eq!((writer.get("pack", &two), writer.has("pack", &two)), (None, false));
        let path = writer.path("pack", &one);
        let whole = fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        *flipped.last_mut().unwrap() ^= 1;
        for damage in [&flipped[..], &whole[..20], &whole[..34], b""] {
            fs::write(&path, damage).unwrap();
            let reader = cas(folder.path());
            assert!(reader.get("pack", &one).is_none() && !reader.has("pack", &one));
            assert_eq!(reader.notes().len(), 1, "{:?}", reader.notes());
            reader.put("pack", &one, b"body");
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
        // A blob that lies: whole, and that of another key or another kind.
        writer.put("pack", &two, b"other");
        fs::copy(writer.path("pack", &two), &path).unwrap();
        assert!(cas(folder.path()).get("pack", &one).is_none());
        fs::create_dir_all(writer.path("snapshot", &two).parent().unwrap()).unwrap();
        fs::copy(writer.path("pack", &two), writer.path("snapshot", &two)).unwrap();
        assert!(cas(folder.path()).get("snapshot", &two).is_none());
    }

    #[test]
    fn a_store_that_hangs_is_left_out() {
        let folder = tempfile::TempDir::new().unwrap();
        let slow = cas(folder.path());
        let start = std::time::Instant::now();
        assert_eq!(slow.within(|| thread::sleep(Duration::from_secs(60))), None);
        assert!(slow.get("pack", &Digest::of(b"1")).is_none() && !slow.is_written());
        assert!(start.elapsed() < Duration::from_secs(30), "it is not waited for");
        assert_eq!(slow.notes().len(), 1);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_said_once() {
        let folder = tempfile::TempDir::new().unwrap();
        fs::write(folder.path().join("pack"), "no folder").unwrap();
        let full = cas(folder.path());
        (0..3u8).for_each(|at| full.put("pack", &Digest::of(&[at]), b"body"));
        assert_eq!((full.notes().len(), full.is_written()), (1, false));
    }

    #[test]
    fn urls_name_whole_paths() {
        assert_eq!(CasPlace::folder_of("file:///srv/cg"), Ok(PathBuf::from("/srv/cg")));
        assert_eq!(CasPlace::folder_of("file://localhost/srv/cg"), Ok(PathBuf::from("/srv/cg")));
        for url in ["/srv/cg", "s3://bucket/cg", "file://srv", "file://", ""] {
            assert!(CasPlace::folder_of(url).is_err(), "{url}");
        }
    }

    #[test]
    fn a_sample_is_as_large_as_is_wanted() {
        let drawn = |verified| {
            let place = CasPlace { folder: PathBuf::new(), is_read_only: true, verified };
            (0..1000u32).filter(|at| place.verifies(&Digest::of(&at.to_le_bytes()))).count()
        };
        assert_eq!((drawn(0.0), drawn(1.0)), (0, 1000));
        assert!((200..300).contains(&drawn(0.25)));
    }
}
