//! JavaScript, with JSX. All but the words of its grammar is shared with TypeScript.

use super::conventions::Conventions;
use super::kind::{LocalScope, MemberScope};
use super::shape::Language;
use super::typescript;

/// JavaScript.
pub const LANGUAGE: Language = Language {
    name: "javascript",
    fence: "javascript",
    extensions: &["js", "jsx", "mjs", "cjs"],
    grammar: || tree_sitter_javascript::LANGUAGE.into(),
    queries: &[
        typescript::IMPORTS,
        include_str!("declarations.scm"),
        typescript::CALLS,
        typescript::JSX,
        include_str!("supertypes.scm"),
        typescript::TESTS,
        typescript::TESTED,
    ],
    sites: super::typescript::sites::SITES,
    preprocess: None,
    misread: None,
    read_import: typescript::read_import,
    read_declaration: typescript::read_declaration,
    read_test: typescript::read_test,
    is_test: typescript::is_test,
    is_config: typescript::is_config,
    family: typescript::FAMILY,
    claim: None,
    resolver: typescript::resolver,
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
    conventions: Conventions {
        inherits_fields: true,
        interpreters: &["node", "nodejs", "bun"],
        functions_make_values: true,
        ..typescript::CONVENTIONS
    },
    builtins: typescript::BUILTINS,
};
