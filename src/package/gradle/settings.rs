//! `settings.gradle`: which project has another name than its directory, or lies elsewhere.

use super::super::reader::ManifestReader;
use super::super::shape::Placed;

/// Reads `project(":a").name = "b"` and `project(":a").projectDir = file("c")`.
pub fn read(reader: &mut ManifestReader<'_>) {
    for (at, line) in reader.lines() {
        let line = line.trim();
        let Some(rest) = line.strip_prefix("project(") else { continue };
        let strings: Vec<&str> = rest.split(['"', '\'']).skip(1).step_by(2).collect();
        let (Some(project), Some(value)) = (strings.first(), strings.last().filter(|_| strings.len() > 1)) else {
            if rest.contains(".name") || rest.contains(".projectDir") {
                reader.flaw(at, format!("`{line}` is computed"));
            }
            continue;
        };
        let target = rest.split_once(").").map_or("", |(_, target)| target);
        let placed = if target.starts_with("name") {
            Placed::Name((*value).to_owned())
        } else if target.starts_with("projectDir") {
            Placed::Directory(value.trim_start_matches("./").trim_matches('/').to_owned())
        } else {
            continue;
        };
        reader.found.projects.push(((*project).to_owned(), placed));
    }
}
