//! Laws of the form: a text that is read and written again is that text, whatever it is.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use rustc_hash::FxHashMap;

use super::expr::{Expr, ExprId, Exprs, Literal, Name};
use super::read::{self, ExprWriter};
use crate::base::Strings;

/// A table of names and expressions that grows as they are read.
#[derive(Default)]
struct Table {
    names: Strings,
    of_texts: FxHashMap<String, Name>,
    exprs: Exprs,
    of_exprs: FxHashMap<Expr, ExprId>,
}

impl ExprWriter for Table {
    fn name(&mut self, text: &str) -> Name {
        *self.of_texts.entry(text.to_owned()).or_insert_with(|| Name(self.names.push(text)))
    }

    fn expr(&mut self, expr: Expr) -> ExprId {
        *self.of_exprs.entry(expr).or_insert_with(|| self.exprs.push(expr))
    }
}

impl Table {
    fn read(&mut self, text: &str) -> (ExprId, String) {
        let id = read::expr(text, self);
        (id, self.exprs.spelled(id, &self.names).into_owned())
    }
}

/// A path as the languages write them.
fn path() -> impl Strategy<Value = String> {
    let name =
        prop::sample::select(vec!["a", "B", "this", "Self", "self", "super", "@x", "\\A", "#object", "?", "\"", "é"]);
    let suffix = prop::sample::select(vec!["", "()", "[]", "(0)", "(1)(0)", "()[]", "[][]", "[]()", "()()"]);
    let mark = prop::sample::select(vec!["", "", "", "[]", "{}", "[]{}", "{}[]"]);
    let parts = prop::collection::vec((name, suffix), 1..5);
    (mark, parts).prop_map(|(mark, parts)| {
        let parts: Vec<String> = parts.into_iter().map(|(name, suffix)| format!("{name}{suffix}")).collect();
        format!("{mark}{}", parts.join("."))
    })
}

proptest! {
    #[test]
    fn a_path_is_written_as_it_was_read(text in path()) {
        let mut table = Table::default();
        prop_assert_eq!(table.read(&text).1, text);
    }

    #[test]
    fn any_text_is_written_as_it_was_read(text in "[a-c.()\\[\\]{}0-9@#?\"]{0,24}|.{0,12}") {
        let mut table = Table::default();
        prop_assert_eq!(table.read(&text).1, text);
    }

    #[test]
    fn equal_texts_are_one_expression(texts in prop::collection::vec(path(), 1..12)) {
        let mut table = Table::default();
        let ids: Vec<ExprId> = texts.iter().map(|text| table.read(text).0).collect();
        for (one, a) in texts.iter().zip(&ids) {
            for (other, b) in texts.iter().zip(&ids) {
                prop_assert_eq!(one == other, a == b);
            }
        }
        // Each expression has an id above those of its parts.
        for at in (0u32..).take(table.exprs.len()).map(ExprId) {
            prop_assert!(table.exprs.inner(at).is_none_or(|inner| inner < at));
        }
        let bytes = postcard::to_stdvec(&table.exprs).unwrap();
        prop_assert_eq!(&postcard::from_bytes::<Exprs>(&bytes).unwrap(), &table.exprs);
    }

    #[test]
    fn arguments_are_written_as_they_were_read(values in prop::collection::vec(argument(), 0..5)) {
        let text = values.join(",");
        let mut table = Table::default();
        let list = read::arguments(&text, &mut table);
        prop_assert_eq!(list.len(), values.len());
        prop_assert_eq!(table.exprs.arguments_spelled(&list, &table.names), text);
    }
}

fn argument() -> impl Strategy<Value = String> {
    let literals: Vec<&'static str> = Literal::ALL.iter().map(|(_, mark)| *mark).collect();
    prop_oneof![
        prop::sample::select(literals).prop_map(str::to_owned),
        path(),
        path().prop_map(|path| format!("new {path}")),
        Just("label:?".to_owned()),
    ]
}

#[test]
fn literals_are_found_by_their_marks() {
    for (at, (sort, mark)) in Literal::ALL.into_iter().enumerate() {
        assert_eq!((sort as usize, sort.mark(), Literal::marked(mark)), (at, mark, Some(sort)));
    }
}

#[test]
fn forms_of_texts() {
    let mut table = Table::default();
    let mut form = |text: &str| {
        let (id, _) = table.read(text);
        let chain = std::iter::successors(Some(id), |id| table.exprs.inner(*id));
        let kinds = chain.map(|id| match table.exprs.get(id) {
            Expr::Name(_) => "name",
            Expr::Member(..) => "member",
            Expr::Field(..) | Expr::OwnField(_) => "field",
            Expr::Call(_) => "call",
            Expr::Element(_) => "element",
            Expr::Parameter(..) => "parameter",
            Expr::List(_) => "list",
            Expr::Map(_) => "map",
            _ => "other",
        });
        kinds.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(form("a.b().c[]"), "element member call member name");
    assert_eq!(form("[]A"), "list name");
    assert_eq!(form("{}[]a.B"), "map list member name");
    assert_eq!(form("[]A[].b()"), "call member element list name");
    assert_eq!(form("f(1)(0).x"), "member parameter name");
    assert_eq!(form("a.@x.@y"), "field field name");
    // No path: a name as it is written.
    assert_eq!(form("f(x"), "name");
    assert_eq!(form("[)A"), "name");
}
