//! Signatures: functions that are declared without a body, several of which may be ways to call one function.

use super::builder::Builder;
use super::kind::BindingKind;
use super::observation::Decl;
use super::unwritten::HIDING;
use crate::syntax::ExprId;

/// The place of the parameter of a signature that takes any number of arguments.
pub const MANY_ARGUMENTS: &str = "#*";

/// The name under which an alias binds the types that it means, to choose among signatures.
pub const ALIASED: &str = "#";

/// The prefix of the name of a function that is an argument, or is taken as one; its number of parameters follows.
pub const FUNCTION_OF: &str = "->";

/// The name under which a member is marked that belongs to its type itself, where a member of the type's values may have
/// the same name.
pub const STATIC: &str = "(static)";

/// The name under which a type or a function in a type is marked that has no value of that type at hand.
pub const APART: &str = "(apart)";

/// The place of a parameter of a signature: each type that the parameter takes is bound under it. No code can spell it.
pub fn argument_place(at: usize) -> String {
    format!("#{at}")
}

impl Builder<'_> {
    /// Binds the types that a parameter takes of the signature that was just opened, or that an alias means. Without
    /// types it takes anything.
    pub fn takes(&mut self, place: &str, types: &[ExprId]) {
        for of in types {
            self.bind_expr(self.current(), place, Some(*of), BindingKind::Untyped);
        }
    }

    /// Marks a member of a type itself that is found by the type which is named, and never by that of a value.
    pub fn hides_others(&mut self, member: Decl) {
        self.bind(member, HIDING, None, BindingKind::Untyped);
    }

    /// Marks a member that belongs to its type itself.
    pub fn mark_static(&mut self, member: Decl) {
        self.bind(member, STATIC, None, BindingKind::Untyped);
    }

    /// Marks a type or a function that has no value of the type around it at hand.
    pub fn mark_apart(&mut self, decl: Decl) {
        self.bind(decl, APART, None, BindingKind::Untyped);
    }
}
