//! Names that no code can write, under which the extraction binds what it knows, and how these differ from others.

/// The path of an object that is written in place: its members are those that stand in it. No code can spell it.
pub const OBJECT: &str = "#object";

/// The name under which a method binds its signature, in a language whose types implement what they do not name. No code
/// can spell it.
pub const SIGNATURE: &str = "()";

/// The name under which a type binds the types that it joins: it has the members of all of them.
pub const JOINED: &str = "&";

/// The name under which a type binds the types of which its values are one: what they agree on is known of it.
pub const UNITED: &str = "|";

/// The name that a member binds which hides what it would override; that of a type itself, where its calls name the type.
pub const HIDING: &str = "(new)";

/// The name that a member binds which states that others may override it, in a language whose members have to.
pub const VIRTUAL: &str = "(virtual)";

/// The name under which a scope binds that a name of it has one value for ever: `a=`.
pub fn constant_name(name: &str) -> String {
    format!("{name}=")
}

/// The name under which a type binds that a block in its body imports a name, or everything, `*`: what is outside of the block does
/// not see that.
pub fn in_block_name(name: &str) -> String {
    format!("{name}(in block)")
}

/// The name that a function binds which states that it is meant only where no other takes the same.
pub const DISFAVORED: &str = "(last)";

/// The name that a method of an object binds which is written in place: `this` is that object.
pub const IN_OBJECT: &str = "(in object)";

/// The name under which such a method binds that it calls another of the object.
pub fn in_object_name(name: &str) -> String {
    format!("{name}{IN_OBJECT}")
}

/// The name that a type binds of which no call by its name makes a value: an interface, an abstract class.
pub const UNMADE: &str = "(unmade)";

/// The name under which a member of a class that wraps values by itself binds the type of those: Scala's `implicit class`.
pub const WRAPPING: &str = "(wraps)";

/// The name under which a function that converts values by itself binds the type of those: they have the members of what it gives, as by
/// Scala's `implicit def`.
pub const CONVERSION: &str = "(converts)";

/// The name under which a file binds the types whose members its package has: what a package object extends.
pub const LIFTING: &str = "(lifts)";

/// The name that a member binds which states that it overrides another.
pub const OVERRIDING: &str = "(override)";

/// The name under which a member binds the one interface that it is for: C#'s `void IMake.Go()`.
pub const EXPLICIT: &str = "(for)";

/// Behind a name that a branch of a scope imports or declares: another branch may bind it as well.
pub const BRANCHED: &str = "(or)";

/// The place of the arguments that a rest parameter takes, among the places of a function: `(0)`, `(1)`, then any.
pub const REST: &str = "(*)";

/// The result of a function that gives an instance of the class at a place of its arguments: `#given(0)`. No code can
/// spell it.
pub const GIVEN: &str = "#given";

/// The result of a method that gives what the type argument of its object is.
pub const HELD: &str = "#held";

/// The mark behind the name of a method whose elements are meant, and not what it gives.
pub const EACH: &str = "#each";

/// The place, before `(0)`, under which a function binds the value that a runner hands to whoever takes one by the function's name.
pub const INJECTED: &str = "(injected::)";

/// The name that a function binds which gives a class, and no instance of it.
pub const CLASS: &str = "(class)";

/// The name that a function binds which gives its result once it is awaited.
pub const ASYNC: &str = "(async)";

/// The name that a member binds which is the type of what a value of its type gives when it is awaited.
pub const AWAITED: &str = "(await)";

/// The name that a type binds which a value gives way to, where the value has no member of a name: `type Target = …` of `Deref`.
pub const POINTED: &str = "(target)";

/// The name that a member of a type binds which states what a loop over a value of the type goes through.
pub const LOOPED: &str = "(item)";

/// The place of the type argument of a name's annotation, behind the name.
pub const TYPE_ARGUMENT: &str = "[0]";

/// The name under which the top of a file binds the modules that it mixes in, for all that runs with it.
pub const MIXED_IN_TOP: &str = "(include top)";

/// The name under which a file binds the modules whose methods its tests have.
pub const MIXED_IN: &str = "(include)";

/// The same for the tests of all files that run with it.
pub const MIXED_IN_ALL: &str = "(include all)";

/// The name under which an object binds what it has under a name that the code around it declares: `{ a, b: c }`.
pub fn put_name(name: &str) -> String {
    format!(".{name}")
}

/// The name that a function in a group of tests binds: the lines of the group, and of those that may call it though they are not inside of
/// it, each counted from the function: how many before it, or behind it, they begin and end.
pub fn group_name(own: (i64, i64), others: &[(i64, i64)]) -> String {
    let lines = std::iter::once(&own).chain(others).map(|(first, last)| format!("{first} {last}"));
    format!("{IN_GROUP}{})", lines.collect::<Vec<_>>().join(","))
}

const IN_GROUP: &str = "(in group ";

/// The lines that such a name states, those of the group first; `None` for any other name.
pub fn lines_of_group(name: &str) -> Option<Vec<(i64, i64)>> {
    let lines = name.strip_prefix(IN_GROUP)?.strip_suffix(')')?.split(',');
    let read = |text: &str| {
        let (first, last) = text.split_once(' ')?;
        Some((first.parse().ok()?, last.parse().ok()?))
    };
    lines.map(read).collect()
}

/// Whether a letter may be part of a name that code writes.
pub fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$')
}

/// Whether code can write a name.
pub fn is_identifier(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_name_letter)
}
