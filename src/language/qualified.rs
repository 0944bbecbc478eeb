//! Callees that name the type of a member, and the trait that gives it: `<T as Trait>::member`.
//!
//! A type taken as one of its supertypes is bound under a name that no code can spell, `T:<Trait`: first the type, then the
//! supertype.

use super::builder::Builder;
use super::expression::{closed, type_name};
use super::kind::BindingKind;
use super::observation::Receiver;
use super::read_name::TAKEN_AS;
use crate::base::TextPart as _;
use crate::syntax::Expr;

/// The parts of a callee that begins with a type in angle brackets.
struct QualifiedText<'t> {
    of: &'t str,
    supertype: Option<&'t str>,
    member: &'t str,
}

impl Builder<'_> {
    /// The receiver and the name of a callee that begins with a type in angle brackets; `None` for any other.
    pub fn qualified<'t>(&mut self, callee: &'t str) -> Option<(Receiver, &'t str)> {
        let QualifiedText { of, supertype, member } = parts(callee)?;
        let Some(of) = type_name(of) else { return Some((Receiver::Opaque, member)) };
        // An array has none of the members of its elements.
        let of = self.expr(if of.ends_with("[]") { "?" } else { &of });
        let Some(supertype) = supertype.and_then(type_name) else { return Some((Receiver::Path(of), member)) };
        let text = format!("{}{TAKEN_AS}{supertype}", self.observation().spelled(of));
        let (scope, name) = (self.current(), self.intern(&text));
        if !self.bound.contains_key(&(scope, name)) {
            let supertype = self.expr(&supertype);
            for part in [of, supertype] {
                self.bind_expr(scope, &text, Some(part), BindingKind::Copied);
            }
        }
        Some((Receiver::Path(self.lower(Expr::Name(name))), member))
    }
}

/// Such a callee as a path of the type alone: `T::member`.
pub fn without_supertype(callee: &str) -> Option<String> {
    let QualifiedText { of, member, .. } = parts(callee)?;
    Some(format!("{of}::{member}"))
}

fn parts(callee: &str) -> Option<QualifiedText<'_>> {
    let end = closed(callee).filter(|_| callee.starts_with('<'))?;
    let member = callee.part(end..).trim_start().strip_prefix("::")?.trim_start();
    let inside = callee.part(1..end - 1);
    let mut depth = 0;
    let is_apart = |(at, byte): (usize, u8)| {
        depth += i32::from(b"<([".contains(&byte)) - i32::from(b">)]".contains(&byte));
        (depth == 0 && inside.part(at..).starts_with(" as ")).then_some(at)
    };
    let at = inside.bytes().enumerate().find_map(is_apart);
    let (of, supertype) = at.map_or((inside, None), |at| (inside.part(..at), Some(inside.part(at + 4..))));
    let is_name = member.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    is_name.then_some(QualifiedText { of: of.trim(), supertype, member })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn callees_with_their_type_and_trait() {
        for (callee, wanted) in [
            ("<T as a::Shape>::mk", Some(("T", Some("a::Shape"), "mk"))),
            ("<Sq>::mk", Some(("Sq", None, "mk"))),
            ("<Vec<<T as A>::B> as Shape<u8>>::mk", Some(("Vec<<T as A>::B>", Some("Shape<u8>"), "mk"))),
            ("<T as A>::B::mk", None),
            ("a::mk", None),
            ("<T", None),
        ] {
            let found = parts(callee).map(|it| (it.of, it.supertype, it.member));
            assert_eq!(found, wanted, "{callee}");
        }
    }
}
