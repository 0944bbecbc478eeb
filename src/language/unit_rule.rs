//! Units of files: packages, of which an edit reads those that names lead to.

use super::observation::Observation;
use crate::base::path;

/// The folders of a language that are units. The meaning of a file in one depends on files of other units only by the paths that it
/// writes, and by names and members that are looked up in the whole family; so an edit need not read all units.
pub struct UnitRule {
    /// The file that makes a folder a package: the outermost folder of those in a row above a file that hold one is its unit. Empty
    /// where there is none.
    pub package: &'static str,
    /// The manifests of packages: the nearest folder with one is the unit of a file that is of none yet.
    pub manifests: &'static [&'static str],
    /// Whether other files see the names of a file without a path to it, by its path and content: it is of no unit, and read
    /// with all of them.
    pub is_open: fn(&str, &Observation) -> bool,
}

impl UnitRule {
    /// The folder whose unit a file is of.
    pub fn folder<'p>(&self, file: &'p str, is_file: &dyn Fn(&str) -> bool) -> Option<&'p str> {
        let holds = |folder: &str, name: &str| match folder {
            "" => is_file(name),
            _ => is_file(&format!("{folder}/{name}")),
        };
        let is_package = |folder: &&str| !self.package.is_empty() && holds(folder, self.package);
        let has_manifest = |folder: &&str| self.manifests.iter().any(|name| holds(folder, name));
        let package = path::ancestors(file).take_while(is_package).last();
        package.or_else(|| path::ancestors(file).find(has_manifest))
    }
}
