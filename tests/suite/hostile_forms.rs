//! Nasty forms of source, each of any size: the table behind `hostile.rs`.

/// A text that grows: `head`, then `open` n times, `middle`, `close` n times, `tail`.
pub struct Form {
    /// What it is of; also the start of its file's name.
    pub name: &'static str,
    /// The ending of its file.
    pub ending: &'static str,
    /// What stands once before.
    pub head: &'static str,
    /// What is repeated.
    pub open: &'static str,
    /// What stands once in the middle.
    pub middle: &'static str,
    /// What is repeated as often again.
    pub close: &'static str,
    /// What stands once behind.
    pub tail: &'static str,
    /// After how many bytes of repeated text a line ends; a file of one line is no source.
    pub line: usize,
}

impl Form {
    /// The form at about `size` bytes.
    pub fn text(&self, size: usize) -> Vec<u8> {
        let n = (size / (self.open.len() + self.close.len()).max(1)).max(1);
        let mut text = self.head.to_owned();
        repeat(&mut text, self.open, n, self.line);
        text.push_str(self.middle);
        repeat(&mut text, self.close, n, self.line);
        text.push_str(self.tail);
        text.into_bytes()
    }
}

/// Appends `unit` n times, with line ends between.
fn repeat(text: &mut String, unit: &str, n: usize, line: usize) {
    let mut since = 0;
    for at in 0..n {
        // `@` is the number of the round.
        let unit = unit.replace('@', &at.to_string());
        text.push_str(&unit);
        since = if unit.ends_with('\n') { 0 } else { since + unit.len() };
        if since >= line && !unit.is_empty() {
            text.push('\n');
            since = 0;
        }
    }
}

/// A form of one repeated part.
const fn list(name: &'static str, ending: &'static str, head: &'static str, open: &'static str) -> Form {
    Form { name, ending, head, open, middle: "", close: "", tail: "", line: 80 }
}

/// A form of one repeated part in something.
const fn form(
    name: &'static str,
    ending: &'static str,
    head: &'static str,
    open: &'static str,
    tail: &'static str,
) -> Form {
    Form { name, ending, head, open, middle: "", close: "", tail, line: 80 }
}

/// A form of two repeated parts.
const fn nest(
    name: &'static str,
    ending: &'static str,
    head: &'static str,
    open: &'static str,
    close: &'static str,
) -> Form {
    Form { name, ending, head, open, middle: "1", close, tail: "\n", line: 80 }
}

/// All forms.
pub const FORMS: &[Form] = &[
    Form { line: 20, ..nest("comment-signs", "py", "", "/*", "*/") },
    list("raw-string", "py", "x = ", "r###"),
    list("as", "py", "", "import a as b@\n"),
    nest("parens", "py", "x = ", "(", ")"),
    nest("calls", "py", "x = ", "f(", ")"),
    nest("lambdas", "py", "x = ", "lambda: (", ")"),
    nest("format-strings", "py", "x = ", "f'{", "}'"),
    list("decorators", "py", "", "@a\n"),
    list("redefined", "py", "", "def f(): f()\n"),
    list("overloads", "c", "", "int f(int a) { return f(a); }\n"),
    list("overloads", "rb", "", "def f(a); f(a); end\n"),
    form("overloads", "java", "class A {\n", "A f(A a) { return this.f(a); }\n", "}\n"),
    form("overloads", "cs", "class A {\n", "A f(A a) { return this.f(a); }\n", "}\n"),
    Form {
        name: "requires-inside",
        ending: "js",
        head: concat!(
            "f(() => {{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{\n",
            "{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{\n"
        ),
        open: "require('./a@')\n",
        middle: concat!("}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}\n", "}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}})\n"),
        close: "",
        tail: "",
        line: 80,
    },
    list("strings-open", "py", "x = ", "\"\"\"a "),
    list("ternaries", "py", "x = (", "a if b else\n"),
    list("generics", "ts", "let x: ", "A<"),
    list("types-and-calls", "ts", "x = ", "a<b>(c<"),
    list("arrows", "ts", "x = ", "(a) => (b = "),
    nest("arrows-closed", "ts", "x = ", "() => { return ", "}"),
    list("templates", "ts", "x = ", "`${"),
    nest("objects", "js", "x = ", "{a: ", "}"),
    list("elements", "tsx", "x = ", "<a>"),
    nest("elements-closed", "tsx", "x = ", "<a>", "</a>"),
    list("comment-like", "ts", "", "/* a // "),
    list("regexes", "js", "x = ", "/a/ + /[/"),
    list("chain", "js", "x", ".f(() => 1)"),
    nest("functions", "js", "", "function f@() {\n", "}\n"),
    list("unions", "ts", "type X = ", "| {a: 'b@'}\n"),
    list("conditional-types", "ts", "type X = ", "A extends B ? C :\n"),
    nest("modules", "rs", "", "mod a@ {\n", "}\n"),
    list("paths", "rs", "fn f() { ", "a::"),
    list("macros", "rs", "fn f() { ", "m!(a, "),
    nest("macros-closed", "rs", "fn f() { ", "m!(", ");"),
    list("generics", "rs", "type X = ", "A<"),
    list("raw-strings", "rs", "const X: &str = ", "r#\"a"),
    list("comments-nested", "rs", "", "/* a "),
    list("closures", "rs", "fn f() { ", "|a| "),
    list("optional-chain", "c", "void f(){ x", "?.f()"),
    nest("blocks", "c", "void f() ", "{", "}"),
    list("casts", "c", "int x = ", "(a)(b)"),
    list("macros", "c", "", "#define A@(x) x\nA@(\n"),
    list("conditions", "c", "", "#if A\n"),
    list("pointers", "c", "int ", "(*f)("),
    nest("functions", "c", "", "void f@() {\n", "}\n"),
    list("templates", "cpp", "X<", "a<b<"),
    list("raw-strings", "cpp", "auto x = ", "R\"a("),
    nest("namespaces", "cpp", "", "namespace a@ {\n", "}\n"),
    list("lambdas", "cpp", "auto x = ", "[&](auto a){ return "),
    list("interpolated", "cs", "class A { string x = ", "$\"{"),
    nest("classes", "cs", "", "class A@ {\n", "}\n"),
    list("comment-like", "cs", "", "/* a // "),
    list("generics", "cs", "class A { ", "A<B<"),
    list("interpolated", "kt", "val x = ", "\"${\n"),
    list("parameters", "kt", "fun f(", "a: (b) -> (c@) -> "),
    list("lambdas", "kt", "val x = ", "f { a -> "),
    nest("classes", "java", "", "class A@ {\n", "}\n"),
    list("interfaces", "java", "class A implements ", "B@, "),
    list("casts", "java", "class A { int x = ", "(a)(b) -> "),
    list("generics", "java", "class A { ", "A<B<"),
    list("arrays", "go", "package p\nvar x = ", "[]a{"),
    nest("functions", "go", "package p\n", "func f@() { x := func() {\n", "}}\n"),
    list("types", "go", "package p\nvar x ", "map[a]func("),
    list("classes", "rb", "", "class A\n"),
    list("heredocs", "rb", "x = ", "<<A + "),
    list("heredocs-long", "rb", "x = ", "<<AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA + "),
    list("interpolated", "rb", "x = ", "\"#{"),
    list("arrays", "rb", "x = ", "%w[a "),
    list("blocks", "rb", "", "a do |b|\n"),
    list("substitutions", "sh", "x=", "$("),
    list("substitutions-quoted", "sh", "x=", "\"$("),
    list("heredocs", "sh", "", "cat <<A@\n"),
    list("brackets", "sh", "", "[[ a == (("),
    list("cases", "sh", "", "case a in\n"),
    list("substitutions", "php", "<?php\n", "$("),
    nest("functions", "php", "<?php\n", "function f@() {\n", "}\n"),
    list("heredocs", "php", "<?php\n", "$a = <<<A@\n"),
    list("interpolated", "php", "<?php\n$x = ", "\"{$a[\""),
    list("long-brackets", "lua", "x = ", "[=[ a "),
    list("comments", "lua", "", "--[==[ a\n"),
    nest("tables", "lua", "x = ", "{a = ", "}"),
    nest("functions", "lua", "x = ", "function() return ", " end"),
    list("chain", "scala", "object A { val x = a", ".f(b)"),
    list("words", "scala", "object A { val x = a", " and b"),
    list("braces", "scala", "object A { ", "def f = {\n"),
    list("interpolated", "scala", "object A { val x = ", "s\"${"),
    list("types", "scala", "object A { type X = ", "A[B["),
    list("interpolated", "dart", "var x = ", "'${"),
    list("cascades", "dart", "void f() { x", "..a(b)"),
    nest("classes", "dart", "", "class A@ { void f() {\n", "}}\n"),
    list("generics", "dart", "List<A> x = ", "A<B<"),
    list("interpolated", "ex", "x = ", "\"#{"),
    list("pipes", "ex", "x = a", " |> b(c)"),
    nest("modules", "ex", "", "defmodule A@ do\n", "end\n"),
    list("clauses", "ex", "", "def f(@), do: 1\n"),
    list("closures", "swift", "let x = ", "{ a in "),
    list("interpolated", "swift", "let x = ", "\"\\("),
    list("raw-strings", "swift", "let x = ", "#\"a\\#("),
    list("generics", "swift", "let x: ", "A<B<"),
    list("conditions", "swift", "", "#if A\n"),
];
