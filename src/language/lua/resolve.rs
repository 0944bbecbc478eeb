//! Resolves `require`: a dotted name is a path below some directory of Lua's search path.

use cg_rules::FileId;
use rustc_hash::FxHashMap;

use super::super::observation::{ImportSite, Observation};
use super::super::resolver::{Resolution, Resolver};
use super::super::shape::World;
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
    /// The files by the last part of their paths.
    by_name: FxHashMap<&'w str, Vec<FileId>>,
}

/// Enters every file.
pub fn resolver<'w>(world: &'w World<'w>) -> Box<dyn Resolver + 'w> {
    let mut modules = Modules { world, by_name: FxHashMap::default() };
    for (file, path) in world.paths.iter().filter(|(_, path)| path::extension(path) == "lua") {
        modules.by_name.entry(path::name(path)).or_default().push(file);
    }
    Box::new(modules)
}

impl Modules<'_> {
    fn find(&self, from: FileId, source: &str) -> Option<FileId> {
        let named = source.replace('.', "/");
        let named = named.trim_start_matches('/');
        self.below_root(named).or_else(|| self.by_end(from, named))
    }

    /// The file of a path without its ending, below one of the roots.
    fn below_root(&self, named: &str) -> Option<FileId> {
        let at = |root: &&str| {
            let base = path::join(root, named)?;
            let file = |ending: &str| self.world.paths.file(&format!("{base}{ending}"));
            file(".lua").or_else(|| file("/init.lua"))
        };
        ROOTS.iter().find_map(at)
    }

    /// The one file whose name ends so, or the nearest.
    fn by_end(&self, from: FileId, named: &str) -> Option<FileId> {
        let here = path::parent(self.world.paths.path(from));
        let nearest = |ending: &str| {
            let end = format!("{named}{ending}");
            self.world.paths.nearest(self.by_name.get(path::name(&end))?, &end, here)
        };
        nearest(".lua").or_else(|| nearest("/init.lua"))
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
        self.below_root(&name.replace('.', "/")).into_iter().collect()
    }
}
