//! The probe: all documents of all indexes held against the files on disk.

use std::borrow::Cow;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::absence::{self, Absent};
use super::count::{self, Known};
use super::decoded::{Decoded, Document, Encoding, LOCAL};
use super::encoding;
use super::health::{Confidence, DocumentHealth, Health};
use super::judge::{self, Case, Surroundings};
use super::stamp::{Stamp, StampedContent};
use super::text_match::TextMatch;
use super::tool::{Tool, tool};
use super::verdict::{CheckedSite, Evidence, Verdict};
use super::verify::{Against, Checked, Odd, settle_renamed, verify};
use crate::base::{Digest, Position};

/// The file of a document, as it lies on disk.
#[derive(Clone, Debug, Default)]
pub struct DocumentText<'s> {
    /// Its bytes.
    pub text: Cow<'s, [u8]>,
    /// Their digest, if it is known.
    pub digest: Option<Digest>,
    /// The places of its names, in order. Only needed where [`Tool::asks_names`] is set.
    pub names: Option<Cow<'s, [Position]>>,
    /// The places at which it imports packages.
    pub imports: Cow<'s, [Position]>,
}

/// The findings of the probe.
#[derive(Clone, Debug, PartialEq)]
pub struct Probed {
    /// A site for each occurrence, in their order; those of missing documents do not fit.
    pub sites: Vec<CheckedSite>,
    /// A verdict for each document, in their order.
    pub verdicts: Vec<Verdict>,
    /// All of it, judged.
    pub health: Health,
}

/// The checked state of one document.
struct Outcome {
    checked: Checked,
    content: Option<StampedContent>,
    /// Whether its content was compared with a stamp: no text says more.
    is_exact: bool,
    imports: (u32, u32),
}

/// Holds all documents against their files. `see` gives the file of a document; `None` where there is none.
pub fn probe<'s>(
    decoded: &Decoded,
    around: &Surroundings<'_>,
    see: impl Fn(&Document) -> Option<DocumentText<'s>> + Sync,
) -> Probed {
    let tools: Vec<&Tool> = decoded.sources.iter().map(|source| tool(&source.tool)).collect();
    let proven = prove_encodings(decoded, &tools, &see);
    let mut outcomes: Vec<Outcome> = decoded
        .documents
        .par_iter()
        .map(|document| {
            let source = document.source as usize;
            let tool = tools[source];
            let encoding = encoding::stated(document, tool).unwrap_or(proven[source]);
            let stamp = around.stamps.get(source).and_then(Option::as_ref);
            look(decoded, document, see(document), tool, encoding, stamp)
        })
        .collect();
    settle(decoded, &mut outcomes);
    let known: Vec<Known> = outcomes
        .iter()
        .map(|it| Known { verdict: it.checked.verdict, n_mismatched: word(it.checked.odd.len()), imports: it.imports })
        .collect();
    let absent = absence::of(decoded, around.files, around.stamps);
    let health = health(decoded, around, &known, absent, &outcomes);
    let verdicts = known.iter().map(|it| it.verdict).collect();
    Probed { sites: outcomes.into_iter().flat_map(|it| it.checked.sites).collect(), verdicts, health }
}

/// The column unit of each source whose documents do not state it.
fn prove_encodings<'s>(
    decoded: &Decoded,
    tools: &[&Tool],
    see: &(impl Fn(&Document) -> Option<DocumentText<'s>> + Sync),
) -> Vec<Encoding> {
    let mut votes = vec![encoding::Votes::default(); tools.len()];
    for document in &decoded.documents {
        let source = document.source as usize;
        if encoding::stated(document, tools[source]).is_some() {
            continue;
        }
        let Some(seen) = see(document) else { continue };
        let own = encoding::votes(decoded.occurrences_of(document), &decoded.symbols, &seen.text, tools[source]);
        votes[source].iter_mut().zip(own).for_each(|(sum, vote)| *sum += vote);
    }
    votes.into_iter().map(encoding::winner).collect()
}

fn look(
    decoded: &Decoded,
    document: &Document,
    seen: Option<DocumentText<'_>>,
    tool: &Tool,
    encoding: Encoding,
    stamp: Option<&Stamp>,
) -> Outcome {
    let occurrences = decoded.occurrences_of(document);
    let Some(seen) = seen else {
        let checked = Checked {
            verdict: Verdict::Missing,
            sites: vec![CheckedSite::NOWHERE; occurrences.len()],
            odd: Vec::new(),
            renames: Vec::new(),
        };
        return Outcome { checked, content: None, is_exact: false, imports: (0, 0) };
    };
    let against = Against { text: &seen.text, tool, encoding, names: seen.names.as_deref() };
    let mut checked = verify(document, occurrences, &decoded.symbols, against);
    let stamped = stamp.and_then(|stamp| stamp.documents.get(&*document.path));
    let content = stamp
        .is_some()
        .then(|| StampedContent::of(seen.digest.unwrap_or_else(|| Digest::of(&seen.text)), seen.text.len() as u64));
    if let (Some(stamped), Some(now)) = (stamped, &content) {
        checked.verdict = match checked.verdict {
            _ if stamped == now => Verdict::Fresh,
            Verdict::Stale { at, .. } => Verdict::Stale { evidence: Evidence::Content, at },
            _ => Verdict::Stale { evidence: Evidence::Content, at: Position::default() },
        };
    }
    let is_global = |at: usize| occurrences.get(at).is_some_and(|it| it.symbol != LOCAL);
    let imports = count::resolved(&seen.imports, &checked.sites, is_global);
    Outcome { checked, content, is_exact: stamped.is_some(), imports }
}

/// Checks that need several documents: names that another document gives, and references to removed definitions.
fn settle(decoded: &Decoded, outcomes: &mut [Outcome]) {
    let is_fresh = |it: &&mut Outcome| it.checked.verdict == Verdict::Fresh;
    let renames: FxHashSet<(Box<str>, Box<str>)> =
        outcomes.iter_mut().filter(is_fresh).flat_map(|it| it.checked.renames.iter().cloned()).collect();
    let is_renamed = |name: &str, text: &str| renames.contains(&(Box::from(name), Box::from(text)));
    let mut is_shaken = vec![false; decoded.symbols.len()];
    for (document, outcome) in decoded.documents.iter().zip(&*outcomes) {
        if matches!(outcome.checked.verdict, Verdict::Stale { .. } | Verdict::Missing) {
            let defined = decoded.occurrences_of(document).iter().filter(|it| it.is_definition() && it.symbol != LOCAL);
            defined.for_each(|it| is_shaken[it.symbol as usize] = true);
        }
    }
    for outcome in outcomes {
        let Checked { verdict, sites, odd, .. } = &mut outcome.checked;
        settle_renamed(odd, sites, &decoded.symbols, is_renamed);
        let is_open = !outcome.is_exact && matches!(verdict, Verdict::Fresh | Verdict::Unverifiable);
        let shaken = odd.iter().find(|it| is_open && is_shaken.get(it.symbol as usize) == Some(&true));
        if let Some(site) = shaken.and_then(|it| sites.get(it.at as usize)) {
            *verdict = Verdict::Stale { evidence: Evidence::Reference, at: site.start };
        }
        bind(odd, sites);
    }
}

/// A name that an import binds differently is an alias; the defining file was compared before.
fn bind(odd: &mut Vec<Odd>, sites: &mut [CheckedSite]) {
    let is_bound = odd.iter().filter(|it| it.is_bound);
    let bound: FxHashSet<(u32, Box<str>)> = is_bound.map(|it| (it.symbol, it.text.clone())).collect();
    odd.retain(|it| {
        let is_alias = !bound.is_empty() && bound.contains(&(it.symbol, it.text.clone()));
        if is_alias && let Some(site) = sites.get_mut(it.at as usize) {
            site.agreement = TextMatch::Alias;
        }
        !is_alias
    });
}

fn health(
    decoded: &Decoded,
    around: &Surroundings<'_>,
    known: &[Known],
    absent: Absent,
    outcomes: &[Outcome],
) -> Health {
    let numbers = count::of(decoded, known, &absent);
    let contents: Vec<Option<&StampedContent>> = outcomes.iter().map(|it| it.content.as_ref()).collect();
    let sources: Vec<_> = (0..decoded.sources.len())
        .map(|source| {
            judge::judge(&Case {
                decoded,
                around,
                source,
                numbers: numbers[source],
                known,
                absent: &absent,
                contents: &contents,
            })
        })
        .collect();
    let not_fresh = decoded.documents.iter().zip(known).filter(|(_, known)| known.verdict != Verdict::Fresh);
    Health {
        confidence: sources.iter().map(|it| it.confidence).min().unwrap_or(Confidence::Low),
        not_fresh: not_fresh
            .map(|(document, known)| DocumentHealth {
                path: document.path.to_string(),
                source: document.source,
                verdict: known.verdict,
            })
            .collect(),
        unindexed: absent.files,
        sources,
    }
}

fn word(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
