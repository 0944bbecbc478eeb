//! The work of a bundle: its record, and the respects in which its limits leave the answer short.

use super::guide::Outcome;
use super::item::Reduction;
use super::missing::{Shortfall, ShortfallKind};
use super::request::BundleRequest;
use super::work_record::{Truncation, WorkRecord};
use crate::base::counted;
use crate::plan::Step;
use crate::work::{Account, Unit};

/// The limits and the use: of the queries, the flow and the views.
pub fn record(request: &BundleRequest<'_>) -> WorkRecord {
    let (knobs, of_views) = (request.manifest.budget.knobs(), request.engine.meter.account());
    let refused = request.spent.refused.plus(&of_views.refused);
    let holds = |unit: &&Unit| knobs.states(**unit) || refused.get(**unit) > 0;
    let limits = request.spent.limits;
    WorkRecord {
        profile: knobs.profile(),
        limits,
        holding: Unit::ALL.iter().filter(holds).copied().collect(),
        used: request.spent.used.plus(&of_views.used),
        lowered: request.plan.lowered.clone(),
    }
}

/// The limit that ended a query.
pub fn truncation(account: &Account) -> Option<Truncation> {
    let (unit, unseen) = account.ended_by()?;
    Some(Truncation { unit, limit: account.limits.get(unit), unseen })
}

/// The shortfall of a query that a limit ended before it had as many files as it may have.
pub fn shortfall(request: &BundleRequest<'_>, step: &Step) -> Option<Shortfall> {
    let unit = step.ended_by()?;
    let work = step.work();
    let unseen = work.refused.get(unit);
    Some(Shortfall {
        kind: ShortfallKind::Work,
        query: step.name.clone(),
        count: usize::try_from(unseen).unwrap_or(usize::MAX),
        what: format!(
            "`{}`: {} more {} not looked at, as the limit of work is {}",
            step.name,
            unseen,
            plural(unit, unseen),
            work.limits.get(unit)
        ),
        run: Some(past(request, work)),
    })
}

/// The shortfall of files whose text is not read, as a limit holds.
pub fn unread(request: &BundleRequest<'_>, outcome: &Outcome<'_>) -> Option<Shortfall> {
    let count = outcome.items.iter().filter(|item| item.reduced == Some(Reduction::Work)).count();
    let work = request.engine.meter.account();
    (count > 0).then(|| Shortfall {
        kind: ShortfallKind::Work,
        query: String::new(),
        count,
        what: format!("{} not read, as the limit of work is reached", counted(count, "file")),
        // The files share what the queries leave: a limit of so much for each query is enough for all.
        run: Some(past(request, &Account { limits: request.spent.limits, ..work })),
    })
}

fn plural(unit: Unit, amount: u64) -> &'static str {
    match (unit, amount == 1) {
        (Unit::Candidates, true) => "candidate is",
        (Unit::Candidates, false) => "candidates are",
        (Unit::FilesRead, true) => "file is",
        (Unit::FilesRead, false) => "files are",
        (Unit::BytesRead, true) => "byte is",
        (Unit::BytesRead, false) => "bytes are",
        (Unit::ParseUnits, true) => "unit of parsing is",
        (Unit::ParseUnits, false) => "units of parsing are",
        (Unit::GraphNodes, true) => "node is",
        (Unit::GraphNodes, false) => "nodes are",
    }
}

/// The arguments that let a request use what it was refused: the next profile that has so much, else the limits
/// themselves.
fn past(request: &BundleRequest<'_>, work: &Account) -> String {
    let flags = request.manifest.budget.knobs().enough(work).flags();
    flags.into_iter().map(|(flag, value)| format!("{flag} {value}")).collect::<Vec<_>>().join(" ")
}
