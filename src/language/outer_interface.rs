//! Interfaces of libraries that types implement without naming them.

/// An interface of a library, and what a type must have that implements it.
pub struct OuterInterface {
    /// The module and its name; the name alone where the language brings it: `fmt.Stringer`, `error`.
    pub name: &'static str,
    /// The methods: the name of each, and its signature as the language binds it.
    pub methods: &'static [(&'static str, &'static str)],
}
