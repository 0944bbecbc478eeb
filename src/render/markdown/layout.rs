//! The costs of Markdown, before it is written. Each is an upper bound: what depends on the view, or on numbers that
//! are not known yet, counts at its longest.

use std::collections::BTreeSet;

use super::document::markdown;
use super::flow;
use super::item::MARK;
use super::map::MapLine;
use crate::bundle::{Bundle, ContextRecord, FlowRecord, Frame, ItemHead, Layout, View};

/// The form that people and agents read.
#[derive(Clone, Copy, Debug)]
pub struct Markdown;

/// The mark of a file's heading, the fences, and the line feeds.
const AROUND_ITEM: u64 = 16;

impl Layout for Markdown {
    fn overhead(&self, frame: &Frame<'_>) -> u64 {
        /// The headings, the line of numbers, the line on the index.
        const HEAD_AND_TAIL: u64 = 260;
        /// The line on what is missing, at its usual length.
        const MISSING: u64 = 260;
        const GUIDANCE: u64 = 130;
        const STEPS: usize = 2;
        /// The first heading is cut to so many, with what escapes it.
        const TITLE: u64 = 200;
        let n_steps = if frame.has_meta { frame.queries.len().min(STEPS) } else { 0 };
        let inputs: u64 = frame.inputs.iter().map(|(name, values)| input(name, values)).sum();
        // A trivial flow is not printed.
        let flow = frame.flow.as_ref().filter(|flow| !flow.is_trivial).map_or(0, flow_section);
        HEAD_AND_TAIL + MISSING + inputs.min(TITLE) + queries(frame) + n_steps as u64 * GUIDANCE + flow
    }

    fn context(&self, context: &ContextRecord) -> u64 {
        /// The heading and the blank lines; the fences and the warning around a text from outside.
        const AROUND: u64 = 40;
        const WARNED: u64 = 110;
        chars(&context.key) + chars(&context.text) + if context.untrusted { WARNED } else { AROUND }
    }

    fn entry(&self, head: &ItemHead<'_>) -> u64 {
        /// The mark and the line feed.
        const MARKS: u64 = 3;
        if head.is_listed { chars(&of(head).text()) + MARKS } else { of(head).longest() + MARKS }
    }

    fn item(&self, head: &ItemHead<'_>) -> u64 {
        of(head).longest() + AROUND_ITEM
    }

    fn mapped_item(&self, path: &str) -> u64 {
        chars(path) + AROUND_ITEM
    }

    fn line(&self, number: u32, text: &str) -> u64 {
        /// A digit, the tab, the line feed.
        const LEAST: u64 = 3;
        chars(text) + u64::from(number.checked_ilog10().unwrap_or(0)) + LEAST
    }

    fn elision(&self) -> u64 {
        chars(MARK) + 1
    }

    fn printed(&self, bundle: &Bundle) -> u64 {
        chars(&markdown(bundle))
    }
}

/// The line of a file in the map, before its view is known.
fn of<'a>(head: &ItemHead<'a>) -> MapLine<'a> {
    let (view, reduced) = (View::Listed, None);
    MapLine { path: head.path, band: head.band, view, reduced, why: head.why, symbols: head.symbols, gate: head.gate }
}

fn chars(text: &str) -> u64 {
    (if text.is_ascii() { text.len() } else { text.chars().count() }) as u64
}

/// The line of an input, which is cut where it is long.
fn input(name: &str, values: &[String]) -> u64 {
    const LONGEST: u64 = 180;
    chars(name) + values.iter().map(|value| chars(value) + 2).sum::<u64>().min(LONGEST)
}

/// The lines of all queries: remarks, each once with the queries that it is about, and what each leaves out.
fn queries(frame: &Frame<'_>) -> u64 {
    /// The reasons for which files are left out; a query has files for two of them, as a rule.
    const REASONS: u64 = 60;
    /// A space, four digits, and a comma.
    const NUMBER: u64 = 7;
    const REMARK: u64 = 20;
    let mut said: BTreeSet<&str> = BTreeSet::new();
    let mut sum = 0;
    for record in &frame.queries {
        let name = chars(&record.name) + 2;
        // Some remarks are for the JSON alone, as in the provenance.
        let notes = record.notes.iter().filter(|note| !record.settled.contains(note));
        let fallback = record.fallback.iter().filter(|why| !why.contains("has no value"));
        // Inputs without a value stand in one line that gives them one.
        let (advised, skipped): (Vec<&String>, Vec<&String>) =
            record.skipped.iter().partition(|why| frame.has_meta && why.contains("has no value"));
        sum += advised.into_iter().filter(|why| said.insert(why)).map(|why| chars(why)).sum::<u64>();
        for remark in notes.chain(fallback).chain(skipped).chain(&record.downgraded) {
            sum += name + if said.insert(remark) { chars(remark) + REMARK } else { 0 };
        }
        sum += if frame.has_meta && record.returned > 0 { 2 * (name + NUMBER) } else { 0 };
    }
    sum + if frame.has_meta { REASONS } else { 0 }
}

/// The section of the flow with its heading.
fn flow_section(record: &FlowRecord) -> u64 {
    const HEADING: u64 = 12;
    HEADING + flow::lines(record).iter().map(|line| chars(line) + 1).sum::<u64>()
}
