//! The header of each program states what runs: both are rewritten to one spelling and compared.
//!
//! | program                                    | textbook                             |
//! |--------------------------------------------|--------------------------------------|
//! | `head <- body;`                            | `head :- body.`                      |
//! | `StepIn(part, ..)`                         | `step_in(Part, ..)`                  |
//! | `Db(g)`                                    | nothing: where the rows are          |
//! | `for &from in g.importers.row(to)`         | `imports(From, To)`; [`ROWS`]        |
//! | `for &x in ..` .. `let from = x`           | the same with `From` for `x`         |
//! | `let Wit(hops) = at`, `Wit(hops + 1)`      | `Hops` in place of `at`, `Hops + 1`  |
//! | `for (x, y) in g.hands_on(m, n)`           | `hands_on(M, N, X, Y)`               |
//! | `(g.is_test(file))`, `(!g.is_aside(def))`  | `test_file(File)`, `not aside(Def)`  |
//! | `(g.defines(occurrence))`                  | `defines(Occurrence)`                |
//! | `(g.states(m, n))`, `(g.silent(m, n))`     | `states(M, N)`, `silent(M, N)`       |
//! | `(3 <= g.implementers.row(s).len())`       | `3 <= count { extends(_, S) }`       |
//! | `(g.name(def) == name)`                    | `name(Def) = Name`                   |
//! | `!Seed(def)`, `==`                         | `not seed(Def)`, `=`                 |
//!
//! The order of rules counts; the order within a body does not, as crepe's is chosen for speed.

use cg_rules::{MIN_SIBLINGS, PROGRAMS, Program};

/// The reading of a row of the facts: `Y` is the variable of the `for`, `X` the key.
const ROWS: [(&str, &str); 28] = [
    ("imports", "imports(X,Y)"),
    ("importers", "imports(Y,X)"),
    ("package_importers", "imports_package(Y,X)"),
    ("dependents", "depends(Y,X)"),
    ("carriers", "carries(Y,X)"),
    ("requirers", "requires(Y,X)"),
    ("provides", "provides(X,Y)"),
    ("providers", "provides(Y,X)"),
    ("refers", "refers(X,Y)"),
    ("referrers", "refers(Y,X)"),
    ("relies", "relies(X,Y)"),
    ("relied_on_by", "relies(Y,X)"),
    ("callees", "calls(X,Y)"),
    ("callers", "calls(Y,X)"),
    ("supertypes", "extends(X,Y)"),
    ("implementers", "extends(Y,X)"),
    ("members", "member(X,Y)"),
    ("overriders", "overrides(Y,X)"),
    ("needers", "needs(Y,X)"),
    ("openers", "opens(Y,X)"),
    ("declares", "declares(X,Y)"),
    ("occurrences", "occurrence(X,Y)"),
    ("stands_for", "stands_for(X,Y)"),
    ("stand_ins", "stands_for(Y,X)"),
    ("hands_on", "hands_on(X,Y)"),
    ("star", "star(X,Y)"),
    ("changed", "changed(X,Y)"),
    ("changes", "changed(Y,X)"),
];

/// A rule in one spelling: its head, and what its body asks, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    head: String,
    body: Vec<String>,
}

/// The rules of a header.
fn stated(header: &str) -> Vec<Rule> {
    header.split(".\n").filter(|it| !it.trim().is_empty()).map(|it| rule(it, ":-")).collect()
}

/// The rules of a program: the text between the braces of `crepe!`, without its comments and declarations.
fn compiled(source: &str) -> Vec<Rule> {
    let (_, program) = source.split_once("crepe! {\n").expect("a program");
    let (program, _) = program.split_once("\n    }\n").expect("its end");
    let lines = program.lines().map(|line| line.split("//").next().unwrap_or(line));
    let text: String = lines.collect::<Vec<_>>().join("\n");
    text.split(';').filter(|it| it.contains("<-")).map(|it| rule(it, "<-")).collect()
}

fn rule(text: &str, arrow: &str) -> Rule {
    let (head, body) = text.split_once(arrow).expect("a head and a body");
    let mut parts: Vec<String> = vec![head.trim().to_owned()];
    parts.extend(split(body));
    inline(&mut parts);
    let head = spelling(&parts.remove(0));
    let mut body: Vec<String> = parts.iter().filter(|it| *it != "Db(g)").map(|it| spelling(it)).collect();
    body.sort();
    Rule { head, body }
}

/// Puts what a `let` binds in place of its name, everywhere in the rule.
fn inline(parts: &mut Vec<String>) {
    while let Some(place) = parts.iter().position(|it| it.starts_with("let ")) {
        let binding = parts.remove(place);
        let stated = binding.strip_prefix("let ").and_then(|it| it.split_once(" = "));
        let (pattern, value) = stated.expect("a binding");
        let (old, new) = (value.trim(), pattern.trim());
        let inner = new.strip_prefix("Wit(").and_then(|it| it.strip_suffix(')')).unwrap_or(new);
        parts.iter_mut().for_each(|it| *it = renamed(it, old, inner));
    }
}

/// The body at its commas, but for those within brackets.
fn split(body: &str) -> Vec<String> {
    let mut depth = 0;
    let mut parts = vec![String::new()];
    for letter in body.chars() {
        depth += i32::from("([{".contains(letter)) - i32::from(")]}".contains(letter));
        if letter == ',' && depth == 0 {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    parts.iter().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Replaces a whole word by another.
fn renamed(text: &str, old: &str, new: &str) -> String {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut words: Vec<String> = vec![String::new()];
    for letter in text.chars() {
        let last = words.last().and_then(|it| it.chars().last());
        if last.is_some_and(|last| !is_word(last) || !is_word(letter)) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(letter);
        }
    }
    words.iter().map(|it| if it == old { new } else { it }).collect()
}

/// One part of a rule by the table above: lower case, no spaces, no underscores in names.
fn spelling(part: &str) -> String {
    let bare = part.strip_prefix('(').and_then(|it| it.strip_suffix(')')).unwrap_or(part);
    let text = match bare.strip_prefix("for ").map(|it| it.trim_start_matches('&')).and_then(|it| it.split_once(" in "))
    {
        Some((value, row)) => row_of(value, row),
        None => bare.replace("Wit(0)", "0").replace("Wit(hops + 1)", "hops + 1").replace("!=", "≠"),
    };
    let text = text
        .replace("g.is_test(", "test_file(")
        .replace("g.is_aside(", "aside(")
        .replace("g.defines(", "defines(")
        .replace("g.name(", "name(")
        .replace("g.silent(", "silent(")
        .replace("g.states(", "states(")
        .replace("==", "=")
        .replace("MIN_SIBLINGS", &MIN_SIBLINGS.to_string())
        .replace("g.implementers.row(supertype).len()", "count { extends(_, supertype) }")
        .replace('!', "not ");
    let blank = text.replace("(_,", "(*,").replace(", _", ", *").replace("_,", "*,"); // keeps the nameless variable
    blank.chars().filter(|it| !it.is_whitespace() && *it != '_').flat_map(char::to_lowercase).collect()
}

fn row_of(value: &str, row: &str) -> String {
    let (name, key) = row.trim_end_matches(')').trim_start_matches("g.").split_once('(').expect("a row");
    let name = name.trim_end_matches(".row");
    let (_, relation) = ROWS.iter().find(|it| it.0 == name).expect("a row of the table");
    renamed(&renamed(relation, "X", key), "Y", value.trim_matches(['(', ')']))
}

#[test]
fn each_header_states_what_runs() {
    for Program { name, source, .. } in PROGRAMS {
        let header = Program::named(name).map(Program::header).unwrap_or_default();
        assert_eq!(stated(&header), compiled(source), "{name}");
        assert!(!stated(&header).is_empty(), "{name} has no rules");
    }
}

#[test]
fn a_header_that_drifts_is_noticed() {
    let edits = [
        ("imports(From, To)", "imports(To, From)"),
        ("refers(From", "imports(From"),
        ("Hops + 1", "Hops + 2"),
        ("Hops < Max", "Hops <= Max"),
        ("limit(Max), ", ""),
        (", test_file(File)", ""),
        (", not seed(Def)", ""),
        ("not aside(To)", "aside(To)"),
        ("3 <= count", "2 <= count"),
        ("From != To", "From = To"),
        (", Near + 1 = Far", ""),
        ("bridge(_, Part, _, From)", "bridge(Part, _, _, From)"),
        ("depends(File, Package)", "depends(File, Through)"),
        ("carries(File, Through)", "depends(File, Through)"),
        ("requires(Package, Through)", "requires(Through, Package)"),
        (", not own(File)", ""),
        ("provides(File, Package), ", ""),
        ("overrides(Def, Method)", "overrides(Method, Def)"),
        ("below(Def, Hops)", "below(Def, 0)"),
        ("member(Below, Def)", "member(Base, Def)"),
        (", name(Def) = Name", ""),
        (", not passed(File)", ""),
        ("not spared(File)", "spared(File)"),
        ("spine(_), ", ""),
        ("needs(From, To)", "needs(To, From)"),
        ("opens(Test, Def)", "opens(_, Def)"),
        ("0 < Max", "1 < Max"),
        (", not defines(Occurrence)", ""),
        (", definitions_too()", ""),
        ("stands_for(From, To)", "stands_for(To, From)"),
        ("same(Symbol), ", ""),
        ("step_out(_, From, To)", "step_in(_, From, To)"),
        ("calls(From, To), limit(Max)", "calls(To, From), limit(Max)"),
        ("not second(File)", "second(File)"),
        ("first(File), second(File)", "second(File)"),
        ("Place <= Max", "Place < Max"),
        ("source(From), imports(From, To)", "source(From), imports(To, From)"),
        ("Commit < Max", "Commit <= Max"),
        ("touched(Commit), changed(Commit, File)", "changed(Commit, File)"),
        (").\n", "), seed(_).\n"),
    ];
    for (old, new) in edits {
        let drifted = PROGRAMS.iter().filter(|it| it.header().contains(old)).collect::<Vec<_>>();
        assert!(!drifted.is_empty(), "no header holds `{old}`");
        for program in drifted {
            let header = program.header().replacen(old, new, 1);
            assert_ne!(stated(&header), compiled(program.source), "`{new}` for `{old}` in {}", program.name);
        }
    }
}

#[test]
fn the_table_is_in_order_and_complete() {
    assert!(PROGRAMS.is_sorted_by(|left, right| left.name < right.name));
    for Program { name, file, source } in PROGRAMS {
        let opens = source.starts_with(&format!("//! `{name}("));
        assert!(opens, "{file} does not open with its name in manifests");
        assert!(name.ends_with(file.trim_end_matches(".rs")), "{file} does not bear the name of {name}");
        assert!(source.contains("mod program {") && source.contains("run_with_hasher::<Fx>"), "{file}");
    }
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    for entry in std::fs::read_dir(dir).expect("the sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            continue; // the graphs
        }
        let file = path.file_name().and_then(|it| it.to_str()).unwrap_or_default().to_owned();
        let has_program = std::fs::read_to_string(&path).expect("a text").contains("crepe! {");
        assert_eq!(has_program, PROGRAMS.iter().any(|it| it.file == file), "{file} is not in the table of programs");
    }
}

#[test]
fn header_and_prose_are_told_apart() {
    let program = Program::named("type_graph.siblings").expect("a program");
    assert!(program.header().starts_with("family(Supertype)") && program.header().ends_with("not seed(Def).\n"));
    assert!(program.about().contains("the other implementers") && program.about().contains("no choice among many"));
    assert!(!program.about().contains(":-") && Program::named("siblings").is_none());
}
