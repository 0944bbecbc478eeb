//! Expressions and types in one typed form for all languages, interned per file: as much of them as look-ups need.
//!
//! A type and an expression share one form, since each may be stated in terms of the other: the type of a parameter is that
//! which `f` takes at its first place, and a value may be an element of a list type. Both are a *path*: a head, and what is
//! done to it, part by part. The inventory of forms, with those who write and those who read each:
//!
//! | form | written as | by | read by |
//! |---|---|---|---|
//! | [`Expr::Name`] | `a`, `\A` | every language | scopes, imports, package |
//! | [`Expr::This`], [`Expr::SelfType`] | `this`, `Self` | every language; `self` and `cls` where they mean it | the type around |
//! | [`Expr::Member`] | `a.b` | every language | members of a type, a module, a value |
//! | [`Expr::OwnField`], [`Expr::Field`] | `@x`, `a.@x` | Ruby, PHP | fields, which are names apart there |
//! | [`Expr::Call`] | `f()` | values, `ReturnType<typeof f>` | results of functions |
//! | [`Expr::Element`] | `a[]` | values; stated types of Go, Java, Kotlin and Rust: many of it | elements of lists, values of maps |
//! | [`Expr::Parameter`] | `f(1)`, `f(1)(0)` | TypeScript, Kotlin, Swift, for functions that are arguments; Rust and Swift, for parts of what is given | parameters by their places |
//! | [`Expr::Given`] | `f{a}` | the same, for functions that take another beside the one in question | type parameters of the function |
//! | [`Expr::List`], [`Expr::Map`] | `[]A`, `{}A` | Python, TypeScript | containers, followed where an element is wanted |
//! | [`Expr::Object`] | `#object` | TypeScript | a variable that has its own members; signatures |
//! | [`Expr::Literal`] | `"`, `'`, `1`, `1L`, `1f`, `1.0`, `true`, `null`, `class`, `->`, `{}`, `#literal` | receivers, arguments | overloads, extensions |
//! | [`Expr::Made`] | `new T` | arguments | overloads |
//! | [`Expr::Unknown`] | `?` | arguments, Ruby, PHP | nothing |
//!
//! `read` makes the form of a text, and [`Exprs::spelled`] the text of a form: of every text, the same.

mod argument;
mod expr;
#[cfg(test)]
mod laws;
mod read;
mod spelled;

pub use argument::{ArgumentLists, ArgumentsId, GivenArgument};
pub use expr::{Expr, ExprId, Exprs, Literal, Name};
pub use read::{ExprWriter, arguments, expr};
