//! Counts of tokens, kept in the store under the digest of the texts: a tokenizer is slow to make ready.

use rustc_hash::FxHashMap;

use super::index::Index;
use crate::base::{Digest, Digester};
use crate::render::{BundleJson, TOKENIZER, count};
use crate::store::{Additions, KeptView, Store, decode, encode};

/// The tokens of some texts.
pub struct TokenCounts(FxHashMap<Digest, u64>);

impl TokenCounts {
    /// The tokens of a text.
    pub fn of(&self, text: &str) -> u64 {
        self.0.get(&Digest::of(text.as_bytes())).copied().unwrap_or_else(|| count(text))
    }
}

impl Index {
    /// The tokens of the texts of a bundle, counted or kept since a run that is no older than so many nanoseconds.
    pub fn counts(&self, bundle: &BundleJson, most_age: i64) -> TokenCounts {
        let texts = bundle.items().map(|item| item.text());
        let texts: Vec<String> = texts.chain(bundle.contexts().map(|it| it.text.clone())).collect();
        let digests: Vec<Digest> = texts.iter().map(|text| Digest::of(text.as_bytes())).collect();
        let mut key = Digester::new("tokens");
        key.part(TOKENIZER.as_bytes());
        digests.iter().for_each(|digest| {
            key.part(&digest.0);
        });
        let key = key.finish();
        // A store that cannot be opened keeps nothing; the run has said so.
        let mut store = Store::glance(&self.store, &self.tree.root).unwrap_or_default();
        let made = super::look::now();
        let oldest = made.saturating_sub(most_age);
        let kept = store.view(&key, oldest).and_then(|bytes| decode::<Vec<u64>>(&bytes));
        let counts = kept.filter(|counts| counts.len() == digests.len()).unwrap_or_else(|| {
            let counts: Vec<u64> = texts.iter().map(|text| count(text)).collect();
            let view = KeptView { key, made, oldest, body: encode(&counts) };
            store.add(&Additions { view: Some(view), ..Additions::default() });
            counts
        });
        TokenCounts(digests.into_iter().zip(counts).collect())
    }
}
