//! Sources that are not UTF-8: their bytes are carried lossily, and every place stays (S3.9). Each language's case of names
//! gets a comment and a string of such bytes, or has a name replaced by them.

use std::fs;

use cg_bundle::base::Position;
use cg_bundle::language::{DeclKind, lists, of_path};
use cg_bundle::parse::{observe, sites};
use proptest::prelude::*;

use crate::support::cases;

/// For each case: code with a comment and a string, where `@` is replaced, and a declaration behind them.
const MORE: &[(&str, &str)] = &[
    ("bash", "# @\nx=\"@\"\nafter() { :; }\n"),
    ("c", "/* @ */\nconst char *x = \"@\";\nint after(void) { return 0; }\n"),
    ("cpp", "// @\nconst char *x = \"@\";\nint after(void) { return 0; }\n"),
    ("csharp", "// @\nclass After { string x = \"@\"; void F() {} }\n"),
    ("dart", "// @\nvar x = \"@\";\nvoid after() {}\n"),
    ("elixir", "# @\ndefmodule A do\n  def after(), do: \"@\"\nend\n"),
    ("go", "// @\nvar x = \"@\"\nfunc after() {}\n"),
    ("java", "// @\nclass After { String x = \"@\"; void f() {} }\n"),
    ("javascript", "// @\nconst x = \"@\";\nfunction after() {}\n"),
    ("kotlin", "// @\nval x = \"@\"\nfun after() {}\n"),
    ("lua", "-- @\nlocal x = \"@\"\nfunction after() end\n"),
    ("php", "// @\n$x = \"@\";\nfunction after() {}\n"),
    ("python", "# @\nx = \"@\"\ndef after(): pass\n"),
    ("ruby", "# @\nx = \"@\"\ndef after; end\n"),
    ("rust", "// @\nconst X: &str = \"@\";\nfn after() {}\n"),
    ("scala", "// @\nobject After { val x = \"@\"; def f() = 1 }\n"),
    ("swift", "// @\nlet x = \"@\"\nfunc after() {}\n"),
    ("tsx", "// @\nconst x = \"@\";\nfunction after() {}\n"),
    ("typescript", "// @\nconst x = \"@\";\nfunction after() {}\n"),
];

/// The name of a case's file and its text, by the name of the case.
fn samples() -> Vec<(String, String, &'static str)> {
    let mut found = Vec::new();
    for path in cases("cases/sites") {
        let case = fs::read_to_string(&path).expect("a case");
        let (file, rest) = case.strip_prefix("--- ").and_then(|it| it.split_once('\n')).expect("a file");
        let (text, _) = rest.split_once("--- sites\n").expect("sites");
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let more = MORE.iter().find(|(name, _)| *name == stem).unwrap_or_else(|| panic!("no code for {stem}")).1;
        found.push((file.to_owned(), text.to_owned(), more));
    }
    assert_eq!(found.len(), MORE.len());
    found
}

fn language(file: &str) -> usize {
    of_path(file).expect("a language")
}

/// A declaration as it is compared: its name, kind, place and lines.
type Shown = (String, DeclKind, Position, (u32, u32, u32));

fn declared(file: &str, content: &[u8]) -> Vec<Shown> {
    let seen = observe(language(file), content);
    let shown = |row: &cg_bundle::language::Declaration| {
        let lines = (row.start_line, row.end_line, row.body_line);
        (seen.name(row.name).to_owned(), row.kind, row.at, lines)
    };
    seen.declarations.iter().map(shown).collect()
}

/// The places of the calls, the imports and the names.
fn places(file: &str, content: &[u8]) -> (Vec<Position>, Vec<Position>, Vec<(Position, u32)>) {
    let seen = observe(language(file), content);
    let names = sites(language(file), content);
    let calls = seen.calls.iter().map(|row| row.at).collect();
    let imports = seen.imports.iter().map(|row| row.at).collect();
    (calls, imports, names.as_slice().iter().map(|site| (site.at, site.length)).collect())
}

/// The rest of a line from a place on; `None` where there is no such place.
fn text_at(content: &[u8], at: Position) -> Option<&[u8]> {
    let line = content.split(|byte| *byte == b'\n').nth(at.line as usize - 1)?;
    line.get(at.column as usize - 1..)
}

/// Every place is in the text, and where a declaration has its name in the text, that is on its line, not before its place.
fn assert_lies_in(file: &str, content: &[u8]) -> Result<(), TestCaseError> {
    let n_lines = content.split(|byte| *byte == b'\n').count() as u32;
    for (name, kind, at, (start, end, body)) in declared(file, content) {
        let in_order = start <= at.line && at.line <= end && end <= n_lines && body <= end;
        prop_assert!(in_order && text_at(content, at).is_some(), "{file}: {name} at {at}, {start} to {end}");
        let is_plain =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic()) && kind != DeclKind::File;
        // A constructor stands under the name of its type.
        let is_plain = is_plain && !lists(|it| it.constructors, &name);
        if is_plain && content.windows(name.len()).any(|it| it == name.as_bytes()) {
            // `Type::name` begins at its type.
            let is_there =
                text_at(content, at).is_some_and(|it| it.windows(name.len()).any(|it| it == name.as_bytes()));
            let stated = matches!(kind, DeclKind::Function | DeclKind::Method | DeclKind::Class);
            prop_assert!(is_there || !stated, "{file}: {name} is not at {at}");
        }
    }
    let (calls, imports, names) = places(file, content);
    let names = names.into_iter().map(|(at, _)| at);
    for at in calls.into_iter().chain(imports).chain(names) {
        prop_assert!(text_at(content, at).is_some(), "{file}: a place at {at}");
    }
    Ok(())
}

/// Bytes that are no UTF-8, or hardly ever: Latin-1, Windows-1252, lone continuations, heads of sequences.
fn odd_bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![0xC0..=0xFFu8, 0x80..=0x9Fu8, 0x80..=0xBFu8, Just(0xE9), Just(0xFE)];
    prop::collection::vec(byte, 1..12)
}

fn with(text: &str, bytes: &[u8]) -> Vec<u8> {
    let mut parts = text.split('@').map(str::as_bytes);
    let mut content = parts.next().unwrap_or_default().to_vec();
    for part in parts {
        content.extend_from_slice(bytes);
        content.extend_from_slice(part);
    }
    content
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_in_comments_and_strings_move_nothing(bytes in odd_bytes()) {
        let letters = vec![b'q'; bytes.len()];
        for (file, text, more) in samples() {
            let odd = [text.as_bytes(), &with(more, &bytes), text.as_bytes()].concat();
            let plain = [text.as_bytes(), &with(more, &letters), text.as_bytes()].concat();
            prop_assert_eq!(declared(&file, &odd), declared(&file, &plain), "{}", &file);
            prop_assert_eq!(places(&file, &odd), places(&file, &plain), "{}", &file);
        }
    }

    #[test]
    fn bytes_in_names_leave_every_place_in_the_text(bytes in odd_bytes(), which in any::<prop::sample::Index>()) {
        for (file, text, more) in samples() {
            let whole = text.clone() + &more.replace('@', "q") + &text;
            let names = places(&file, whole.as_bytes()).2;
            let (at, length) = names[which.index(names.len())];
            let offset = whole.split_inclusive('\n').take(at.line as usize - 1).map(str::len).sum::<usize>();
            let start = offset + at.column as usize - 1;
            let mut odd = whole.into_bytes();
            odd.splice(start..start + length as usize, bytes.iter().copied());
            assert_lies_in(&file, &odd)?;
        }
    }

    #[test]
    fn text_of_two_bytes_a_letter_has_places_too(is_big in any::<bool>(), cut in 0..3usize) {
        for (file, text, _) in samples() {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            let bytes = |unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() };
            let mut content: Vec<u8> = units.flat_map(bytes).collect();
            content.truncate(content.len() - cut);
            assert_lies_in(&file, &content)?;
        }
    }
}
