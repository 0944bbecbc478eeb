//! Names of a request that nothing here has: those in texts that are written as code, and symbols that no query looks up.

use std::collections::BTreeSet;

use super::missing::{Shortfall, ShortfallKind};
use super::request::BundleRequest;
use crate::input::Origin;
use crate::manifest::Arg;
use crate::primitive::ArgType;

/// The most names that are repeated.
const NAMED: usize = 5;

/// The shortfall of each text: the names in it that nothing has.
pub fn unnamed<'r>(request: &'r BundleRequest<'_>) -> impl Iterator<Item = Shortfall> + 'r {
    let steps = || request.plan.bands.iter().flat_map(|band| &band.steps);
    let named: BTreeSet<&str> = steps().flat_map(|step| &step.answer.named).map(String::as_str).collect();
    let unheld = steps().flat_map(|step| &step.answer.unnamed).map(String::as_str);
    let is_known = |name: &&str| named.contains(name) || !request.engine.places(name).is_empty();
    let unheld: BTreeSet<&str> = unheld.filter(|name| !is_known(name)).collect();
    let is_text = |name: &str| request.manifest.input(name).is_some_and(|it| it.arg_type == ArgType::Text);
    // The names of a diff or a trace are those of other states, and of other programs.
    let is_prose = |origin: &Origin| !matches!(origin, Origin::From(form) if *form != "text");
    let texts = request.bound.inputs().filter(move |(name, _, origins)| is_text(name) && origins.iter().all(is_prose));
    texts.filter_map(move |(name, values, _)| {
        let is_in = |it: &&&str| values.iter().any(|text| text.contains(**it));
        let unknown: Vec<&&str> = unheld.iter().filter(is_in).collect();
        let more = unknown.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let names: Vec<String> = unknown.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
        (!names.is_empty()).then(|| Shortfall {
            kind: ShortfallKind::UnknownName,
            query: String::new(),
            count: unknown.len(),
            what: format!("`{name}`: nothing here is named {}{more}", names.join(", ")),
            run: None,
        })
    })
}

/// The shortfalls of symbols that the answer is drawn around and that nothing here has. A query that takes the input says so itself.
pub fn unnamed_focus<'r>(request: &'r BundleRequest<'_>) -> impl Iterator<Item = Shortfall> + 'r {
    let focus = &request.manifest.focus.symbols;
    let is_focus = |name: &str| focus.iter().any(|arg| matches!(arg, Arg::Input(word) if word.text == name));
    let is_looked_up = |name: &str| {
        let steps = request.plan.bands.iter().flat_map(|band| &band.steps);
        steps.filter(|step| step.skipped.is_none()).any(|step| step.call.contains(name))
    };
    let inputs = request.bound.inputs().filter(move |(name, ..)| is_focus(name) && !is_looked_up(name));
    let values = inputs.flat_map(|(_, values, _)| values);
    values.filter_map(|text| request.engine.unnamed_symbol(text)).map(|note| Shortfall {
        kind: ShortfallKind::UnknownName,
        query: String::new(),
        count: 1,
        what: note.text,
        run: None,
    })
}
