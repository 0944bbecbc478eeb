//! The targets: for each its first inputs, the form of an input, and what must hold of every one.

mod index;
mod manifest;
mod package;
mod repository;
mod source;
mod store;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use cg_bundle::base::Position;

/// The form of an input.
#[derive(Clone, Copy)]
pub enum Form {
    /// Files, each behind a line with its path; the function says which of them are changed.
    Files(fn(&str) -> bool),
    /// A text that a user writes.
    Text,
    /// Two bytes that say how an index is packed and which repository it lies in, and the index.
    Message,
    /// Bytes.
    Bytes,
}

/// Something that reads what nobody vouches for.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// The form of its inputs.
    pub form: Form,
    /// How many inputs a test tries.
    pub tried: usize,
    /// Its first inputs.
    first: fn() -> Vec<Vec<u8>>,
    /// Reads an input; panics where something does not hold.
    pub run: fn(&[u8]),
}

/// Every target, in the order of the names.
pub const TARGETS: &[Target] = &[
    Target {
        name: "config",
        form: Form::Files(repository::steers),
        tried: 40,
        first: repository::configured,
        run: repository::run,
    },
    Target { name: "index", form: Form::Message, tried: 80, first: index::first, run: index::run },
    Target { name: "input", form: Form::Text, tried: 1000, first: manifest::inputs, run: manifest::input },
    Target { name: "manifest", form: Form::Text, tried: 1000, first: manifest::first, run: manifest::run },
    Target { name: "package", form: Form::Files(|_| true), tried: 400, first: package::first, run: package::run },
    Target { name: "query", form: Form::Text, tried: 600, first: manifest::queries, run: manifest::query },
    Target {
        name: "related",
        form: Form::Files(|_| true),
        tried: 150,
        first: source::repositories,
        run: source::related,
    },
    Target {
        name: "repository",
        form: Form::Files(|_| true),
        tried: 40,
        first: repository::first,
        run: repository::run,
    },
    Target { name: "source", form: Form::Files(|_| true), tried: 700, first: source::first, run: source::run },
    Target { name: "store", form: Form::Bytes, tried: 40, first: store::first, run: store::run },
];

impl Target {
    /// Its first inputs, read once.
    pub fn seeds(&self) -> &'static [Vec<u8>] {
        static READ: Mutex<BTreeMap<&'static str, &'static [Vec<u8>]>> = Mutex::new(BTreeMap::new());
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        read.entry(self.name).or_insert_with(|| (self.first)().leak())
    }
}

/// How long the lines of a text are, their ends included: a text may end behind one.
pub struct Extent(Vec<usize>);

impl Extent {
    /// Measures a text.
    pub fn of(text: &[u8]) -> Self {
        Self(text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::len).chain([0]).collect())
    }

    /// Whether a place is inside the text, or means the whole of it.
    pub fn holds(&self, at: Position) -> bool {
        let (line, column) = (at.line as usize, at.column as usize);
        line == 0 || self.0.get(line - 1).is_some_and(|length| column <= length + 1)
    }
}

/// The facts of an index, as bytes.
pub fn sections(index: &cg_bundle::pipeline::Index) -> Vec<(&'static str, Vec<u8>)> {
    index.facts.to_sections()
}
