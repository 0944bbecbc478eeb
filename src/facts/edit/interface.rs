//! Reads the part of an edit that other files can see: the names whose meaning may be another.
//!
//! A file sees another by its declarations, imports, exports, supertypes and by the names that those bind. Calls, mentions,
//! references and tests are seen by nobody, and what a function binds for itself only as a member of that function (`f.x`).

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::aligned::aligned;
use super::bound::{NameBindings, changed};
use super::names::{UNNAMED, listed, looked_up_by};
use crate::facts::path_names::parts;
use crate::language::{
    BindingKind, CONVERSION, CallKind, Conventions, Decl, DeclKind, Declaration, ImportKind, ImportSite, MIXED_IN_TOP,
    Name, OPENED, Observation, is_identifier, is_of_block,
};

/// The reason for which all is related anew.
pub type RelinkRefusal = &'static str;

/// The difference that an edit makes to others.
#[derive(Debug, Default)]
pub struct InterfaceEdit {
    /// The number after the edit of each declaration before it; `None` for one that is gone.
    pub declarations: Vec<Option<u32>>,
    /// The names whose meaning may be another.
    pub names: BTreeSet<String>,
    /// The names that functions bind for themselves in another way: the function, and the name.
    pub inner: BTreeSet<(String, String)>,
    /// Types have other members, or other supertypes: what inherits from them may have other tests.
    pub members: bool,
    /// The names that its imports bind in another way.
    pub imported: BTreeSet<String>,
    /// The names that the file declares or offers on one side of the edit alone.
    pub listed: BTreeSet<String>,
}

impl InterfaceEdit {
    /// The difference; an error where it is of a kind that is not followed: another package, another wholesale import, another
    /// build, another text that is included.
    pub fn between(
        (before, after): (&Observation, &Observation),
        path: &str,
        conventions: &Conventions,
    ) -> Result<Self, RelinkRefusal> {
        let declarations = aligned(before, after);
        let mut difference = Self::default();
        let (old, new) = (Side::of(before, &declarations, conventions), Side::after(after, conventions));
        let is_other = old.conditional() != new.conditional() || old.namespaces() != new.namespaces();
        if is_other || old.head() != new.head() || old.mixed_in() != new.mixed_in() {
            return Err("the package, the build or the sort of a file changed");
        }
        // Who sees the functions of the file by its class writes the name of that.
        if let Some(class) = conventions.class_of_file.filter(|_| old.has_values() != new.has_values()) {
            difference.names.insert(class(path));
        }
        difference.imports(&old, &new, conventions)?;
        difference.exports(&old, &new)?;
        difference.declared(&old, &new);
        difference.owners(&old, &new)?;
        difference.supertypes(&old, &new);
        difference.bindings(&old, &new);
        difference.listed =
            listed(before).symmetric_difference(&listed(after)).map(|name| (*name).to_owned()).collect();
        // The file itself is declared first.
        match declarations.first().is_none_or(|first| *first == Some(0)) {
            true => Ok(Self { declarations, ..difference }),
            false => Err("a file is another"),
        }
    }

    /// Every name that the difference is of.
    pub fn all_names(&self) -> impl Iterator<Item = &str> {
        let inner = self.inner.iter().flat_map(|(function, name)| [function, name]);
        self.names.iter().chain(inner).chain(&self.imported).map(String::as_str)
    }

    /// The imports that came, went, or bring another thing.
    fn imports(&mut self, old: &Side<'_>, new: &Side<'_>, conventions: &Conventions) -> Result<(), RelinkRefusal> {
        let resolves_by_imports = conventions.resolves_by_imports;
        let (from, to) = (old.imports(), new.imports());
        let locals: BTreeSet<Option<&str>> = from.keys().chain(to.keys()).copied().collect();
        for local in locals.into_iter().filter(|local| from.get(local) != to.get(local)) {
            self.members = true;
            let [before, after] = [&from, &to].map(|of| of.get(&local).map_or(&[][..], Vec::as_slice));
            // Of several under one name those count that came or went, or all where their order is another.
            let others = before.iter().filter(|site| !after.contains(site));
            let others = others.chain(after.iter().filter(|site| !before.contains(site)));
            let others: Vec<&ImportText<'_>> = others.collect();
            for site in if others.is_empty() { before.iter().collect() } else { others } {
                let is_whole = site.name == Some("*");
                if is_whole || matches!(site.kind, ImportKind::Reexport | ImportKind::Implicit) {
                    return Err("an import of everything, or one that is handed on, changed");
                }
                if conventions.includes_text {
                    return Err("a text that is included came or went, and others may see its names through the file");
                }
                // The name is a second one for a thing: that is known of names anywhere. Where paths lead through imports,
                // whoever goes through this one writes its name.
                let is_global = |local: &&str| resolves_by_imports || site.name.is_some_and(|name| name != *local);
                self.names.extend(local.filter(is_global).map(str::to_owned));
                match local {
                    Some(local) => drop(self.imported.insert(local.to_owned())),
                    // It goes by a part of its path.
                    None => self.imported.extend(parts(site.source).map(str::to_owned)),
                }
            }
        }
        Ok(())
    }

    fn exports(&mut self, old: &Side<'_>, new: &Side<'_>) -> Result<(), RelinkRefusal> {
        let (from, to) = (&old.it.exports, &new.it.exports);
        if from.is_empty() != to.is_empty() {
            return Err("a first export came, or the last one went");
        }
        let texts = |side: &Side<'_>| -> BTreeSet<(String, String)> {
            let rows = side.it.exports.iter();
            rows.map(|row| (side.it.name(row.name).to_owned(), side.it.name(row.local).to_owned())).collect()
        };
        for (name, local) in texts(old).symmetric_difference(&texts(new)) {
            self.names.extend([name.clone(), local.clone()]);
        }
        Ok(())
    }

    /// The declarations that came, went, or are declared in another way.
    fn declared(&mut self, old: &Side<'_>, new: &Side<'_>) {
        let mut is_kept = vec![false; new.it.declarations.len()];
        for (at, row) in old.it.declarations.iter().enumerate() {
            let now = old.aligned.and_then(|aligned| aligned.get(at).copied().flatten());
            let other = now.and_then(|now| new.it.declarations.get(now as usize));
            match (now, other) {
                (Some(now), Some(other)) => {
                    is_kept[now as usize] = true;
                    if old.signature(at, row) != new.signature(now as usize, other) {
                        self.enter(old, row);
                    }
                }
                _ => self.enter(old, row),
            }
        }
        let others = new.it.declarations.iter().zip(&is_kept).filter(|(_, is_kept)| !**is_kept);
        others.for_each(|(row, _)| self.enter(new, row));
    }

    fn enter(&mut self, side: &Side<'_>, row: &Declaration) {
        let around = row.container.map(|around| side.it.declaration(around).kind);
        self.members |= row.kind != DeclKind::Function || row.owner.is_some() || around != Some(DeclKind::File);
        // A block changes the type that it is of, and a type the one by whose path it is declared.
        let owner = row.owner.filter(|_| row.kind == DeclKind::Impl || row.kind.is_type());
        let names = looked_up_by(side.it, row, side.conventions);
        let named = names.chain(owner.map(|name| side.it.name(name))).map(str::to_owned);
        // Nobody can name a function without a name.
        self.names.extend(named.filter(|name| !name.is_empty()));
    }

    /// The types to which declarations belong.
    fn owners(&mut self, old: &Side<'_>, new: &Side<'_>) -> Result<(), RelinkRefusal> {
        let texts = |side: &Side<'_>| -> BTreeMap<u32, String> {
            let rows = side.it.owners.iter();
            rows.map(|(Decl(decl), of)| (side.number(*decl), side.it.spelled(*of).into_owned())).collect()
        };
        let (from, to) = (texts(old), texts(new));
        for (decl, of) in from.iter().filter(|(decl, of)| **decl < GONE && to.get(decl) != Some(of)) {
            let Some(row) = new.it.declarations.get(*decl as usize) else { continue };
            // With a block all of its members belong to another type.
            if row.kind == DeclKind::Impl {
                return Err("a block is of another type");
            }
            self.names.extend([new.it.name(row.name).to_owned(), of.clone()]);
        }
        Ok(())
    }

    fn supertypes(&mut self, old: &Side<'_>, new: &Side<'_>) {
        let texts = |side: &Side<'_>| {
            let mut of: BTreeMap<u32, Vec<String>> = BTreeMap::new();
            for site in &side.it.supertypes {
                let text = format!("{:?} {}", site.how, side.it.spelled(site.of));
                of.entry(side.number(site.sub.0)).or_default().push(text);
            }
            of
        };
        let (from, to) = (texts(old), texts(new));
        for decl in from.keys().chain(to.keys()).filter(|decl| from.get(decl) != to.get(decl)) {
            // One that is gone has entered its names.
            if let Some(row) = new.it.declarations.get(*decl as usize) {
                self.enter(new, row);
            }
        }
    }

    fn bindings(&mut self, old: &Side<'_>, new: &Side<'_>) {
        let (from, to) = (old.bindings(), new.bindings());
        let changed = changed(&from, &to);
        for ((decl, name), bound) in from.iter().chain(&to) {
            let key = (*decl, *name);
            if !changed.contains(&key) {
                continue;
            }
            // Names are looked up behind that of the namespace.
            if *name == OPENED {
                let opened = bound.stated.iter().filter_map(|(_, text)| text.as_deref());
                self.names.extend(opened.flat_map(parts).map(str::to_owned));
            }
            // What a declaration quotes may be seen by who names neither.
            if name.split_once(' ').is_some_and(|(mark, _)| new.conventions.is_implied(mark)) {
                self.names.insert(UNNAMED.to_owned());
            }
            // What a function converts has members that are called without its name.
            if *name == CONVERSION {
                self.names.insert(UNNAMED.to_owned());
            }
            let has = |of: &BTreeMap<(u32, &str), NameBindings>| of.get(&key).is_some_and(|it| it.is_inner);
            let is_inner = (has(&from) || !from.contains_key(&key)) && (has(&to) || !to.contains_key(&key));
            match (is_inner, bound.function.as_ref()) {
                // Nobody names the function, or who does is reached by its name.
                (true, Some(function)) if function.iter().all(|it| self.names.contains(it)) => {}
                (true, Some(function)) => {
                    self.inner.extend(function.iter().map(|it| (it.clone(), (*name).to_owned())));
                }
                (false, Some(function)) => self.names.extend(function.iter().cloned()),
                (_, None) => {
                    self.members = true;
                    // Who looks such a member up writes neither its name nor that of the block around it.
                    if bound.scope.as_deref().is_some_and(|scope| new.conventions.is_implied(scope)) {
                        self.names.insert(UNNAMED.to_owned());
                    }
                    let named = bound.scope.as_deref().filter(|_| !is_identifier(name)).unwrap_or(name);
                    self.names.insert(named.to_owned());
                    // What `a[0]` states is seen by who writes `a`.
                    self.names.extend(parts(name).map(str::to_owned));
                }
            }
        }
    }
}

/// The number of a declaration that is gone, and its own: beyond those of all that are there.
const GONE: u32 = 1 << 31;

/// An import, with its texts.
#[derive(Debug, PartialEq, Eq)]
struct ImportText<'o> {
    source: &'o str,
    name: Option<&'o str>,
    kind: ImportKind,
    within: u32,
    is_conditional: bool,
}

/// An observation, with the numbers that its declarations have after the edit.
struct Side<'o> {
    it: &'o Observation,
    conventions: &'o Conventions,
    aligned: Option<&'o [Option<u32>]>,
    /// The names that are called, by their lines.
    called: Vec<(u32, Name)>,
}

impl<'o> Side<'o> {
    fn of(it: &'o Observation, aligned: &'o [Option<u32>], conventions: &'o Conventions) -> Self {
        Self { aligned: Some(aligned), ..Self::after(it, conventions) }
    }

    fn after(it: &'o Observation, conventions: &'o Conventions) -> Self {
        let mut called: Vec<(u32, Name)> = it.calls.iter().map(|call| (call.at.line, call.callee)).collect();
        called.sort_unstable();
        Self { it, conventions, aligned: None, called }
    }

    fn number(&self, decl: u32) -> u32 {
        match self.aligned {
            Some(aligned) => aligned.get(decl as usize).copied().flatten().unwrap_or(GONE + decl),
            None => decl,
        }
    }

    /// The properties of the file as a whole. A macro at its top may declare modules.
    fn head(&self) -> (Option<&str>, Option<&str>, bool, Option<[bool; 2]>) {
        let text = |name| self.it.name(name);
        let is_item = |kind: CallKind, caller: Decl| kind == CallKind::Macro && caller == Decl(0);
        let has_macros = self.it.calls.iter().any(|call| is_item(call.kind, call.caller));
        let offers = self.conventions.sorts_by_offers.then(|| self.offers());
        (self.it.package.map(text), self.it.condition.map(text), has_macros, offers)
    }

    /// Whether it states what it imports or exports, and offers anything at its top.
    fn offers(&self) -> [bool; 2] {
        let states = !self.it.imports.is_empty() || !self.it.exports.is_empty();
        [states, self.offered().next().is_some()]
    }

    /// The declarations that the file offers at its top.
    fn offered(&self) -> impl Iterator<Item = &Declaration> {
        self.it.declarations.iter().filter(|row| row.exported && row.container == Some(Decl(0)))
    }

    fn has_values(&self) -> bool {
        self.offered().any(|row| matches!(row.kind, DeclKind::Function | DeclKind::Variable))
    }

    /// The imports by the names that they bind. A path in the code binds none, and where paths lead through imports, none leads
    /// through it.
    fn imports(&self) -> BTreeMap<Option<&str>, Vec<ImportText<'_>>> {
        let text = |name| self.it.name(name);
        let is_whole = |site: &ImportSite| site.name.is_some_and(|name| text(name) == "*");
        let is_seen =
            |site: &&ImportSite| !self.conventions.resolves_by_imports || site.local.is_some() || is_whole(site);
        let mut all: BTreeMap<Option<&str>, Vec<ImportText<'_>>> = BTreeMap::new();
        for site in self.it.imports.iter().filter(is_seen) {
            all.entry(site.local.map(text)).or_default().push(ImportText {
                source: text(site.source),
                name: site.name.map(text),
                kind: site.kind,
                within: self.number(site.within.0),
                is_conditional: site.is_conditional,
            });
        }
        all
    }

    fn namespaces(&self) -> Vec<(u32, &str)> {
        self.it.namespaces.iter().map(|(decl, name)| (self.number(decl.0), self.it.name(*name))).collect()
    }

    /// The modules that the top of the file mixes in, for whoever runs with it.
    fn mixed_in(&self) -> Vec<Cow<'_, str>> {
        let of_top = self.it.bindings.iter().filter(|it| self.it.name(it.name) == MIXED_IN_TOP);
        of_top.filter_map(|it| it.of).map(|of| self.it.spelled(of)).collect()
    }

    fn conditional(&self) -> Vec<u32> {
        self.it.conditional.iter().map(|decl| self.number(decl.0)).collect()
    }

    /// The part of a declaration itself that others read.
    fn signature(&self, at: usize, row: &Declaration) -> impl PartialEq {
        let parameters = row.parameters.map(|it| {
            let labels = it.labels.map(|labels| self.it.name(labels).to_owned());
            let n = if it.most == u8::MAX { it.least } else { it.most };
            let own = self.it.taken_by(Decl(u32::try_from(at).unwrap_or(u32::MAX)), it);
            let taken = own.take(usize::from(n)).map(|bound| {
                (self.it.name(bound.name).to_owned(), bound.of.map(|of| self.it.spelled(of).into_owned()))
            });
            let before = self.it.bindings.get(..it.first as usize).unwrap_or_default().iter().rev();
            let n_before = before.take_while(|bound| bound.scope.0 as usize == at).count();
            (it.least, it.most, labels, taken.collect::<Vec<_>>(), n_before)
        });
        let container = row.container.map(|Decl(container)| self.number(container));
        let counted = u32::try_from(at).ok().and_then(|at| self.it.counted_name(Decl(at)));
        let counted = counted.map(|name| self.it.name(name));
        (row.kind, container, row.exported, row.body_line > 0, (parameters, counted), self.decorators(row))
    }

    /// The names that are called between the first line of a declaration and its name: a decorator may make it another thing
    /// for others, as pytest's fixtures are.
    fn decorators(&self, row: &Declaration) -> BTreeSet<&str> {
        let from = self.called.partition_point(|(line, _)| *line < row.start_line);
        let above = self.called[from..].iter().take_while(|(line, _)| *line < row.at.line);
        above.map(|(_, name)| self.it.name(*name)).collect()
    }

    fn bindings(&self) -> BTreeMap<(u32, &str), NameBindings> {
        let mut all: BTreeMap<(u32, &str), NameBindings> = BTreeMap::new();
        for binding in &self.it.bindings {
            let scope = self.it.declaration(binding.scope);
            let name = self.it.name(binding.name);
            let of = binding.of.map(|of| self.it.spelled(of).into_owned());
            let bound = all.entry((self.number(binding.scope.0), name)).or_insert_with(|| NameBindings {
                stated: Vec::new(),
                is_inner: scope.kind.is_callable() && (is_identifier(name) || is_of_block(name)) && name != "this",
                function: scope.kind.is_callable().then(|| {
                    let names = looked_up_by(self.it, scope, self.conventions).map(str::to_owned);
                    names.filter(|it| !it.is_empty()).collect()
                }),
                scope: Some(self.it.name(scope.name).to_owned()).filter(|_| scope.kind != DeclKind::File),
            });
            // Overloads are chosen by the types that parameters state.
            let states = binding.kind == BindingKind::Annotated && scope.parameters.is_some() && !is_of_block(name);
            bound.is_inner &= !states && binding.kind != BindingKind::Returns;
            bound.stated.push((binding.kind, of));
        }
        all
    }
}
