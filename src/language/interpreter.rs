//! The languages of scripts without an ending, by the program that their first line names: `#!/usr/bin/env python3`.

use super::conventions::Conventions;
use super::shape::Language;

/// The longest first line that is read, in bytes.
const LONGEST: usize = 256;

/// The language of a script by its first line, as an index into a table.
pub fn of_script(text: &[u8], table: &[Language]) -> Option<usize> {
    let first = text.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let first = std::str::from_utf8(first.get(..first.len().min(LONGEST))?).ok()?;
    let mut words = first.split_whitespace().map(|word| word.rsplit('/').next().unwrap_or(word));
    // `env` has options and settings before the program.
    let program = match words.next()? {
        "env" => words.find(|word| !word.starts_with('-') && !word.contains('='))?,
        program => program,
    };
    let plain = program.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let runs = |conventions: &Conventions| conventions.interpreters.contains(&plain);
    table.iter().position(|language| runs(&language.conventions))
}
