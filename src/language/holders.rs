//! Types of the library that hold values of a type argument, and what their methods do with these.

use super::expression::type_name;
use crate::base::TextPart;

/// The holders of a language, and the methods that all of them have, whatever each is.
pub struct Holders {
    /// The types, each with the place of the type argument that its values are of.
    pub types: &'static [(&'static str, usize)],
    /// Methods that give one of the elements.
    pub give_element: &'static [&'static str],
    /// Methods of maps that give one of the values.
    pub give_value: &'static [&'static str],
    /// Methods that give a holder of the same elements.
    pub give_same: &'static [&'static str],
    /// Methods that hand each element to the function which they take.
    pub hand_on: &'static [&'static str],
    /// Methods that hand two of the elements to it at once.
    pub hand_pair: &'static [&'static str],
    /// Methods of maps that hand it a key and the value there.
    pub hand_value: &'static [&'static str],
    /// The field of an entry of a map that is the value, where a loop over the map goes through its entries; empty without one.
    pub value_field: &'static str,
    /// Methods of maps that give a holder of one of the values, which may be none.
    pub give_optional: &'static [&'static str],
    /// Further methods of theirs, of which no more is known.
    pub further: &'static [&'static str],
}

/// The place of the elements among the type arguments of a holder.
pub const ELEMENTS: usize = 0;
/// The place of the values of a map.
pub const VALUES: usize = 1;

/// The name under which what a name holds at a place is bound: `a[0]`. No code can spell it.
pub fn held_name(name: &str, place: usize) -> String {
    format!("{name}[{place}]")
}

impl Holders {
    /// Whether the types of the library have a method of a name.
    pub fn has(&self, name: &str) -> bool {
        let lists = [self.give_element, self.give_value, self.give_same, self.hand_on, self.hand_pair, self.hand_value];
        lists.iter().chain([&self.further]).any(|names| names.contains(&name))
    }

    /// The type of what a type holds, as the text states it, and its place: `B` of `List<B>`.
    pub fn held(&self, text: &str) -> Option<(usize, String)> {
        self.held_text(text).and_then(|(place, of)| Some((place, type_name(of)?)))
    }

    /// The same as the text has it.
    pub fn held_text<'t>(&self, text: &'t str) -> Option<(usize, &'t str)> {
        let text = text.trim().trim_end_matches(['?', '!']);
        if let Some(of) = text.strip_suffix("[]") {
            return Some((ELEMENTS, of));
        }
        let in_brackets = || text.strip_suffix(']')?.split_once('[');
        let (head, inside) = text.strip_suffix('>').and_then(|text| text.split_once('<')).or_else(in_brackets)?;
        let name = head.trim_end().rsplit(['.', ' ']).next()?;
        let place = self.types.iter().find(|(known, _)| *known == name)?.1;
        let argument = arguments(inside).into_iter().nth(place)?;
        let bounds = ["out ", "? extends "];
        let plain = bounds.iter().find_map(|bound| argument.strip_prefix(bound)).unwrap_or(argument);
        // What a holder takes says nothing of what it gives.
        let is_taken = plain.starts_with("in ") || plain.starts_with('?') || plain == "*";
        (!is_taken).then_some((place, plain))
    }
}

/// The parts of a text between commas that no brackets are around.
pub fn arguments(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0i32, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text.part(start..at).trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text.part(start..).trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_that_hold_others() {
        let holders = Holders {
            types: &[("List", 0), ("Map", 1)],
            give_element: &[],
            give_value: &[],
            give_same: &[],
            hand_on: &[],
            hand_pair: &[],
            hand_value: &[],
            value_field: "",
            give_optional: &[],
            further: &[],
        };
        for (text, wanted) in [
            ("List<Foo>?", Some((0, "Foo"))),
            ("java.util.List<? extends a.Foo>", Some((0, "a.Foo"))),
            ("@NonNull List<out Foo<A, B>>", Some((0, "Foo"))),
            ("Map<Pair<A, B>, List<Foo>>", Some((1, "List"))),
            ("Foo[]", Some((0, "Foo"))),
            ("List<*>", None),
            ("List<in Foo>", None),
            ("Foo<Bar>", None),
            ("List", None),
        ] {
            assert_eq!(holders.held(text), wanted.map(|(at, of)| (at, of.to_owned())), "{text}");
        }
    }
}
