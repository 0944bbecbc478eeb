//! SCIP facts that are loaded at first use: most runs need nothing of an index beyond the other relations.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::kept::Exact;

type Load = Arc<dyn Fn() -> Option<Exact> + Send + Sync>;

/// SCIP facts, or the way to load them.
#[derive(Clone, Default)]
pub struct Lazy {
    cell: OnceLock<Option<Exact>>,
    load: Option<Load>,
}

impl Lazy {
    /// Loaded facts.
    pub fn ready(exact: Exact) -> Self {
        Self { cell: OnceLock::from(Some(exact)), load: None }
    }

    /// Facts that are loaded at first use.
    pub fn later(load: impl Fn() -> Option<Exact> + Send + Sync + 'static) -> Self {
        Self { cell: OnceLock::new(), load: Some(Arc::new(load)) }
    }

    /// The SCIP facts; `None` where there is no index, or where the store has lost them.
    pub fn get(&self) -> Option<&Exact> {
        self.cell.get_or_init(|| self.load.as_ref().and_then(|load| load())).as_ref()
    }
}

impl PartialEq for Lazy {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl fmt::Debug for Lazy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.cell.get().is_some() { "read" } else { "not read" })
    }
}
