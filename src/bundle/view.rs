//! Views: which lines of a file are shown.

use std::ops::RangeInclusive;

use super::item::Excerpt;
use super::reason::elided;
use crate::base::LineIndex;
use crate::facts::Definition;
use crate::language::DeclKind;

/// Ranges of lines that are nearer than this are shown as one: a mark costs about as much as the lines it hides.
const BRIDGE: u32 = 2;
/// A part that shows more than this share of a file's lines is not worth the holes.
const WHOLE_PERCENT: usize = 80;
/// How many lines around a site outside every definition are shown with it.
const AROUND: u32 = 1;
/// How many lines stand for a file without definitions that is no Markdown.
const HEAD: u32 = 40;

/// A file as views see it.
pub struct Source<'a> {
    /// Its text.
    pub text: &'a str,
    /// Where its lines start.
    pub index: LineIndex,
    /// Its definitions, in the order of the text.
    pub definitions: &'a [Definition],
    /// Whether it is Markdown.
    pub is_markdown: bool,
}

/// What a file is looked at for.
#[derive(Clone, Debug, Default)]
pub struct Focus {
    /// The lines that the answers are about.
    pub lines: Vec<u32>,
    /// The first and last lines of the definitions that they are about.
    pub bodies: Vec<RangeInclusive<u32>>,
}

impl Source<'_> {
    /// The whole file.
    pub fn full(&self) -> Vec<Excerpt> {
        let last = u32::try_from(self.index.n_lines()).unwrap_or(u32::MAX);
        if self.text.is_empty() { Vec::new() } else { vec![self.excerpt(1, last)] }
    }

    /// The signatures; the headings of Markdown, the head of other text.
    pub fn skeleton(&self) -> Vec<Excerpt> {
        self.excerpts(self.signatures())
    }

    /// The signatures, with the bodies and lines that the file is looked at for. The whole file where that is most of
    /// it; the signatures alone where nothing is looked for.
    pub fn focused(&self, focus: &Focus) -> Vec<Excerpt> {
        let mut lines = self.signatures();
        for body in &focus.bodies {
            lines.extend(body.clone());
        }
        for line in &focus.lines {
            lines.extend(line.saturating_sub(AROUND)..=line.saturating_add(AROUND));
        }
        self.excerpts(lines)
    }

    fn signatures(&self) -> Vec<u32> {
        if self.definitions.iter().all(|row| row.kind == DeclKind::File) {
            return self.headings();
        }
        let mut lines = Vec::new();
        for row in self.definitions {
            let container = self.definitions.iter().position(|other| self.holds(other, row));
            if row.kind == DeclKind::File || container.is_some() {
                continue;
            }
            lines.extend(row.at.line..=self.signature_end(row));
        }
        lines
    }

    /// Whether `row` stands inside the body of the callable or variable `other`: then it is none of the file's surface.
    fn holds(&self, other: &Definition, row: &Definition) -> bool {
        let is_body = other.kind.is_callable() || other.kind == DeclKind::Variable;
        let inside = other.start_line <= row.start_line && row.end_line <= other.end_line && other.at < row.at;
        is_body && inside
    }

    /// The last line of a signature: that on which the body opens, unless the body has lines of its own only.
    fn signature_end(&self, row: &Definition) -> u32 {
        const LONGEST: u32 = 40;
        if row.body_line == 0 && matches!(row.kind, DeclKind::Function | DeclKind::Method) {
            // What has no body is a signature as a whole.
            return row.end_line.clamp(row.at.line, row.at.line + LONGEST);
        }
        if row.body_line <= row.at.line {
            return row.at.line;
        }
        let before = self.line(row.body_line - 1).trim_end();
        let opens_before = before.ends_with(':') || before.ends_with('{') || before.ends_with('=');
        let end = if opens_before { row.body_line - 1 } else { row.body_line };
        end.clamp(row.at.line, row.at.line + LONGEST)
    }

    fn headings(&self) -> Vec<u32> {
        let last = u32::try_from(self.index.n_lines()).unwrap_or(u32::MAX);
        if !self.is_markdown {
            return (1..=last.min(HEAD)).collect();
        }
        let mut fenced = false;
        let mut lines = Vec::new();
        for line in 1..=last {
            let text = self.line(line);
            if text.trim_start().starts_with("```") {
                fenced = !fenced;
            } else if !fenced && text.starts_with('#') {
                lines.push(line);
            }
        }
        lines
    }

    fn line(&self, line: u32) -> &str {
        self.text.get(self.index.line(line)).unwrap_or("")
    }

    /// Some lines, in any order, as excerpts.
    fn excerpts(&self, mut lines: Vec<u32>) -> Vec<Excerpt> {
        let last = u32::try_from(self.index.n_lines()).unwrap_or(u32::MAX);
        lines.retain(|line| (1..=last).contains(line) && !self.line(*line).trim().is_empty());
        lines.sort_unstable();
        lines.dedup();
        if lines.len() * 100 > self.index.n_lines() * WHOLE_PERCENT {
            return self.full();
        }
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for line in lines {
            match ranges.last_mut() {
                Some((_, end)) if line <= *end + BRIDGE => *end = line,
                _ => ranges.push((line, line)),
            }
        }
        // A hole of a line or two at either end is no more worth a mark than one in between.
        if let Some((first, _)) = ranges.first_mut().filter(|(first, _)| *first <= BRIDGE) {
            *first = 1;
        }
        if let Some((_, end)) = ranges.last_mut().filter(|(_, end)| *end + BRIDGE > last) {
            *end = last;
        }
        ranges.into_iter().map(|(first, last)| self.excerpt(first, last)).collect()
    }

    fn excerpt(&self, first: u32, last: u32) -> Excerpt {
        let range = self.index.line(first).start..self.index.line(last).end;
        let mut text = self.text.get(range).unwrap_or("").replace("\r\n", "\n");
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Excerpt { first_line: first, last_line: last, text }
    }
}

/// The characters of some excerpts of a file of so many lines, as they are printed: each line with its number and a tab,
/// and the marks for what is left out.
pub fn chars(excerpts: &[Excerpt], n_lines: u32) -> u64 {
    let mut sum = 0;
    let mut next = 1;
    for excerpt in excerpts {
        let numbers: u64 = (excerpt.first_line..=excerpt.last_line).map(|line| u64::from(line.ilog10()) + 2).sum();
        sum += excerpt.text.chars().count() as u64 + numbers + mark(next, excerpt.first_line);
        next = excerpt.last_line + 1;
    }
    sum + mark(next, n_lines + 1)
}

fn mark(from: u32, to: u32) -> u64 {
    elided(from, to).map_or(0, |mark| mark.chars().count() as u64 + 1)
}
