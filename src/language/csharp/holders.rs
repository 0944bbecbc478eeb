//! The types of .NET that hold values of a type argument.

use super::super::builder::Builder;
use super::super::holders::{Holders, held_name};
use super::super::kind::BindingKind;
use super::super::observation::Decl;
use super::super::type_arguments::bind_arguments_as;
use super::generic::type_of;

/// The method that gives what a loop takes out of a value: no code can spell it.
pub const EACH: &str = "(each)";

/// The holders of .NET.
pub const HOLDERS: Holders = Holders {
    types: &[
        ("BlockingCollection", 0),
        ("Collection", 0),
        ("ConcurrentBag", 0),
        ("ConcurrentDictionary", 1),
        ("ConcurrentQueue", 0),
        ("ConcurrentStack", 0),
        ("Dictionary", 1),
        ("HashSet", 0),
        ("IAsyncEnumerable", 0),
        ("ICollection", 0),
        ("IDictionary", 1),
        ("IEnumerable", 0),
        ("IImmutableList", 0),
        ("IList", 0),
        ("IOrderedEnumerable", 0),
        ("IOrderedQueryable", 0),
        ("IQueryable", 0),
        ("IReadOnlyCollection", 0),
        ("IReadOnlyDictionary", 1),
        ("IReadOnlyList", 0),
        ("IReadOnlySet", 0),
        ("ISet", 0),
        ("ImmutableArray", 0),
        ("ImmutableDictionary", 1),
        ("ImmutableHashSet", 0),
        ("ImmutableList", 0),
        ("LinkedList", 0),
        ("List", 0),
        ("ObservableCollection", 0),
        ("Queue", 0),
        ("ReadOnlyCollection", 0),
        ("ReadOnlySpan", 0),
        ("SortedDictionary", 1),
        ("SortedList", 1),
        ("SortedSet", 0),
        ("Span", 0),
        ("Stack", 0),
    ],
    give_element: &[
        EACH,
        "Dequeue",
        "ElementAt",
        "ElementAtOrDefault",
        "Find",
        "FindLast",
        "First",
        "FirstOrDefault",
        "Last",
        "LastOrDefault",
        "MaxBy",
        "MinBy",
        "Peek",
        "Pop",
        "Single",
        "SingleOrDefault",
    ],
    give_value: &["AddOrUpdate", "GetOrAdd", "GetValueOrDefault"],
    give_same: &[
        "Append",
        "AsEnumerable",
        "AsParallel",
        "AsQueryable",
        "AsReadOnly",
        "Concat",
        "DefaultIfEmpty",
        "Distinct",
        "DistinctBy",
        "Except",
        "ExceptBy",
        "FindAll",
        "Intersect",
        "OrderBy",
        "OrderByDescending",
        "Prepend",
        "Reverse",
        "Skip",
        "SkipLast",
        "SkipWhile",
        "Take",
        "TakeLast",
        "TakeWhile",
        "ThenBy",
        "ThenByDescending",
        "ToArray",
        "ToHashSet",
        "ToImmutableArray",
        "ToImmutableList",
        "ToList",
        "Union",
        "Where",
    ],
    hand_on: &[],
    hand_pair: &[],
    hand_value: &[],
};

/// Binds what a name holds, or what a function of no name here gives, where its type is a holder.
pub fn bind_held(scope: Decl, name: &str, stated: &str, builder: &mut Builder<'_>) {
    let held = HOLDERS.held_text(stated).and_then(|(place, text)| Some((place, type_of(text)?)));
    let Some((place, of)) = held else {
        return bind_arguments_as(scope, name, stated, &|text, _| type_of(text), builder);
    };
    builder.bind(scope, &held_name(name, place), Some(&of), BindingKind::Returns);
}
