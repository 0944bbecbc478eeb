//! Takes out what only a preprocessor understands: macros that stand where the grammar has no place for a name, such as
//! `class EXPORT Type`, `int x GUARDED_BY(mutex);`, `API int f(void);`. They become spaces, so that every place stays.

use std::borrow::Cow;

use super::reader::{MacroReader, PRIMITIVES, QUALIFIERS, STATEMENTS, TAGS};
use super::token::{CToken, Sort, tokens};

/// The keywords that macros for compilers without exceptions stand for.
const TRY: &[u8] = b"try";
const CATCH: &[u8] = b"catch";
const CATCH_ALL: &[u8] = b"catch(...)";
/// The most tokens of a block that is looked through for what follows it.
const BLOCK: usize = 1000;

/// The text with such macros as spaces.
pub fn without_macros(text: &[u8]) -> Cow<'_, [u8]> {
    let mut reader =
        MacroReader { text, tokens: tokens(text), kept: Vec::new(), opened: Vec::new(), keywords: Vec::new() };
    let mut plain = Cow::Borrowed(text);
    let mut at = 0;
    while let Some(token) = reader.tokens.get(at).copied() {
        let end = if token.sort == Sort::Upper { reader.end_of_macro(at) } else { None };
        match end {
            Some(end) => {
                let last = reader.tokens[end - 1].end;
                let blank =
                    plain.to_mut()[token.start..last].iter_mut().filter(|byte| **byte != b'\n' && **byte != b'\r');
                blank.for_each(|byte| *byte = b' ');
                at = end;
            }
            None => {
                if token.sort == Sort::Upper {
                    reader.enter_try(at);
                }
                if token.sort == Sort::Word && reader.is_cast_in_condition(at) {
                    plain.to_mut()[token.start..token.end].fill(b' ');
                }
                if let Some((_, keyword)) = reader.keywords.iter().find(|(of, _)| *of == at) {
                    let word = &mut plain.to_mut()[token.start..token.end];
                    word.fill(b' ');
                    word[..keyword.len()].copy_from_slice(keyword);
                    reader.keywords.retain(|(of, _)| *of > at);
                }
                reader.keep(token);
                at += 1;
            }
        }
    }
    plain
}

impl MacroReader<'_> {
    /// Behind the name at a token, if it is a macro that the grammar has no place for.
    fn end_of_macro(&self, at: usize) -> Option<usize> {
        let behind = self.behind(at);
        let has_arguments = behind > at + 1;
        let is_path = self.is_scope(at + 1) && self.tokens[at + 1].start == self.tokens[at].end;
        // Of several in a row each goes for itself.
        let last = if has_arguments { behind } else { self.behind_bare(at) };
        let before = self.before(1);
        let word = before.map_or("", |token| self.word(token));
        if !has_arguments && (self.precedes_type(behind) || self.precedes_constructor(at)) {
            return Some(behind);
        }
        let is_one = if self.closes_fields() {
            self.is_sign(behind, b"*") || self.is_name(behind) && self.is_sign(behind + 1, b";,=[")
        } else if TAGS.contains(&word) {
            self.names_type(behind, word == "class")
        } else if self.ends_declarator(word) {
            self.is_sign(behind, b";{=:,") || self.sort(behind) == Some(Sort::Upper) || self.ends_head(behind)
        } else if self.ends_field(word) {
            has_arguments && self.is_sign(behind, b";=")
        } else if self.before(1).is_some_and(|token| token.sort == Sort::Sign(b']')) {
            // `Type name[n] GUARDED_BY(mutex);`
            has_arguments && self.is_sign(behind, b";=")
        } else if self.is_start() || self.is_behind_template() || QUALIFIERS.contains(&word) {
            (!has_arguments || self.is_sign(behind, b"*") || self.is_name(behind))
                && (self.declares(behind) || last > behind && self.declares(last))
                || (!has_arguments && self.is_start() && self.is_alone(at))
        } else {
            let name = self.path(behind).1;
            !has_arguments && self.ends_type(word) && self.is_name(name) && self.is_sign(name + 1, b"(")
        };
        (is_one && !is_path).then_some(behind)
    }

    /// `MACRO class Name`, `MACRO template <…>`: in C, `class` and `template` may be names, `BYTE class;`.
    fn precedes_type(&self, at: usize) -> bool {
        let at = self.behind_bare(at);
        let word = |at: usize| self.tokens.get(at).map_or("", |token| self.word(*token));
        let is_named = |at: usize| self.is_name(at) && (!self.is_sign(at + 1, b"(") || self.is_name(self.behind(at)));
        match word(at) {
            "struct" | "enum" | "union" => true,
            "class" => is_named(at + 1) || (self.is_sign(at + 1, b"[") && self.is_sign(at + 2, b"[")),
            "template" => self.is_sign(at + 1, b"<") || TAGS.contains(&word(at + 1)),
            _ => false,
        }
    }

    /// `MACRO Name(…) : field_(…) {`, `MACRO Name::Name(…) {`, `MACRO Name::~Name()`, where a declaration may start.
    fn precedes_constructor(&self, at: usize) -> bool {
        let before = self.before(1).map_or("", |token| self.word(token));
        if !self.is_start() && !self.is_behind_template() && !QUALIFIERS.contains(&before) {
            return false;
        }
        let (of, name) = self.path(self.behind_bare(at));
        let word = |at: usize| self.tokens.get(at).map_or("", |token| self.word(*token));
        let scope = self.behind_angles(name + 1);
        let is_destructor = self.is_scope(scope) && self.is_sign(scope + 2, b"~");
        if is_destructor || of.is_some_and(|of| word(of) == word(name)) && self.is_sign(name + 1, b"(") {
            return true;
        }
        let mut end = self.behind(name);
        if !self.is_name(name) || end == name + 1 {
            return false;
        }
        // `noexcept`, or a macro for it.
        if self.is_name(end) {
            end = self.behind(end);
        }
        let field = end + 1;
        self.is_sign(end, b":") && self.is_name(field) && self.is_sign(field + 1, b"({<:")
    }

    /// `class MACRO Name {`, `: public Base`, `final`; `struct MACRO name;` is a variable, but `class MACRO Name;` a type.
    fn names_type(&self, mut at: usize, is_class: bool) -> bool {
        while self.sort(at) == Some(Sort::Upper) && self.is_name(self.behind(at)) {
            at = self.behind(at);
        }
        let is_final = |at: usize| self.tokens.get(at).is_some_and(|token| self.word(*token) == "final");
        let is_based = self.is_sign(at + 1, b":") && !self.is_sign(at + 2, b":");
        let ends: &[u8] = if is_class { b"{;" } else { b"{" };
        self.is_name(at) && (self.is_sign(at + 1, ends) || is_based || is_final(at + 1))
    }

    /// `type name(…)`, or `const` and its like behind it: `if (…)` is none.
    fn ends_declarator(&self, word: &str) -> bool {
        if matches!(word, "override" | "noexcept") {
            return true;
        }
        let Some((last, open)) = self.kept.iter().rev().find(|(token, _)| self.word(*token) != "const") else {
            return false;
        };
        if last.sort != Sort::Sign(b')') || *open < 2 || *open >= self.kept.len() {
            return false;
        }
        let kept = |back: usize| open.checked_sub(back).map(|at| self.kept[at].0);
        let (name, of) = (self.kept[*open - 1].0, self.kept[*open - 2].0);
        let is_name = !self.word(name).is_empty() && !STATEMENTS.contains(&self.word(name));
        // `Type::name(…)`, `Type<T>::name(…)`
        let is_scoped = [2, 3].iter().all(|back| kept(*back).is_some_and(|it| it.sort == Sort::Sign(b':')));
        let is_member = is_scoped && kept(4).is_some_and(|it| !self.word(it).is_empty() || it.sort == Sort::Sign(b'>'));
        is_name && (is_member || self.is_typed(of))
    }

    /// Whether a word ends the head of a function, behind its parameters: `override`, `final` and `noexcept`.
    fn ends_head(&self, at: usize) -> bool {
        let word = self.tokens.get(at).map_or("", |token| self.word(*token));
        matches!(word, "override" | "final" | "noexcept")
    }

    /// Whether a name may follow as that of a declaration.
    fn is_typed(&self, of: CToken) -> bool {
        let word = self.word(of);
        match of.sort {
            Sort::Word => ![STATEMENTS, QUALIFIERS, TAGS].iter().any(|list| list.contains(&word)),
            Sort::Sign(sign) => b"*&>~".contains(&sign),
            _ => false,
        }
    }

    /// `Type name`, as a field has it.
    fn ends_field(&self, word: &str) -> bool {
        let is_name = !word.is_empty() && ![STATEMENTS, QUALIFIERS, PRIMITIVES].iter().any(|list| list.contains(&word));
        // `Type* const name`
        let mut of = 2;
        while self.before(of).is_some_and(|token| self.word(token) == "const") {
            of += 1;
        }
        is_name && self.before(of).is_some_and(|of| self.is_typed(of))
    }

    /// `type`, before which a declaration starts.
    fn ends_type(&self, word: &str) -> bool {
        let is_pointer = self.before(1).is_some_and(|token| token.sort == Sort::Sign(b'*'));
        let is_type = !word.is_empty() && ![STATEMENTS, QUALIFIERS, TAGS].iter().any(|list| list.contains(&word));
        is_pointer || is_type
    }

    /// `int name(`, `const Type *name =`: a whole declaration without what stood before it.
    fn declares(&self, mut at: usize) -> bool {
        let is_any = |at: usize, lists: &[&[&str]]| {
            let word = self.tokens.get(at).map_or("", |token| self.word(*token));
            lists.iter().any(|list| list.contains(&word))
        };
        while is_any(at, &[QUALIFIERS, &["struct", "enum", "union", "unsigned", "signed", "typename"]]) {
            at += 1;
        }
        // `::a::b` is one name.
        at += if self.is_scope(at) { 2 } else { 0 };
        if !self.is_name(at) {
            return false;
        }
        at = self.path(at).1 + 1;
        at = self.behind_angles(at);
        while self.is_sign(at, b"*&") || is_any(at, &[&["const"]]) {
            at += 1;
        }
        // `API int (name)(void);` keeps a macro of the name out.
        let is_bracketed = self.is_sign(at, b"(") && self.is_name(at + 1) && self.is_sign(at + 2, b")");
        let name = self.path(at).1;
        let is_operator = self.is_sign(self.path_to_operator(at), b"(");
        (is_bracketed && self.is_sign(at + 3, b"("))
            || (self.is_name(at) && self.is_sign(name + 1, b"(;=[,:"))
            || is_operator
    }

    /// Behind `operator` and its sign, where a function of that name is declared at a token.
    fn path_to_operator(&self, at: usize) -> usize {
        let (_, last) = self.path(at);
        let word = |at: usize| self.tokens.get(at).map_or("", |token| self.word(*token));
        let sign = match word(at) {
            "operator" => at + 1,
            _ if self.is_scope(last + 1) && word(last + 3) == "operator" => last + 4,
            _ => return usize::MAX,
        };
        (sign..sign + 3).find(|at| *at > sign && self.is_sign(*at, b"(")).unwrap_or(usize::MAX)
    }

    /// Notes what a macro is for that begins a block whose errors are caught: `try` before `catch`, or before a macro for
    /// that; nothing where the macro behind the block is all of `catch (…) {…}`.
    fn enter_try(&mut self, at: usize) {
        if !self.is_sign(at + 1, b"{") || !self.is_start() {
            return;
        }
        let Some(behind) = self.behind_block(at + 1) else { return };
        let token = self.tokens[behind];
        if self.word(token) == "catch" {
            self.keywords.push((at, TRY));
        } else if token.sort == Sort::Upper {
            let end = self.behind(behind);
            let length = token.end - token.start;
            match self.is_sign(end, b"{") {
                true if end > behind + 1 && length >= CATCH.len() => self.keywords.extend([(at, TRY), (behind, CATCH)]),
                true if end == behind + 1 && length >= CATCH_ALL.len() => {
                    self.keywords.extend([(at, TRY), (behind, CATCH_ALL)]);
                }
                _ if self.is_sign(end, b";") => {}
                _ => self.keywords.push((at, b"")),
            }
        }
    }

    /// The token behind the block that starts at a token.
    fn behind_block(&self, at: usize) -> Option<usize> {
        let mut depth = 0;
        for next in at..(at + BLOCK).min(self.tokens.len()) {
            match self.tokens[next].sort {
                Sort::Sign(b'{') => depth += 1,
                Sort::Sign(b'}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(next + 1).filter(|behind| *behind < self.tokens.len());
            }
        }
        None
    }

    /// `if (unsigned(a) < b)`: the grammar takes the type for that of a declaration, and `<` for what opens a template.
    fn is_cast_in_condition(&self, at: usize) -> bool {
        let word = |token: Option<CToken>| token.map_or("", |token| self.word(token));
        PRIMITIVES.contains(&word(self.tokens.get(at).copied()))
            && matches!(word(self.before(2)), "if" | "while")
            && self.before(1).is_some_and(|token| token.sort == Sort::Sign(b'('))
            && self.is_sign(at + 1, b"(")
            && !self.is_sign(at + 2, b"*&")
    }

    /// Whether the line holds nothing else, and what follows needs nothing before it.
    fn is_alone(&self, at: usize) -> bool {
        let token = self.tokens[at];
        let is_end = |byte: &u8| *byte == b'\n';
        let is_space = |text: &[u8]| text.iter().all(u8::is_ascii_whitespace);
        let first = self.text[..token.start].iter().rposition(is_end).map_or(0, |at| at + 1);
        let last = self.text[token.end..].iter().position(is_end).map_or(self.text.len(), |at| token.end + at);
        if !is_space(&self.text[first..token.start]) || !is_space(&self.text[token.end..last]) {
            return false;
        }
        match self.sort(at + 1) {
            None | Some(Sort::Directive) => true,
            Some(Sort::Word | Sort::Upper) => !self.is_sign(at + 2, b"("),
            Some(Sort::Sign(b'}')) => {
                self.before(1).is_some_and(|token| token.sort != Sort::Sign(b'{')) || self.opens_fields()
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_become_spaces_where_the_grammar_has_no_place_for_them() {
        let gone = [
            "class LIB_EXPORT Type {",
            "class LIB_EXPORT Type;",
            "struct LIB_ALIGN(8) type {",
            "int f(int a) LIB_NOTHROW;",
            "struct a {\n  ~a() LIB_NOTHROW override;",
            "int f() const LIB_NOTHROW final {",
            "int f() LIB_LOCKED(a) noexcept;",
            "void f() const LIB_LOCKED(a, b(c)) {",
            "void a::f(int b) const\n    LIB_LOCKED(c) {",
            "a<b>::a(int c) LIB_NOTHROW : d(c) {}",
            "Type name_ LIB_GUARDED(mutex_);",
            "Type name_[n] LIB_GUARDED(mutex_);",
            "LIB_API const char *f(void);",
            "LIB_API int (f)(void);",
            "LIB_API ::std::string f(int a) {",
            "static LIB_INLINE int f(void)",
            "int LIB_CALL f(void)",
            "class A {\n  LIB_OBJECT\n public:",
            "typedef struct a_s { int b; } LIB_FAR a;",
            "struct { struct { int b; } c; } LIB_FAR *a;",
            "LIB_BEGIN\nint x;",
            "struct a {\n  LIB_FIELDS\n  LIB_MORE\n};",
            "LIB_EXPORT class Type {",
            "LIB_EXPORT LIB_OLD class LIB_API Type;",
            "LIB_EXPORT template <typename T> class Type {",
            "LIB_EXPORT enum class type {",
            "int f(LIB_IN struct type *a);",
            "struct a {\n  LIB_CONST a(int b) : b_(b), c_{0} {}",
            "struct a {\n  template <class T> LIB_CONST LIB_INLINE a(T b) LIB_NOEXCEPT : b_(b) {}",
            "explicit LIB_CONST a(b c = d(e)) noexcept : base<b>(c) {}",
            "LIB_CONST a::a(int b) : b_(b) {}",
            "LIB_CONST a::a(int b) {}",
            "LIB_CONST a::~a() = default;",
            "LIB_CONST a<b>::a(int c) : c{d} {}",
            "LIB_CONST a<b>::~a() {}",
            "LIB_API std::shared_ptr<a> f(int a);",
            "LIB_API static const std::map<a, b<c>> &a::f(int a) {",
            "struct a {\n  LIB_API b<c>::d e;\n};",
            "template <typename M>\nvoid LIB_INLINE a::b<M>::f(int a) {",
            "LIB_API std::ostream &operator<<(int a);",
            "LIB_API bool a::operator==(int a) const {",
            "template <typename M>\nLIB_INLINE std::shared_ptr<a> a<M>::f(int a) {",
            "{ LIB_TRY { f(); }\nLIB_CATCH\n}",
            "{ LIB_TRY { f(); } LIB_CATCH(...) { g(); } }",
            "{ LIB_TRY { f(); } LIB_CATCH_ALL { g(); } }",
            "LIB_FAR LIB_NEAR std::string\nf(int a) {",
            "template <typename T>\nLIB_API typename T::type\nf(T a) {",
            "{ LIB_TRY { f(); } catch (...) { g(); } }",
        ];
        for text in gone {
            let plain = String::from_utf8(without_macros(text.as_bytes()).into_owned()).expect("text");
            assert!(!plain.contains("LIB_") && plain.len() == text.len(), "{text}: {plain}");
        }
        let stays = [
            "struct STATE state;",
            "void f(void) { g(); } STATE state;",
            "if (x) CHECK(y);",
            "FILE *f;",
            "return MAKE(x);",
            "static LIST list(void);",
            "int MAX(int a);",
            "VOID\nf(void) {}",
            "TEST_F(A, B) {",
            "enum {\n  ONE\n};",
            "x = A * B;",
            "#define API int f(void)",
            "// API int f(void);",
            "for (;;) NEXT(a);",
            "else NEXT(a);",
            "BYTE class[2], template;",
            "case ONE(a): b(c);",
            "{ ONE: b(c); }",
            "x ? ONE : b(c);",
            "case ONE TWO(a): b(c);",
            "MAX < a > (b);",
            "ONE { f(); }",
            "ONE { f(); } TWO(a);",
            "template <typename A> VOID f(A a) {}",
            "a > MAX && b(c);",
            "{ YAML::node a; }",
            "YAML::node a = b();",
        ];
        for text in stays {
            assert_eq!(without_macros(text.as_bytes()), text.as_bytes());
        }
    }
}
