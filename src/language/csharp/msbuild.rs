//! Reads what MSBuild brings to a project: the project, what folders set for all projects below them, and what these import.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::path;
use crate::language::World;

/// The properties and items of one project, of all files that its build reads.
#[derive(Debug, Default)]
pub struct Build {
    texts: Vec<String>,
    /// The value of each property, by its name in small letters.
    properties: FxHashMap<String, String>,
}

impl Build {
    /// Reads a project, `Directory.Build.props` and `.targets` of the folders above it, and all that they import.
    pub fn of(world: &World<'_>, project: &str) -> Self {
        let mut build = Self::default();
        let mut seen = FxHashSet::default();
        let directory = path::parent(project);
        let above: Vec<&str> = std::iter::once(directory).chain(path::ancestors(directory)).collect();
        let set_by = |name: &'static str| above.iter().filter_map(move |folder| path::join(folder, name));
        let files = set_by("Directory.Build.props").chain([project.to_owned()]);
        for file in files.chain(set_by("Directory.Build.targets")) {
            build.read(world, &file, &mut seen);
        }
        build
    }

    fn read(&mut self, world: &World<'_>, file: &str, seen: &mut FxHashSet<String>) {
        let Some(text) = world.config(file) else { return };
        if !seen.insert(file.to_owned()) {
            return;
        }
        let text = without_comments(text);
        for tag in text.split('<') {
            if let Some((name, value)) = tag.split_once('>').filter(|(_, value)| !value.trim().is_empty()) {
                let name = name.split_whitespace().next().unwrap_or(name).to_lowercase();
                self.properties.entry(name).or_insert_with(|| value.trim().to_owned());
            }
        }
        for tag in tags(&text, "Import") {
            let here = path::parent(file);
            let source = attribute(tag, "Project").map(|source| self.expanded(source).replace('\\', "/"));
            if let Some(imported) = source.and_then(|source| path::join(here, source.trim_start_matches('/'))) {
                self.read(world, &imported, seen);
            }
        }
        self.texts.push(text);
    }

    /// The values that elements of a name include: `<Using Include="N" />`. Aliases, static members, and groups whose
    /// condition does not hold are left out.
    pub fn included(&self, element: &str) -> Vec<String> {
        let mut values = Vec::new();
        for text in &self.texts {
            let mut is_on = true;
            for tag in text.split('<').map(|tag| tag.split('>').next().unwrap_or(tag)) {
                if is_named(tag, "ItemGroup") {
                    is_on = self.holds(tag);
                } else if tag.starts_with("/ItemGroup") {
                    is_on = true;
                } else if is_on && is_named(tag, element) && !tag.contains("Alias=") && !tag.contains("Static=") {
                    let items = attribute(tag, "Include").into_iter().flat_map(|value| value.split(';'));
                    let items = items.filter(|_| self.holds(tag)).map(|item| item.trim().to_owned());
                    values.extend(items.filter(|item| !item.is_empty()));
                }
            }
        }
        values
    }

    /// Whether the condition of an element holds: `'$(A)' == 'b'`. One of another form may, and is taken to.
    fn holds(&self, tag: &str) -> bool {
        let Some(condition) = attribute(tag, "Condition") else { return true };
        let (sides, wants_equal) = match (condition.split_once("=="), condition.split_once("!=")) {
            (Some(sides), None) => (sides, true),
            (None, Some(sides)) => (sides, false),
            _ => return true,
        };
        let quoted = |side: &str| Some(self.expanded(side.trim().strip_prefix('\'')?.strip_suffix('\'')?));
        match (quoted(sides.0), quoted(sides.1)) {
            (Some(one), Some(other)) if !one.contains(['$', '\'']) && !other.contains(['$', '\'']) => {
                one.eq_ignore_ascii_case(&other) == wants_equal
            }
            _ => true,
        }
    }

    /// A text with the values of the properties in it. One that is not set is empty, and so is the directory at hand, where
    /// paths begin anyway.
    fn expanded(&self, text: &str) -> String {
        let mut parts = text.split("$(");
        let mut expanded = parts.next().unwrap_or("").to_owned();
        for part in parts {
            match part.split_once(')') {
                // A function of a property is none that is known here.
                Some((name, _)) if name.contains(['[', '.', '(']) => expanded.extend(["$(", part]),
                Some((name, rest)) => {
                    let value = self.properties.get(&name.to_lowercase());
                    expanded.extend([value.map_or("", String::as_str), rest]);
                }
                None => expanded.push_str(part),
            }
        }
        expanded
    }
}

/// The tags of the elements of a name.
fn tags<'t>(text: &'t str, element: &'t str) -> impl Iterator<Item = &'t str> {
    text.split('<').map(|tag| tag.split('>').next().unwrap_or(tag)).filter(move |tag| is_named(tag, element))
}

fn is_named(tag: &str, element: &str) -> bool {
    tag.strip_prefix(element).is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let rest = tag.match_indices(name).find_map(|(at, _)| {
        let is_whole = tag.get(..at)?.ends_with(char::is_whitespace);
        tag.get(at + name.len()..)?.strip_prefix("=\"").filter(|_| is_whole)
    })?;
    rest.split('"').next()
}

fn without_comments(text: &str) -> String {
    let mut parts = text.split("<!--");
    let mut plain = parts.next().unwrap_or("").to_owned();
    for part in parts {
        plain.push_str(part.split_once("-->").map_or("", |(_, rest)| rest));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(texts: &[&str], properties: &[(&str, &str)]) -> Build {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Build {
            texts: texts.iter().map(|text| without_comments(text)).collect(),
            properties: properties.iter().map(owned).collect(),
        }
    }

    #[test]
    fn elements_of_a_project() {
        let text = r#"<Project><!-- <Using Include="Old" /> --><ItemGroup>
            <Using Include="A.B" /><Using Include="C" Static="true" /><Using Remove="D" />
            <ProjectReference Include="..\X\X.csproj" PrivateAssets="all"></ProjectReference>
            <UsingTask Include="E" /></ItemGroup></Project>"#;
        let build = build(&[text], &[]);
        assert_eq!(build.included("Using"), ["A.B"]);
        assert_eq!(build.included("ProjectReference"), ["..\\X\\X.csproj"]);
    }

    #[test]
    fn conditions_of_groups() {
        let text = r#"<ItemGroup Condition="'$(IsOn)' == 'True'"><Using Include="A" /></ItemGroup>
            <ItemGroup Condition="'$(IsOff)' == 'true'"><Using Include="B" /></ItemGroup>
            <ItemGroup Condition="'$(IsOff)' != 'true'"><Using Include="C" /></ItemGroup>
            <ItemGroup Condition="$([MSBuild]::Is('net9.0'))"><Using Include="D" /></ItemGroup>
            <ItemGroup><Using Include="E" /></ItemGroup>"#;
        assert_eq!(build(&[text], &[("ison", "true")]).included("Using"), ["A", "C", "D", "E"]);
    }
}
