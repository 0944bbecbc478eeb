//! The expressions that the languages lower are those that their texts say.

use std::collections::BTreeMap;
use std::fs;

use cg_bundle::language::{ExprId, Name, Observation, of_path};
use cg_bundle::parse::observe;
use cg_bundle::syntax::{Expr, ExprWriter, Exprs, expr};

use crate::support::cases;

/// A reader of texts over the names of an observation.
struct Again<'o> {
    observation: &'o Observation,
    names: BTreeMap<&'o str, Name>,
    exprs: Exprs,
}

impl ExprWriter for Again<'_> {
    fn name(&mut self, text: &str) -> Name {
        self.names.get(text).copied().unwrap_or(Name(u32::MAX))
    }

    fn expr(&mut self, expr: Expr) -> ExprId {
        self.exprs.push(expr)
    }
}

impl Again<'_> {
    /// The nodes of an expression, the outermost first, each with its name.
    fn nodes(exprs: &Exprs, id: ExprId) -> Vec<Expr> {
        let bare = |expr: Expr| match expr {
            Expr::Member(_, name) => Expr::Member(ExprId(0), name),
            Expr::Field(_, name) => Expr::Field(ExprId(0), name),
            Expr::Parameter(_, name) => Expr::Parameter(ExprId(0), name),
            Expr::Call(_) => Expr::Call(ExprId(0)),
            Expr::Element(_) => Expr::Element(ExprId(0)),
            Expr::List(_) => Expr::List(ExprId(0)),
            Expr::Map(_) => Expr::Map(ExprId(0)),
            Expr::Made(_) => Expr::Made(ExprId(0)),
            plain => plain,
        };
        std::iter::successors(Some(id), |id| exprs.inner(*id)).map(|id| bare(exprs.get(id))).collect()
    }

    /// Whether the text of an expression, read again, is the expression.
    fn is_same(&mut self, id: ExprId) -> bool {
        let text = self.observation.spelled(id).into_owned();
        let again = expr(&text, self);
        Self::nodes(&self.exprs, again) == Self::nodes(&self.observation.exprs, id)
    }
}

#[test]
fn what_is_lowered_is_what_its_text_says() {
    let mut n_read = 0_usize;
    for case in cases("cases/languages") {
        let text = fs::read_to_string(&case).expect("a case");
        let sections = text.split("--- ").filter_map(|section| section.split_once('\n'));
        for (name, content) in sections {
            let Some(language) = of_path(name) else { continue };
            let seen = observe(language, content.as_bytes());
            let names = (0u32..).zip(seen.names.iter()).map(|(at, name)| (name, Name(at))).collect();
            let mut again = Again { observation: &seen, names, exprs: Exprs::default() };
            let bound = seen.bindings.iter().filter_map(|row| row.of);
            let stated =
                bound.chain(seen.supertypes.iter().map(|row| row.of)).chain(seen.owners.iter().map(|row| row.1));
            for id in stated {
                // A signature is compared, and never read; nor is a function with what else it is given.
                let mut parts = std::iter::successors(Some(id), |id| seen.exprs.inner(*id));
                if seen.spelled(id).contains(' ') || parts.any(|id| matches!(seen.expr(id), Expr::Given(..))) {
                    continue;
                }
                n_read += 1;
                assert!(again.is_same(id), "{}: `{}` in {name}", case.display(), seen.spelled(id));
            }
        }
    }
    assert!(n_read > 1000, "{n_read}");
}
