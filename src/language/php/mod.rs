//! PHP, alone or among the text of a page.

mod alias;
mod callable;
mod composer;
mod doc;
mod element;
mod import;
mod lookup;
mod name;
mod outside_name;
mod platform;
mod read;
mod resolve;
mod result;
mod sites;
mod table;
mod test;
mod tested;

use super::conventions::Conventions;
use super::kind::{DeclKind, LocalScope, MemberScope};
use super::parts::Parts;
use super::shape::{Language, nothing};

/// PHP.
pub const LANGUAGE: Language = Language {
    name: "php",
    fence: "php",
    extensions: &["php", "phtml"],
    grammar: || tree_sitter_php::LANGUAGE_PHP.into(),
    queries: &[include_str!("declarations.scm"), include_str!("names.scm")],
    sites: sites::SITES,
    preprocess: None,
    misread: None,
    read_import: read::read,
    read_declaration: read::read_declaration,
    read_test: nothing,
    is_test: test::is_test,
    is_config: |name| matches!(name, "composer.json" | "composer.lock"),
    family: "php",
    claim: None,
    resolver: resolve::resolver,
    implicit_this: false,
    member_scope: MemberScope::Nowhere,
    exports_explicitly: false,
    declares_by_assignment: false,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: false,
    keys_are_members: false,
    follows_imports: false,
    marks_tests: false,
    local_scope: LocalScope::Closure,
    conventions: Conventions {
        inherits_fields: true,
        overrides_properties: true,
        parts: Parts { open_kinds: &[DeclKind::Module], ..Parts::NONE },
        argument_sign: Some(b':'),
        declares_by_assigning: true,
        interpreters: &["php"],
        narrows_below: true,
        reflection: &["call_user_func", "call_user_func_array"],
        any_types: &["mixed", "object"],
        constructors: &["__construct"],
        inherits_constructors: true,
        own_members: &["__construct"],
        runs_unnamed: Some(|name| name.starts_with("__")),
        own_object: &["$this", "self", "static"],
        folds_case: true,
        ..Conventions::NONE
    },
    builtins: BUILTINS,
};

/// Methods of the language's own classes, and of what is iterated, counted, stored.
const BUILTINS: &[&str] = &[
    "__invoke",
    "add",
    "all",
    "append",
    "attach",
    "bind",
    "clear",
    "close",
    "count",
    "create",
    "current",
    "debug",
    "delete",
    "error",
    "exec",
    "execute",
    "fetch",
    "fetchAll",
    "filter",
    "find",
    "first",
    "format",
    "get",
    "getCode",
    "getFile",
    "getIterator",
    "getLine",
    "getMessage",
    "getName",
    "getPrevious",
    "getTimestamp",
    "getTrace",
    "getValue",
    "has",
    "info",
    "invoke",
    "isEmpty",
    "jsonSerialize",
    "key",
    "keys",
    "last",
    "load",
    "map",
    "merge",
    "modify",
    "next",
    "offsetExists",
    "offsetGet",
    "offsetSet",
    "offsetUnset",
    "open",
    "pop",
    "prepare",
    "push",
    "query",
    "read",
    "remove",
    "reset",
    "rewind",
    "run",
    "save",
    "send",
    "set",
    "setTimezone",
    "sort",
    "toArray",
    "toString",
    "update",
    "valid",
    "value",
    "values",
    "warning",
    "with",
    "write",
];
