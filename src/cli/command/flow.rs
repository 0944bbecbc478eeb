//! The part of `--plan` on the flow: what the names mean, how calls connect them, and what follows for files.

use super::table::table;
use crate::flow::FocusTerm;
use crate::pipeline::Planned;

/// The names, the flow, and the decisions; empty where nothing was named.
pub fn shown(planned: &Planned<'_>) -> String {
    let flow = &planned.flow;
    if flow.names.is_empty() {
        return String::new();
    }
    let head = ["name", "match", "means"].map(str::to_owned);
    let names = flow.names.iter().map(|name| {
        let standing = name.standing.name().to_owned();
        vec![name.text.clone(), standing, means(name, planned)]
    });
    let names: Vec<Vec<String>> = std::iter::once(head.to_vec()).chain(names).collect();
    let mut text = format!("\n{}\n", table(&names, 0));
    match &flow.absent {
        Some(absent) => text += &format!("{}\n", absent.text),
        None => text += &format!("{}\n", flow.text),
    }
    let snapshot = planned.engine.snapshot;
    for boundary in &flow.boundaries {
        let place = format!("{}:{}", snapshot.path(boundary.file), boundary.at.line);
        text += &format!("{}: {} ({place})\n", boundary.what.name(), boundary.text);
    }
    // Without a call path nothing is decided.
    let decided = flow.decisions.iter().filter(|(_, decision)| flow.has_spine() && !decision.because.is_empty());
    let rows: Vec<Vec<String>> =
        decided.map(|(file, decision)| vec![snapshot.path(*file).to_owned(), decision.because.clone()]).collect();
    if !rows.is_empty() {
        text += &format!("\n{}", table(&rows, 0));
    }
    text
}

fn means(name: &FocusTerm, planned: &Planned<'_>) -> String {
    let snapshot = planned.engine.snapshot;
    let said = name.defs.iter().filter_map(|def| {
        let row = snapshot.definition(*def)?;
        Some(format!("{} ({}:{})", snapshot.qualified_name(*def), snapshot.path(row.file), row.at.line))
    });
    let said: Vec<String> = said.collect();
    match name.n_found.saturating_sub(name.defs.len()) {
        0 => said.join(", "),
        more if said.is_empty() => format!("one of {more} definitions"),
        more => format!("{}; {more} more", said.join(", ")),
    }
}
