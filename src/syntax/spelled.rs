//! Expressions as text: what facts, traces and languages with rules of their own read.

use std::borrow::Cow;

use super::argument::GivenArgument;
use super::expr::{Expr, ExprId, Exprs};
use crate::base::Strings;

impl Exprs {
    /// The text of an expression, by the names of its observation.
    pub fn spelled<'n>(&self, id: ExprId, names: &'n Strings) -> Cow<'n, str> {
        match self.get(id) {
            Expr::Name(name) | Expr::OwnField(name) => Cow::Borrowed(names.get(name.0)),
            Expr::This => Cow::Borrowed("this"),
            Expr::SelfType => Cow::Borrowed("Self"),
            Expr::Object => Cow::Borrowed("#object"),
            Expr::Literal(sort) => Cow::Borrowed(sort.mark()),
            Expr::Unknown => Cow::Borrowed("?"),
            _ => Cow::Owned(self.written(id, names)),
        }
    }

    fn written(&self, id: ExprId, names: &Strings) -> String {
        let chain: Vec<ExprId> = std::iter::successors(Some(id), |id| self.inner(*id)).collect();
        let mut text = String::new();
        // A mark in front comes before all of the type that it holds.
        for id in chain.iter().rev() {
            match self.get(*id) {
                Expr::List(_) => text.insert_str(0, "[]"),
                Expr::Map(_) => text.insert_str(0, "{}"),
                Expr::Made(_) => text.insert_str(0, "new "),
                Expr::Member(_, name) | Expr::Field(_, name) => {
                    text.push('.');
                    text.push_str(names.get(name.0));
                }
                Expr::Call(_) => text.push_str("()"),
                Expr::Element(_) => text.push_str("[]"),
                Expr::Parameter(_, places) => text.push_str(names.get(places.0)),
                _ => text.push_str(&self.spelled(*id, names)),
            }
        }
        text
    }

    /// The text of arguments: joined by commas.
    pub fn arguments_spelled(&self, list: &[GivenArgument], names: &Strings) -> String {
        let texts = list.iter().map(|argument| {
            let value = self.spelled(argument.value, names);
            argument.label.map_or(value.clone(), |label| format!("{}:{value}", names.get(label.0)).into())
        });
        texts.collect::<Vec<_>>().join(",")
    }
}
