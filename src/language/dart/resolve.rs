//! Resolves Dart's imports: a URI is a file, and the files of a library see each other.

use cg_rules::FileId;

use super::super::observation::{Decl, ImportSite, Observation};
use super::super::resolver::{Resolution, Resolver};
use super::super::shape::World;
use super::import::HIDDEN;
use super::libraries::{Libraries, UriTarget};
use crate::syntax::Literal;

/// The libraries of a repository.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    Box::new(Libraries::new(world))
}

/// The names of `dart:core`, which every file sees.
#[rustfmt::skip]
const CORE: &[&str] = &[
    "ArgumentError", "AssertionError", "BigInt", "Comparable", "ConcurrentModificationError", "DateTime", "Duration",
    "Enum", "Error", "Exception", "Expando", "Finalizer", "FormatException", "Function", "Future", "IndexError", "Invocation",
    "Iterable", "Iterator", "List", "Map", "MapEntry", "Match", "Never", "NoSuchMethodError", "Null", "Object",
    "OutOfMemoryError", "Pattern", "RangeError", "Record", "RegExp", "RegExpMatch", "RuneIterator", "Runes", "Set", "Sink",
    "StackOverflowError", "StackTrace", "StateError", "Stopwatch", "Stream", "String", "StringBuffer", "StringSink", "Symbol",
    "Type", "TypeError", "UnimplementedError", "UnsupportedError", "Uri", "UriData", "WeakReference", "bool", "deprecated",
    "double", "dynamic", "identical", "identityHashCode", "int", "num", "override", "pragma", "print",
];

impl Resolver for Libraries<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let source = observation.name(site.source);
        if site.name.is_some_and(|name| observation.name(name).starts_with(HIDDEN)) {
            return Resolution::Local;
        }
        if source.is_empty() {
            // `part of my.library`: the library names its parts.
            let library = self.library(from);
            return if library == from { Resolution::Local } else { Resolution::Module(vec![library]) };
        }
        match self.place(from, source) {
            UriTarget::File(to) => {
                let is_whole = site.name.is_none_or(|name| observation.name(name) == "*");
                // A part that is imported by mistake is no library; what a name means then is what its own says.
                if is_whole { Resolution::Module(vec![to]) } else { Resolution::Member(vec![to]) }
            }
            UriTarget::Package(package) => Resolution::External(package),
            UriTarget::System(library) => Resolution::Builtin(library),
            UriTarget::Nowhere => Resolution::Unresolved,
        }
    }

    fn head(&self, _from: FileId, name: &str) -> Option<Resolution> {
        CORE.binary_search(&name).is_ok().then(|| Resolution::Builtin("dart:core".to_owned()))
    }

    fn package(&self, file: FileId) -> Option<u32> {
        self.with_parts(file).map(|library| library.0)
    }

    fn added(&self, from: FileId, path: &str) -> Vec<(FileId, Decl)> {
        Libraries::added(self, from, path)
    }

    fn adds_members(&self) -> bool {
        true
    }

    fn type_of_literal(&self, sort: Literal) -> Option<&'static str> {
        match sort {
            Literal::Text => Some("String"),
            Literal::Integer => Some("int"),
            Literal::Double => Some("double"),
            Literal::Boolean => Some("bool"),
            _ => None,
        }
    }

    fn star(&self, from: FileId, module: &[FileId], name: &str, found: &mut dyn FnMut(FileId)) {
        for file in module {
            if self.library(*file) == self.library(from) {
                found(*file);
            } else if self.takes(from, *file, name) {
                self.offering(*file, name).into_iter().for_each(&mut *found);
            }
        }
    }

    fn star_brings_all(&self, _module: &[FileId]) -> bool {
        false
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        self.named(name).into_iter().collect()
    }
}
