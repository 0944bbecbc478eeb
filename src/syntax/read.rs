//! Reads the text of a path, and of arguments, into expressions.

use super::argument::GivenArgument;
use super::expr::{Expr, ExprId, Literal, Name};

/// The end of a part of a path.
const MEMBER: char = '.';
/// The suffix that takes an element.
const ELEMENT: &str = "[]";

/// A writer of names and expressions, each of which it keeps once.
pub trait ExprWriter {
    /// The name of a text.
    fn name(&mut self, text: &str) -> Name;
    /// The id of an expression.
    fn expr(&mut self, expr: Expr) -> ExprId;
}

/// Reads a path. What is no path becomes a name as it is written.
pub fn expr(text: &str, writer: &mut impl ExprWriter) -> ExprId {
    match text {
        "true" | "null" => writer.expr(Literal::marked(text).map_or(Expr::Unknown, Expr::Literal)),
        _ if text.starts_with(ELEMENT) || text.starts_with("{}") => {
            contained(text, writer).unwrap_or_else(|| whole(text, writer))
        }
        _ => chain(text, writer),
    }
}

/// Reads the arguments of a call: joined by commas, each a path, the mark of a literal, or `new` with a type; before each
/// its label and a colon, where its value is not known.
pub fn arguments(text: &str, writer: &mut impl ExprWriter) -> Vec<GivenArgument> {
    let given = text.split(',').filter(|argument| !argument.is_empty());
    let read = given.map(|argument| match argument.split_once(':') {
        Some((label, "?")) => GivenArgument { label: Some(writer.name(label)), value: writer.expr(Expr::Unknown) },
        _ => GivenArgument { label: None, value: argument_value(argument, writer) },
    });
    read.collect()
}

fn argument_value(text: &str, writer: &mut impl ExprWriter) -> ExprId {
    if let Some(sort) = Literal::marked(text) {
        return writer.expr(Expr::Literal(sort));
    }
    match text.strip_prefix("new ") {
        Some(made) => {
            let of = expr(made, writer);
            writer.expr(Expr::Made(of))
        }
        None => expr(text, writer),
    }
}

fn whole(text: &str, writer: &mut impl ExprWriter) -> ExprId {
    let name = writer.name(text);
    writer.expr(Expr::Name(name))
}

/// A type of containers, and what is done to it: its first element ends the type.
fn contained(text: &str, writer: &mut impl ExprWriter) -> Option<ExprId> {
    let type_at = text.find(|letter| !matches!(letter, '[' | ']' | '{' | '}')).unwrap_or(text.len());
    let (marks, rest) = (text.get(..type_at)?, text.get(type_at..)?);
    let is_marked = marks.as_bytes().chunks(2).all(|mark| matches!(mark, b"[]" | b"{}"));
    if !is_marked {
        return None;
    }
    let (of, done) = match rest.find(ELEMENT) {
        Some(at) => (rest.get(..at)?, Some(rest.get(at + ELEMENT.len()..)?)),
        None => (rest, None),
    };
    let (first, members) = done.map_or(("", None), |done| match done.split_once(MEMBER) {
        Some((first, members)) => (first, Some(members)),
        None => (done, None),
    });
    let ops = suffixes(first)?;
    let mut at = chain(of, writer);
    for mark in marks.as_bytes().chunks(2).rev() {
        at = writer.expr(if mark == b"[]" { Expr::List(at) } else { Expr::Map(at) });
    }
    if done.is_some() {
        at = writer.expr(Expr::Element(at));
    }
    at = applied(at, &ops, writer);
    Some(members.map_or(at, |members| members.split(MEMBER).fold(at, |on, part| member(on, part, writer))))
}

/// Names joined by dots, each with what is done to it.
fn chain(text: &str, writer: &mut impl ExprWriter) -> ExprId {
    let mut parts = text.split(MEMBER);
    let head = parts.next().unwrap_or("");
    let (name, ops) = split(head);
    let at = match name {
        "this" => Expr::This,
        "Self" => Expr::SelfType,
        "#object" => Expr::Object,
        "?" => Expr::Unknown,
        "\"" | "1" | "->" | "#literal" => Literal::marked(name).map_or(Expr::Unknown, Expr::Literal),
        field if field.starts_with('@') => Expr::OwnField(writer.name(field)),
        name => Expr::Name(writer.name(name)),
    };
    let at = writer.expr(at);
    let at = applied(at, &ops, writer);
    parts.fold(at, |on, part| member(on, part, writer))
}

fn member(on: ExprId, part: &str, writer: &mut impl ExprWriter) -> ExprId {
    let (text, ops) = split(part);
    let name = writer.name(text);
    let at = writer.expr(if text.starts_with('@') { Expr::Field(on, name) } else { Expr::Member(on, name) });
    applied(at, &ops, writer)
}

/// One thing that is done to an expression.
enum Suffix<'a> {
    Call,
    Element,
    /// The places of parameters: `(1)(0)`.
    Parameter(&'a str),
}

fn applied(at: ExprId, ops: &[Suffix<'_>], writer: &mut impl ExprWriter) -> ExprId {
    ops.iter().fold(at, |at, op| {
        let expr = match op {
            Suffix::Call => Expr::Call(at),
            Suffix::Element => Expr::Element(at),
            Suffix::Parameter(places) => Expr::Parameter(at, writer.name(places)),
        };
        writer.expr(expr)
    })
}

/// The name in a part, and what is done to it; a part of any other form is a name as it is written.
fn split(part: &str) -> (&str, Vec<Suffix<'_>>) {
    let at = part.find(['(', '[']).filter(|at| *at > 0);
    let found = at.and_then(|at| Some((part.get(..at)?, suffixes(part.get(at..)?)?)));
    found.unwrap_or((part, Vec::new()))
}

fn suffixes(text: &str) -> Option<Vec<Suffix<'_>>> {
    let (mut found, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        if let Some(behind) = rest.strip_prefix("()") {
            (rest, _) = (behind, found.push(Suffix::Call));
        } else if let Some(behind) = rest.strip_prefix(ELEMENT) {
            (rest, _) = (behind, found.push(Suffix::Element));
        } else {
            let places = rest.get(..places_len(rest)).filter(|places| !places.is_empty())?;
            rest = rest.get(places.len()..)?;
            found.push(Suffix::Parameter(places));
        }
    }
    Some(found)
}

/// Whether a text is a place of a function: that of an argument, by its number or its label, of one of many at such a place, of a
/// function behind them, of the object at hand there, or of a part of what is given.
fn is_place(text: &str) -> bool {
    if let Some(label) = text.strip_suffix(':') {
        let label = label.strip_suffix(':').unwrap_or(label);
        return label.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    }
    let number = text.strip_prefix(['-', '=']).unwrap_or(text);
    text == "this" || !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// The length of the places that a text begins with.
fn places_len(text: &str) -> usize {
    let mut len = 0;
    while let Some(inside) = text.get(len..).and_then(|rest| rest.strip_prefix('(')) {
        let Some((place, _)) = inside.split_once(')').filter(|(place, _)| is_place(place)) else { break };
        len += place.len() + 2;
    }
    len
}
