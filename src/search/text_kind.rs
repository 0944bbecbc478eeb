//! The kinds of indexed files.

/// The kind of an indexed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum TextKind {
    /// Source code.
    Source,
    /// A document or settings.
    Text,
    /// A test, an example, vendored or generated code.
    Aside,
}

impl TextKind {
    /// The kind of a number that was kept.
    pub fn of(number: u32) -> Self {
        match number {
            0 => Self::Source,
            1 => Self::Text,
            _ => Self::Aside,
        }
    }
}
