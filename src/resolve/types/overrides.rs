//! Links members to those that they override: the next one above of the same name, on each way up through the supertypes.

use cg_rules::DefId;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::language::{DeclKind, Declaration, EXPLICIT, HIDING, MOST_CANDIDATES, OVERRIDING, Rule, VIRTUAL};
use crate::resolve::edge::Extends;
use crate::resolve::scope::keyed::{Number as _, Sym};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::types::hierarchy::parts;
use crate::resolve::types::substituted::TypeArguments;

/// The most supertypes of a type that are searched for a member.
const MOST: usize = 256;

/// The direct supertypes of each type, each with how sure it is, and the other parts of types at the top that several files declare.
#[derive(Default)]
struct Above {
    supers: FxHashMap<DefId, Vec<(DefId, Rule)>>,
    parts: FxHashMap<DefId, Vec<DefId>>,
}

impl Above {
    fn of(index: &SymbolTable<'_>, extends: &[Extends]) -> Self {
        let mut above = Self::default();
        for row in extends {
            above.supers.entry(row.sub).or_default().push((row.sup, row.rule));
        }
        for (constant, of) in constants(index) {
            above.supers.entry(constant).or_default().push((of, Rule::OwnType));
        }
        for (part, other) in parts(index) {
            above.parts.entry(part).or_default().push(other);
        }
        above
    }

    /// A type, and its other parts.
    fn parts(&self, of: DefId) -> impl Iterator<Item = DefId> {
        std::iter::once(of).chain(self.parts.get(&of).into_iter().flatten().copied())
    }

    /// The supertypes that any part of a type states, each with that part.
    fn supers(&self, of: DefId) -> impl Iterator<Item = (DefId, DefId, Rule)> {
        let stated =
            |part: DefId| self.supers.get(&part).into_iter().flatten().map(move |(sup, rule)| (part, *sup, *rule));
        self.parts(of).flat_map(stated)
    }
}

/// The constants of enums that have members of their own, each with its enum: it is of a type below that.
fn constants(index: &SymbolTable<'_>) -> Vec<(DefId, DefId)> {
    let kind = |def: DefId| index.declaration(def).map(|row| row.kind);
    let of_enum = |constant: DefId| index.container(constant).filter(|of| kind(*of) == Some(DeclKind::Enum));
    let mut holders: Vec<DefId> = index.held.iter().map(|(of, ..)| of).collect();
    holders.dedup();
    holders.retain(|of| kind(*of) == Some(DeclKind::Field));
    holders.into_iter().filter_map(|constant| Some((constant, of_enum(constant)?))).collect()
}

/// Every member that overrides or implements another, with that other, by the supertypes; of the files that are linked, or `of_all`.
pub fn overrides(index: &SymbolTable<'_>, extends: &[Extends], of_all: bool) -> Vec<Extends> {
    // Whose members are read is another question than whose are looked into.
    let above = index.without_looks(|| Above::of(index, extends));
    let mut rows = Vec::new();
    let is_meant = |def: &DefId| of_all || index.is_linked(index.file(*def));
    let holders = index.holders();
    let all = || index.held.iter();
    let some = || holders.iter().flat_map(|of| index.held.within(of.0 as usize..of.0 as usize + 1));
    let held: &mut dyn Iterator<Item = _> = if of_all { &mut all() } else { &mut some() };
    for (of, sym, defs) in held.filter(|(of, ..)| above.supers(*of).next().is_some()) {
        if !defs.iter().any(is_meant) {
            continue;
        }
        index.look_into(of, sym);
        if defs.len() > MOST_CANDIDATES || index.is_named(of, sym) {
            continue;
        }
        let own_members = index.language(index.file(of)).map_or(&[][..], |it| it.conventions.own_members);
        let is_own = own_members.contains(&index.text(sym));
        let is_override = |def: &DefId| is_virtual(index, *def) || index.is_explicit(*def);
        let answered = answered_alone(index, &above, of, sym, defs);
        for def in defs.iter().copied().filter(|def| is_meant(def) && is_override(def)) {
            let Some(row) = index.declaration(def) else { continue };
            let (file, at) = (index.file(def), row.at);
            let found = overridden(index, &above, of, sym, def).into_iter();
            // A constructor answers to an interface that demands one, and to no other constructor.
            let found = found.filter(|(sup, _)| !is_own || is_of_interface(index, *sup));
            let is_explicit = index.is_explicit(def);
            let found = found.filter(|(sup, _)| is_explicit || !answered.contains(sup));
            // A class gives the members that an interface demands of it, be they of the type itself.
            let is_hiding = hides(index, def, defs);
            let is_given = |sup| is_of_interface(index, sup) && !is_of_interface(index, def) && !hides(index, sup, &[]);
            let found = found.filter(|(sup, _)| !is_hiding || is_given(*sup));
            let mut found: Vec<(DefId, Rule)> = found.collect();
            if found.is_empty() && !is_own && !is_explicit && !is_hiding {
                let is_met = |sup: DefId| {
                    let beside = || defs.iter().filter(|other| **other != def);
                    answered.contains(&sup)
                        || beside().any(|other| overridden(index, &above, of, sym, *other).iter().any(|it| it.0 == sup))
                };
                found.extend(misfitting(index, of, sym, def, &is_met).into_iter().map(|sup| (sup, Rule::Misfit)));
            }
            rows.extend(found.into_iter().map(|(sup, rule)| Extends { sub: def, sup, file, at, rule }));
        }
    }
    rows
}

/// Whether a member is one that an interface declares.
fn is_of_interface(index: &SymbolTable<'_>, def: DefId) -> bool {
    let kind = index.container(def).and_then(|of| index.declaration(of)).map(|row| row.kind);
    kind == Some(DeclKind::Interface)
}

/// The members of interfaces that a type answers to by members that are for one interface alone.
fn answered_alone(index: &SymbolTable<'_>, above: &Above, of: DefId, sym: Sym, defs: &[DefId]) -> Vec<DefId> {
    let explicit = defs.iter().copied().filter(|def| index.is_explicit(*def));
    explicit.flat_map(|def| overridden(index, above, of, sym, def)).map(|(sup, _)| sup).collect()
}

/// Whether a member of a type, of those of its name, states that it hides what it would override. A body elsewhere hides what
/// its declaration does.
fn hides(index: &SymbolTable<'_>, def: DefId, of_name: &[DefId]) -> bool {
    let Some(sym) = index.sym_of(HIDING) else { return false };
    let states = |def: DefId| index.locals(&(def, sym)).is_some();
    let is_apart = index.language(index.file(def)).is_some_and(|it| it.conventions.parts.has_bodies_elsewhere);
    states(def) || (is_apart && of_name.iter().any(|it| states(*it) && index.has_parameters_of(def, *it)))
}

/// Whether a definition is a member that overrides others, or is overridden.
fn is_virtual(index: &SymbolTable<'_>, def: DefId) -> bool {
    let Some(row) = index.declaration(def) else { return false };
    let conventions = index.language(index.file(def)).map(|language| &language.conventions);
    let is_member = match row.kind {
        DeclKind::Method => true,
        DeclKind::Function => row.exported && conventions.is_some_and(|it| it.functions_override),
        DeclKind::Field | DeclKind::Alias => conventions.is_some_and(|it| it.overrides_properties),
        _ => false,
    };
    is_member && (row.exported || !conventions.is_some_and(|it| it.seals_private))
}

/// The members that one overrides: on each way up from its type, those of the first type that has any.
fn overridden(index: &SymbolTable<'_>, above: &Above, of: DefId, sym: Sym, def: DefId) -> Vec<(DefId, Rule)> {
    let of_block = index.trait_of_block(def);
    let is_explicit = index.is_explicit(def);
    let interface = index.sym_of(EXPLICIT).filter(|_| is_explicit).and_then(|sym| index.type_of_local(def, sym));
    let mut found = Vec::new();
    // The parts of a type are no types above it, and may be many.
    let (mut seen, mut n_supers): (FxHashSet<DefId>, usize) = (above.parts(of).collect(), 0);
    let mut open = vec![(of, Rule::Compiler, TypeArguments::default())];
    while let Some((at, so_far, stated)) = open.pop() {
        for (stating, sup, rule) in above.supers(at) {
            let is_other = of_block.is_some_and(|of_block| of_block != Some(sup));
            if is_other || n_supers >= MOST || !seen.insert(sup) {
                continue;
            }
            n_supers += 1;
            seen.extend(above.parts(sup));
            let rule = so_far.min(rule);
            let held = |part: DefId| index.held(&(part, sym)).filter(|members| members.len() <= MOST_CANDIDATES);
            let is_meant = !is_explicit || above.parts(sup).any(|part| interface == Some(part));
            let members = above.parts(sup).filter(|_| is_meant).filter_map(held).flatten().copied();
            let members: Vec<DefId> = members.collect();
            let stated = index.arguments_above(stating, sup, &stated);
            let fitting = fitting(index, def, &members, &stated);
            if fitting.is_empty() {
                open.push((sup, rule, stated));
            }
            found.extend(
                fitting
                    .into_iter()
                    .map(|(sup, is_same)| (sup, if is_same { rule } else { rule.min(Rule::LikelyOverride) })),
            );
        }
    }
    found
}

/// Among the members of one name in a supertype, those that a member can override, and whether it surely does: overloads
/// are distinguished by their parameters, with the type arguments that are stated of the supertype.
fn fitting(index: &SymbolTable<'_>, def: DefId, members: &[DefId], stated: &TypeArguments) -> Vec<(DefId, bool)> {
    let most = |def: DefId| index.declaration(def).and_then(|row| row.parameters).map(|it| it.most);
    let takes_as_many = |other: &DefId| match (most(def), most(*other)) {
        (Some(own), Some(other)) => own == other,
        _ => true,
    };
    let conventions = index.language(index.file(def)).map(|language| &language.conventions);
    // A function may take fewer arguments than the signatures that it answers to.
    let is_signed = conventions.is_some_and(|it| it.signs_overloads);
    let is_open = |it: &DefId| is_virtual(index, *it) && !index.is_explicit(*it) && index.may_be_overridden(*it);
    let candidates = members.iter().copied().filter(|it| *it != def && is_open(it));
    let can_be = |it: &DefId| {
        (is_signed || takes_as_many(it))
            && index.has_labels_of(def, *it)
            && !index.has_other_types(def, *it)
            && index.takes_as_stated(def, *it, stated) != Some(false)
    };
    let candidates: Vec<DefId> = candidates.filter(can_be).collect();
    // Signatures beside one body are one function. Without a body, all are of the function that answers to them.
    if is_signed && !candidates.is_empty() {
        let body = candidates.iter().copied().rfind(|it| has_body(index, *it));
        let meant = match body {
            Some(body) => vec![body],
            None if has_body(index, def) => candidates,
            None => vec![candidates.iter().copied().find(takes_as_many).unwrap_or(candidates[0])],
        };
        return meant.into_iter().map(|it| (it, true)).collect();
    }
    let is_overloaded = members.iter().filter(|it| index.extended_interface(**it).is_none()).count() > 1;
    let is_known = !is_overloaded || most(def).is_some();
    let is_same = |other: &DefId| {
        is_known && (index.has_parameters_of(def, *other) || index.takes_as_stated(def, *other, stated) == Some(true))
    };
    let same: Vec<DefId> = candidates.iter().copied().filter(is_same).collect();
    match (same.as_slice(), candidates.as_slice()) {
        ([_, ..], _) => same.into_iter().map(|it| (it, true)).collect(),
        // Of several overloads with as many parameters, the text does not say which.
        ([], [single]) => vec![(*single, !is_overloaded)],
        _ => Vec::new(),
    }
}

/// The members above that one would override, and does not fit: where the text states that it overrides one, those of its name in the
/// nearest supertype that has any; else those that a class has to have, that take another number of arguments, or other labels, and
/// that nothing meets.
fn misfitting(index: &SymbolTable<'_>, of: DefId, sym: Sym, def: DefId, is_met: &dyn Fn(DefId) -> bool) -> Vec<DefId> {
    let parameters = |def: DefId| index.declaration(def).and_then(|row| row.parameters);
    // What extends a type takes that as well.
    let is_left = index.declaration(def).is_none_or(Declaration::is_extension) || index.may_be_of_library(def);
    let of_block = index.trait_of_block(def);
    let lineage = || match &of_block {
        Some(of_block) => Some(of_block.as_slice()),
        None => index.lineage(&of).map(Vec::as_slice),
    };
    let (false, Some(own), Some(lineage)) = (is_left, parameters(def), lineage()) else { return Vec::new() };
    let is_open = |it: &DefId| {
        let is_other = *it != def && parameters(*it).is_some() && !index.has_parameters_of(def, *it);
        is_other && is_virtual(index, *it) && !index.is_explicit(*it)
    };
    let named = |sup: &DefId| index.held(&(*sup, sym)).filter(|all| all.len() <= MOST_CANDIDATES).unwrap_or(&[]);
    let above = |sup: &DefId| -> Vec<DefId> { named(sup).iter().copied().filter(is_open).collect() };
    let differs = |it: DefId| parameters(it).is_some_and(|it| it.most != own.most) || !index.has_labels_of(def, it);
    if index.sym_of(OVERRIDING).is_some_and(|sym| index.locals(&(def, sym)).is_some()) {
        let found = lineage.iter().map(above).find(|members| !members.is_empty()).unwrap_or_default();
        // Of several that take as many, the text may not say which is overridden.
        return if found.len() == 1 || found.iter().all(|it| differs(*it)) { found } else { Vec::new() };
    }
    let is_interface = index.declaration(of).is_some_and(|row| row.kind == DeclKind::Interface);
    // A body elsewhere leaves none at the declaration.
    let language = index.language(index.file(def));
    if is_interface || language.is_some_and(|it| it.conventions.parts.has_bodies_elsewhere) {
        return Vec::new();
    }
    let is_given = |it: DefId| {
        let bodies = || lineage.iter().flat_map(named).filter(|other| has_body(index, **other));
        is_met(it) || bodies().any(|other| index.has_parameters_of(*other, it))
    };
    let is_required = |it: &DefId| !has_body(index, *it) && differs(*it) && !is_given(*it);
    lineage.iter().flat_map(above).filter(is_required).collect()
}

fn has_body(index: &SymbolTable<'_>, def: DefId) -> bool {
    index.declaration(def).is_some_and(|row| row.body_line > 0)
}

impl SymbolTable<'_> {
    /// The definitions that hold the members of the files that are linked, in order: what is around each, and the type that it
    /// or that belongs to.
    fn holders(&self) -> Vec<DefId> {
        let defs = self.linked().into_iter().flat_map(|file| self.defs_of(file)).map(DefId::of);
        let around = defs.flat_map(|def| [Some(def), self.container(def)]).flatten();
        let mut holders: Vec<DefId> =
            around.flat_map(|def| [Some(def), self.owner_type.get(&def).copied()]).flatten().collect();
        holders.sort_unstable();
        holders.dedup();
        holders
    }

    /// Whether others may override a member: it states so, or one above it, where the language has members state that. One that a block
    /// adds to an interface is called as it is.
    fn may_be_overridden(&self, def: DefId) -> bool {
        if self.extended_interface(def).is_some() {
            return false;
        }
        let has_to = self.language(self.file(def)).is_some_and(|it| it.conventions.states_virtual);
        let Some(row) = self.declaration(def).filter(|_| has_to) else { return true };
        let of = self.owner_type.get(&def).copied().or_else(|| self.container(def));
        let (Some(of), Some(mark)) = (of, self.sym_of(VIRTUAL)) else { return false };
        let sym = self.sym(self.file(def), row.name);
        let states = |it: &DefId| {
            let n = |def: DefId| self.declaration(def).and_then(|row| row.parameters).map(|it| it.most);
            self.locals(&(*it, mark)).is_some() && (*it == def || n(def) == n(*it))
        };
        let above = self.lineage(&of).into_iter().flatten().copied();
        std::iter::once(of).chain(above).any(|at| self.held(&(at, sym)).unwrap_or(&[]).iter().any(states))
    }

    /// The trait of the Rust block that holds a member, if it is of one: the member gives what that trait declares. `None` for a member of
    /// anything else.
    fn trait_of_block(&self, def: DefId) -> Option<Option<DefId>> {
        let block = self.container(def).filter(|block| self.is_block(*block))?;
        Some(self.trait_blocks.get(&block).copied().flatten())
    }

    /// Whether a definition is a block that gives members to a type, in a language whose blocks name the trait.
    fn is_block(&self, def: DefId) -> bool {
        let language = self.language(self.file(def));
        language.is_some_and(|it| it.conventions.blocks_name_traits)
            && self.declaration(def).is_some_and(|row| row.kind == DeclKind::Impl)
    }
}
