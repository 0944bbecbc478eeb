//! The store that machines share, as the command line or the environment names it: one for all that a process does, so that
//! one that hangs is waited for once.

use std::sync::{Arc, OnceLock};

use super::args::StoreOptions;
use super::fault::Fault;
use crate::store::{Cas, CasAddress, CasPlace};

/// The variables that name the store that machines share, and that keep it as it is.
const CAS: [&str; 2] = ["CG_CAS", "CG_CAS_READ_ONLY"];

/// The shared store of a process, made at its first use.
#[derive(Clone, Default)]
pub struct SharedStore(Arc<OnceLock<Option<Arc<Cas>>>>);

impl SharedStore {
    /// The store of the command line, or else of the environment.
    pub fn get(&self, options: &StoreOptions) -> Result<Option<Arc<Cas>>, Fault> {
        if options.no_store {
            return Ok(None);
        }
        if let Some(made) = self.0.get() {
            return Ok(made.clone());
        }
        let place = place(options)?;
        Ok(self.0.get_or_init(|| place.map(|place| Arc::new(Cas::new(place)))).clone())
    }

    /// Waits for what is still written, and returns the notes for the user.
    pub fn finish(&self) -> Vec<String> {
        self.0.get().and_then(Option::as_ref).map_or(Vec::new(), |cas| cas.finish())
    }
}

fn place(options: &StoreOptions) -> Result<Option<CasPlace>, Fault> {
    let [named, kept] = CAS.map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    let wrong = |url: &str, hint| Fault::usage(format!("`CG_CAS={url}` names no shared store"), hint);
    let address = match (&options.cas, named) {
        (Some(address), _) => Some(address.clone()),
        (None, None) => None,
        (None, Some(url)) => Some(CasAddress::of(&url).map_err(|hint| wrong(&url, hint))?),
    };
    let is_read_only = options.cas_read_only || kept.is_some_and(|value| value != "0");
    Ok(address.map(|address| CasPlace { address, is_read_only, verified: options.cas_verify }))
}
