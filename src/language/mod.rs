//! The languages: for each a folder with its queries, its test conventions, and how it resolves imports.
//!
//! This layer does not know how a query is run. To add a language: one folder, one line in [`LANGUAGES`], one
//! feature in `Cargo.toml`.

mod above;
mod added;
mod ancestors;
pub mod arguments;
mod attributes;
#[cfg(feature = "bash")]
mod bash;
mod blocks;
mod builder;
#[cfg(feature = "c")]
mod c;
mod closure;
mod compact;
mod conventions;
mod conversions;
mod counted_name;
#[cfg(feature = "cpp")]
mod cpp;
#[cfg(feature = "csharp")]
mod csharp;
#[cfg(feature = "dart")]
mod dart;
mod declared_below;
mod deferred;
#[cfg(feature = "elixir")]
mod elixir;
mod expr_table;
pub mod expression;
mod fields;
mod gives_back;
#[cfg(feature = "go")]
mod go;
mod handed;
mod holders;
mod imported;
mod in_block;
mod in_statement;
mod interpreter;
#[cfg(feature = "java")]
mod java;
#[cfg(feature = "javascript")]
mod javascript;
mod kind;
#[cfg(feature = "kotlin")]
mod kotlin;
mod local;
mod long_argument;
#[cfg(feature = "lua")]
mod lua;
mod marked;
mod mentioned;
mod mentions;
mod misread;
mod names;
mod narrow;
mod narrowed;
mod no_conventions;
mod observation;
mod operator;
mod outer_interface;
mod packed;
mod parts;
mod path_text;
#[cfg(feature = "php")]
mod php;
mod places;
mod platform;
mod pointed;
#[cfg(feature = "python")]
mod python;
mod quoted;
mod read_name;
mod referring;
mod requested;
mod resolver;
mod returned;
#[cfg(feature = "ruby")]
mod ruby;
mod rule;
#[cfg(feature = "rust")]
mod rust;
#[cfg(feature = "scala")]
mod scala;
mod seen;
mod seen_where_tested;
mod shape;
mod signed;
pub mod sites;
mod starred;
#[cfg(feature = "swift")]
mod swift;
mod test_sites;
mod tested;
mod type_arguments;
#[cfg(feature = "typescript")]
mod typescript;
mod unit_rule;
mod unread;
mod unwritten;
mod word_places;
mod wrapped;
mod written;

pub use arguments::CLASS_MEMBER;
pub use builder::{Builder, line, start};
pub use closure::{FUNCTION_TYPE, INFIX, LAST_DEFAULT, MANY, OBJECT as AT_HAND, OPENED, type_parameter};
pub use conventions::Conventions;
pub use conversions::{CONVERTING, Conversions};
pub use counted_name::{STATED_TYPES, with_count, without_count};
pub use deferred::Deferred;
pub use expression::{
    ASYNC, AWAITED, BRANCHED, CLASS, CONVERSION, DISFAVORED, EACH, EXPLICIT, GIVEN, HELD, HIDING, INJECTED, JOINED,
    LIFTING, LOOPED, MIXED_IN, MIXED_IN_ALL, MIXED_IN_TOP, OBJECT, OVERRIDING, POINTED, REST, SIGNATURE, TYPE_ARGUMENT,
    UNITED, UNMADE, VIRTUAL, WRAPPING,
};
pub use fields::Fields;
pub use gives_back::GivesBack;
pub use holders::{ELEMENTS, Holders, VALUES, held_name};
pub use kind::{BindingKind, CallKind, DeclKind, ImportKind, Inheritance, LocalScope, MemberScope, MentionKind};
pub use marked::without_mark;
pub use mentioned::{Leaf, MACRO_BODY, NameContext};
pub use misread::{BlankMeaning, Misread};
pub use names::{
    BLOCK_GIVEN, BLOCK_OBJECT, BLOCK_RUN, BLOCK_RUN_BY_DEFAULT, DeclPlace, FIRST_BY_DEFAULT, FIRST_GIVEN, Named, Names,
    derive_name,
};
pub use observation::Parameters;
pub use observation::{
    Binding, CallSite, Calls, Decl, Declaration, EXTRACTOR, Export, ImportSite, ImportedUse, LocalGap, Observation,
    Receiver, Reference, SuperSite, TestSite,
};
pub use operator::{Operators, read as read_operator};
pub use outer_interface::OuterInterface;
pub use parts::Parts;
pub use places::MovedPlaces;
pub use platform::PlatformPart;
pub use read_name::{EITHER, OF_MODULE, TAKEN_AS, as_read, is_of_block};
pub use referring::{last_name, read_type_path};
pub use requested::Requested;
pub use resolver::{Collector, Declared, MOST_CANDIDATES, Paths, Resolution, Resolver};
pub use rule::Rule;
pub use shape::{Language, World};
pub use signed::{ALIASED, APART, FUNCTION_OF, MANY_ARGUMENTS, STATIC, argument_place};
pub use type_arguments::{MOST_ARGUMENTS, argument_name, bind_arguments_as, further_bounds, read_supertype};
pub use unit_rule::UnitRule;
pub use unread::{NO_UNIT, UnreadFiles};
pub use unwritten::{
    IN_OBJECT, constant_name, group_name, in_block_name, in_object_name, is_identifier, is_name_letter, lines_of_group,
    put_name,
};

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::base::path;
pub use crate::syntax::{ArgumentsId, Expr, ExprId, GivenArgument, Literal, Name};

/// Every language. The position of one in this list is its number in facts.
pub static LANGUAGES: &[Language] = &[
    #[cfg(feature = "bash")]
    bash::LANGUAGE,
    #[cfg(feature = "c")]
    c::LANGUAGE,
    #[cfg(feature = "cpp")]
    cpp::LANGUAGE,
    #[cfg(feature = "csharp")]
    csharp::LANGUAGE,
    #[cfg(feature = "dart")]
    dart::LANGUAGE,
    #[cfg(feature = "elixir")]
    elixir::LANGUAGE,
    #[cfg(feature = "go")]
    go::LANGUAGE,
    #[cfg(feature = "java")]
    java::LANGUAGE,
    #[cfg(feature = "javascript")]
    javascript::LANGUAGE,
    #[cfg(feature = "kotlin")]
    kotlin::LANGUAGE,
    #[cfg(feature = "lua")]
    lua::LANGUAGE,
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
    BY_EXTENSION.get(path::extension(file)).copied()
}

/// The first language that has an extension: every path of a repository is looked up.
static BY_EXTENSION: LazyLock<FxHashMap<&str, usize>> = LazyLock::new(|| {
    let of_language = |(at, language): (usize, &Language)| language.extensions.iter().map(move |it| (*it, at));
    let mut by_extension = FxHashMap::default();
    for (extension, at) in LANGUAGES.iter().enumerate().flat_map(of_language) {
        by_extension.entry(extension).or_insert(at);
    }
    by_extension
});

/// The language of each path of a repository. What a path alone leaves open, those around it decide: a `.h` file.
pub fn of_paths<'p>(paths: impl Iterator<Item = &'p str> + Clone) -> Vec<Option<usize>> {
    let mut languages: Vec<Option<usize>> = paths.clone().map(of_path).collect();
    let claims: Vec<_> = LANGUAGES.iter().filter_map(|language| language.claim).collect();
    if !claims.is_empty() {
        let paths: Vec<&str> = paths.collect();
        claims.into_iter().for_each(|claim| claim(&paths, LANGUAGES, &mut languages));
    }
    languages
}

/// The language of a script without an ending by its first line, as an index into [`LANGUAGES`].
pub fn of_script(text: &[u8]) -> Option<usize> {
    interpreter::of_script(text, LANGUAGES)
}

/// Whether a path is a test file's by the conventions of its language.
pub fn is_test(file: &str) -> bool {
    of_path(file).is_some_and(|language| (LANGUAGES[language].is_test)(file))
}

/// The text to parse in place of another, each thing in its place; `None` for that text itself.
pub fn preprocessed(language: usize, text: &[u8]) -> Option<Cow<'_, [u8]>> {
    LANGUAGES[language].preprocess.and_then(|preprocess| preprocess(text))
}

/// Whether the file steers the resolution of imports in any language.
pub fn is_config(file: &str) -> bool {
    let name = path::name(file);
    LANGUAGES.iter().any(|language| (language.is_config)(name))
}

/// The part of such a file on which it depends where imports lead: an edit of another part changes no edge between sources.
pub fn steering<'t>(file: &str, text: &'t str) -> Cow<'t, str> {
    let name = path::name(file);
    let readers = || LANGUAGES.iter().filter(|language| (language.is_config)(name));
    let part = |language: &Language| language.conventions.steering?(name, text);
    let parts: Option<Vec<String>> = readers().map(part).collect();
    parts.map_or(Cow::Borrowed(text), |parts| Cow::Owned(parts.concat()))
}

fn conversions() -> impl Iterator<Item = &'static Conversions> {
    LANGUAGES.iter().filter_map(|language| language.conventions.conversions)
}

/// The conversions of a language; where it states none, those of another: most spell the types of values alike. Conversions that
/// types may add to are of their own language alone.
pub fn conversions_of(language: Option<&Language>) -> Option<&'static Conversions> {
    let own = language.and_then(|language| language.conventions.conversions);
    own.or_else(|| conversions().find(|it| !it.are_stated))
}

/// Whether a name is that of a type of values that are no objects, in any language.
pub fn is_value_type(name: &str) -> bool {
    conversions().any(|it| it.is_value(name))
}

/// Whether a name is that of a supertype of every value, in any language.
pub fn is_top_type(name: &str) -> bool {
    conversions().any(|it| it.tops.iter().any(|top| top.eq_ignore_ascii_case(name)))
}

/// The type of the text that a method gives, whatever it is called on; `None` for another method.
pub fn text_of_any(method: &str) -> Option<&'static str> {
    conversions().find(|it| it.to_text.contains(&method)).map(|it| it.text.0)
}

/// Whether a convention of any language lists a name.
pub fn lists(names: fn(&Conventions) -> &'static [&'static str], name: &str) -> bool {
    LANGUAGES.iter().any(|language| names(&language.conventions).contains(&name))
}

/// A name that was given without the brackets of a call behind it, unless they are part of it as the
/// member that a call of a value calls may have them.
pub fn without_brackets(text: &str) -> &str {
    let plain = text.trim_end_matches("()");
    let ends = |name: &str| {
        let before = plain.strip_suffix(name.strip_suffix("()")?)?;
        Some(!before.ends_with(|last: char| last.is_alphanumeric() || last == '_'))
    };
    let has_own = LANGUAGES.iter().any(|language| ends(language.conventions.call_member) == Some(true));
    text.get(..plain.len() + 2).filter(|_| has_own).unwrap_or(plain)
}
