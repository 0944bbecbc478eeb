//! The collections of Scala's library, by what their methods give, and hand to the functions that they take.

use super::super::holders::Holders;

/// The types that hold values of a type argument.
#[rustfmt::skip]
pub const HOLDERS: Holders = Holders {
    types: &[
        ("Array", 0), ("ArrayBuffer", 0), ("ArraySeq", 0), ("Buffer", 0), ("Future", 0), ("HashMap", 1), ("HashSet", 0), ("IndexedSeq", 0),
        ("Iterable", 0), ("IterableOnce", 0), ("Iterator", 0), ("LazyList", 0), ("LinkedHashMap", 1), ("List", 0), ("ListBuffer", 0),
        ("ListMap", 1), ("Map", 1), ("Option", 0), ("Queue", 0), ("Seq", 0), ("Set", 0), ("Some", 0), ("SortedMap", 1), ("SortedSet", 0),
        ("Stream", 0), ("Traversable", 0), ("TreeMap", 1), ("TrieMap", 1), ("Try", 0), ("Vector", 0),
    ],
    give_element: &[
        "apply", "get", "getOrElse", "head", "last", "max", "maxBy", "min", "minBy", "next", "reduce", "reduceLeft",
    ],
    give_value: &["apply", "getOrElse", "getOrElseUpdate"],
    give_same: &[
        "distinct", "distinctBy", "drop", "dropRight", "dropWhile", "filter", "filterNot", "find", "headOption", "init", "iterator",
        "lastOption", "maxByOption", "maxOption", "minByOption", "minOption", "orElse", "prepended", "reverse", "slice", "sortBy",
        "sortWith", "sorted", "tail", "take", "takeRight", "takeWhile", "toArray", "toIndexedSeq", "toList", "toOption", "toSeq", "toSet",
        "toVector", "view", "withFilter",
    ],
    hand_on: &[
        "collectFirst", "count", "distinctBy", "dropWhile", "exists", "filter", "filterNot", "find", "flatMap", "forall", "foreach",
        "groupBy", "indexWhere", "map", "maxBy", "minBy", "partition", "sortBy", "span", "sumBy", "takeWhile", "tapEach", "withFilter",
    ],
    hand_pair: &["reduce", "reduceLeft", "sortWith"],
    hand_value: &[],
    value_field: "",
    give_optional: &["get", "remove"],
    further: &[
        "addString", "aggregate", "andThen", "appended", "collect", "combinations", "compare", "compose", "concat", "contains", "copy",
        "copyToArray", "corresponds", "diff", "empty", "endsWith", "equals", "failed", "filterOrElse", "flatten", "fold", "foldLeft",
        "foldRight", "forall", "groupMap", "grouped", "hasNext", "hashCode", "indexOf", "indices", "intersect", "isDefined",
        "isEmpty", "isFailure", "isLeft", "isRight", "isSuccess", "joinLeft", "joinRight", "keySet", "keys", "keysIterator",
        "knownSize", "lastIndexOf", "lazyZip", "left", "length", "lift", "mapValues", "mkString", "nonEmpty", "onComplete", "padTo",
        "par", "patch", "permutations", "prependedAll", "product", "recover", "recoverWith", "reduceOption", "reduceRight", "right",
        "sameElements", "scan", "scanLeft", "scanRight", "size", "sliding", "splitAt", "startsWith", "sum", "swap", "tails", "toBuffer",
        "toEither", "toLeft", "toMap", "toRight", "toString", "toTry", "transform", "transpose", "union", "unzip", "updated", "values",
        "valuesIterator", "withDefault", "zip", "zipAll", "zipWithIndex",
    ],
};
