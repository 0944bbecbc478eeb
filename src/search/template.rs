//! Messages that a program made out of a text with values in it: `"Missing font {}"` for "Missing font github".

use std::collections::BTreeMap;
use std::sync::LazyLock;

use cg_rules::{FileId, Id};
use regex::Regex;

use super::function_words::is_function_word;
use super::index::SearchIndex;
use super::quotation::{MESSAGE_PLACES, MESSAGE_WORDS, holding, whole_messages};
use super::text_kind::TextKind;
use super::text_mention::{Certainty, TextMention};
use super::token;
use crate::primitive::{Engine, Located};

/// The most messages of a text that are looked for.
const MOST: usize = 8;
/// The most words of a message: more are prose.
const WORDS: usize = 24;
/// The most chunks that are read for a message.
const CHUNKS: usize = 12;
/// The fewest words of a text between its values that say which message it is.
const FEWEST: usize = 2;

/// A text in quotes on one line.
static LITERAL: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#""((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`"#).ok());

/// The place of a value in a text, as the languages write it.
static VALUE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let forms = [
        r"[$#]?\{[^{}]*\}",
        r"\\\([^()]*\)",
        r"%(?:\d+\$)?(?:\([^()]*\))?[-+#0]*[\d.*]*[A-Za-z@]",
        r"\$[A-Za-z_]\w*",
        r"\\[nrt]",
    ];
    Regex::new(&forms.join("|")).ok()
});

/// The messages of a text whose words the source has with places for values, so far as none of the `known` mentions has them as they
/// are.
pub(super) fn templates(
    engine: &Engine<'_>,
    index: &SearchIndex,
    text: &str,
    known: &[TextMention],
) -> Vec<TextMention> {
    let messages = whole_messages(text).into_keys();
    let is_known = |it: &TextMention, message: &str| {
        it.word.contains(message) || !it.files.is_empty() && message.contains(&it.word)
    };
    let open = messages.filter(|message| !known.iter().any(|it| is_known(it, message)));
    open.take(MOST).filter_map(|message| template(engine, index, message)).collect()
}

fn template(engine: &Engine<'_>, index: &SearchIndex, message: &str) -> Option<TextMention> {
    let tree = engine.tree?;
    let open = chunks_with_pairs(index, message);
    let (mut best, mut places) = (0, Vec::<Located>::new());
    for (at, chunks) in open {
        let file = FileId::of(index.files[at] as usize);
        let bytes = if engine.admits(file) { tree.read(engine.snapshot.path(file)).ok() } else { None };
        let Some(bytes) = bytes else { continue };
        let read = String::from_utf8_lossy(&bytes);
        let lines: Vec<_> = chunks.iter().filter_map(|chunk| index.lines(*chunk)).collect();
        let is_inside = |line: u32| lines.iter().any(|it| (it.first..=it.last).contains(&line));
        let in_chunks = |text: &str| -> usize {
            let inside = (1_u32..).zip(text.split('\n')).filter(|(at, _)| is_inside(*at));
            inside.map(|(_, line)| fixed_words(message, line)).max().unwrap_or(0)
        };
        // Hardly a file has any, and to look for credentials takes longer.
        if in_chunks(&read) < best.max(1) {
            continue;
        }
        let read = crate::base::redacted(&read);
        for (line, text) in (1_u32..).zip(read.split('\n')).filter(|(at, _)| is_inside(*at)) {
            let n_words = fixed_words(message, text);
            if n_words > best {
                (best, places) = (n_words, Vec::new());
            }
            if n_words > 0 && n_words == best {
                places.push((file, Some(line)));
            }
        }
    }
    let certainty = if places.len() == 1 { Certainty::Exact } else { Certainty::NearUnique };
    let is_few = (1..=MESSAGE_PLACES).contains(&places.len());
    is_few.then(|| TextMention { word: message.to_owned(), certainty, defs: Vec::new(), files: places })
}

/// The chunks, by their files, that hold two words which follow each other in a message: those of the rarest.
fn chunks_with_pairs(index: &SearchIndex, message: &str) -> BTreeMap<usize, Vec<usize>> {
    let words: Vec<&str> = words(message).take(WORDS + 1).collect();
    if words.len() > WORDS {
        return BTreeMap::new();
    }
    let pairs = words.windows(2).filter(|pair| !pair.iter().all(|word| is_function_word(word)));
    let holding_pair = |pair: &[&str]| {
        let terms: Vec<String> = token::terms(&pair.join(" ")).into_keys().collect();
        let mut files = holding(index, &terms, CHUNKS);
        // A document quotes messages, and makes none.
        files.retain(|at, _| index.is(*at, TextKind::Source));
        files
    };
    let mut rarest: Vec<(usize, BTreeMap<usize, Vec<usize>>)> =
        pairs.map(holding_pair).map(|files| (files.values().map(Vec::len).sum(), files)).collect();
    rarest.sort_by_key(|(n_chunks, _)| *n_chunks);
    let (mut open, mut n_open) = (BTreeMap::<usize, Vec<usize>>::new(), 0);
    for (n_chunks, files) in rarest {
        n_open += n_chunks;
        if n_open > CHUNKS {
            break;
        }
        files.into_iter().for_each(|(at, chunks)| open.entry(at).or_default().extend(chunks));
    }
    open
}

/// How many words of a message a text in quotes on a line has between its values; none where the message is not made of that.
fn fixed_words(message: &str, line: &str) -> usize {
    let is_quoted = line.contains(['"', '\'', '`']);
    let Some((literal, value)) = LITERAL.as_ref().zip(VALUE.as_ref()).filter(|_| is_quoted) else { return 0 };
    let texts = literal.captures_iter(line).filter_map(|it| it.iter().skip(1).flatten().next());
    let texts = texts.filter(|text| text.as_str().contains(' '));
    let fixed = texts.map(|text| {
        let pieces: Vec<&str> = value.split(text.as_str()).map(trimmed).filter(|piece| !piece.is_empty()).collect();
        let least = if value.is_match(text.as_str()) { FEWEST } else { MESSAGE_WORDS };
        let all: Vec<&str> = pieces.iter().flat_map(|piece| words(piece)).collect();
        let n_telling = all.iter().filter(|word| !is_function_word(word)).count();
        let is_most = || all.len() * 2 >= words(message).count();
        // `cannot open %s: %w`
        let begins = || pieces.first().is_some_and(|it| text.as_str().starts_with(it) && message.starts_with(it));
        let says = all.len() >= least && (n_telling >= FEWEST || n_telling > 0 && (is_most() || begins()));
        if says && has_in_order(message, &pieces) { all.len() } else { 0 }
    });
    fixed.max().unwrap_or(0)
}

/// A part of a text without the signs around its words.
fn trimmed(piece: &str) -> &str {
    piece.trim_matches(|sign: char| !sign.is_alphanumeric())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_alphanumeric() && sign != '_').filter(|word| !word.is_empty())
}

/// Whether a message has some parts, one behind the other, each as whole words.
fn has_in_order(message: &str, pieces: &[&str]) -> bool {
    let mut rest = message;
    pieces.iter().all(|piece| {
        let found = rest.match_indices(piece).find(|(at, _)| {
            let is_end = |sign: Option<char>| !sign.is_some_and(char::is_alphanumeric);
            let (before, behind) = (rest.get(..*at).unwrap_or(""), rest.get(at + piece.len()..).unwrap_or(""));
            is_end(before.chars().next_back()) && is_end(behind.chars().next())
        });
        rest = found.and_then(|(at, _)| rest.get(at + piece.len()..)).unwrap_or("");
        found.is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::fixed_words;

    #[test]
    fn a_message_is_made_of_a_text_with_values() {
        for (message, line, wanted) in [
            ("Missing font github", r#"format!("Missing font {}", name)"#, 2),
            ("cannot open /etc/x: no such cart", r#"fmt.Errorf("cannot open %s: %w", path, err)"#, 2),
            ("Cart 'a 3' has 12 lines too many", r"raise Error(f'Cart {name!r} has {n} lines too many')", 5),
            ("cart a of shop b is closed", r"throw new Error(`cart ${cart.id} of shop ${shop} is closed`)", 5),
            ("Unknown cart: 42", r##"raise "Unknown cart: #{id}""##, 2),
            ("Unknown cart: 42", r#"fatalError("Unknown cart: \(id)")"#, 2),
            ("the cart of 42 is closed", r#"throw IllegalState("the cart of " + id + " is closed")"#, 3),
            ("Missing fonts github", r#"format!("Missing font {}", name)"#, 0),
            ("it is not there", r#"format!("{} is not {}", a, b)"#, 0),
            ("some other words of which it is not one", r#"format!("{} is not {}", a, b)"#, 0),
            ("no such cart", r#"print("%s: %s", a, b)"#, 0),
            ("no such cart 3", r#"print("no such")"#, 0),
        ] {
            assert_eq!(fixed_words(message, line), wanted, "{message}");
        }
    }
}
