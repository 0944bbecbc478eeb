//! The languages: for each a folder with its queries, its test conventions, and how it resolves imports.
//!
//! This layer does not know how a query is run. To add a language: one folder, one line in [`LANGUAGES`], one
//! feature in `Cargo.toml`.

pub mod arguments;
mod builder;
#[cfg(feature = "csharp")]
mod csharp;
pub mod expression;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "java")]
mod java;
#[cfg(feature = "javascript")]
mod javascript;
#[cfg(feature = "kotlin")]
mod kotlin;
mod names;
mod observation;
#[cfg(feature = "php")]
mod php;
#[cfg(feature = "python")]
mod python;
mod resolver;
#[cfg(feature = "ruby")]
mod ruby;
#[cfg(feature = "rust")]
mod rust;
#[cfg(feature = "scala")]
mod scala;
mod shape;
#[cfg(feature = "swift")]
mod swift;
#[cfg(feature = "typescript")]
mod typescript;

pub use arguments::Parameters;
pub use builder::{Builder, line, start};
pub use names::{Named, Names, Place};
pub use observation::{
    Binding, BindingKind, CallKind, CallSite, Decl, DeclKind, Declaration, EXTRACTOR, Export, ImportKind, ImportSite,
    Inheritance, LocalGap, Name, Observation, Receiver, Reference, SuperSite, TestSite,
};
pub use resolver::{Collector, Paths, Resolution, Resolver, World};
pub use shape::Language;

use crate::base::path;

/// Every language. The position of one in this list is its number in facts.
pub const LANGUAGES: &[Language] = &[
    #[cfg(feature = "csharp")]
    csharp::LANGUAGE,
    #[cfg(feature = "go")]
    go::LANGUAGE,
    #[cfg(feature = "java")]
    java::LANGUAGE,
    #[cfg(feature = "javascript")]
    javascript::LANGUAGE,
    #[cfg(feature = "kotlin")]
    kotlin::LANGUAGE,
    #[cfg(feature = "php")]
    php::LANGUAGE,
    #[cfg(feature = "python")]
    python::LANGUAGE,
    #[cfg(feature = "ruby")]
    ruby::LANGUAGE,
    #[cfg(feature = "rust")]
    rust::LANGUAGE,
    #[cfg(feature = "scala")]
    scala::LANGUAGE,
    #[cfg(feature = "swift")]
    swift::LANGUAGE,
    #[cfg(feature = "typescript")]
    typescript::TSX,
    #[cfg(feature = "typescript")]
    typescript::TYPESCRIPT,
];

/// The language of a path, as an index into [`LANGUAGES`].
pub fn of_path(file: &str) -> Option<usize> {
    let extension = path::extension(file);
    LANGUAGES.iter().position(|language| language.extensions.contains(&extension))
}

/// Whether the file steers the resolution of imports in any language.
pub fn is_config(file: &str) -> bool {
    let name = path::name(file);
    LANGUAGES.iter().any(|language| (language.is_config)(name))
}
