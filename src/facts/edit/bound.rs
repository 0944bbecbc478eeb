//! The bindings of names in scopes, on one side of an edit.

use std::collections::{BTreeMap, BTreeSet};

use crate::facts::path_names::parts;
use crate::language::BindingKind;

/// The bindings of a name in a scope.
#[derive(Debug)]
pub struct NameBindings {
    /// The types and values, in order.
    pub stated: Vec<(BindingKind, Option<String>)>,
    /// Only the function itself sees it, and who takes it for a member.
    pub is_inner: bool,
    /// The names by which the function is looked up whose it is; `None` where a type or the file binds it.
    pub function: Option<Vec<String>>,
    /// The name of the scope.
    pub scope: Option<String>,
}

/// The bindings that are others, and those of the same scope that are stated by one of them: with a local changes what its function
/// gives by its name.
pub fn changed<'s>(
    from: &BTreeMap<(u32, &'s str), NameBindings>,
    to: &BTreeMap<(u32, &'s str), NameBindings>,
) -> BTreeSet<(u32, &'s str)> {
    let keys = || from.keys().chain(to.keys()).copied();
    let is_other = |key: &(u32, &'s str)| from.get(key).map(|it| &it.stated) != to.get(key).map(|it| &it.stated);
    let mut changed: BTreeSet<(u32, &str)> = keys().filter(is_other).collect();
    while !changed.is_empty() {
        let is_stated_by = |(decl, name): &(u32, &str)| {
            let own = [from, to].into_iter().filter_map(|of| of.get(&(*decl, *name)));
            let mut texts = own.flat_map(|bound| &bound.stated).filter_map(|(_, text)| text.as_deref());
            texts.any(|text| parts(text).any(|part| changed.contains(&(*decl, part))))
        };
        let more: Vec<(u32, &str)> = keys().filter(|key| !changed.contains(key) && is_stated_by(key)).collect();
        if more.is_empty() {
            break;
        }
        changed.extend(more);
    }
    changed
}
