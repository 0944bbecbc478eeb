//! A glance at the store: it is read without locks and without a log while nobody writes, as most runs only read. What is
//! read is held against its seal, as ever; the first write opens the store whole.

use std::path::Path;

use super::open::{Store, StoreError, StorePlace, unlocked};
use super::place::Location;

impl Store {
    /// Opens the store of a repository to read from it. Where somebody writes at the moment, or anything of it is not as it
    /// should be, it is opened whole at once.
    pub fn glance(place: &StorePlace, root: &Path) -> Result<Self, StoreError> {
        Self::resting(place, root).map_or_else(|| Self::open(place, root), Ok)
    }

    /// The store of a repository to read from, where nobody writes and all of it is as it should be. Nothing is made.
    pub fn resting(place: &StorePlace, root: &Path) -> Option<Self> {
        let location = match place {
            StorePlace::Root => Location::glanced(root),
            StorePlace::At(path) => Location::at(path).ok(),
            StorePlace::ContentsOf { .. } | StorePlace::Nowhere => None,
        };
        let connection = unlocked(&location.filter(Location::is_at_rest)?)?;
        Some(Self {
            connection: Some(connection),
            glance_of: Some((place.clone(), root.to_owned())),
            ..Self::default()
        })
    }

    /// Whether what was read may have been written meanwhile.
    pub fn is_glance(&self) -> bool {
        self.glance_of.is_some()
    }

    /// Opens it whole, to write to it. Whether a read met damage stays known.
    pub(super) fn make_whole(&mut self) {
        let Some((place, root)) = self.glance_of.take() else { return };
        let is_damaged = self.is_damaged();
        match Self::open(&place, &root) {
            Ok(store) => *self = Self { notes: [std::mem::take(&mut self.notes), store.notes].concat(), ..store },
            Err(error) => {
                *self = Self { notes: std::mem::take(&mut self.notes), ..Self::default() };
                self.notes.push(format!("the store cannot be written ({error}): nothing new is kept"));
            }
        }
        self.is_damaged.set(is_damaged);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::base::Digest;
    use crate::store::{Additions, KeptView};

    fn view(key: Digest) -> KeptView {
        KeptView { key, made: 1, oldest: 0, body: b"text".to_vec() }
    }

    #[test]
    fn a_glance_reads_what_is_kept_and_the_first_write_opens_it() {
        let folder = tempfile::TempDir::new().unwrap();
        let [one, two] = [Digest::of(b"1"), Digest::of(b"2")];
        let glance = || Store::glance(&StorePlace::Root, folder.path()).unwrap();
        assert!(!glance().is_glance(), "there is none yet");
        let mut store = Store::open(&StorePlace::Root, folder.path()).unwrap();
        store.add(&Additions { view: Some(view(one)), ..Additions::default() });
        assert!(!glance().is_glance(), "somebody may write");
        drop(store);
        let mut store = glance();
        assert!(store.is_glance());
        assert_eq!(store.view(&one, 0).unwrap(), b"text");
        store.add(&Additions::default());
        assert!(store.is_glance(), "nothing was written");
        store.add(&Additions { view: Some(view(two)), ..Additions::default() });
        assert!(!store.is_glance() && store.notes.is_empty());
        drop(store);
        assert_eq!([one, two].map(|key| glance().view(&key, 0).is_some()), [true; 2]);
    }

    #[test]
    fn damage_is_met_by_a_glance_as_well() {
        let folder = tempfile::TempDir::new().unwrap();
        let key = Digest::of(b"1");
        let mut store = Store::open(&StorePlace::Root, folder.path()).unwrap();
        store.add(&Additions { view: Some(view(key)), ..Additions::default() });
        drop(store);
        let path = folder.path().join(".cg-bundle/store.sqlite");
        Connection::open(&path).unwrap().execute("UPDATE view SET body = x'00'", []).unwrap();
        let mut store = Store::glance(&StorePlace::Root, folder.path()).unwrap();
        assert!(store.is_glance() && store.view(&key, 0).is_none() && store.is_damaged());
        store.add(&Additions { view: Some(view(key)), ..Additions::default() });
        assert_eq!(store.view(&key, 0).unwrap(), b"text");
    }
}
