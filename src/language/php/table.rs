//! The classes and functions of a PHP repository, by their whole names.

use cg_rules::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::kind::{DeclKind, Inheritance};
use super::super::names::{ANONYMOUS, DeclPlace};
use super::super::observation::{Decl, Declaration, Observation};
use super::super::shape::World;
use super::composer::{self, Autoload};
use super::name::{anonymous, below};
use crate::base::TextPart;

/// The most supertypes of a class that lookup visits.
const LINEAGE: usize = 256;

/// A class, interface, trait or enum.
pub struct Class {
    /// Where it is declared.
    pub at: DeclPlace,
    /// Its file is the one that Composer's rules load for the name.
    pub fits: bool,
    /// The traits that it uses in its body.
    pub traits: Vec<usize>,
    /// The supertypes that its header names.
    pub bases: Vec<usize>,
    /// The header names a supertype that the repository does not declare.
    pub extends_outside: bool,
    /// All supertypes, in the order of lookup.
    pub lineage: Vec<usize>,
}

/// Every class with its members and supertypes, and every function.
pub struct ClassTable<'w> {
    /// The observations.
    pub world: &'w World<'w>,
    /// Composer's rules.
    pub autoload: Autoload,
    /// The classes.
    pub classes: Vec<Class>,
    /// Those of a name from the top, in lower case, as PHP compares names.
    pub by_path: FxHashMap<String, Vec<usize>>,
    /// The class of a declaration.
    pub of: FxHashMap<DeclPlace, usize>,
    /// The functions of a name in lower case.
    pub functions: FxHashMap<String, Vec<DeclPlace>>,
    /// The constants outside of classes, by their names behind namespaces in lower case.
    pub constants: FxHashMap<String, Vec<DeclPlace>>,
    /// The methods of a class.
    pub members: FxHashMap<(usize, &'w str), Vec<DeclPlace>>,
    /// The namespaces, in lower case.
    pub namespaces: FxHashSet<String>,
}

impl<'w> ClassTable<'w> {
    /// Gathers everything.
    pub fn new(world: &'w World<'w>) -> Self {
        let mut table = Self {
            world,
            autoload: composer::gather(world),
            classes: Vec::new(),
            by_path: FxHashMap::default(),
            of: FxHashMap::default(),
            functions: FxHashMap::default(),
            constants: FxHashMap::default(),
            members: FxHashMap::default(),
            namespaces: FxHashSet::default(),
        };
        let files: Vec<(FileId, &Observation)> = files(world).collect();
        for (file, observation) in &files {
            table.enter_file(*file, observation);
        }
        for (file, observation) in &files {
            table.enter_supertypes(*file, observation);
        }
        for class in 0..table.classes.len() {
            table.classes[class].lineage = table.lineage(class);
        }
        table
    }

    fn enter_file(&mut self, file: FileId, observation: &'w Observation) {
        for (number, row) in observation.declarations.iter().enumerate().skip(1) {
            let at = (file, Decl(u32::try_from(number).unwrap_or(u32::MAX)));
            let name = observation.name(row.name);
            match row.kind {
                kind if kind.is_type() => self.enter_class(at, row, observation),
                DeclKind::Function => {
                    if let Some(namespace) = namespace(observation, row) {
                        let path = below(&namespace, name).to_ascii_lowercase();
                        self.functions.entry(path).or_default().push(at);
                    }
                }
                DeclKind::Variable => {
                    if let Some(namespace) = namespace(observation, row) {
                        let path = below(&namespace.to_ascii_lowercase(), name);
                        self.constants.entry(path).or_default().push(at);
                    }
                }
                DeclKind::Method => {
                    if let Some(class) = row.container.and_then(|class| self.of.get(&(file, class))) {
                        self.members.entry((*class, name)).or_default().push(at);
                    }
                }
                _ => {}
            }
        }
    }

    fn enter_class(&mut self, at: DeclPlace, row: &Declaration, observation: &Observation) {
        let name = observation.name(row.name);
        let namespace = namespace(observation, row).filter(|_| name != ANONYMOUS);
        let path = namespace.as_ref().map_or(String::new(), |namespace| below(namespace, name));
        let fits = self.autoload.fits(path.trim_start_matches('\\'), self.world.paths.path(at.0));
        let path = path.to_ascii_lowercase();
        let class = self.classes.len();
        self.of.insert(at, class);
        if observation.name(row.name) == ANONYMOUS {
            self.by_path.entry(anonymous(row.at)).or_default().push(class);
        }
        if let Some(namespace) = namespace {
            let namespace = namespace.to_ascii_lowercase();
            let ends = namespace.match_indices('\\').map(|(end, _)| end).chain([namespace.len()]);
            self.namespaces.extend(ends.map(|end| namespace.part(..end).to_owned()));
            self.by_path.entry(path).or_default().push(class);
        }
        self.classes.push(Class {
            at,
            fits,
            traits: Vec::new(),
            bases: Vec::new(),
            extends_outside: false,
            lineage: Vec::new(),
        });
    }

    fn enter_supertypes(&mut self, file: FileId, observation: &Observation) {
        for site in &observation.supertypes {
            let path = observation.spelled(site.of);
            let Some(class) = self.of.get(&(file, site.sub)).copied() else { continue };
            let Some(sup) = self.class(file, &path) else {
                let is_outside =
                    site.how == Inheritance::Header && !self.by_path.contains_key(&path.to_ascii_lowercase());
                self.classes[class].extends_outside |= is_outside;
                continue;
            };
            let class = &mut self.classes[class];
            match site.how {
                Inheritance::Mixin => class.traits.push(sup),
                _ => class.bases.push(sup),
            }
        }
    }

    /// The lineage of a class: its traits, then its superclass, then its interfaces, each before its own.
    fn lineage(&self, class: usize) -> Vec<usize> {
        let supers = |class: usize| {
            let class = &self.classes[class];
            class.traits.iter().chain(&class.bases).rev().copied().collect::<Vec<_>>()
        };
        let mut seen = vec![class];
        let mut open = supers(class);
        while let Some(next) = open.pop() {
            if !seen.contains(&next) && seen.len() <= LINEAGE {
                seen.push(next);
                open.extend(supers(next));
            }
        }
        seen.remove(0);
        seen
    }

    /// The class of a name from the top. Of several, the one that is loaded by Composer's rules, or the file's own.
    pub fn class(&self, from: FileId, path: &str) -> Option<usize> {
        let known = self.by_path.get(&path.to_ascii_lowercase())?;
        let only = |keep: &dyn Fn(&Class) -> bool| {
            let mut kept = known.iter().copied().filter(|class| keep(&self.classes[*class]));
            kept.next().filter(|_| kept.next().is_none())
        };
        only(&|_| true).or_else(|| only(&|class| class.at.0 == from)).or_else(|| only(&|class| class.fits))
    }
}

/// The namespace of a declaration at its top; `None` for a nested one.
fn namespace(observation: &Observation, row: &Declaration) -> Option<String> {
    let around = observation.declaration(row.container?);
    match around.kind {
        DeclKind::File => Some(observation.package.map_or("", |name| observation.name(name)).replace('.', "\\")),
        DeclKind::Module => Some(observation.name(around.name).to_owned()),
        _ => None,
    }
}

fn files<'w>(world: &'w World<'w>) -> impl Iterator<Item = (FileId, &'w Observation)> {
    world.paths.iter().filter_map(|(file, _)| {
        Some((file, world.observations[file.0 as usize].as_ref().filter(|_| world.is_of(file, "php"))?))
    })
}
