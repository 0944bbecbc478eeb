//! Why a query is not run though it could be.

/// Why a query that has all its inputs was not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryStop {
    /// The query of `when_unsure` is sure.
    Sure(String),
    /// The query of `when_sure` is not sure.
    Unsure(String),
    /// The text of a search of contents is weak.
    Weak,
    /// The queries that it goes on from were not run.
    Behind(String),
    /// An input of `unless` has a value.
    Given(String),
}

impl QueryStop {
    /// The reason as a part of a sentence.
    pub fn reason(&self) -> String {
        match self {
            Self::Sure(name) => format!("`{name}` is sure of its answer"),
            Self::Unsure(name) => format!("`{name}` is not sure of its answer"),
            Self::Weak => "one short word is too little for a search of contents".to_owned(),
            Self::Behind(name) => format!("`{name}` was not run"),
            Self::Given(name) => format!("`{name}` is given"),
        }
    }
}
