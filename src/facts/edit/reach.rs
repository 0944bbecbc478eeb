//! The files that an edit may reach: those that write a name whose meaning may be another.
//!
//! Whatever is looked up is looked up by a name: one that the file itself writes, or one that something that it names is
//! stated by. So what is stated by a name that changed has a name that changed, and so on.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::interface::{InterfaceEdit, RelinkRefusal};
use super::names::{UNNAMED, looked_up_by};
use crate::facts::path_names::{is_plain, parts};
use crate::language::{
    BindingKind, Decl, DeclKind, Expr, ExprId, MIXED_IN, MIXED_IN_ALL, MIXED_IN_TOP, Name, Observation, Receiver,
    Resolution, is_identifier,
};
use crate::resolve::{Sym, SymbolTable};

/// The most names that are followed.
const MOST_NAMES: usize = 256;

/// Names that are looked up though no file need write them.
const UNWRITTEN: &[&str] =
    &["", "Self", "Window", "__test__", "default", "global", "object", "self", "super", "this", "unknown"];

/// The names and files that an edit reaches.
#[derive(Default)]
pub struct ReachedFiles {
    /// The names whose meaning may be another.
    pub names: BTreeSet<String>,
    /// The files that write one of them, in order.
    pub files: Vec<FileId>,
    /// The names that only some files see in another way.
    others: BTreeSet<String>,
    /// The units that are not read and write one of the names, each name in its family.
    pub units: BTreeSet<u32>,
}

impl ReachedFiles {
    /// Every name that was followed.
    fn all_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().chain(&self.others).map(String::as_str)
    }
}

/// Follows the names of edits through all files that are read; an error where that leads too far. A name leads to files of its own
/// family of languages; another family sees of it only that something has it, so there names are followed that are of `other`: those that
/// nothing else declares. `most` is the most files.
pub fn reached(
    index: &SymbolTable<'_>,
    edits: &[(FileId, InterfaceEdit)],
    other: &BTreeSet<&str>,
    most: usize,
) -> Result<ReachedFiles, RelinkRefusal> {
    let family = |file: FileId| index.world.language(file).map(|language| language.family);
    let mut families: BTreeMap<&str, Vec<FileId>> = BTreeMap::new();
    for file in index.world.paths.iter().map(|(file, _)| file).filter(|file| index.observation(*file).is_some()) {
        family(file).into_iter().for_each(|family| families.entry(family).or_default().push(file));
    }
    let (mut names, mut files, mut others) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut units = BTreeSet::new();
    for (of, read) in families {
        let (own, foreign): (Vec<_>, Vec<_>) = edits.iter().partition(|(file, _)| family(*file) == Some(of));
        let listed = foreign.iter().flat_map(|(_, edit)| &edit.listed).map(String::as_str);
        let listed: BTreeSet<&str> = listed.filter(|name| other.contains(name)).collect();
        let found = reached_in(index, read, (&own, &listed), most)?;
        let written = own.iter().flat_map(|(_, edit)| edit.all_names()).chain(found.all_names()).chain(listed);
        units.extend(written.flat_map(|name| index.absent().units_of(of, name)).map(|(unit, _)| unit));
        names.extend(found.names);
        files.extend(found.files);
        others.extend(found.others);
    }
    match files.len() <= most {
        true => Ok(ReachedFiles { names, files: files.into_iter().collect(), others, units }),
        false => Err("many files write the names that changed"),
    }
}

/// The same in the files of one family, with its own edits, and names that others list.
fn reached_in(
    index: &SymbolTable<'_>,
    read: Vec<FileId>,
    (edits, listed): (&[&(FileId, InterfaceEdit)], &BTreeSet<&str>),
    most: usize,
) -> Result<ReachedFiles, RelinkRefusal> {
    let mut names: BTreeSet<String> = edits.iter().flat_map(|(_, edit)| edit.names.iter().cloned()).collect();
    let writes = |sym: Sym| read.iter().any(|file| index.syms(*file).contains(&sym));
    names.extend(listed.iter().filter(|name| index.sym_of(name).is_some_and(writes)).map(|name| (*name).to_owned()));
    let inner: BTreeSet<(String, String)> = edits.iter().flat_map(|(_, edit)| edit.inner.iter().cloned()).collect();
    let imported = edits.iter().flat_map(|(file, edit)| edit.imported.iter().map(|name| (*file, name.clone())));
    let mut open: Vec<(FileId, String)> = imported.collect();
    if names.is_empty() && inner.is_empty() && open.is_empty() {
        return Ok(ReachedFiles { names, ..ReachedFiles::default() });
    }
    let texts = (0..index.n_texts()).filter_map(|at| u32::try_from(at).ok()).map(Sym);
    let paths = texts.filter(|sym| !is_plain(index.text(*sym))).collect();
    let folds_case = read.iter().any(|file| index.world.language(*file).is_some_and(|it| it.conventions.folds_case));
    let mut reach = Reach { index, read, names, inner, paths, composites: OnceCell::new(), scoped: BTreeSet::new() };
    loop {
        if folds_case {
            reach.fold();
        }
        while let Some((file, name)) = open.pop() {
            if reach.scoped.insert((file, name.clone())) {
                reach.readers(file, &name, &mut open);
            }
            if reach.scoped.len() > MOST_NAMES {
                return Err("an imported name is read in many files");
            }
        }
        let is_followed = |name: &String| is_written(name) && UNWRITTEN.binary_search(&name.as_str()).is_err();
        if !reach.names.iter().all(is_followed) {
            return Err("a name changed that is looked up without being written");
        }
        if reach.size() > MOST_NAMES {
            return Err("too many names changed");
        }
        let hits = if reach.names.is_empty() { Vec::new() } else { reach.hits() };
        let mut files: BTreeSet<FileId> = reach.holders(&hits).into_iter().collect();
        files.extend(reach.scoped.iter().map(|(file, _)| *file));
        if files.len() > most {
            return Err("many files write the names that changed");
        }
        let n_known = reach.size();
        files.iter().for_each(|file| reach.follow(*file, &hits, &mut open));
        if n_known != reach.size() || !open.is_empty() {
            continue;
        }
        if index.any_converts(&reach.names) || index.any_lifts(&reach.names) {
            return Err("what gives others its members may give other ones, which are called without its name");
        }
        files.extend(reach.member_holders());
        let files: Vec<FileId> = files.into_iter().collect();
        let scoped = reach.scoped.iter().map(|(_, name)| name);
        let inner = reach.inner.iter().map(|(_, name)| name);
        let others = scoped.chain(inner).cloned().collect();
        return match files.len() <= most {
            true => Ok(ReachedFiles { names: reach.names, files, others, units: BTreeSet::new() }),
            false => Err("many files write the names that changed"),
        };
    }
}

struct Reach<'i, 'w> {
    index: &'i SymbolTable<'w>,
    /// The files of the family that are read.
    read: Vec<FileId>,
    names: BTreeSet<String>,
    inner: BTreeSet<(String, String)>,
    /// The texts that are no single name.
    paths: Vec<Sym>,
    composites: OnceCell<FxHashMap<&'i str, Vec<Sym>>>,
    /// Names that are bound in another way in one file alone, or read from such a file.
    scoped: BTreeSet<(FileId, String)>,
}

impl<'i> Reach<'i, '_> {
    /// Takes the names in all ways in which their letters are written.
    fn fold(&mut self) {
        let lower: BTreeSet<String> = self.names.iter().map(|name| name.to_ascii_lowercase()).collect();
        let texts =
            (0..self.index.n_texts()).filter_map(|at| u32::try_from(at).ok()).map(|at| self.index.text(Sym(at)));
        let lengths: BTreeSet<usize> = lower.iter().map(String::len).collect();
        let is_same = |part: &&str| lengths.contains(&part.len()) && lower.contains(&part.to_ascii_lowercase());
        let same = texts.flat_map(parts).filter(is_same);
        self.names.extend(same.map(str::to_owned));
    }

    /// How many names are followed.
    fn size(&self) -> usize {
        self.names.len() + self.inner.len()
    }

    /// The texts that are no single name by each name in them but the first, in order; found at first use.
    fn composites(&self) -> &FxHashMap<&'i str, Vec<Sym>> {
        self.composites.get_or_init(|| {
            let mut composites: FxHashMap<&'i str, Vec<Sym>> = FxHashMap::default();
            for sym in self.paths.iter().copied() {
                let text = self.index.text(sym);
                for part in parts(text).skip(1).filter(|_| !is_identifier(text)) {
                    composites.entry(part).or_default().push(sym);
                }
            }
            composites
        })
    }

    /// The files that may read a name that an import of a file binds, each with the names that it has for it: they import it
    /// from there, take it for a member of something, or import everything of something.
    fn readers(&self, of: FileId, name: &str, found: &mut Vec<(FileId, String)>) {
        let index = self.index;
        let Some(sym) = index.sym_of(name) else { return };
        let composites = self.composites();
        let composites = composites.get(name).map_or(&[][..], Vec::as_slice);
        for file in self.read.iter().copied().filter(|file| *file != of) {
            let Some(it) = index.observation(file) else { continue };
            let syms = index.syms(file);
            let own = syms.iter().position(|it| *it == sym).and_then(|at| u32::try_from(at).ok()).map(Name);
            let is_part = || !composites.is_empty() && syms.iter().any(|sym| composites.binary_search(sym).is_ok());
            let Some(own) = own else {
                if is_part() {
                    found.push((file, name.to_owned()));
                }
                continue;
            };
            let leads = |files: &[FileId]| {
                let parent = |module: &FileId| index.resolver(file.0 as usize)?.parent(*module);
                files.iter().any(|module| *module == of || parent(module) == Some(of))
            };
            let resolutions = index.resolutions.get(file.0 as usize).map_or(&[][..], Vec::as_slice);
            let mut is_read = !index.stars.get(file.0 as usize).is_none_or(Vec::is_empty);
            for (site, resolution) in it.imports.iter().zip(resolutions).filter(|(site, _)| site.name == Some(own)) {
                let is_from = match resolution {
                    Resolution::Module(files) | Resolution::Member(files) => leads(files),
                    Resolution::Inside(from, _) => *from == of,
                    _ => false,
                };
                is_read |= is_from;
                found.extend(site.local.filter(|_| is_from).map(|local| (file, it.name(local).to_owned())));
            }
            if is_read || takes(it, own, &|_| true) || is_part() {
                found.push((file, name.to_owned()));
            }
        }
    }

    /// Whether each text is one of the names, or holds one.
    fn hits(&self) -> Vec<bool> {
        let mut hits = vec![false; self.index.n_texts()];
        let whole = self.names.iter().filter_map(|name| self.index.sym_of(name));
        whole.chain(self.paths()).for_each(|sym| hits[sym.0 as usize] = true);
        hits
    }

    /// The texts that are paths, and hold one of the names.
    fn paths(&self) -> impl Iterator<Item = Sym> {
        let paths = self.paths.iter().copied();
        paths.filter(|sym| parts(self.index.text(*sym)).any(|part| self.names.contains(part)))
    }

    /// The files that write a name that is hit.
    fn holders(&self, hits: &[bool]) -> Vec<FileId> {
        let is_hit = |sym: &Sym| hits.get(sym.0 as usize).copied().unwrap_or(false);
        let files = self.read.iter().copied();
        files.filter(|file| self.index.syms(*file).iter().any(is_hit)).collect()
    }

    /// Enters the names of a file that are stated by names that are hit.
    fn follow(&mut self, file: FileId, hits: &[bool], open: &mut Vec<(FileId, String)>) {
        let index = self.index;
        let (Some(it), Some(language)) = (index.observation(file), index.world.language(file)) else { return };
        let own: BTreeSet<&str> = scoped(&self.scoped, file).collect();
        // What is handed on under a name is bound to a text that is no name: `b from ./a`.
        let is_scoped = |name: Name| own.contains(it.name(name)) || parts(it.name(name)).any(|part| own.contains(part));
        let is_hit = |name: Name| {
            hits.get(index.sym(file, name).0 as usize).copied().unwrap_or(false) || !own.is_empty() && is_scoped(name)
        };
        let exprs = hit_exprs(it, is_hit);
        let of_expr = |id: ExprId| exprs.get(id.0 as usize).copied().unwrap_or(false);
        let names = &mut self.names;
        // What only this file binds otherwise is another name elsewhere.
        let is_global = |name: Name| hits.get(index.sym(file, name).0 as usize).copied().unwrap_or(false);
        for site in it.imports.iter().filter(|site| is_global(site.source) || site.name.is_some_and(is_global)) {
            let local = site.local.filter(|local| !is_hit(*local)).map(|local| (file, it.name(local).to_owned()));
            open.extend(local.filter(|local| !self.scoped.contains(local)));
        }
        let mut enter = |name: Name| {
            if !is_global(name) && !it.name(name).is_empty() {
                names.insert(it.name(name).to_owned());
            }
        };
        it.exports.iter().filter(|export| is_hit(export.local)).for_each(|export| enter(export.name));
        for site in it.supertypes.iter().filter(|site| of_expr(site.of)) {
            let row = it.declaration(site.sub);
            enter(row.name);
            row.owner.filter(|_| row.kind == DeclKind::Impl).into_iter().for_each(&mut enter);
        }
        let looked_up_by = |row| looked_up_by(it, row, &language.conventions).filter(|name| !name.is_empty());
        let owned = it.owners.iter().filter(|(_, of)| of_expr(*of)).map(|(decl, _)| it.declaration(*decl));
        let mut functions: BTreeSet<&str> = owned.flat_map(looked_up_by).collect();
        let (mut inner, mut heads) = (Vec::new(), Vec::new());
        for binding in it.bindings.iter().filter(|binding| binding.of.is_some_and(of_expr)) {
            let (scope, name) = (it.declaration(binding.scope), it.name(binding.name));
            let states = binding.kind == BindingKind::Annotated && scope.parameters.is_some();
            match scope.kind.is_callable() {
                true if states || binding.kind == BindingKind::Returns || !is_identifier(name) => {
                    functions.extend(looked_up_by(scope));
                }
                true => inner.extend(looked_up_by(scope).map(|function| (function.to_owned(), name.to_owned()))),
                false if is_identifier(name) => enter(binding.name),
                // What tests are given, they name nowhere.
                false if matches!(name, MIXED_IN | MIXED_IN_ALL | MIXED_IN_TOP) => heads.push(UNNAMED),
                // What `x[0]` states at the top of a file is seen by who writes `x`.
                false if binding.scope == Decl(0) => heads.extend(parts(name).next()),
                false => enter(scope.name),
            }
        }
        names.extend(functions.into_iter().chain(heads).map(str::to_owned));
        self.inner.extend(inner);
    }

    /// The files that take a name that a function binds for itself for a member of the function.
    fn member_holders(&self) -> Vec<FileId> {
        let mut files = Vec::new();
        for file in self.read.iter().copied().filter(|_| !self.inner.is_empty()) {
            let Some(it) = self.index.observation(file) else { continue };
            let holds = |text: &str| {
                let sym = self.index.sym_of(text)?;
                let at = self.index.syms(file).iter().position(|it| *it == sym)?;
                u32::try_from(at).ok().map(Name)
            };
            // The function may go by another name in a file that imports it.
            let is_taken = |(function, name): &(String, String)| {
                let Some(name) = holds(name) else { return false };
                let head = |id: ExprId| end(it, id).is_some_and(|end| it.name(end) == function || is_bound(it, end));
                takes(it, name, &head)
            };
            if self.inner.iter().any(is_taken) {
                files.push(file);
            }
        }
        files
    }
}

/// Whether a name is written as it is looked up: a name, or the text of a key. Others are marks of the extraction.
fn is_written(name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || "_$-/ ".contains(letter);
    name.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$')
        && name.chars().all(is_part)
}

/// The names of one file.
fn scoped(all: &BTreeSet<(FileId, String)>, file: FileId) -> impl Iterator<Item = &str> {
    let own = all.range((file, String::new())..).take_while(move |(it, _)| *it == file);
    own.map(|(_, name)| name.as_str())
}

/// Whether an import of the file binds a name other than by the name of what is imported.
fn is_bound(it: &Observation, name: Name) -> bool {
    it.imports.iter().any(|site| site.local == Some(name) && site.name != Some(name))
}

/// Whether a file takes a member of a name behind something.
fn takes(it: &Observation, name: Name, head: &dyn Fn(ExprId) -> bool) -> bool {
    let exprs = (0..it.exprs.len()).map(|at| it.expr(ExprId(u32::try_from(at).unwrap_or(u32::MAX))));
    let mut members = exprs.filter_map(|expr| match expr {
        Expr::Member(on, member) | Expr::Field(on, member) if member == name => Some(on),
        _ => None,
    });
    let is_member = members.any(head);
    let mut called = it.calls.iter().filter(|call| call.callee == name);
    let is_on = |receiver: Receiver| match receiver {
        Receiver::Path(on) | Receiver::Value(on) => head(on),
        Receiver::Implied(objects) => it.arguments.get(objects).iter().any(|object| head(object.value)),
        _ => false,
    };
    is_member || called.any(|call| is_on(call.receiver))
}

/// The name that an expression ends with.
fn end(it: &Observation, id: ExprId) -> Option<Name> {
    match it.expr(id) {
        Expr::Name(name) | Expr::Member(_, name) | Expr::Field(_, name) => Some(name),
        _ => None,
    }
}

/// Whether each expression holds a name that is hit. An expression has an id above those of its parts.
fn hit_exprs(it: &Observation, is_hit: impl Fn(Name) -> bool) -> Vec<bool> {
    let mut hits: Vec<bool> = Vec::with_capacity(it.exprs.len());
    for at in 0..it.exprs.len() {
        let id = ExprId(u32::try_from(at).unwrap_or(u32::MAX));
        let inner = it.exprs.inner(id).is_some_and(|inner| hits.get(inner.0 as usize).copied().unwrap_or(true));
        let own = match it.expr(id) {
            Expr::Name(name) | Expr::OwnField(name) => is_hit(name),
            Expr::Member(_, name) | Expr::Field(_, name) | Expr::Parameter(_, name) => is_hit(name),
            Expr::Given(_, value) => hits.get(value.0 as usize).copied().unwrap_or(true),
            _ => false,
        };
        hits.push(inner || own);
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::UNWRITTEN;

    #[test]
    fn names_that_no_file_need_write_are_in_order() {
        assert!(UNWRITTEN.is_sorted());
    }
}
