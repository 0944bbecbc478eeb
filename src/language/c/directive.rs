//! The lines of the preprocessor that are conditions.

/// A line of a condition.
pub enum ConditionLine {
    /// It opens one: whether nothing compiles its branch (`#if 0`), and whether it is true of builds that ask for it (`#ifdef A`).
    If { is_dead: bool, is_flag: bool },
    /// It opens another branch.
    Else,
    /// It ends one.
    End,
}

/// The meaning of a line for the conditions around it; `None` for another directive.
pub fn condition(line: &[u8]) -> Option<ConditionLine> {
    let line = std::str::from_utf8(line).ok()?.strip_prefix('#')?.trim();
    let end = line.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(line.len());
    let (word, rest) = line.split_at_checked(end)?;
    match word {
        "if" => {
            Some(ConditionLine::If { is_dead: rest.trim() == "0", is_flag: rest.trim_start().starts_with("defined") })
        }
        "ifdef" | "ifndef" => Some(ConditionLine::If { is_dead: false, is_flag: word == "ifdef" }),
        "else" | "elif" | "elifdef" | "elifndef" => Some(ConditionLine::Else),
        "endif" => Some(ConditionLine::End),
        _ => None,
    }
}
