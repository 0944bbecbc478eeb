//! The last descriptor of a symbol: the name that the text has where the symbol occurs.

use crate::base::TextPart;
use std::borrow::Cow;

/// The kind of the last descriptor of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suffix {
    /// `name/`: a module, a file, a package.
    Namespace,
    /// `name#`
    Type,
    /// `name.`
    Term,
    /// `name().`
    Method,
    /// `[name]`
    TypeParameter,
    /// `(name)`
    Parameter,
    /// `name:`
    Meta,
    /// `name!`
    Macro,
}

/// The last descriptor of a symbol, and the prefix before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastDescriptor<'s> {
    /// The kind of thing it names.
    pub suffix: Suffix,
    /// The name, its backticks taken off; a backtick inside it is doubled.
    pub name: &'s str,
    /// The symbol without it: what it belongs to.
    pub owner: &'s str,
}

impl<'s> LastDescriptor<'s> {
    /// The last descriptor; `None` where a symbol does not end with one.
    pub fn of(symbol: &'s str) -> Option<Self> {
        let (body, last) = symbol.split_at_checked(symbol.len().checked_sub(1)?)?;
        let of = |suffix, body: &'s str| {
            let (owner, name) = split_name(body)?;
            Some(Self { suffix, name, owner })
        };
        let inside = |suffix, open: char| {
            let tail = of(suffix, body)?;
            Some(Self { owner: tail.owner.strip_suffix(open)?, ..tail })
        };
        match last {
            "/" => of(Suffix::Namespace, body),
            "#" => of(Suffix::Type, body),
            ":" => of(Suffix::Meta, body),
            "!" => of(Suffix::Macro, body),
            "]" => inside(Suffix::TypeParameter, '['),
            ")" => inside(Suffix::Parameter, '('),
            "." => match body.strip_suffix(')') {
                Some(method) => of(Suffix::Method, before_disambiguator(method)?),
                None => of(Suffix::Term, body),
            },
            _ => None,
        }
    }

    /// The name with its backticks as the text has them.
    pub fn plain_name(&self) -> Cow<'s, str> {
        if self.name.contains("``") { Cow::Owned(self.name.replace("``", "`")) } else { Cow::Borrowed(self.name) }
    }
}

/// The name before `(+1`; a disambiguator in backticks may hold brackets of its own.
fn before_disambiguator(method: &str) -> Option<&str> {
    if method.ends_with('`') {
        return split_name(method)?.0.strip_suffix('(');
    }
    method.rfind('(').map(|at| method.part(..at))
}

/// Splits off the name at the end of a text.
fn split_name(body: &str) -> Option<(&str, &str)> {
    let bytes = body.as_bytes();
    if let Some(inner) = body.strip_suffix('`') {
        let mut at = inner.len();
        loop {
            let open = inner.part(..at).rfind('`')?;
            let run = bytes[..=open].iter().rev().take_while(|byte| **byte == b'`').count();
            if run % 2 == 1 {
                // The first of the run opens; each two behind it are one of the name.
                let open = open + 1 - run;
                return Some((body.part(..open), inner.part(open + 1..)));
            }
            at = open + 1 - run;
        }
    }
    let start = bytes.iter().rposition(|byte| !is_name_byte(*byte)).map_or(0, |at| at + 1);
    (start < body.len()).then(|| body.split_at(start))
}

/// Whether a byte may stand in a name without backticks.
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'-' | b'$') || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(symbol: &str) -> (Suffix, &str, &str) {
        let tail = LastDescriptor::of(symbol).expect("a descriptor");
        (tail.suffix, tail.name, tail.owner)
    }

    #[test]
    fn each_form_has_its_name() {
        assert_eq!(tail("s m p v a/`b.ts`/"), (Suffix::Namespace, "b.ts", "s m p v a/"));
        assert_eq!(tail("s m p v a/B#"), (Suffix::Type, "B", "s m p v a/"));
        assert_eq!(tail("s m p v x."), (Suffix::Term, "x", "s m p v "));
        assert_eq!(tail("s m p v A#f(+1)."), (Suffix::Method, "f", "s m p v A#"));
        assert_eq!(tail("s m p v A#f(`a(b`)."), (Suffix::Method, "f", "s m p v A#"));
        assert_eq!(tail("s m p v A#`<get>f`()."), (Suffix::Method, "<get>f", "s m p v A#"));
        assert_eq!(tail("s m p v impl#[`F<T>`]"), (Suffix::TypeParameter, "F<T>", "s m p v impl#"));
        assert_eq!(tail("s m p v f().(`{ a, b }`)"), (Suffix::Parameter, "{ a, b }", "s m p v f()."));
        assert_eq!(tail("s m p v `pkg.mod`/__init__:"), (Suffix::Meta, "__init__", "s m p v `pkg.mod`/"));
        assert_eq!(tail("s m p v vec!"), (Suffix::Macro, "vec", "s m p v "));
        assert_eq!(tail("s m p v `a``b`#"), (Suffix::Type, "a``b", "s m p v "));
        assert_eq!(LastDescriptor::of("s m p v `a``b`#").map(|tail| tail.plain_name()), Some("a`b".into()));
        assert_eq!(tail("s m p v ```a`#"), (Suffix::Type, "``a", "s m p v "));
    }

    #[test]
    fn what_is_no_symbol_has_none() {
        for symbol in ["", "x", "`", "`#", "().", "#", ")", "(a)b", "local 3", "é"] {
            assert_eq!(LastDescriptor::of(symbol), None, "{symbol:?}");
        }
    }
}
