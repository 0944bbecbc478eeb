//! The log of uses as evidence on a manifest's queries, and the edits that follow by fixed thresholds.

use std::collections::{BTreeMap, BTreeSet};

use super::tune_edit::ManifestEdit;
use super::used_record::UseRecord;
use crate::base::counted;
use crate::manifest::{Band, Manifest, Query};

/// The fewest bundles that speak for an edit, where the command line states no other number.
pub const LEAST_BUNDLES: usize = 5;
/// A query of `may_read` rises where one bundle in so many used a file of it.
const PROMOTED: usize = 2;
/// A cap is raised where in one bundle in so many a file past it was used.
const CUT: usize = 3;

/// The evidence on one query: bundles in which it returned a file, and how many of them say what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryEvidence {
    /// The bundles.
    pub bundles: usize,
    /// In which a file of it was used.
    pub consulted: usize,
    /// In which a used file lay past its cap.
    pub cut: usize,
    /// In which a used file of it had no room.
    pub crowded_out: usize,
    /// The most files that it returned.
    pub most_returned: u64,
}

/// The evidence of a log.
#[derive(Clone, Debug, Default)]
pub struct UseEvidence {
    /// The bundles of this class of task.
    pub bundles: usize,
    /// The bundles of other classes.
    pub others: usize,
    /// By the name of a query.
    pub queries: BTreeMap<String, QueryEvidence>,
    /// The used files that no query returned, each with the number of bundles.
    pub unreturned: BTreeMap<String, usize>,
}

/// An edit, with the query and the evidence for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The query.
    pub query: String,
    /// The edit.
    pub edit: ManifestEdit,
    /// The edit and the evidence in words.
    pub because: String,
}

/// The bundle of one or more lines.
#[derive(Default)]
struct OneBundle<'r> {
    last: Option<&'r UseRecord>,
    used: BTreeMap<&'r str, &'r [String]>,
    missing: BTreeMap<&'r str, BTreeSet<(&'r str, &'r str)>>,
}

impl UseEvidence {
    /// The evidence of some records on a manifest. A query counts where its band, its call and its cap are those of now.
    pub fn of(records: &[UseRecord], manifest: &Manifest) -> Self {
        let mut bundles: BTreeMap<&str, OneBundle<'_>> = BTreeMap::new();
        let mut others: BTreeSet<&str> = BTreeSet::new();
        for record in records {
            if record.task_class != manifest.task_class {
                others.insert(&record.bundle);
                continue;
            }
            let one = bundles.entry(&record.bundle).or_default();
            one.last = Some(record);
            one.used.extend(record.used.iter().map(|file| (file.path.as_str(), file.queries.as_slice())));
            for file in &record.missing {
                let by = file.left_out.iter().map(|it| (it.query.as_str(), it.reason.as_str()));
                one.missing.entry(&file.path).or_default().extend(by);
            }
        }
        let mut evidence = Self { bundles: bundles.len(), others: others.len(), ..Self::default() };
        for one in bundles.values() {
            evidence.enter(one, manifest);
        }
        evidence
    }

    fn enter(&mut self, one: &OneBundle<'_>, manifest: &Manifest) {
        for (path, by) in &one.missing {
            if by.is_empty() {
                *self.unreturned.entry((*path).to_owned()).or_default() += 1;
            }
        }
        let Some(record) = one.last else { return };
        for (band, query) in manifest.queries() {
            let is_it = |it: &&super::used_record::UsedQuery| {
                it.name == query.name
                    && it.band == band.name()
                    && it.compute == query.call.text
                    && it.max_files.is_none_or(|cap| cap == query.max_files)
            };
            let Some(known) = record.queries.iter().find(is_it).filter(|it| it.returned > 0) else { continue };
            let left_out = |reason: &str| one.missing.values().any(|by| by.contains(&(query.name.as_str(), reason)));
            let found = self.queries.entry(query.name.clone()).or_default();
            found.bundles += 1;
            found.consulted += usize::from(one.used.values().any(|by| by.contains(&query.name)));
            found.cut += usize::from(left_out("over_cap"));
            found.crowded_out += usize::from(left_out("budget"));
            found.most_returned = found.most_returned.max(known.returned);
        }
    }

    /// The edits that follow, one a query at the most, in the order of the manifest.
    pub fn proposals(&self, manifest: &Manifest, least: usize) -> Vec<Proposal> {
        let each = manifest.queries().filter_map(|(band, query)| {
            let found = self.queries.get(&query.name).filter(|found| found.bundles >= least)?;
            let (edit, because) = proposal(band, query, found)?;
            Some(Proposal { query: query.name.clone(), edit, because })
        });
        each.collect()
    }
}

fn proposal(band: Band, query: &Query, found: &QueryEvidence) -> Option<(ManifestEdit, String)> {
    let n = found.bundles;
    let to = |band: Band, why: String| Some((ManifestEdit::Move(band), format!("to {band}: {why}")));
    let cap = |cap: u32, why: String| {
        Some((ManifestEdit::Cap(cap), format!("`max_files` {} to {cap}: {why}", query.max_files)))
    };
    let unused = found.consulted + found.cut + found.crowded_out == 0;
    match band {
        Band::MustRead if unused => {
            return to(Band::ShouldRead, format!("no file of it was used in {n} of {n} bundles"));
        }
        Band::ShouldRead if unused => {
            return to(Band::MayRead, format!("no file of it was used in {n} of {n} bundles"));
        }
        Band::MayRead if found.consulted * PROMOTED >= n => {
            return to(Band::ShouldRead, format!("files of it were used in {} of {n} bundles", found.consulted));
        }
        Band::ShouldRead if found.crowded_out * PROMOTED >= n => {
            let why = format!("a used file of it had no room in {} of {n} bundles", found.crowded_out);
            return to(Band::MustRead, why);
        }
        _ => {}
    }
    if found.cut * CUT >= n {
        return cap(
            query.max_files.saturating_mul(2),
            format!("a used file lay past it in {} of {n} bundles", found.cut),
        );
    }
    let most = u32::try_from(found.most_returned).unwrap_or(u32::MAX);
    let room = most.saturating_add(most / 2);
    let binds = most.saturating_mul(2) > query.max_files || room >= query.max_files;
    (!binds)
        .then(|| cap(room, format!("it returned {} at the most, in {n} bundles", counted(most as usize, "file"))))?
}
