//! The words of a message and of a trace that no author of the code chose: `Fatal error: Uncaught`, the frame of `main`.

use std::ops::Range;

use crate::base::TextPart;

/// The words with which runtimes begin a message.
const OPENING: &[&str] = &[
    "caused",
    "error",
    "exception",
    "fatal",
    "goroutine",
    "notice",
    "panic",
    "runtime",
    "stack",
    "thread",
    "traceback",
    "uncaught",
    "unhandled",
    "warning",
];

/// The further words of such a beginning: `Traceback (most recent call last):`, `thread 'main' panicked at`.
const FURTHER: &[&str] = &["call", "last", "main", "most", "panicked", "recent", "running", "trace"];

/// Opening words that need a second one: alone before a colon, they may name a type of the repository.
const NEVER_ALONE: &[&str] = &["goroutine", "runtime", "stack", "thread"];

/// The most words of a beginning, up to its colon.
const MOST_WORDS: usize = 6;

/// The names at which programs begin, and those that every type has: they name no code in particular.
const USUAL: &[&str] = &["Main", "__init__", "__main__", "init", "main", "module", "run"];

/// A text in which the runtime's own words, and usual names in frames, are blanks.
pub(super) fn without_own_words(text: &str) -> String {
    let heads = lines(text).flat_map(|(start, line)| own_words(line).into_iter().map(move |it| moved(&it, start)));
    let names = usual_frames(text).into_iter().map(|frame| frame.name);
    blanked(text, heads.chain(names).collect())
}

/// A text in which the words of its form are blanks: usual names of frames, in their paths as well (`/app/main.go`), and the words
/// with which a diff begins its parts.
pub fn without_words_of_form(text: &str) -> String {
    let words = |lines: Range<usize>| {
        let is_usual = |(_, word): &(usize, &str)| USUAL.contains(word);
        let found: Vec<(usize, &str)> = names(text.part(lines.clone())).filter(is_usual).collect();
        found.into_iter().map(move |(at, word)| moved(&(at..at + word.len()), lines.start))
    };
    let frames = usual_frames(text).into_iter().flat_map(|frame| frame.lines).flat_map(words);
    let diffs = lines(text).filter_map(|(start, line)| diff_words(line).map(|it| moved(&it, start)));
    blanked(text, frames.chain(diffs).collect())
}

/// The words by which a diff says that a file, its contents or a part of it follows.
fn diff_words(line: &str) -> Option<Range<usize>> {
    const FILE: &str = "diff --git ";
    const PART: &str = "@@";
    let is_digest = |rest: &str| {
        rest.contains("..") && rest.bytes().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'.' | b' '))
    };
    match line {
        _ if line.starts_with(FILE) => Some(0..FILE.len()),
        _ if line.strip_prefix("index ").is_some_and(is_digest) => Some(0..line.len()),
        _ => {
            let end = line.strip_prefix("@@ -")?.find(PART)?;
            Some(0..end + "@@ -".len() + PART.len())
        }
    }
}

/// The place of a part of a text in it.
fn place(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The names in a text, with their places.
fn names(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty());
    words.map(|word| (place(text, word), word))
}

/// A text with blanks in place of some of its parts; no place of another part changes.
fn blanked(text: &str, parts: Vec<Range<usize>>) -> String {
    let mut out = text.to_owned();
    for part in parts {
        let blanks: String = text.part(part.clone()).bytes().map(|it| if it == b'\n' { '\n' } else { ' ' }).collect();
        out.replace_range(part, &blanks);
    }
    out
}

/// The lines of a text, each with its place.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line.trim_end()))
    })
}

fn moved(part: &Range<usize>, by: usize) -> Range<usize> {
    part.start + by..part.end + by
}

/// The places of the runtime's own words in a line: those before each colon, as long as one of them opens a message.
fn own_words(line: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(end) = head_end(line.part(start..)) {
        let head = line.part(start..start + end);
        let words: Vec<(usize, &str)> = bare_words(head).collect();
        let is_one_of = |list: &[&str], word: &str| list.contains(&word.to_lowercase().as_str());
        if head.split_whitespace().count() > MOST_WORDS
            || !words.iter().take(2).any(|(_, word)| is_one_of(OPENING, word))
            || words.len() == 1 && is_one_of(NEVER_ALONE, words[0].1)
        {
            break;
        }
        let own = words.into_iter().filter(|(_, word)| is_one_of(OPENING, word) || is_one_of(FURTHER, word));
        found.extend(own.map(|(at, word)| start + at..start + at + word.len()));
        start += end + 1;
    }
    found
}

/// The end of the text before the first colon with a blank or nothing behind it.
fn head_end(text: &str) -> Option<usize> {
    let mut ends = text.match_indices(':').map(|(at, _)| at);
    ends.find(|at| text.part(at + 1..).chars().next().is_none_or(char::is_whitespace))
}

/// The words of a text that are no part of a longer name, with their places.
fn bare_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_around = |letter: char| letter.is_whitespace() || "()[]\"'`,;".contains(letter);
    let words = text.split(is_around).filter(|word| !word.is_empty());
    words.map(|word| (place(text, word), word))
}

/// A frame of a function with a usual name.
struct UsualFrame {
    /// The name; its type or module too, where that says no more.
    name: Range<usize>,
    /// The line, and the next where that has the place.
    lines: Vec<Range<usize>>,
}

fn usual_frames(text: &str) -> Vec<UsualFrame> {
    let all: Vec<(usize, &str)> = lines(text).collect();
    let mut found = Vec::new();
    for (at, (start, line)) in all.iter().enumerate() {
        let next = all.get(at + 1).map(|(start, line)| (*start, *line));
        let Some((name, has_next)) = framed(line, next.map_or("", |(_, line)| line)) else { continue };
        let function = line.part(name.clone());
        let last = function.rfind(['.', ':', '#', '/']).map_or(0, |at| at + 1);
        let bare = |part: &str| part.trim_matches(|it: char| "<>{}".contains(it)).to_owned();
        if !USUAL.contains(&bare(function.part(last..)).as_str()) {
            continue;
        }
        let is_all = function.split(['.', ':']).all(|part| part.is_empty() || USUAL.contains(&bare(part).as_str()));
        let from = if is_all { name.start } else { name.start + last };
        let whole = *start..start + line.len();
        let behind = next.filter(|_| has_next).map(|(start, line)| start..start + line.len());
        found.push(UsualFrame {
            name: start + from..start + name.end,
            lines: std::iter::once(whole).chain(behind).collect(),
        });
    }
    found
}

/// The function that a frame names, and whether its place is on the next line: `File "a.py", line 3, in main`, "a.rb:3:in `main'",
/// `at a.Main.main(Main.java:3)`, `#2 {main}`; `main.main()` and `3: app::main` above a place.
fn framed(line: &str, next: &str) -> Option<(Range<usize>, bool)> {
    let trimmed = line.trim_start();
    let indent = line.len() - trimmed.len();
    let until = |from: usize, marks: &[char]| {
        let rest = line.part(from..);
        from..from + rest.find(marks).unwrap_or(rest.len())
    };
    if trimmed.starts_with("File \"") {
        let at = line.rfind(", in ").filter(|at| line.part(..*at).contains("\", line "))?;
        return Some((at + ", in ".len()..line.len(), false));
    }
    if let Some(at) = line.find(":in `").or_else(|| line.find(":in '")) {
        return Some((until(at + ":in `".len(), &['\'']), false));
    }
    if trimmed.starts_with("at ") {
        return Some((until(indent + "at ".len(), &['(', ' ']), false));
    }
    if trimmed.starts_with('#') && trimmed.ends_with("{main}") {
        return Some((line.len() - "{main}".len()..line.len(), false));
    }
    if !(next.contains(':') && next.starts_with(char::is_whitespace)) {
        return None;
    }
    if let Some((number, _)) = trimmed.split_once(": ").filter(|_| next.trim_start().starts_with("at ")) {
        let start = indent + number.len() + ": ".len();
        return number.bytes().all(|it| it.is_ascii_digit()).then_some((start..line.len(), true));
    }
    let name = indent..indent + trimmed.find('(').filter(|_| trimmed.ends_with(')'))?;
    let is_name = !line.part(name.clone()).contains(char::is_whitespace) && line.part(name.clone()).contains('.');
    (is_name && indent == 0).then_some((name, true))
}

#[cfg(test)]
mod tests {
    use super::{without_own_words, without_words_of_form};

    fn left(text: &str) -> String {
        without_own_words(text).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_beginning_of_a_message_names_nothing() {
        for (line, wanted) in [
            ("PHP Fatal error:  Uncaught CartError: no error", "PHP : CartError: no error"),
            ("panic: runtime error: index", ": : index"),
            ("Traceback (most recent call last):", "( ):"),
            ("thread 'main' panicked at src/cart.rs:3:5:", "' ' at src/cart.rs:3:5:"),
            ("Exception in thread \"main\" shop.CartError: main", "in \" \" shop.CartError: main"),
            ("goroutine 34 [running]:", "34 [ ]:"),
            ("error handler fails", "error handler fails"),
            ("Thread: a name is lost", "Thread: a name is lost"),
            ("Logger::error(): fatal", "Logger::error(): fatal"),
        ] {
            assert_eq!(left(line), wanted, "{line}");
        }
    }

    #[test]
    fn the_heads_of_a_diff_are_no_words() {
        let diff = "diff --git a/cart.go b/cart.go\nindex 1a2b3c..4d5e6f 100644\n--- a/cart.go\n@@ -2,11 +2,11 @@ func total()\n-old\n";
        let left: Vec<String> = without_words_of_form(diff).split_whitespace().map(str::to_owned).collect();
        assert_eq!(left, ["a/cart.go", "b/cart.go", "---", "a/cart.go", "func", "total()", "-old"]);
        assert_eq!(without_words_of_form("index of carts..."), "index of carts...");
    }

    #[test]
    fn usual_names_of_frames_name_nothing() {
        for (text, wanted) in [
            ("main.main()\n\t/app/main.go:22 +0x1d", "() /app/main.go:22 +0x1d"),
            ("shop.Total(1)\n\t/app/cart.go:2", "shop.Total(1) /app/cart.go:2"),
            ("  File \"/a/b.py\", line 3, in <module>", "File \"/a/b.py\", line 3, in"),
            ("  File \"/a/b.py\", line 3, in total", "File \"/a/b.py\", line 3, in total"),
            ("  at shop.Cart.run(Cart.java:3)", "at shop.Cart. (Cart.java:3)"),
            ("a/b.rb:3:in `<main>'", "a/b.rb:3:in ` '"),
            ("#2 {main}", "#2"),
            ("  12: shop::main\n     at ./src/main.rs:3:5", "12: shop:: at ./src/main.rs:3:5"),
            ("call main.main() first", "call main.main() first"),
            ("main.main()", "main.main()"),
        ] {
            assert_eq!(left(text), wanted, "{text}");
        }
        let text = "shop.Total()\n\t/app/cart.go:2\nmain.main()\n\t/app/main.go:22\nwords";
        let left: Vec<String> = without_words_of_form(text).split_whitespace().map(str::to_owned).collect();
        assert_eq!(left, ["shop.Total()", "/app/cart.go:2", ".", "()", "/app/", ".go:22", "words"]);
        let text = "  File \"/srv/shop/cart.py\", line 3, in __init__";
        assert_eq!(without_words_of_form(text).trim_end(), "  File \"/srv/shop/cart.py\", line 3, in");
    }
}
