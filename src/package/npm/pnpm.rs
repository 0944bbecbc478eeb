//! `pnpm-lock.yaml`, versions 5 to 9. It is read by its indentation: a program wrote it, and it is long.

use super::super::reader::Reader;
use super::super::shape::Claim;

const SECTIONS: [&str; 3] = ["dependencies", "devDependencies", "optionalDependencies"];

/// Reads what each importer got, and all packages.
pub fn read(reader: &mut Reader<'_>) {
    let mut path: Vec<(usize, usize, &str)> = Vec::new();
    let mut is_lock = false;
    for (start, line) in reader.lines() {
        let indent = line.bytes().take_while(|byte| *byte == b' ').count();
        let Some((key, value)) = entry(line.trim()) else { continue };
        while path.last().is_some_and(|(above, ..)| *above >= indent) {
            path.pop();
        }
        path.push((indent, start + indent, key));
        is_lock |= key == "lockfileVersion";
        let keys: Vec<&str> = path.iter().map(|(_, _, key)| *key).collect();
        match keys[..] {
            ["packages", id] => package(reader, path[1].1, id),
            ["importers", directory, section, name] | ["importers", directory, section, name, "version"]
                if SECTIONS.contains(&section) =>
            {
                import(reader, path[3].1, directory, name, value);
            }
            [section, name] | [section, name, "version"] if SECTIONS.contains(&section) => {
                import(reader, path[1].1, ".", name, value);
            }
            _ => {}
        }
    }
    if !is_lock && !reader.text.trim().is_empty() {
        reader.flaw(0, "no `lockfileVersion` was found");
    }
}

/// `key: value` or `key:`, without quotes.
fn entry(line: &str) -> Option<(&str, &str)> {
    if line.starts_with(['#', '-']) {
        return None;
    }
    let (key, value) = match line.strip_prefix(['\'', '"']) {
        Some(quoted) => {
            let end = quoted.find(['\'', '"'])?;
            (&quoted[..end], quoted[end + 1..].strip_prefix(':')?)
        }
        None => line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, "")))?,
    };
    Some((key, value.trim().trim_matches(['\'', '"'])))
}

/// `name@1.0(peer@2)`, `/name@1.0` or `/name/1.0_peer@2`.
fn identity(id: &str) -> Option<(&str, &str)> {
    let id = id.strip_prefix('/').unwrap_or(id);
    let scope = if id.starts_with('@') { id.find('/')? + 1 } else { 0 };
    let split = scope + id[scope..].find(['@', '/'])?;
    let version = id[split + 1..].split(['(', '_']).next().unwrap_or_default();
    version.starts_with(|letter: char| letter.is_ascii_digit()).then_some((&id[..split], version))
}

fn package(reader: &mut Reader<'_>, at: usize, id: &str) {
    if let Some((name, version)) = identity(id) {
        reader.lock(name, version, Claim::Nobody, at);
    }
}

fn import(reader: &mut Reader<'_>, at: usize, directory: &str, name: &str, version: &str) {
    let (name, version) = match version.starts_with(|letter: char| letter.is_ascii_digit()) {
        true => (name, version.split(['(', '_']).next().unwrap_or(version)),
        false => match identity(version) {
            Some(renamed) => renamed,
            None => return,
        },
    };
    let directory = directory.trim_start_matches("./").trim_start_matches('.');
    reader.lock(name, version, Claim::Directory(directory.to_owned()), at);
}
