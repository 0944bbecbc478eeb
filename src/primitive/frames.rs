//! Frames: the places in code that a text names by line, as stack traces, compilers, linters and runners of tests write them.

use std::sync::LazyLock;

use regex::bytes::{Captures, Regex};
use rustc_hash::FxHashSet;

use super::frame_failures::TESTS;
use super::frame_forms::{FORMS, LineForm, Order};
use super::frame_messages::MESSAGES;

/// The lines above the frames of a trace of Rust, which has no places where a program is built without debug information.
const BACKTRACES: &[&str] = &["stack backtrace:", "Stack backtrace:"];
/// The most places that are read.
const MOST: usize = 1000;
/// The longest line that is searched for places, in bytes.
const LONGEST: usize = 4096;

/// A place in code, as a trace or a report names it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TraceFrame {
    /// The path as written; `None` where only a function is named.
    pub file: Option<String>,
    /// The line.
    pub line: Option<u32>,
    /// The function, parts joined by dots.
    pub function: Option<String>,
    /// The module, where the path is its name and that of the file, whatever folders are between.
    pub module: Option<String>,
}

type CompiledForms = Vec<(&'static LineForm, Regex)>;

static COMPILED: LazyLock<CompiledForms> = LazyLock::new(|| compiled(FORMS.iter().chain(MESSAGES)));
static COMPILED_TESTS: LazyLock<CompiledForms> = LazyLock::new(|| compiled(TESTS.iter()));

fn compiled(forms: impl Iterator<Item = &'static LineForm>) -> CompiledForms {
    forms.filter_map(|form| Some((form, Regex::new(&in_bytes(form.pattern)).ok()?))).collect()
}

/// A pattern over bytes, in which letters beyond ASCII are parts of words: compiled over characters, all of them would take longer than
/// the rest of a warm run.
fn in_bytes(pattern: &str) -> String {
    const WORD: &str = r"0-9A-Za-z_\x80-\xff";
    let (mut out, mut is_in_class, mut signs) = ("(?-u)".to_owned(), false, pattern.chars());
    while let Some(sign) = signs.next() {
        match (sign, is_in_class) {
            ('\\', _) => match (signs.next().unwrap_or_default(), is_in_class) {
                ('w', true) => out += WORD,
                ('w', false) => out += &format!("[{WORD}]"),
                ('W', false) => out += &format!("[^{WORD}]"),
                (escaped, _) => out.extend(['\\', escaped]),
            },
            (sign, _) => {
                is_in_class = if is_in_class { sign != ']' } else { sign == '[' };
                out.push(sign);
            }
        }
    }
    out
}

/// Whether any line of a text may name a place or a test: all others need no form.
fn may_have_frames(text: &str) -> bool {
    text.bytes().any(|it| it.is_ascii_digit()) || text.contains("at ") || may_name_failure(text)
}

/// Whether a text has a mark by which a runner or a linter names what failed, be there no number.
pub fn may_name_failure(text: &str) -> bool {
    const MARKS: [&str; 13] =
        ["FAIL", "ERROR", "[E]", "panicked", "failed", "not ok", "[warn]", "[error]", "●", "✕", "✖", "✗", "×"];
    MARKS.iter().any(|mark| text.contains(mark))
}

/// The text of a group.
fn group<'l>(captures: &Captures<'l>, name: &str) -> Option<&'l str> {
    std::str::from_utf8(captures.name(name)?.as_bytes()).ok()
}

/// The first form that a line has.
fn fit<'l>(forms: &CompiledForms, line: &'l str) -> Option<(&'static LineForm, Captures<'l>)> {
    let fits = |form: &LineForm, captures: &Captures<'_>| {
        let function = group(captures, "function").filter(|_| captures.name("file").is_none());
        form.order == Order::FunctionOnly || function.is_none_or(|it| (form.function)(it).is_some())
    };
    let found = forms.iter().filter_map(|(form, regex)| Some((*form, regex.captures(line.as_bytes())?)));
    found.into_iter().find(|(form, captures)| fits(form, captures))
}

/// The places that a text names, innermost first, each once.
pub fn frames(text: &str) -> Vec<TraceFrame> {
    let mut frames: Vec<TraceFrame> = Vec::new();
    if !may_have_frames(text) {
        return frames;
    }
    let is_backtrace = BACKTRACES.iter().any(|head| text.contains(head));
    let mut run = Run { is_backtrace, ..Run::default() };
    for line in text.lines().filter(|line| line.len() <= LONGEST) {
        let found = [fit(&COMPILED, line), fit(&COMPILED_TESTS, line)];
        if found.iter().all(Option::is_none) {
            run.pass(line, &mut frames);
        }
        for (form, captures) in found.into_iter().flatten() {
            run.add(form, frame(form, &captures), &mut frames);
        }
        if frames.len() >= MOST {
            break;
        }
    }
    run.leave_function(&mut frames);
    run.end(&mut frames);
    let mut seen = FxHashSet::default();
    frames.retain(|frame| seen.insert(frame.clone()));
    frames.truncate(MOST);
    frames
}

/// Frames of one trace, until it is known where it ends: some say the innermost last.
#[derive(Default)]
struct Run {
    outermost_first: Vec<TraceFrame>,
    /// The function that the line before names, where the place follows on a line of its own.
    function: Option<String>,
    /// The file of the lines above, up to an empty one, where they name a place in it.
    file: Option<String>,
    /// The last frame is in the function that the next line names as called.
    is_called_next: bool,
    /// How many lines since the last frame.
    idle: usize,
    /// Functions may stand without a place: a program without debug information has none.
    is_backtrace: bool,
}

impl Run {
    fn add(&mut self, form: &LineForm, mut frame: TraceFrame, frames: &mut Vec<TraceFrame>) {
        self.idle = 0;
        if form.order == Order::FunctionOnly {
            self.leave_function(frames);
            self.function = frame.function;
            return;
        }
        if form.order == Order::FileOnly {
            self.file = frame.file;
            return;
        }
        if form.order == Order::InFile {
            let Some(file) = &self.file else { return };
            frame.file = Some(file.clone());
        }
        let called = frame.function.take_if(|_| form.order == Order::Calling);
        if let Some(last) = frames.last_mut().filter(|_| std::mem::take(&mut self.is_called_next) && called.is_some()) {
            last.function = called;
        }
        if frame.file.is_none() && form.order == Order::Calling {
            return;
        }
        self.is_called_next = form.order == Order::Calling;
        let before = self.function.take();
        frame.function = frame.function.or(before.filter(|_| form.order == Order::AfterFunction));
        if form.order == Order::OutermostFirst {
            self.outermost_first.push(frame);
        } else {
            self.end(frames);
            frames.push(frame);
        }
    }

    /// A line without a place: source lines stand between the frames of a trace, and a few of them end it.
    fn pass(&mut self, line: &str, frames: &mut Vec<TraceFrame>) {
        self.idle += 1;
        self.leave_function(frames);
        self.file.take_if(|_| line.trim().is_empty());
        // Such a line of a trace names the program, or a function without a name.
        self.is_called_next &= !line.starts_with('#');
        if self.idle > 3 || !line.starts_with(char::is_whitespace) {
            self.end(frames);
        }
    }

    /// Ends a function of which no place follows: in such a trace it is a frame by itself.
    fn leave_function(&mut self, frames: &mut Vec<TraceFrame>) {
        let function = self.function.take().filter(|_| self.is_backtrace);
        frames.extend(function.map(|name| TraceFrame { file: None, line: None, function: Some(name), module: None }));
    }

    fn end(&mut self, frames: &mut Vec<TraceFrame>) {
        frames.extend(self.outermost_first.drain(..).rev());
    }
}

fn frame(form: &LineForm, captures: &Captures<'_>) -> TraceFrame {
    let text = |name: &str| group(captures, name);
    let function = text("function").and_then(form.function);
    let file = text("file").map(|file| (form.file)(file, text("function").unwrap_or_default()));
    let module = text("module").map(str::to_owned);
    TraceFrame { file, line: text("line").and_then(|line| line.parse().ok()), function, module }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_a_regular_expression() {
        assert_eq!(COMPILED.len(), FORMS.len() + MESSAGES.len());
        assert_eq!(COMPILED_TESTS.len(), TESTS.len());
    }
}
