//! `yarn.lock`, of version 1 and of Berry. It is read line by line: a program wrote it, and it is long.

use super::super::reader::Reader;
use super::super::shape::Claim;

/// Reads each block: the descriptors that it answers, and its version.
pub fn read(reader: &mut Reader<'_>) {
    let mut head: Option<(usize, &str)> = None;
    let mut seen = false;
    for (at, line) in reader.lines() {
        let text = line.trim_end();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if !line.starts_with([' ', '\t']) {
            head = text.strip_suffix(':').map(|descriptors| (at, descriptors));
            seen |= head.is_some();
            if head.is_none() && reader.found.flaws.is_empty() {
                reader.flaw(at, "a descriptor with a colon is wanted");
            }
        } else if let Some((at, descriptors)) = head
            && let Some(version) = text.trim_start().strip_prefix("version").filter(|_| !line.starts_with("    "))
        {
            block(reader, at, descriptors, version.trim_matches([':', ' ', '"']));
            head = None;
        }
    }
    if !seen
        && reader.found.flaws.is_empty()
        && reader.text.lines().any(|line| !line.is_empty() && !line.starts_with('#'))
    {
        reader.flaw(0, "no descriptor was found");
    }
}

/// `"a@^1", a@^2` or `"a@npm:^1, a@npm:^2"`, with a version.
fn block(reader: &mut Reader<'_>, at: usize, descriptors: &str, version: &str) {
    if descriptors.starts_with("__metadata") || version.ends_with("-use.local") {
        return;
    }
    for descriptor in descriptors.split(',') {
        let descriptor = descriptor.trim().trim_matches('"');
        let Some(split) = descriptor.get(1..).and_then(|rest| rest.find('@')).map(|at| at + 1) else { continue };
        let (mut name, mut requirement) = (&descriptor[..split], &descriptor[split + 1..]);
        if let Some(target) = requirement.strip_prefix("npm:") {
            // An alias names its target; a plain requirement of Berry has the same prefix, and none in the manifest.
            let split = target.get(1..).and_then(|rest| rest.find('@')).map(|at| at + 1);
            (name, requirement) = split.map_or((name, target), |at| (&target[..at], &target[at + 1..]));
        }
        reader.lock(name, version, Claim::Requirement(requirement.to_owned()), at);
    }
}
