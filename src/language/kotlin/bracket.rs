//! Brackets in a text.

/// How far a bracket is looked for, and how long a line may be, in bytes.
pub const FARTHEST: usize = 4096;

/// The place of the round bracket that the last one before a place closes.
pub fn opening(text: &[u8], end: usize) -> Option<usize> {
    let mut depth = 0u32;
    for (at, byte) in text.get(..end)?.iter().enumerate().rev().take(FARTHEST) {
        match byte {
            b')' => depth += 1,
            b'(' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}
