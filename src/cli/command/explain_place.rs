//! `explain FILE:LINE:COLUMN`: how the names at a place were resolved, step by step, and the edges that follow.

use std::fmt::Write;

use cg_rules::{DefId, FileId};
use rustc_hash::FxHashSet;

use super::source::Sources;
use super::{absent, explain_member};
use crate::base::{LineIndex, Position, path, printable};
use crate::cli::fault::Fault;
use crate::facts::{MEMBER, NamePlace, Snapshot, TracedName, Tried, WrittenName, written_path};
use crate::language::Rule;
use crate::pipeline::Index;

/// A place as it is written: a path, a line, and maybe a column in bytes, both from 1.
pub struct WrittenPlace<'a> {
    path: &'a str,
    line: u32,
    column: Option<u32>,
}

impl<'a> WrittenPlace<'a> {
    /// Reads `FILE:LINE` or `FILE:LINE:COLUMN`.
    pub fn parse(text: &'a str) -> Option<Self> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number > 0);
        let (head, last) = text.rsplit_once(':')?;
        let last = number(last)?;
        match head.rsplit_once(':').and_then(|(path, line)| Some((path, number(line)?))) {
            Some((path, line)) => Some(Self { path, line, column: Some(last) }),
            None => Some(Self { path: head, line: last, column: None }),
        }
    }

    /// Explains the place in an index.
    pub fn explain(&self, index: &Index) -> Result<String, Fault> {
        let path = absent::relative(self.path, index);
        let Some(file) = index.facts.file(&path) else { return absent::unknown(&path, "not read", index) };
        let bytes = index.tree.read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let Some(line) = text.lines().nth(self.line as usize - 1) else {
            let n_lines = text.lines().count();
            return Err(Fault::usage(
                format!("`{path}` has no line {}", self.line),
                format!("its lines are 1 to {n_lines}"),
            ));
        };
        let lines = LineIndex::new(&bytes);
        let word = self.column.and_then(|column| word(line, column)).map(|(column, word)| WrittenName {
            at: Position { line: self.line, column },
            name: word.to_owned(),
            receiver: written_path(&bytes, lines.line(self.line).start + column as usize - 1, &|at| lines.position(at)),
        });
        let place = NamePlace { file, line: self.line, column: self.column, word };
        let traced = index.trace(&place)?;
        let mut out = String::new();
        let mut sources = Sources::new(index);
        for (number, one) in traced.iter().enumerate() {
            let gap = if number > 0 { "\n" } else { "" };
            let _ = write!(out, "{gap}{}", shown(one, &path, &mut sources));
            out += &match &place.word {
                Some(word) if one.kind == MEMBER => match explain_member::call(&index.facts, file, word, line) {
                    Some(call) => call,
                    None => explain_member::edges(index, file, one, &word.name),
                },
                word => {
                    let listed = |word: &WrittenName| explain_member::listed(index, file, word.at, &word.name);
                    let found = edges(&index.facts, file, one);
                    let found = if found.is_empty() { word.as_ref().map(listed).unwrap_or_default() } else { found };
                    if found.is_empty() { "  no edge begins here\n".to_owned() } else { found }
                }
            };
        }
        if traced.is_empty() {
            let _ = writeln!(out, "{path}:{}  nothing here is resolved: {}", self.line, self.nothing(index, file));
        }
        if index.facts.health.is_some() && !traced.is_empty() {
            out += "\nthe steps are of the text alone; where the index of a compiler knows better, the edge says `compiler`\n";
        }
        Ok(out)
    }

    /// Why there is nothing to explain.
    fn nothing(&self, index: &Index, file: FileId) -> String {
        let own = index.facts.path(file);
        // A gap of the file as a whole has no place in it.
        if let Some(gap) = index.facts.gaps.iter().find(|gap| gap.path == own && gap.at.line == 0) {
            return format!("{} ({})", printable(&gap.detail), gap.kind.name());
        }
        let is_source = index.facts.file_row(file).is_some_and(|row| row.language != crate::facts::NONE);
        if !is_source {
            let name = path::name(index.facts.path(file)).to_owned();
            return format!("`{name}` is not read as source");
        }
        match self.column {
            None => "no import, supertype or call begins in this line; a column asks for the name that is there",
            Some(_) => "no name of the code is written at this column",
        }
        .to_owned()
    }
}

/// The name that a line has at a column, and the column where it begins; both count bytes, from 1.
fn word(line: &str, column: u32) -> Option<(u32, &str)> {
    let at = column as usize - 1;
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let before = line.get(..at)?;
    let start = before.char_indices().rev().take_while(|(_, c)| is_part(*c)).last().map_or(at, |(start, _)| start);
    let rest = line.get(start..)?;
    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    let found = rest.get(..end).filter(|found| !found.is_empty())?;
    Some((u32::try_from(start + 1).ok()?, found))
}

fn shown(one: &TracedName, path: &str, sources: &mut Sources<'_>) -> String {
    let within = if one.within.is_empty() { String::new() } else { format!(", in `{}`", one.within) };
    let mut out = format!("{path}:{}  {} `{}`{within}\n", one.at, one.kind, printable(&one.name));
    if let Some(line) = sources.line(path, one.at.line) {
        let _ = writeln!(out, "  > {line}");
    }
    if !one.tried.is_empty() {
        out += "  tried\n";
    }
    out += &steps(&one.tried);
    let _ = writeln!(out, "  the text  {}{}", printable(&one.found), one.rule.map(by).unwrap_or_default());
    if let Some(open) = one.open {
        let _ = writeln!(out, "  unknown   {}", open.reason());
    }
    out
}

/// The steps of a look-up, each below the one that it is a part of. Those that were taken before are not printed again.
fn steps(tried: &[Tried]) -> String {
    let (mut out, mut at) = (String::new(), 0);
    let mut known: FxHashSet<String> = FxHashSet::default();
    // The steps without parts that are printed below the step at hand.
    let mut beside: Vec<FxHashSet<String>> = Vec::new();
    while let Some(Tried { depth, what, found, rule }) = tried.get(at) {
        let n_inner = tried[at + 1..].iter().take_while(|step| step.depth > *depth).count();
        let printed = |step: &Tried, depth: usize| {
            let by = step.rule.map_or(String::new(), |rule| format!("  [{}]", rule.name()));
            format!("{}{}: {}{by}\n", "  ".repeat(depth), printable(&step.what), printable(&step.found))
        };
        let block = &tried[at..=at + n_inner];
        let whole: String = block.iter().map(|step| printed(step, step.depth - depth)).collect();
        beside.truncate(depth + 1);
        beside.resize_with(depth + 1, FxHashSet::default);
        let is_known = if n_inner > 0 { !known.insert(whole) } else { !beside[*depth].insert(whole) };
        if is_known && n_inner > 0 && *depth > 0 {
            let by = rule.map_or(String::new(), |rule| format!("  [{}]", rule.name()));
            let indent = "  ".repeat(*depth);
            let _ = writeln!(out, "    {indent}{}: {}{by}, as above", printable(what), printable(found));
        } else if !is_known {
            let _ = write!(out, "    {}", printed(&tried[at], *depth));
        }
        at += if is_known { n_inner + 1 } else { 1 };
    }
    out
}

/// The rule, its evidence and its meaning.
fn by(rule: Rule) -> String {
    format!("\n  rule      {}, {}: {}", rule.name(), rule.evidence().name(), rule.summary())
}

/// The facts that begin at the place of a name.
fn edges(facts: &Snapshot, file: FileId, one: &TracedName) -> String {
    let name = |def: DefId| {
        let path = facts.definition(def).map_or("", |row| facts.path(row.file));
        format!("{path}:{}", facts.qualified_name(def))
    };
    let here = |at: Position| at == one.at;
    let is_caller = |def: DefId| facts.definition(def).is_some_and(|row| row.file == file);
    let calls = facts.calls.iter().filter(|row| here(row.at) && is_caller(row.caller));
    let calls = calls.map(|row| ("calls", name(row.callee), row.rule));
    let imports = facts.imports.headed([file.0]).filter(|row| here(row.at));
    let imports = imports.map(|row| ("imports", facts.path(row.to).to_owned(), row.rule));
    let extends = facts.extends.iter().filter(|row| row.file == file && here(row.at));
    let extends = extends.map(|row| ("extends", name(row.sup), row.rule));
    let mut out = String::new();
    for (relation, to, rule) in calls.chain(imports).chain(extends) {
        let _ = writeln!(out, "  edge      {relation} {to}  {}, by {}", rule.evidence().name(), rule.name());
    }
    let refers = facts.refers.headed([file.0]).filter(|row| here(row.at));
    for row in refers {
        let _ = writeln!(out, "  edge      refers {}", name(row.def));
    }
    let packages = facts.package_imports.iter().filter(|row| row.file == file && here(row.at));
    for row in packages {
        let _ = writeln!(out, "  edge      imports_package {}", facts.package_name(row.package));
    }
    out
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_from_its_end() {
        let place = WrittenPlace::parse("a/b.py:12:3").unwrap();
        assert_eq!((place.path, place.line, place.column), ("a/b.py", 12, Some(3)));
        let place = WrittenPlace::parse("C:/a.py:12").unwrap();
        assert_eq!((place.path, place.line, place.column), ("C:/a.py", 12, None));
        for wrong in ["a.py", "a.py:", "a.py:0", "a.py:x:y", "cve.yaml"] {
            assert!(WrittenPlace::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn the_word_at_a_column_is_whole() {
        for column in 5..=8 {
            assert_eq!(word("xs. save(é)", column), Some((5, "save")).filter(|_| column < 10), "{column}");
        }
        assert_eq!(word("a.b", 4), Some((3, "b")), "right behind a name it is meant");
        assert_eq!(word("(é)", 3), None, "no boundary of a character");
        assert_eq!(word("a", 9), None);
    }
}
