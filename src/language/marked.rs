//! Marks before the sources of imports.

/// The mark before the source of an import that holds for all files of a project.
pub const GLOBAL_MARK: &str = "global ";

/// The mark before the source of an import whose name may begin in what is around it.
pub const INNER_MARK: &str = "inner ";

/// The module that an import names, without the mark that its language sets before it.
pub fn without_mark(source: &str) -> &str {
    source.strip_prefix(GLOBAL_MARK).or_else(|| source.strip_prefix(INNER_MARK)).unwrap_or(source)
}
