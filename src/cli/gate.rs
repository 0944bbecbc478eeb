//! Gates for CI: states of a bundle that make the run fail.

use clap::ValueEnum;

use crate::bundle::{Bundle, ShortfallKind, Status, Unsettled};

/// A state of a bundle that `--fail-on` refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// The status is `partial_success` or `no_results`.
    Partial,
    /// The status is `no_results`.
    NoResults,
    /// A text of the request names nothing.
    UnknownName,
    /// An index of a compiler does not fit the text.
    Stale,
    /// The budget held something back.
    OverBudget,
}

impl FailOn {
    /// The reason for which a bundle does not pass; `None` where it does.
    pub fn refusal(self, bundle: &Bundle) -> Option<String> {
        let missing = |kind: ShortfallKind| {
            let found = bundle.missing.iter().find(|it| it.kind == kind)?;
            Some(found.what.clone())
        };
        match self {
            Self::Partial if bundle.status == Status::Success => None,
            Self::Partial => {
                let first = bundle.missing.first().map(|it| it.what.clone());
                Some(first.unwrap_or_else(|| "no query and no name found anything".to_owned()))
            }
            Self::NoResults => {
                (bundle.status == Status::NoResults).then(|| "no query and no name found anything".to_owned())
            }
            Self::UnknownName => missing(ShortfallKind::UnknownName),
            Self::Stale => missing(ShortfallKind::Stale),
            Self::OverBudget => {
                let is_over = bundle.budget.unsettled == Some(Unsettled::OverCeiling);
                let over = is_over.then(|| "more is printed than the budget allows".to_owned());
                missing(ShortfallKind::Cut).or(over)
            }
        }
    }

    /// The word of the command line.
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
