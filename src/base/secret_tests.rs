//! Credentials are made here from pieces, so that no scanner takes this file for a leak.

use proptest::prelude::*;

use super::*;
use crate::base::token::{ALL_FORMS, ISSUED, LED};
use crate::base::{LineIndex, QuotedText};

/// Letters that no one would take for a word.
fn noise(length: usize) -> String {
    "aZ3kQ9xW7bT1mR5v".chars().cycle().take(length).collect()
}

fn hex(length: usize) -> String {
    "9f86d081884c7d65".chars().cycle().take(length).collect()
}

fn upper(length: usize) -> String {
    "Q7XW3ZK9".chars().cycle().take(length).collect()
}

/// A credential of each kind, with what must stay around it.
fn samples() -> Vec<(String, String)> {
    let value = |parts: &[&str]| parts.concat();
    let alone = [
        value(&["AK", "IA", &upper(16)]),
        value(&["AS", "IA", &upper(16)]),
        value(&["gh", "p_", &noise(36)]),
        value(&["gh", "o_", &noise(36)]),
        value(&["gh", "s_", &noise(36)]),
        value(&["github", "_pat_", &noise(22), "_", &noise(59)]),
        value(&["gl", "pat-", &noise(20)]),
        value(&["xo", "xb-", &hex(12), "-", &noise(24)]),
        value(&["xa", "pp-1-", &noise(24)]),
        value(&["hooks.sl", "ack.com/services/", "T0000/B0000/", &noise(24)]),
        value(&["sk_", "live_", &noise(24)]),
        value(&["whs", "ec_", &noise(32)]),
        value(&["AI", "za", &noise(35)]),
        value(&["GOC", "SPX-", &noise(28)]),
        value(&["ya", "29.", &noise(40)]),
        value(&["np", "m_", &noise(36)]),
        value(&["py", "pi-", &noise(80)]),
        value(&["S", "G.", &noise(22), ".", &noise(43)]),
        value(&["S", "K", &hex(32)]),
        value(&["sk-", "ant-api03-", &noise(90)]),
        value(&["sk-", "proj-", &noise(48)]),
        value(&["sk-", &noise(48)]),
        value(&["h", "f_", &noise(34)]),
        value(&["dop", "_v1_", &hex(64)]),
        value(&["dckr", "_pat_", &noise(27)]),
        value(&["shp", "at_", &hex(32)]),
        value(&["da", "pi", &hex(32)]),
        value(&["hv", "s.", &noise(24)]),
        value(&["AGE-SEC", "RET-KEY-1", &upper(58)]),
        value(&["lin_", "api_", &noise(40)]),
        value(&["discord", ".com/api/webhooks/", &"1".repeat(18), "/", &noise(60)]),
        value(&["ey", "J", &noise(20), ".ey", "J", &noise(40), ".", &noise(43)]),
        value(&["123456789", ":AA", &noise(33)]),
    ];
    let led = [
        ("postgres://app:", noise(12), "@db.internal/x"),
        ("aws_secret_access_key = \"", noise(40), "\""),
        ("AWS_SECRET_ACCESS_KEY=", noise(40), ""),
        ("\"secretAccessKey\": \"", noise(40), "\","),
        ("DefaultEndpointsProtocol=https;AccountName=a;AccountKey=", noise(86) + "==", ";EndpointSuffix=x"),
        ("//registry.npmjs.org/:_authToken=", noise(24), ""),
        ("npmAuthToken: \"", noise(24), "\""),
    ];
    let alone = alone.into_iter().map(|it| (format!("key = \"{it}\" # kept"), it));
    alone.chain(led.into_iter().map(|(before, it, after)| (format!("{before}{it}{after}"), it))).collect()
}

#[test]
fn every_form_is_found_and_the_rest_of_the_line_stays() {
    for (line, value) in samples() {
        let text = format!("before\n{line}\nafter\n");
        let found = redact(&text);
        assert_eq!(found.text, text.replace(&value, REDACTED), "{line}");
        assert_eq!(found.lines, [(2, 2)], "{line}");
        // Nothing is found twice, and stars keep every place.
        assert_eq!(redact(&found.text).lines, [], "{line}");
        assert_eq!(mask(&text), text.replace(&value, &"*".repeat(value.len())));
    }
}

#[test]
fn every_row_has_a_sample_that_its_literals_find() {
    for (at, (of, literals, _, form)) in ISSUED.iter().chain(LED).enumerate() {
        let of_row = |(line, _): &(String, String)| !credentials(line, 1 << at).is_empty();
        let samples: Vec<_> = samples().into_iter().filter(of_row).collect();
        assert!(!samples.is_empty(), "{of}: {form}");
        for (line, _) in samples {
            assert!(occurring(&line) & (1 << at) != 0, "{of}: {literals:?} not in `{line}`");
        }
    }
    assert_eq!(occurring("fn main() { let task = 1; } // https://example.org\n// a@b.c\n"), 0);
}

/// Texts of credentials, whole or cut, in any case of their letters, with what may hide the literals of their forms.
fn spliced() -> impl Strategy<Value = String> {
    let between =
        prop::sample::select(vec!["", " ", "\n", "\"", "=", "é", "ſ", "K", "://", "aws ", "secret", "@", "x"]);
    let piece = (any::<prop::sample::Index>(), 0..100usize, 0..100usize, 0..4u8, between);
    let text = |pieces: Vec<(prop::sample::Index, usize, usize, u8, &str)>| {
        let samples = samples();
        let one = |(at, from, less, case, between): (prop::sample::Index, usize, usize, u8, &str)| {
            let line = &at.get(&samples).0;
            let from = if from < 50 { 0 } else { from % line.len() };
            let end = if less < 50 { line.len() } else { line.len() - less % (line.len() - from) };
            let cut = &line[from..end];
            let cut = match case {
                0 => cut.to_uppercase(),
                1 => cut.to_lowercase(),
                _ => cut.to_owned(),
            };
            cut + between
        };
        pieces.into_iter().map(one).collect()
    };
    prop::collection::vec(piece, 1..8).prop_map(text)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn literals_hide_no_credential(text in spliced()) {
        prop_assert_eq!(found(&text), found_of(&text, ALL_FORMS));
    }

    #[test]
    fn a_quote_is_the_line_of_the_redacted_text(text in spliced()) {
        for (quote, line) in quoted(&text) {
            prop_assert_eq!(quote, line);
        }
    }
}

#[test]
fn code_that_only_looks_alike_stays() {
    let plain = [
        "sk-circle-fade-dot and task-runner-with-a-long-name",
        "https://example.org:8080/a@b and git@github.com:owner/name.git",
        "postgres://user:${PASSWORD}@localhost and mysql://u:<password>@h and x://u:%s@h",
        "let AccountKey = config.AccountKey; aws_secret_access_key = os.environ[\"AWS_SECRET_ACCESS_KEY\"]",
        "const eyJack = eyJill.eyJoe; npm_config_registry; AKIAREN; ghp_short; xoxo-hugs",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ];
    for text in plain {
        assert_eq!(redacted(text), text);
    }
}

fn marker(what: &str, label: &str) -> String {
    format!("-----{what} {label}PRIVATE KEY-----")
}

#[test]
fn the_body_of_a_private_key_gives_way_line_by_line() {
    let (begin, end) = (marker("BEGIN", "RSA "), marker("END", "RSA "));
    let lines = format!("{}\n  {}\nQ=", noise(64), noise(64));
    let blank = format!("{REDACTED}\n  {REDACTED}\n{REDACTED}");
    for (before, after) in [("", ""), ("key: |\n", "next: 1\n"), ("# ", "")] {
        let text = format!("{before}{begin}\n{lines}\n{end}\n{after}");
        let found = redact(&text);
        assert_eq!(found.text, format!("{before}{begin}\n{blank}\n{end}\n{after}"));
        assert_eq!(found.lines.len(), 1);
    }
    // Without its end; in code; on one line.
    assert_eq!(
        redacted(&format!("{begin}\n{lines}\n\nfn main() {{}}\n")),
        format!("{begin}\n{blank}\n\nfn main() {{}}\n")
    );
    let code = format!("let k = \"{begin}\\n\" +\n  \"{}\\n\" +\n  \"{end}\";\nnext()\n", noise(64));
    assert!(!redacted(&code).contains(&noise(64)) && redacted(&code).ends_with("next()\n"), "{}", redacted(&code));
    let json = format!("{{\"private_key\": \"{begin}\\n{}\\n{}\\n{end}\\n\", \"id\": 1}}", noise(64), noise(10));
    assert_eq!(redacted(&json), format!("{{\"private_key\": \"{begin}{REDACTED}{end}\\n\", \"id\": 1}}"));
}

#[test]
fn code_that_names_the_markers_stays() {
    let (begin, end) = (marker("BEGIN", ""), marker("END", ""));
    for code in [
        format!("if text.contains(\"{begin}\") {{\n    return\n}}\nelse\n"),
        format!("const BEGIN: &str = \"{begin}\";\nconst END: &str = \"{end}\";\n"),
        format!("trim(\"{begin}\", \"{end}\")\n"),
        format!("{}\n{}\n{}\n", begin.replace("PRIVATE", "PUBLIC"), noise(64), end.replace("PRIVATE", "PUBLIC")),
    ] {
        assert_eq!(redacted(&code), code);
    }
}

/// The text of every line as it is quoted, and as the whole text without credentials has it.
fn quoted(text: &str) -> Vec<(String, String)> {
    let quotes = QuotedText::new(text.as_bytes().to_vec());
    let safe = redacted(text);
    let lines = LineIndex::new(safe.as_bytes());
    let pair = |line| (quotes.line(line).unwrap_or("").to_owned(), safe[lines.line(line)].to_owned());
    (1..=lines.n_lines() as u32 + 1).map(pair).collect()
}

#[test]
fn a_quoted_line_of_a_key_gives_way_however_far_its_begin_is() {
    let (begin, end) = (marker("BEGIN", "RSA "), marker("END", "RSA "));
    let body = format!("{}\n", noise(64)).repeat(200);
    let text = format!("{}{begin}\n{body}{end}\nfn main() {{}}\n", "// code\n".repeat(50));
    let quotes = QuotedText::new(text.clone().into_bytes());
    assert_eq!(quotes.line(50), Some("// code\n"));
    for line in [52, 100, 251] {
        assert_eq!(quotes.line(line), Some(&*format!("{REDACTED}\n")));
    }
    assert_eq!((quotes.line(253), quotes.line(0), quotes.line(254)), (Some("fn main() {}\n"), None, Some("")));
    assert!(quoted(&text).iter().all(|(quote, line)| quote == line));
}

#[test]
fn a_quoted_value_gives_way_where_its_name_is_lines_before() {
    for between in [" =\n", ":\n\n\n\n", "\"\n\n\n\n=\n\n\n\n"] {
        let text = format!("x\n_authToken{between}{}\nnext\n", noise(24));
        assert!(!redacted(&text).contains(&noise(24)), "{text}");
        assert!(quoted(&text).iter().all(|(quote, line)| quote == line), "{text}");
    }
    let text = format!("aws_secret_access_key:{}{}\n", "\n".repeat(7), noise(40));
    assert!(!redacted(&text).contains(&noise(40)));
    assert!(quoted(&text).iter().all(|(quote, line)| quote == line));
}
