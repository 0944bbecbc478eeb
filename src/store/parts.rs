//! Bodies in parts: SQLite keeps no more than a billion bytes in one place, and the calls of a million files have more.

use std::borrow::Cow;

/// The most bytes of a part.
pub const PART: usize = 1 << 29;

/// The name of a part of a section: that of the section for the first, and no name of a section for another.
pub fn part_name(section: &str, at: usize) -> Cow<'_, str> {
    if at == 0 { Cow::Borrowed(section) } else { Cow::Owned(format!("{section}#{at}")) }
}

/// The parts of a body. The last one is shorter than the others, so that a reader knows the end.
pub fn parts(body: &[u8], most: usize) -> impl Iterator<Item = &[u8]> {
    let n = body.len() / most + 1;
    (0..n).map(move |at| body.get(at * most..body.len().min((at + 1) * most)).unwrap_or_default())
}

/// The body of some parts; `None` where one is lost.
pub fn joined(mut read: impl FnMut(usize) -> Option<Vec<u8>>, most: usize) -> Option<Vec<u8>> {
    let mut body = read(0)?;
    let mut n = 1;
    while body.len() == n * most {
        body.extend(read(n)?);
        n += 1;
    }
    Some(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_comes_back_from_its_parts_and_is_lost_with_one() {
        for length in 0..20u8 {
            let body: Vec<u8> = (0..length).collect();
            let all: Vec<Vec<u8>> = parts(&body, 4).map(<[u8]>::to_vec).collect();
            assert_eq!(joined(|at| all.get(at).cloned(), 4), Some(body.clone()), "{length} bytes");
            for lost in 0..all.len() {
                let read = |at: usize| all.get(at).filter(|_| at != lost).cloned();
                assert_eq!(joined(read, 4), None, "{length} bytes without part {lost}");
            }
        }
        assert_eq!([part_name("calls", 0), part_name("calls", 2)], ["calls", "calls#2"]);
    }
}
