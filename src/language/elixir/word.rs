//! The words of Elixir that declare, import or control, by what they do.

/// Words that define a module.
pub const MODULES: &[&str] = &["defimpl", "defmodule", "defprotocol"];
/// Words that define a function that other modules see.
pub const PUBLIC: &[&str] = &["def", "defdelegate", "defguard", "defmacro"];
/// Words that define a function of the module alone.
pub const PRIVATE: &[&str] = &["defguardp", "defmacrop", "defp"];
/// Words that define the fields of a module's struct.
pub const STRUCTS: &[&str] = &["defexception", "defstruct", "embedded_schema", "schema"];
/// Words that bring a module, or what it has, into scope.
pub const DIRECTIVES: &[&str] = &["alias", "import", "require", "use"];
/// Attributes whose value is a type.
pub const TYPES: &[&str] = &["callback", "macrocallback", "opaque", "spec", "type", "typep"];

/// Attributes that state the type of a function.
pub const STATED: &[&str] = &["callback", "macrocallback", "spec"];

/// The functions and macros that every module sees: of `Kernel`, and the special forms.
#[rustfmt::skip]
const KERNEL: &[&str] = &[
    "abs", "alias!", "and", "apply", "async", "binary_part", "binary_slice", "binding", "bit_size", "byte_size", "case", "ceil", "cond",
    "dbg", "def", "defdelegate", "defexception", "defguard", "defguardp", "defimpl", "defmacro", "defmacrop", "defmodule",
    "defoverridable", "defp", "defprotocol", "defstruct", "destructure", "div", "elem", "exit", "floor", "fn", "for",
    "function_exported?", "get_and_update_in", "get_in", "hd", "if", "in", "inspect", "is_atom", "is_binary", "is_bitstring",
    "is_boolean", "is_exception", "is_float", "is_function", "is_integer", "is_list", "is_map", "is_map_key", "is_nil",
    "is_number", "is_pid", "is_port", "is_reference", "is_struct", "is_tuple", "length", "macro_exported?", "make_ref",
    "map_size", "match?", "max", "min", "node", "not", "or", "pop_in", "put_elem", "put_in", "quote", "raise", "receive", "rem",
    "reraise", "round", "self", "send", "sigil_C", "sigil_D", "sigil_N", "sigil_R", "sigil_S", "sigil_T", "sigil_U", "sigil_W",
    "sigil_c", "sigil_r", "sigil_s", "sigil_w", "spawn", "spawn_link", "spawn_monitor", "struct", "struct!", "super", "tap",
    "then", "throw", "tl", "to_charlist", "to_string", "to_timeout", "trunc", "try", "tuple_size", "unless", "unquote",
    "unquote_splicing", "update_in", "use", "var!", "with",
];

/// Whether every module sees a function or macro of that name.
pub fn is_kernel(name: &str) -> bool {
    KERNEL.contains(&name)
}

/// The modules that Elixir and its own applications bring along.
#[rustfmt::skip]
const STANDARD: &[&str] = &[
    "Access", "Agent", "Application", "ArgumentError", "ArithmeticError", "Atom", "BadArityError", "BadBooleanError",
    "BadFunctionError", "BadMapError", "BadStructError", "Base", "Behaviour", "Bitwise", "Calendar", "CaseClauseError", "Code",
    "Collectable", "CompileError", "CondClauseError", "Config", "Date", "DateTime", "Dict", "Duration", "DynamicSupervisor",
    "EEx", "Enum", "Enumerable", "ErlangError", "ExUnit", "Exception", "File", "Float", "Function", "FunctionClauseError",
    "GenEvent", "GenServer", "HashDict", "HashSet", "IEx", "IO", "Inspect", "Integer", "JSON", "Kernel", "KeyError", "Keyword",
    "List", "Logger", "Macro", "Map", "MapSet", "MatchError", "Mix", "Module", "NaiveDateTime", "Node", "OptionParser",
    "PartitionSupervisor", "Path", "Port", "Process", "Protocol", "ProtocolUndefinedError", "Range", "Record", "Regex",
    "Registry", "RuntimeError", "Set", "Stream", "String", "StringIO", "Supervisor", "SyntaxError", "System",
    "SystemLimitError", "Task", "Time", "TokenMissingError", "TryClauseError", "Tuple", "URI", "UndefinedFunctionError",
    "UnicodeConversionError", "Version", "WithClauseError",
];

/// Whether Elixir itself brings a module of that first name.
pub fn is_standard(head: &str) -> bool {
    STANDARD.binary_search(&head).is_ok()
}
