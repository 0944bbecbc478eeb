//! The parents of a `pom.xml` that lie in the repository, and what it has from them.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::gather::Read;
use crate::base::TextPart;
use crate::package::{Ecosystem, POM, name};

/// The longest line of parents, and the most words that are filled into one text.
const DEPTH: usize = 16;
/// The longest text that is made of words, in bytes.
const LONGEST: usize = 512;

/// Every `pom.xml` by the key of its package.
pub struct Parents<'a> {
    by_key: FxHashMap<&'a str, &'a Read<'a>>,
}

impl<'a> Parents<'a> {
    /// Indexes what was read.
    pub fn new(all: &'a [Read<'a>]) -> Self {
        let poms = all.iter().filter(|read| read.format.name == POM);
        Self { by_key: poms.filter_map(|read| Some((read.key.as_deref()?, read))).collect() }
    }

    fn named(&self, package: &str) -> Option<&'a Read<'a>> {
        self.by_key.get(&*name::key(Ecosystem::Maven, package)).copied()
    }

    /// A manifest, its parent, the parent of that, as far as they lie in the repository.
    fn line(&self, read: &'a Read<'a>) -> impl Iterator<Item = &'a Read<'a>> {
        std::iter::successors(Some(read), |read| self.named(read.said.parent.as_deref()?)).take(DEPTH)
    }

    /// The directories of the manifests whose shared versions one takes, the nearest first, its own before all.
    pub fn lenders(&self, read: &'a Read<'a>) -> Vec<&'a str> {
        let mut lenders = Vec::new();
        for pom in self.line(read) {
            lenders.push(pom.directory());
            for imported in pom.said.imports.iter().filter_map(|it| self.named(it)) {
                lenders.extend(self.line(imported).map(Read::directory));
            }
        }
        lenders
    }

    /// A text with the words filled in that the manifest or a parent states; the others stay as written.
    pub fn filled<'t>(&self, read: &'a Read<'a>, text: &'t str) -> Cow<'t, str> {
        let mut filled = Cow::Borrowed(text);
        for _ in 0..DEPTH {
            let Some(start) = filled.find("${").filter(|_| filled.len() <= LONGEST) else { break };
            let Some(end) = filled.part(start..).find('}').map(|end| start + end) else { break };
            let word = filled.part(start + 2..end);
            let stated = |pom: &'a Read<'a>| {
                pom.said.properties.iter().find(|(name, _)| name == word).map(|(_, text)| text.as_str())
            };
            let Some(value) = self.line(read).find_map(stated) else { break };
            let next = format!("{}{value}{}", filled.part(..start), filled.part(end + 1..));
            filled = Cow::Owned(next);
        }
        filled
    }
}
