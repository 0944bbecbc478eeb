//! A manifest while it is read.

use super::shape::{Declarations, Dependency, DependencyKind, Flaw, Locked, Need, PackageSource, ProjectClaim};
use crate::base::{LineIndex, Position};

/// The most flaws that are kept of one file.
const FLAWS: usize = 50;

/// A text, and what was found in it so far.
pub struct ManifestReader<'t> {
    /// The path of the file.
    pub path: &'t str,
    /// Its text.
    pub text: &'t str,
    /// The entries found.
    pub found: Declarations,
    lines: LineIndex,
}

impl<'t> ManifestReader<'t> {
    /// Starts on a text.
    pub fn new(path: &'t str, text: &'t str) -> Self {
        Self { path, text, found: Declarations::default(), lines: LineIndex::new(text.as_bytes()) }
    }

    /// The place of a byte.
    pub fn at(&self, offset: usize) -> Position {
        self.lines.position(offset)
    }

    /// The lines with their offsets, line ends included.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &'t str)> + use<'t> {
        let mut start = 0;
        self.text.split_inclusive('\n').map(move |line| {
            start += line.len();
            (start - line.len(), line)
        })
    }

    /// The package is named here.
    pub fn name(&mut self, name: Option<&str>) {
        self.found.is_package = true;
        self.found.package = name.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
    }

    /// A dependency that is named here.
    pub fn depend(&mut self, name: &str, version: &str, kind: DependencyKind, offset: usize) {
        self.depend_by(name, version, kind, offset, PackageSource::Named);
    }

    /// A dependency whose name is anywhere in the text.
    pub fn depend_by(&mut self, name: &str, version: &str, kind: DependencyKind, offset: usize, source: PackageSource) {
        let at = self.at(offset);
        let (name, version) = (name.into(), version.into());
        self.found.dependencies.push(Dependency { name, alias: None, version, kind, at, source });
    }

    /// The last of the dependencies of one name is meant, for the reason of the first.
    pub fn prefer_last(&mut self, name: &str) {
        let all = &mut self.found.dependencies;
        let named = |it: &Dependency| it.name == name;
        let (first, last) = (all.iter().position(named), all.iter().rposition(named));
        if let (Some(first), Some(last)) = (first, last) {
            all[last].kind = all[first].kind;
            let mut at = 0..;
            all.retain(|it| at.next() == Some(last) || it.name != name);
        }
    }

    /// The last dependency is called by another name here.
    pub fn alias(&mut self, alias: &str) {
        if let Some(last) = self.found.dependencies.last_mut() {
            last.alias = Some(alias.to_owned());
        }
    }

    /// The last dependency may be inherited under a key.
    pub fn share(&mut self, key: String) {
        if let Some(last) = self.found.dependencies.len().checked_sub(1) {
            self.found.shared.push((key, last));
        }
    }

    /// A locked version; its position among them.
    pub fn lock(&mut self, name: &str, version: &str, claim: ProjectClaim, offset: usize) -> usize {
        let at = self.at(offset);
        self.found.locked.push(Locked { name: name.into(), version: version.into(), at });
        let entry = self.found.locked.len() - 1;
        self.claim(claim, entry);
        entry
    }

    /// A locked version is for somebody else too.
    pub fn claim(&mut self, claim: ProjectClaim, entry: usize) {
        if claim != ProjectClaim::Nobody {
            self.found.claims.push((claim, entry));
        }
    }

    /// One locked version needs another.
    pub fn need(&mut self, from: usize, to: usize, kind: DependencyKind) {
        self.found.needs.push(Need { from, to, kind });
    }

    /// Something that is not understood. Of very many only the first are kept: the file is then no manifest at all.
    pub fn flaw(&mut self, offset: usize, reason: impl Into<String>) {
        if self.found.flaws.len() >= FLAWS {
            return;
        }
        let at = self.at(offset);
        self.found.flaws.push(Flaw { at, reason: reason.into() });
    }
}
