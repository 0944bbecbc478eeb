//! Hot views: an answer as it is printed, with its messages, kept under the digest of everything that it depends on
//! (S3.U8). Where the program, the request and the content are the same, it is printed again, byte for byte.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::fault::Fault;
use super::from::TaskText;
use super::output;
use super::remarks::remarks;
use super::run::Loaded;
use super::say::Say;
use crate::base::{Digest, Digester, TextPart};
use crate::bundle::{Bundle, Status};
use crate::render::Format;
use crate::store::{decode, encode};
use crate::work::Knobs;

/// The variable that states for how many days a view is kept, and the usual number.
const DAYS: &str = "CG_VIEW_DAYS";
const USUAL_DAYS: i64 = 7;

/// A bundle as it is printed, and what is said beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HotView {
    /// The text in its format.
    pub text: String,
    /// Files with text.
    pub files: usize,
    /// The tokens, estimated.
    pub tokens: u64,
    /// The begin of the seal.
    pub seal: String,
    /// The name of what became of it.
    pub status: String,
    notes: Vec<String>,
    /// The class of the task, where nothing was found.
    empty: Option<String>,
}

impl HotView {
    /// The view of a bundle.
    pub fn of(bundle: &Bundle, format: &Format) -> Self {
        let has_index = bundle.index.scip.is_some();
        let mut notes = remarks(&bundle.queries, has_index);
        let work = &bundle.budget.work;
        notes.extend(work.lowered.iter().map(|clamp| {
            let (key, profile) = (Knobs::key(clamp.unit), work.profile);
            let [stated, held] = [clamp.stated, clamp.held].map(|amount| Knobs::stated(clamp.unit, amount));
            format!("`{key}` {stated} is held to {held}, the most of the profile `{profile}`; `deep` takes any")
        }));
        Self {
            text: (format.render)(bundle),
            files: bundle.budget.used.files,
            tokens: bundle.budget.used.tokens,
            seal: bundle.seal.part(..12).to_owned(),
            status: bundle.status.name().to_owned(),
            notes,
            empty: (bundle.status == Status::NoResults).then(|| bundle.task_class.clone()),
        }
    }

    /// The same with remarks that come before its own.
    pub fn behind(mut self, remarks: Vec<String>) -> Self {
        self.notes.splice(0..0, remarks);
        self
    }

    /// The same with these remarks alone: the bundle says the others itself.
    pub fn with(self, notes: Vec<String>) -> Self {
        Self { notes, empty: None, ..self }
    }

    /// Says what a reader of the bundle must know before reading it.
    pub fn report(&self, say: &Say) {
        self.notes.iter().for_each(|note| say.note(note));
        if let Some(class) = &self.empty {
            say.warn(
                &format!("no query and no name of `{class}` found anything"),
                Some("`--plan` shows the call of each query"),
            );
        }
    }

    /// Its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        encode(self)
    }

    /// The view of some bytes; `None` where another version wrote them.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        decode(bytes)
    }
}

/// A view as machines share it: a batch says less beside it than a command of its own.
#[derive(Serialize, Deserialize)]
pub struct SharedView {
    /// The view of the bundle.
    pub view: HotView,
    /// The remarks on the texts of the task.
    pub remarks: Vec<String>,
}

impl SharedView {
    /// The view beside which everything is said.
    pub fn alone(self) -> HotView {
        self.view.behind(self.remarks)
    }

    /// The view beside which the bundle says the rest itself.
    pub fn in_batch(self) -> HotView {
        self.view.with(self.remarks)
    }

    /// Its bytes.
    pub fn bytes(&self) -> Vec<u8> {
        encode(self)
    }

    /// The view of some bytes.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        decode(bytes)
    }
}

/// The answer to one question as it is printed, and what is said before and behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HotAnswer {
    /// The text in its form.
    pub text: String,
    /// The text is printed as it is: paths for a program.
    pub is_raw: bool,
    /// The remarks before the text.
    pub before: Vec<String>,
    /// The remark behind it.
    pub behind: Option<String>,
}

impl HotAnswer {
    /// Prints it, and says what is said beside it.
    pub fn deliver(&self, say: &Say) -> Result<(), Fault> {
        self.before.iter().for_each(|note| say.note(note));
        if self.is_raw { output::print_painted(&self.text) } else { output::print(&self.text) }?;
        self.behind.iter().for_each(|note| say.note(note));
        Ok(())
    }
}

/// The digest of everything that the answer to one question depends on: the program, the question with every option, the
/// texts of a task, the content.
pub fn key_of_query(
    question: &[String],
    texts: &[Arc<TaskText>],
    environment: &[(String, String)],
    content: &Digest,
) -> Digest {
    let mut key = Digester::new("query");
    program(&mut key);
    key.part(&content.0).part(&question.len().to_le_bytes());
    for part in question {
        key.part(part.as_bytes());
    }
    enter(&mut key, texts);
    key.part(format!("{environment:?}").as_bytes());
    key.finish()
}

/// Enters the texts of a task: how each is named, and its content.
fn enter(key: &mut Digester, texts: &[Arc<TaskText>]) {
    for text in texts {
        key.part(text.source.argument.as_bytes()).part(&text.digest.0);
        key.part(format!("{:?}", text.notes).as_bytes());
    }
}

/// The digest of everything that the answer to a manifest depends on: the program, the request, the content.
pub fn key(one: &Loaded, texts: &[Arc<TaskText>], promoted: &[String], format: &Format, content: &Digest) -> Digest {
    let mut key = Digester::new("program");
    program(&mut key);
    key.part(&request_key(one, texts, promoted, format, content).0).finish()
}

/// The digest of a request over a content.
pub fn request_key(
    one: &Loaded,
    texts: &[Arc<TaskText>],
    promoted: &[String],
    format: &Format,
    content: &Digest,
) -> Digest {
    let mut key = Digester::new("view");
    key.part(&content.0).part(format.name.as_bytes()).part(one.text.as_bytes());
    enter(&mut key, texts);
    // Choices of the command line are made in the manifest; its functions have another address in every run.
    let manifest = &one.manifest;
    key.part(manifest.task_class.as_bytes()).part(manifest.index.on_stale.name().as_bytes());
    key.part(format!("{:?}", manifest.budget).as_bytes()).part(format!("{:?}", one.given).as_bytes());
    manifest.queries().for_each(|(_, query)| {
        key.part(&query.max_files.to_le_bytes());
    });
    key.part(format!("{promoted:?}").as_bytes()).part(format!("{:?}", one.environment).as_bytes());
    key.finish()
}

/// The key of the same answer in a batch, beside which less is said.
pub fn key_in_batch(key: Digest) -> Digest {
    Digester::new("batch").part(&key.0).finish()
}

/// Enters the program: its version, and the size and age of its file, as two builds may have one version.
pub fn program(key: &mut Digester) {
    key.part(env!("CARGO_PKG_VERSION").as_bytes());
    let file = std::env::current_exe().and_then(|path| path.metadata()).ok();
    let changed = file.as_ref().and_then(|file| file.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok());
    key.part(&file.map_or(0, |file| file.len()).to_le_bytes());
    key.part(&changed.unwrap_or_default().as_nanos().to_le_bytes());
}

/// For how long a view is kept, in nanoseconds.
pub fn most_age() -> Result<i64, Fault> {
    const DAY: i64 = 24 * 60 * 60 * 1_000_000_000;
    let days = match std::env::var(DAYS) {
        Err(_) => USUAL_DAYS,
        Ok(value) => match value.trim().parse::<u32>() {
            Ok(days) => days.into(),
            Err(_) => {
                let (message, hint) = (format!("`{DAYS}={value}` is no number of days"), "it is a whole number");
                return Err(Fault::Unknown { message, hint: Some(hint.to_owned()) });
            }
        },
    };
    Ok(days.saturating_mul(DAY))
}
