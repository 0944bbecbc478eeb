//! The tests that a runner collects by name and by inheritance, where the text does not mark them.

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::Position;
use crate::language::{Collector, Decl, DeclKind, Declaration};
use crate::resolve::scope::keyed::Sym;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// How deep classes inside of classes are followed.
const NESTED: u32 = 4;

/// Collects tests, file by file.
pub struct TestCollector<'a, 'w> {
    index: &'a SymbolTable<'w>,
    /// The declarations of each file that was looked into, by what is around them: many classes inherit from one.
    members: FxHashMap<FileId, Vec<(Decl, Decl)>>,
}

/// The tests of a file.
#[derive(Debug, Default)]
pub struct CollectedTests {
    /// The names that the runner shows, with their places.
    pub found: Vec<(String, Position)>,
    /// The other files whose classes and functions were looked into, in order.
    pub looked: Vec<FileId>,
}

impl<'a, 'w> TestCollector<'a, 'w> {
    /// A collector that has looked into nothing yet.
    pub fn new(index: &'a SymbolTable<'w>) -> Self {
        Self { index, members: FxHashMap::default() }
    }

    /// The tests of a file by the names that the runner shows, with their places; none where the text marks tests. What a
    /// class inherits is at the place of the class.
    pub fn tests(&mut self, file: FileId) -> Option<CollectedTests> {
        let (index, members) = (self.index, &mut self.members);
        let collector = index.resolver(file.0 as usize)?.collector()?;
        let mut collecting = Collecting { index, collector, file, members, found: Vec::new(), looked: Vec::new() };
        if collector.takes_functions(file) || collector.takes_cases(file) {
            collecting.file();
        }
        let Collecting { found, mut looked, .. } = collecting;
        looked.sort_unstable();
        looked.dedup();
        looked.retain(|it| *it != file);
        Some(CollectedTests { found, looked })
    }
}

struct Collecting<'a, 'w> {
    index: &'a SymbolTable<'w>,
    collector: &'a dyn Collector,
    file: FileId,
    members: &'a mut FxHashMap<FileId, Vec<(Decl, Decl)>>,
    found: Vec<(String, Position)>,
    looked: Vec<FileId>,
}

impl<'w> Collecting<'_, 'w> {
    /// The names that the file declares or imports: the runner treats both alike.
    fn file(&mut self) {
        let Some(observation) = self.index.observation(self.file) else { return };
        for (def, row) in self.members(self.index.def(self.file, Decl(0))) {
            self.enter(def, observation.name(row.name), row.at);
        }
        for site in observation.imports.iter().filter(|site| site.within == Decl(0)) {
            let Some(local) = site.local else { continue };
            let target = self.index.in_file(self.file, self.index.sym(self.file, local), 0);
            let Some(Target::Defs(defs, _)) = target else { continue };
            if let Some(def) = defs.last().filter(|def| self.index.file(**def) != self.file) {
                self.looked.push(self.index.file(*def));
                self.enter(*def, observation.name(local), site.at);
            }
        }
    }

    fn enter(&mut self, def: DefId, name: &str, at: Position) {
        match self.index.declaration(def).map(|row| row.kind) {
            Some(DeclKind::Function) if self.collector.takes_functions(self.file) && self.is_test(def, name) => {
                self.found.push((name.to_owned(), at));
            }
            Some(DeclKind::Class) => self.class(def, name, name, at, 0),
            _ => {}
        }
    }

    /// The tests of a class: its own, then those of its supertypes that it does not replace.
    fn class(&mut self, class: DefId, name: &str, shown: &str, at: Position, depth: u32) {
        let inherited = self.index.lineage(&class).map_or(&[][..], Vec::as_slice);
        let lineage: Vec<DefId> = [class].into_iter().chain(inherited.iter().copied()).collect();
        self.looked.extend(lineage.iter().map(|of| self.index.file(*of)));
        if depth > NESTED || !self.is_collected(&lineage, name) {
            return;
        }
        let mut seen: FxHashSet<Sym> = FxHashSet::default();
        for of in lineage {
            for (def, row) in self.members(of) {
                let file = self.index.file(def);
                if !seen.insert(self.index.sym(file, row.name)) {
                    continue;
                }
                let Some(name) = self.index.observation(file).map(|it| it.name(row.name)) else { continue };
                let at = if of == class && file == self.file { row.at } else { at };
                match row.kind {
                    DeclKind::Method if self.is_test(def, name) => self.found.push((format!("{shown}::{name}"), at)),
                    DeclKind::Class => self.class(def, name, &format!("{shown}::{name}"), at, depth + 1),
                    _ => {}
                }
            }
        }
    }

    fn is_test(&self, def: DefId, name: &str) -> bool {
        let row = self.index.declaration(def);
        self.collector.is_test(name) && !row.is_some_and(|row| self.collector.is_fixture(self.index.file(def), row))
    }

    fn is_collected(&self, lineage: &[DefId], name: &str) -> bool {
        let has = |of: &DefId, name| self.index.sym_of(name).is_some_and(|sym| self.index.held(&(*of, sym)).is_some());
        let is_case = || self.collector.takes_cases(self.file) && lineage.iter().any(|of| self.is_case(*of));
        let is_named = || {
            let constructors = self.collector.constructors();
            self.collector.takes_functions(self.file)
                && self.collector.is_class(name)
                && !lineage.iter().any(|of| constructors.iter().any(|name| has(of, name)))
        };
        !self.is_switched_off(lineage) && (is_case() || is_named())
    }

    /// The nearest class of a line that says whether it holds tests says that it does not.
    fn is_switched_off(&self, lineage: &[DefId]) -> bool {
        let Some(switch) = self.index.sym_of(self.collector.switch()) else { return false };
        let stated = lineage.iter().find_map(|of| {
            let observation = self.index.observation(self.index.file(*of))?;
            let bindings = self.index.locals(&(*of, switch))?.iter();
            bindings.rev().find_map(|at| {
                let of = observation.bindings[*at as usize].of?;
                Some(observation.exprs.name(of).is_some_and(|name| observation.name(name) == "False"))
            })
        });
        stated == Some(true)
    }

    /// Whether a class itself extends a library's test case. A class of the repository is part of the lineage itself.
    fn is_case(&self, class: DefId) -> bool {
        let (file, from) = (self.index.file(class), self.index.container(class).unwrap_or(class));
        let Some(observation) = self.index.observation(file) else { return false };
        let mut supertypes = observation.supertypes.iter().filter(|site| self.index.def(file, site.sub) == class);
        supertypes.any(|site| {
            let is_named = self.collector.is_case(&observation.spelled(site.of));
            is_named && !matches!(self.index.path(from, site.of, 0), Target::Defs(..))
        })
    }

    /// The direct members of a file or a class, in the order of the text.
    fn members(&mut self, of: DefId) -> Vec<(DefId, &'w Declaration)> {
        let (index, (file, around)) = (self.index, self.index.place(of));
        let Some(observation) = index.observation(file) else { return Vec::new() };
        let all = self.members.entry(file).or_insert_with(|| {
            let rows = (0u32..).zip(&observation.declarations);
            let mut all: Vec<(Decl, Decl)> = rows.filter_map(|(at, row)| Some((row.container?, Decl(at)))).collect();
            all.sort_unstable();
            all
        });
        let own = &all[all.partition_point(|(container, _)| *container < around)..];
        let own = own.iter().take_while(|(container, _)| *container == around);
        own.map(|(_, at)| (index.def(file, *at), observation.declaration(*at))).collect()
    }
}
