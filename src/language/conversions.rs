//! Conversions of arguments to parameters: data of a language that chooses among overloads by the types of arguments.

use super::counted_name::without_count;
use crate::syntax::Literal;

/// Types of the library, and their members by the number of their arguments.
pub type OwnMembers = (&'static [&'static str], &'static [(&'static str, usize)]);

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
    /// Types of the library, with their own members and the number of arguments of each: no extension is called in their place.
    pub own_members: &'static [OwnMembers],
    /// The supertypes of every object.
    pub tops: &'static [&'static str],
    /// The top among them that arrays are passed as.
    pub object: &'static str,
    /// The type of texts, and its supertypes.
    pub text: (&'static str, &'static [&'static str]),
    /// The methods that give a text, whatever they are called on.
    pub to_text: &'static [&'static str],
    /// The methods of texts that give a text.
    pub text_to_text: &'static [&'static str],
    /// The supertypes of boxed numbers, and those among them of every box.
    pub of_numbers: (&'static [&'static str], &'static str),
    /// The type of a class as a value, and its supertypes.
    pub class: (&'static str, &'static [&'static str]),
    /// The type of the language's own value for a class, which is no such type, and its supertypes.
    pub class_objects: &'static [&'static str],
    /// Types of the library that hold several values: a type is one where it, or a supertype, states so.
    pub collections: &'static [&'static str],
    /// A supertype of arrays alone.
    pub of_arrays: &'static str,
    /// Types of objects that are unboxed only by a cast.
    pub not_unboxed: &'static [&'static str],
    /// The types of the library that a type may be of though no text says so.
    pub unstated: &'static [&'static str],
    /// Other names of types, each with the one by which they are stated here.
    pub aliases: &'static [(&'static str, &'static str)],
    /// The types of functions whose type arguments are what they take, each with whether the last is what they give.
    pub functions: &'static [(&'static str, bool)],
    /// The interfaces of the library, each with how many values its one open method takes; `None` for one that has not one.
    pub interfaces: &'static [(&'static str, Option<usize>)],
    /// Whether types may state conversions of their own, so that what a library declares may take what it is not.
    pub are_stated: bool,
    /// Whether a type of the repository may take a value that is of none: a literal, or one of a library's type to which the repository
    /// gives a supertype, or a conversion.
    pub are_adopted: bool,
    /// Whether the type that is wanted of the result decides as well.
    pub decides_by_result: bool,
    /// Whether a whole number may be written where any other type of numbers is wanted, or a variant of an enum.
    pub shrinks_literals: bool,
    /// Whether the absent value may be passed where the text has a type of values.
    pub takes_null_for_values: bool,
    /// Whether a type parameter takes a value as what it is, before any conversion.
    pub infers_exactly: bool,
}

/// The name that a type binds which states a conversion that takes place by itself.
pub const CONVERTING: &str = "(as)";

impl Conversions {
    /// None.
    pub const NONE: Self = Self {
        values: &[],
        boxes: &[],
        not_numbers: &[],
        literals: &[],
        own_members: &[],
        tops: &[],
        object: "",
        text: ("", &[]),
        to_text: &[],
        text_to_text: &[],
        of_numbers: (&[], ""),
        class: ("", &[]),
        class_objects: &[],
        collections: &[],
        of_arrays: "",
        not_unboxed: &[],
        unstated: &[],
        aliases: &[],
        functions: &[],
        interfaces: &[],
        are_stated: false,
        are_adopted: false,
        decides_by_result: false,
        shrinks_literals: false,
        takes_null_for_values: false,
        infers_exactly: false,
    };

    /// The name by which a type is stated here.
    pub fn plain<'n>(&self, name: &'n str) -> &'n str {
        self.aliases.iter().find(|(other, _)| *other == name).map_or(name, |(_, plain)| plain)
    }

    /// The type of a literal.
    pub fn of_literal(&self, sort: Literal) -> Option<&'static str> {
        self.literals.iter().find(|(mark, _)| *mark == sort).map(|(_, name)| *name)
    }

    /// How many values a type of functions takes; `None` for any other type.
    pub fn n_taken(&self, name: &str) -> Option<usize> {
        let (name, n_types) = without_count(name);
        let (_, gives) = self.functions.iter().find(|(function, _)| *function == name)?;
        n_types.checked_sub(usize::from(*gives))
    }

    /// Whether a type of the library has a member of its own that takes so many arguments.
    pub fn has_own(&self, of: &str, member: &str, n_given: usize) -> bool {
        let of = without_count(of).0;
        let named = self.own_members.iter().filter(|(types, _)| types.contains(&of));
        named.flat_map(|(_, members)| *members).any(|own| *own == (member, n_given))
    }

    /// How many values the open method of an interface of the library takes; `None` for a type that is not known.
    pub fn interface(&self, name: &str) -> Option<Option<usize>> {
        self.interfaces.iter().find(|(known, _)| *known == name).map(|(_, n)| *n)
    }

    /// Whether a type is one of those that are stated here, or of arrays: no conversion of a library leads to it.
    pub fn is_stated(&self, name: &str) -> bool {
        self.value(name).is_some() || name == self.text.0 || name == self.class.0 || name.ends_with("[]")
    }

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
