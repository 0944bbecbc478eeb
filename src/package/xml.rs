//! Just enough XML for `pom.xml` and the projects of .NET: elements, their texts and attributes. No entities or
//! declarations.

use crate::base::TextPart;
/// The next token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'t> {
    /// `<name …>`: the name, and the text behind it.
    Open(&'t str, &'t str),
    /// `</name>`, or the end of `<name/>`.
    Close(&'t str),
    /// Text between tags, trimmed, not empty.
    Text(&'t str),
}

/// The events of a text, each with its offset. Comments and instructions are passed over; where a tag does not end, the
/// text does.
pub fn events(text: &str) -> Events<'_> {
    Events { text, at: 0, pending: None }
}

/// The value of an attribute, from the text behind the name of an element. Case does not matter.
pub fn attribute<'t>(attributes: &'t str, wanted: &str) -> Option<&'t str> {
    let mut rest = attributes;
    loop {
        let (name, value) = rest.split_once('=')?;
        let value = value.trim_start();
        let quote = value.chars().next().filter(|letter| matches!(letter, '"' | '\''))?;
        let (value, after) = value.part(1..).split_once(quote)?;
        if name.trim().eq_ignore_ascii_case(wanted) {
            return Some(value);
        }
        rest = after;
    }
}

/// The unread rest of a text.
pub struct Events<'t> {
    text: &'t str,
    at: usize,
    /// The end of an element that had no content.
    pending: Option<(usize, Event<'t>)>,
}

impl<'t> Iterator for Events<'t> {
    type Item = (usize, Event<'t>);

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(event) = self.pending.take() {
            return Some(event);
        }
        loop {
            let start = self.at;
            let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
            let event = if rest.starts_with('<') { self.tag(rest)? } else { self.words(rest) };
            if let Some(event) = event {
                return Some((start, event));
            }
        }
    }
}

impl<'t> Events<'t> {
    fn words(&mut self, rest: &'t str) -> Option<Event<'t>> {
        let len = rest.find('<').unwrap_or(rest.len());
        self.at += len;
        Some(rest.part(..len).trim()).filter(|words| !words.is_empty()).map(Event::Text)
    }

    /// The text between the brackets; empty for a skipped construct, `None` where it does not end.
    fn tag(&mut self, rest: &'t str) -> Option<Option<Event<'t>>> {
        let kinds = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"), ("<", ">")];
        let (head, tail) = kinds.into_iter().find(|(head, _)| rest.starts_with(head))?;
        let len = rest.get(head.len()..)?.find(tail)?;
        let inside = rest.get(head.len()..head.len() + len)?;
        let start = self.at;
        self.at += head.len() + len + tail.len();
        if head == "<![CDATA[" {
            return Some(Some(Event::Text(inside.trim())));
        }
        if head != "<" {
            return Some(None);
        }
        if let Some(name) = inside.strip_prefix('/') {
            return Some(Some(Event::Close(name.trim())));
        }
        let name = inside.split(|letter: char| letter.is_whitespace() || letter == '/').next()?;
        if inside.ends_with('/') {
            self.pending = Some((start, Event::Close(name)));
        }
        Some(Some(Event::Open(name, inside.part(name.len()..).trim_end_matches('/'))))
    }
}
