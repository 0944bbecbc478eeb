//! The paths of functions and constants that packages bring: the names of classes are others, so each path says which it is.

use super::table::ClassTable;

/// The sign behind the path of a function.
const CALLED: &str = "()";
/// The sign behind the path of a constant.
const VALUE: &str = "[]";

/// The path of a function from the top.
pub fn function_path(path: &str) -> String {
    format!("{path}{CALLED}")
}

/// The path of a constant from the top.
pub fn constant_path(path: &str) -> String {
    format!("{path}{VALUE}")
}

/// The path without the sign of a function or a constant.
pub fn without_sign(path: &str) -> &str {
    path.strip_suffix(CALLED).or_else(|| path.strip_suffix(VALUE)).unwrap_or(path)
}

impl ClassTable<'_> {
    /// Whether the repository declares the function or the constant that a path means.
    pub fn declares_unit(&self, path: &str) -> bool {
        if let Some(function) = path.strip_suffix(CALLED) {
            return self.functions.contains_key(&function.to_ascii_lowercase());
        }
        path.strip_suffix(VALUE).is_some_and(|path| self.constants.contains_key(&constant_key(path)))
    }
}

/// The key of a constant by its whole name: namespaces have no case, constants do.
pub fn constant_key(path: &str) -> String {
    let (namespace, name) = path.rsplit_once('\\').unwrap_or(("", path));
    format!("{}\\{name}", namespace.to_ascii_lowercase())
}
