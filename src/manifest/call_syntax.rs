//! Reads the text of a call into words; every slip has its place in the text.

use std::ops::Range;

use super::call::Word;
use crate::base::{Diagnostic, TextPart, inside};

/// A call as it is written, nothing looked up yet.
pub(super) struct Spoken {
    pub primitive: Word,
    pub groups: Vec<SpokenGroup>,
    pub options: Vec<(Word, Word)>,
    /// The place of the parentheses.
    pub inside: Range<usize>,
}

/// One argument: a word, or the members of a union.
pub(super) struct SpokenGroup {
    pub args: Vec<SpokenArg>,
    pub span: Range<usize>,
}

/// A member of the argument.
pub(super) struct SpokenArg {
    pub word: Word,
    pub quoted: bool,
}

/// A slip of syntax.
pub(super) struct Slip {
    title: String,
    span: Range<usize>,
    label: String,
    help: String,
    fix: Option<(Range<usize>, String)>,
}

impl Slip {
    fn new(title: impl Into<String>, span: Range<usize>, label: &str, help: impl Into<String>) -> Box<Self> {
        Box::new(Self { title: title.into(), span, label: label.to_owned(), help: help.into(), fix: None })
    }

    fn fix(mut self: Box<Self>, span: Range<usize>, text: String) -> Box<Self> {
        self.fix = Some((span, text));
        self
    }

    /// The slip as a diagnostic. `mendable` says whether places are exact.
    pub fn diagnostic(self, at: impl Fn(Range<usize>) -> Range<usize>, text: &str, mendable: bool) -> Diagnostic {
        let Range { start, end } = self.span;
        // At the end of the text there is nothing to point at but its last character.
        let span = inside(text, &if start == end { start.saturating_sub(1)..end } else { start..end });
        let diagnostic = Diagnostic::error("CG030", self.title, at(span), self.label).help(self.help);
        match self.fix.filter(|_| mendable) {
            Some((span, fix)) => diagnostic.fix(at(span), fix),
            None => diagnostic,
        }
    }
}

const PAIR: &str = "write `primitive(first, second)`, such as `files.except(importers, tests)`";
const FORM: &str = "write `primitive(argument)`, such as `scip.refs(change.symbols)`";

/// Reads a call.
pub(super) fn parse(text: &str) -> Result<Spoken, Box<Slip>> {
    let Some(open) = text.find('(') else {
        return Err(Slip::new(format!("`{}` is no call", text.trim()), 0..text.len(), "no `(` follows", FORM));
    };
    let primitive = trimmed(text, 0..open);
    if primitive.text.is_empty() {
        return Err(Slip::new("a call starts with the name of a primitive", 0..open + 1, "no name here", FORM));
    }
    let mut cursor = Cursor { text, at: open + 1 };
    let mut spoken = Spoken { primitive, groups: Vec::new(), options: Vec::new(), inside: open..text.len() };
    cursor.inside(open, &mut spoken)?;
    let rest = trimmed(text, cursor.at + 1..text.len());
    if !rest.text.is_empty() {
        let help = "a query is one call; give a second one an entry of its own, and name the first in it";
        return Err(Slip::new("nothing follows the `)`", rest.span, "not understood", help));
    }
    spoken.inside.end = cursor.at + 1;
    Ok(spoken)
}

impl Spoken {
    /// The slip of a call with fewer or more arguments than its primitive takes.
    pub fn miscounted(&self, text: &str, (fewest, most): (usize, usize)) -> Option<Box<Slip>> {
        let (name, count) = (&self.primitive.text, self.groups.len());
        if count < fewest {
            let label = if self.options.is_empty() { "empty" } else { "options alone" };
            return Some(match (fewest, count) {
                (1, _) => Slip::new(format!("`{name}` needs an argument"), self.inside.clone(), label, FORM),
                (_, 0) => Slip::new(format!("`{name}` needs two arguments"), self.inside.clone(), label, PAIR),
                _ => {
                    let one = self.groups[0].span.clone();
                    Slip::new(format!("`{name}` needs two arguments"), one, "the first alone", PAIR)
                }
            });
        }
        let (first, last) = (self.groups.first()?, self.groups.last()?);
        (count > most).then(|| several(text, first.span.start..last.span.end, name, most))
    }
}

const COMMA: &str = "put `,` between an argument and an option, and quotes around a text that holds blanks";

fn trimmed(text: &str, range: Range<usize>) -> Word {
    let source = text.part(range.clone());
    let start = range.start + source.len() - source.trim_start().len();
    let word = source.trim();
    Word { text: word.to_owned(), span: start..start + word.len() }
}

fn unclosed(text: &str, open: usize, bracket: char, closing: char) -> Box<Slip> {
    let title = format!("missing `{closing}`");
    let label = format!("this `{bracket}` is never closed");
    let help =
        format!("add `{closing}`; inside `{{ … }}` of YAML a comma ends the value: put quotes around the whole call");
    let text = text.trim_end();
    let end = if closing == ']' { text.strip_suffix(')').unwrap_or(text).len() } else { text.len() };
    Slip::new(title, open..open + 1, &label, help).fix(end..end, closing.to_string())
}

fn several(text: &str, span: Range<usize>, primitive: &str, most: usize) -> Box<Slip> {
    if most > 1 {
        let help = "write the union of several sets between `[` and `]`";
        return Slip::new(format!("`{primitive}` takes two arguments"), span, "more than two", help);
    }
    let title = format!("`{primitive}` takes one argument");
    let source = text.part(span.clone()).replace(['[', ']'], "");
    let union = format!("[{source}]");
    let help = "write a union of several between `[` and `]`";
    Slip::new(title, span.clone(), "several", help).fix(span, union)
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.text.part(self.at..).chars().next()
    }

    fn width(&self) -> usize {
        self.peek().map_or(0, char::len_utf8)
    }

    fn blank(&mut self) {
        let rest = self.text.part(self.at..);
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Everything up to the `)`.
    fn inside(&mut self, open: usize, spoken: &mut Spoken) -> Result<(), Box<Slip>> {
        loop {
            self.blank();
            let (start, mut args) = (self.at, Vec::new());
            match self.peek() {
                None => return Err(unclosed(self.text, open, '(', ')')),
                Some(')') => return Ok(()),
                Some('[') => self.union(&mut args)?,
                Some(_) => match self.option() {
                    Some(option) => spoken.options.push(option),
                    None => args.push(self.value()?),
                },
            }
            if !args.is_empty() {
                spoken.groups.push(SpokenGroup { args, span: start..self.at });
            }
            self.blank();
            match self.peek() {
                Some(',') => self.at += 1,
                None | Some(')') => {}
                Some(_) => return Err(self.side_by_side()),
            }
        }
    }

    fn side_by_side(&self) -> Box<Slip> {
        Slip::new("words stand side by side", self.at..self.at + self.width(), "here", COMMA)
    }

    /// Parses `name=value`, if it comes next.
    fn option(&mut self) -> Option<(Word, Word)> {
        let rest = self.text.part(self.at..);
        let name = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').filter(|end| *end > 0)?;
        let equals = name + rest.part(name..).len() - rest.part(name..).trim_start().len();
        if !rest.part(equals..).starts_with('=') {
            return None;
        }
        let key = Word { text: rest.part(..name).to_owned(), span: self.at..self.at + name };
        let start = self.at + equals + 1;
        let length = self.text.part(start..).find([',', ')', ']', '(']).unwrap_or(self.text.len() - start);
        self.at = start + length;
        Some((key, trimmed(self.text, start..start + length)))
    }

    fn union(&mut self, args: &mut Vec<SpokenArg>) -> Result<(), Box<Slip>> {
        let (open, n_args) = (self.at, args.len());
        self.at += 1;
        loop {
            self.blank();
            match self.peek() {
                None => return Err(unclosed(self.text, open, '[', ']')),
                Some(']') if args.len() == n_args => {
                    let help = "name an input or an earlier query in it";
                    return Err(Slip::new("the union is empty", open..self.at + 1, "nothing here", help));
                }
                Some(']') => break,
                Some(_) => args.push(self.value()?),
            }
            self.blank();
            match self.peek() {
                Some(',') => self.at += 1,
                Some(']') => {}
                Some(_) if self.peek() != Some(')') => {
                    return Err(self.side_by_side());
                }
                _ => return Err(unclosed(self.text, open, '[', ']')),
            }
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self) -> Result<SpokenArg, Box<Slip>> {
        let start = self.at;
        if let Some(quote @ ('"' | '\'')) = self.peek() {
            let Some(length) = self.text.part(start + 1..).find(quote) else {
                return Err(Slip::new(
                    "a quote is never closed",
                    start..start + 1,
                    "it opens here",
                    "close it before the `)`",
                ));
            };
            self.at = start + length + 2;
            let text = self.text.part(start + 1..self.at - 1).to_owned();
            return Ok(SpokenArg { word: Word { text, span: start..self.at }, quoted: true });
        }
        let mut depth = 0_usize;
        let end = self.text.part(start..).char_indices().find(|(_, it)| match it {
            '(' => {
                depth += 1;
                false
            }
            ')' if depth > 0 => {
                depth -= 1;
                false
            }
            ',' | '[' | ']' | ')' => depth == 0,
            it => it.is_whitespace() && depth == 0,
        });
        self.at = end.map_or(self.text.len(), |(length, _)| start + length);
        if self.at == start {
            return Err(Slip::new(
                "an argument is missing",
                start..start + self.width(),
                "there is nothing before this",
                FORM,
            ));
        }
        Ok(SpokenArg {
            word: Word { text: self.text.part(start..self.at).to_owned(), span: start..self.at },
            quoted: false,
        })
    }
}
