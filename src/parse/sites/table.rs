//! Compiles the rows into a table by node kind, for each language at its first use.

use std::sync::OnceLock;

use tree_sitter::Language as Grammar;

use super::rows::{CLAIMED, FIELDS, NAMES, ROWS, WHOLE, WORDS};
use crate::language::sites::Give;
use crate::language::{LANGUAGES, Language};

/// The treatment of a node kind by the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenRole {
    /// No name of its own.
    None,
    /// A name, unless it is made of names.
    Name,
    /// A name, whatever is in it.
    Whole,
    /// A name only where a row says that it is a key: a string that names a member.
    Claimed,
}

/// Which children of a node a row is about.
#[derive(Clone, Copy, Debug)]
enum Which {
    Any,
    First,
    Field(u16),
    Kind(u16),
    FirstOf(u16),
}

/// A child, as rows look at it.
#[derive(Clone, Copy)]
pub struct Child {
    /// Its kind.
    pub kind: u16,
    /// Its field; 0 for none.
    pub field: u16,
    /// The kind of name that a child before it is; of any kind, where that is no name. `None`: it is the first.
    pub before: Option<u16>,
}

/// The rows of one language, by the ids of its grammar.
pub struct SiteTable {
    by_kind: Vec<Vec<(Which, &'static Give)>>,
    by_field: Vec<Option<&'static Give>>,
    tokens: Vec<TokenRole>,
}

/// The table of a language.
pub fn of(language: usize) -> &'static SiteTable {
    static TABLES: OnceLock<Vec<OnceLock<SiteTable>>> = OnceLock::new();
    let tables = TABLES.get_or_init(|| LANGUAGES.iter().map(|_| OnceLock::new()).collect());
    tables[language].get_or_init(|| SiteTable::new(&LANGUAGES[language]))
}

impl SiteTable {
    fn new(language: &'static Language) -> Self {
        let (own, grammar) = (language.sites, &(language.grammar)());
        let count = grammar.node_kind_count();
        let mut table = Self {
            by_kind: vec![Vec::new(); count],
            by_field: vec![None; grammar.field_count() + 1],
            tokens: vec![TokenRole::None; count],
        };
        for (kinds, token) in [(CLAIMED, TokenRole::Claimed), (NAMES, TokenRole::Name), (WHOLE, TokenRole::Whole)] {
            kinds_named(grammar, kinds).for_each(|kind| table.tokens[usize::from(kind)] = token);
        }
        for kind in language.conventions.name_kinds.iter().flat_map(|kind| kinds_named(grammar, kind)) {
            table.tokens[usize::from(kind)] = TokenRole::Name;
        }
        for word in WORDS.split_whitespace() {
            let kind = grammar.id_for_node_kind(word, false);
            table.tokens[usize::from(kind)] = if kind == 0 { TokenRole::None } else { TokenRole::Name };
        }
        let rows = own.iter().chain(ROWS.iter().copied().flatten());
        for (parents, children, give) in rows {
            for parent in parents.split_whitespace().flat_map(|parent| kinds_named(grammar, parent)) {
                let choices = children.split_whitespace().flat_map(|child| which(grammar, child));
                table.by_kind[usize::from(parent)].extend(choices.map(|which| (which, give)));
            }
        }
        for (fields, give) in FIELDS {
            for field in fields.split_whitespace().filter_map(|field| grammar.field_id_for_name(field)) {
                table.by_field[usize::from(field.get())] = Some(give);
            }
        }
        table
    }

    /// The role that a row gives to a child: the first that fits, by the parent's kind, then by the field alone.
    pub fn given(&self, parent: u16, child: Child) -> Option<&'static Give> {
        let Child { kind, field, before } = child;
        let fits = |which: &Which| match *which {
            Which::Any => true,
            Which::First => before.is_none(),
            Which::FirstOf(wanted) => kind == wanted && before != Some(wanted),
            Which::Field(wanted) => field == wanted,
            Which::Kind(wanted) => kind == wanted,
        };
        let rows = self.by_kind.get(usize::from(parent)).map_or(&[][..], Vec::as_slice);
        let found = rows.iter().find(|(which, _)| fits(which)).map(|(_, give)| *give);
        found.or_else(|| self.by_field.get(usize::from(field)).copied().flatten())
    }

    /// The treatment of this kind. An ERROR node has the kind 65535, which no table holds.
    pub fn token(&self, kind: u16) -> TokenRole {
        self.tokens.get(usize::from(kind)).copied().unwrap_or(TokenRole::None)
    }
}

/// The ids of the named kinds with one of these names. `*_x` is any name with that end. What a grammar does not have is
/// left out: a row is for all that have it.
fn kinds_named<'g>(grammar: &'g Grammar, names: &'g str) -> impl Iterator<Item = u16> + 'g {
    let n_kinds = u16::try_from(grammar.node_kind_count()).unwrap_or(u16::MAX);
    let fits = move |kind: &str| {
        names.split_whitespace().any(|name| match name.strip_prefix('*') {
            Some(end) => kind.ends_with(end),
            None => kind == name,
        })
    };
    let named = move |id: &u16| grammar.node_kind_is_named(*id) && grammar.node_kind_for_id(*id).is_some_and(fits);
    (0..n_kinds).filter(named)
}

/// `*` is every child, `^` the first that has a name, `x:` the field, `x` the kind.
fn which(grammar: &Grammar, child: &str) -> Vec<Which> {
    if let Some(field) = child.strip_suffix(':') {
        return grammar.field_id_for_name(field).map(|id| Which::Field(id.get())).into_iter().collect();
    }
    match (child, child.strip_suffix('^')) {
        ("*", _) => vec![Which::Any],
        ("^", _) => vec![Which::First],
        (_, Some(kind)) => kinds_named(grammar, kind).map(Which::FirstOf).collect(),
        (kind, None) => kinds_named(grammar, kind).map(Which::Kind).collect(),
    }
}
