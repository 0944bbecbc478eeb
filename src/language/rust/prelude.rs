//! The functions and macros of the library that every module has.

/// The functions of the prelude, and its variants, which are called as functions.
pub const FUNCTIONS: &[&str] = &["Err", "None", "Ok", "Some", "drop"];

/// The macros of the library.
#[rustfmt::skip]
pub const MACROS: &[&str] = &[
    "assert", "assert_eq", "assert_ne", "cfg", "column", "compile_error", "concat", "dbg", "debug_assert", "debug_assert_eq",
    "debug_assert_ne", "env", "eprint", "eprintln", "file", "format", "format_args", "include", "include_bytes", "include_str",
    "is_x86_feature_detected", "line", "matches", "module_path", "option_env", "panic", "print", "println", "stringify",
    "thread_local", "todo", "unimplemented", "unreachable", "vec", "write", "writeln",
];
