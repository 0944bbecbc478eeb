//! Declarations that are made once for each platform: one for all of them, without a body, and one of each.

/// The part that a declaration plays where there is one for each platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlatformPart {
    /// It is for all platforms, each of which has another.
    Expected,
    /// It is the one of a platform.
    Actual,
}

impl PlatformPart {
    const ALL: [(Self, &'static str); 2] = [(Self::Expected, "(expect)"), (Self::Actual, "(actual)")];

    /// The name that such a declaration binds, which no code can write: with the types of what it takes, by which overloads differ.
    pub fn mark(self, signature: &str) -> String {
        let (_, head) = Self::ALL[self as usize];
        format!("{head}{signature}")
    }

    /// The part that a bound name states, and the signature.
    pub fn of_mark(name: &str) -> Option<(Self, &str)> {
        Self::ALL.iter().find_map(|(part, head)| Some((*part, name.strip_prefix(head)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_states_its_part() {
        for part in [PlatformPart::Expected, PlatformPart::Actual] {
            assert_eq!(PlatformPart::of_mark(&part.mark("Int,")), Some((part, "Int,")));
        }
        assert_eq!(PlatformPart::of_mark("expect"), None);
    }
}
