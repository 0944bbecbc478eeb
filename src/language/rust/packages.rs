//! The packages of a repository: every `Cargo.toml` with its crate roots and the names of what it depends on.

use cg_rules::FileId;
use rustc_hash::FxHashMap;
use toml::{Table, Value};

use crate::base::path;
use crate::language::World;

/// The package behind a dependency's name in the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrateDependency {
    /// The package's name, as the lockfile has it.
    pub package: String,
    /// Its directory in the repository, where the manifest states one.
    pub directory: Option<String>,
    /// Whether the program that builds the package alone sees it.
    pub is_of_build: bool,
}

/// One `Cargo.toml` with a `[package]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CargoPackage {
    /// Its name.
    pub name: String,
    /// Its directory.
    pub directory: String,
    /// The name of its library in code.
    pub library: String,
    /// The root file of its library.
    pub library_root: Option<String>,
    /// The root files of its other crates.
    pub roots: Vec<String>,
    /// The root of the program that builds it.
    pub build_root: Option<FileId>,
    /// The dependencies, by the name in code.
    pub dependencies: FxHashMap<String, CrateDependency>,
    /// The root module of its library, once the module tree is known.
    pub root_module: Option<usize>,
    /// The root of its library, where that is not read.
    pub unread_root: Option<FileId>,
    /// Whether paths count from the crate's root, as before 2018.
    pub is_2015: bool,
}

/// Reads every `Cargo.toml` that was understood, in path order.
pub fn packages(world: &World<'_>) -> Vec<CargoPackage> {
    let mut manifests: Vec<(&str, Table)> = Vec::new();
    for (file, path) in world.paths.iter().filter(|(_, path)| path::name(path) == "Cargo.toml") {
        let table = world.configs.get(&file).and_then(|text| text.parse::<Table>().ok());
        manifests.extend(table.map(|table| (path::parent(path), table)));
    }
    let workspaces = manifests.iter().filter(|(_, table)| table.contains_key("workspace"));
    let workspaces: FxHashMap<&str, &Table> = workspaces.map(|(directory, table)| (*directory, table)).collect();
    let packages = manifests.iter().filter_map(|(directory, table)| {
        let mut above = std::iter::once(*directory).chain(path::ancestors(directory));
        let workspace = above.find_map(|above| Some((above, *workspaces.get(above)?)));
        package(world, directory, table, workspace)
    });
    packages.collect()
}

fn package(
    world: &World<'_>,
    directory: &str,
    table: &Table,
    workspace: Option<(&str, &Table)>,
) -> Option<CargoPackage> {
    let head = table.get("package")?.as_table()?;
    let name = text(head, "name")?;
    let edition = head.get("edition").and_then(|edition| match edition.as_str() {
        Some(edition) => Some(edition),
        None => workspace?.1.get("workspace")?.get("package")?.get("edition")?.as_str(),
    });
    let library = table.get("lib").and_then(Value::as_table);
    let at = |inside: &str| path::join(directory, inside).filter(|path| world.paths.file(path).is_some());
    let library_root = library.and_then(|library| text(library, "path")).unwrap_or("src/lib.rs");
    let library_name = library.and_then(|library| text(library, "name")).unwrap_or(name);
    let mut package = CargoPackage {
        name: name.to_owned(),
        directory: directory.to_owned(),
        library: in_code(library_name),
        library_root: at(library_root),
        is_2015: matches!(edition, None | Some("2015")),
        ..CargoPackage::default()
    };
    let build = head.get("build").and_then(Value::as_str).unwrap_or("build.rs");
    package.build_root = path::join(directory, build).and_then(|build| world.paths.file(&build));
    package.roots = roots(world, &package, table).into_iter().filter_map(|root| at(&root)).collect();
    dependencies(&mut package, table, workspace);
    Some(package)
}

/// The part of a `Cargo.toml` that [`packages`] reads.
pub fn steering(text: &str) -> Option<String> {
    const DEPENDENCIES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];
    let retain = |value: Option<&mut Value>, keys: &[&str]| {
        value.and_then(Value::as_table_mut).into_iter().for_each(|it| it.retain(|key, _| keys.contains(&key)));
    };
    // Of a dependency its name counts, and where it lies.
    let depended = |table: &mut Table| {
        for kind in DEPENDENCIES {
            for (_, value) in table.get_mut(kind).and_then(Value::as_table_mut).into_iter().flatten() {
                match value {
                    Value::Table(stated) => stated.retain(|key, _| matches!(key, "workspace" | "package" | "path")),
                    version => *version = Value::Table(Table::new()),
                }
            }
        }
    };
    let mut table = text.parse::<Table>().ok()?;
    let read = ["package", "lib", "bin", "test", "example", "bench", "target", "workspace"];
    table.retain(|key, _| read.contains(&key) || DEPENDENCIES.contains(&key));
    retain(table.get_mut("package"), &["name", "edition", "build"]);
    depended(&mut table);
    let targets = table.get_mut("target").and_then(Value::as_table_mut).into_iter().flatten();
    targets.filter_map(|(_, target)| target.as_table_mut()).for_each(depended);
    if let Some(workspace) = table.get_mut("workspace").and_then(Value::as_table_mut) {
        workspace.retain(|key, _| matches!(key, "package" | "dependencies"));
        retain(workspace.get_mut("package"), &["edition"]);
        depended(workspace);
    }
    Some(table.to_string())
}

fn text<'t>(table: &'t Table, key: &str) -> Option<&'t str> {
    table.get(key)?.as_str()
}

/// A package's name as code spells it.
pub fn in_code(name: &str) -> String {
    name.replace('-', "_")
}

/// Where crates start that are no library: stated ones, and those that cargo finds by itself.
fn roots(world: &World<'_>, package: &CargoPackage, table: &Table) -> Vec<String> {
    let build = table.get("package").and_then(|head| head.get("build")).and_then(Value::as_str);
    let mut roots = vec!["src/main.rs".to_owned(), build.unwrap_or("build.rs").to_owned()];
    for (kind, folder) in [("bin", "src/bin"), ("test", "tests"), ("example", "examples"), ("bench", "benches")] {
        for stated in table.get(kind).and_then(Value::as_array).into_iter().flatten() {
            roots.extend(stated.get("path").and_then(Value::as_str).map(str::to_owned));
        }
        let Some(directory) = path::join(&package.directory, folder) else { continue };
        let inside = |file: &str| file.get(package.directory.len()..).unwrap_or("").trim_start_matches('/').to_owned();
        for file in world.paths.in_directory(&directory) {
            let file = world.paths.path(*file);
            if path::extension(file) == "rs" {
                roots.push(inside(file));
            }
        }
        for (_, file) in world.paths.below(&directory) {
            if path::name(file) == "main.rs" && path::parent(path::parent(file)) == directory {
                roots.push(inside(file));
            }
        }
    }
    roots
}

/// All dependency tables, those for some targets included.
fn dependencies(package: &mut CargoPackage, table: &Table, workspace: Option<(&str, &Table)>) {
    let targets = table.get("target").and_then(Value::as_table).into_iter().flatten();
    let tables = std::iter::once(table).chain(targets.filter_map(|(_, target)| target.as_table()));
    for table in tables {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for (key, value) in table.get(kind).and_then(Value::as_table).into_iter().flatten() {
                let inherited = value.get("workspace").and_then(Value::as_bool) == Some(true);
                let shared = || workspace?.1.get("workspace")?.get("dependencies")?.get(key);
                let (base, value) = match (inherited, workspace, shared()) {
                    (true, Some((above, _)), Some(shared)) => (above, shared),
                    _ => (package.directory.as_str(), value),
                };
                let name = value.get("package").and_then(Value::as_str).unwrap_or(key);
                let stated = value.get("path").and_then(Value::as_str);
                let is_of_build = kind == "build-dependencies";
                let dependency = CrateDependency {
                    is_of_build,
                    package: name.to_owned(),
                    directory: stated.and_then(|stated| path::join(base, stated)),
                };
                match package.dependencies.get_mut(&in_code(key)) {
                    Some(known) if is_of_build || !known.is_of_build => {}
                    _ => drop(package.dependencies.insert(in_code(key), dependency)),
                }
            }
        }
    }
}
