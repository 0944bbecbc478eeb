//! Finds a name that a module offers to others, and what an import of it means.

use cg_rules::{DefId, FileId, NameId, Offer};

use super::keyed::Sym;
use super::outer::Outer;
use super::table::SymbolTable;
use super::target::{Target, agree, declared};
use crate::language::{Decl, DeclKind, ImportKind, MOST_CANDIDATES, Observation, Resolution, Rule};
use crate::resolve::cut::{MAX_RESOLUTION_DEPTH, is_cut};

impl SymbolTable<'_> {
    /// A name that a module exposes: a file, or all files of a package.
    pub fn in_module(&self, files: &[FileId], sym: Sym, depth: u32) -> Target {
        if is_cut(depth) {
            return Target::Unknown;
        }
        if let [file] = files
            && let Some(home) = self.homes.get(&Offer { module: self.def(*file, Decl(0)), name: NameId(sym.0) })
        {
            let found = self.offered_by(home.module, Sym(home.name.0), depth + 1);
            if found.is_some() || !self.derives(home.module, Sym(home.name.0), depth) {
                return found.map_or(Target::Unknown, |target| target.by(Rule::Module));
            }
        }
        let found = files.iter().filter_map(|file| {
            let offered = self.offered(*file, sym, depth + 1);
            let offered = offered.or_else(|| self.by_stars(self.def(*file, Decl(0)), sym, depth + 1));
            let offered = offered.or_else(|| self.of_whole(*file, sym, depth + 1));
            offered.or_else(|| self.by_outer_stars(*file, sym, depth)).or_else(|| self.lifted_by(*file, sym, depth))
        });
        let found: Vec<Target> = found.collect();
        if files.len() > 1 && found.len() > 1 {
            // The files of a package may declare a name once for each platform.
            let all = found.iter().flat_map(|target| match target {
                Target::Defs(defs, _) => defs.as_slice(),
                _ => &[],
            });
            let defs = self.built(all.copied().take(MOST_CANDIDATES).collect());
            let rule = match defs.as_slice() {
                [_] => Rule::Module,
                // Overloads may stand in several files.
                all if all.iter().all(|def| self.is_callable(*def)) => Rule::Several,
                _ => Rule::Platform,
            };
            return Target::Defs(defs, rule);
        }
        match (agree(found), files) {
            (Some(target), _) => target.by(Rule::Module),
            // What the code does not show, its declarations may.
            (None, [file]) => match self.declaration_file(*file) {
                Some(declaration) => self.in_module(&[declaration], sym, depth + 1),
                None => Target::Unknown,
            },
            (None, _) => Target::Unknown,
        }
    }

    /// The file that declares what a file of code offers.
    pub(in crate::resolve) fn declaration_file(&self, code: FileId) -> Option<FileId> {
        self.resolver(code.0 as usize)?.declaration(code)
    }

    /// The definition of that name in the declaration file of the file of a top-level definition.
    pub(in crate::resolve) fn declared_elsewhere(&self, def: DefId) -> Option<DefId> {
        let (file, row) = (self.file(def), self.declaration(def)?);
        let declaration = self.declaration_file(file).filter(|_| row.container == Some(Decl(0)))?;
        let defs = self.held(&(self.def(declaration, Decl(0)), self.sym(file, row.name)))?;
        defs.first().copied()
    }

    /// The export of a file, or of a module inside of one, under a name.
    pub(in crate::resolve) fn offered_by(&self, scope: DefId, sym: Sym, depth: u32) -> Option<Target> {
        let file = self.file(scope);
        match self.declaration(scope).map(|row| row.kind) {
            Some(DeclKind::File) => self.offered(file, sym, depth),
            // The members of a type that is imported wholesale.
            Some(kind) if kind.is_type() => self.brought_by_type(scope, self.member(scope, sym, depth)?),
            _ => self.stated_in(scope, sym, depth),
        }
    }

    /// The export of a file under a name.
    pub(in crate::resolve) fn offered(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        let exposed = self.exposed.get(&(file, sym)).copied();
        if exposed.is_none() && self.language(file).is_some_and(|it| it.exports_explicitly) {
            let defs = self.held(&(self.def(file, Decl(0)), sym))?.iter().copied();
            let exported = |def: &DefId| self.declaration(*def).is_some_and(|row| row.exported);
            let defs: Vec<DefId> = defs.filter(exported).collect();
            return (!defs.is_empty()).then(|| declared(self, &defs, Rule::Module));
        }
        self.stated_in(self.def(file, Decl(0)), exposed.unwrap_or(sym), depth)
    }

    /// The value of a CommonJS module: `module.exports = …`.
    pub(in crate::resolve) fn whole(&self, file: FileId, depth: u32) -> Option<Target> {
        self.offered(file, self.sym_of("export=")?, depth)
    }

    /// A member of that.
    pub(in crate::resolve) fn of_whole(&self, file: FileId, sym: Sym, depth: u32) -> Option<Target> {
        let whole = self.whole(file, depth)?;
        match self.text(sym) {
            "export=" => None,
            "default" => Some(whole),
            _ => self.part(&whole, sym, depth).known(),
        }
    }

    /// The target that an import site binds.
    pub(in crate::resolve) fn import(&self, file: FileId, number: u32, depth: u32) -> Target {
        let (Some(observation), Some(resolution)) =
            (self.observation(file), self.resolutions[file.0 as usize].get(number as usize))
        else {
            return Target::Unknown;
        };
        let site = &observation.imports[number as usize];
        let name = site.name.map(|name| observation.name(name));
        // `import a.b.c` binds `a`.
        if let (Resolution::Module(_), Some(source)) = (resolution, self.dotted_source(file, observation, number)) {
            let head = source.split('.').next().unwrap_or(source);
            return Target::Module(self.resolver(file.0 as usize).map_or(Vec::new(), |it| it.module(head)));
        }
        // `import a.b.c` binds `a`, be it external.
        let source = match self.dotted_source(file, observation, number) {
            Some(source) => source.split('.').next().unwrap_or(source),
            None => observation.name(site.source),
        };
        self.target_of(file, resolution, (source, name), depth)
    }

    /// The target of the resolution of a module, as it is written, and of the name taken from it, in a file.
    pub(in crate::resolve) fn target_of(
        &self,
        file: FileId,
        resolution: &Resolution,
        (module, name): (&str, Option<&str>),
        depth: u32,
    ) -> Target {
        match resolution {
            Resolution::Module(files) => {
                let whole = files.first().filter(|_| name.is_none()).and_then(|file| self.whole(*file, depth + 1));
                let kind =
                    whole.as_ref().and_then(Target::single).and_then(|def| self.declaration(def)).map(|row| row.kind);
                // An object is the module by another name.
                let whole = whole.filter(|_| kind != Some(DeclKind::Variable));
                let part = name.and_then(|name| self.attribute(file, files, name, depth));
                whole.or(part).unwrap_or_else(|| Target::Module(files.clone()))
            }
            Resolution::Member(files) => match name {
                None | Some("*") => Target::Module(files.clone()),
                Some(name) => match self.sym_of(name) {
                    Some(sym) if self.is_sealed(file, files, sym) => Target::Unknown,
                    Some(sym) => self.in_module(files, sym, depth + 1),
                    None => Target::Unknown,
                },
            },
            Resolution::Inside(to, path) => self.inside(*to, path, depth + 1),
            Resolution::External(package) | Resolution::Builtin(package) => {
                let family = self.language(file).map_or("", |language| language.family);
                let is_builtin = matches!(resolution, Resolution::Builtin(_));
                Outer::imported(package, module, name, family).builtin(is_builtin).into()
            }
            Resolution::Asset(_) | Resolution::Local | Resolution::Unresolved => Target::Unknown,
        }
    }

    /// Whether a module imports a name for itself alone, and `from` is no part of it.
    pub(in crate::resolve) fn is_sealed(&self, from: FileId, files: &[FileId], sym: Sym) -> bool {
        let [module] = files else { return false };
        let seals = self.language(*module).is_some_and(|language| language.conventions.seals_imports);
        if !seals || from == *module || self.held(&(self.def(*module, Decl(0)), sym)).is_some() {
            return false;
        }
        let (Some(sites), Some(observation)) = (self.bound.get(&(*module, sym)), self.observation(*module)) else {
            return false;
        };
        let imports = sites.iter().filter_map(|site| observation.imports.get(*site as usize));
        let mut here = imports.filter(|site| site.within == Decl(0)).peekable();
        here.peek().is_some() && here.all(|site| site.kind == ImportKind::Value) && !self.is_inside(from, *module)
    }

    /// Whether the module that a file is lies, however deep, inside another.
    fn is_inside(&self, file: FileId, module: FileId) -> bool {
        let around = |file: &FileId| match self.resolver(file.0 as usize)?.module_around(*file)? {
            Resolution::Module(files) => files.first().copied(),
            Resolution::Inside(around, _) => Some(around),
            _ => None,
        };
        let depth = MAX_RESOLUTION_DEPTH as usize;
        std::iter::successors(Some(file), around).take(depth).any(|around| around == module)
    }

    /// A package that itself has a function or type of its submodule's name exports that, not the module.
    pub(in crate::resolve) fn attribute(
        &self,
        file: FileId,
        files: &[FileId],
        name: &str,
        depth: u32,
    ) -> Option<Target> {
        let [module] = files else { return None };
        let package = self.resolver(file.0 as usize)?.parent(*module).filter(|package| *package != file)?;
        let target = self.stated_in_file(package, self.sym_of(name)?, depth + 1)?;
        matches!(target, Target::Defs(..)).then_some(target)
    }

    /// The source of an import such as `import a.b.c`, which binds its head.
    pub(in crate::resolve) fn dotted_source<'o>(
        &self,
        file: FileId,
        observation: &'o Observation,
        site: u32,
    ) -> Option<&'o str> {
        let site = &observation.imports[site as usize];
        let source = observation.name(site.source);
        let (head, _) = source.split_once('.')?;
        let binds_head = self.language(file).is_some_and(|it| it.conventions.imports_bind_heads);
        (binds_head && site.name.is_none() && observation.name(site.local?) == head).then_some(source)
    }
}
