//! Where the names in texts, and the calls in bodies, are known from: the layer that keeps them by content, or else a parse of each.

use crate::parse::{self, KeptCallees, Sites};

/// A text in a language, by its index in [`crate::language::LANGUAGES`].
pub type LanguageText<'t> = (u32, &'t [u8]);

/// The layer that keeps the names in texts.
pub trait SiteSource: Sync + KeptCallees {
    /// The names in some texts, in their order.
    fn sites(&self, texts: &[LanguageText<'_>]) -> Vec<Sites>;
}

/// The names in some texts where nothing keeps them.
pub struct ParsedTexts;

impl KeptCallees for ParsedTexts {}

impl SiteSource for ParsedTexts {
    fn sites(&self, texts: &[LanguageText<'_>]) -> Vec<Sites> {
        texts.iter().map(|(language, text)| parse::sites(*language as usize, text)).collect()
    }
}
