//! Changes protocol buffers field by field, with lengths that fit again or, seldom, not.

use super::chance::Chance;

/// How deep messages are opened.
const DEPTH: usize = 5;
/// Numbers at which counts and sizes break.
const EDGES: &[u64] =
    &[0, 1, 0x7f, 0x80, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 1 << 32, 1 << 40, u64::MAX >> 1, u64::MAX];

/// A field: the number of its tag, and what it holds.
#[derive(Clone, Debug)]
struct Field {
    tag: u64,
    value: Value,
}

#[derive(Clone, Debug)]
enum Value {
    Number(u64),
    Fixed(Vec<u8>),
    Bytes(Vec<u8>),
}

fn number(input: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (first, rest) = input.split_first()?;
        *input = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn put(mut value: u64, into: &mut Vec<u8>) {
    while value > 0x7f {
        into.push(u8::try_from(value & 0x7f).unwrap_or(0) | 0x80);
        value >>= 7;
    }
    into.push(u8::try_from(value).unwrap_or(0));
}

/// The fields of a message; `None` where it is none.
fn fields(mut input: &[u8]) -> Option<Vec<Field>> {
    let mut found = Vec::new();
    while !input.is_empty() {
        let tag = number(&mut input)?;
        let taken = |input: &mut &[u8], length: usize| {
            let (taken, rest) = input.split_at_checked(length)?;
            *input = rest;
            Some(taken.to_vec())
        };
        let value = match tag & 7 {
            0 => Value::Number(number(&mut input)?),
            1 => Value::Fixed(taken(&mut input, 8)?),
            2 => {
                let length = usize::try_from(number(&mut input)?).ok()?;
                Value::Bytes(taken(&mut input, length)?)
            }
            5 => Value::Fixed(taken(&mut input, 4)?),
            _ => return None,
        };
        found.push(Field { tag, value });
    }
    Some(found)
}

fn joined(fields: &[Field], chance: &mut Chance) -> Vec<u8> {
    let mut output = Vec::new();
    for field in fields {
        put(field.tag, &mut output);
        match &field.value {
            Value::Number(value) => put(*value, &mut output),
            Value::Fixed(bytes) => output.extend_from_slice(bytes),
            Value::Bytes(bytes) => {
                let length = if chance.once_in(4000) { chance.one_of(EDGES).copied() } else { None };
                put(length.unwrap_or(bytes.len() as u64), &mut output);
                output.extend_from_slice(bytes);
            }
        }
    }
    output
}

/// Another message.
pub fn mutate(input: &[u8], chance: &mut Chance) -> Vec<u8> {
    change(input, DEPTH, chance)
}

fn change(input: &[u8], depth: usize, chance: &mut Chance) -> Vec<u8> {
    let parsed = fields(input).filter(|fields| !fields.is_empty());
    let Some(mut all) = parsed else { return leaf(input, chance) };
    let at = chance.below(all.len());
    let other = chance.below(all.len());
    match chance.below(10) {
        0 => all.swap(at, other),
        1 => all.insert(at, all[other].clone()),
        2 => drop(all.remove(at)),
        3 => all[at].value = all[other].value.clone(),
        4 => all[at].tag = chance.below(128) as u64,
        _ => {
            all[at].value = match &all[at].value {
                Value::Number(value) => Value::Number(edge(*value, chance)),
                Value::Fixed(bytes) => Value::Fixed(bytes.iter().map(|byte| !byte).collect()),
                Value::Bytes(bytes) if depth > 0 => Value::Bytes(change(bytes, depth - 1, chance)),
                Value::Bytes(bytes) => Value::Bytes(leaf(bytes, chance)),
            }
        }
    }
    joined(&all, chance)
}

fn edge(value: u64, chance: &mut Chance) -> u64 {
    match chance.below(3) {
        0 => value.wrapping_add(1),
        1 => value.wrapping_sub(1),
        _ => chance.one_of(EDGES).copied().unwrap_or(0),
    }
}

/// Changes a text, or packed numbers.
fn leaf(input: &[u8], chance: &mut Chance) -> Vec<u8> {
    const PARTS: &[&[u8]] =
        &[b"`", b" ", b"/", b"#", b"().", b"..", b"local ", b"\n## x", b"\x1b[2J", b"\xff", b"\0", b"."];
    let mut output = input.to_vec();
    let range = chance.range(input.len());
    match chance.below(5) {
        0 => drop(output.splice(range, [])),
        1 => drop(output.splice(range.start..range.start, input[range].iter().copied())),
        2 => {
            let mut edge = Vec::new();
            put(chance.one_of(EDGES).copied().unwrap_or(0), &mut edge);
            drop(output.splice(range, edge));
        }
        3 => {
            let part = chance.one_of(PARTS).map_or(&[][..], |part| part);
            drop(output.splice(range, part.iter().copied()));
        }
        _ => {
            if let Some(byte) = output.get_mut(range.start) {
                *byte = chance.number().to_le_bytes()[0];
            }
        }
    }
    output
}
