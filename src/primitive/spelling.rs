//! Names as languages and their tools spell them, in the spelling of names here: `Conn.halt/1`, `::DB::Open`, `Easy::$errno`,
//! `SkipList<K, C>::Insert`, `(anonymous namespace)::Bloom`, `Command.main(_:)`.

/// The names by which compilers call a namespace that has none.
const ANONYMOUS: [&str; 3] = ["(anonymous namespace)::", "`anonymous namespace'::", "{anonymous}::"];

/// A name without what its language writes around it; `None` where nothing is.
pub fn plain_spelling(text: &str) -> Option<String> {
    let mut plain = text.trim().to_owned();
    for anonymous in ANONYMOUS {
        plain = plain.replace(anonymous, "");
    }
    plain = without_parameters(&plain);
    plain = without_arity(&plain).to_owned();
    if !plain.contains("operator") {
        plain = without_counts(&without_type_arguments(&plain));
    }
    // A shell, or a language of the caller, may have doubled the signs between the parts.
    plain = plain.replace("\\\\", "\\").replace("->", ".").replace("::$", ".").replace(".$", ".");
    plain = without_nesting(&plain.replace(".prototype.", "."));
    let plain = plain.trim_start_matches("::").trim_start_matches(['\\', '.']).trim_end_matches(['.', ':']);
    (plain != text && !plain.is_empty()).then(|| plain.to_owned())
}

/// `main` of `main(_:)`.
fn without_parameters(text: &str) -> String {
    match text.split_once('(') {
        Some((head, rest)) if rest.ends_with(')') && !head.is_empty() => head.trim_end().to_owned(),
        _ => text.to_owned(),
    }
}

/// Whether a text ends inside brackets, as `scope(state` does, which is before the first colon of a name.
pub fn is_open(text: &str) -> bool {
    text.matches('(').count() > text.matches(')').count()
}

/// The remark on a part of a name that says which of several is meant, and is not compared: `halt/1`, `scope(state:action:)`.
pub fn uncompared(text: &str, plain: &str) -> Option<String> {
    if without_arity(text) != text {
        return Some(format!("the number in `{text}` is not compared: every `{plain}` is meant"));
    }
    let has_labels = text.split_once('(').is_some_and(|(_, rest)| rest.ends_with(":)"));
    has_labels.then(|| format!("the labels in `{text}` are not compared: every `{plain}` is meant"))
}

/// `halt` of `halt/1`.
fn without_arity(text: &str) -> &str {
    match text.rsplit_once('/') {
        Some((head, arity))
            if !head.contains('/') && !arity.is_empty() && arity.bytes().all(|it| it.is_ascii_digit()) =>
        {
            head
        }
        _ => text,
    }
}

/// `List::add` of `List<A<B>>::add`.
fn without_type_arguments(text: &str) -> String {
    let (mut plain, mut depth) = (String::new(), 0_usize);
    let mut before = ' ';
    for letter in text.chars() {
        match letter {
            '<' => depth += 1,
            '>' if depth > 0 && before != '-' => depth -= 1,
            _ if depth == 0 => plain.push(letter),
            _ => {}
        }
        before = letter;
    }
    if depth == 0 { plain } else { text.to_owned() }
}

/// `Map.Node` of `Map$Node` and `Map+Node`, as the platforms of Java and C# call a type inside of another.
fn without_nesting(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_inside = plain.ends_with(char::is_alphanumeric) && letters.peek().is_some_and(|it| it.is_uppercase());
        plain.push(if matches!(letter, '$' | '+') && is_inside { '.' } else { letter });
    }
    plain
}

/// ``Policy`1.Run`` without how many type parameters `Policy` has.
fn without_counts(text: &str) -> String {
    let mut parts = text.split('`');
    let mut plain = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_count = rest.len() < part.len() && (rest.is_empty() || rest.starts_with(['.', '+', '#', ':']));
        if !is_count {
            plain.push('`');
        }
        plain.push_str(if is_count { rest } else { part });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_languages_are_read() {
        for (text, plain) in [
            ("Plug.Conn.halt/1", "Plug.Conn.halt"),
            ("::leveldb::DB::Open", "leveldb::DB::Open"),
            ("EasyHandle::$errno", "EasyHandle.errno"),
            ("EasyHandle->errno", "EasyHandle.errno"),
            ("leveldb::SkipList<Key, Comparator>::Insert", "leveldb::SkipList::Insert"),
            ("leveldb::(anonymous namespace)::BloomHash", "leveldb::BloomHash"),
            ("ParsableCommand.main(_:)", "ParsableCommand.main"),
            ("DB::Open(const Options&, const std::string&)", "DB::Open"),
            ("\\GuzzleHttp\\Client", "GuzzleHttp\\Client"),
            ("Polly.Policy`1", "Polly.Policy"),
            ("Policy`2.Execute", "Policy.Execute"),
            ("GuzzleHttp\\\\Client", "GuzzleHttp\\Client"),
            ("LinkedTreeMap$Node", "LinkedTreeMap.Node"),
            ("Dapper.SqlMapper+GridReader", "Dapper.SqlMapper.GridReader"),
            ("Axios.prototype.request", "Axios.request"),
        ] {
            assert_eq!(plain_spelling(text).as_deref(), Some(plain));
        }
    }

    #[test]
    fn a_plain_name_has_no_other_spelling() {
        for text in ["Conn.halt", "a/b.c", "src/a.ts:12", "std::operator<", "Hash#empty?", "(*Mux)", "a < b"] {
            assert_eq!(plain_spelling(text), None, "{text}");
        }
    }
}
