//! The sections of a snapshot: each is read from the store at its first use, so that a run decodes only what it touches.

use std::fmt;
use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::base::{RowWords, Stored};

/// Named sections, the bytes of each made when they are wanted: together they take as much as the facts.
pub type LaterSections<'a> = Vec<(&'static str, Box<dyn Fn() -> Vec<u8> + 'a>)>;
/// Named sections of bytes.
pub type NamedSections = Vec<(&'static str, Vec<u8>)>;
type Read = Box<dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync>;
type Relate = Box<dyn Fn() -> Option<(NamedSections, Vec<String>)> + Send + Sync>;

/// The source of sections that are not read yet: the store, and where it has lost one, the repository.
pub struct SectionSource {
    read: Read,
    relate: Relate,
    related: OnceLock<NamedSections>,
    notes: Mutex<Vec<String>>,
    is_lost: AtomicBool,
}

impl SectionSource {
    /// A source. `read` gives the bytes of a section; `relate` all sections of the same state, made anew, with notes for
    /// the user, or nothing where the repository has changed meanwhile.
    pub fn new(
        read: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static,
        relate: impl Fn() -> Option<(NamedSections, Vec<String>)> + Send + Sync + 'static,
    ) -> Self {
        let (read, relate): (Read, Relate) = (Box::new(read), Box::new(relate));
        Self { read, relate, related: OnceLock::new(), notes: Mutex::default(), is_lost: AtomicBool::new(false) }
    }

    /// A section, decoded. One that is neither in the store nor can be made anew is lost.
    pub fn section<T>(&self, name: &str, decode: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
        if let Some(found) = (self.read)(name).and_then(|bytes| decode(&bytes)) {
            return Some(found);
        }
        let (_, bytes) = self.related().iter().find(|(section, _)| *section == name)?;
        decode(bytes)
    }

    /// All sections made anew; none where that fails. It runs jobs of the thread pool and waits for them, so no job may be
    /// the first to read a section.
    fn related(&self) -> &NamedSections {
        self.related.get_or_init(|| match (self.relate)() {
            Some((sections, notes)) => {
                self.notes.lock().unwrap_or_else(PoisonError::into_inner).extend(notes);
                sections
            }
            None => {
                self.is_lost.store(true, Ordering::Relaxed);
                NamedSections::new()
            }
        })
    }

    /// The notes of making sections anew, each once.
    pub fn notes(&self) -> Vec<String> {
        std::mem::take(&mut self.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether a section was lost, so that answers are not whole.
    pub fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }
}

/// A part of a snapshot, read at its first use.
#[derive(Clone)]
pub struct Section<T> {
    cell: OnceLock<T>,
    source: Option<(&'static str, Arc<SectionSource>)>,
}

impl<T: Default> Default for Section<T> {
    fn default() -> Self {
        Self { cell: OnceLock::from(T::default()), source: None }
    }
}

impl<T> From<T> for Section<T> {
    fn from(content: T) -> Self {
        Self { cell: OnceLock::from(content), source: None }
    }
}

impl<T: Stored + Default> Section<T> {
    fn read(&self) -> T {
        let (name, source) = match &self.source {
            Some((name, source)) => (name, source),
            None => return T::default(),
        };
        let decode = |bytes: &[u8]| {
            let mut content = T::default();
            content.read(bytes).map(|()| content)
        };
        source.section(name, decode).unwrap_or_default()
    }
}

impl<T: Stored + Default> Deref for Section<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.cell.get_or_init(|| self.read())
    }
}

impl<T: fmt::Debug> fmt::Debug for Section<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell.get() {
            Some(content) => content.fmt(formatter),
            None => formatter.write_str("not read"),
        }
    }
}

/// A section of any content.
pub trait StoredPart {
    /// The bytes.
    fn to_bytes(&self) -> Vec<u8>;
    /// The rows of a table.
    fn words(&self) -> Option<&dyn RowWords>;
    /// The rows of a table that is at hand, to add to them.
    fn words_mut(&mut self) -> Option<&mut dyn RowWords>;
    /// Leaves nothing of the content.
    fn clear(&mut self);
    /// Has the content read from a source at its first use.
    fn defer(&mut self, name: &'static str, source: &Arc<SectionSource>);
    /// Whether the content is read.
    fn is_read(&self) -> bool;
}

impl<T: Stored + Default> StoredPart for Section<T> {
    fn to_bytes(&self) -> Vec<u8> {
        (**self).to_bytes()
    }
    fn words(&self) -> Option<&dyn RowWords> {
        (**self).words()
    }
    fn words_mut(&mut self) -> Option<&mut dyn RowWords> {
        self.cell.get_mut()?.words_mut()
    }
    fn clear(&mut self) {
        *self = Self::default();
    }
    fn defer(&mut self, name: &'static str, source: &Arc<SectionSource>) {
        *self = Self { cell: OnceLock::new(), source: Some((name, source.clone())) };
    }
    fn is_read(&self) -> bool {
        self.cell.get().is_some()
    }
}
