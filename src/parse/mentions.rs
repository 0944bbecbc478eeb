//! The uses of names that imports bind: reads, members, base classes, annotations. A binding of a package is followed
//! through its file by them.

use rustc_hash::FxHashSet;
use tree_sitter::{Node, Tree, TreeCursor};

use crate::base::Position;
use crate::language::{BindingKind, Builder, Decl, Declaration, Expr, ExprId, LANGUAGES, Observation, start};

/// The most uses of one file that are kept.
const MAX_USES: usize = 1 << 14;
/// The most parts of a path.
const MAX_PARTS: usize = 8;
/// The kinds of leaves that read a name.
const READS: &[&str] = &["identifier", "simple_identifier", "type_identifier", "shorthand_property_identifier"];
/// The kind of a node that is a name with those around it, in grammars that tell it from a member of a value.
const WHOLE_NAME: &str = "qualified_name";
/// Parts of the kinds of clauses that import, or name the package of the file.
const CLAUSES: &[&str] = &["import", "namespace", "package", "using_directive"];
/// The fields of a node that name what it declares, writes or passes, and read nothing.
const NO_READS: &[&str] = &["name", "left", "label", "key", "alias", "parameter"];

/// Writes the uses of names that the file imports by another way than a relative path.
pub fn read(language: usize, tree: &Tree, builder: &mut Builder<'_>) {
    if !LANGUAGES[language].follows_imports {
        return;
    }
    let observation = builder.observation();
    let imports = observation.imports.iter().filter(|site| !observation.name(site.source).starts_with('.'));
    let locals: FxHashSet<Vec<u8>> =
        imports.filter_map(|site| Some(observation.name(site.local?).as_bytes().to_vec())).collect();
    if locals.is_empty() {
        return;
    }
    let taken = taken(observation, &locals);
    let locals: FxHashSet<Vec<u8>> = locals.into_iter().chain(taken).collect();
    let mut leaves = Leaves { cursor: tree.walk(), above: Vec::new(), exhausted: 0 };
    let mut scopes = Scopes::default();
    let mut found = Vec::new();
    let text = builder.source();
    for (first, end) in words(text).filter(|(first, end)| locals.contains(&text[*first..*end])).take(MAX_USES) {
        if follows_dot(text, first) {
            continue;
        }
        let Some(leaf) = leaves.at(first).filter(|leaf| leaf.byte_range() == (first..end)) else { continue };
        if READS.contains(&leaf.kind()) && leaves.is_read(leaf) {
            let (path_end, last) = path(text, end, first);
            let place = start(leaf);
            let skipped = u32::try_from(last - first).unwrap_or(0);
            let at = Position { column: place.column.saturating_add(skipped), ..place };
            found.push((first..path_end, at, scopes.around(&observation.declarations, place.line)));
        }
    }
    for (range, at, within) in found {
        let path = String::from_utf8_lossy(&text[range]).replace('?', "");
        builder.imported_use(&path, at, within);
    }
}

/// The names at the top that hold a member of what an import binds: `const { get } = client`, `get = client.get`.
fn taken(observation: &Observation, locals: &FxHashSet<Vec<u8>>) -> Vec<Vec<u8>> {
    let is_import = |of: ExprId| {
        let head = observation.exprs.head(of).map(|head| observation.name(head));
        let is_member = matches!(observation.expr(of), Expr::Member(..));
        is_member && head.is_some_and(|head| locals.contains(head.as_bytes()))
    };
    let at_top = observation.bindings.iter().filter(|it| it.scope == Decl(0) && it.kind == BindingKind::Copied);
    let found = at_top.filter(|it| it.of.is_some_and(is_import)).map(|it| observation.name(it.name));
    found.map(|name| name.as_bytes().to_vec()).collect()
}

/// Writes the paths in the code that may begin with the name of a package, but for those of imports and of clauses that name
/// the package of the file.
pub fn read_whole_paths(language: usize, tree: &Tree, builder: &mut Builder<'_>) {
    let Some(begins_with_package) = LANGUAGES[language].conventions.begins_with_package else { return };
    let mut leaves = Leaves { cursor: tree.walk(), above: Vec::new(), exhausted: 0 };
    let mut scopes = Scopes::default();
    let mut found = Vec::new();
    let text = builder.source();
    let is_one = |(first, end): &(usize, usize)| text.get(*end) == Some(&b'.') && !follows_dot(text, *first);
    for (first, end) in words(text).filter(is_one) {
        let (path_end, last) = path(text, end, first);
        let Ok(whole) = std::str::from_utf8(&text[first..path_end]) else { continue };
        let parts: Vec<&str> = whole.split('.').collect();
        // Where it lies is read of few alone.
        if !begins_with_package(&parts, WHOLE_NAME) {
            continue;
        }
        let Some(leaf) = leaves.at(first).filter(|leaf| leaf.byte_range() == (first..end)) else { continue };
        let around = leaves.above.last().map_or("", |node| node.kind());
        if READS.contains(&leaf.kind()) && begins_with_package(&parts, around) && !leaves.is_of_clause(leaf) {
            let place = start(leaf);
            let skipped = u32::try_from(last - first).unwrap_or(0);
            let at = Position { column: place.column.saturating_add(skipped), ..place };
            found.push((first..path_end, at, scopes.around(&builder.observation().declarations, place.line)));
        }
        if found.len() == MAX_USES {
            break;
        }
    }
    for (range, at, within) in found {
        builder.imported_use(&String::from_utf8_lossy(&text[range]), at, within);
    }
}

/// Notes the names that are not in the text that was parsed: macros that the grammar has no place for.
pub fn unread(parsed: &[u8], builder: &mut Builder<'_>) {
    let text = builder.source();
    let is_blank = |at: usize| parsed.get(at) == Some(&b' ') && text.get(at).is_some_and(|byte| is_letter(*byte));
    for (first, end) in words(text).filter(|(first, _)| is_blank(*first)) {
        if let Ok(word) = std::str::from_utf8(&text[first..end]) {
            builder.mention_words(word);
        }
    }
}

/// The words of a text: runs of letters, digits, `_` and `$`.
fn words(text: &[u8]) -> impl Iterator<Item = (usize, usize)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() && !is_letter(text[at]) {
            at += 1;
        }
        let first = at;
        while at < text.len() && is_letter(text[at]) {
            at += 1;
        }
        (first < at).then_some((first, at))
    })
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// Whether a word is a member of the word before it. What follows three dots is spread.
fn follows_dot(text: &[u8], first: usize) -> bool {
    let before = text[..first].trim_ascii_end();
    before.ends_with(b".") && !before.ends_with(b"...")
}

/// The end of the path that begins with a word, and the start of its last part.
fn path(text: &[u8], mut end: usize, mut last: usize) -> (usize, usize) {
    for _ in 1..MAX_PARTS {
        let rest = &text[end..];
        let n_dots = if rest.starts_with(b"?.") { 2 } else { usize::from(rest.starts_with(b".")) };
        let first = end + n_dots;
        let n_letters = text[first..].iter().take_while(|byte| is_letter(**byte)).count();
        if n_dots == 0 || n_letters == 0 || text[first].is_ascii_digit() {
            break;
        }
        (end, last) = (first + n_letters, first);
    }
    (end, last)
}

/// The leaves of a tree, looked up in the order of the text: no node is come to twice.
struct Leaves<'t> {
    cursor: TreeCursor<'t>,
    above: Vec<Node<'t>>,
    /// Up to here no node is left to come to.
    exhausted: usize,
}

impl<'t> Leaves<'t> {
    /// The leaf that holds a byte.
    fn at(&mut self, byte: usize) -> Option<Node<'t>> {
        if byte < self.exhausted {
            return None;
        }
        loop {
            let node = self.cursor.node();
            if node.end_byte() > byte {
                if node.start_byte() > byte {
                    return None;
                }
                if !self.cursor.goto_first_child() {
                    return Some(node);
                }
                self.above.push(node);
            } else if !self.cursor.goto_next_sibling() {
                let parent = self.above.pop()?;
                self.cursor.goto_parent();
                if parent.end_byte() > byte {
                    self.exhausted = parent.end_byte();
                    return None;
                }
            }
        }
    }

    /// Whether the path that the leaf begins is that of an import, or of a clause that names the package of the file.
    fn is_of_clause(&self, leaf: Node<'t>) -> bool {
        let begins_before = |node: &&Node<'_>| node.start_byte() < leaf.start_byte();
        let around = self.above.iter().rev().find(begins_before);
        around.is_some_and(|node| CLAUSES.iter().any(|clause| node.kind().contains(clause)))
    }

    /// Whether the leaf that the cursor is at is read there: not declared, imported, written, or the name of an argument.
    fn is_read(&self, leaf: Node<'t>) -> bool {
        let Some(parent) = self.above.last() else { return false };
        let is_shown = leaf.kind() == "shorthand_property_identifier";
        let imports = |node: &Node<'_>| node.kind().contains("import") || node.kind() == "dotted_name";
        let declares = parent.kind().ends_with("_pattern") || parent.kind().ends_with("parameters");
        let names = self.cursor.field_name().is_some_and(|field| NO_READS.contains(&field));
        is_shown || !declares && !names && !self.above.iter().rev().take(3).any(imports)
    }
}

/// The declarations around lines that are looked up in order.
#[derive(Default)]
struct Scopes {
    next: usize,
    open: Vec<(u32, Decl)>,
}

impl Scopes {
    /// The innermost declaration that holds the line.
    fn around(&mut self, declarations: &[Declaration], line: u32) -> Decl {
        while let Some(row) = declarations.get(self.next).filter(|row| row.start_line <= line) {
            self.leave(row.start_line);
            self.open.push((row.end_line, Decl(u32::try_from(self.next).unwrap_or(0))));
            self.next += 1;
        }
        self.leave(line);
        self.open.last().map_or(Decl(0), |(_, decl)| *decl)
    }

    fn leave(&mut self, line: u32) {
        while self.open.last().is_some_and(|(end, _)| *end < line) {
            self.open.pop();
        }
    }
}
