//! The functions, types and macros of the library that every module has.

/// The functions of the prelude, and its variants, which are called as functions.
pub const FUNCTIONS: &[&str] = &["Err", "None", "Ok", "Some", "drop"];

/// The types of the language, and the text of the library, which lead to no value of another type.
#[rustfmt::skip]
pub const TYPES: &[&str] = &[
    "String", "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64", "u8", "usize",
];

/// The macros of the library.
#[rustfmt::skip]
pub const MACROS: &[&str] = &[
    "assert", "assert_eq", "assert_ne", "cfg", "column", "compile_error", "concat", "dbg", "debug_assert", "debug_assert_eq",
    "debug_assert_ne", "env", "eprint", "eprintln", "file", "format", "format_args", "include", "include_bytes", "include_str",
    "is_x86_feature_detected", "line", "matches", "module_path", "option_env", "panic", "print", "println", "stringify",
    "thread_local", "todo", "unimplemented", "unreachable", "vec", "write", "writeln",
];
