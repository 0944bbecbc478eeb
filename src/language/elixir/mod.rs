//! Elixir.

mod atom;
mod call;
mod declaration;
mod head;
mod hex;
mod import;
mod lookup;
mod modules;
mod name;
mod quotes;
mod resolve;
mod sent;
mod sites;
mod test;
mod variable;
mod word;

use tree_sitter::Node;

use super::builder::{Builder, start};
use super::conventions::Conventions;
use super::kind::{LocalScope, MemberScope};
use super::observation::Decl;
use super::shape::{Language, nothing};

/// Elixir. All of it is calls, and a module is known by its whole name, wherever it lies.
pub const LANGUAGE: Language = Language {
    name: "elixir",
    fence: "elixir",
    extensions: &["ex", "exs"],
    grammar: || tree_sitter_elixir::LANGUAGE.into(),
    queries: &[include_str!("declarations.scm"), include_str!("tests.scm")],
    sites: sites::SITES,
    preprocess: None,
    misread: None,
    read_import: nothing,
    read_declaration,
    read_test: test::read,
    is_test: test::is_test,
    is_config: |name| matches!(name, "mix.exs" | "mix.lock"),
    family: "elixir",
    claim: None,
    resolver: resolve::resolver,
    implicit_this: false,
    member_scope: MemberScope::Everywhere,
    exports_explicitly: false,
    declares_by_assignment: false,
    dots_lead_into_packages: false,
    dots_lead_to_top_level: true,
    keys_are_members: false,
    follows_imports: false,
    marks_tests: false,
    local_scope: LocalScope::Block,
    conventions: Conventions {
        library_folders: &["lib"],
        hosts: &["eex", "heex", "leex"],
        steering: Some(|name, text| Some(hex::steering(name, text))),
        declares_by_assigning: true,
        interpreters: &["elixir"],
        reflection: &["apply", "function_exported?"],
        name_kinds: &["alias"],
        quoted: Some(atom::names),
        head: Some(head::name),
        variable: Some(variable::is_variable),
        functions_override: true,
        names_modules_whole: true,
        implied_members: &[import::USING, import::QUOTING, sent::STRUCT],
        ..Conventions::NONE
    },
    builtins: &[],
};

/// Names the declaration that was opened, or takes it back; reads a node that declares nothing.
fn read_declaration(node: Node<'_>, builder: &mut Builder<'_>) {
    let is_new = builder.observation().declarations.last().is_some_and(|row| {
        builder.observation().name(row.name).is_empty() && row.at == start(node) && builder.current() != Decl(0)
    });
    let word = name::word(node, builder);
    match word {
        _ if node.kind() == "do_block" => declaration::template(node, builder),
        Some(word) if is_new && word::MODULES.contains(&word) => declaration::module(word, node, builder),
        Some(word) if is_new && (word::PUBLIC.contains(&word) || word::PRIVATE.contains(&word)) => {
            declaration::function(word, node, builder)
        }
        _ if is_new => builder.withdraw(),
        _ => call::read(node, builder),
    }
}
