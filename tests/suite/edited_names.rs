//! An edit links who looks a name up that no line of the edited file has.

use crate::edited::{filler, walked};

/// Walks some files among so many others that a few are no large part of them.
fn walked_among(filler: &[(String, String)], files: &[(&str, &str)], step: (&str, &str, usize)) {
    let mut all: Vec<(&str, &str)> = filler.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    all.extend(files);
    walked(&all, &[step]);
}

#[test]
fn a_type_of_another_count_that_comes_is_no_matter_to_who_writes_it() {
    let files = [
        ("a.cs", "namespace M { class A { object M() { return new N.Foo<int>(); } } }\n"),
        ("b.cs", "class B { void K() { } }\n"),
        ("c.cs", "namespace N { class Foo { } }\n"),
    ];
    let step = ("b.cs", "class B { void K() { Foo<string> y = null; } }\n", 1);
    walked_among(&filler("cs", "namespace F { class F{at} { } }\n"), &files, step);
}

#[test]
fn what_a_variable_of_a_file_is_made_of_is_followed() {
    let files = [
        ("a.kt", "fun run() { x.ext() }\n"),
        ("b.kt", "val x: Column<Foo> = make()\n"),
        ("c.kt", "class Foo\n"),
        ("e.kt", "fun Column<Base>.ext() {}\n"),
        ("g.kt", "open class Base\n"),
    ];
    walked_among(&filler("kt", "fun own{at}() {}\n"), &files, ("c.kt", "class Foo : Base()\n", 3));
}

/// Java sees the functions of a Kotlin file by a class of the name of the file.
#[test]
fn a_first_function_of_a_file_is_seen_by_its_class() {
    let files = [
        ("p/util.kt", "package p\n\nclass Own\n"),
        ("p/Use.java", "package p;\n\nclass Use {\n  void run() { UtilKt.go(); }\n}\n"),
        ("q/Far.java", "package q;\n\nimport static p.UtilKt.go;\n\nclass Far {\n  void run() { go(); }\n}\n"),
        ("p/Other.java", "package p;\n\nclass Other {\n  void run() { OwnKt.go(); }\n}\n"),
    ];
    let step = ("p/util.kt", "package p\n\nclass Own\n\nfun go() {}\n", 4);
    walked_among(&filler("kt", "fun own{at}() {}\n"), &files, step);
}

#[test]
fn names_behind_a_namespace_that_a_macro_opens_are_followed() {
    let text = |open: &str| format!("#define BEGIN {open}\n#define END }}\nBEGIN\nint print(int a);\nEND\n");
    let (opens, another) = (text("namespace lib {"), text("namespace other {"));
    let files = [("a.h", opens.as_str()), ("b.cc", "#include \"a.h\"\nint use() { return lib::print(1); }\n")];
    walked_among(&filler("cc", "static int own{at}() { return 1; }\n"), &files, ("a.h", &another, 2));
}

#[test]
fn the_type_arguments_of_a_supertype_decide_what_is_overridden() {
    let files = [
        ("iv.cs", "namespace N { interface IV<T> { void Go(T x); } }\n"),
        ("e.cs", "namespace N { abstract class E : IV<int> { } }\n"),
        ("f.cs", "namespace N { class Sub : E { public void Go(int x) { } public void Go(string x) { } } }\n"),
    ];
    // What is bound names the supertype, too.
    let step = ("e.cs", "namespace N { abstract class E : IV<string> { } }\n", 3);
    walked_among(&filler("cs", "namespace F { class F{at} { } }\n"), &files, step);
}

#[test]
fn an_interface_of_the_library_that_a_struct_embeds_is_followed() {
    let r = |embedded: &str| format!("package m\n\nimport \"io\"\n\ntype R struct {{\n\tio.{embedded}\n}}\n");
    let (reads, closes) = (r("Reader"), r("Closer"));
    let files = [
        ("go.mod", "module example.com/m\n"),
        ("r.go", reads.as_str()),
        ("made.go", "package m\n\nfunc made() *R { return nil }\n"),
        ("use.go", "package m\n\nfunc use(p []byte) {\n\tmade().Read(p)\n}\n"),
        ("o.go", "package m\n\ntype O struct{}\n\nfunc (o *O) Read(p []byte) (n int, err error) { return 0, nil }\n"),
    ];
    walked_among(&filler("go", "package f{at}\n\nfunc F{at}() {}\n"), &files, ("r.go", &closes, 3));
}

/// An edit of one language is no matter to another that was edited before, but for a name that nothing else declares.
#[test]
fn a_name_is_followed_in_its_own_family_of_languages() {
    let mut all = filler("py", "def own{at}():\n    return 1\n");
    all.extend([
        ("a.py".to_owned(), "def go():\n    return 1\n".to_owned()),
        ("b.py".to_owned(), "import a\n\n\ndef use(x):\n    a.go()\n    x.lone()\n".to_owned()),
        ("c.py".to_owned(), "def other():\n    pass\n".to_owned()),
        ("A.java".to_owned(), "class A { }\n".to_owned()),
    ]);
    let files: Vec<(&str, &str)> = all.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let steps = [
        ("c.py", "def other():\n    other()\n", 1),
        ("A.java", "class A { int go() { return 1; } }\n", 2),
        ("A.java", "class A { int lone() { return 1; } }\n", 3),
    ];
    walked(&files, &steps);
}

/// An edit reads the files of its language alone, unless others write a name that changed.
#[test]
fn an_edit_in_one_language_is_seen_where_others_write_the_name() {
    let filler = filler("py", "x = 1\n");
    let mut files: Vec<(&str, &str)> = filler.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    files.extend([
        ("a.py", "from b import g\n\n\ndef f(box):\n    box.size()\n    return g()\n"),
        ("b.py", "def g():\n    pass\n"),
        ("a.ts", "import { size } from './b';\nexport function area(box: any) { box.depth; return size(); }\n"),
        ("b.ts", "export function size() {}\n"),
    ]);
    walked(
        &files,
        &[
            ("a.py", "from b import g\n\n\ndef f(box):\n    box.size()\n    g()\n    return g()\n", 1),
            // `depth` is declared now: TypeScript mentions it.
            ("b.py", "def g():\n    pass\n\n\ndef depth():\n    pass\n", 3),
        ],
    );
}

/// Whoever calls a member that others give to a value, or to a package, names neither these nor what they are of.
#[test]
fn members_that_others_give_are_followed() {
    let wrappers = "package lib\nobject syntax {\n  implicit class Rich(c: Circle) { def wide(): Int = 1 }\n  implicit def box(c: Circle): Box = null\n}\n";
    let types = "package lib\nclass Circle\nclass Square\nclass Box { def open(): Int = 1 }\nclass Bag { def open(): Int = 1 }\n";
    let lifted = "package p\npackage q\ntrait Low extends High\ntrait High { def f(): Int = 1 }\ntrait Other { def g(): Int = 1 }\n";
    let files = [
        ("lib/Wrappers.scala", wrappers),
        ("lib/Types.scala", types),
        ("p/package.scala", "package p\npackage object q extends Low\n"),
        ("p/Low.scala", lifted),
        (
            "use/Use.scala",
            "package use\nimport lib._\nimport lib.syntax._\nimport p.q._\nclass Use { def go(c: Circle): Int = { c.wide(); c.open(); f(); g() } }\n",
        ),
    ];
    let filler = filler("scala", "package filler\nclass F{at} { def own{at}(): Int = 1 }\n");
    let mut all: Vec<(&str, &str)> = filler.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    all.extend(files);
    let wrapped = wrappers.replace("Rich(c: Circle)", "Rich(c: Square)");
    let converted = wrappers.replace("Circle): Box", "Circle): Bag");
    let others = lifted.replace("extends High", "extends Other");
    walked(
        &all,
        &[
            ("lib/Wrappers.scala", &wrapped, 2),
            ("lib/Wrappers.scala", &converted, 0),
            ("p/Low.scala", &others, 0),
            ("p/package.scala", "package p\npackage object q extends High\n", 0),
        ],
    );
}
