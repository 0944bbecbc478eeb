//! The rows of an export as they are read: with the ids of the whole export.

use std::collections::BTreeSet;

use cg_rules::{FileId, PackageId};
use rustc_hash::FxHashMap;

use super::body::{BUILTIN, HOW, NEW_FILE, NEW_MODULE, NEW_NAME};
use super::code::Bytes;
use super::error::Damage;
use crate::base::{Position, Row, Table};
use crate::facts::{
    Definition, Depends, Extends, ExtendsPackage, Locks, NONE, PackageImport, PackageManifest, PackageUse,
    RepositoryExport, Requires,
};

/// Reads the uses of a package.
pub fn take_uses(
    read: &mut Bytes<'_>,
    package: PackageId,
    n: u32,
    rows: &mut Vec<PackageImport>,
) -> Result<(), Damage> {
    let (mut file, mut module, mut name, mut line) = (0u32, 0u32, NONE, 0u32);
    for _ in 0..n {
        let marks = read.byte()?;
        if marks & NEW_FILE != 0 {
            file = file.checked_add(read.id()?).ok_or(Damage::Number)?;
        }
        if marks & NEW_MODULE != 0 {
            module = u32::try_from(i64::from(module) + read.signed()?).map_err(|_| Damage::Number)?;
        }
        if marks & NEW_NAME != 0 {
            name = read.id()?.wrapping_sub(1);
        }
        let is_after = marks & (NEW_FILE | NEW_MODULE | NEW_NAME) == 0;
        line = read.id()?.checked_add(if is_after { line } else { 0 }).ok_or(Damage::Number)?;
        let at = Position { line, column: read.id()? };
        let how = PackageUse::ALL.get(usize::from(marks >> HOW)).copied().ok_or(Damage::Number)?;
        let is_builtin = marks & BUILTIN != 0;
        rows.push(PackageImport { package, file: FileId(file), module, name, at, how, is_builtin });
    }
    Ok(())
}

/// Reads rows of words, each word as its distance from that of the row before.
pub fn take_rows<R: Row<K>, const K: usize>(read: &mut Bytes<'_>) -> Result<Vec<R>, Damage> {
    let n = read.size()?;
    // Each row takes bytes: a number that is damaged cannot ask for more memory than that.
    let mut rows = Vec::with_capacity(n.min(read.0.len() / K.max(1)));
    let mut row = [0u32; K];
    for _ in 0..n {
        for word in &mut row {
            let next = i64::from(word.wrapping_add(1)).checked_add(read.signed()?).ok_or(Damage::Number)?;
            *word = u32::try_from(next).map_err(|_| Damage::Number)?.wrapping_sub(1);
        }
        rows.push(R::unpack(row));
    }
    Ok(rows)
}

/// ReadRows with the ids of the whole export.
#[derive(Default)]
pub struct ReadRows {
    /// `imports_package`.
    pub uses: Vec<PackageImport>,
    /// `manifest`.
    pub manifests: Vec<PackageManifest>,
    /// `depends`.
    pub depends: Vec<Depends>,
    /// `locks`.
    pub locks: Vec<Locks>,
    /// `requires`.
    pub requires: Vec<Requires>,
    /// The types, and what holds them.
    pub definitions: Vec<Definition>,
    /// `extends` among them.
    pub extends: Vec<Extends>,
    /// `extends_package`.
    pub package_extends: Vec<ExtendsPackage>,
}

impl ReadRows {
    /// Calls a function with each id of a file, and another with each of a text.
    pub fn each(&mut self, file: &mut dyn FnMut(&mut u32), text: &mut dyn FnMut(&mut u32)) {
        for row in &mut self.uses {
            file(&mut row.file.0);
            [&mut row.package.0, &mut row.module, &mut row.name].into_iter().for_each(&mut *text);
        }
        for row in &mut self.manifests {
            file(&mut row.file.0);
            [&mut row.name, &mut row.package].into_iter().for_each(&mut *text);
        }
        for row in &mut self.depends {
            file(&mut row.file.0);
            [&mut row.package.0, &mut row.name, &mut row.requirement].into_iter().for_each(&mut *text);
        }
        for row in &mut self.locks {
            file(&mut row.file.0);
            [&mut row.package.0, &mut row.name, &mut row.version].into_iter().for_each(&mut *text);
        }
        for row in &mut self.definitions {
            file(&mut row.file.0);
            [&mut row.name, &mut row.owner].into_iter().for_each(&mut *text);
        }
        self.extends.iter_mut().for_each(|row| file(&mut row.file.0));
        for row in &mut self.package_extends {
            file(&mut row.file.0);
            [&mut row.package.0, &mut row.module, &mut row.name].into_iter().for_each(&mut *text);
        }
    }

    /// Keeps of what manifests and lockfiles state the rows of some packages, and of what needs these, however far away.
    pub fn keep_consumers(&mut self, packages: &[u32]) {
        let (mut named, mut kept): (BTreeSet<u32>, BTreeSet<u32>) =
            (packages.iter().copied().collect(), BTreeSet::new());
        let mut by_needed: Vec<(u32, u32)> = self.requires.iter().map(|row| (row.to, row.from)).collect();
        by_needed.sort_unstable();
        let (mut n_named, mut n_kept) = (usize::MAX, usize::MAX);
        while (n_named, n_kept) != (named.len(), kept.len()) {
            (n_named, n_kept) = (named.len(), kept.len());
            let of_named = self.locks.iter().zip(0u32..).filter(|(row, _)| named.contains(&row.package.0));
            let mut open: Vec<u32> = of_named.map(|(_, at)| at).filter(|at| kept.insert(*at)).collect();
            while let Some(at) = open.pop() {
                let first = by_needed.partition_point(|(to, _)| *to < at);
                let needing = by_needed.iter().skip(first).take_while(|(to, _)| *to == at).map(|(_, from)| *from);
                open.extend(needing.filter(|from| kept.insert(*from)));
            }
            // A manifest that depends on one of these makes its own package one of them.
            let depend = self.depends.iter().filter(|row| named.contains(&row.package.0) || kept.contains(&row.locked));
            let files: BTreeSet<FileId> = depend.map(|row| row.file).collect();
            let own = self.manifests.iter().filter(|row| files.contains(&row.file));
            named.extend(own.filter_map(|row| row.provides()).map(|package| package.0));
        }
        self.keep(&named, kept);
    }

    /// Keeps the rows of some packages, and some rows of lockfiles, which are numbered anew.
    fn keep(&mut self, named: &BTreeSet<u32>, mut kept: BTreeSet<u32>) {
        self.depends.retain(|row| named.contains(&row.package.0) || kept.contains(&row.locked));
        // What is locked for them is said with its version.
        kept.extend(self.depends.iter().map(|row| row.locked).filter(|at| *at != NONE));
        let places: FxHashMap<u32, u32> = kept.iter().copied().zip(0..).collect();
        let place = |at: u32| places.get(&at).copied();
        let mut at = 0..;
        self.locks.retain(|_| at.next().is_some_and(|at| kept.contains(&at)));
        self.depends.iter_mut().for_each(|row| row.locked = place(row.locked).unwrap_or(NONE));
        let requires = self
            .requires
            .iter()
            .filter_map(|row| Some(Requires { from: place(row.from)?, to: place(row.to)?, kind: row.kind }));
        self.requires = requires.collect();
    }

    /// The order of ids is that of the whole, so sorted rows stay sorted.
    pub fn enter(self, export: &mut RepositoryExport) {
        export.uses = Table::sorted(self.uses);
        export.manifests = Table::sorted(self.manifests);
        export.depends = Table::sorted(self.depends);
        export.locks = Table::sorted(self.locks);
        export.requires = Table::sorted(self.requires);
        export.definitions = Table::in_order(self.definitions);
        export.extends = Table::sorted(self.extends);
        export.package_extends = Table::sorted(self.package_extends);
    }
}
