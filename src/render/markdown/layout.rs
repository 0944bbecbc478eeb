//! The costs of Markdown, before it is written. Each is an upper bound: what depends on the view, or on numbers that
//! are not known yet, counts at its longest.

use super::document::markdown;
use super::item::{mark, one_of_many, symbols};
use super::map::longest;
use super::reason::reasons;
use super::{flow, plain};
use crate::bundle::{Bundle, ContextRecord, Elided, FlowRecord, Frame, ItemHead, Layout, QueryRecord};

/// The form that people and agents read.
#[derive(Clone, Copy, Debug)]
pub struct Markdown;

impl Layout for Markdown {
    fn overhead(&self, frame: &Frame<'_>) -> u64 {
        /// The headings, the line of numbers, the line on the index.
        const HEAD_AND_TAIL: u64 = 360;
        /// The line on what is missing, at its usual length.
        const MISSING: u64 = 180;
        const GUIDANCE: u64 = 130;
        const STEPS: usize = 4;
        let n_steps = if frame.has_meta { frame.queries.len().min(STEPS) } else { 0 };
        let inputs: u64 = frame.inputs.iter().map(|(name, values)| input(name, values)).sum();
        let queries: u64 = frame.queries.iter().map(|record| query(record, frame.has_meta)).sum();
        let flow = frame.flow.as_ref().map_or(0, flow_section);
        HEAD_AND_TAIL + MISSING + chars(frame.description) + inputs + queries + n_steps as u64 * GUIDANCE + flow
    }

    fn context(&self, context: &ContextRecord) -> u64 {
        /// The heading and the blank lines; the fences and the warning around a text from outside.
        const AROUND: u64 = 40;
        const WARNED: u64 = 110;
        chars(&context.key) + chars(&context.text) + if context.untrusted { WARNED } else { AROUND }
    }

    fn entry(&self, head: &ItemHead<'_>) -> u64 {
        longest(head.path, head.lines, head.why)
    }

    fn item(&self, head: &ItemHead<'_>) -> u64 {
        /// The mark of the heading, the longest view and remark, `+99 more`, the fences with their language, and the
        /// line feeds.
        const MARKS: u64 = 80;
        let title = plain::line("", &format!("{}{}", head.path, symbols(head.symbols, 0)));
        let reasons: u64 = reasons(head.why, head.path).iter().map(|line| chars(line) + 1).sum();
        let gate = head.gate.filter(|gate| gate.collapses).map_or(0, |gate| chars(&one_of_many(&gate.because)) + 1);
        chars(&title) + reasons + gate + MARKS
    }

    fn line(&self, number: u32, text: &str) -> u64 {
        /// A digit, the tab, the line feed.
        const LEAST: u64 = 3;
        chars(text) + u64::from(number.checked_ilog10().unwrap_or(0)) + LEAST
    }

    fn elision(&self, elided: &Elided) -> u64 {
        chars(&mark(elided)) + 1
    }

    fn printed(&self, bundle: &Bundle) -> u64 {
        chars(&markdown(bundle))
    }
}

fn chars(text: &str) -> u64 {
    text.chars().count() as u64
}

/// The line of an input, which is cut where it is long.
fn input(name: &str, values: &[String]) -> u64 {
    const LONGEST: u64 = 180;
    chars(name) + values.iter().map(|value| chars(value) + 2).sum::<u64>().min(LONGEST)
}

/// The lines of a query: the author's words, remarks, and its part of the account.
fn query(record: &QueryRecord, has_meta: bool) -> u64 {
    const ACCOUNT: u64 = 130;
    const REMARK: u64 = 20;
    let name = record.name.len() as u64;
    let legend = chars(&record.why) + name + 4;
    let notes: u64 = record.notes.iter().map(|note| chars(note) + name + 6).sum();
    let remarks = [&record.skipped, &record.fallback, &record.downgraded].into_iter().flatten();
    let account = if has_meta { ACCOUNT + name } else { 0 };
    account + legend + notes + remarks.map(|remark| chars(remark) + REMARK).sum::<u64>()
}

/// The section of the flow with its heading.
fn flow_section(record: &FlowRecord) -> u64 {
    const HEADING: u64 = 12;
    HEADING + flow::lines(record).iter().map(|line| chars(line) + 1).sum::<u64>()
}
