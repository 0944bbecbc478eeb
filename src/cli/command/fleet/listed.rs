//! The list of repositories: a root a line, with or without a name before it.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::fault::Fault;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedRepository {
    /// The name; without a stated one the last part of the root.
    pub name: String,
    /// The root, as it is written.
    pub root: String,
}

/// Reads a list. Blank lines and those that begin with `#` are passed over.
pub fn read(file: &str, text: &str) -> Result<Vec<ListedRepository>, Fault> {
    let mut found: BTreeMap<String, (usize, ListedRepository)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (name, root) = match line.split_once('\t') {
            Some((name, root)) => (name.trim().to_owned(), root.trim()),
            None => (named(line), line),
        };
        let at = format!("{file}:{number}");
        if name.is_empty() || name.contains(':') || root.is_empty() {
            let hint = "write NAME<tab>ROOT; answers have the name before a colon, so it holds none";
            wrong.push(Fault::usage(format!("{at}: `{line}` gives no name to the repository"), hint));
            continue;
        }
        let listed = ListedRepository { name: name.clone(), root: root.to_owned() };
        match found.get(&name) {
            Some((first, other)) if other.root != root => {
                let message = format!("{at}: a repository at line {first} is named `{name}` as well");
                wrong.push(Fault::usage(message, format!("give it a name of its own: `NAME<tab>{root}`")));
            }
            _ => {
                found.entry(name).or_insert((number, listed));
            }
        }
    }
    if found.is_empty() && wrong.is_empty() {
        let hint = "give a root a line, such as `printf '%s\\n' checkouts/*/ | cg-bundle fleet build - -o org.fleet`";
        return Err(Fault::usage(format!("`{file}` lists no repository"), hint));
    }
    if wrong.is_empty() { Ok(found.into_values().map(|(_, listed)| listed).collect()) } else { Err(Fault::All(wrong)) }
}

/// The last part of a root.
fn named(root: &str) -> String {
    Path::new(root).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_each_repository_once() {
        let names = |text: &str| {
            let listed = read("list", text).unwrap_or_default();
            listed.into_iter().map(|it| format!("{}={}", it.name, it.root)).collect::<Vec<_>>()
        };
        assert_eq!(names("b/gin/\n# more\n\nweb\ta/gin\n"), ["gin=b/gin/", "web=a/gin"]);
        assert_eq!(names("a/gin\na/gin\n"), ["gin=a/gin"], "the same line twice is one repository");
        assert!(
            read("list", "a/gin\nb/gin\n").is_err() && read("list", "/\n").is_err() && read("list", "#\n").is_err()
        );
        assert!(read("list", "a:b\tc\n").is_err(), "a name with a colon cannot be read in an answer");
    }
}
