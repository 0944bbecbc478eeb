//! The names that C and C++ files declare outside of functions and types, each with the namespaces around it.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::closure::RENAMES;
use super::super::kind::{DeclKind, ImportKind};
use super::super::observation::{Decl, Declaration, Observation};
use super::super::resolver::Declared;
use super::super::rule::Rule;
use super::super::shape::World;
use super::around::ANONYMOUS;
use super::declarator::steps;

/// The head of a path that begins in the global scope, `::a`. No code can spell it as a name.
pub const GLOBAL: &str = "::";

/// How many namespaces one after another may hand on a name of another.
const BRINGING: usize = 2;

/// A namespace, or a type that declares names: an index. 0 is the global scope.
pub type Scope = u32;

/// One declaration of a name.
#[derive(Clone, Copy)]
pub struct ScopeEntry {
    /// The file.
    pub file: FileId,
    /// The declaration in it.
    pub decl: Decl,
    /// The namespaces around it.
    pub scope: Scope,
    /// Its kind.
    pub kind: DeclKind,
    /// It defines the name; a prototype does not.
    pub defines: bool,
    /// Other files can name it.
    pub is_shared: bool,
    /// It is a macro whose body is but another name.
    pub renames: bool,
    /// The file whose `using a::b;` brings it into the scope, where the scope does not declare it.
    pub by: Option<FileId>,
}

/// All of them.
#[derive(Default)]
pub struct CNames<'w> {
    by_name: FxHashMap<&'w str, Vec<ScopeEntry>>,
    scopes: FxHashMap<(Scope, &'w str), Scope>,
    around: Vec<Scope>,
    /// The scope inside each declaration of a file, for the files in which any is not 0.
    inside: FxHashMap<FileId, Vec<Scope>>,
}

impl<'w> CNames<'w> {
    /// Enters every file of the family.
    pub fn of(world: &'w World<'w>) -> Self {
        let mut names = Self { around: vec![0], ..Self::default() };
        let mut namespaces = FxHashSet::from_iter([0]);
        let mut outside: Vec<(&'w str, ScopeEntry)> = Vec::new();
        for (file, _) in world.paths.iter().filter(|(file, _)| world.is_of(*file, "c")) {
            if let Some(observation) = world.observations[file.0 as usize].as_ref() {
                names.enter(file, observation, &mut namespaces, &mut outside);
            }
        }
        // `int a::f() {…}` is a function if `a` is a namespace, and a member otherwise.
        for (name, entry) in outside.into_iter().filter(|(_, entry)| namespaces.contains(&entry.scope)) {
            names.by_name.entry(name).or_default().push(entry);
        }
        // What one brings, another may bring on.
        for _ in 0..BRINGING {
            names.bring(world);
        }
        names.by_name.values_mut().for_each(|entries| entries.sort_by_key(|entry| entry.file));
        names
    }

    fn enter(
        &mut self,
        file: FileId,
        observation: &'w Observation,
        namespaces: &mut FxHashSet<Scope>,
        outside: &mut Vec<(&'w str, ScopeEntry)>,
    ) {
        let mut inside: Vec<Scope> = Vec::with_capacity(observation.declarations.len());
        let renaming = observation.bindings.iter().filter(|it| observation.name(it.name) == RENAMES);
        let renaming: FxHashSet<Decl> = renaming.map(|it| it.scope).collect();
        for (number, row) in observation.declarations.iter().enumerate() {
            let around = row.container.map_or(0, |around| inside.get(around.0 as usize).copied().unwrap_or(0));
            let name = observation.name(row.name);
            let scope = match (row.kind, row.owner) {
                (DeclKind::Module, _) if name == ANONYMOUS => around,
                (DeclKind::Module, _) => name.split("::").fold(around, |scope, part| self.scope(scope, part.trim())),
                (_, Some(owner)) => observation.name(owner).split('.').fold(around, |it, part| self.scope(it, part)),
                // `struct a::b {…}` is the `b` of `a`.
                (kind, None) if kind.is_type() => steps(name).fold(around, |it, part| self.scope(it, part)),
                _ => around,
            };
            inside.push(scope);
            let kind_around = row.container.map(|around| observation.declaration(around).kind);
            let is_outer = matches!(kind_around, Some(DeclKind::File | DeclKind::Module));
            if row.kind == DeclKind::Module {
                namespaces.insert(scope);
            } else if is_outer && !name.is_empty() {
                let last = if row.kind.is_type() { steps(name).last() } else { None };
                let (scope, name) = match last.filter(|last| last.len() < name.len()) {
                    Some(last) => (self.around[scope as usize], last),
                    None => (if row.owner.is_some() { scope } else { around }, name),
                };
                let mut entry = entry(file, number, row, scope);
                entry.renames = renaming.contains(&entry.decl);
                match row.owner {
                    Some(_) => outside.push((name, entry)),
                    None => self.by_name.entry(name).or_default().push(entry),
                }
            }
        }
        if inside.iter().any(|scope| *scope != 0) {
            self.inside.insert(file, inside);
        }
    }

    /// Enters the names that namespaces have from others: `using a::b;`.
    fn bring(&mut self, world: &'w World<'w>) {
        let mut found: Vec<(&'w str, ScopeEntry)> = Vec::new();
        for (file, inside) in &self.inside {
            let Some(observation) = world.observations[file.0 as usize].as_ref() else { continue };
            let used = observation.imports.iter().filter(|site| {
                let around = observation.declaration(site.within);
                let is_named = around.kind == DeclKind::Module && observation.name(around.name) != ANONYMOUS;
                is_named && site.kind == ImportKind::Implicit && site.local.is_some()
            });
            for site in used {
                let Some((qualifier, name)) = observation.name(site.source).rsplit_once('.') else { continue };
                let own = inside.get(site.within.0 as usize).copied().unwrap_or(0);
                let mut around = self.around(*file, site.within);
                let Some(of) = around.find_map(|scope| self.below(scope, qualifier)).filter(|of| *of != own) else {
                    continue;
                };
                let named = self.named(name);
                let is_new = |entry: &&ScopeEntry| {
                    let is_it = |it: &ScopeEntry| it.scope == own && (it.file, it.decl) == (entry.file, entry.decl);
                    entry.scope == of && !named.iter().any(is_it)
                };
                let brought = named.iter().filter(is_new);
                found.extend(brought.map(|entry| (name, ScopeEntry { scope: own, by: Some(*file), ..*entry })));
            }
        }
        found.sort_by_key(|(name, entry)| (*name, entry.file, entry.decl, entry.scope, entry.by));
        found.dedup_by_key(|(name, entry)| (*name, entry.file, entry.decl, entry.scope, entry.by));
        for (name, entry) in found {
            self.by_name.entry(name).or_default().push(entry);
        }
    }

    /// The scope of a name inside another.
    fn scope(&mut self, around: Scope, name: &'w str) -> Scope {
        let next = Scope::try_from(self.around.len()).unwrap_or(Scope::MAX);
        *self.scopes.entry((around, name)).or_insert_with(|| {
            self.around.push(around);
            next
        })
    }

    /// The declarations of a name, by file.
    pub fn named(&self, name: &str) -> &[ScopeEntry] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The scopes around the code inside a declaration, the innermost first, 0 last.
    pub fn around(&self, file: FileId, within: Decl) -> impl Iterator<Item = Scope> {
        let inner = self.inside.get(&file).and_then(|inside| inside.get(within.0 as usize)).copied().unwrap_or(0);
        let outer = |scope: &Scope| (*scope != 0).then(|| self.around.get(*scope as usize).copied().unwrap_or(0));
        std::iter::successors(Some(inner), outer)
    }

    /// The scope that a path of names means from another; `None` where no declaration is in such a scope.
    pub fn below(&self, scope: Scope, path: &str) -> Option<Scope> {
        path.split('.').try_fold(scope, |scope, part| self.scopes.get(&(scope, part)).copied())
    }
}

fn entry(file: FileId, number: usize, row: &Declaration, scope: Scope) -> ScopeEntry {
    let defines = !matches!(row.kind, DeclKind::Function | DeclKind::Method) || row.body_line > 0;
    let decl = Decl(u32::try_from(number).unwrap_or(u32::MAX));
    ScopeEntry { file, decl, scope, kind: row.kind, defines, is_shared: row.exported, renames: false, by: None }
}

/// Definitions in one file are one, for several builds or for several types of arguments; those of several files are not.
pub fn one_file(entries: &[ScopeEntry]) -> Declared {
    let Some(first) = entries.first() else { return Declared::Unknown };
    if entries.iter().any(|entry| entry.file != first.file) {
        return Declared::Ambiguous;
    }
    Declared::At(entries.iter().map(|entry| (entry.file, entry.decl)).collect(), Rule::Linkage)
}

/// Functions of one name in several files that a file includes are overloads, or those of several builds; anything else
/// of one name is ambiguous.
pub fn overloads(entries: &[ScopeEntry]) -> Declared {
    match entries.iter().all(|entry| matches!(entry.kind, DeclKind::Function | DeclKind::Method)) {
        true => Declared::At(entries.iter().map(|entry| (entry.file, entry.decl)).collect(), Rule::Several),
        false => Declared::Ambiguous,
    }
}

/// The most declarations of a name that may each be meant.
const FEW: usize = 4;

/// Macros, and functions beside them, of which each may be meant by some build.
pub fn few(entries: impl Iterator<Item = ScopeEntry>) -> Declared {
    let at: Vec<(FileId, Decl)> = entries.map(|entry| (entry.file, entry.decl)).collect();
    if at.len() > FEW { Declared::Ambiguous } else { Declared::At(at, Rule::Several) }
}

/// A tag, `struct stat`, is a name apart from the function `stat`; a type itself comes before another name for it.
pub fn of_one_sort(mut seen: Vec<ScopeEntry>) -> Vec<ScopeEntry> {
    let is_type = |entry: &ScopeEntry| entry.kind.is_type();
    // A macro that renames all that has the name renames the type.
    if seen.iter().any(is_type) && seen.iter().all(|entry| is_type(entry) || entry.renames) {
        seen.retain(is_type);
    }
    if seen.iter().any(|entry| !is_type(entry)) {
        seen.retain(|entry| !is_type(entry));
    } else if seen.iter().any(|entry| entry.kind != DeclKind::Alias) {
        seen.retain(|entry| entry.kind != DeclKind::Alias);
    }
    seen
}
