//! Resolves `require`: a dotted name is a path below some directory that Lua is told to look in.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::super::observation::{ImportSite, Observation};
use super::super::resolver::{Resolution, Resolver, World};
use crate::base::path;

/// The directories that a name is looked for in before any other.
const ROOTS: &[&str] = &["", "lua", "src", "lib"];

/// The modules and functions that interpreters bring along.
#[rustfmt::skip]
const STANDARD: &[&str] = &[
    "_G", "_VERSION", "assert", "bit", "bit32", "collectgarbage", "coroutine", "debug", "dofile", "error", "ffi", "getfenv",
    "getmetatable", "io", "ipairs", "jit", "load", "loadfile", "loadstring", "math", "module", "next", "ngx", "os", "package",
    "pairs", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset", "require", "select", "setfenv", "setmetatable",
    "string", "table", "tonumber", "tostring", "type", "unpack", "utf8", "vim", "xpcall",
];

/// The Lua files of a repository.
struct Modules<'w> {
    world: &'w World<'w>,
    /// The files by the last part of the name that `require` would use.
    by_name: FxHashMap<&'w str, Vec<FileId>>,
}

/// Enters every file under its own name, and `init.lua` under that of its directory.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    let mut modules = Modules { world, by_name: FxHashMap::default() };
    for (file, path) in world.paths.iter().filter(|(_, path)| path::extension(path) == "lua") {
        modules.by_name.entry(path::name(without_ending(path))).or_default().push(file);
    }
    Box::new(modules)
}

/// `a/b` for `a/b.lua` and `a/b/init.lua`.
fn without_ending(path: &str) -> &str {
    let path = path.strip_suffix(".lua").unwrap_or(path);
    path.strip_suffix("/init").unwrap_or(path)
}

impl Modules<'_> {
    fn find(&self, from: FileId, source: &str) -> Option<FileId> {
        let named = source.replace('.', "/");
        let named = named.trim_start_matches('/');
        let at = |root: &str| {
            let base = path::join(root, named)?;
            let file = |ending: &str| self.world.paths.file(&format!("{base}{ending}"));
            file(".lua").or_else(|| file("/init.lua"))
        };
        ROOTS.iter().find_map(|root| at(root)).or_else(|| self.by_end(from, named))
    }

    /// The one file whose name ends so; of several the one that is nearest to the file that asks.
    fn by_end(&self, from: FileId, named: &str) -> Option<FileId> {
        let here = path::parent(self.world.paths.path(from));
        let mut best: Option<(usize, FileId)> = None;
        let mut is_single = true;
        for file in self.by_name.get(path::name(named))? {
            let path = without_ending(self.world.paths.path(*file));
            if !path.strip_suffix(named).is_some_and(|rest| rest.is_empty() || rest.ends_with('/')) {
                continue;
            }
            let parts = path::parent(path).split('/').zip(here.split('/'));
            let n_shared = parts.take_while(|(one, other)| one == other && !one.is_empty()).count();
            match best {
                Some((most, _)) if most > n_shared => {}
                Some((most, _)) if most == n_shared => is_single = false,
                _ => (best, is_single) = (Some((n_shared, *file)), true),
            }
        }
        best.filter(|_| is_single).map(|(_, file)| file)
    }
}

impl Resolver for Modules<'_> {
    fn resolve(&self, from: FileId, observation: &Observation, site: &ImportSite) -> Resolution {
        let source = observation.name(site.source);
        if let Some(file) = self.find(from, source) {
            return match site.name {
                Some(_) => Resolution::Member(vec![file]),
                None => Resolution::Module(vec![file]),
            };
        }
        let top = source.split(['.', '/']).next().unwrap_or(source);
        if STANDARD.binary_search(&top).is_ok() {
            return Resolution::Builtin(top.to_owned());
        }
        Resolution::External(top.to_owned())
    }

    fn head(&self, _from: FileId, name: &str) -> Option<Resolution> {
        STANDARD.binary_search(&name).is_ok().then(|| Resolution::Builtin(name.to_owned()))
    }

    fn module(&self, name: &str) -> Vec<FileId> {
        let at = |root: &str| {
            let base = path::join(root, &name.replace('.', "/"))?;
            let file = |ending: &str| self.world.paths.file(&format!("{base}{ending}"));
            file(".lua").or_else(|| file("/init.lua"))
        };
        ROOTS.iter().find_map(|root| at(root)).into_iter().collect()
    }
}
