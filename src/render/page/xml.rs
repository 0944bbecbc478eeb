//! XML: documents with their reasons, as models read them, and well-formed.

use std::borrow::Cow;
use std::fmt::Write;

use super::read::{BundleJson, JsonItem};
use crate::base::{visible, visible_lines};

/// A bundle as XML.
pub fn xml(bundle: &BundleJson) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let (class, status) = (attribute(&bundle.task_class), attribute(&bundle.status));
    let _ = writeln!(out, "<bundle task_class=\"{class}\" status=\"{status}\" seal=\"{}\">", attribute(&bundle.seal));
    for input in &bundle.inputs {
        let _ =
            writeln!(out, "  <input name=\"{}\">{}</input>", attribute(&input.name), text(&input.values.join(", ")));
    }
    for missing in &bundle.missing {
        let kind = attribute(&missing.kind);
        let run = missing.run.as_ref().map(|run| format!(" run=\"{}\"", attribute(run))).unwrap_or_default();
        let _ = writeln!(out, "  <missing kind=\"{kind}\"{run}>{}</missing>", text(&missing.what));
    }
    for band in &bundle.bands {
        for context in &band.context {
            let (key, band) = (attribute(&context.key), attribute(&band.band));
            let untrusted = context.untrusted;
            let body = text(&context.text);
            let _ =
                writeln!(out, "  <context key=\"{key}\" band=\"{band}\" untrusted=\"{untrusted}\">{body}</context>");
        }
    }
    for (at, item) in bundle.items().enumerate() {
        document(&mut out, at + 1, item);
    }
    for left in &bundle.left_out {
        let (path, query, reason) = (attribute(&left.path), attribute(&left.query), attribute(&left.reason));
        let _ = writeln!(out, "  <left_out path=\"{path}\" query=\"{query}\" reason=\"{reason}\"/>");
    }
    out + "</bundle>\n"
}

fn document(out: &mut String, number: usize, item: &JsonItem) {
    let (path, band, view) = (attribute(&item.path), attribute(&item.band), attribute(&item.view));
    let reduced = item.reduced.as_ref().map(|why| format!(" reduced=\"{}\"", attribute(why))).unwrap_or_default();
    let _ = writeln!(out, "  <document index=\"{number}\" path=\"{path}\" band=\"{band}\" view=\"{view}\"{reduced}>");
    for why in &item.why {
        let _ = write!(out, "    <why query=\"{}\" hops=\"{}\">", attribute(&why.query), why.hops);
        for link in &why.chain {
            let (relation, from) = (attribute(&link.relation), attribute(&link.from));
            let (to, at) = (attribute(&link.to), attribute(&link.at));
            let _ = write!(out, "<fact relation=\"{relation}\" from=\"{from}\" to=\"{to}\" at=\"{at}\"/>");
        }
        let _ = writeln!(out, "</why>");
    }
    for excerpt in &item.excerpts {
        let (first, last) = (excerpt.first_line, excerpt.last_line);
        let _ = writeln!(out, "    <lines first=\"{first}\" last=\"{last}\">{}</lines>", text(&excerpt.text));
    }
    out.push_str("  </document>\n");
}

/// Text between tags. Characters that XML forbids are shown as others.
fn text(text: &str) -> String {
    escaped(&visible_lines(text))
}

fn attribute(text: &str) -> String {
    escaped(&visible(text))
}

fn escaped(text: &str) -> String {
    let is_allowed = |letter: char| !matches!(letter, '\u{fffe}' | '\u{ffff}');
    let text: Cow<'_, str> = match text.chars().all(is_allowed) {
        true => Cow::Borrowed(text),
        false => text.chars().map(|it| if is_allowed(it) { it } else { '\u{fffd}' }).collect::<String>().into(),
    };
    quick_xml::escape::escape(text).into_owned()
}
