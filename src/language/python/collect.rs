//! Tests that pytest and unittest collect, by the patterns that the repository states.

use std::sync::OnceLock;

use cg_rules::FileId;
use globset::GlobSet;

use super::super::observation::Declaration;
use super::super::resolver::Collector;
use super::super::shape::World;
use super::{pytest, roots};
use crate::base::{glob_matcher, path};

/// Where pytest looks for its patterns, the first that states any.
const CONFIGS: &[&str] = &["pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"];

/// pytest's patterns. A class or a function is meant by the beginning of its name, or by a glob.
pub struct Pytest<'w> {
    world: &'w World<'w>,
    files: Vec<GlobSet>,
    classes: Vec<String>,
    functions: Vec<String>,
    /// Where each file calls a decorator of fixtures, once somebody asks.
    fixture_lines: Vec<OnceLock<Vec<u32>>>,
}

impl<'w> Pytest<'w> {
    /// The patterns of a repository; pytest's own where it states none.
    pub fn of(world: &'w World<'w>) -> Self {
        let stated = |key: &str| {
            let texts = CONFIGS.iter().map(|file| roots::stated(file, world.config(file).unwrap_or(""), key));
            texts.into_iter().find(|patterns| !patterns.is_empty())
        };
        let or = |key: &str, default: &[&str]| {
            stated(key).unwrap_or_else(|| default.iter().map(|&pattern| pattern.to_owned()).collect())
        };
        let files = or("python_files", &["test_*.py", "*_test.py"]);
        Self {
            world,
            files: files.iter().filter_map(|pattern| glob_matcher(pattern).ok()).collect(),
            classes: or("python_classes", &["Test"]),
            functions: or("python_functions", &["test"]),
            fixture_lines: world.observations.iter().map(|_| OnceLock::new()).collect(),
        }
    }
}

impl Collector for Pytest<'_> {
    fn takes_functions(&self, file: FileId) -> bool {
        let file = self.world.paths.path(file);
        self.files.iter().any(|pattern| pattern.is_match(path::name(file)) || pattern.is_match(file))
    }

    /// unittest's own pattern, which Django keeps, is `test*.py`.
    fn takes_cases(&self, file: FileId) -> bool {
        let name = path::name(self.world.paths.path(file));
        name.starts_with("test") && name.ends_with(".py") || self.takes_functions(file)
    }

    fn is_test(&self, name: &str) -> bool {
        self.functions.iter().any(|pattern| is_meant(name, pattern))
    }

    fn is_class(&self, name: &str) -> bool {
        self.classes.iter().any(|pattern| is_meant(name, pattern))
    }

    fn is_case(&self, name: &str) -> bool {
        name.rsplit('.').next().is_some_and(|name| name.ends_with("TestCase"))
    }

    fn is_fixture(&self, file: FileId, declaration: &Declaration) -> bool {
        let Some(observation) = &self.world.observations[file.0 as usize] else { return false };
        let lines = self.fixture_lines[file.0 as usize].get_or_init(|| pytest::fixture_lines(observation));
        pytest::is_declared_fixture(lines, declaration)
    }

    fn constructors(&self) -> &'static [&'static str] {
        &["__init__", "__new__"]
    }

    fn switch(&self) -> &'static str {
        pytest::SWITCH
    }
}

fn is_meant(name: &str, pattern: &str) -> bool {
    let is_glob = pattern.contains(['*', '?', '[']);
    name.starts_with(pattern) || is_glob && glob_matcher(pattern).is_ok_and(|glob| glob.is_match(name))
}
