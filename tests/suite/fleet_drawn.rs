//! Exports of small numbers, whose names share beginnings.

use cg_bundle::base::{Position, Row, Strings, Table};
use cg_bundle::facts::{
    Definition, Depends, Extends, ExtendsPackage, FileRow, Locks, NONE, PackageImport, PackageManifest, PackageUse,
    RepositoryExport, Requires,
};
use cg_bundle::language::{DeclKind, LANGUAGES, Rule};
use cg_bundle::package::{DependencyKind, Ecosystem};
use cg_rules::{DefId, FileId, PackageId};
use proptest::prelude::*;

/// Names that packages, modules and members may have: they share beginnings, and each is somewhere below another.
const NAMES: &[&str] = &[
    "a",
    "a.b",
    "a.b.c",
    "a-b",
    "a_b",
    "ab",
    "@s/a",
    "@s/a/lib",
    "a/b",
    "a::b",
    "a::b::C",
    "b",
    "C",
    "b.C",
    "<a.h>",
    "node:a",
    "com.g.a",
    "com.g",
    "yaml",
    "google.cloud.storage",
    "A",
    "a.C.m",
];
/// Keys that manifests and lockfiles may state.
const KEYS: &[&str] = &[
    "pkg:npm/a",
    "pkg:pypi/a-b",
    "pkg:pypi/pyyaml",
    "pkg:cargo/a_b",
    "pkg:golang/a/b",
    "pkg:maven/com.g/a",
    "pkg:npm/%40s/a",
    "pkg:gem/ab",
    "pkg:pypi/google-cloud-storage",
];
/// Texts of questions.
pub const QUESTIONS: &[&str] = &[
    "a",
    "a.b",
    "a.b.C",
    "a_b",
    "a-b",
    "ab",
    "@s/a",
    "@s/a@1.0",
    "a/b",
    "a::b",
    "a::b::C",
    "C",
    "a.h",
    "node:a",
    "com.g:a",
    "com.g.a",
    "pkg:npm/a",
    "pkg:pypi/pyyaml",
    "yaml",
    "pyyaml",
    "google-cloud-storage",
    "A.m",
    "a.*",
    "a@1",
    "a@1::b.C",
    "a.(*C).m",
    "none",
    "a.C",
    "pkg:maven/com.g/a",
];

/// A row of a use: file, package, module, member or none, line, kind.
type UseRow = (u8, u8, u8, Option<u8>, u8, u8);

/// The parts of an export, as small numbers.
#[derive(Clone, Debug)]
pub struct Drawn {
    languages: Vec<u8>,
    uses: Vec<UseRow>,
    supertypes: Vec<(u8, u8, u8, Option<u8>)>,
    below: Vec<(u8, u8)>,
    manifests: Vec<(u8, Option<u8>)>,
    depends: Vec<(u8, u8, Option<u8>)>,
    locks: Vec<(u8, u8, u8)>,
    requires: Vec<(u8, u8)>,
}

pub fn drawn() -> impl Strategy<Value = Drawn> {
    let (file, name, key) = (0u8..4, 0..NAMES.len() as u8, 0..KEYS.len() as u8);
    let member = prop::option::of(0..NAMES.len() as u8);
    let uses = (file.clone(), name.clone(), name.clone(), member.clone(), 1u8..9, 0u8..3);
    let supertypes = (0u8..5, name.clone(), name, member);
    (
        prop::collection::vec(0..LANGUAGES.len() as u8, 4),
        prop::collection::vec(uses, 0..14),
        prop::collection::vec(supertypes, 0..5),
        prop::collection::vec((0u8..5, 0u8..5), 0..5),
        prop::collection::vec((file.clone(), prop::option::of(key.clone())), 0..3),
        prop::collection::vec((file.clone(), key.clone(), prop::option::of(0u8..4)), 0..6),
        prop::collection::vec((file, key, 0u8..3), 0..5),
        prop::collection::vec((0u8..4, 0u8..4), 0..4),
    )
        .prop_map(|(languages, uses, supertypes, below, manifests, depends, locks, requires)| Drawn {
            languages,
            uses,
            supertypes,
            below,
            manifests,
            depends,
            locks,
            requires,
        })
}

impl Drawn {
    /// The export, with every text and file that there may be.
    pub fn export(&self) -> RepositoryExport {
        let versions = ["1.0", "2.0", "10"];
        let types = ["T0", "T1", "T2", "T3", "T4"];
        // A package URL is a text only where a manifest or lockfile states it.
        let stated = self.manifests.iter().filter_map(|(_, key)| *key).chain(self.depends.iter().map(|row| row.1));
        let stated = stated.chain(self.locks.iter().map(|row| row.1)).map(|key| KEYS[key as usize]);
        let mut all: Vec<&str> = NAMES.iter().chain(&versions).chain(&types).copied().chain(stated).collect();
        all.sort_unstable();
        all.dedup();
        let id = |text: &str| all.binary_search(&text).map_or(NONE, |at| at as u32);
        let name = |at: u8| id(NAMES[at as usize]);
        let mut export = RepositoryExport {
            texts: strings(&all),
            paths: strings(&["a.x", "b.x", "c.x", "d.x"]),
            ..RepositoryExport::default()
        };
        export.files = Table::in_order(
            self.languages.iter().map(|language| FileRow { language: u32::from(*language), ..FileRow::unpack([0; 3]) }),
        );
        export.uses = Table::sorted(self.uses.iter().map(|(file, package, module, member, line, how)| PackageImport {
            package: PackageId(name(*package)),
            file: FileId(u32::from(*file)),
            module: name(*module),
            name: member.map_or(NONE, name),
            at: Position { line: u32::from(*line), column: 1 },
            how: PackageUse::ALL[*how as usize],
            is_builtin: false,
        }));
        export.definitions = Table::in_order(types.iter().zip(0u32..).map(|(text, at)| Definition {
            file: FileId(at / 2),
            name: id(text),
            kind: DeclKind::Class,
            container: NONE,
            owner: NONE,
            at: Position { line: at + 1, column: 1 },
            start_line: at + 1,
            end_line: at + 1,
            body_line: 0,
            exported: true,
            platform: Default::default(),
        }));
        export.package_extends =
            Table::sorted(self.supertypes.iter().map(|(sub, package, module, member)| ExtendsPackage {
                sub: DefId(u32::from(*sub)),
                package: PackageId(name(*package)),
                file: FileId(u32::from(*sub) / 2),
                module: name(*module),
                name: member.map_or(NONE, name),
                at: Position { line: u32::from(*sub) + 1, column: 9 },
            }));
        export.extends = Table::sorted(self.below.iter().filter(|(sub, sup)| sub != sup).map(|(sub, sup)| Extends {
            sub: DefId(u32::from(*sub)),
            sup: DefId(u32::from(*sup)),
            file: FileId(u32::from(*sub) / 2),
            at: Position { line: u32::from(*sub) + 1, column: 5 },
            rule: Rule::Import,
        }));
        self.enter_packages(&mut export, &id, &versions);
        export
    }

    fn enter_packages(&self, export: &mut RepositoryExport, id: &dyn Fn(&str) -> u32, versions: &[&str]) {
        let key = |at: u8| id(KEYS[at as usize]);
        export.manifests = Table::sorted(self.manifests.iter().map(|(file, package)| PackageManifest {
            file: FileId(u32::from(*file)),
            name: id("a"),
            package: package.map_or(NONE, key),
            ecosystem: Ecosystem::Npm,
            is_package: true,
        }));
        export.locks = Table::sorted(self.locks.iter().map(|(file, package, version)| Locks {
            package: PackageId(key(*package)),
            file: FileId(u32::from(*file)),
            at: Position { line: 1, column: 1 },
            name: id("a"),
            version: id(versions[*version as usize]),
        }));
        let n_locks = export.locks.len() as u32;
        let lock = |at: u8| if u32::from(at) < n_locks { u32::from(at) } else { NONE };
        export.depends = Table::sorted(self.depends.iter().map(|(file, package, locked)| Depends {
            package: PackageId(key(*package)),
            file: FileId(u32::from(*file)),
            at: Position { line: 2, column: 1 },
            kind: DependencyKind::Normal,
            name: id("a"),
            requirement: id("1.0"),
            locked: locked.map_or(NONE, lock),
        }));
        let requires = self.requires.iter().filter(|(from, to)| lock(*from) != NONE && lock(*to) != NONE);
        export.requires = Table::sorted(requires.map(|(from, to)| Requires {
            from: lock(*from),
            to: lock(*to),
            kind: DependencyKind::Normal,
        }));
    }
}

fn strings(all: &[&str]) -> Strings {
    let mut strings = Strings::default();
    all.iter().for_each(|text| {
        strings.push(text);
    });
    strings
}
