//! What a manifest may call: the name of each primitive, its argument, its options, and what it returns.

use cg_rules::Evidence;

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

/// The depth a primitive takes, in hops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// Without `depth=`.
    pub default: u32,
    /// The most it accepts; more is clamped, and the bundle says so.
    pub ceiling: u32,
}

/// One primitive as a manifest sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name, such as `import_graph.reverse_lookup`.
    pub name: &'static str,
    /// The types its one argument may have; the first is the natural one.
    pub takes: &'static [ArgType],
    /// One sentence: what it returns.
    pub summary: &'static str,
    /// Whether, and how far, it goes by hops.
    pub depth: Option<Depth>,
    /// Further options that are `true` or `false`, such as `definitions`.
    pub flags: &'static [&'static str],
    /// The evidence below which an edge is not used; `None` where it uses none that varies.
    pub floor: Option<Evidence>,
    /// 1 is pennies, 3 is the dearest (S3.13).
    pub cost: u8,
}
