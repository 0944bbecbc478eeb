//! Makes a `tsconfig.json` fit for the resolver: plain JSON, without what leads out of the repository.
//!
//! A base that lies in `node_modules` is not there, and one missing base would void the whole file.

use rustc_hash::FxHashMap;
use serde_json::Value;

use super::super::shape::World;
use crate::base::path;

/// The root of the repository in the file system that the resolver sees.
pub const ROOT: &str = "/r";

/// The text without comments, with `extends` and `references` only where they lead to a file of the repository.
pub fn plain(world: &World<'_>, packages: &FxHashMap<String, String>, file: &str, text: &str) -> Option<String> {
    let mut text = text.trim_start_matches('\u{feff}').to_owned();
    json_strip_comments::strip(&mut text).ok()?;
    let mut value: Value = serde_json::from_str(if text.trim().is_empty() { "{}" } else { &text }).ok()?;
    let object = value.as_object_mut()?;
    let directory = path::parent(file);
    if let Some(extends) = object.remove("extends") {
        let named: Vec<&str> = match &extends {
            Value::String(name) => vec![name],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let bases: Vec<Value> =
            named.into_iter().filter_map(|name| base(world, packages, file, name)).map(Value::String).collect();
        if !bases.is_empty() {
            object.insert("extends".to_owned(), Value::Array(bases));
        }
    }
    if let Some(references) = object.get_mut("references").and_then(Value::as_array_mut) {
        references.retain(|reference| {
            let to = reference.get("path").and_then(Value::as_str).and_then(|to| path::join(directory, to));
            to.is_some_and(|to| to != directory && to != file && config_at(world, &to).is_some())
        });
    }
    if path::name(file).starts_with("jsconfig")
        && let Some(options) =
            object.entry("compilerOptions").or_insert_with(|| Value::Object(Default::default())).as_object_mut()
    {
        options.insert("allowJs".to_owned(), Value::Bool(true));
    }
    serde_json::to_string(&value).ok()
}

/// The file that `extends` names, absolute.
fn base(world: &World<'_>, packages: &FxHashMap<String, String>, file: &str, name: &str) -> Option<String> {
    let at = if name.starts_with('.') {
        path::join(path::parent(file), name)?
    } else {
        let (package, rest) = super::workspace::split(name);
        path::join(packages.get(package)?, rest)?
    };
    let found = config_at(world, &at).filter(|found| found != file)?;
    Some(format!("{ROOT}/{found}"))
}

/// `package.json`, `tsconfig.json` and its like, and the list of a pnpm workspace.
pub fn is_config(name: &str) -> bool {
    matches!(name, "package.json" | "base.json" | "pnpm-workspace.yaml" | "pnpm-workspace.yml")
        || (name.ends_with(".json") && (name.contains("tsconfig") || name.starts_with("jsconfig")))
}

/// The configuration at a path: the file, with or without its ending, or the one of a directory.
fn config_at(world: &World<'_>, at: &str) -> Option<String> {
    let inside = if at.is_empty() { "tsconfig.json".to_owned() } else { format!("{at}/tsconfig.json") };
    [at.to_owned(), format!("{at}.json"), inside].into_iter().find(|path| world.config(path).is_some())
}
