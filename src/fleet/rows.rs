//! The rows of an export as they are read: with the ids of the whole export.

use cg_rules::{FileId, PackageId};

use super::body::{BUILTIN, HOW, NEW_FILE, NEW_MODULE, NEW_NAME};
use super::code::Bytes;
use super::error::Damage;
use crate::base::{Position, Table};
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
