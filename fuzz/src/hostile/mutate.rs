//! Changes an input: by the words of its kind, by nesting, repeating and cutting, by what other inputs hold.

use super::chance::Chance;
use super::files::{self, File};
use super::target::{Form, Target};
use super::{wire, words};

/// The most changes to one input.
const CHANGES: usize = 6;
/// Bytes that are no text, or no text that people expect.
const STRANGE: &[&[u8]] = &[
    b"\x8a",
    b"\xfc",
    b"\xff\xfe",
    b"\xc3",
    b"\xf0\x9f",
    b"\r",
    b"\r\n",
    b"\t",
    b"\x1b[2J",
    b"\xe2\x80\xa8",
    b"\xc2\x85",
    b"\xef\xbb\xbf",
    b"\xcc\x81",
    b"\x0c",
    b"\x00",
    b"\n\n",
];

/// Another input, of at most so many bytes. The same for the same chance.
pub fn mutate(target: &Target, input: &[u8], chance: &mut Chance, most: usize) -> Vec<u8> {
    let seeds = target.seeds();
    let mut output = if input.is_empty() { chance.one_of(seeds).cloned().unwrap_or_default() } else { input.to_vec() };
    for _ in 0..=chance.below(CHANGES) {
        output = match target.form {
            Form::Files(is_changed) => in_files(&output, seeds, is_changed, chance, most),
            Form::Text => {
                let other = chance.one_of(seeds).cloned().unwrap_or_default();
                text(&output, words::of(words::TASK), &other, chance, most)
            }
            Form::Message => message(&output, chance),
            Form::Bytes => bytes(&output, chance),
        };
    }
    output.truncate(most);
    output
}

/// Changes one of several files, or which there are.
fn in_files(
    input: &[u8],
    seeds: &[Vec<u8>],
    is_changed: fn(&str) -> bool,
    chance: &mut Chance,
    most: usize,
) -> Vec<u8> {
    let mut all = files::split(input);
    let other = files::split(chance.one_of(seeds).map_or(&[], Vec::as_slice));
    let changed: Vec<usize> = (0..all.len()).filter(|at| is_changed(&all[*at].path)).collect();
    let Some(at) = chance.one_of(&changed).copied() else { return files::join(&other) };
    let file = all[at].clone();
    let pair = chance.one_of(&other).cloned().unwrap_or_default();
    match chance.below(24) {
        0 => all[at].path = pair.path,
        1 => all[at].path = words::path(&file.path, chance),
        2 => all.push(pair),
        3 if all.len() > 1 => drop(all.remove(at)),
        4 => {
            let path = words::path(&file.path, chance);
            all.push(File { path, content: file.content });
        }
        _ => {
            let alike = other.iter().filter(|other| words::ending(&other.path) == words::ending(&file.path));
            let alike: Vec<&File> = alike.collect();
            let lender = chance.one_of(&alike).map_or(&[][..], |file| &file.content);
            all[at].content = text(&file.content, words::of(&file.path), lender, chance, most);
        }
    }
    files::join(&all)
}

/// Changes a text.
fn text(input: &[u8], words: &[String], other: &[u8], chance: &mut Chance, most: usize) -> Vec<u8> {
    let range = chance.range(input.len());
    let word = chance.one_of(words).map_or(&b"("[..], |word| word.as_bytes()).to_vec();
    let put: Vec<u8> = match chance.below(16) {
        0..=3 => word,
        4 => return splice(input, range.start..range.start, &word),
        5 => Vec::new(),
        6 => return splice(input, range.start..range.start, &input[range]),
        7 => chance.one_of(STRANGE).map_or(&[][..], |bytes| bytes).to_vec(),
        8 => repeated(&word, chance, most),
        9 => return nested(input, range, chance, most),
        10 => repeated(&input[range.clone()], chance, most),
        11..=12 => other[chance.range(other.len())].to_vec(),
        13 => return lines(input, other, chance),
        14 => return input[..range.end].to_vec(),
        _ => chance.number().to_string().into_bytes(),
    };
    splice(input, range, &put)
}

fn splice(input: &[u8], range: std::ops::Range<usize>, put: &[u8]) -> Vec<u8> {
    [&input[..range.start], put, &input[range.end..]].concat()
}

/// How many times something is done again: seldom often.
fn times(chance: &mut Chance, length: usize, most: usize) -> usize {
    let end = if chance.once_in(6) { most / 2 } else { 400 };
    chance.below(end / length.max(1)) + 2
}

/// A text many times, broken into lines or not: what counts as minified is not parsed.
fn repeated(part: &[u8], chance: &mut Chance, most: usize) -> Vec<u8> {
    let width = if chance.once_in(3) { usize::MAX } else { 1 + chance.below(60) };
    let mut all = Vec::new();
    let mut line = 0;
    for _ in 0..times(chance, part.len(), most) {
        all.extend_from_slice(part);
        line += part.len();
        if line >= width {
            all.push(b'\n');
            line = 0;
        }
    }
    all
}

/// A part of the text inside of many brackets, closed or not.
fn nested(input: &[u8], range: std::ops::Range<usize>, chance: &mut Chance, most: usize) -> Vec<u8> {
    let (open, close) = chance.one_of(words::BRACKETS).copied().unwrap_or(("(", ")"));
    let depth = times(chance, open.len() + close.len(), most);
    let end = if chance.once_in(2) { "\n" } else { "" };
    let before = format!("{open}{end}").repeat(depth);
    let after = if chance.once_in(3) { String::new() } else { format!("{close}{end}").repeat(depth) };
    let put = [before.as_bytes(), &input[range.clone()], after.as_bytes()].concat();
    splice(input, range, &put)
}

/// Moves, doubles, drops or borrows a line.
fn lines(input: &[u8], other: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut all: Vec<&[u8]> = input.split_inclusive(|byte| *byte == b'\n').collect();
    let lent: Vec<&[u8]> = other.split_inclusive(|byte| *byte == b'\n').collect();
    let (from, to) = (chance.below(all.len()), chance.below(all.len()));
    match chance.below(4) {
        _ if all.is_empty() => {}
        0 => all.swap(from, to),
        1 => all.insert(to, all[from]),
        2 => drop(all.remove(from)),
        _ => all.insert(to, chance.one_of(&lent).copied().unwrap_or_default()),
    }
    all.concat()
}

/// Changes an index: its first two bytes say how it is packed and what it speaks of.
fn message(input: &[u8], chance: &mut Chance) -> Vec<u8> {
    let (head, body) = input.split_at(input.len().min(2));
    if chance.once_in(12) {
        let packing = chance.one_of(b"pgzrS").copied().unwrap_or(b'p');
        return [&[packing][..], head.get(1..).unwrap_or_default(), body].concat();
    }
    let is_plain = matches!(head.first(), Some(b'p' | b'g' | b'z'));
    let body = if is_plain && !chance.once_in(6) { wire::mutate(body, chance) } else { bytes(body, chance) };
    [head, &body].concat()
}

/// Changes bytes that are no text.
fn bytes(input: &[u8], chance: &mut Chance) -> Vec<u8> {
    const ODD: &[u8] = &[0, 1, 0x7f, 0x80, 0xfe, 0xff, 0x0d, 0x20];
    let mut output = input.to_vec();
    let range = chance.range(input.len());
    match chance.below(7) {
        0 => output.truncate(range.end),
        1 => return splice(input, range, &[]),
        2 => return splice(input, range.start..range.start, &input[range]),
        3 => output.extend(chance.number().to_le_bytes()),
        4 => return splice(input, range, &chance.number().to_le_bytes()),
        _ => {
            let odd = chance.one_of(ODD).copied().unwrap_or(0);
            let any = chance.number().to_le_bytes()[0];
            let byte = if chance.once_in(2) { odd } else { any };
            if let Some(at) = output.get_mut(range.start) {
                *at = byte;
            }
        }
    }
    output
}
