//! From numbers to a confidence, with a sentence for each reason that it is not higher.

use super::absence::Absent;
use super::count::Known;
use super::decoded::{Decoded, ScipSource};
use super::health::{Absence, Cause, Confidence, Freshness, Numbers, Share, SourceHealth};
use super::stamp::{Stamp, StampedContent, digest_of};
use super::tool::tool;
use super::verdict::Verdict;
use crate::base::path;

/// The repository around the indexes.
pub struct Surroundings<'a> {
    /// All files of the repository, sorted.
    pub files: &'a [&'a str],
    /// The stamp of each source, where there is one.
    pub stamps: &'a [Option<Stamp>],
    /// Faults of a source's stamp: the source's place, and a sentence.
    pub notes: &'a [(usize, String)],
}

/// Below so many fresh documents in a hundred an index does not answer.
const FRESH: u32 = 60;
/// Below so many indexed files in a hundred an index does not answer.
const COVERED: u32 = 50;
/// As many indexed files in a hundred are full coverage: there are files that no build reads.
const FULLY_COVERED: u32 = 85;
/// As many resolved imports in a hundred show that the packages were there when it was indexed.
const RESOLVED: u32 = 95;
/// More occurrences in a hundred that name undefined symbols of its own show that names come apart.
const UNDEFINED: u32 = 3;
/// How many files a sentence names.
const NAMED: usize = 3;

/// The inputs from which one index is judged.
pub struct Case<'a> {
    /// All indexes.
    pub decoded: &'a Decoded,
    /// The surrounding repository.
    pub around: &'a Surroundings<'a>,
    /// The one that is judged, as a place in the sources.
    pub source: usize,
    /// Its counts.
    pub numbers: Numbers,
    /// The state of every document.
    pub known: &'a [Known],
    /// The files that no index holds.
    pub absent: &'a Absent,
    /// The content of each document's file, where a stamp requires it.
    pub contents: &'a [Option<&'a StampedContent>],
}

/// A ground for less than high confidence.
struct Doubt {
    confidence: Confidence,
    reason: String,
}

/// Judges one index.
pub fn judge(case: &Case<'_>) -> SourceHealth {
    let source = &case.decoded.sources[case.source];
    let refresh = tool(&source.tool).refresh;
    let mut doubts: Vec<Doubt> = case.doubts();
    doubts.sort_by_key(|doubt| doubt.confidence);
    let confidence = doubts.first().map_or(Confidence::High, |doubt| doubt.confidence);
    SourceHealth {
        name: source.name.clone(),
        tool: source.tool.clone(),
        version: source.version.clone(),
        is_stamped: case.stamp().is_some(),
        numbers: case.numbers,
        freshness: case.freshness(),
        confidence,
        reasons: doubts.into_iter().map(|doubt| format!("{}; to refresh it: {refresh}", doubt.reason)).collect(),
        notes: case.notes(),
        refresh: refresh.to_owned(),
    }
}

impl Case<'_> {
    fn source(&self) -> &ScipSource {
        &self.decoded.sources[self.source]
    }

    fn stamp(&self) -> Option<&Stamp> {
        self.around.stamps.get(self.source).and_then(Option::as_ref)
    }

    /// The paths of its documents with such a verdict, with what says more of each.
    fn documents(&self, is_asked: impl Fn(Verdict) -> bool) -> Vec<String> {
        let own = self.decoded.documents.iter().zip(self.known);
        let asked = own.filter(|(document, known)| document.source as usize == self.source && is_asked(known.verdict));
        asked
            .map(|(document, known)| match known.verdict {
                Verdict::Stale { at, evidence } if at.line > 0 => format!("{}:{at} ({evidence})", document.path),
                _ => document.path.to_string(),
            })
            .collect()
    }

    /// The files with its endings that no index holds.
    fn absent(&self, is_asked: impl Fn(Absence) -> bool) -> Vec<String> {
        let endings = self.absent.endings.get(self.source);
        let own = |file: &str| endings.is_some_and(|endings| endings.contains(path::extension(file)));
        let asked = self.absent.files.iter().filter(|it| is_asked(it.absence) && own(&it.path));
        asked.map(|it| it.path.clone()).collect()
    }

    fn doubts(&self) -> Vec<Doubt> {
        let all = [self.reading(), self.documents_in_doubt(), self.coverage(), self.resolution()];
        all.into_iter().flatten().collect()
    }

    /// The index as a file.
    fn reading(&self) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        if let Some(fault) = &self.source().fault {
            doubts.push(low(format!("`{}` cannot be read to the end: {fault}", self.source().name)));
        }
        if self.numbers.documents == 0 {
            doubts.push(low(format!("`{}` holds 0 documents", self.source().name)));
        }
        if let Some(code) = self.exit_code() {
            doubts.push(medium(format!("the indexer ended with the exit code {code}, so that files may be missing")));
        }
        doubts
    }

    fn exit_code(&self) -> Option<i32> {
        self.stamp().and_then(|stamp| stamp.exit_code).filter(|code| *code != 0)
    }

    /// Its documents against their files.
    fn documents_in_doubt(&self) -> Vec<Doubt> {
        let numbers = &self.numbers;
        let mut doubts = Vec::new();
        let is_too_stale = !numbers.freshness().is_at_least(FRESH) || numbers.freshness().part == 0;
        let level = if is_too_stale { Confidence::Low } else { Confidence::Medium };
        if numbers.documents > 0 && numbers.stale > 0 {
            let files = named(&self.documents(|it| matches!(it, Verdict::Stale { .. })));
            let reason = format!("{} of {} documents are stale: {files}", numbers.stale, numbers.documents);
            doubts.push(Doubt { confidence: level, reason });
        }
        if numbers.missing > 0 {
            let is_elsewhere = numbers.missing * 2 > numbers.documents;
            let files = named(&self.documents(|it| it == Verdict::Missing));
            let hint = if is_elsewhere { "; it may be that of another root" } else { "" };
            let reason = format!("{} of {} documents have no file: {files}{hint}", numbers.missing, numbers.documents);
            doubts.push(Doubt { confidence: if is_elsewhere { Confidence::Low } else { level }, reason });
        }
        if numbers.unverifiable > 0 {
            let files = named(&self.documents(|it| it == Verdict::Unverifiable));
            let count = format!("{} of {} documents", numbers.unverifiable, numbers.documents);
            let reason = format!("{count} say nothing that could be held against their files: {files}");
            doubts.push(Doubt { confidence: level, reason });
        }
        doubts
    }

    /// The files that are in no index.
    fn coverage(&self) -> Vec<Doubt> {
        let coverage = self.numbers.coverage;
        let mut doubts = Vec::new();
        if self.numbers.documents > 0 && !coverage.is_at_least(FULLY_COVERED) {
            let is_low = !coverage.is_at_least(COVERED);
            let files = named(&self.absent(|_| true));
            let reason =
                format!("{} files are in the index ({} %); not in it: {files}", of(coverage), coverage.percent());
            doubts.push(Doubt { confidence: if is_low { Confidence::Low } else { Confidence::Medium }, reason });
        }
        let new = self.absent(|it| it == Absence::New);
        if !new.is_empty() {
            doubts.push(medium(format!("files that are newer than the index: {} ({})", named(&new), new.len())));
        }
        let perhaps = self.absent(|it| it == Absence::PerhapsNew);
        if !perhaps.is_empty() && !tool(&self.source().tool).picks_files {
            let files = named(&perhaps);
            doubts.push(medium(format!(
                "files beside indexed ones that are not in the index: {files} ({})",
                perhaps.len()
            )));
        }
        doubts
    }

    /// The shares that it resolved.
    fn resolution(&self) -> Vec<Doubt> {
        let Numbers { imports, own_undefined: undefined, .. } = self.numbers;
        let mut doubts = Vec::new();
        if !imports.is_at_least(RESOLVED) {
            let count = format!("{} imports of packages are resolved ({} %)", of(imports), imports.percent());
            doubts.push(medium(format!("{count}: the packages were not all installed when it was made")));
        }
        let defined = Share { part: undefined.of - undefined.part, of: undefined.of };
        if !defined.is_at_least(100 - UNDEFINED) {
            let count = format!("{} occurrences ({} %)", of(undefined), undefined.percent());
            doubts.push(medium(format!(
                "{count} name symbols of its own packages that it does not define: files are imported by other names \
                 than they were indexed under"
            )));
        }
        doubts
    }

    fn notes(&self) -> Vec<String> {
        let own = self.around.notes.iter().filter(|(source, _)| *source == self.source);
        let mut notes: Vec<String> = own.map(|(_, note)| note.clone()).collect();
        let refused = &self.source().refused;
        if !refused.is_empty() {
            notes.push(format!("paths that lead out of the root were refused: {}", named(refused)));
        }
        notes
    }

    fn freshness(&self) -> Freshness {
        let numbers = &self.numbers;
        let head = self.stamp().and_then(|stamp| stamp.git.as_ref()).map(|commit| commit.head.clone());
        if let Some(message) = self.error() {
            return Freshness::Stale(Cause::IndexerError { message });
        }
        if numbers.stale + numbers.missing > 0 {
            return Freshness::Stale(self.mismatch());
        }
        let has_new = !self.absent(|it| it == Absence::New).is_empty();
        if has_new || !numbers.coverage.is_at_least(FULLY_COVERED) {
            let Share { part, of } = numbers.coverage;
            return Freshness::Stale(Cause::CoverageGap { files_indexed: part, files_in_repo: of });
        }
        Freshness::Fresh { indexed_at: head }
    }

    fn error(&self) -> Option<String> {
        let empty = (self.numbers.documents == 0).then(|| "it holds 0 documents".to_owned());
        let code = || self.exit_code().map(|code| format!("exit code {code}"));
        self.source().fault.clone().or(empty).or_else(code)
    }

    fn mismatch(&self) -> Cause {
        let Some(stamp) = self.stamp() else {
            return Cause::TextMismatch { stale: self.numbers.stale, missing: self.numbers.missing };
        };
        let own = self.decoded.documents.iter().zip(self.contents).filter(|(it, _)| it.source as usize == self.source);
        let now = own.filter_map(|(document, content)| Some((&*document.path, content.as_ref()?.blake3.as_str())));
        let then = stamp.documents.iter().map(|(path, content)| (path.as_str(), content.blake3.as_str()));
        Cause::DigestMismatch { expected: digest_of(then).to_string(), actual: digest_of(now).to_string() }
    }
}

fn low(reason: String) -> Doubt {
    Doubt { confidence: Confidence::Low, reason }
}

fn medium(reason: String) -> Doubt {
    Doubt { confidence: Confidence::Medium, reason }
}

fn of(share: Share) -> String {
    format!("{} of {}", share.part, share.of)
}

/// The first of some files, and how many more there are.
fn named(files: &[String]) -> String {
    let first = files.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    match files.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}
