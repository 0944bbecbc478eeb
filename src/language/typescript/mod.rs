//! TypeScript, with and without JSX. JavaScript shares its readers and its resolver.

mod ambient;
mod assigned;
mod binding;
mod builtin;
mod callable;
mod commonjs;
mod complete;
mod context;
mod declaration;
mod entry;
mod export;
mod expression;
mod files;
mod generic;
mod import;
mod in_object;
mod node;
mod resolve;
mod separated;
mod signed;
pub mod sites;
mod taken;
mod test;
mod tested;
mod tsconfig;
mod twins;
mod types;
mod value;
mod variable;
mod workspace;

pub use tsconfig::is_config;

use tree_sitter::Node;

use super::builder::Builder;
use super::conventions::Conventions;
use super::kind::{LocalScope, MemberScope};
use super::shape::Language;
use super::unit_rule::UnitRule;
use crate::base::path;

pub use declaration::read as read_declaration;
pub use files::FAMILY;
pub use import::read as read_import;
pub use resolve::resolver;
pub use test::read as read_test;

/// The queries that all languages of the family share.
pub const IMPORTS: &str = include_str!("imports.scm");
/// Calls.
pub const CALLS: &str = include_str!("calls.scm");
/// Components.
pub const JSX: &str = include_str!("jsx.scm");
/// Tests.
pub const TESTS: &str = include_str!("tests.scm");

/// Tests of types.
pub const TESTED: &str = include_str!("tested.scm");

/// A package of npm is a unit, but for the files whose declarations all others see.
const UNITS: UnitRule = UnitRule { package: "", manifests: &["package.json"], is_open: ambient::is_seen };

/// The conventions of the family.
pub const CONVENTIONS: Conventions = Conventions {
    inherits_fields: true,
    hosts: &["astro", "cjsx", "coffee", "svelte", "vue"],
    folder_stems: &["index"],
    variable: Some(is_of_platform),
    constructors: &["constructor"],
    inherits_constructors: true,
    test_folders: &["test", "tests", "spec", "specs", "e2e"],
    own_members: &["constructor"],
    runs_unnamed: Some(|name| matches!(name, "toJSON" | "toString" | "valueOf")),
    signs_overloads: true,
    types_are_apart: true,
    arguments: Some(signed::arguments),
    element_of_list: &["at", "find", "findLast", "pop", "shift"],
    value_of_map: &["get"],
    held_value: &["current"],
    same_container: &["concat", "filter", "reverse", "slice", "sort", "splice", "toReversed", "toSorted", "values"],
    keeps_type_arguments: true,
    sealing_sign: "#",
    overrides_properties: true,
    imports_packages_bare: true,
    seals_variables: true,
    sorts_by_offers: true,
    units: Some(&UNITS),
    steering: Some(workspace::steering),
    ..Conventions::NONE
};

/// TypeScript.
pub const TYPESCRIPT: Language = Language {
    name: "typescript",
    fence: "typescript",
    extensions: &["ts", "mts", "cts"],
    grammar: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
    queries: &[
        IMPORTS,
        include_str!("declarations.scm"),
        CALLS,
        include_str!("asserted.scm"),
        include_str!("supertypes.scm"),
        TESTS,
        TESTED,
    ],
    sites: sites::SITES,
    preprocess: Some(separated::separated),
    misread: None,
    read_import,
    read_declaration,
    read_test,
    is_test,
    is_config,
    family: FAMILY,
    claim: None,
    resolver,
    implicit_this: false,
    member_scope: MemberScope::Body,
    exports_explicitly: true,
    declares_by_assignment: false,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: true,
    keys_are_members: true,
    follows_imports: true,
    marks_tests: false,
    local_scope: LocalScope::Block,
    conventions: CONVENTIONS,
    builtins: builtin::CALLS,
};

/// TypeScript with JSX: another grammar, for `<T>x` means something else there.
pub const TSX: Language = Language {
    name: "tsx",
    fence: "tsx",
    extensions: &["tsx"],
    grammar: || tree_sitter_typescript::LANGUAGE_TSX.into(),
    queries: &[
        IMPORTS,
        include_str!("declarations.scm"),
        CALLS,
        include_str!("asserted.scm"),
        JSX,
        include_str!("supertypes.scm"),
        TESTS,
        TESTED,
    ],
    ..TYPESCRIPT
};

/// Names that need no import and are never the project's own where the receiver is unknown.
pub const BUILTINS: &[&str] = builtin::CALLS;

/// `a.test.ts`, `a.spec.ts`, `a.cy.ts`, `test.js`, and what lies in a `__tests__` folder.
pub fn is_test(file: &str) -> bool {
    let stem = path::stem(file);
    stem == "test"
        || [".test", ".spec", ".cy"].iter().any(|ending| stem.ends_with(ending))
        || path::parent(file).split('/').any(|part| part == "__tests__")
}

/// Whether a name is that of an element of the platform: in JSX those in lower case.
fn is_of_platform(node: Node<'_>, builder: &mut Builder<'_>) -> bool {
    let before = builder.source().get(..node.start_byte()).unwrap_or(&[]);
    let is_element = || builder.parent(node).is_some_and(|around| around.kind().starts_with("jsx_"));
    let is_small = node.kind() == "identifier" && builder.text(node).starts_with(char::is_lowercase);
    matches!(before.last(), Some(b'<' | b'/')) && is_small && is_element()
}
