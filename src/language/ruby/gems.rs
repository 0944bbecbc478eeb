//! The gems around: those that the repository makes, whose `lib` is on the load path, and those that it takes from
//! elsewhere.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::shape::World;
use crate::base::{TextPart, path};

/// The gem files of a repository.
#[derive(Default)]
pub struct Gems {
    /// The folders from which `require` finds files, sorted.
    pub roots: Vec<String>,
    /// The names of other gems, by their plain form.
    others: FxHashMap<String, String>,
}

/// A name without what is written differently in a gem, a file and a constant: `active_record`, `ActiveRecord`.
pub fn plain(name: &str) -> String {
    name.chars().filter(|letter| !matches!(letter, '_' | '-' | '/')).flat_map(char::to_lowercase).collect()
}

/// Reads every gem file.
pub fn gather(world: &World<'_>) -> Gems {
    let mut gems = Gems::default();
    let mut own = FxHashSet::default();
    let mut roots = FxHashSet::from_iter([String::new(), "lib".to_owned()]);
    for (_, file) in world.paths.iter() {
        let Some(text) = world.config(file) else { continue };
        if file.ends_with(".gemspec") {
            own.insert(plain(path::stem(file)));
            roots.extend(path::join(path::parent(file), "lib"));
        }
        let names = text.lines().filter_map(|line| named(line.trim()));
        gems.others.extend(names.map(|name| (plain(name), name.to_owned())));
    }
    gems.others.retain(|name, _| !own.contains(name));
    gems.roots = roots.into_iter().filter(|root| !root.is_empty() && world.paths.is_directory(root)).collect();
    gems.roots.sort_unstable();
    gems
}

/// The gem that a line of a Gemfile, its lockfile, or a gemspec names.
fn named(line: &str) -> Option<&str> {
    let quoted = |text| str::split(text, ['"', '\'']).nth(1);
    if line.starts_with("gem ") || line.starts_with("gem(") || line.contains("_dependency") {
        return quoted(line);
    }
    // `    rack (>= 2.2)` of a lockfile.
    let (name, version) = line.split_once(" (")?;
    (version.ends_with(')') && !name.contains([' ', '#', '"', '\'', '='])).then_some(name)
}

impl Gems {
    /// The gem that a feature or a constant is of, if its name decides it: `active_support/all` is of `activesupport`,
    /// `rack/test` of `rack-test`.
    pub fn of_feature(&self, feature: &str) -> Option<&str> {
        let ends = [feature.len()].into_iter().chain(feature.rmatch_indices('/').map(|(at, _)| at));
        let mut known = ends.filter_map(|end| self.others.get(&plain(feature.part(..end))));
        known.next().map(String::as_str)
    }
}
