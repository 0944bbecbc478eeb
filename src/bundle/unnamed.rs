//! Names of a request that nothing here has: those in texts that are written as code, and symbols that no query looks up.

use std::collections::BTreeSet;

use super::missing::{Shortfall, ShortfallKind};
use super::request::BundleRequest;
use crate::input::{Origin, Route};
use crate::manifest::{Arg, Band, Query};
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

/// The shortfalls of symbols that the answer is drawn around and that nothing here has. A query that takes one says so itself.
pub fn unnamed_focus<'r>(request: &'r BundleRequest<'_>) -> impl Iterator<Item = Shortfall> + 'r {
    let is_looked_up = |arg: &Arg| {
        let run = request.manifest.queries().filter(|(_, query)| !is_skipped(request, &query.name));
        run.flat_map(|(_, query)| query.call.args.iter().chain(query.fallback.iter().flat_map(|call| &call.args)))
            .any(|other| is_same(other, arg))
    };
    let focus = request.manifest.focus.symbols.iter().filter(move |arg| !is_looked_up(arg));
    let texts = focus.flat_map(|arg| match arg {
        Arg::Input(word) => request.bound.values(&word.text).unwrap_or_default().iter().map(String::as_str).collect(),
        Arg::Literal(word) => vec![word.text.as_str()],
        Arg::Query(_) => Vec::new(),
    });
    texts.filter_map(|text| request.engine.unnamed_symbol(text)).map(|note| Shortfall {
        kind: ShortfallKind::UnknownName,
        query: String::new(),
        count: 1,
        what: note.text,
        run: None,
    })
}

fn is_skipped(request: &BundleRequest<'_>, name: &str) -> bool {
    let steps = request.plan.bands.iter().flat_map(|band| &band.steps);
    steps.filter(|step| step.name == name).all(|step| step.skipped.is_some())
}

/// Whether two members of arguments stand for the same.
fn is_same(one: &Arg, other: &Arg) -> bool {
    match (one, other) {
        (Arg::Input(one), Arg::Input(other)) | (Arg::Literal(one), Arg::Literal(other)) => one.text == other.text,
        _ => false,
    }
}

/// The queries that are opted into, and that lack another input.
pub fn opted<'r>(request: &'r BundleRequest<'_>) -> impl Iterator<Item = Shortfall> + 'r {
    request.manifest.queries().filter_map(|(_, query)| {
        let when = query.when.as_ref()?;
        let Route::Skip { missing } = request.bound.route(&query.name) else { return None };
        (missing != when).then(|| Shortfall {
            kind: ShortfallKind::Unbound,
            query: query.name.clone(),
            count: 1,
            what: format!("`{}` is opted into by `{when}`, and needs `{missing}`", query.name),
            run: None,
        })
    })
}

/// The shortfall of an answer of which no query of `must_read` was run, where the manifest wants any of its inputs: a text is given, and
/// they take others.
pub fn unlooked(request: &BundleRequest<'_>) -> Option<Shortfall> {
    let must_read = request.manifest.bands.iter().filter(|band| band.band == Band::MustRead);
    let queries: Vec<&Query> = must_read.flat_map(|band| &band.derived).collect();
    let missing = |query: &&Query| match request.bound.route(&query.name) {
        Route::Skip { missing } => Some(missing.clone()),
        Route::Compute | Route::Fallback { .. } => None,
    };
    let wants_any = request.manifest.inputs.iter().any(|input| input.one_of);
    let is_text = |name: &str| request.manifest.input(name).is_some_and(|it| it.arg_type == ArgType::Text);
    let has_other = request.bound.inputs().any(|(name, values, _)| !values.is_empty() && !is_text(name));
    let inputs: Vec<String> = queries.iter().filter_map(missing).collect();
    if queries.is_empty() || inputs.len() < queries.len() || !wants_any || has_other {
        return None;
    }
    let names: Vec<String> = queries.iter().map(|query| format!("`{}`", query.name)).collect();
    let unique: BTreeSet<String> = inputs.iter().map(|name| format!("`{name}`")).collect();
    let inputs = unique.into_iter().collect::<Vec<_>>().join(" or ");
    let what =
        format!("{}: not run, as the text names nothing that they take, and {inputs} has no value", names.join(", "));
    Some(Shortfall { kind: ShortfallKind::Unbound, query: String::new(), count: queries.len(), what, run: None })
}
