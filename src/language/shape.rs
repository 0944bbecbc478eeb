//! The shape of a language: its names, its grammar, its queries, and the functions that need more than a query; and the
//! world that its resolver is made from.

use std::borrow::Cow;
use std::collections::BTreeSet;

use cg_rules::FileId;
use rustc_hash::FxHashMap;
use tree_sitter::Node;

use super::builder::Builder;
use super::conventions::Conventions;
use super::kind::{LocalScope, MemberScope};
use super::misread::FindMisread;
use super::observation::Observation;
use super::resolver::{Paths, Resolver};
use super::sites::SiteRow;
use super::unread::UnreadFiles;

/// The text to parse in place of another of the same length; `None` for that text itself.
pub type Preprocess = fn(&[u8]) -> Option<Cow<'_, [u8]>>;

/// Moves files from one language to another by what lies around them: see [`Language::claim`].
pub type Claim = fn(&[&str], &'static [Language], &mut [Option<usize>]);

/// One language. A row of [`super::LANGUAGES`].
pub struct Language {
    /// The name that facts and bundles show.
    pub name: &'static str,
    /// The word after a Markdown fence.
    pub fence: &'static str,
    /// The endings of its files, without the dot; the longest that fits decides.
    pub extensions: &'static [&'static str],
    /// The grammar.
    pub grammar: fn() -> tree_sitter::Language,
    /// The queries: imports, declarations, calls, supertypes. Their captures are listed in `src/language/README.md`.
    pub queries: &'static [&'static str],
    /// The rows of its own for the names of a text, see [`SiteRow`].
    pub sites: &'static [SiteRow],
    /// A text as its grammar can read it, each thing in its place, where it has what the grammar does not know: macros.
    /// Errors that are left are then the grammar's more than the text's.
    pub preprocess: Option<Preprocess>,
    /// Finds what the grammar misread in a tree; the text is then parsed without it.
    pub misread: Option<FindMisread>,
    /// Reads a node captured as `@import` (or `@export`) into import sites.
    pub read_import: fn(Node<'_>, &mut Builder<'_>),
    /// Completes a declaration that a query found: exports, owners, tests. Called when it has been opened.
    pub read_declaration: fn(Node<'_>, &mut Builder<'_>),
    /// Reads a node captured as `@test`.
    pub read_test: fn(Node<'_>, &mut Builder<'_>),
    /// Whether a path is a test file's by the language's conventions.
    pub is_test: fn(&str) -> bool,
    /// Whether a file of this name, such as `package.json`, steers the resolution of imports.
    pub is_config: fn(&str) -> bool,
    /// Which languages share a resolver: the first of a family makes it for all.
    pub family: &'static str,
    /// Claims files whose ending another language has as well: `.h` files for C++. Gets the paths, the table of
    /// languages, and each file's index into it.
    pub claim: Option<Claim>,
    /// Makes the resolver from everything that was observed.
    pub resolver: for<'w> fn(&'w World<'w>) -> Box<dyn Resolver + 'w>,
    /// Whether the members of the type around are seen without `this`.
    pub implicit_this: bool,
    /// Where the members of a type are seen by their names alone.
    pub member_scope: MemberScope,
    /// Whether other files see only what a file exports; elsewhere they see its whole top level.
    pub exports_explicitly: bool,
    /// Whether an assignment declares a variable: then the first one outside of functions does, and no other.
    pub declares_by_assignment: bool,
    /// Whether a dot leads down into packages, so that a name behind one may be of the package: an extension function, a
    /// type by its full name.
    pub dots_lead_into_packages: bool,
    /// Whether a dot may lead from a module or package to what it declares; elsewhere it leads to members of values alone.
    pub dots_lead_to_top_level: bool,
    /// Whether a key of a literal declares a member that can be called.
    pub keys_are_members: bool,
    /// Whether every use of a name that an import binds is noted, so that a package is followed through the file.
    pub follows_imports: bool,
    /// Whether the text itself marks a test, so that one counts in any file; otherwise in a test's file alone.
    pub marks_tests: bool,
    /// The innermost part of a function that a local name belongs to.
    pub local_scope: LocalScope,
    /// Names that mean something wherever they are found.
    pub conventions: Conventions,
    /// Names that need no import and are never the project's own: `len`, `println`, `console`.
    pub builtins: &'static [&'static str],
}

/// Everything that was observed: what resolvers may look at.
pub struct World<'w> {
    /// The paths.
    pub paths: &'w Paths,
    /// The observation of each file, by id; `None` for a file of no known language, or one that was not parsed.
    pub observations: &'w [Option<Observation>],
    /// The table of languages.
    pub table: &'static [Language],
    /// The language of each file, as an index into the table.
    pub languages: &'w [Option<usize>],
    /// The texts of the files that steer resolution, by id.
    pub configs: &'w FxHashMap<FileId, String>,
    /// The files that an edit did not read; `None` where all were.
    pub unread: Option<&'w UnreadFiles>,
}

impl World<'_> {
    /// The text of a file that steers resolution.
    pub fn config(&self, path: &str) -> Option<&str> {
        self.configs.get(&self.paths.file(path)?).map(String::as_str)
    }

    /// The language of a file.
    pub fn language(&self, file: FileId) -> Option<&'static Language> {
        self.languages[file.0 as usize].map(|at| &self.table[at])
    }

    /// Whether the observation of a file is at hand.
    pub fn is_read(&self, file: FileId) -> bool {
        self.observations.get(file.0 as usize).is_some_and(Option::is_some)
    }

    /// Whether a file is not read, though others of its family are.
    pub fn is_unread(&self, file: FileId) -> bool {
        self.unread.is_some_and(|unread| unread.holds(file))
    }

    /// Notes that a file is needed, where it is not read.
    pub fn want(&self, file: FileId) {
        if let Some(unread) = self.unread {
            unread.want(file);
        }
    }

    /// The units of files that are needed and not read.
    pub fn wanted(&self) -> BTreeSet<u32> {
        self.unread.map(UnreadFiles::wanted).unwrap_or_default()
    }

    /// Whether a file is of a family of languages.
    pub fn is_of(&self, file: FileId, family: &str) -> bool {
        self.language(file).is_some_and(|language| language.family == family)
    }
}

/// Reads nothing: for a language without such nodes.
pub fn nothing(_: Node<'_>, _: &mut Builder<'_>) {}
