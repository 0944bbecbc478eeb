//! The edges that resolving gives, as rows: who, to whom, where, and the rule that decided.

use cg_rules::{DefId, FileId};

use crate::base::{Position, Row};
use crate::language::{CallKind, ImportKind, Rule};

/// No id: for a column that may be empty.
pub const NONE: u32 = u32::MAX;

/// `imports(From, To, At, Kind, Rule)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Import {
    /// The file that imports.
    pub from: FileId,
    /// The file that is imported.
    pub to: FileId,
    /// Where `from` says so.
    pub at: Position,
    /// Why.
    pub kind: ImportKind,
    /// The rule that decided it, with its evidence.
    pub rule: Rule,
}

impl Row<6> for Import {
    fn pack(&self) -> [u32; 6] {
        [self.from.0, self.to.0, self.at.line, self.at.column, self.kind as u32, self.rule as u32]
    }
    fn unpack([from, to, line, column, kind, rule]: [u32; 6]) -> Self {
        let kind = ImportKind::ALL.get(kind as usize).copied().unwrap_or(ImportKind::Value);
        Self { from: FileId(from), to: FileId(to), at: Position { line, column }, kind, rule: Rule::of_word(rule) }
    }
}

/// How a file names an external package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum PackageUse {
    /// An import names it, or a path in the code that needs none.
    Import,
    /// The code uses it, or a member of it (`_.template(…)`).
    Use,
    /// The code uses a member of what a call of it returned, or of an instance of it.
    Result,
}

impl PackageUse {
    /// Every kind, in order.
    pub const ALL: [Self; 3] = [Self::Import, Self::Use, Self::Result];

    /// The name that facts show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Use => "use",
            Self::Result => "result",
        }
    }
}

/// `refers(From, To, Def, At)`: `from` uses, without an import of the name, what `to` declares: a name of its package, one that comes by
/// an import of everything, or a function as a value, by the name of its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refers {
    /// The file that uses the name.
    pub from: FileId,
    /// The file that declares it.
    pub to: FileId,
    /// The declaration.
    pub def: DefId,
    /// The first use.
    pub at: Position,
}

impl Row<5> for Refers {
    fn pack(&self) -> [u32; 5] {
        [self.from.0, self.to.0, self.def.0, self.at.line, self.at.column]
    }
    fn unpack([from, to, def, line, column]: [u32; 5]) -> Self {
        Self { from: FileId(from), to: FileId(to), def: DefId(def), at: Position { line, column } }
    }
}

/// `calls(Caller, Callee, At, Kind, Rule)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// The definition whose body holds the call.
    pub caller: DefId,
    /// The definition that is called.
    pub callee: DefId,
    /// Where, in the caller's file.
    pub at: Position,
    /// How.
    pub kind: CallKind,
    /// The rule that decided it, with its evidence.
    pub rule: Rule,
}

impl Row<6> for Call {
    fn pack(&self) -> [u32; 6] {
        [self.caller.0, self.callee.0, self.at.line, self.at.column, self.kind as u32, self.rule as u32]
    }
    #[inline]
    fn unpack([caller, callee, line, column, kind, rule]: [u32; 6]) -> Self {
        Self {
            caller: DefId(caller),
            callee: DefId(callee),
            at: Position { line, column },
            kind: CallKind::ALL.get(kind as usize).copied().unwrap_or(CallKind::Call),
            rule: Rule::of_word(rule),
        }
    }
}

/// `extends(Sub, Super, At, Rule)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extends {
    /// The type that extends or implements.
    pub sub: DefId,
    /// The type that is extended or implemented.
    pub sup: DefId,
    /// The file that says so.
    pub file: FileId,
    /// Where.
    pub at: Position,
    /// The rule that decided it, with its evidence.
    pub rule: Rule,
}

impl Row<6> for Extends {
    fn pack(&self) -> [u32; 6] {
        [self.sub.0, self.sup.0, self.file.0, self.at.line, self.at.column, self.rule as u32]
    }
    fn unpack([sub, sup, file, line, column, rule]: [u32; 6]) -> Self {
        let at = Position { line, column };
        Self { sub: DefId(sub), sup: DefId(sup), file: FileId(file), at, rule: Rule::of_word(rule) }
    }
}

/// The meaning of a declared name where the code of a file names it beside the edges of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum MentionMeaning {
    /// It is called, and what is called is not known.
    Call,
    /// It is alone, and nothing that the file sees declares it.
    Bare,
    /// It is a member of a value.
    Member,
    /// It is a part of a path.
    Path,
    /// It names an argument, or a field of a literal or a pattern.
    Key,
    /// The file declares it.
    Own,
    /// An import or the package gives it its meaning.
    Used,
    /// A function binds it.
    Local,
    /// It is part of an import, or of a package clause.
    Import,
    /// It is called, and leads out of the repository.
    Outside,
    /// It is called on what a package gives, which may be a value of the repository.
    Through,
}

impl MentionMeaning {
    /// Every meaning, in the order of its number.
    pub const ALL: [Self; 11] = [
        Self::Call,
        Self::Bare,
        Self::Member,
        Self::Path,
        Self::Key,
        Self::Own,
        Self::Used,
        Self::Local,
        Self::Import,
        Self::Outside,
        Self::Through,
    ];

    /// Whether no fact binds it.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Call | Self::Bare | Self::Member | Self::Path | Self::Key)
    }

    /// The name that facts show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Bare => "bare",
            Self::Member => "member",
            Self::Path => "path",
            Self::Key => "key",
            Self::Own => "own",
            Self::Used => "used",
            Self::Local => "local",
            Self::Import => "import",
            Self::Outside => "outside",
            Self::Through => "through",
        }
    }
}
