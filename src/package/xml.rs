//! Just enough XML for a `pom.xml`: elements and their texts. No entities, attributes or declarations.

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'t> {
    /// `<name>`.
    Open(&'t str),
    /// `</name>`, or the end of `<name/>`.
    Close(&'t str),
    /// Text between tags, trimmed, not empty.
    Text(&'t str),
}

/// The events of a text, each with its offset. Comments and instructions are passed over; at an end that is missing
/// the text ends.
pub fn events(text: &str) -> impl Iterator<Item = (usize, Event<'_>)> {
    let mut at = 0;
    let mut pending: Option<(usize, Event<'_>)> = None;
    std::iter::from_fn(move || {
        loop {
            if let Some(event) = pending.take() {
                return Some(event);
            }
            let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
            let start = at;
            if !rest.starts_with('<') {
                let len = rest.find('<').unwrap_or(rest.len());
                at += len;
                let words = rest[..len].trim();
                if !words.is_empty() {
                    return Some((start, Event::Text(words)));
                }
                continue;
            }
            let (head, tail) = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")]
                .into_iter()
                .find(|(head, _)| rest.starts_with(head))
                .unwrap_or(("<", ">"));
            let end = rest.find(tail)?;
            at += end + tail.len();
            let inside = rest.get(head.len()..end)?;
            if head == "<![CDATA[" {
                return Some((start, Event::Text(inside.trim())));
            }
            if head != "<" {
                continue;
            }
            if let Some(name) = inside.strip_prefix('/') {
                return Some((start, Event::Close(name.trim())));
            }
            let name = inside.split(|letter: char| letter.is_whitespace() || letter == '/').next()?;
            if inside.ends_with('/') {
                pending = Some((start, Event::Close(name)));
            }
            return Some((start, Event::Open(name)));
        }
    })
}
