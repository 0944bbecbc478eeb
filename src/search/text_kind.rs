//! The kinds of indexed files, and which files without a language are indexed.

use crate::base::path;

/// The endings of documents, and the most bytes of one.
const DOCUMENTS: &[&str] = &["adoc", "markdown", "md", "mdx", "rst", "txt"];
const DOCUMENT_BYTES: u64 = 512 * 1024;
/// The endings of configuration, styles and templates, and the most bytes of one: a longer one was written by a program.
#[rustfmt::skip]
const SETTINGS: &[&str] =
    &["bazel", "bzl", "cfg", "cmake", "conf", "css", "gradle", "graphql", "html", "ini", "json", "less", "properties", "proto", "sass",
    "scss", "sql", "toml", "xml", "yaml", "yml"];
const SETTINGS_BYTES: u64 = 32 * 1024;
/// The endings of templates, grammars and languages of which nothing is read but the words, and the most bytes of one.
#[rustfmt::skip]
const SOURCES: &[&str] = &[
    "ada", "adb", "ads", "am", "asm", "astro", "awk", "bat", "cjsx", "cl", "clj", "cljc", "cljs", "cls", "cmd", "cob",
    "coffee", "cr", "cshtml", "cu", "cue", "d", "dhall", "dpr", "eex", "ejs", "el", "elm", "erb", "erl", "f", "f03",
    "f08", "f90", "f95", "fish", "for", "frag", "fs", "fsx", "ftl", "g4", "gd", "glsl", "groovy", "haml", "hbs", "hcl",
    "heex", "hlsl", "hrl", "hs", "hx", "in", "j2", "jinja", "jinja2", "jl", "jq", "jsonnet", "jsp", "l", "leex",
    "libsonnet", "liquid", "lisp", "ll", "m", "m4", "mak", "metal", "mk", "ml", "mli", "mm", "mustache", "nim", "nix",
    "njk", "nu", "pas", "pl", "pm", "podspec", "prisma", "ps1", "psd1", "psm1", "pug", "pxd", "pxi", "pyx", "r", "raku",
    "razor", "re", "rego", "rei", "res", "rkt", "ru", "s", "scm", "slim", "sol", "star", "sv", "svelte", "svh", "tcl",
    "test", "tf", "thrift", "tmpl", "tpl", "twig", "v", "vala", "vb", "vert", "vhd", "vhdl", "vue", "wgsl", "y", "yy",
    "zig",
];
const SOURCES_BYTES: u64 = 256 * 1024;

/// The kind of an indexed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum TextKind {
    /// Source code.
    Source,
    /// A document or settings.
    Text,
    /// A test, an example, vendored or generated code.
    Aside,
}

impl TextKind {
    /// The kind of a number that was kept.
    pub fn of(number: u32) -> Self {
        match number {
            0 => Self::Source,
            1 => Self::Text,
            _ => Self::Aside,
        }
    }
}

/// The most bytes of a file that is no source; `None` for one that is not searched.
pub(super) fn limit(file: &str) -> Option<u64> {
    let extension = path::extension(file);
    let is = |endings: &[&str]| endings.binary_search(&extension).is_ok();
    if is(DOCUMENTS) {
        Some(DOCUMENT_BYTES)
    } else if is_source(file) {
        Some(SOURCES_BYTES)
    } else {
        is(SETTINGS).then_some(SETTINGS_BYTES)
    }
}

/// Whether a file has the ending of code of which nothing is read but the words.
pub(super) fn is_source(file: &str) -> bool {
    SOURCES.binary_search(&path::extension(file)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_sorted() {
        assert!(DOCUMENTS.is_sorted() && SETTINGS.is_sorted() && SOURCES.is_sorted());
    }
}
