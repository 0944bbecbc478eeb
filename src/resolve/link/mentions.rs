//! Places in code that name a declaration of the repository, and what gives each its meaning there: an answer about a
//! definition is whole as far as none of them is in doubt.

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::language::{ImportSite, MentionKind, Name, Observation, is_identifier};
use crate::resolve::edge::MentionMeaning;
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;

/// The call sites of one file by the called name.
#[derive(Debug, Default)]
pub struct SitesByName {
    /// Sites that lead out of the repository.
    pub outside: FxHashMap<Name, u32>,
    /// Sites that lead out of the repository through what a package gives, which may be a value of the repository.
    pub through: FxHashMap<Name, u32>,
    /// Sites of which nothing is known, or with several candidates.
    pub open: FxHashMap<Name, u32>,
    /// Sites that call a definition by another name than its own: that of an import, or of the object whose `apply` it is.
    pub renamed: FxHashMap<Name, u32>,
}

/// The mentions of one name in one file that neither an edge of calls nor a declaration accounts for, by their meaning.
#[derive(Clone, Copy, Debug)]
pub struct NamedCount {
    /// The file.
    pub file: FileId,
    /// The name.
    pub name: Sym,
    /// Their meaning.
    pub meaning: MentionMeaning,
    /// How many there are.
    pub count: u32,
}

/// The mentions of declared names in a file.
pub fn named(index: &SymbolTable<'_>, file: FileId, observation: &Observation, sites: &SitesByName) -> Vec<NamedCount> {
    // An import under another name binds that alone.
    let is_written = |name: Name| is_identifier(observation.name(name));
    let named = |site: &ImportSite| site.name.filter(|_| !site.local.is_some_and(is_written));
    let imported = observation.imports.iter().flat_map(|site| [named(site), site.local]);
    let imported: FxHashSet<Name> = imported.flatten().collect();
    let meaning = |name: Name, kind: MentionKind| match kind {
        MentionKind::Bare if imported.contains(&name) => MentionMeaning::Used,
        MentionKind::Bare => MentionMeaning::Bare,
        MentionKind::Member => MentionMeaning::Member,
        MentionKind::Path => MentionMeaning::Path,
        MentionKind::Key => MentionMeaning::Key,
        MentionKind::Own => MentionMeaning::Own,
        MentionKind::Local => MentionMeaning::Local,
        MentionKind::Import => MentionMeaning::Import,
    };
    let is_declared = |name: Name| index.is_declared(file, name);
    let words = observation.mentions.iter().filter(|row| is_declared(row.name));
    let words = words.map(|row| (row.name, meaning(row.name, row.kind), row.count));
    let outside = sites.outside.iter().map(|(name, count)| (*name, MentionMeaning::Outside, *count));
    // Most values have what a library calls so, too.
    let common = index.language(file).map_or(&[][..], |it| it.builtins);
    let of_member = |name: Name| match common.contains(&observation.name(name)) {
        true => MentionMeaning::Outside,
        false => MentionMeaning::Through,
    };
    let through = sites.through.iter().filter(|(name, _)| is_declared(**name));
    let through = through.map(|(name, count)| (*name, of_member(*name), *count));
    let open = sites.open.iter().map(|(name, count)| (*name, MentionMeaning::Call, *count));
    let renamed = sites.renamed.iter().map(|(name, count)| (*name, MentionMeaning::Used, *count));
    let all = words.chain(outside.chain(through).chain(open).chain(renamed).filter(|(name, ..)| is_declared(*name)));
    all.map(|(name, meaning, count)| NamedCount { file, name: index.sym(file, name), meaning, count }).collect()
}

impl SymbolTable<'_> {
    /// Whether a name in a file is that of one of some definitions.
    pub(in crate::resolve) fn is_name_of(&self, file: FileId, name: Name, defs: &[DefId]) -> bool {
        let of = |def: &DefId| self.declaration(*def).map(|row| self.sym(self.file(*def), row.name));
        defs.iter().any(|def| of(def) == Some(self.sym(file, name)))
    }
}
