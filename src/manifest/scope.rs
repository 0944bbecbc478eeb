//! Resolves a name at a place in a manifest: an earlier query, a declared input, or an input that is only used.

use std::ops::Range;

use super::call::{Arg, Word};
use super::check_call::CallScope;
use super::types::InputDecl;
use crate::base::{Diagnostic, nearest};
use crate::primitive::{ArgType, PRIMITIVES, Primitive};

/// The names known while the queries are read in order.
pub(super) struct ScopeNames {
    /// Every query of the manifest, in order, with the place of its name.
    pub queries: Vec<Word>,
    /// How many of them stand above the query at hand.
    pub n_earlier: usize,
    /// The queries read so far whose answers are symbols as well as files.
    pub namers: Vec<String>,
    /// The inputs: declared ones, then those used so far.
    pub inputs: Vec<InputDecl>,
    /// The inputs that are declared and whose type is none.
    pub untyped: Vec<String>,
    /// Whether a used, undeclared input is needed; not so in a `fallback`.
    pub needed: bool,
    /// Which inputs were used.
    pub used: Vec<String>,
    /// The texts of calls that were not understood: what they use is not known.
    pub broken: Vec<String>,
    /// The source, to see which quotes are free.
    pub quote: char,
}

/// A name without the `$` that some write before `workflow.` and `repo.`.
pub fn canonical(name: &str) -> &str {
    match name.strip_prefix('$') {
        Some(rest) if rest.starts_with("workflow.") || rest.starts_with("repo.") => rest,
        _ => name,
    }
}

/// Whether the text can name an input: words of letters, digits, `_` and `-`, divided by dots.
pub(crate) fn is_name(text: &str) -> bool {
    text.split('.').all(|part| {
        part.starts_with(|it: char| it.is_alphabetic() || it == '_')
            && part.chars().all(|it| it.is_alphanumeric() || it == '_' || it == '-')
    })
}

impl ScopeNames {
    /// The input of that name, and that it was used.
    pub fn use_input(&mut self, name: &str) -> Option<&mut InputDecl> {
        let found = self.inputs.iter_mut().find(|input| input.name == name);
        if found.is_some() && !self.used.iter().any(|it| it == name) {
            self.used.push(name.to_owned());
        }
        found
    }

    /// Adds an input that is only used.
    pub fn add_input(&mut self, word: &Word, arg_type: ArgType, required: bool) {
        let (name, span) = (word.text.clone(), word.span.clone());
        self.used.push(name.clone());
        self.inputs.push(InputDecl {
            name,
            arg_type,
            required,
            one_of: false,
            example: Vec::new(),
            default: Vec::new(),
            declared: false,
            span,
        });
    }

    /// A warning where an undeclared name resembles a declared one.
    pub fn resembles(&self, word: &Word, also: &[&str]) -> Option<Diagnostic> {
        let declared = self.inputs.iter().filter(|input| input.declared).map(|input| input.name.as_str());
        let near = nearest(&word.text, declared.chain(also.iter().copied()))?;
        if strsim::damerau_levenshtein(&word.text, near) > 2 {
            return None;
        }
        let title = format!("`{}` is not declared, and `{near}` is", word.text);
        let diagnostic = Diagnostic::error("CG051", title, word.span.clone(), format!("did you mean `{near}`?"));
        Some(diagnostic.warning().help("declare it under `inputs:` if both are meant").fix(word.span.clone(), near))
    }

    fn query(&self, word: Word, at: usize, primitive: &Primitive, found: &mut Vec<Diagnostic>) -> Option<Arg> {
        let defined = self.queries[at].span.clone();
        if at == self.n_earlier {
            let diagnostic =
                Diagnostic::error("CG033", format!("query `{}` uses itself", word.text), word.span, "its own name");
            found.push(diagnostic.help("a query cannot use its own answer; for more hops write `depth=`"));
            return None;
        }
        if at > self.n_earlier {
            let own = self.own();
            let title = format!("{own} uses `{}`, which is defined below it", word.text);
            let diagnostic =
                Diagnostic::error("CG034", title, word.span, "not known yet").context(defined, "defined here");
            found.push(diagnostic.help(format!(
                "queries run band by band, `must_read` first, and from top to bottom: move `{}` above it",
                word.text
            )));
            return None;
        }
        let fits = primitive.takes.contains(&ArgType::Files)
            || primitive.takes.contains(&ArgType::Symbols) && self.namers.contains(&word.text);
        if !fits {
            found.push(unfit(&word, ArgType::Files, primitive).context(defined, "the answer of a query is `files`"));
            return None;
        }
        Some(Arg::Query(word))
    }

    /// The query at hand in the words of a message.
    fn own(&self) -> String {
        let name = self.queries.get(self.n_earlier).map(|own| own.text.as_str()).filter(|name| !name.is_empty());
        name.map_or("this query".to_owned(), |name| format!("query `{name}`"))
    }

    fn unknown(&self, word: &Word) -> Diagnostic {
        let earlier = self.queries[..self.n_earlier].iter().map(|it| it.text.as_str());
        let mut known: Vec<&str> = Vec::new();
        for name in earlier.chain(self.inputs.iter().map(|it| it.name.as_str())) {
            if !name.is_empty() && !known.contains(&name) {
                known.push(name);
            }
        }
        let near = nearest(&word.text, known.iter().copied());
        let label = near.map_or("not known here".to_owned(), |near| format!("did you mean `{near}`?"));
        let title = format!("{} uses `{}`, which is neither an input nor an earlier query", self.own(), word.text);
        let diagnostic = Diagnostic::error("CG032", title, word.span.clone(), label);
        let names = known.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
        let names = if names.is_empty() { String::new() } else { format!("; known here: {names}") };
        let quoted = format!("{0}{1}{0}", self.quote, word.text);
        let help = format!("an undeclared input has a dot in its name, and a literal is quoted: `{quoted}`{names}");
        diagnostic.help(help).fix(word.span.clone(), near.map_or(quoted, str::to_owned))
    }

    fn dollar(word: Word) -> Diagnostic {
        let name = word.text.trim_start_matches('$').to_owned();
        let diagnostic =
            Diagnostic::error("CG032", format!("`{}` names nothing", word.text), word.span.clone(), "a `$`");
        let diagnostic =
            diagnostic.help("`$` is allowed only before `workflow.` and `repo.`; inputs are written without");
        if is_name(&name) { diagnostic.fix(word.span, name) } else { diagnostic }
    }
}

/// The diagnostic of a type that does not fit.
fn unfit(word: &Word, is: ArgType, primitive: &Primitive) -> Diagnostic {
    let takes = primitive.takes.iter().map(|it| format!("`{}`", it.name())).collect::<Vec<_>>().join(" or ");
    let title = format!("`{}` takes {takes}, and `{}` is `{}`", primitive.name, word.text, is.name());
    let fitting = PRIMITIVES.iter().filter(|it| it.takes.contains(&is));
    let fitting = fitting.map(|it| format!("`{}`", it.name)).collect::<Vec<_>>().join(", ");
    let help = match fitting.as_str() {
        "" => format!("no primitive takes `{}`", is.name()),
        fitting => format!("what takes `{}`: {fitting}", is.name()),
    };
    Diagnostic::error("CG035", title, word.span.clone(), format!("`{}`", is.name())).help(help)
}

impl CallScope for ScopeNames {
    fn resolve(&mut self, word: Word, primitive: &'static Primitive, found: &mut Vec<Diagnostic>) -> Option<Arg> {
        let word = Word { text: canonical(&word.text).to_owned(), span: word.span };
        if word.text.starts_with('$') {
            found.push(Self::dollar(word));
            return None;
        }
        let needed = self.needed;
        if let Some(input) = self.use_input(&word.text) {
            let (is, declared, span): (_, _, Range<usize>) = (input.arg_type, input.declared, input.span.clone());
            input.required |= needed && !declared;
            if primitive.takes.contains(&is) {
                return Some(Arg::Input(word));
            }
            let how = if declared { "declared" } else { "first used" };
            found.push(unfit(&word, is, primitive).context(span, format!("{how} as `{}`", is.name())));
            return None;
        }
        if let Some(at) = self.queries.iter().position(|query| query.text == word.text) {
            return self.query(word, at, primitive, found);
        }
        if word.text.contains('.') && is_name(&word.text) {
            self.add_input(&word, primitive.takes[0], needed);
            return Some(Arg::Input(word));
        }
        if !self.untyped.contains(&word.text) {
            found.push(self.unknown(&word));
        }
        None
    }
}
