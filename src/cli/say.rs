//! Messages beside the results: errors, warnings, notes, in the form that the user chose.

use std::io::{IsTerminal, Write};

use serde::Serialize;

use super::args::{Color, MessageFormat, Shared};
use crate::base::{Diagnostic, Severity, escaped_json, redacted, snippet, visible, visible_lines};

/// How to speak.
#[derive(Clone, Copy, Debug)]
pub struct Say {
    /// Errors only.
    pub quiet: bool,
    /// More than is needed.
    pub verbose: bool,
    color: Color,
    format: MessageFormat,
}

/// A message that points into no text.
#[derive(Serialize)]
struct Plain<'a> {
    severity: &'static str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

impl Say {
    /// As the command line asks.
    pub fn new(shared: &Shared) -> Self {
        Self { quiet: shared.quiet, verbose: shared.verbose, color: shared.color, format: shared.message_format }
    }

    /// Whether nothing is printed beside notes and warnings: no details, no events.
    pub fn is_plain(&self) -> bool {
        !self.verbose && self.format != MessageFormat::Json
    }

    /// Something worth knowing.
    pub fn note(&self, text: &str) {
        self.plain(Severity::Note, text, None);
    }

    /// Something that was probably not meant.
    pub fn warn(&self, text: &str, help: Option<&str>) {
        self.plain(Severity::Warning, text, help);
    }

    /// An event for programs: one JSON object a line, in no other form.
    pub fn event(&self, event: &impl Serialize) {
        if self.format == MessageFormat::Json && !self.quiet {
            self.write(&escaped_json(serde_json::to_string(event).unwrap_or_default() + "\n"));
        }
    }

    /// Something that cannot be carried out.
    pub fn error(&self, text: &str, help: Option<&str>) {
        self.plain(Severity::Error, text, help);
    }

    /// A line of `--verbose`.
    pub fn detail(&self, text: &str) {
        if self.verbose {
            self.write(&format!("{}\n", safe(text)));
        }
    }

    /// A line that is no message: what was written where.
    pub fn line(&self, text: &str) {
        if !self.quiet && self.format == MessageFormat::Human {
            self.write(&format!("{}\n", safe(text)));
        }
    }

    fn plain(&self, severity: Severity, text: &str, help: Option<&str>) {
        if self.quiet && severity != Severity::Error {
            return;
        }
        let (text, help) = (&*safe(text), help.map(safe));
        let help = help.as_deref();
        self.write(&match self.format {
            MessageFormat::Human => self.human(severity, text, help),
            MessageFormat::Json => {
                let plain = Plain { severity: severity.name(), message: text, help };
                serde_json::to_string(&plain).unwrap_or_default() + "\n"
            }
            MessageFormat::Github => {
                let kind = if severity == Severity::Note { "notice" } else { severity.name() };
                let text = [Some(text), help].into_iter().flatten().collect::<Vec<_>>().join("\n");
                let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
                format!("::{kind} title=cg-bundle::{text}\n")
            }
        });
    }

    fn human(&self, severity: Severity, text: &str, help: Option<&str>) -> String {
        let code = match severity {
            Severity::Error => "1;31",
            Severity::Warning => "1;33",
            Severity::Note => "1;32",
        };
        let head = self.painted(severity.name(), code);
        let help = help.map_or(String::new(), |help| format!("  {} {help}\n", self.painted("help:", "1;36")));
        format!("{head}: {text}\n{help}")
    }

    fn painted(&self, text: &str, code: &str) -> String {
        if self.colored(std::io::stderr().is_terminal()) {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    /// Findings in a text, as one text: what is only worth knowing is left out where the user wants quiet.
    pub fn findings(&self, path: &str, text: &str, found: &[Diagnostic], terminal: bool) -> String {
        let heard = found.iter().filter(|it| !self.quiet || it.severity == Severity::Error);
        let heard: Vec<Diagnostic> = heard.map(snippet::plain).collect();
        if heard.is_empty() {
            return String::new();
        }
        let lines = |line: &dyn Fn(&Diagnostic) -> String| heard.iter().map(|it| line(it) + "\n").collect();
        match self.format {
            MessageFormat::Human => {
                let (text, heard) = snippet::shown(text, heard);
                snippet::render(&visible(path), &text, &heard, self.colored(terminal))
            }
            MessageFormat::Json => {
                lines(&|it| escaped_json(serde_json::to_string(&snippet::message(path, text, it)).unwrap_or_default()))
            }
            MessageFormat::Github => lines(&|it| snippet::github(&visible(path), text, it)),
        }
    }

    /// Says findings in a text.
    pub fn diagnostics(&self, path: &str, text: &str, found: &[Diagnostic]) {
        self.write(&self.findings(path, text, found, std::io::stderr().is_terminal()));
    }

    fn colored(&self, terminal: bool) -> bool {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        match self.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && !set("NO_COLOR") && !dumb,
        }
    }

    /// Where nobody listens, nothing is lost.
    fn write(&self, text: &str) {
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }
}

/// A message as it may leave: nothing hidden in it, and no credential.
fn safe(text: &str) -> String {
    visible_lines(&redacted(text)).into_owned()
}
