//! Names that .NET brings along.

/// Methods of objects, texts, collections, LINQ and tasks.
#[rustfmt::skip]
pub const METHODS: &[&str] = &[
    "Add", "AddRange", "Aggregate", "All", "Any", "Append", "AppendLine", "AsEnumerable", "AsSpan", "Average", "Cast",
    "Clear", "Clone", "Close", "Combine", "Compare", "CompareTo", "Concat", "ConfigureAwait", "Contains", "ContainsKey",
    "CopyTo", "Count", "Create", "Dequeue", "Dispose", "DisposeAsync", "Distinct", "ElementAt", "EndsWith", "Enqueue",
    "Equals", "Except", "Exists", "Find", "First", "FirstOrDefault", "Flush", "ForEach", "Format", "Get", "GetAwaiter",
    "GetEnumerator", "GetHashCode", "GetResult", "GetType", "GetValue", "GetValueOrDefault", "GroupBy", "IndexOf",
    "Insert", "Intersect", "Invoke", "IsNullOrEmpty", "Join", "Last", "LastIndexOf", "LastOrDefault", "Max", "Min",
    "MoveNext", "OfType", "OrderBy", "OrderByDescending", "Parse", "Peek", "Pop", "Push", "Read", "ReadLine", "Remove",
    "RemoveAt", "Replace", "Reset", "Reverse", "Select", "SelectMany", "SequenceEqual", "Set", "SetValue", "Single",
    "SingleOrDefault", "Skip", "Sort", "Split", "StartsWith", "Substring", "Sum", "Take", "ThenBy", "ToArray",
    "ToDictionary", "ToHashSet", "ToList", "ToLower", "ToString", "ToUpper", "Trim", "TryAdd", "TryGetValue",
    "TryParse", "Union", "Wait", "Where", "Write", "WriteLine", "Zip",
];

/// Whether a namespace comes with .NET itself.
pub fn is_system(namespace: &str) -> bool {
    let head = namespace.split('.').next().unwrap_or(namespace);
    head == "System" || namespace == "Microsoft.CSharp" || namespace.starts_with("Microsoft.Win32")
}
