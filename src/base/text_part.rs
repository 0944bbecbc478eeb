//! Parts of texts by offsets. Offsets are computed from texts that nobody vouches for, so that no slice may panic: the lint
//! `string_slice` refuses the operator.

use std::slice::SliceIndex;

/// Texts of which parts are taken by offsets.
pub trait TextPart {
    /// The part of a range; empty where the range leaves the text or begins or ends inside a character.
    fn part(&self, range: impl SliceIndex<str, Output = str>) -> &str;
}

impl TextPart for str {
    fn part(&self, range: impl SliceIndex<str, Output = str>) -> &str {
        self.get(range).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::TextPart;

    #[test]
    #[allow(clippy::reversed_empty_ranges)]
    fn a_part_never_panics() {
        let text = "aé";
        assert_eq!((text.part(..1), text.part(1..), text.part(..)), ("a", "é", "aé"));
        assert_eq!((text.part(2..), text.part(..2), text.part(4..), text.part(3..1)), ("", "", "", ""));
    }
}
