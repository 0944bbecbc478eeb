//! Build constraints: whether one build can hold two files, and whether the default build holds a file.
//!
//! The default build is that of `go build` on linux/amd64 with cgo and without tags of one's own. The tags of all
//! releases hold (`go1.25`), as in a toolchain that is newer than the code.

/// The systems and processors that a file's name may end in, as the Go toolchain knows them.
const SYSTEMS: &[&str] = &[
    "aix",
    "android",
    "darwin",
    "dragonfly",
    "freebsd",
    "hurd",
    "illumos",
    "ios",
    "js",
    "linux",
    "nacl",
    "netbsd",
    "openbsd",
    "plan9",
    "solaris",
    "wasip1",
    "windows",
    "zos",
];
const PROCESSORS: &[&str] = &[
    "386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le", "riscv64",
    "s390x", "sparc64", "wasm",
];
/// The systems for which the tag `unix` holds.
const UNIX: &[&str] = &[
    "aix",
    "android",
    "darwin",
    "dragonfly",
    "freebsd",
    "hurd",
    "illumos",
    "ios",
    "linux",
    "netbsd",
    "openbsd",
    "solaris",
];
/// The most tags of two files that are tried out; with more, a build is taken to exist.
const MAX_TAGS: usize = 8;

/// The build constraint of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A tag is set.
    Tag(String),
    /// It does not hold.
    Not(Box<Condition>),
    /// Both hold.
    And(Box<Condition>, Box<Condition>),
    /// One holds.
    Or(Box<Condition>, Box<Condition>),
}

/// Whether the default build holds a file of that condition.
pub fn holds_by_default(condition: &Condition) -> bool {
    condition.holds(&|tag| {
        matches!(tag, "linux" | "amd64" | "unix" | "cgo" | "gc")
            || tag.strip_prefix("go1.").is_some_and(|release| release.bytes().all(|digit| digit.is_ascii_digit()))
    })
}

/// The condition of a file, by its name's ending and its `//go:build` line. `None`: it is always built.
pub fn of_file(stem: &str, line: Option<&str>) -> Option<Condition> {
    let line = line.and_then(|line| Reader::new(line).or());
    // The toolchain leaves out what starts so, whatever the file says.
    let ignored = stem.starts_with(['_', '.']).then(|| Condition::Tag("ignore".to_owned()));
    [ignored, by_name(stem), line].into_iter().flatten().reduce(|a, b| Condition::And(Box::new(a), Box::new(b)))
}

/// `x_linux`, `x_amd64`, `x_linux_amd64`, each with or without `_test`.
fn by_name(stem: &str) -> Option<Condition> {
    let stem = stem.strip_suffix("_test").unwrap_or(stem);
    let (rest, last) = stem.rsplit_once('_')?;
    let tag = |text: &str| Condition::Tag(text.to_owned());
    let before = rest.rsplit('_').next().filter(|before| before.len() < rest.len());
    match (before, last) {
        (Some(system), processor) if SYSTEMS.contains(&system) && PROCESSORS.contains(&processor) => {
            Some(Condition::And(Box::new(tag(system)), Box::new(tag(processor))))
        }
        (_, last) if SYSTEMS.contains(&last) || PROCESSORS.contains(&last) => Some(tag(last)),
        _ => None,
    }
}

/// Whether some build holds both.
pub fn can_meet(a: Option<&Condition>, b: Option<&Condition>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return true };
    let mut tags: Vec<&str> = Vec::new();
    a.tags(&mut tags);
    b.tags(&mut tags);
    tags.retain(|tag| !SYSTEMS.contains(tag) && !PROCESSORS.contains(tag) && *tag != "unix");
    tags.sort_unstable();
    tags.dedup();
    if tags.len() > MAX_TAGS {
        return true;
    }
    let mut named: Vec<&str> = Vec::new();
    a.tags(&mut named);
    b.tags(&mut named);
    // Systems that neither names are all alike, but for `unix`.
    let systems = named.iter().copied().filter(|tag| SYSTEMS.contains(tag)).chain(["linux", "plan9", "freebsd", "zos"]);
    let systems: Vec<&str> = systems.collect();
    let processors = named.iter().copied().filter(|tag| PROCESSORS.contains(tag)).chain(["amd64", "sparc64"]);
    let processors: Vec<&str> = processors.collect();
    systems.iter().any(|system| {
        processors.iter().any(|processor| {
            (0..1usize << tags.len()).any(|set| {
                let holds = |tag: &str| {
                    tag == *system
                        || tag == *processor
                        || (tag == "unix" && UNIX.contains(system))
                        || (tag == "linux" && *system == "android")
                        || (tag == "darwin" && *system == "ios")
                        || tags.iter().position(|known| *known == tag).is_some_and(|at| set >> at & 1 == 1)
                };
                a.holds(&holds) && b.holds(&holds)
            })
        })
    })
}

impl Condition {
    fn tags<'c>(&'c self, into: &mut Vec<&'c str>) {
        match self {
            Self::Tag(tag) => into.push(tag),
            Self::Not(inner) => inner.tags(into),
            Self::And(a, b) | Self::Or(a, b) => {
                a.tags(into);
                b.tags(into);
            }
        }
    }

    fn holds(&self, tag: &impl Fn(&str) -> bool) -> bool {
        match self {
            Self::Tag(name) => tag(name),
            Self::Not(inner) => !inner.holds(tag),
            Self::And(a, b) => a.holds(tag) && b.holds(tag),
            Self::Or(a, b) => a.holds(tag) || b.holds(tag),
        }
    }
}

/// How many words of a condition are read.
const MAX_WORDS: usize = 256;
/// How deep parentheses and negations of a condition are read.
const MAX_DEPTH: u32 = 32;

/// Reads `a && !(b || c)`.
struct Reader<'t> {
    words: std::iter::Peekable<std::vec::IntoIter<&'t str>>,
    depth: u32,
}

impl<'t> Reader<'t> {
    fn new(line: &'t str) -> Self {
        let mut words = Vec::new();
        let mut rest = line.trim();
        while !rest.is_empty() {
            let is_tag = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
            let len = match rest.find(|letter: char| !is_tag(letter)) {
                Some(0) if rest.starts_with("&&") || rest.starts_with("||") => 2,
                Some(0) => rest.chars().next().map_or(1, char::len_utf8),
                Some(len) => len,
                None => rest.len(),
            };
            let (word, after) = rest.split_at(len);
            words.push(word);
            rest = after.trim_start();
        }
        words.truncate(MAX_WORDS);
        Self { words: words.into_iter().peekable(), depth: 0 }
    }

    fn or(&mut self) -> Option<Condition> {
        let mut left = self.and()?;
        while self.words.next_if_eq(&"||").is_some() {
            left = Condition::Or(Box::new(left), Box::new(self.and()?));
        }
        Some(left)
    }

    fn and(&mut self) -> Option<Condition> {
        let mut left = self.not()?;
        while self.words.next_if_eq(&"&&").is_some() {
            left = Condition::And(Box::new(left), Box::new(self.not()?));
        }
        Some(left)
    }

    fn not(&mut self) -> Option<Condition> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let read = match self.words.next()? {
            "!" => Some(Condition::Not(Box::new(self.not()?))),
            "(" => {
                let inner = self.or()?;
                self.words.next_if_eq(&")").map(|_| inner)
            }
            tag => Some(Condition::Tag(tag.to_owned())),
        };
        self.depth -= 1;
        read
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_files_meet_in_a_build() {
        let meet = |a: (&str, &str), b: (&str, &str)| {
            let of = |(stem, line): (&str, &str)| of_file(stem, (!line.is_empty()).then_some(line));
            can_meet(of(a).as_ref(), of(b).as_ref())
        };
        assert!(meet(("a", ""), ("b", "jsoniter")));
        assert!(!meet(("a", "jsoniter"), ("b", "!jsoniter")));
        assert!(!meet(("a_linux", ""), ("b_windows", "")));
        assert!(meet(("a_linux", ""), ("b", "unix && !appengine")));
        assert!(!meet(("a_windows_amd64", ""), ("b", "(linux || darwin) && amd64")));
        assert!(meet(("a_test", "!appengine && go1.20"), ("b_linux_test", "")));
        assert!(!meet(("a", "unix"), ("b", "plan9")));
    }

    #[test]
    fn the_default_build_is_plain_linux() {
        let held = |stem: &str, line: &str| {
            of_file(stem, (!line.is_empty()).then_some(line)).is_none_or(|condition| holds_by_default(&condition))
        };
        for (stem, line) in
            [("a", "cgo && go1.99"), ("a_linux_amd64_test", ""), ("a", "unix && !appengine"), ("linux", "")]
        {
            assert!(held(stem, line), "{stem} {line}");
        }
        for (stem, line) in
            [("a", "ignore"), ("a_darwin", ""), ("a", "gccgo || (linux && arm64)"), ("_a", ""), ("a", "!go1.18")]
        {
            assert!(!held(stem, line), "{stem} {line}");
        }
    }
}
