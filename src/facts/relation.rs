//! The rows of the relations. Columns as in the glossary: ids, positions from 1, closed enumerations.

use cg_rules::{FileId, PackageId};

use super::platform_key::PlatformKey;
use crate::base::{Position, Row};
use crate::language::DeclKind;
pub use crate::resolve::{Call, Extends, Import, MentionMeaning, NONE, PackageUse, Refers};

/// `file(File, Language, Lines, Marks)`: one row a file, in the order of the paths; the position is the [`FileId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// Index into [`crate::language::LANGUAGES`], or [`NONE`].
    pub language: u32,
    /// Lines; 0 where the file was not read.
    pub lines: u32,
    /// In the test inventory: a test by its path, or holding tests.
    pub is_test: bool,
    /// A test by its path, an example, a fixture, vendored, or generated: kept out of source answers and spines.
    pub is_aside: bool,
    /// The file says that a program made it.
    pub is_generated: bool,
    /// The default build leaves it out.
    pub is_conditional: bool,
    /// No credential was found in its text: what is printed of it needs no search.
    pub has_no_credential: bool,
}

impl FileRow {
    /// The word that facts show for the part that the file plays.
    pub fn role(&self) -> &'static str {
        match (self.is_test, self.is_generated, self.is_aside) {
            (true, _, _) => "test",
            (_, true, _) => "generated",
            (_, _, true) => "aside",
            _ => "source",
        }
    }
}

impl Row<3> for FileRow {
    fn pack(&self) -> [u32; 3] {
        let marks = [self.is_test, self.is_aside, self.is_generated, self.is_conditional, self.has_no_credential];
        let marks = marks.iter().rev().fold(0, |marks, mark| marks << 1 | u32::from(*mark));
        [self.language, self.lines, marks]
    }
    #[inline]
    fn unpack([language, lines, marks]: [u32; 3]) -> Self {
        let has = |mark: u32| marks & mark != 0;
        Self {
            language,
            lines,
            is_test: has(1),
            is_aside: has(2),
            is_generated: has(4),
            is_conditional: has(8),
            has_no_credential: has(16),
        }
    }
}

/// `imports_package(File, Package, Name, At, Kind, Module, Origin)`: an import, or the use of a member, of an external package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackageImport {
    /// The package.
    pub package: PackageId,
    /// The file.
    pub file: FileId,
    /// The module of the package, as the source writes it.
    pub module: u32,
    /// The name taken from the module, parts joined by dots, or [`NONE`] for the module as a whole.
    pub name: u32,
    /// Where.
    pub at: Position,
    /// How the file names it.
    pub how: PackageUse,
    /// The language brings the package along.
    pub is_builtin: bool,
}

impl Row<8> for PackageImport {
    fn pack(&self) -> [u32; 8] {
        let [package, file, module, name] = [self.package.0, self.file.0, self.module, self.name];
        [package, file, module, name, self.at.line, self.at.column, self.how as u32, u32::from(self.is_builtin)]
    }
    fn unpack([package, file, module, name, line, column, how, is_builtin]: [u32; 8]) -> Self {
        let at = Position { line, column };
        let how = PackageUse::ALL.get(how as usize).copied().unwrap_or(PackageUse::Import);
        let (package, file, is_builtin) = (PackageId(package), FileId(file), is_builtin != 0);
        Self { package, file, module, name, at, how, is_builtin }
    }
}

/// `declares(File, Def, Kind, Name, Container, Range)`: one row a definition; the position is the [`cg_rules::DefId`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The file.
    pub file: FileId,
    /// The name, in the snapshot's names.
    pub name: u32,
    /// Its kind.
    pub kind: DeclKind,
    /// The definition around it, or [`NONE`].
    pub container: u32,
    /// The type it belongs to, where that is not its container, or [`NONE`].
    pub owner: u32,
    /// The place of its name.
    pub at: Position,
    /// Its first line, decorators included.
    pub start_line: u32,
    /// Its last line.
    pub end_line: u32,
    /// The line on which its body begins; 0 where it has none.
    pub body_line: u32,
    /// Other files can name it.
    pub exported: bool,
    /// Its part, where there is one of it for each platform.
    pub platform: PlatformKey,
}

impl Row<11> for Definition {
    fn pack(&self) -> [u32; 11] {
        [
            self.file.0,
            self.name,
            self.kind as u32,
            self.container,
            self.owner,
            self.at.line,
            self.at.column,
            self.start_line,
            self.end_line,
            self.body_line,
            self.platform.0 << 1 | u32::from(self.exported),
        ]
    }
    #[inline]
    fn unpack(words: [u32; 11]) -> Self {
        let [file, name, kind, container, owner, line, column, start_line, end_line, body_line, exported] = words;
        Self {
            file: FileId(file),
            name,
            kind: DeclKind::ALL.get(kind as usize).copied().unwrap_or(DeclKind::Variable),
            container,
            owner,
            at: Position { line, column },
            start_line,
            end_line,
            body_line,
            exported: exported & 1 != 0,
            platform: PlatformKey(exported >> 1),
        }
    }
}

/// `module(Name, File)`: imports name the file so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Module {
    /// The name, in the snapshot's names.
    pub name: u32,
    /// The file.
    pub file: FileId,
}

impl Row<2> for Module {
    fn pack(&self) -> [u32; 2] {
        [self.name, self.file.0]
    }
    fn unpack([name, file]: [u32; 2]) -> Self {
        Self { name, file: FileId(file) }
    }
}

/// `tests(File, Name, At)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Test {
    /// The file.
    pub file: FileId,
    /// The name, in the snapshot's names.
    pub name: u32,
    /// Where.
    pub at: Position,
}

impl Row<4> for Test {
    fn pack(&self) -> [u32; 4] {
        [self.file.0, self.at.line, self.at.column, self.name]
    }
    fn unpack([file, line, column, name]: [u32; 4]) -> Self {
        Self { file: FileId(file), name, at: Position { line, column } }
    }
}

/// `mentions(Name, File, MentionMeaning, Count)`: the file's code names a declaration at so many places in this meaning, the
/// names of declarations and of resolved calls left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mentions {
    /// The name, in the snapshot's names.
    pub name: u32,
    /// The file.
    pub file: FileId,
    /// The meaning.
    pub meaning: MentionMeaning,
    /// How many places.
    pub count: u32,
}

impl Row<4> for Mentions {
    fn pack(&self) -> [u32; 4] {
        [self.name, self.file.0, self.meaning as u32, self.count]
    }
    fn unpack([name, file, meaning, count]: [u32; 4]) -> Self {
        let meaning = MentionMeaning::ALL.get(meaning as usize).copied().unwrap_or(MentionMeaning::Bare);
        Self { name, file: FileId(file), meaning, count }
    }
}
