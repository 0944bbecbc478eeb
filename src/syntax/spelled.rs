//! Expressions as text: what facts, traces and languages with rules of their own read.

use std::borrow::Cow;

use super::argument::GivenArgument;
use super::expr::{Expr, ExprId, Exprs, Name};
use crate::base::Strings;

impl Exprs {
    /// The text of an expression, by the names of its observation.
    pub fn spelled<'n>(&self, id: ExprId, names: &'n Strings) -> Cow<'n, str> {
        self.spelled_by(id, &|name| names.get(name.0))
    }

    /// The text of an expression, each name as a function gives it.
    pub fn spelled_by<'n>(&self, id: ExprId, text_of: &impl Fn(Name) -> &'n str) -> Cow<'n, str> {
        match self.get(id) {
            Expr::Name(name) | Expr::OwnField(name) => Cow::Borrowed(text_of(name)),
            Expr::This => Cow::Borrowed("this"),
            Expr::SelfType => Cow::Borrowed("Self"),
            Expr::Object => Cow::Borrowed("#object"),
            Expr::Literal(sort) => Cow::Borrowed(sort.mark()),
            Expr::Unknown => Cow::Borrowed("?"),
            _ => Cow::Owned(self.written(id, text_of)),
        }
    }

    fn written<'n>(&self, id: ExprId, text_of: &impl Fn(Name) -> &'n str) -> String {
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
                    text.push_str(text_of(name));
                }
                Expr::Call(_) => text.push_str("()"),
                Expr::Element(_) => text.push_str("[]"),
                Expr::Parameter(_, places) => text.push_str(text_of(places)),
                Expr::Given(_, value) => {
                    text.push('{');
                    text.push_str(&self.spelled_by(value, text_of));
                    text.push('}');
                }
                _ => text.push_str(&self.spelled_by(*id, text_of)),
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
