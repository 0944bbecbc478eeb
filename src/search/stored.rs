//! The parts of an index as bytes: each behind its length.

/// Appends a part.
pub(super) fn part(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend((bytes.len() as u64).to_le_bytes());
    out.extend(bytes);
}

/// Takes the next part; `None` where it is not whole.
pub(super) fn next<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let (length, after) = rest.split_first_chunk::<8>()?;
    let (part, after) = after.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    *rest = after;
    Some(part)
}

/// The numbers of a part; `None` where it does not hold whole numbers.
pub(super) fn words(bytes: &[u8]) -> Option<Vec<u32>> {
    let (words, rest) = bytes.as_chunks::<4>();
    rest.is_empty().then(|| words.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

/// The bytes of some numbers.
pub(super) fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
