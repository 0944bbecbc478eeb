//! A constant of a Ruby repository, and which of its declarations represents it.

use super::super::names::DeclPlace;
use super::gems::plain;
use crate::base::path;

/// An entry of the table of constants: its index.
pub type Id = usize;

/// A constant: a class, a module, a value.
#[derive(Debug, Default)]
pub struct ConstantEntry {
    /// Its path from the top: `A.B`.
    pub path: String,
    /// The layer that it is of.
    pub layer: u32,
    /// Where it is declared. None for a module that only folders make.
    pub parts: Vec<Part>,
    /// Which of these represents it, if one does.
    pub primary: Option<DeclPlace>,
    /// The other name that it is, with the place where that is said.
    pub alias: Option<(DeclPlace, String)>,
    /// The superclass of its header, or of the call that makes it.
    pub base: Option<Id>,
    /// Its header extends `Struct`, so that its `new` makes a class.
    pub is_struct: bool,
    /// A call makes it, so that its own `new` makes values.
    pub is_made: bool,
    /// The included modules, in order.
    pub mixins: Vec<Id>,
    /// The members of the type itself.
    pub own: Vec<Id>,
    /// The functions of its values are its own, too: `extend self`, `module_function`.
    pub is_own: bool,
    /// All supertypes, in the order of lookup.
    pub lineage: Vec<Id>,
}

/// One declaration of a constant.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Where.
    pub at: DeclPlace,
    /// It says what the constant extends.
    pub has_base: bool,
    /// There are other types in it, and nothing else.
    pub is_namespace: bool,
}

impl ConstantEntry {
    /// Chooses the declaration that represents the constant: the one that names a superclass, or whose file is named
    /// after it, or the only one that is more than a namespace. `path_of` gives the path of a file.
    pub fn choose<'p>(&mut self, path_of: impl Fn(DeclPlace) -> &'p str) {
        let places = |keep: &dyn Fn(&Part) -> bool| {
            let mut places: Vec<DeclPlace> = self.parts.iter().filter(|part| keep(part)).map(|part| part.at).collect();
            places.dedup_by_key(|place| place.0);
            match places.as_slice() {
                [single] => Some(*single),
                _ => None,
            }
        };
        let best = self.parts.iter().map(|part| fit(&self.path, path_of(part.at))).max().unwrap_or(0);
        self.primary = places(&|part| best > 0 && fit(&self.path, path_of(part.at)) == best)
            .or_else(|| places(&|part| part.has_base))
            .or_else(|| places(&|part| !part.is_namespace));
    }
}

/// How well a file is named after a constant: 0 not at all, more where the whole of its path in a folder of code is.
pub fn fit(constant: &str, file: &str) -> u32 {
    let wanted: Vec<String> = constant.split('.').map(plain).collect();
    let given: Vec<String> = path::parent(file).split('/').filter(|part| !part.is_empty()).map(plain).collect();
    let Some((last, folders)) = wanted.split_last() else { return 0 };
    if plain(path::stem(file)) != *last || !given.ends_with(folders) {
        return 0;
    }
    let above = &path::parent(file).split('/').filter(|part| !part.is_empty()).collect::<Vec<_>>();
    match above[..above.len() - folders.len()] {
        [.., "lib" | "concerns"] | [.., "app", _] => 2,
        _ => 1,
    }
}
