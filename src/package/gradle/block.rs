//! The statements of a build script that stand in a block `dependencies`, with the blocks around them.

use crate::base::TextPart;
/// A statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GradleStatement<'t> {
    /// Its first byte.
    pub at: usize,
    /// Its text, without the block that it opens.
    pub text: &'t str,
    /// It opens a block.
    pub opens: bool,
}

/// A visitor's verdict on a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockVerdict {
    /// A dependency: the block that it opens configures it.
    Dependency,
    /// Something else: its block is visited.
    Other,
}

/// An open block.
struct Block<'t> {
    label: &'t str,
    /// Statements in it are looked at.
    listed: bool,
    /// The brackets that are open around it.
    brackets: u32,
}

/// How deep blocks may be nested; what is deeper is not looked at.
const DEPTH: usize = 64;
/// Blocks in a list of dependencies that list none.
const SILENT: [&str; 5] = ["constraints", "modules", "components", "imports", "artifactTypes"];

/// Calls `visit` for each statement of a list of dependencies, with the labels of the blocks around it, outermost
/// first.
pub fn statements<'t>(text: &'t str, visit: &mut dyn FnMut(GradleStatement<'t>, &[&'t str]) -> BlockVerdict) {
    let mut scan = Scan { text, start: 0, brackets: 0, blocks: Vec::new() };
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        let len = scan.passed(at);
        if len > 0 {
            at += len;
            continue;
        }
        match byte {
            b'(' | b'[' => scan.brackets += 1,
            b')' | b']' => scan.brackets = scan.brackets.saturating_sub(1),
            b'{' => scan.open(at, visit),
            b'}' => scan.close(at, visit),
            b'\n' | b';' if scan.brackets == 0 => {
                scan.end(at, false, visit);
            }
            _ => {}
        }
        at += 1;
    }
    scan.end(text.len(), false, visit);
}

struct Scan<'t> {
    text: &'t str,
    start: usize,
    brackets: u32,
    blocks: Vec<Block<'t>>,
}

impl<'t> Scan<'t> {
    /// The length of the comment or string that starts there; 0 where none does.
    fn passed(&mut self, at: usize) -> usize {
        let rest = &self.text.as_bytes()[at..];
        let until = |from: usize, end: &[u8]| {
            let found = rest[from..].windows(end.len()).position(|it| it == end);
            found.map_or(rest.len(), |found| from + found + end.len())
        };
        match rest {
            [b'/', b'/', ..] => {
                let len = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                self.skip(at, len)
            }
            [b'/', b'*', ..] => {
                let len = until(2, b"*/");
                self.skip(at, len)
            }
            [b'"', b'"', b'"', ..] => until(3, b"\"\"\""),
            [b'\'', b'\'', b'\'', ..] => until(3, b"'''"),
            [quote @ (b'"' | b'\''), ..] => quoted(rest, *quote),
            _ => 0,
        }
    }

    /// A comment before a statement is no part of it.
    fn skip(&mut self, at: usize, len: usize) -> usize {
        if self.text.part(self.start..at).trim().is_empty() {
            self.start = at + len;
        }
        len
    }

    fn statement(&self, end: usize, opens: bool) -> GradleStatement<'t> {
        let raw = self.text.part(self.start.min(end)..end);
        GradleStatement { at: self.start + raw.len() - raw.trim_start().len(), text: raw.trim(), opens }
    }

    fn end(
        &mut self,
        at: usize,
        opens: bool,
        visit: &mut dyn FnMut(GradleStatement<'t>, &[&'t str]) -> BlockVerdict,
    ) -> BlockVerdict {
        let statement = self.statement(at, opens);
        self.start = at + 1;
        let is_listed = self.blocks.len() <= DEPTH && self.blocks.last().is_some_and(|block| block.listed);
        if statement.text.is_empty() || !is_listed {
            return BlockVerdict::Other;
        }
        let labels: Vec<&str> = self.blocks.iter().map(|block| block.label).collect();
        visit(statement, &labels)
    }

    fn open(&mut self, at: usize, visit: &mut dyn FnMut(GradleStatement<'t>, &[&'t str]) -> BlockVerdict) {
        let label = self.statement(at, true).text;
        let word = label.rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default();
        let was_listed = self.blocks.last().is_some_and(|block| block.listed);
        let verdict = self.end(at, true, visit);
        let inside = was_listed && verdict == BlockVerdict::Other && !SILENT.contains(&label);
        self.blocks.push(Block { label, listed: word == "dependencies" || inside, brackets: self.brackets });
        self.brackets = 0;
    }

    fn close(&mut self, at: usize, visit: &mut dyn FnMut(GradleStatement<'t>, &[&'t str]) -> BlockVerdict) {
        self.end(at, false, visit);
        if let Some(block) = self.blocks.pop() {
            self.brackets = block.brackets;
        }
    }
}

/// The length of a string on one line; a quote without its pair is passed over alone.
fn quoted(rest: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(byte) = rest.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return 1,
            byte if *byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    1
}
