//! Links types: what each type extends.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use cg_rules::{DefId, FileId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::file_types::FileTypes;
use crate::language::{Decl, DeclKind, Inheritance, Rule};
use crate::resolve::compiled::CompilerIndex;
use crate::resolve::edge::Extends;
use crate::resolve::scope::outside::Outside;
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::{Target, without_companions};

pub(super) fn is_type(index: &SymbolTable<'_>, def: DefId) -> bool {
    index.declaration(def).is_some_and(|declaration| declaration.kind.is_type())
}

impl FileTypes {
    /// Links the supertypes of a file.
    fn link(&mut self, index: &SymbolTable<'_>, file: FileId, outside: &mut Outside) {
        let Some(observation) = index.observation(file) else { return };
        let Self { rows, outer, blocks, .. } = self;
        // Each block is there once for each of its supertypes, in their order.
        let mut blocks = blocks.iter_mut();
        for site in &observation.supertypes {
            let sub = index.def(file, site.sub);
            let is_block = observation.declaration(site.sub).kind == DeclKind::Impl;
            let own = if is_block { blocks.next() } else { None };
            // The name is seen from outside the type: its own members do not hide it.
            let from = match site.how {
                Inheritance::Header | Inheritance::Made | Inheritance::Derived => index.container(sub).unwrap_or(sub),
                _ => sub,
            };
            if let Some(names) = index.names(file) {
                let found = index.supertype_by_names(names, sub, from, &observation.spelled(site.of));
                let makes_types = |sup: &DefId| names.makes_types(index.place(*sup));
                let found = found.filter(|(_, sup)| site.how != Inheritance::Made || makes_types(sup));
                let rule = Rule::Constant;
                rows.extend(found.map(|(sub, sup)| Extends { sub, sup, file, at: site.at, rule }));
                continue;
            }
            let sub = index.owner_type.get(&sub).copied().unwrap_or(sub);
            let target = index.as_type(index.path(from, site.of, 0));
            // What only a library derives is looked at where a member is missing.
            let is_outer = matches!(target, Target::External(..) | Target::Foreign);
            if is_outer && site.how == Inheritance::Derived {
                continue;
            }
            if is_outer {
                outer.push(sub);
            }
            if let (Target::External(outer), true) = (&target, is_type(index, sub)) {
                outside.enter_supertype(sub, outer, (file, site.at));
            }
            let Target::Defs(defs, rule) = target else { continue };
            let defs = without_companions(index, &defs);
            let Some(sup) = defs.first().copied().filter(|sup| *sup != sub && is_type(index, *sup)) else { continue };
            let rule = if defs.len() == 1 { rule } else { Rule::Several };
            let rule = index.sure(file, index.file(sup), rule);
            own.into_iter().for_each(|(_, of)| *of = Some(sup));
            // A block that gives a trait to a type from elsewhere stands for that type: `impl Trait for Vec<T>`.
            if is_type(index, sub) || is_block {
                rows.push(Extends { sub, sup, file, at: site.at, rule });
            }
        }
    }
}

/// Links every supertype. One of a package is entered into `outside`; what leads nowhere is left out.
pub fn extends(
    index: &mut SymbolTable<'_>,
    indexed: Option<&dyn CompilerIndex>,
    outside: &mut Outside,
) -> Vec<Extends> {
    let mut all = std::mem::take(&mut index.file_types);
    index.note_looks(true);
    for (file, of) in (0..).map(FileId).zip(&mut all).filter(|(_, of)| !of.is_kept) {
        of.link(index, file, outside);
    }
    index.note_looks(false);
    let mut rows: Vec<Extends> = all.iter().flat_map(|it| it.rows.iter().copied()).collect();
    let mut outer: Vec<DefId> = all.iter().flat_map(|it| it.outer.iter().copied()).collect();
    for (block, sup) in all.iter().flat_map(|it| &it.blocks) {
        if let Some(of) = index.trait_blocks.get_mut(block) {
            *of = sup.or(*of);
        }
    }
    let mut blocks: Vec<(DefId, DefId)> =
        index.trait_blocks.iter().filter_map(|(block, of)| Some(((*of)?, *block))).collect();
    blocks.sort_unstable();
    index.blocks_of_trait.clear();
    for (of, block) in blocks {
        index.blocks_of_trait.entry(of).or_default().push(block);
    }
    index.file_types = all;
    if let Some(indexed) = indexed {
        confirm(index, indexed, &mut rows);
    }
    let is_complete = |def: &DefId| {
        let file = index.file(*def);
        index.resolver(file.0 as usize).is_some_and(|resolver| resolver.binds_all_names(file))
    };
    outer.retain(is_complete);
    index.outer.extend(outer);
    enter(index, &rows);
    merge(index);
    for (part, other) in parts(index) {
        index.supers.entry(part).or_default().push(other);
    }
    forget_lineages(index);
    rows
}

/// Lets the lineages be found anew, once somebody asks: supertypes came.
pub(super) fn forget_lineages(index: &mut SymbolTable<'_>) {
    index.lineages = index.supers.keys().map(|of| (*of, OnceLock::new())).collect();
}

/// Enters supertypes.
pub(super) fn enter(index: &mut SymbolTable<'_>, rows: &[Extends]) {
    let kind = |index: &SymbolTable<'_>, def: DefId| index.declaration(def).map(|row| row.kind);
    for row in rows {
        let resolver = index.resolver(row.file.0 as usize);
        let kinds = kind(index, row.sub).zip(kind(index, row.sup));
        if kinds.is_some_and(|(sub, sup)| resolver.is_some_and(|it| !it.inherits(sub, sup))) {
            continue;
        }
        let supers = index.supers.entry(row.sub).or_default();
        if supers.len() < LINEAGE && !supers.contains(&row.sup) {
            supers.push(row.sup);
        }
    }
}

/// Makes the rows that an index confirms sure, and enters those that only an index knows. An index gives the supertypes of
/// supertypes too; those follow from the rows, and are none themselves.
fn confirm(index: &SymbolTable<'_>, indexed: &dyn CompilerIndex, rows: &mut Vec<Extends>) {
    let all = indexed.supertypes();
    let said: FxHashSet<(DefId, DefId)> = all.iter().copied().collect();
    let mut supers: FxHashMap<DefId, Vec<DefId>> = FxHashMap::default();
    for row in rows.iter_mut() {
        if said.contains(&(row.sub, row.sup)) {
            row.rule = Rule::Compiler;
        }
        supers.entry(row.sub).or_default().push(row.sup);
    }
    for (sub, sup) in &all {
        supers.entry(*sub).or_default().push(*sup);
    }
    let is_row: FxHashSet<(DefId, DefId)> = rows.iter().map(|row| (row.sub, row.sup)).collect();
    let direct = all.into_iter().filter(|(sub, sup)| {
        let follows = supers[sub].iter().any(|other| other != sup && other != sub && reaches(&supers, *other, *sup));
        sub != sup && !is_row.contains(&(*sub, *sup)) && !follows
    });
    rows.extend(direct.filter_map(|(sub, sup)| {
        let at = index.declaration(sub)?.at;
        Some(Extends { sub, sup, file: index.file(sub), at, rule: Rule::Compiler })
    }));
}

fn reaches(supers: &FxHashMap<DefId, Vec<DefId>>, from: DefId, to: DefId) -> bool {
    let (mut seen, mut open) = (FxHashSet::default(), vec![from]);
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        if seen.insert(at) {
            open.extend(supers.get(&at).into_iter().flatten());
        }
    }
    false
}

/// Enters the other parts of a type as if they were supertypes of each part.
fn merge(index: &mut SymbolTable<'_>) {
    let mut seen: Vec<*const ()> = Vec::new();
    let mut parts: Vec<Vec<DefId>> = Vec::new();
    for resolver in index.resolvers.iter().flatten() {
        let address = std::sync::Arc::as_ptr(resolver).cast::<()>();
        if !seen.contains(&address) {
            seen.push(address);
            let merged = resolver.merged().into_iter();
            parts.extend(merged.map(|of| of.into_iter().map(|(file, decl)| index.def(file, decl)).collect()));
        }
    }
    for of in parts {
        for part in &of {
            let supers = index.supers.entry(*part).or_default();
            supers.extend(of.iter().filter(|other| *other != part).take(LINEAGE));
        }
    }
}

/// The parts of types at the top that are declared together, in one file or in several: each sees the members of the others, of no more than
/// member lookup visits.
pub(super) fn parts(index: &SymbolTable<'_>) -> Vec<(DefId, DefId)> {
    let mut found = Vec::new();
    for defs in index.packaged.values().filter(|defs| defs.len() > 1) {
        let Some(resolver) = defs.first().and_then(|def| index.resolver(index.file(*def).0 as usize)) else { continue };
        let mut joined: BTreeMap<(u32, Option<usize>), Vec<DefId>> = BTreeMap::new();
        for part in defs.iter().filter(|def| is_type(index, **def)) {
            let file = index.file(*part);
            let decl = Decl(part.0 - index.def(file, Decl(0)).0);
            if let Some(whole) = resolver.joins(file, decl) {
                joined.entry(whole).or_default().push(*part);
            }
        }
        for parts in joined.values() {
            for part in parts {
                let others = parts.iter().filter(|other| *other != part).take(LINEAGE);
                found.extend(others.map(|other| (*part, *other)));
            }
        }
    }
    found
}

/// The most supertypes of a type that member lookup visits.
const LINEAGE: usize = 256;

/// Types that were met: mostly few.
#[derive(Default)]
struct Met {
    few: Vec<DefId>,
    many: FxHashSet<DefId>,
}

impl Met {
    const FEW: usize = 16;

    fn insert(&mut self, of: DefId) -> bool {
        if self.many.is_empty() {
            if self.few.contains(&of) {
                return false;
            }
            self.few.push(of);
            if self.few.len() > Self::FEW {
                self.many.extend(self.few.iter().copied());
            }
            return true;
        }
        self.many.insert(of)
    }

    fn len(&self) -> usize {
        self.few.len().max(self.many.len())
    }
}

impl SymbolTable<'_> {
    /// All supertypes of a type, in the order of member lookup; `None` for one that has none, or before they are linked.
    pub fn lineage(&self, of: &DefId) -> Option<&Vec<DefId>> {
        Some(self.lineages.get(of)?.get_or_init(|| lineage(self, *of, true)))
    }

    /// All supertypes of a type in the order in which its calls of `super` go through them: in some languages those named last come
    /// before those named first.
    pub(in crate::resolve) fn super_lineage(&self, of: &DefId) -> Vec<DefId> {
        let resolver = self.resolver(self.file(*of).0 as usize);
        let is_last_first = resolver.is_some_and(|it| it.names_nearest_last(self.file(*of)));
        if is_last_first { lineage(self, *of, false) } else { self.lineage(of).cloned().unwrap_or_default() }
    }
}

/// All supertypes of a type: each before its own supertypes, those named first before those named later, or the other way round.
fn lineage(index: &SymbolTable<'_>, of: DefId, is_first_first: bool) -> Vec<DefId> {
    let mut seen = Met::default();
    seen.insert(of);
    let mut done = Vec::new();
    // What is open, with how many of its supertypes, from the last, have been entered.
    let mut open = vec![(of, 0)];
    while let Some((at, n_entered)) = open.last_mut() {
        let supers = index.supers.get(at).map_or(&[][..], Vec::as_slice);
        let next = if is_first_first { supers.iter().rev().nth(*n_entered) } else { supers.get(*n_entered) };
        match next.filter(|_| seen.len() <= LINEAGE) {
            Some(sup) => {
                *n_entered += 1;
                if seen.insert(*sup) {
                    open.push((*sup, 0));
                }
            }
            None => {
                done.push(*at);
                open.pop();
            }
        }
    }
    done.pop();
    done.reverse();
    done
}
