//! Conversions of arguments to parameters: data of a language that chooses among overloads by the types of arguments.

use crate::syntax::Literal;

/// The conversions of a language that its compiler makes by itself, and the names that they are stated by.
pub struct Conversions {
    /// The types of values that are no objects, each with those that it widens to, nearest first.
    pub values: &'static [(&'static str, &'static [&'static str])],
    /// The classes of such values, each with its value type.
    pub boxes: &'static [(&'static str, &'static str)],
    /// The types of values that are no numbers.
    pub not_numbers: &'static [&'static str],
    /// The type of each sort of literal.
    pub literals: &'static [(Literal, &'static str)],
    /// The supertypes of every object.
    pub tops: &'static [&'static str],
    /// The top among them that arrays are passed as.
    pub object: &'static str,
    /// The type of texts, and its supertypes.
    pub text: (&'static str, &'static [&'static str]),
    /// The method that gives a text of any object.
    pub to_text: &'static str,
    /// The supertypes of boxed numbers, and those among them of every box.
    pub of_numbers: (&'static [&'static str], &'static str),
    /// The type of a class as a value, and its supertypes.
    pub class: (&'static str, &'static [&'static str]),
    /// A supertype of arrays alone.
    pub of_arrays: &'static str,
    /// Types of objects that are unboxed only by a cast.
    pub not_unboxed: &'static [&'static str],
}

impl Conversions {
    /// Whether a name is that of a type of values.
    pub fn is_value(&self, name: &str) -> bool {
        self.values.iter().any(|(value, _)| *value == name)
    }

    /// Whether a name is that of the class of such a type.
    pub fn is_box(&self, name: &str) -> bool {
        self.boxes.iter().any(|(class, _)| *class == name)
    }

    /// The type of values of a name, boxed or not.
    pub fn value(&self, name: &str) -> Option<&'static str> {
        let own = self.values.iter().map(|(value, _)| *value).find(|value| *value == name);
        own.or_else(|| self.boxes.iter().find(|(class, _)| *class == name).map(|(_, value)| *value))
    }

    /// How many steps a type of values is widened to be another; `None` where it is not.
    pub fn widening(&self, given: &str, wanted: &str) -> Option<usize> {
        let (_, wider) = self.values.iter().find(|(name, _)| *name == given)?;
        wider.iter().position(|name| *name == wanted)
    }
}
