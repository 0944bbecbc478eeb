//! The names in texts, and the calls in bodies, kept by content: a text is parsed once for all names and all runs.

use rayon::prelude::*;

use super::index::Index;
use crate::base::Digest;
use crate::language::{EXTRACTOR, LANGUAGES};
use crate::parse::{self, BodyKey, Callee, KeptCallees, Sites, on_threads};
use crate::primitive::{LanguageText, SiteSource};
use crate::store::{Additions, Store, decode, encode};

/// A text, its content, and its names where the store has them.
type Known<'t> = (LanguageText<'t>, Digest, Option<Sites>);

impl SiteSource for Index {
    fn sites(&self, texts: &[LanguageText<'_>]) -> Vec<Sites> {
        // A store that cannot be opened by now has none; the run has said so.
        let mut store = Store::glance(&self.store, &self.tree.root).unwrap_or_default();
        let mut known: Vec<Known<'_>> = Vec::with_capacity(texts.len());
        for (language, text) in texts {
            let content = Digest::of(text);
            let body = store.sites(&content, LANGUAGES[*language as usize].name, EXTRACTOR);
            known.push(((*language, text), content, body.and_then(|body| decode(&body))));
        }
        let mut open: Vec<&mut Known<'_>> = known.iter_mut().filter(|(.., sites)| sites.is_none()).collect();
        let parse = |((language, text), content, sites): &mut &mut Known<'_>| {
            let made = sites.insert(parse::sites(*language as usize, text));
            (*content, LANGUAGES[*language as usize].name, encode(made))
        };
        // Where there are no threads, the run fails and says so.
        let mut new = match open.len() {
            0 => Vec::new(),
            _ => on_threads(|| open.par_iter_mut().map(parse).collect::<Vec<_>>()).unwrap_or_default(),
        };
        new.sort_unstable();
        new.dedup();
        // What is no longer the content of the file, no run of this state asks for.
        store.add(&Additions { sites: new, ..Additions::default() });
        known.into_iter().map(|(.., sites)| sites.unwrap_or_default()).collect()
    }
}

impl KeptCallees for Index {
    fn callees(&self, keys: &[BodyKey]) -> Vec<Option<Vec<Callee>>> {
        let store = Store::glance(&self.store, &self.tree.root).unwrap_or_default();
        let kept = keys.iter().map(|(key, language)| decode(&store.sites(key, language, EXTRACTOR)?));
        kept.collect()
    }

    fn keep_callees(&self, new: &[(BodyKey, &[Callee])]) {
        if new.is_empty() {
            return;
        }
        let mut sites: Vec<_> = new.iter().map(|((key, language), calls)| (*key, *language, encode(calls))).collect();
        sites.sort_unstable();
        sites.dedup();
        let mut store = Store::glance(&self.store, &self.tree.root).unwrap_or_default();
        store.add(&Additions { sites, ..Additions::default() });
    }
}
