//! Finds the types to which declarations belong that are written elsewhere: by a block, or by a receiver.

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::file_types::FileTypes;
use super::hierarchy::is_type;
use crate::language::{BindingKind, Decl, DeclKind, Declaration, Expr, ExprId, Observation, SuperSite};
use crate::resolve::scope::keyed::{Number as _, Sym};
use crate::resolve::scope::table::SymbolTable;
use crate::resolve::scope::target::Target;

/// Finds the type of every `impl` block and receiver, and enters their members there.
pub fn own_members(index: &mut SymbolTable<'_>) {
    let mut all: Vec<FileTypes> = Vec::new();
    let mut kept = std::mem::take(&mut index.kept_types).into_iter();
    for at in 0..index.world.observations.len() {
        let own = kept.next().flatten().unwrap_or_else(|| {
            index.note_looks(true);
            let own = FileTypes::owned_by(index, FileId::of(at));
            index.note_looks(false);
            own
        });
        all.push(own);
    }
    enter_added(index, &all);
    let blocks = all.iter().flat_map(|it| &it.blocks);
    index.trait_blocks = blocks.map(|(block, _)| (*block, None)).collect();
    let mut owned: Vec<(DefId, DefId)> = all.iter().flat_map(|it| it.owned.iter().copied()).collect();
    let (mut types, _) = enter_owned(index, &owned);
    let mut late = FxHashSet::default();
    for _ in 0..DEEPEST {
        if types.is_empty() {
            break;
        }
        owned = owned_in_types(index, &mut all, &types);
        let (entered, places) = enter_owned(index, &owned);
        types = entered;
        late.extend(places);
    }
    // The order of members does not depend on when they were found.
    for (of, sym) in late {
        let mut members = index.held.get(&(of, sym)).unwrap_or_default().to_vec();
        members.sort_by_key(|member| {
            let in_block = index.container(*member).is_some_and(|block| index.owner_type.contains_key(&block));
            (in_block, index.owner_type.contains_key(member), *member)
        });
        index.held.reorder(&(of, sym), &members);
    }
    index.file_types = all;
}

/// Enters to which definitions files may give members that are not read.
fn enter_added(index: &mut SymbolTable<'_>, all: &[FileTypes]) {
    for (file, types) in (0..).map(FileId).zip(all) {
        let Some(unit) = index.unread_unit(file) else { continue };
        for (_, of) in &types.owned {
            let units = index.added.entry(*of).or_default();
            if units.last() != Some(&unit) {
                units.push(unit);
            }
        }
    }
}

/// How deep types are followed that blocks declare for others.
const DEEPEST: usize = 8;

/// Enters the members of types that are declared elsewhere. Returns the names of types among them, and the places of all.
fn enter_owned(index: &mut SymbolTable<'_>, owned: &[(DefId, DefId)]) -> (FxHashSet<Sym>, Vec<(DefId, Sym)>) {
    let mut held = Vec::new();
    for (def, of) in owned.iter().copied() {
        index.owner_type.insert(def, of);
        let is_own = |row: &&Declaration| row.kind != DeclKind::Impl && !row.is_extension();
        let Some(declaration) = index.declaration(def).filter(is_own) else { continue };
        held.push((of, index.sym(index.file(def), declaration.name), def));
    }
    let blocks: FxHashSet<DefId> = owned.iter().map(|(def, _)| *def).collect();
    let members = members_of_blocks(index, &blocks);
    let types = members.iter().filter(|(.., member)| is_type(index, *member)).map(|(_, sym, _)| *sym).collect();
    held.extend(members);
    let places = held.iter().map(|(of, sym, _)| (*of, *sym)).collect();
    index.held.insert(held);
    (types, places)
}

/// The declarations whose owners are known now that types of those names have been entered.
fn owned_in_types(index: &SymbolTable<'_>, all: &mut [FileTypes], types: &FxHashSet<Sym>) -> Vec<(DefId, DefId)> {
    let mut found = Vec::new();
    index.note_looks(true);
    for (file, of) in (0..).map(FileId).zip(all).filter(|(_, of)| !of.is_kept) {
        let own = FileTypes::owners(index, file, |def, owner, observation| {
            let parts = observation.exprs.parts(owner);
            let is_new = |part: &ExprId| match observation.expr(*part) {
                Expr::Member(_, name) => types.contains(&index.sym(file, name)),
                _ => false,
            };
            !index.owner_type.contains_key(&def) && parts.iter().any(is_new)
        });
        of.owned.extend(own.iter().copied());
        of.owned.sort_unstable();
        found.extend(own);
    }
    index.note_looks(false);
    found
}

fn files<'i, 'w>(
    index: &'i SymbolTable<'w>,
) -> impl Iterator<Item = (FileId, &'w crate::language::Observation)> + use<'i, 'w> {
    let observations = &index.world.observations;
    observations
        .iter()
        .enumerate()
        .filter_map(|(at, observation)| Some((FileId(u32::try_from(at).unwrap_or(u32::MAX)), observation.as_ref()?)))
}

/// Members in blocks whose type is known: the type, the name, the member.
fn members_of_blocks(index: &SymbolTable<'_>, blocks: &FxHashSet<DefId>) -> Vec<(DefId, Sym, DefId)> {
    let mut members = Vec::new();
    if blocks.is_empty() {
        return members;
    }
    for (file, observation) in files(index) {
        for (number, declaration) in observation.declarations.iter().enumerate() {
            let block = declaration.container.filter(|_| declaration.owner.is_none());
            let is_block = |block: &Decl| observation.declaration(*block).kind == DeclKind::Impl;
            let Some(block) = block.filter(is_block) else { continue };
            let block = index.def(file, block);
            if let Some(of) = index.owner_type.get(&block).filter(|_| blocks.contains(&block)) {
                let member = index.def(file, Decl(u32::try_from(number).unwrap_or(u32::MAX)));
                members.push((*of, index.sym(file, declaration.name), member));
            }
        }
    }
    members
}

/// The value of that name in a scope to which members can be given: an object, or a function, which is one.
fn object(index: &SymbolTable<'_>, scope: DefId, sym: Sym) -> Option<DefId> {
    let is_value = |def: &DefId| {
        index.declaration(*def).is_some_and(|row| row.kind == DeclKind::Variable || row.kind == DeclKind::Function)
    };
    index.held(&(scope, sym))?.iter().copied().find(is_value)
}

impl FileTypes {
    /// The types to which the declarations of a file belong, and its blocks.
    fn owned_by(index: &SymbolTable<'_>, file: FileId) -> Self {
        let mut types = Self::default();
        let Some(observation) = index.observation(file) else { return types };
        types.owned = Self::owners(index, file, |_, _, _| true);
        let is_block = |site: &&SuperSite| observation.declaration(site.sub).kind == DeclKind::Impl;
        let blocks = observation.supertypes.iter().filter(is_block);
        types.blocks.extend(blocks.map(|site| (index.def(file, site.sub), None)));
        types
    }

    /// The types to which those declarations of a file belong that are wanted.
    fn owners(
        index: &SymbolTable<'_>,
        file: FileId,
        is_wanted: impl Fn(DefId, ExprId, &Observation) -> bool,
    ) -> Vec<(DefId, DefId)> {
        let mut owned = Vec::new();
        let Some(observation) = index.observation(file) else { return owned };
        for (decl, owner) in observation.owners.iter().copied() {
            let def = index.def(file, decl);
            if !is_wanted(def, owner, observation) {
                continue;
            }
            let from = index.container(def).unwrap_or(def);
            // What extends a type parameter extends what that must be of.
            let named = match bound_of_parameter(index, def, owner) {
                Some(bound) => bound.map_or(Target::Unknown, |bound| index.path(from, bound, 0)),
                None => index.path(from, owner, 0),
            };
            let target = index.as_type(named);
            let of = target.single().filter(|of| is_type(index, *of));
            let object = || object(index, from, index.sym(file, observation.declaration(decl).owner?));
            if let Some(of) = of.or_else(object) {
                owned.push((def, of));
            }
        }
        owned
    }
}

/// The bound of the type parameter of a function that the function extends: `fun <T : A> T.f()`; `None` where it extends something else.
fn bound_of_parameter(index: &SymbolTable<'_>, def: DefId, owner: ExprId) -> Option<Option<ExprId>> {
    let file = index.file(def);
    let observation = index.observation(file)?;
    index.declaration(def).filter(|row| row.is_extension())?;
    let sym = index.sym(file, observation.exprs.name(owner)?);
    let binding = observation.bindings.get(*index.locals(&(def, sym))?.first()? as usize)?;
    Some(binding.of.filter(|_| binding.kind == BindingKind::Annotated))
}

impl SymbolTable<'_> {
    /// Whether a function that extends a type parameter of its own gives a value of that: `fun <T : A> T.f(): T`.
    pub(in crate::resolve) fn gives_extended(&self, def: DefId) -> bool {
        let owner = self.declaration(def).filter(|row| row.is_extension()).and_then(|row| row.owner);
        let Some((owner, (observation, path))) = owner.zip(self.stated_path(def)) else { return false };
        observation.expr(path) == Expr::Name(owner) && self.locals(&(def, self.sym(self.file(def), owner))).is_some()
    }

    /// Whether a method states that it gives a value of the type that it is called on.
    pub(in crate::resolve) fn gives_receiver(&self, def: DefId) -> bool {
        let is_method = self.declaration(def).is_some_and(|row| {
            row.kind == DeclKind::Method || row.kind == DeclKind::Function && row.container != Some(Decl(0))
        });
        let is_stated = || self.stated_path(def).is_some_and(|(observation, path)| is_receiver(observation, path));
        is_method && is_stated() || self.gives_extended(def)
    }
}

/// Whether a stated result is the type of the receiver.
pub(super) fn is_receiver(observation: &Observation, path: ExprId) -> bool {
    match observation.expr(path) {
        Expr::This | Expr::SelfType => true,
        Expr::Name(name) => observation.name(name) == "self",
        _ => false,
    }
}
