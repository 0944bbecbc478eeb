//! `lint --explain`: the section of a code in the documentation of findings.

use crate::base::nearest;
use crate::cli::fault::Fault;

/// The documentation: a table of all codes, then a section for each.
const TEXT: &str = include_str!("../../../docs/diagnostics.md");

/// The codes with their meanings, in the order of the table.
fn codes() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEXT.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | "))
}

/// The meaning of a code with its example.
pub fn explained(code: &str) -> Result<String, Fault> {
    let code = code.to_ascii_uppercase();
    let Some((_, meaning)) = codes().find(|(known, _)| *known == code) else {
        let near = nearest(&code, codes().map(|(known, _)| known));
        let all = || codes().map(|(known, _)| known).collect::<Vec<_>>().join(", ");
        let hint = near.map_or_else(|| format!("the codes are {}", all()), |near| format!("did you mean `{near}`?"));
        return Err(Fault::usage(format!("no finding has the code `{code}`"), hint));
    };
    let mut sections = TEXT.split("\n### ").skip(1);
    let section = sections.find_map(|section| section.strip_prefix(code.as_str())).unwrap_or_default();
    Ok(format!("{code}: {meaning}\n\n{}\n", section.trim()))
}
