//! The symbols that a request gives with their paths, by their names alone: the title has the paths.

use crate::bundle::Bundle;

/// The given symbols with a path, `src/cart.ts:total`, each with its name, where no other has the same.
pub struct GivenNames<'b> {
    names: Vec<(&'b str, &'b str)>,
}

impl<'b> GivenNames<'b> {
    /// The symbols of the inputs of a bundle that its title has whole.
    pub fn of(bundle: &'b Bundle, title: &str) -> Self {
        let values = bundle.inputs.iter().flat_map(|input| &input.values).map(String::as_str);
        let values = values.filter(|value| title.contains(*value));
        let all: Vec<(&str, &str)> = values.filter_map(|value| Some((value, name(value)?))).collect();
        let is_alone = |one: &(&str, &str)| all.iter().all(|other| other.1 != one.1 || other.0 == one.0);
        Self { names: all.iter().copied().filter(is_alone).collect() }
    }

    /// A text in which these symbols have no path.
    pub fn shortened(&self, text: &str) -> String {
        let short =
            |text: String, (value, name): &(&str, &str)| text.replace(&format!("`{value}`"), &format!("`{name}`"));
        self.names.iter().fold(text.to_owned(), short)
    }
}

/// The name behind the path of a symbol.
fn name(value: &str) -> Option<&str> {
    let (path, name) = value.split_once(':')?;
    // `src/cart.ts:12` is a place.
    let begins = |text: &str| text.starts_with(|it: char| it.is_alphabetic() || "_$#".contains(it));
    let is_name = |text: &str| begins(text) && text.chars().all(|it| it.is_alphanumeric() || "_$.#".contains(it));
    (path.contains('.') && is_name(name)).then_some(name)
}
