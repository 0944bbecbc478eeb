//! Where a Python repository's modules start: the directories that stand, or are put, on the module path.

use toml::Value;

use super::super::shape::World;
use crate::base::{TextPart, path};

/// The directories from which modules are named, sorted: the root, each project and its `src`, and what the projects'
/// files state.
pub fn declared(world: &World<'_>) -> Vec<String> {
    let mut roots = vec![String::new(), "src".to_owned()];
    for (_, file) in world.paths.iter() {
        let project = path::parent(file);
        let stated = match path::name(file) {
            "pyproject.toml" => pyproject(world.config(file).unwrap_or("")),
            "setup.cfg" | "pytest.ini" | "tox.ini" => ini(world.config(file).unwrap_or("")),
            "setup.py" => setup(world.config(file).unwrap_or("")),
            _ => continue,
        };
        if !matches!(path::name(file), "tox.ini" | "pytest.ini") {
            roots.push(project.to_owned());
            roots.extend(path::join(project, "src"));
        }
        roots.extend(stated.iter().filter_map(|root| path::join(project, root)));
    }
    roots.sort_unstable();
    roots.dedup();
    roots.retain(|root| world.paths.is_directory(root));
    roots
}

/// The roots that a `pyproject.toml` states, by the build tools that people use.
fn pyproject(text: &str) -> Vec<String> {
    let Ok(Value::Table(project)) = text.parse::<toml::Table>().map(Value::Table) else { return Vec::new() };
    let project = Value::Table(project);
    let at = |keys: &[&str]| keys.iter().try_fold(&project, |value, key| value.get(key));
    let mut roots = Vec::new();
    if let Some(Value::Table(directories)) = at(&["tool", "setuptools", "package-dir"]) {
        for (package, directory) in directories {
            roots.extend(directory.as_str().and_then(|directory| root_of_package(package, directory)));
        }
    }
    let lists: &[&[&str]] = &[
        &["tool", "setuptools", "packages", "find", "where"],
        &["tool", "pytest", "ini_options", "pythonpath"],
        &["tool", "pytest", "pythonpath"],
        &["tool", "maturin", "python-source"],
        &["tool", "pdm", "build", "package-dir"],
        &["tool", "uv", "build-backend", "module-root"],
        &["tool", "hatch", "build", "sources"],
        &["tool", "hatch", "build", "targets", "wheel", "sources"],
    ];
    for keys in lists {
        roots.extend(at(keys).into_iter().flat_map(texts));
    }
    // Hatch and scikit-build name the packages themselves; Poetry says in which directory they are.
    let named: &[&[&str]] =
        &[&["tool", "hatch", "build", "targets", "wheel", "packages"], &["tool", "scikit-build", "wheel", "packages"]];
    for keys in named {
        let packages = at(keys).into_iter().flat_map(texts);
        roots.extend(packages.map(|package| path::parent(package.trim_end_matches('/')).to_owned()));
    }
    if let Some(Value::Array(packages)) = at(&["tool", "poetry", "packages"]) {
        roots.extend(packages.iter().filter_map(|package| Some(package.get("from")?.as_str()?.to_owned())));
    }
    roots
}

/// The texts that a pytest configuration states under a key.
pub fn stated(file: &str, text: &str, key: &str) -> Vec<String> {
    if file == "pyproject.toml" {
        let project = text.parse::<toml::Table>().ok();
        let pytest = project.as_ref().and_then(|project| project.get("tool")?.get("pytest"));
        let options = pytest.and_then(|pytest| pytest.get("ini_options").or(Some(pytest)));
        return options.and_then(|options| options.get(key)).map(texts).unwrap_or_default();
    }
    let mut found = Vec::new();
    let mut is_meant = false;
    for line in text.lines() {
        let mut value = line;
        if !line.starts_with([' ', '\t']) {
            let parts = line.split_once('=');
            is_meant = parts.is_some_and(|(stated, _)| stated.trim() == key);
            value = parts.map_or("", |(_, value)| value);
        }
        if is_meant {
            found.extend(value.split_whitespace().map(str::to_owned));
        }
    }
    found
}

/// The texts of a list, or of a text with spaces.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => text.split_whitespace().map(str::to_owned).collect(),
        Value::Array(values) => values.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// A package `a.b` that lies in `lib/a/b` makes `lib` a root; the package with no name is the root itself.
fn root_of_package(package: &str, directory: &str) -> Option<String> {
    let inside = package.replace('.', "/");
    let directory = directory.trim_end_matches('/');
    if inside.is_empty() {
        return Some(directory.to_owned());
    }
    let root = directory.strip_suffix(&inside)?;
    (root.is_empty() || root.ends_with('/')).then(|| root.trim_end_matches('/').to_owned())
}

/// The roots that a `setup.cfg` or a `pytest.ini` states: `package_dir`, `where`, `pythonpath`.
fn ini(text: &str) -> Vec<String> {
    let mut roots = Vec::new();
    let mut key = "";
    for line in text.lines() {
        let is_continued = line.starts_with([' ', '\t']);
        let line = line.trim();
        let mut value = line;
        if !is_continued {
            let parts = line.split_once(['=', ':']);
            key = parts.map_or("", |(key, _)| key.trim());
            value = parts.map_or("", |(_, value)| value.trim());
        }
        match key {
            "package_dir" => roots.extend(
                value
                    .split_once('=')
                    .and_then(|(package, directory)| root_of_package(package.trim(), directory.trim())),
            ),
            "where" => roots.push(value.to_owned()),
            "pythonpath" => roots.extend(value.split_whitespace().map(str::to_owned)),
            _ => {}
        }
    }
    roots.retain(|root| !root.is_empty());
    roots
}

/// The roots that a `setup.py` states in plain text: `package_dir={"": "src"}`, `find_packages("src")`, `where="src"`.
fn setup(text: &str) -> Vec<String> {
    let mut roots = Vec::new();
    for marker in ["package_dir", "find_packages(", "find_namespace_packages(", "where"] {
        for (at, _) in text.match_indices(marker) {
            let rest = text.part(at + marker.len()..);
            let statement = rest.part(..rest.find([')', '}']).unwrap_or(rest.len()));
            let quoted: Vec<&str> = statement.split(['"', '\'']).skip(1).step_by(2).take(2).collect();
            match (marker, quoted.as_slice()) {
                ("package_dir", ["", root]) => roots.push((*root).to_owned()),
                ("package_dir", _) => {}
                (_, [root, ..]) if statement.trim_start().starts_with(['"', '\'', '=', 'w']) => {
                    roots.push((*root).to_owned());
                }
                _ => {}
            }
        }
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_read_from_every_form() {
        let text = "[tool.setuptools.package-dir]\n\"\" = \"lib\"\n\"a.b\" = \"x/a/b\"\n\
                    [tool.pytest.ini_options]\npythonpath = [\"t\"]\n[[tool.poetry.packages]]\nfrom = \"p\"\n";
        assert_eq!(pyproject(text), ["lib", "x", "t", "p"]);
        assert_eq!(ini("[options]\npackage_dir =\n    = lib\n[tool:pytest]\npythonpath = a b\n"), ["lib", "a", "b"]);
        assert_eq!(setup("setup(package_dir={'': 'lib'}, packages=find_packages(where='l2'))"), ["lib", "l2", "l2"]);
    }
}
