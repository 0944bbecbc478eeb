//! The repositories that provide the package of a text: none, one, or several.

use std::collections::BTreeSet;

use super::error::FleetError;
use super::file::Fleet;
use super::keys::{Lookups, NAMED, PROVIDED, package_keys};
use crate::base::TextPart;

/// The most repositories of which the manifest is read.
const MOST: usize = 16;

/// A repository that provides a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provider {
    /// The number of the repository in the fleet.
    pub repository: u32,
    /// The manifests that state the name; empty where there are too many repositories to read them.
    pub manifests: Vec<String>,
    /// Where the package declares the name that is looked up, as path and line.
    pub declares: Vec<(String, u32)>,
}

/// A package that a text names, and who provides it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Provided {
    /// The package URL.
    pub package: String,
    /// The repositories, by name.
    pub providers: Vec<Provider>,
}

impl Fleet {
    /// The packages that a text names, be it a package, a module or a member of one, so far as a repository of the fleet
    /// provides or names them.
    pub fn provided(&self, text: &str) -> Result<Vec<Provided>, FleetError> {
        let ends = text.rmatch_indices(['.', '/', ':', '#']).map(|(at, _)| at);
        for end in std::iter::once(text.len()).chain(ends) {
            let head = text.part(..end).trim_end_matches(':');
            let rest = text.part(end..).trim_start_matches(['.', '/', ':', '#']);
            let found = self.of_name(head, rest)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    fn of_name(&self, name: &str, member: &str) -> Result<Vec<Provided>, FleetError> {
        let mut found = Vec::new();
        for package in package_keys(name) {
            let key = |mark: u8| [&[mark], package.as_bytes()].concat();
            let whole = BTreeSet::from([key(PROVIDED)]);
            let postings = self.postings(&Lookups { whole, ..Lookups::default() })?;
            let providers: Vec<(u32, Vec<u32>)> = postings.repositories().collect();
            if providers.is_empty() && self.count(&key(NAMED))? == 0 {
                continue;
            }
            let is_read = providers.len() <= MOST;
            let provider = |(repository, ids): (u32, Vec<u32>)| match is_read {
                true => self.provider((repository, &ids), &package, member),
                false => Ok(Provider { repository, manifests: Vec::new(), declares: Vec::new() }),
            };
            let providers = providers.into_iter().map(provider).collect::<Result<_, _>>()?;
            found.push(Provided { package, providers });
        }
        Ok(found)
    }

    fn provider(&self, (repository, ids): (u32, &[u32]), package: &str, member: &str) -> Result<Provider, FleetError> {
        let manifests = self.read(repository, |body, paged| body.providers(paged, ids))?;
        // A name of the package, with its member; or one of a module of it.
        let mut parts = member.split(['.', '/', ':', '#']).filter(|part| !part.is_empty());
        let mut declares = Vec::new();
        for name in [parts.next(), parts.next_back()].into_iter().flatten() {
            if declares.is_empty() {
                let symbols = self.symbols(repository, name)?.into_iter();
                declares = symbols.filter(|(of, ..)| of == package).map(|(_, path, line)| (path, line)).collect();
            }
        }
        Ok(Provider { repository, manifests, declares })
    }
}
