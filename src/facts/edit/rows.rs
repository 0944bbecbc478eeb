//! The difference of the tables after an edit: the rows of the files that were linked again.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use cg_rules::FileId;
use rustc_hash::FxHashSet;

use super::base::Base;
use super::manifests::{self, ManifestTables};
use super::patch::{MovedTexts, Patch, PatchedTable};
use crate::base::{Gap, GapKind, Row, Strings, Table};
use crate::facts::depend::RelatedPackages;
use crate::facts::layout::{LAYOUTS, Owner, layout};
use crate::facts::links::{Links, module_table};
use crate::facts::names::{NameIds, other_names};
use crate::facts::relation::{Extends, NONE};
use crate::facts::rows;
use crate::facts::sizes::{RelationSizes, STATED};
use crate::facts::snapshot::SNAPSHOT;
use crate::facts::stated_gaps;
use crate::language::{DeclKind, Declaration, Observation};
use crate::package;
use crate::resolve::Counts;
use crate::resolve::{Calls, Imports, Outside, Types};

/// The symbol table and the facts that rows are made of.
pub struct Rows<'r, 'w> {
    /// The symbol table after the edit.
    pub index: &'r Types<'w>,
    /// The facts before it.
    pub base: &'r Base<'r>,
    /// Reads a section of those.
    pub section: &'r dyn Fn(&str) -> Option<Rc<Vec<u8>>>,
    /// The gaps of the walk and of reading.
    pub gaps: &'r [Gap],
    /// The declarations of manifests and lockfiles, where one was edited.
    pub manifests: Option<RelatedPackages>,
}

/// Words in rows of so many.
type Words = (usize, Vec<u32>);

impl Rows<'_, '_> {
    /// The difference; `None` where it is none of rows of files. With `is_whole`, overrides are those of all files.
    pub fn patch(
        &self,
        links: Links,
        (extends, is_whole): (&[Extends], bool),
        mut outside: Outside,
        modules: Vec<(&str, FileId)>,
    ) -> Option<Patch> {
        let index = self.index;
        let files = index.linked();
        outside.sort();
        outside.supertypes.retain(|row| index.is_linked(row.file));
        let names = Strings::from_bytes(&(self.section)("names")?)?;
        let has_modules = self.has_modules(&modules, &names)?;
        let moved = self.names(&links, &outside, &modules, (&names, has_modules))?;
        let packages = Strings::from_bytes(&(self.section)("packages")?)?;
        let moved_packages = self.packages(&outside, &packages)?;
        let packages = moved_packages.texts(&packages);
        let names = NameIds::in_order(index, moved.texts(&names));
        let mut tables: BTreeMap<&str, Words> = BTreeMap::new();
        let definitions = files.iter().flat_map(|file| rows::definition_rows(index, &names, *file));
        tables.insert("definitions", (11, words(definitions.collect())));
        tables.insert("tests", sorted(rows::tests(&links.tests, &names)));
        tables.insert("package_imports", sorted(rows::package_imports(&outside, &packages, &names)));
        tables.insert("package_extends", sorted(rows::package_extends(&outside, &packages, &names)));
        let Links { mut calls, mut imports, uses, overrides, .. } = links;
        let mentions = rows::mentions(index, std::mem::take(&mut calls.named), &uses, &imports.refers, &names);
        tables.insert("mentions", sorted(mentions));
        tables.insert("uses", sorted(uses));
        tables.insert("imports", sorted(std::mem::take(&mut imports.rows)));
        tables.insert("refers", sorted(std::mem::take(&mut imports.refers)));
        tables.insert("calls", sorted(std::mem::take(&mut calls.rows)));
        let mut patched: Vec<PatchedTable> = Vec::new();
        let numbers: Vec<u32> = files.iter().map(|file| file.0).collect();
        for (section, (width, words)) in tables {
            debug_assert_eq!(layout(section).map(|it| it.width), Some(width));
            patched.push(PatchedTable { section: section.to_owned(), files: numbers.clone(), words });
        }
        if !has_modules {
            let (_, words) = sorted(module_table(modules, &names).iter().collect());
            patched.push(PatchedTable { section: "modules".to_owned(), files: Vec::new(), words });
        }
        let manifests = match &self.manifests {
            Some(related) => {
                let files = Table::from_bytes(&(self.section)("files")?)?;
                Some(manifests::tables(related, (index.world, files), packages, &names))
            }
            None => None,
        };
        patched.extend(manifests.iter().flat_map(|it| it.tables.iter().cloned()));
        let all = [("extends", extends), ("overrides", &overrides)];
        for (section, rows) in all {
            let is_whole = section == "extends" || is_whole;
            patched.push(self.compared(section, rows, (&numbers, is_whole))?);
        }
        let ranges = patched.iter().flat_map(|table| &table.files).copied().collect::<BTreeSet<u32>>();
        let ranges: Option<Vec<_>> =
            ranges.into_iter().map(|file| Some((file, self.base.range(FileId(file))?))).collect();
        let rest = self.rest((&calls, &imports), &patched, manifests.as_ref())?;
        let file_rows = links.files.iter().map(|(file, row)| (file.0, row.pack())).collect();
        let definitions = self.base.moved.clone();
        let (names, packages) = (moved, moved_packages);
        Some(Patch { definitions, files: ranges?, names, packages, tables: patched, file_rows, rest })
    }

    /// The names by which modules are imported; `None` where one may be gone that files import which are not read.
    pub fn modules(&self) -> Option<Vec<(&str, FileId)>> {
        let index = self.index;
        let absent = index.absent();
        let mut modules = index.modules();
        let now: FxHashSet<(&str, FileId)> = modules.iter().copied().collect();
        let gone: FxHashSet<(&str, FileId)> = self.base.modules().into_iter().filter(|it| !now.contains(it)).collect();
        let is_read = |file: FileId| !index.is_unread(file);
        if !absent.partly.is_empty() && gone.iter().any(|(_, file)| self.base.is_led_to(*file, &is_read)) {
            return None;
        }
        modules.extend(absent.partly.iter().flat_map(|it| it.modules()).filter(|it| !gone.contains(it)));
        modules.extend(absent.families.iter().flat_map(|it| it.modules()));
        modules.sort_unstable();
        modules.dedup();
        Some(modules)
    }

    /// A table that was made of all files: the rows of those files alone that state others than before.
    fn compared(&self, section: &str, rows: &[Extends], (linked, is_whole): (&[u32], bool)) -> Option<PatchedTable> {
        let (width, words) = sorted(rows.to_vec());
        let layout = layout(section)?;
        let Owner::File(at) = layout.owner else { return None };
        let mut files: BTreeSet<u32> = linked.iter().copied().collect();
        if is_whole {
            let bytes = (self.section)(section)?;
            let (old, _) = bytes.as_chunks::<4>();
            let mut old: Vec<u32> = old.iter().map(|word| u32::from_le_bytes(*word)).collect();
            for row in old.chunks_exact_mut(width) {
                // A row that leads to what is gone is another now.
                layout.defs.iter().for_each(|at| row[*at] = self.base.moved.moved(row[*at]).unwrap_or(NONE));
            }
            let others = others(&by_file(&old, width, at), &by_file(&words, width, at), at);
            files.extend(others.into_iter().filter(|file| self.index.observation(FileId(*file)).is_some()));
        }
        let rows = words.chunks_exact(width).filter(|row| files.contains(&row[at]));
        let words = rows.flatten().copied().collect();
        Some(PatchedTable { section: section.to_owned(), files: files.into_iter().collect(), words })
    }

    /// How names move. One that no row has any more goes.
    fn names(
        &self,
        links: &Links,
        outside: &Outside,
        modules: &[(&str, FileId)],
        (before, has_modules): (&Strings, bool),
    ) -> Option<MovedTexts> {
        let index = self.index;
        let declared = |it: &Observation| -> Vec<String> {
            let names = it.declarations.iter().flat_map(|row| [Some(row.name), row.owner]).flatten();
            names.map(|name| it.name(name).to_owned()).collect()
        };
        let now = self.base.edited.keys().filter_map(|file| index.observation(*file));
        let mut now: BTreeSet<String> = now.flat_map(declared).collect();
        now.extend(other_names(&links.tests, outside, modules).map(str::to_owned));
        now.extend(self.manifests.iter().flat_map(RelatedPackages::names).map(str::to_owned));
        let mut added: Vec<(u32, String)> = Vec::new();
        for text in &now {
            if let Err(at) = before.rank(text) {
                added.push((at, text.clone()));
            }
        }
        let mut was: BTreeSet<u32> = BTreeSet::new();
        let edited = self.base.edited.values().flat_map(|(edited, _)| declared(&edited.before));
        was.extend(edited.filter_map(|text| before.find(&text)));
        for section in ["package_extends", "package_imports", "tests"] {
            self.named(section, true, &mut |name| was.extend([name]))?;
        }
        // All rows of modules are stated anew, where one is.
        if !has_modules {
            self.named("modules", false, &mut |name| was.extend([name]))?;
        }
        if self.manifests.is_some() {
            for section in manifests::NAMED {
                self.named(section, false, &mut |name| was.extend([name]))?;
            }
        }
        was.retain(|name| !now.contains(before.get(*name)));
        if !was.is_empty() {
            let stated = if self.manifests.is_some() { &[][..] } else { manifests::NAMED };
            for section in ["package_extends", "package_imports", "tests"].iter().chain(stated) {
                self.named(section, false, &mut |name| {
                    was.remove(&name);
                })?;
            }
            // The definitions of other files that were linked are the same as before.
            let is_edited = |file: u32| self.base.edited.contains_key(&FileId(file));
            self.named_by("definitions", &|file| !is_edited(file), &mut |name| {
                was.remove(&name);
            })?;
        }
        Some(MovedTexts { added, removed: was.into_iter().collect() })
    }

    /// Calls `found` with the names in a table before the edit, in rows of linked files or in all others.
    fn named(&self, section: &str, is_linked: bool, found: &mut dyn FnMut(u32)) -> Option<()> {
        self.named_by(section, &|file| self.index.is_linked(FileId(file)) == is_linked, found)
    }

    fn named_by(&self, section: &str, is_meant: &dyn Fn(u32) -> bool, found: &mut dyn FnMut(u32)) -> Option<()> {
        let layout = layout(section)?;
        let bytes = (self.section)(section)?;
        let (words, _) = bytes.as_chunks::<4>();
        for row in words.chunks_exact(layout.width) {
            let word = |at: usize| u32::from_le_bytes(row[at]);
            let is_one = match layout.owner {
                Owner::File(at) => is_meant(word(at)),
                _ => true,
            };
            if is_one {
                layout.names.iter().map(|at| word(*at)).filter(|name| *name != NONE).for_each(&mut *found);
            }
        }
        Some(())
    }

    /// Whether modules are imported by the same names as before.
    fn has_modules(&self, modules: &[(&str, FileId)], names: &Strings) -> Option<bool> {
        let bytes = (self.section)("modules")?;
        let (words, _) = bytes.as_chunks::<8>();
        let before = words.iter().map(|row| {
            let [name, file] = [0, 4].map(|at| u32::from_le_bytes(std::array::from_fn(|byte| row[at + byte])));
            (names.get(name), FileId(file))
        });
        Some(before.eq(modules.iter().copied()))
    }

    /// How packages move. One goes that no file uses any more, and no manifest names.
    fn packages(&self, outside: &Outside, before: &Strings) -> Option<MovedTexts> {
        let mut is_kept = vec![false; before.len()];
        for layout in LAYOUTS.iter().filter(|layout| !layout.packages.is_empty()) {
            let bytes = (self.section)(layout.section)?;
            let (words, _) = bytes.as_chunks::<4>();
            for row in words.chunks_exact(layout.width) {
                let word = |at: usize| u32::from_le_bytes(row[at]);
                let stays = match layout.owner {
                    Owner::File(at) => !self.index.is_linked(FileId(word(at))),
                    _ => self.manifests.is_none(),
                };
                let packages = layout.packages.iter().map(|at| word(*at) as usize).filter(|_| stays);
                packages.for_each(|package| is_kept.get_mut(package).into_iter().for_each(|it| *it = true));
            }
        }
        let uses = outside.uses.iter().map(|row| row.package);
        let used: FxHashSet<u32> = uses.chain(outside.supertypes.iter().map(|row| row.package)).collect();
        let keys = self.manifests.iter().flat_map(RelatedPackages::keys);
        let now: BTreeSet<&str> = used.into_iter().map(|package| outside.texts.text(package)).chain(keys).collect();
        let mut added: Vec<(u32, String)> = Vec::new();
        for text in now {
            match before.rank(text) {
                Ok(at) => is_kept.get_mut(at as usize).into_iter().for_each(|it| *it = true),
                Err(at) => added.push((at, text.to_owned())),
            }
        }
        let removed = (0u32..).zip(is_kept).filter(|(_, is_kept)| !is_kept).map(|(at, _)| at).collect();
        Some(MovedTexts { added, removed })
    }

    /// How many definitions with a name some files have.
    fn n_declared(&self, files: &[u32]) -> usize {
        let observations = files.iter().filter_map(|file| self.index.observation(FileId(*file)));
        let n = |it: &Observation| {
            let is_named = |row: &&Declaration| row.kind != DeclKind::File && !it.name(row.name).is_empty();
            it.declarations.iter().filter(is_named).count()
        };
        observations.map(n).sum()
    }

    /// The counts and gaps: those of the files that were linked are others.
    fn rest(
        &self,
        (calls, imports): (&Calls, &Imports),
        tables: &[PatchedTable],
        manifests: Option<&ManifestTables>,
    ) -> Option<Vec<u8>> {
        let bytes = (self.section)("rest")?;
        let (version, mut counts, mut sizes, gaps): (u32, Counts, RelationSizes, Vec<Gap>) =
            postcard::from_bytes(&bytes).ok()?;
        for file in self.index.linked() {
            counts -= self.base.linked.file(file)?.counts;
        }
        calls.counts.iter().chain(&imports.counts).for_each(|(_, of)| counts += *of);
        for (at, (relation, section)) in STATED.iter().enumerate() {
            let Some(table) = tables.iter().find(|table| table.section == *section) else { continue };
            let of_file = |file: &u32| self.base.linked.file(FileId(*file)).map_or(0, |it| it.rows[at]);
            let before = table.files.iter().map(of_file).sum();
            let width = layout(section)?.width;
            let now = match *section {
                "definitions" => self.n_declared(&table.files),
                _ => table.words.len() / width,
            };
            sizes.change(relation, before, u32::try_from(now).ok()?);
        }
        sizes.change("gap", sizes_of(&gaps), 0);
        let world = self.index.world;
        let is_read = |gap: &Gap| manifests.is_some() && package::is_manifest(&gap.path);
        let is_linked = |gap: &Gap| world.paths.file(&gap.path).is_some_and(|file| self.index.is_linked(file));
        let of_file = |gap: &Gap| is_linked(gap) || is_read(gap);
        // Manifests state what they cannot read; no code does.
        let is_kept = |gap: &Gap| match gap.kind {
            GapKind::Config => !is_read(gap),
            _ => !of_file(gap),
        };
        let mut all: Vec<Gap> = gaps.into_iter().filter(is_kept).collect();
        all.extend(self.manifests.iter().flat_map(|related| related.gaps.iter().cloned()));
        for (relation, now) in manifests.iter().flat_map(|it| &it.sizes) {
            let before = sizes.of(relation).and_then(|size| u32::try_from(size).ok()).unwrap_or(0);
            sizes.change(relation, before, *now);
        }
        let own = self.gaps.iter().filter(|gap| of_file(gap)).chain(&imports.gaps).cloned();
        let own = own.chain(stated_gaps::stated_gaps(world, self.index.linked()));
        all.extend(stated_gaps::sorted(own.collect()));
        all.sort_unstable();
        all.dedup();
        sizes.change("gap", 0, sizes_of(&all));
        (version == SNAPSHOT).then(|| postcard::to_stdvec(&(version, counts, sizes, all)).ok()).flatten()
    }
}

/// Rows by the file in a word, each file's in their order.
fn by_file(words: &[u32], width: usize, at: usize) -> Vec<&[u32]> {
    let mut rows: Vec<&[u32]> = words.chunks_exact(width).collect();
    rows.sort_by_key(|row| row[at]);
    rows
}

/// The files with other rows in the one list than in the other.
fn others(before: &[&[u32]], now: &[&[u32]], at: usize) -> Vec<u32> {
    let is_same_file = |one: &&[u32], other: &&[u32]| one[at] == other[at];
    let (mut before, mut now) = (before.chunk_by(is_same_file).peekable(), now.chunk_by(is_same_file).peekable());
    let mut found = Vec::new();
    loop {
        let of = |rows: Option<&&[&[u32]]>| rows.and_then(|rows| rows.first()).map_or(u32::MAX, |row| row[at]);
        let file = of(before.peek()).min(of(now.peek()));
        if before.peek().is_none() && now.peek().is_none() {
            return found;
        }
        if before.next_if(|rows| of(Some(rows)) == file) != now.next_if(|rows| of(Some(rows)) == file) {
            found.push(file);
        }
    }
}

fn sizes_of(gaps: &[Gap]) -> u32 {
    u32::try_from(gaps.len()).unwrap_or(u32::MAX)
}

fn words<R: Row<K>, const K: usize>(rows: Vec<R>) -> Vec<u32> {
    rows.iter().flat_map(Row::pack).collect()
}

/// Rows in the order of their words, each once, as a table has them.
fn sorted<R: Row<K>, const K: usize>(rows: Vec<R>) -> Words {
    let mut rows: Vec<[u32; K]> = rows.iter().map(Row::pack).collect();
    rows.sort_unstable();
    rows.dedup();
    (K, rows.concat())
}
