//! A line of the log of uses, and the parts of a bundle that it is made from.

use serde::{Deserialize, Serialize};

/// As much of a bundle in JSON as says which query brought which file.
#[derive(Clone, Debug, Deserialize)]
pub struct UsedBundle {
    /// The version of the form.
    pub version: u32,
    /// Its seal.
    pub seal: String,
    /// The class of task.
    pub task_class: String,
    /// The digest of the manifest's text.
    pub manifest: String,
    /// The bands.
    pub bands: Vec<UsedBand>,
    /// The queries.
    pub queries: Vec<UsedQuery>,
    /// The files that queries returned and the bundle does not show.
    pub left_out: Vec<UsedLeftOut>,
}

/// One band of a bundle.
#[derive(Clone, Debug, Deserialize)]
pub struct UsedBand {
    /// Its files.
    pub items: Vec<UsedItem>,
}

/// One file of a bundle.
#[derive(Clone, Debug, Deserialize)]
pub struct UsedItem {
    /// Its path.
    pub path: String,
    /// The queries that returned it.
    pub why: Vec<UsedWhy>,
}

/// A query that returned a file.
#[derive(Clone, Debug, Deserialize)]
pub struct UsedWhy {
    /// Its name.
    pub query: String,
}

/// A file that is left out.
#[derive(Clone, Debug, Deserialize)]
pub struct UsedLeftOut {
    /// Its path.
    pub path: String,
    /// The query that returned it.
    pub query: String,
    /// Why it is left out.
    pub reason: String,
}

/// One query of a bundle, as the log keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedQuery {
    /// Its name.
    pub name: String,
    /// Its band.
    pub band: String,
    /// The call.
    pub compute: String,
    /// The cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_files: Option<u32>,
    /// Files in its answer, before the cap.
    pub returned: u64,
}

/// A file that the reader used, and the queries that returned it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedFile {
    /// Its path.
    pub path: String,
    /// The queries.
    pub queries: Vec<String>,
}

/// A file that the reader used and the bundle does not show, with the queries that left it out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingFile {
    /// Its path.
    pub path: String,
    /// The queries that returned it, each with the reason why it is left out; none where no query did.
    pub left_out: Vec<LeftOutBy>,
}

/// A query that left a file out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOutBy {
    /// The query.
    pub query: String,
    /// The reason, by its name in the bundle: `over_cap`.
    pub reason: String,
}

/// One line of the log, as `schemas/used.schema.json` describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UseRecord {
    /// The version of the form; 1.
    pub version: u32,
    /// The seal of the bundle.
    pub bundle: String,
    /// The class of task.
    pub task_class: String,
    /// The digest of the manifest's text.
    pub manifest: String,
    /// The queries of the bundle.
    pub queries: Vec<UsedQuery>,
    /// The files of the bundle that were used.
    pub used: Vec<UsedFile>,
    /// The files that were used and are not in the bundle.
    pub missing: Vec<MissingFile>,
}

impl UseRecord {
    /// The use of some paths. Each is in the bundle, or missing.
    pub fn new(bundle: &UsedBundle, paths: &[String]) -> Self {
        let mut used = Vec::new();
        let mut missing = Vec::new();
        for path in paths {
            let items = bundle.bands.iter().flat_map(|band| &band.items).filter(|item| item.path == *path);
            let mut queries: Vec<String> = items.flat_map(|item| &item.why).map(|why| why.query.clone()).collect();
            queries.dedup();
            if bundle.holds(path) {
                used.push(UsedFile { path: path.clone(), queries });
                continue;
            }
            let left_out = bundle.left_out.iter().filter(|it| it.path == *path);
            let left_out = left_out.map(|it| LeftOutBy { query: it.query.clone(), reason: it.reason.clone() });
            missing.push(MissingFile { path: path.clone(), left_out: left_out.collect() });
        }
        Self {
            version: 1,
            bundle: bundle.seal.clone(),
            task_class: bundle.task_class.clone(),
            manifest: bundle.manifest.clone(),
            queries: bundle.queries.clone(),
            used,
            missing,
        }
    }

    /// The records of a log, and how many lines are none: the torn last one, or damage.
    pub fn all(text: &str) -> (Vec<Self>, usize) {
        let mut n_torn = 0;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let read = |line: &str| serde_json::from_str::<Self>(line).ok().filter(|record| record.version == 1);
        let records: Vec<Self> = lines
            .filter_map(|line| {
                let record = read(line);
                n_torn += usize::from(record.is_none());
                record
            })
            .collect();
        (records, n_torn)
    }
}

impl UsedBundle {
    /// Whether a file is in the bundle.
    pub fn holds(&self, path: &str) -> bool {
        self.bands.iter().flat_map(|band| &band.items).any(|item| item.path == path)
    }

    /// Every path that the bundle knows of.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        let items = self.bands.iter().flat_map(|band| &band.items).map(|item| item.path.as_str());
        items.chain(self.left_out.iter().map(|it| it.path.as_str()))
    }
}
