//! The fields of a node by name, without a search for the name in the grammar each time.

use std::cell::RefCell;
use std::num::NonZeroU16;

use rustc_hash::FxHashMap;
use tree_sitter::{Language, Node};

/// The ids of field names, by the address of the name: a name in the code has one, or a few.
type Ids = FxHashMap<(usize, usize), Option<NonZeroU16>>;

thread_local! {
    /// The grammars that this thread has met, the last one first.
    static IDS: RefCell<Vec<(Language, Ids)>> = const { RefCell::new(Vec::new()) };
}

/// The children of a node by field.
pub trait Fields<'t> {
    /// The first child in the field.
    fn field(&self, name: &'static str) -> Option<Node<'t>>;
}

impl<'t> Fields<'t> for Node<'t> {
    fn field(&self, name: &'static str) -> Option<Node<'t>> {
        let language = self.language();
        let id = IDS.with_borrow_mut(|known| {
            match known.iter().position(|(met, _)| *met == *language) {
                Some(0) => {}
                Some(at) => known.swap(0, at),
                None => known.insert(0, ((*language).clone(), Ids::default())),
            }
            let (_, ids) = known.first_mut()?;
            *ids.entry((name.as_ptr() as usize, name.len())).or_insert_with(|| language.field_id_for_name(name))
        });
        self.child_by_field_id(id?.get())
    }
}
