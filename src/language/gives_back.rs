//! Functions of a library that give their argument back.

/// The functions of a library whose result is their first argument.
pub struct GivesBack {
    /// How the sources of its imports begin.
    pub library: &'static str,
    /// Functions, of the library or of a value of it.
    pub functions: &'static [&'static str],
    /// Methods of what some functions give.
    pub methods: &'static [&'static str],
    /// Those functions.
    pub before_methods: &'static [&'static str],
    /// Functions with the method of their result that gives the argument of the function.
    pub steps: &'static [(&'static str, &'static str)],
}
