//! The shape of a row of the table of primitives, and of a call of one.

use std::borrow::Cow;

use cg_rules::{DefId, Evidence, FileId};

use super::answer::Answer;
use super::engine::Engine;
use super::note::Note;
use super::retrieval::Retrieved;
use crate::work::Unit;

/// The most bytes of a text that names something; no path of a file is longer.
const LONGEST_NAME: usize = 4096;

/// The type of an argument, and of an input that fills it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ArgType {
    /// A module as import statements name it: an external package, a path, a dotted or aliased name.
    Module,
    /// A package of the dependency graph.
    Package,
    /// Symbols as people write them: `name`, `Class.method`, `package.member`, `path:name`.
    Symbols,
    /// Files: paths relative to the root, globs, or the answer of an earlier query.
    Files,
    /// Free text.
    Text,
}

impl ArgType {
    /// Every type, in order.
    pub const ALL: [Self; 5] = [Self::Module, Self::Package, Self::Symbols, Self::Files, Self::Text];

    /// The name that manifests use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Module => "module",
            Self::Package => "package",
            Self::Symbols => "symbols",
            Self::Files => "files",
            Self::Text => "text",
        }
    }
}

/// The depth a primitive takes, in hops or in commits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Without `depth=`.
    pub default: u32,
    /// The most it accepts; more is clamped, and the bundle says so.
    pub ceiling: u32,
}

/// The kind of files that a primitive answers with: it decides where tests, examples and vendored code stand (S0.19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Source files: what is aside comes last, and is left out of a bundle unless it is named.
    Sources,
    /// The places of uses, from compilers' indexes where there are any: what is aside is listed.
    Uses,
    /// The places of imports, and of what they bring: what is aside is listed.
    Imports,
    /// Test files.
    Tests,
    /// Manifest files.
    Manifests,
    /// Files that words found: what is aside comes last, and the lines of a hit are what is shown of it.
    Found,
    /// The files that the call itself states, as lines or as sets: wherever they are, none is put behind or left out.
    Exact,
}

impl Role {
    /// Every role, in order.
    pub const ALL: [Self; 7] =
        [Self::Sources, Self::Uses, Self::Imports, Self::Tests, Self::Manifests, Self::Found, Self::Exact];

    /// Whether the answer is about source text.
    pub fn is_about_source(self) -> bool {
        matches!(self, Self::Sources | Self::Uses | Self::Imports | Self::Found)
    }

    /// Whether each line of an answer may be a place to change, in a test as well.
    pub fn is_of_places(self) -> bool {
        matches!(self, Self::Uses | Self::Imports)
    }

    /// Whether what is aside comes behind all sources of an answer.
    pub fn puts_aside_last(self) -> bool {
        matches!(self, Self::Sources | Self::Imports | Self::Found)
    }

    /// Whether compilers' indexes answer first.
    pub fn reads_index(self) -> bool {
        self == Self::Uses
    }
}

/// The function of a primitive, with the bounds that it takes.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// Without bounds.
    Plain(fn(&Engine<'_>, &Invocation) -> Answer),
    /// Within a number of hops.
    Deep(Depth, fn(&Engine<'_>, &Invocation, u32) -> Answer),
    /// Over edges at or above an evidence; the one given is the floor unless a manifest raises it.
    Floored(Evidence, fn(&Engine<'_>, &Invocation, Evidence) -> Answer),
    /// Both.
    DeepFloored(Depth, Evidence, fn(&Engine<'_>, &Invocation, u32, Evidence) -> Answer),
    /// Without bounds; without an argument over the whole repository.
    Whole(fn(&Engine<'_>, &Invocation) -> Answer),
    /// Over a number of commits.
    Past(Depth, fn(&Engine<'_>, &Invocation, u32) -> Answer),
    /// By an index of words.
    Found(Retrieved),
    /// Over two arguments.
    Pair(Second, fn(&Engine<'_>, &Invocation) -> Answer),
}

/// Whether a call of two arguments has an answer where nothing is known of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// It has none.
    Needed,
    /// It has: an absent one takes nothing away.
    Optional,
}

/// One primitive.
#[derive(Clone, Copy, Debug)]
pub struct Primitive {
    /// The name, such as `import_graph.reverse_lookup`.
    pub name: &'static str,
    /// The types that each of its arguments may have; the first is the natural one.
    pub takes: &'static [ArgType],
    /// One sentence: what it returns.
    pub summary: &'static str,
    /// Further options that are `true` or `false`, such as `definitions`.
    pub flags: &'static [&'static str],
    /// The kind of its answers.
    pub role: Role,
    /// 1 is pennies, 3 is the dearest (S3.13).
    pub cost: u8,
    /// The unit of its work: what it looks at one by one, and stops inside.
    pub unit: Unit,
    /// The function that answers.
    pub run: Run,
}

/// Two primitives are the same if they have one name.
impl PartialEq for Primitive {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
impl Eq for Primitive {}

impl Primitive {
    /// Whether, and how far, it goes by hops.
    pub fn depth(&self) -> Option<Depth> {
        match self.run {
            Run::Deep(depth, _) | Run::DeepFloored(depth, ..) => Some(depth),
            Run::Past(..) | Run::Plain(_) | Run::Floored(..) | Run::Whole(_) | Run::Found(_) | Run::Pair(..) => None,
        }
    }

    /// Whether, and how far, it goes back by commits.
    pub fn past(&self) -> Option<Depth> {
        match self.run {
            Run::Past(commits, _) => Some(commits),
            _ => None,
        }
    }

    /// The evidence below which an edge is not used; `None` where it uses none that varies.
    pub fn floor(&self) -> Option<Evidence> {
        match self.run {
            Run::Floored(floor, _) | Run::DeepFloored(_, floor, _) => Some(floor),
            Run::Past(..) | Run::Plain(_) | Run::Deep(..) | Run::Whole(_) | Run::Found(_) | Run::Pair(..) => None,
        }
    }

    /// Its arguments as a reader writes them, each of the given type: `files`, `files?`, `files, files`.
    pub fn arguments(&self, of: &str) -> String {
        match self.run {
            Run::Pair(..) => format!("{of}, {of}"),
            Run::Found(Retrieved::Related) => "files, text?".to_owned(),
            Run::Whole(_) => format!("{of}?"),
            Run::Plain(_) | Run::Deep(..) | Run::Floored(..) | Run::DeepFloored(..) | Run::Past(..) | Run::Found(_) => {
                of.to_owned()
            }
        }
    }

    /// The fewest and the most arguments of a call.
    pub fn arity(&self) -> (usize, usize) {
        match self.run {
            Run::Pair(..) => (2, 2),
            Run::Found(Retrieved::Related) => (1, 2),
            Run::Whole(_) => (0, 1),
            Run::Plain(_) | Run::Deep(..) | Run::Floored(..) | Run::DeepFloored(..) | Run::Past(..) | Run::Found(_) => {
                (1, 1)
            }
        }
    }
}

/// One argument.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A text that names a module, a package, symbols or files.
    Text(String),
    /// The answer of an earlier query.
    Files(Vec<FileId>),
    /// The definitions that an earlier query named.
    Definitions(Vec<DefId>),
}

impl Argument {
    /// Its text, where it is one.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Files(_) | Self::Definitions(_) => None,
        }
    }
}

/// A call of a primitive with its arguments in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invocation {
    /// The primitive.
    pub primitive: &'static Primitive,
    /// The members of its argument, as a union.
    pub arguments: Vec<Argument>,
    /// The members of its second argument, where it takes two; a hypothetical answer, where it searches by words; the definitions
    /// that the texts name by which the files were found, and all files that these found, where it finds tests.
    pub others: Vec<Argument>,
    /// The depth, where stated.
    pub depth: Option<u32>,
    /// The number of commits, where stated.
    pub commits: Option<u32>,
    /// Its flags that are set.
    pub flags: Vec<&'static str>,
    /// The evidence floor, where raised.
    pub evidence: Option<Evidence>,
    /// A program read its argument off a diff or a report: a name that nothing here has is no slip of who wrote it.
    pub is_read: bool,
}

impl Invocation {
    /// A call with one argument and no options.
    pub fn of(primitive: &'static Primitive, argument: Argument) -> Self {
        Self {
            primitive,
            arguments: vec![argument],
            others: Vec::new(),
            depth: None,
            commits: None,
            flags: Vec::new(),
            evidence: None,
            is_read: false,
        }
    }

    /// The call without texts that are too long to name anything, and a note for each of them.
    pub(super) fn of_names(&self) -> (Cow<'_, Self>, Vec<Note>) {
        let is_name = |argument: &Argument| argument.text().is_none_or(|text| text.len() <= LONGEST_NAME);
        let all = self.arguments.iter().chain(&self.others);
        let is_text = self.primitive.takes.contains(&ArgType::Text) || matches!(self.primitive.run, Run::Found(_));
        if is_text || all.clone().all(is_name) {
            return (Cow::Borrowed(self), Vec::new());
        }
        let long = all.filter_map(Argument::text).filter(|text| text.len() > LONGEST_NAME).map(|text| {
            let start: String = text.chars().take(40).collect();
            let said =
                format!("`{start}…` names nothing: it has {} bytes, and a name at most {LONGEST_NAME}", text.len());
            Note::unknown(said, &[])
        });
        let notes = long.collect();
        let mut call = self.clone();
        call.arguments.retain(is_name);
        call.others.retain(is_name);
        (Cow::Owned(call), notes)
    }

    /// The depth within its bounds, and the note that it was clamped.
    pub(super) fn bounded(&self, bounds: Depth) -> (u32, Option<String>) {
        let stated = self.depth.unwrap_or(bounds.default);
        let note = (stated > bounds.ceiling).then(|| format!("depth {stated} was clamped to {}", bounds.ceiling));
        (stated.min(bounds.ceiling), note)
    }
}
