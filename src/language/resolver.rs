//! The interface of resolvers: the paths of the repository, and their answers.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::kind::DeclKind;
use super::names::Names;
use super::observation::{Decl, Declaration, ImportSite, Observation};
use super::rule::Rule;
use crate::base::path;
use crate::syntax::Literal;

/// The most declarations of one name in one place that a lookup takes for candidates: a name with more is ambiguous.
/// Public code stays below; each use of a name costs what its candidates do.
pub const MOST_CANDIDATES: usize = 128;

/// The paths of a repository, sorted, with their directories.
#[derive(Debug, Default)]
pub struct Paths {
    paths: Vec<Box<str>>,
    ids: FxHashMap<Box<str>, FileId>,
    directories: FxHashSet<Box<str>>,
    children: FxHashMap<Box<str>, Vec<FileId>>,
}

impl Paths {
    /// Indexes paths that are sorted bytewise and distinct.
    pub fn new(paths: Vec<Box<str>>) -> Self {
        let mut known = Self::default();
        for (at, file) in paths.iter().enumerate() {
            let id = FileId(u32::try_from(at).unwrap_or(u32::MAX));
            known.ids.insert(file.clone(), id);
            known.children.entry(path::parent(file).into()).or_default().push(id);
            for directory in path::ancestors(file) {
                if !known.directories.insert(directory.into()) {
                    break;
                }
            }
        }
        known.paths = paths;
        known
    }

    /// The number of files.
    pub fn len(&self) -> usize {
        self.paths.len()
    }

    /// Whether there is no file.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// The path of a file.
    pub fn path(&self, file: FileId) -> &str {
        &self.paths[file.0 as usize]
    }

    /// The file of a path.
    pub fn file(&self, path: &str) -> Option<FileId> {
        self.ids.get(path).copied()
    }

    /// Whether a directory holds a file, at any depth. The root is the empty path.
    pub fn is_directory(&self, path: &str) -> bool {
        self.directories.contains(path)
    }

    /// The files directly in a directory, in path order.
    pub fn in_directory(&self, directory: &str) -> &[FileId] {
        self.children.get(directory).map_or(&[], Vec::as_slice)
    }

    /// The files in a directory at any depth, in path order.
    pub fn below(&self, directory: &str) -> impl Iterator<Item = (FileId, &str)> {
        let prefix = if directory.is_empty() { String::new() } else { format!("{directory}/") };
        let first = self.paths.partition_point(|path| **path < *prefix);
        self.iter().skip(first).take_while(move |(_, path)| path.starts_with(&prefix))
    }

    /// Among some files, the one whose path ends with `end`, at a `/`. Among several the one nearest to the directory
    /// `here`: most of its directories in common, then fewest below those; `None` if two are equally near.
    pub fn nearest(&self, files: &[FileId], end: &str, here: &str) -> Option<FileId> {
        let mut best: Option<((usize, std::cmp::Reverse<usize>), FileId)> = None;
        let mut is_single = true;
        for file in files {
            let Some(root) = self.path(*file).strip_suffix(end) else { continue };
            if !root.is_empty() && !root.ends_with('/') {
                continue;
            }
            let parts = || root.split('/').filter(|part| !part.is_empty());
            let n_shared = parts().zip(here.split('/')).take_while(|(one, other)| one == other).count();
            let near = (n_shared, std::cmp::Reverse(parts().count() - n_shared));
            match best {
                Some((most, _)) if most > near => {}
                Some((most, _)) if most == near => is_single = false,
                _ => (best, is_single) = (Some((near, *file)), true),
            }
        }
        best.filter(|_| is_single).map(|(_, file)| file)
    }

    /// Every file with its path, in order.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &str)> {
        self.paths.iter().enumerate().map(|(at, path)| (FileId(u32::try_from(at).unwrap_or(u32::MAX)), &**path))
    }
}

/// Where an import leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// To a module as a whole: one file, or all files of a package. The import's local name is the module.
    Module(Vec<FileId>),
    /// To a name inside a module: one file, or all files of a package in one of which the name is declared.
    Member(Vec<FileId>),
    /// To what a dotted path names inside a file: in an inline module, in a type.
    Inside(FileId, String),
    /// To an external package: its name as the lockfile would have it.
    External(String),
    /// To what the language brings along: the name of the module.
    Builtin(String),
    /// To a file that is no code.
    Asset(FileId),
    /// To nothing that an import could be of: a path whose head is a name of the file itself.
    Local,
    /// Nowhere.
    Unresolved,
}

/// The meaning of a name in a language that links declarations by their names alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declared {
    /// These declarations: one, or several of one name in one file.
    At(Vec<(FileId, Decl)>, Rule),
    /// Several that are not the same.
    Ambiguous,
    /// None that is known.
    Unknown,
}

impl Declared {
    /// The same, by no surer rule than that.
    pub fn at_most(self, most: Rule) -> Self {
        match self {
            Self::At(at, rule) => Self::At(at, rule.min(most)),
            other => other,
        }
    }
}

/// How a runner finds tests by their names and what they inherit.
pub trait Collector {
    /// Whether functions, and classes by their names, are collected from a file.
    fn takes_functions(&self, file: FileId) -> bool;
    /// Whether classes that extend a library's test case are collected from a file.
    fn takes_cases(&self, file: FileId) -> bool;
    /// Whether a function of that name is a test.
    fn is_test(&self, name: &str) -> bool;
    /// Whether a class of that name holds tests.
    fn is_class(&self, name: &str) -> bool;
    /// Whether a supertype, as written, is a library's test case.
    fn is_case(&self, name: &str) -> bool;
    /// Whether a function serves tests and is none.
    fn is_fixture(&self, file: FileId, declaration: &Declaration) -> bool;
    /// The methods with which a class is not collected by its name.
    fn constructors(&self) -> &'static [&'static str];
    /// The member by which a class says whether it holds tests.
    fn switch(&self) -> &'static str;
}

/// The rules by which one family of languages finds what an import names. Pure: the same world, the same answer.
pub trait Resolver: Send + Sync {
    /// Where an import of `from` leads.
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution;

    /// How tests are found where the text does not mark them.
    fn collector(&self) -> Option<&dyn Collector> {
        None
    }

    /// The file whose crate a macro of a file is seen in, where macros are names apart: its root.
    fn macro_root(&self, _file: FileId) -> Option<FileId> {
        None
    }

    /// The package whose files see each other's top-level names without an import: an id that such files share.
    fn package(&self, _file: FileId) -> Option<u32> {
        None
    }

    /// Whether a file may use the names of another file of its package: not where one is a test and the other is not,
    /// nor where no build holds both.
    fn sees(&self, _from: FileId, _to: FileId) -> bool {
        true
    }

    /// Whether a file holds the text of another, by what it includes at any depth.
    fn includes(&self, _from: FileId, _to: FileId) -> bool {
        false
    }

    /// Whether the default build leaves a file out: what it holds is true of some other build.
    fn is_conditional(&self, _file: FileId) -> bool {
        false
    }

    /// The local name of an import that states none, where the importing file alone does not decide it.
    fn local_name(&self, _from: FileId, _observation: &Observation, _site: &ImportSite) -> Option<String> {
        None
    }

    /// Resolves the first name of a path that nothing in the file binds: `crate`, the name of a crate.
    fn head(&self, _from: FileId, _name: &str) -> Option<Resolution> {
        None
    }

    /// Whether a field may hold a function that is called by the field's name, and a method that is named without a call
    /// is that function; elsewhere it is a property.
    fn functions_are_values(&self) -> bool {
        false
    }

    /// Whether what a container holds is stated as a path, `[]A` or `{}A`; where functions are values it is.
    fn states_containers(&self) -> bool {
        false
    }

    /// Whether a name that a file neither binds nor imports can only be the platform's.
    fn binds_all_names(&self, _file: FileId) -> bool {
        false
    }

    /// Types that are one, though each of several declarations states a part of it.
    fn merged(&self) -> Vec<Vec<(FileId, Decl)>> {
        Vec::new()
    }

    /// The file that declares what a file of code offers, where the two are one module: `p.d.ts` of `p.js`.
    fn declaration(&self, _code: FileId) -> Option<FileId> {
        None
    }

    /// Whether a type has the members of another that it names as its supertype.
    fn inherits(&self, _sub: DeclKind, _sup: DeclKind) -> bool {
        true
    }

    /// Whether `super` in a type of a file means the supertype that is named last, before those named first.
    fn names_nearest_last(&self, _file: FileId) -> bool {
        false
    }

    /// Whether other files of the package see a declaration of a file's top level.
    fn shares(&self, _file: FileId, _declaration: &Declaration) -> bool {
        true
    }

    /// Whether the only method of a name may be meant by the name alone in other files: [`Resolver::shares`] of some methods.
    fn shares_methods(&self) -> bool {
        true
    }

    /// Resolves a path in the code that no import binds, but that names its package: `com.acme.Type.member`.
    fn qualified(&self, _from: FileId, _path: &str) -> Option<Resolution> {
        None
    }

    /// The members that files seen by one add to types which the repository does not declare, by their paths: `Outer.member`.
    fn added(&self, _from: FileId, _path: &str) -> Vec<(FileId, Decl)> {
        Vec::new()
    }

    /// Whether files may add such members.
    fn adds_members(&self) -> bool {
        false
    }

    /// The type that a literal is of, where files may add members to it.
    fn type_of_literal(&self, _sort: Literal) -> Option<&'static str> {
        None
    }

    /// The type of the language whose members values of another have too: those of a text that is lent, of one that is owned.
    fn lends_members(&self, _name: &str) -> Option<&'static str> {
        None
    }

    /// Among several files that declare one name, those that a file means by it.
    fn near(&self, _from: FileId, _name: &str, files: &[FileId]) -> Vec<FileId> {
        files.to_vec()
    }

    /// The submodule of that name, for a language in which a package has its modules as members.
    fn child(&self, _module: &[FileId], _name: &str) -> Vec<FileId> {
        Vec::new()
    }

    /// Whether a module has that name, in a language where a module and a function of one name are names apart.
    fn is_module_name(&self, _name: &str) -> bool {
        false
    }

    /// The module around the module that a file is.
    fn module_around(&self, _module: FileId) -> Option<Resolution> {
        None
    }

    /// The package that has the module as a member.
    fn parent(&self, _module: FileId) -> Option<FileId> {
        None
    }

    /// Calls `found` with those files of a module from which a wholesale import of it by `from` brings the name.
    fn star(&self, _from: FileId, module: &[FileId], _name: &str, found: &mut dyn FnMut(FileId)) {
        module.iter().for_each(|file| found(*file));
    }

    /// Whether such an import brings every name that begins with no `_`, whoever imports: its files depend on no name.
    fn star_brings_all(&self, _module: &[FileId]) -> bool {
        true
    }

    /// Whether a method that a file adds to types of others is in scope of another file without being named there.
    fn extends(&self, _from: FileId, _to: FileId) -> bool {
        false
    }

    /// The namespace and project of a type at the top of a file, where types of one name in two files of the same are parts
    /// of one type.
    fn joins(&self, _file: FileId, _decl: Decl) -> Option<(u32, Option<usize>)> {
        None
    }

    /// Whether a declaration at the top of a file is made once for each platform: another part of it is no surer than that.
    fn is_of_platform(&self, _of: (FileId, Decl)) -> bool {
        false
    }

    /// The declaration for all platforms, of one that is made once for each.
    fn expected(&self, _of: (FileId, Decl)) -> Option<(FileId, Decl)> {
        None
    }

    /// The declaration that a file sees, of those that are made once for each platform.
    fn on_platform(&self, _from: FileId, _of: (FileId, Decl)) -> Option<(FileId, Decl)> {
        None
    }

    /// The language's own rules for names, where it has such.
    fn names(&self) -> Option<&dyn Names> {
        None
    }

    /// The files of a module as people name it: `django.db.models`, `@scope/pkg`, `example.com/x/y`, `crate::a::b`.
    fn module(&self, _name: &str) -> Vec<FileId> {
        Vec::new()
    }

    /// Whether a name leads through what a file includes, and from there to whatever file defines it, as linkers do. Then
    /// [`Self::declared`] says what it means.
    fn links_by_name(&self) -> bool {
        false
    }

    /// Resolves a name, or names joined by dots, for the code inside a declaration of a file.
    fn declared(&self, _from: FileId, _within: Decl, _path: &str) -> Declared {
        Declared::Unknown
    }

    /// The rule by which it is known where an import leads.
    fn import_rule(&self, _observation: &Observation, _site: &ImportSite) -> Rule {
        Rule::Import
    }

    /// Whether what an import names is of the platform, whatever the repository adds to it: only a name that is used leads to a file.
    fn adds_to_platform(&self, _observation: &Observation, _site: &ImportSite) -> bool {
        false
    }

    /// Whether a declaration of a function apart from its body may let it take so many arguments, which are less than the body states.
    fn may_take_fewer(&self, _of: (FileId, Decl), _n_given: usize) -> bool {
        true
    }

    /// Whether a macro is called as a function is.
    fn calls_macros(&self) -> bool {
        false
    }
}
