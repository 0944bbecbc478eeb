//! Types as the paths by which their members are looked up: `A`, `[]A` for what holds many of `A`, `{}A` for what has
//! an `A` for each key.

use super::super::expression::dotted;
use super::super::kind::BindingKind;
use crate::base::TextPart;

/// A stated type: a path, and how to read it.
pub type Stated = (String, BindingKind);

/// Types that only say how a value of another is held.
const WRAPPERS: &[&str] = &[
    "Annotated",
    "Awaitable",
    "ClassVar",
    "Coroutine",
    "Final",
    "InitVar",
    "NotRequired",
    "Optional",
    "ReadOnly",
    "Required",
    "Type",
    "TypeGuard",
    "type",
];
/// Types whose values are gone through one by one.
const MANY: &[&str] = &[
    "AsyncGenerator",
    "AsyncIterable",
    "AsyncIterator",
    "Collection",
    "Deque",
    "FrozenSet",
    "Generator",
    "Iterable",
    "Iterator",
    "List",
    "MutableSequence",
    "MutableSet",
    "Reversible",
    "Sequence",
    "Set",
    "deque",
    "frozenset",
    "list",
    "set",
];
/// Types whose values are looked up by a key.
const KEYED: &[&str] =
    &["DefaultDict", "Dict", "Mapping", "MutableMapping", "OrderedDict", "WeakValueDictionary", "defaultdict", "dict"];
/// How deep types are read in types.
const DEEPEST: u32 = 8;

/// The one type that an annotation names.
pub fn stated(text: &str) -> Option<Stated> {
    let path = path(text, 0)?;
    let is_value = path.starts_with(['[', '{']) || path != "this" && is_class(text);
    Some((path, if is_value { BindingKind::Copied } else { BindingKind::Annotated }))
}

/// The type that a call of a value gives, by the value's annotation: `B` of `Callable[[A], B]`, or of that or `None`.
pub fn stated_by_call(text: &str) -> Option<Stated> {
    stated(result(text, 0)?)
}

fn result(text: &str, depth: u32) -> Option<&str> {
    let text = text.trim();
    let text = unquoted(text).unwrap_or(text).trim();
    if depth > DEEPEST || !text.contains("Callable") {
        return None;
    }
    let of = split(text, '|');
    if of.len() > 1 {
        return result(only_member(&of)?, depth + 1);
    }
    let (head, all) = arguments(text)?;
    match head.rsplit('.').next().unwrap_or(head) {
        "Callable" => all.get(1).copied().filter(|_| all.len() == 2),
        "Optional" => result(all.first()?, depth + 1),
        "Union" => result(only_member(&all)?, depth + 1),
        _ => None,
    }
}

/// Whether an annotation is that of a class, and of no instance: `type[A]`.
pub fn is_class(text: &str) -> bool {
    is_class_within(text, 0)
}

fn is_class_within(text: &str, depth: u32) -> bool {
    let text = text.trim();
    let text = unquoted(text).unwrap_or(text).trim();
    if depth > DEEPEST {
        return false;
    }
    let of = split(text, '|');
    if of.len() > 1 {
        return are_classes(&of, depth);
    }
    let Some((head, all)) = arguments(text) else { return false };
    match head.rsplit('.').next().unwrap_or(head) {
        "type" | "Type" => true,
        "Union" => are_classes(&all, depth),
        "Coroutine" => all.last().is_some_and(|last| is_class_within(last, depth + 1)),
        name if WRAPPERS.contains(&name) => all.first().is_some_and(|first| is_class_within(first, depth + 1)),
        _ => false,
    }
}

/// Whether all members of a union that are not `None` are classes.
fn are_classes(members: &[&str], depth: u32) -> bool {
    let mut some = members.iter().filter(|member| member.trim() != "None").peekable();
    some.peek().is_some() && some.all(|member| is_class_within(member, depth + 1))
}

/// The type of what is held by a parameter that takes many: `*args: A`, `**named: A`.
pub fn many(text: &str, is_keyed: bool) -> Option<Stated> {
    let (path, _) = stated(text)?;
    Some((format!("{}{path}", if is_keyed { "{}" } else { "[]" }), BindingKind::Copied))
}

/// The name of a generic type, and its arguments.
pub fn arguments(text: &str) -> Option<(&str, Vec<&str>)> {
    let (head, inner) = text.trim().split_once('[')?;
    Some((head.trim(), split(inner.strip_suffix(']')?, ',')))
}

/// The only argument of a generic type that neither wraps nor holds others as the known ones do.
pub fn argument(text: &str) -> Option<String> {
    let (head, all) = arguments(text)?;
    let name = head.rsplit('.').next().unwrap_or(head);
    let is_known = [WRAPPERS, MANY, KEYED, &["Union", "tuple", "Tuple", "Callable", "Literal"]]
        .iter()
        .any(|it| it.contains(&name));
    match all.as_slice() {
        [only] if !is_known => path(only, 0).filter(|path| !path.starts_with(['[', '{'])),
        _ => None,
    }
}

/// The name of a generic type without the path before it, and its arguments; of a union, those of its only member beside `None`.
fn generic(text: &str) -> Option<(&str, Vec<&str>)> {
    let mut text = text;
    for _ in 0..=DEEPEST {
        text = text.trim();
        text = unquoted(text).unwrap_or(text).trim();
        let of = split(text, '|');
        if of.len() > 1 {
            text = only_member(&of)?;
            continue;
        }
        let (head, all) = arguments(text)?;
        match head.rsplit('.').next().unwrap_or(head) {
            "Union" => text = only_member(&all)?,
            name => return Some((name, all)),
        }
    }
    None
}

/// The types of the parts of a tuple that an annotation states: of `tuple[A, B]`, of that or of `None`.
pub fn parts(text: &str) -> Vec<Option<Stated>> {
    match generic(text) {
        Some(("tuple" | "Tuple", all)) if all.iter().all(|of| of.trim() != "...") => {
            all.into_iter().map(stated).collect()
        }
        Some(("Coroutine", all)) => all.last().map_or(Vec::new(), |last| parts(last)),
        Some(("Awaitable" | "Optional", all)) => all.first().map_or(Vec::new(), |first| parts(first)),
        _ => Vec::new(),
    }
}

/// The paths of the type arguments that an annotation states, by their places: of what is held, and not of what holds it. One that
/// names no type is empty.
pub fn stated_arguments(text: &str) -> Vec<String> {
    within(text, 0).unwrap_or_default()
}

fn within(text: &str, depth: u32) -> Option<Vec<String>> {
    let (name, all) = generic(text).filter(|_| depth <= DEEPEST)?;
    match name {
        "Callable" | "Literal" | "tuple" | "Tuple" => None,
        "Coroutine" => within(all.last()?, depth + 1),
        name if WRAPPERS.contains(&name) || MANY.contains(&name) => within(all.first()?, depth + 1),
        name if KEYED.contains(&name) => within(all.get(1)?, depth + 1),
        _ => Some(all.into_iter().map(|of| path(of, 0).unwrap_or_default()).collect()),
    }
}

/// The types of the values that a function takes which an annotation states: `A` of `Callable[[A], B]`. One that names no type is empty.
pub fn stated_parameters(text: &str) -> Vec<String> {
    taken(text, 0).unwrap_or_default()
}

fn taken(text: &str, depth: u32) -> Option<Vec<String>> {
    let (name, all) = generic(text).filter(|_| depth <= DEEPEST)?;
    match name {
        "Callable" => {
            let list = all.first()?.trim().strip_prefix('[')?.strip_suffix(']')?;
            Some(split(list, ',').into_iter().map(|of| path(of, 0).unwrap_or_default()).collect())
        }
        "Optional" => taken(all.first()?, depth + 1),
        _ => None,
    }
}

fn path(text: &str, depth: u32) -> Option<String> {
    let text = text.trim();
    let text = unquoted(text).unwrap_or(text).trim();
    if depth > DEEPEST || text.is_empty() {
        return None;
    }
    let of = split(text, '|');
    if of.len() > 1 {
        return only(&of, depth);
    }
    let Some((head, inner)) = text.split_once('[') else {
        let name = dotted(text)?;
        return Some(if name.rsplit('.').next() == Some("Self") { "this".to_owned() } else { name });
    };
    let head = dotted(head.trim())?;
    let arguments = split(inner.strip_suffix(']')?, ',');
    let first = arguments.first()?;
    match head.rsplit('.').next().unwrap_or(&head) {
        "Coroutine" => path(arguments.last()?, depth + 1),
        name if WRAPPERS.contains(&name) => path(first, depth + 1),
        "Union" => only(&arguments, depth),
        name if MANY.contains(&name) => Some(format!("[]{}", path(first, depth + 1)?)),
        name if KEYED.contains(&name) => Some(format!("{{}}{}", path(arguments.get(1)?, depth + 1)?)),
        "tuple" | "Tuple" => {
            let is_many = arguments.get(1).is_some_and(|more| more.trim() == "...");
            Some(format!("[]{}", path(first, depth + 1).filter(|_| is_many)?))
        }
        _ => Some(head),
    }
}

/// The type of the member of a union beside `None`, if there is but one.
fn only(members: &[&str], depth: u32) -> Option<String> {
    path(only_member(members)?, depth + 1)
}

fn only_member<'t>(members: &[&'t str]) -> Option<&'t str> {
    let mut some = members.iter().copied().filter(|member| member.trim() != "None");
    let only = some.next()?;
    some.next().is_none().then_some(only)
}

/// The text in quotes, if all of it is.
fn unquoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inside.contains(quote)).then_some(inside)
}

/// The parts of a text between separators that stand in no brackets.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_usize, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth = depth.saturating_sub(1),
            letter if letter == separator && depth == 0 => {
                parts.push(text.part(start..at));
                start = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text.part(start..));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_as_paths() {
        let of = |text: &str| stated(text).map(|(path, _)| path).unwrap_or_default();
        assert_eq!(of("t.Optional[a.B]"), "a.B");
        assert_eq!(of("'B | None'"), "B");
        assert_eq!(of("Union[None, \"B\"]"), "B");
        assert_eq!(of("A | B"), "");
        assert_eq!(of("dict[str, list[A]]"), "{}[]A");
        assert_eq!(of("tuple[A, ...]"), "[]A");
        assert_eq!(of("tuple[A, B]"), "");
        assert_eq!(of("Box[A]"), "Box");
        assert_eq!(of("t.Self"), "this");
        assert_eq!(of("Annotated[A, Depends(f)]"), "A");
        assert_eq!(of("Callable[[A], B]"), "Callable");
        assert_eq!(of("Optional[type['A']]"), "A");
        let given = |text: &str| stated_by_call(text).map(|(path, _)| path).unwrap_or_default();
        assert_eq!(given("Callable[[A], B]"), "B");
        assert_eq!(given("t.Optional['Callable[..., Awaitable[\"B\"]]']"), "B");
        assert_eq!(given("abc.Callable[[], list[B]] | None"), "[]B");
        assert_eq!(given("list[Callable[[], B]]"), "");
        let classes = ["type[A]", "typing.Type[A] | None", "Optional['type[A]']", "A", "list[type[A]]", "type"];
        assert_eq!(classes.map(is_class), [true, true, true, false, false, false]);
        assert_eq!(stated_arguments("Optional[list['Repo[A, x.B]']]"), ["A", "x.B"]);
        assert_eq!(stated_arguments("dict[str, A]"), [""; 0]);
        assert_eq!(stated_parameters("Callable[[A, list[B]], None] | None"), ["A", "[]B"]);
        assert_eq!(stated_parameters("Callable[..., B]"), [""; 0]);
        assert_eq!(many("A", true).map(|(path, _)| path).as_deref(), Some("{}A"));
    }
}
