//! A reader of JSON that keeps the places of names and values, and everything before an error.
//!
//! It takes comments and commas at the end, as `bun.lock` has them.

use std::borrow::Cow;

use super::reader::ManifestReader;
use crate::base::TextPart;

/// How deep values may be nested.
const DEPTH: usize = 100;

/// A value.
#[derive(Debug)]
pub enum JsonNode<'t> {
    /// `{ … }`, in the order of the text.
    Object(Vec<Member<'t>>),
    /// `[ … ]`.
    Array(Vec<JsonNode<'t>>),
    /// A string.
    Text(Cow<'t, str>),
    /// A number, `true`, `false` or `null`.
    Word(&'t str),
}

/// One entry of an object.
#[derive(Debug)]
pub struct Member<'t> {
    /// The name.
    pub name: Cow<'t, str>,
    /// The offset of the name.
    pub at: usize,
    /// The value.
    pub node: JsonNode<'t>,
}

impl<'t> JsonNode<'t> {
    /// The value of a name; the last one where the name is repeated.
    pub fn get(&self, name: &str) -> Option<&JsonNode<'t>> {
        self.members().iter().rfind(|member| member.name == name).map(|member| &member.node)
    }

    /// The entries; none of what is no object.
    pub fn members(&self) -> &[Member<'t>] {
        if let JsonNode::Object(members) = self { members } else { &[] }
    }

    /// The items; none of what is no array.
    pub fn items(&self) -> &[JsonNode<'t>] {
        if let JsonNode::Array(items) = self { items } else { &[] }
    }

    /// A number, `true`, `false` or `null`, as it is written.
    pub fn word(&self) -> Option<&'t str> {
        if let JsonNode::Word(word) = self { Some(word) } else { None }
    }

    /// The text of a string.
    pub fn text(&self) -> Option<&str> {
        if let JsonNode::Text(text) = self { Some(text) } else { None }
    }
}

/// Reads the text of a reader. Where it breaks off is a flaw, and what was read until then holds.
pub fn root<'t>(reader: &mut ManifestReader<'t>) -> JsonNode<'t> {
    let (root, stop) = parse(reader.text);
    if let Some((at, why)) = stop {
        reader.flaw(at, why);
    }
    root
}

/// Where and why reading stopped.
pub type JsonFault = (usize, &'static str);

/// Reads a text; where it breaks off, what was read until then.
pub fn parse(text: &str) -> (JsonNode<'_>, Option<JsonFault>) {
    let mut parser = Parser { text, at: 0, stop: None };
    let node = parser.value(0);
    parser.space();
    if parser.at < text.len() {
        parser.stop("something follows the end");
    }
    (node, parser.stop)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    stop: Option<JsonFault>,
}

impl<'t> Parser<'t> {
    /// Only the first reason counts; nothing is read after it.
    fn stop(&mut self, why: &'static str) {
        self.stop.get_or_insert((self.at, why));
        self.at = self.text.len();
    }

    fn rest(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn space(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let comment = self.text.part(self.at..);
            match comment.get(..2) {
                Some("//") => self.at += comment.find('\n').unwrap_or(comment.len()),
                Some("/*") => self.at += comment.find("*/").map_or(comment.len(), |end| end + 2),
                _ => return,
            }
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        self.space();
        let is_next = self.rest().first() == Some(&byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: usize) -> JsonNode<'t> {
        self.space();
        match self.rest().first() {
            _ if depth > DEPTH => {
                self.stop("nested too deep");
                JsonNode::Word("")
            }
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => JsonNode::Text(self.string()),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> JsonNode<'t> {
        self.at += 1;
        let mut members = Vec::new();
        while !self.eat(b'}') {
            let at = self.at;
            if self.rest().first() != Some(&b'"') {
                self.stop("a name in quotes is wanted");
                break;
            }
            let name = self.string();
            if !self.eat(b':') {
                self.stop("a colon is wanted");
                break;
            }
            members.push(Member { name, at, node: self.value(depth + 1) });
            if !self.eat(b',') && self.rest().first() != Some(&b'}') {
                self.stop("a comma is wanted");
                break;
            }
        }
        JsonNode::Object(members)
    }

    fn array(&mut self, depth: usize) -> JsonNode<'t> {
        self.at += 1;
        let mut items = Vec::new();
        while !self.eat(b']') {
            if self.at == self.text.len() {
                self.stop("the end of an array is wanted");
                break;
            }
            items.push(self.value(depth + 1));
            if !self.eat(b',') && self.rest().first() != Some(&b']') {
                self.stop("a comma is wanted");
                break;
            }
        }
        JsonNode::Array(items)
    }

    fn string(&mut self) -> Cow<'t, str> {
        let start = self.at + 1;
        let mut end = start;
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(end) {
            match byte {
                b'"' => {
                    self.at = end + 1;
                    return unescaped(self.text.part(start..end));
                }
                b'\\' => end += 2,
                b'\n' => break,
                _ => end += 1,
            }
        }
        self.stop("the end of a string is wanted");
        Cow::Borrowed("")
    }

    fn word(&mut self) -> JsonNode<'t> {
        let len = self.rest().iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte)).count();
        if len == 0 {
            self.stop("a value is wanted");
        }
        self.at += len;
        JsonNode::Word(self.text.part(self.at - len..self.at))
    }
}

/// A string without its escapes. One that serde_json does not accept stays as it is written.
fn unescaped(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    serde_json::from_str::<String>(&format!("\"{raw}\"")).map_or(Cow::Borrowed(raw), Cow::Owned)
}
