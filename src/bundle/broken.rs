//! Files of which a parser read nothing behind a place: no answer holds what is declared or called there.

use cg_rules::FileId;

use super::extent::View;
use super::guide::Outcome;
use super::missing::{Shortfall, ShortfallKind};
use super::request::BundleRequest;
use crate::base::{GapKind, counted};
use crate::plan::Step;
use crate::primitive::Role;

/// How many lines behind such a place may be without a declaration: the rest of the one that it is in.
const FEW: u32 = 3;
/// The beginnings of lines that declare and call nothing.
const NO_CODE: [&str; 3] = ["//", "#", "*"];

/// The files that are shown in part, with nothing known of them behind a place at which something of the request may be.
pub fn broken(request: &BundleRequest<'_>, outcome: &Outcome<'_>) -> Option<Shortfall> {
    let in_part = |view: View| !matches!(view, View::Full | View::Listed);
    let shown = outcome.items.iter().filter(|item| in_part(item.view));
    let places: Vec<String> = shown.filter_map(|item| place(request, &item.path)).collect();
    let first = places.first()?;
    let more = if places.len() > 1 {
        format!(", nor behind such places of {}", counted(places.len() - 1, "other file"))
    } else {
        String::new()
    };
    let what = format!("nothing is known behind {first}, which the parser could not read{more}");
    Some(Shortfall { kind: ShortfallKind::Broken, query: String::new(), count: places.len(), what, run: None })
}

/// The first place of a file at which its parser failed and behind which it declares nothing, as `path:line`.
fn place(request: &BundleRequest<'_>, path: &str) -> Option<String> {
    let snapshot = request.engine.snapshot;
    let broken = snapshot.gaps.iter().filter(|gap| gap.kind == GapKind::ParseError && gap.path == path);
    let file = snapshot.file(path)?;
    let last = snapshot.definitions_of(file).map(|(_, definition)| definition.start_line).max().unwrap_or(0);
    let line = broken.map(|gap| gap.at.line).filter(|line| *line > 0 && *line >= last).min()?;
    let n_lines = snapshot.file_row(file)?.lines;
    (n_lines > line + FEW && is_wanted(request, file, line)).then(|| format!("`{path}:{line}`"))
}

/// Whether something of the request may be behind a line of a file: a name that is given, a passage that words found, or, where the
/// request has neither, any code.
fn is_wanted(request: &BundleRequest<'_>, file: FileId, line: u32) -> bool {
    let text = (request.read)(request.engine.snapshot.path(file)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let code = code_behind(&text, line);
    let given = request.flow.names.iter().filter(|name| !request.flow.is_derived && !name.is_prose);
    let mut names = given.map(|name| name.text.rsplit(['.', ':']).next().unwrap_or("")).peekable();
    if names.peek().is_some() {
        return names.any(|name| code.iter().any(|line| has_word(line, name)));
    }
    let steps = request.plan.bands.iter().flat_map(|band| &band.steps);
    let mut steps = steps.filter(|step| step.rank(file).is_some()).peekable();
    let is_search = |step: &&Step| step.primitive().is_some_and(|it| it.role == Role::Found);
    if steps.peek().is_some() && steps.clone().all(|step| is_search(&step)) {
        let mut passages = steps.flat_map(|step| step.answer.passages.get(&file)).flatten();
        return code.len() > FEW as usize && passages.any(|passage| passage.last > line + FEW);
    }
    code.len() > FEW as usize
}

/// The lines behind a line of a text that are neither comments, nor for a preprocessor, nor brackets.
fn code_behind(text: &str, line: u32) -> Vec<&str> {
    let mut is_comment = false;
    let mut code = Vec::new();
    for text in text.lines().skip(line as usize) {
        let plain = text.trim();
        is_comment |= plain.starts_with("/*");
        if !is_comment && !NO_CODE.iter().any(|mark| plain.starts_with(mark)) && plain.contains(char::is_alphanumeric) {
            code.push(text);
        }
        is_comment &= !plain.contains("*/");
    }
    code
}

/// Whether a line holds a word.
fn has_word(line: &str, word: &str) -> bool {
    line.split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '_' | '$'))).any(|part| part == word)
}

#[cfg(test)]
mod tests {
    use super::{code_behind, has_word};

    #[test]
    fn comments_and_brackets_are_no_code() {
        let text = "broken(\n}\n#endif\n/*\ntrue/false\n*/\n// a\n\nint f(int a);\n * b\n";
        assert_eq!(code_behind(text, 1), ["int f(int a);"]);
        assert!(has_word("int f(int a);", "f") && !has_word("int of(int a);", "f"));
    }
}
