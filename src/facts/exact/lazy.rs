//! What is read at first use: most runs ask nothing of an index that the other relations do not hold already.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::kept::Exact;

type Load = Arc<dyn Fn() -> Option<Exact> + Send + Sync>;

/// What indexes say, or where to read it.
#[derive(Clone, Default)]
pub struct Lazy {
    cell: OnceLock<Option<Exact>>,
    load: Option<Load>,
}

impl Lazy {
    /// What is at hand.
    pub fn ready(exact: Exact) -> Self {
        Self { cell: OnceLock::from(Some(exact)), load: None }
    }

    /// What is read when it is first asked for.
    pub fn later(load: impl Fn() -> Option<Exact> + Send + Sync + 'static) -> Self {
        Self { cell: OnceLock::new(), load: Some(Arc::new(load)) }
    }

    /// What indexes say; `None` where there is no index, or where the store has lost what it said.
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
