//! The names that stand as words in code, and the meaning that their own file gives them.

use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

use super::blocks::FARTHEST;
use super::builder::Builder;
use super::kind::{DeclKind, LocalScope, MemberScope, MentionKind};
use super::mentioned::{Counted, Leaf, MentionSite, NameContext, Stand};
use super::observation::{Decl, Declaration, Mention};
use super::sites::{QuotedNames, SiteKind};
use crate::base::{Position, TextPart};
use crate::syntax::Name;

/// The names that the declarations of a file declare or bind.
pub(super) struct NameScopes {
    declared: FxHashSet<(Decl, Name)>,
    /// By name: whether any scope declares or binds it.
    known: Vec<bool>,
}

impl<'t> Builder<'t> {
    /// Says where the members of a type are seen by their names alone; everywhere, unless it is said.
    pub fn see_members(&mut self, scope: MemberScope) {
        self.blocks.members = scope;
    }

    /// Notes a name of the body of a type, where what runs with the body sees it.
    pub(super) fn note_declared(&mut self, row: &Declaration) {
        if let Some(around) = row.container.filter(|_| self.blocks.members == MemberScope::Evaluated) {
            self.blocks.declared.insert((around, row.name));
        }
    }

    /// Whether the body of a type has declared a name so far, in a language where what runs with the body sees that.
    pub fn has_declared(&self, around: Decl, name: &str) -> bool {
        self.interned.get(name).is_some_and(|name| self.blocks.declared.contains(&(around, *name)))
    }

    /// States the name that the text has where the call was that was written last, if it is no word of the code that is called.
    pub fn called_by(&mut self, text: &str) {
        let name = self.intern(text);
        if let Some((_, last)) = self.called.last_mut() {
            *last = name;
        }
    }

    /// Notes a name in code, which may be a variable by its place.
    pub fn mention(&mut self, node: Node<'_>, around: NameContext, is_variable: bool) {
        let text = self.text(node);
        if around.leaf == Leaf::MacroBody {
            return self.mention_words_at(text, super::start(node));
        }
        if !text.is_empty() {
            let stand = if is_variable { Stand::Variable } else { stand(self.source(), node, around) };
            let is_seen = stand == Stand::Bare && self.is_of_part(text, node.start_byte());
            let stand = if is_seen { Stand::Variable } else { stand };
            let within = self.evaluated_in(node, text);
            self.mentions.push(MentionSite { text, within, at: super::start(node), stand });
        }
    }

    /// The declaration whose names a name at a node is one of: in the head of a method, what is around that, where the heads run
    /// with the body of the type.
    fn evaluated_in(&mut self, node: Node<'_>, text: &str) -> Decl {
        let within = self.current();
        let row = self.observation.declaration(within);
        let is_head = self.blocks.members == MemberScope::Evaluated
            && row.kind == DeclKind::Method
            && super::start(node).line < row.body_line;
        match row.container.filter(|_| is_head) {
            Some(around) if !self.is_bound_in(within, text) => around,
            _ => within,
        }
    }

    /// Whether a name at a byte is that of a variable which only a part of a function around sees.
    fn is_of_part(&self, text: &str, at: usize) -> bool {
        if self.blocks.parted.is_empty() {
            return false;
        }
        let name = self.interned.get(text).copied();
        let Some(name) = name.filter(|name| self.blocks.parted.contains(name)) else { return false };
        let row = |decl: Decl| self.observation.declaration(decl);
        let mut around = std::iter::successors(Some(self.current()), |decl| row(*decl).container)
            .take_while(|decl| !row(*decl).kind.is_type() && row(*decl).kind != DeclKind::Impl);
        around.any(|decl| {
            let known = self.blocks.bound.get(&(decl, name));
            let mut open = known.map_or(&[][..], |known| &known.open).iter().rev().take(FARTHEST);
            open.any(|it| it.stands != name && (it.seen.contains(&at) || it.binder.contains(&at)))
        })
    }

    fn is_bound_in(&self, decl: Decl, text: &str) -> bool {
        self.interned.get(text).is_some_and(|name| self.bound.contains_key(&(decl, *name)))
    }

    fn is_value(&self, decl: Decl) -> bool {
        matches!(self.observation.declaration(decl).kind, DeclKind::Variable | DeclKind::Field)
    }

    /// Notes that a text names a member of an object which it does not name.
    pub fn mention_member(&mut self, text: &'t str, at: Position) {
        let within = self.current();
        self.mentions.push(MentionSite { text, within, at, stand: Stand::Member });
    }

    /// Notes the names in a text in quotes.
    pub fn mention_quoted(&mut self, content: Node<'_>, names: QuotedNames) {
        let found = names(content, &mut self.ancestors(content), self.source());
        let (text, within) = (self.text(content), self.current());
        for (range, kind) in found {
            let (before, text) = (text.part(..range.start), text.part(range));
            // The key of what is made, a member of a value, an atom.
            let is_member = kind == SiteKind::Write || before.ends_with('.') || before == ":";
            let stand = if is_member { Stand::Member } else { Stand::Bare };
            self.mentions.push(MentionSite { text, within, at: super::start(content).behind(before), stand });
        }
    }

    /// Notes that a text names an argument, or a field.
    pub fn mention_key(&mut self, text: &'t str, at: Position) {
        let within = self.current();
        self.mentions.push(MentionSite { text, within, at, stand: Stand::Key });
    }

    /// Notes all names of a text that no tree separates, whatever its place.
    pub fn mention_words(&mut self, text: &'t str) {
        let (within, at, stand) = (self.current(), Position { line: 0, column: 0 }, Stand::Bare);
        self.mentions.extend(words(text).map(|(_, text)| MentionSite { text, within, at, stand }));
    }

    /// Notes all names of a text that no tree separates and that begins at a place: the body of a macro.
    fn mention_words_at(&mut self, text: &'t str, first: Position) {
        let (within, stand) = (self.current(), Stand::Bare);
        let (mut at, mut from) = (first, 0);
        for (start, word) in words(text) {
            at = at.behind(text.get(from..start).unwrap_or(""));
            from = start;
            self.mentions.push(MentionSite { text: word, within, at, stand });
        }
    }

    /// Writes the mentions, but for the names of declarations and of calls: those are rows of their own.
    pub(super) fn enter_mentions(&mut self) {
        let counted = self.counted();
        let scopes = self.scopes();
        for name in (0..u32::try_from(self.observation.names.len()).unwrap_or(0)).map(Name) {
            let mut counts = [0; MentionKind::ALL.len()];
            for row in counted.of(name) {
                if row.count > 0 {
                    counts[self.kind(&scopes, name, row.within, row.stand) as usize] += row.count;
                }
            }
            for (kind, count) in MentionKind::ALL.into_iter().zip(counts) {
                if count > 0 {
                    self.observation.mentions.push(&Mention { name, kind, count });
                }
            }
        }
    }

    /// The mentions that are no names of declarations and of calls.
    fn counted(&mut self) -> Counted {
        let mut rows: FxHashMap<Position, Name> = std::mem::take(&mut self.called).into_iter().collect();
        let declared = self.observation.declarations.iter().skip(1).filter(|row| row.kind != DeclKind::Impl);
        rows.extend(declared.map(|row| (row.at, row.name)));
        let mut names_a_row = vec![false; self.observation.names.len()];
        for name in rows.values() {
            names_a_row[name.0 as usize] = true;
        }
        let mut counted = Counted::default();
        for seen in std::mem::take(&mut self.mentions) {
            let name = self.intern(seen.text);
            let may_be_row = names_a_row.get(name.0 as usize) == Some(&true);
            if may_be_row && rows.get(&seen.at) == Some(&name) {
                rows.remove(&seen.at);
            } else {
                counted.add(name, seen.within, seen.stand);
            }
        }
        // The place of a call by a path is that of the path.
        let mut left = vec![0; names_a_row.len()];
        for name in rows.into_values() {
            left[name.0 as usize] += 1;
        }
        for (name, left) in (0..).map(Name).zip(left).filter(|(_, left)| *left > 0) {
            counted.take(name, left);
        }
        counted
    }

    pub(super) fn scopes(&self) -> NameScopes {
        let mut known = vec![false; self.observation.names.len()];
        let rows = self.observation.declarations.iter();
        // A member that is declared beside its type is no name of the scope around it.
        let is_seen = |row: &&Declaration| row.owner.is_none() || self.blocks.members == MemberScope::Everywhere;
        let declared: FxHashSet<(Decl, Name)> =
            rows.filter(is_seen).filter_map(|row| Some((row.container?, row.name))).collect();
        let of_parts = self.blocks.bound.keys().filter(|_| self.blocks.scope == LocalScope::Lambda);
        for (_, name) in declared.iter().chain(self.bound.keys()).chain(of_parts).chain(&self.blocks.declared_below) {
            known[name.0 as usize] = true;
        }
        NameScopes { declared, known }
    }

    fn kind(&self, scopes: &NameScopes, name: Name, within: Decl, stand: Stand) -> MentionKind {
        let own = |stand: Stand| self.own(scopes, name, within, stand);
        match stand {
            Stand::Bare => own(stand).unwrap_or(MentionKind::Bare),
            Stand::Shorthand if own(Stand::Bare).is_some() => MentionKind::Key,
            Stand::Shorthand => MentionKind::Bare,
            Stand::OwnMember => own(stand).unwrap_or(MentionKind::Member),
            Stand::Variable => MentionKind::Local,
            Stand::Member => MentionKind::Member,
            Stand::Path => MentionKind::Path,
            Stand::Key => MentionKind::Key,
            Stand::Import => MentionKind::Import,
        }
    }

    /// The meaning that the innermost declaration around which binds or declares a name gives it.
    pub(super) fn own(&self, scopes: &NameScopes, name: Name, within: Decl, stand: Stand) -> Option<MentionKind> {
        if !scopes.known[name.0 as usize] {
            return None;
        }
        let mut scope = Some(within);
        while let Some(decl) = scope {
            let row = self.observation.declarations.get(decl.0 as usize)?;
            let is_type = row.kind.is_type() || row.kind == DeclKind::Impl;
            let sees_members = match self.blocks.members {
                _ if !is_type || stand == Stand::OwnMember => true,
                MemberScope::Everywhere => true,
                MemberScope::Body => decl == within,
                MemberScope::Evaluated => self.around(within).take_while(|it| *it != decl).all(|it| self.is_value(it)),
                MemberScope::Nowhere => false,
            };
            if sees_members && (is_type || stand != Stand::OwnMember) {
                if scopes.declared.contains(&(decl, name)) {
                    return Some(MentionKind::Own);
                }
                // What an expression binds for itself is known as a name of the function around.
                let is_of_part =
                    self.blocks.scope == LocalScope::Lambda && self.blocks.bound.contains_key(&(decl, name));
                let is_below = self.blocks.declared_below.contains(&(decl, name));
                if is_of_part || is_below || self.bound.contains_key(&(decl, name)) {
                    // A name that a type binds and hides is one of its type parameters.
                    let is_local = row.kind.is_callable() || self.is_value(decl) || self.hidden.contains(&name);
                    return Some(if is_local { MentionKind::Local } else { MentionKind::Own });
                }
                if stand == Stand::OwnMember {
                    return None;
                }
            }
            scope = row.container;
        }
        None
    }
}

/// The names in a text of more than one letter, and where each begins.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_end = |letter: char| !letter.is_alphanumeric() && letter != '_';
    let words = text.split(is_end).scan(0, |next, word| {
        let start = *next;
        let end = start + word.len();
        *next = end + text.get(end..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Some((start, word))
    });
    words.filter(|(_, word)| word.len() > 1 && !word.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// The place of a name, by what is before and behind it.
fn stand(source: &[u8], node: Node<'_>, around: NameContext) -> Stand {
    if around.in_import {
        return Stand::Import;
    }
    let before = source.get(..node.start_byte()).unwrap_or(&[]).trim_ascii_end();
    let member = || if ends_with_this(without_sign(before)) { Stand::OwnMember } else { Stand::Member };
    match before {
        [.., b'-', b'>'] if matches!(around.leaf, Leaf::Field | Leaf::Name) => return member(),
        [.., b'.', b'.'] => {}
        [.., b'.'] => return member(),
        [head @ .., b':', b':'] => {
            let is_path = head.last().is_some_and(|last| last.is_ascii_alphanumeric() || b"_>)]".contains(last));
            return if is_path { Stand::Path } else { Stand::Bare };
        }
        [.., b':', b':', b'$'] => return Stand::Path,
        [.., b'$'] => return Stand::Variable,
        _ => {}
    }
    match around.leaf {
        Leaf::Shorthand => Stand::Shorthand,
        Leaf::Property | Leaf::Field => Stand::Key,
        Leaf::Word => Stand::Member,
        _ if around.may_be_key && is_key(source.get(node.end_byte()..).unwrap_or(&[])) => Stand::Key,
        _ => Stand::Bare,
    }
}

/// Whether what follows a name makes it a key: one `:` or one `=`.
fn is_key(behind: &[u8]) -> bool {
    match behind.trim_ascii_start() {
        [b':', rest @ ..] => !rest.starts_with(b":"),
        [b'=', rest @ ..] => !rest.starts_with(b"=") && !rest.starts_with(b">") && !rest.starts_with(b"~"),
        _ => false,
    }
}

fn ends_with_this(head: &[u8]) -> bool {
    ["this", "self"].iter().any(|word| {
        let rest = head.strip_suffix(word.as_bytes());
        rest.is_some_and(|rest| !rest.last().is_some_and(|last| last.is_ascii_alphanumeric() || b"_.".contains(last)))
    })
}

/// The text before the sign between an object and its member.
fn without_sign(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !byte.is_ascii_whitespace() && !b".->?!&".contains(byte));
    &text[..end.map_or(0, |at| at + 1)]
}
