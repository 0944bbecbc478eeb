//! Binds what was given to what the manifest asks, and says which queries can run.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::given::{Given, Origin, unfit_title, unknown};
use super::value;
use crate::base::{Diagnostic, sort};
use crate::manifest::{Arg, FocusText, InputDecl, Manifest, Query, QueryCall};
use crate::primitive::{ArgType, Retrieved, Run, Second};

/// The values of each input, and how each query is to be answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bound {
    values: BTreeMap<String, (Vec<String>, Vec<Origin>)>,
    routes: BTreeMap<String, Route>,
    gone: BTreeSet<String>,
    unmatched: Vec<String>,
}

/// How a query is to be answered with the inputs at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// By its `compute`.
    Compute,
    /// By its `fallback`, as this optional input has no value.
    Fallback {
        /// The input.
        missing: String,
    },
    /// Not at all, as this optional input has no value.
    Skip {
        /// The input.
        missing: String,
    },
}

impl Route {
    /// Why it is not answered by its `compute`, for the reader of a bundle.
    pub fn reason(&self) -> Option<String> {
        match self {
            Self::Compute => None,
            Self::Fallback { missing } => Some(format!("`{missing}` has no value, so its fallback was run")),
            Self::Skip { missing } => Some(format!("`{missing}` has no value")),
        }
    }
}

impl Bound {
    /// The values of an input; `None` where it was not given. In the order given, each once.
    pub fn values(&self, name: &str) -> Option<&[String]> {
        self.values.get(name).map(|(values, _)| values.as_slice())
    }

    /// Where the values of an input come from.
    pub fn origins(&self, name: &str) -> &[Origin] {
        self.values.get(name).map_or(&[], |(_, origins)| origins)
    }

    /// The values that exist no more by the text of the task.
    pub fn gone(&self) -> &BTreeSet<String> {
        &self.gone
    }

    /// The parts of the texts of tasks that name nothing here.
    pub fn unmatched(&self) -> &[String] {
        &self.unmatched
    }

    /// Every input that was given, in the order of the names.
    pub fn inputs(&self) -> impl Iterator<Item = (&str, &[String], &[Origin])> {
        self.values.iter().map(|(name, (values, origins))| (name.as_str(), values.as_slice(), origins.as_slice()))
    }

    /// Whether a program read all values of an input off the form of a task, so that nobody wrote them down.
    pub fn is_read(&self, input: &str) -> bool {
        let is_of_form = |origin: &Origin| matches!(origin, Origin::From(form) if *form != "text");
        self.values.get(input).is_some_and(|(_, origins)| !origins.is_empty() && origins.iter().all(is_of_form))
    }

    /// How a query is to be answered.
    pub fn route(&self, query: &str) -> &Route {
        self.routes.get(query).unwrap_or(&Route::Compute)
    }

    fn add(&mut self, input: &InputDecl, given: &Given, found: &mut Vec<Diagnostic>) {
        let (values, origins) = self.values.entry(input.name.clone()).or_default();
        for text in &given.unmatched {
            if !self.unmatched.contains(text) {
                self.unmatched.push(text.clone());
            }
        }
        let divided = given.values.iter().flat_map(|text| match given.origin {
            Origin::Set => value::divide(text, input.arg_type),
            _ => vec![text.clone()],
        });
        let mut known: FxHashSet<String> = values.iter().cloned().collect();
        for text in divided {
            let is_gone = given.gone.contains(&text);
            match value::checked(&text, input.arg_type) {
                Ok(text) if known.contains(&text) => {}
                Ok(text) => {
                    self.gone.extend(is_gone.then(|| text.clone()));
                    known.insert(text.clone());
                    values.push(text);
                }
                Err((label, help)) => found.push(unfit(input, &given.origin, &text, label, help)),
            }
        }
        if !origins.contains(&given.origin) {
            origins.push(given.origin.clone());
        }
    }

    /// Gives each symbol that is a name alone the module in which it is looked for: where the importers of a module are what a query
    /// falls back to, its symbols are those of the module.
    pub fn qualify(&mut self, manifest: &Manifest, is_own: &dyn Fn(&str) -> bool) {
        let is_bare =
            |text: &str| !text.is_empty() && text.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '$'));
        let of_type = |args: &[Arg], wanted: ArgType| {
            let inputs =
                args.iter().filter_map(|arg| matches!(arg, Arg::Input(_)).then(|| manifest.input(&arg.word().text))?);
            inputs.filter(|input| input.arg_type == wanted).map(|input| input.name.clone()).next()
        };
        let pairs = manifest.queries().filter_map(|(_, query)| {
            let symbols = of_type(&query.call.args, ArgType::Symbols)?;
            Some((symbols, of_type(&query.fallback.as_ref()?.args, ArgType::Module)?))
        });
        for (symbols, module) in pairs {
            let module =
                self.values(&module).and_then(|values| values.first()).filter(|module| !is_own(module)).cloned();
            let Some((module, (values, _))) = module.zip(self.values.get_mut(&symbols)) else { continue };
            for value in values.iter_mut().filter(|value| is_bare(value)) {
                *value = format!("{module}.{value}");
            }
        }
    }

    /// Whether the inputs that a call needs have values.
    pub fn can_run(&self, call: &QueryCall) -> bool {
        self.lacks(call).is_none()
    }

    /// The first input without a value that a call needs, if no member of its argument has one; of a query that was
    /// skipped, the input for want of which it was.
    fn lacks(&self, call: &QueryCall) -> Option<String> {
        let missing = |arg: &Arg| match arg {
            Arg::Input(word) => self.values(&word.text).is_none().then(|| word.text.clone()),
            Arg::Query(word) => match self.route(&word.text) {
                Route::Skip { missing } => Some(missing.clone()),
                Route::Compute | Route::Fallback { .. } => None,
            },
            Arg::Literal(_) => None,
        };
        let absent =
            |args: &[Arg]| args.first().and_then(missing).filter(|_| args.iter().all(|it| missing(it).is_some()));
        let second = || match call.primitive.run {
            Run::Pair(Second::Needed, _) => absent(&call.others),
            _ => None,
        };
        if matches!(call.primitive.run, Run::Found(Retrieved::Related)) {
            // Either the files or the text is enough.
            return absent(&call.args).filter(|_| call.others.iter().all(|it| missing(it).is_some()));
        }
        absent(&call.args).or_else(second)
    }

    fn choose(&self, query: &Query) -> Route {
        if let Some(when) = query.when.as_ref().filter(|when| self.values(when).is_none_or(<[String]>::is_empty)) {
            return Route::Skip { missing: when.clone() };
        }
        let Some(missing) = self.lacks(&query.call) else { return Route::Compute };
        match &query.fallback {
            Some(fallback) if self.lacks(fallback).is_none() => Route::Fallback { missing },
            _ => Route::Skip { missing },
        }
    }
}

/// Binds values. Every error at once; their places are in the manifest.
pub fn bind(manifest: &Manifest, given: &[Given]) -> Result<Bound, Vec<Diagnostic>> {
    let mut found = Vec::new();
    let mut bound = Bound::default();
    for given in given {
        match manifest.input(&given.name) {
            // An empty text asks nothing, as if it were left out.
            Some(input) if is_blank(input, given) => {}
            Some(input) => {
                found.extend(sets_another(manifest, input, given));
                bound.add(input, given, &mut found);
            }
            None => found.push(unknown(manifest, given)),
        }
    }
    for input in manifest.inputs.iter().filter(|input| !input.default.is_empty()) {
        if bound.values(&input.name).is_some() {
            continue;
        }
        let given = Given {
            name: input.name.clone(),
            values: input.default.clone(),
            origin: Origin::Default,
            gone: Vec::new(),
            unmatched: Vec::new(),
        };
        bound.add(input, &given, &mut found);
    }
    let missing = manifest.inputs.iter().filter(|input| input.required && bound.values(&input.name).is_none());
    found.extend(missing.filter_map(|input| Some(unbound(input, use_of(manifest, &input.name)?))));
    found.extend(none_of(manifest, &bound));
    if !found.is_empty() {
        sort(&mut found);
        return Err(found);
    }
    for (_, query) in manifest.queries() {
        let route = bound.choose(query);
        bound.routes.insert(query.name.clone(), route);
    }
    Ok(bound)
}

fn is_blank(input: &InputDecl, given: &Given) -> bool {
    let is_text = input.arg_type == ArgType::Text && !given.values.is_empty();
    is_text && given.values.iter().all(|text| text.trim().is_empty())
}

/// The diagnostic for a value of one `--set` that would set another input: a comma divides values, not inputs.
fn sets_another(manifest: &Manifest, input: &InputDecl, given: &Given) -> Option<Diagnostic> {
    let divided = given.values.iter().flat_map(|text| value::divide(text, input.arg_type));
    let is_set = |text: &String| text.split_once('=').is_some_and(|(name, _)| manifest.input(name.trim()).is_some());
    let text = divided.into_iter().skip(1).find(|text| given.origin == Origin::Set && is_set(text))?;
    let help = format!("write `--set {}` by itself", shell(&text));
    Some(unfit(input, &given.origin, &text, "it sets another input", &help))
}

/// Where the manifest first uses an input.
fn use_of(manifest: &Manifest, name: &str) -> Option<Range<usize>> {
    let args = manifest.queries().flat_map(|(_, query)| query.call.args.iter().chain(&query.call.others));
    let in_calls = args.filter_map(|arg| match arg {
        Arg::Input(word) if word.text == name => Some(word.span.clone()),
        _ => None,
    });
    let keys = manifest.bands.iter().flat_map(|band| &band.repo_context_keys);
    let in_keys = keys.filter(|key| key.is_input && key.name == name).map(|key| key.span.clone());
    let in_focus = manifest.focus.query.iter().filter_map(|text| match text {
        FocusText::Input(word) => Some(word),
        FocusText::Text(_) => None,
    });
    let symbols = manifest.focus.symbols.iter().filter_map(|arg| match arg {
        Arg::Input(word) => Some(word),
        _ => None,
    });
    let in_focus = symbols.chain(in_focus).filter(|word| word.text == name);
    in_calls.chain(in_keys).chain(in_focus.map(|word| word.span.clone())).next()
}

/// The diagnostic where none of the inputs of which one is needed has a value.
fn none_of(manifest: &Manifest, bound: &Bound) -> Option<Diagnostic> {
    let any: Vec<&InputDecl> = manifest.inputs.iter().filter(|input| input.one_of).collect();
    let first = any.first().filter(|_| any.iter().all(|input| bound.values(&input.name).is_none()))?;
    let names = any.iter().map(|input| format!("`{}`", input.name)).collect::<Vec<_>>().join(", ");
    let examples = any.iter().filter_map(|input| Some((input, input.example.first()?)));
    let examples: Vec<String> =
        examples.map(|(input, example)| format!("--set {}={}", input.name, shell(example))).collect();
    let help = format!("one is enough: {}", examples.join(", or "));
    let diagnostic =
        Diagnostic::error("CG040", format!("none of {names} has a value"), first.span.clone(), "the first");
    Some(diagnostic.help(if examples.is_empty() { "pass --set NAME=VALUE, or --input FILE".to_owned() } else { help }))
}

fn unbound(input: &InputDecl, at: Range<usize>) -> Diagnostic {
    let name = &input.name;
    let example = input.example.first().filter(|example| !example.contains('\n'));
    let example = example.map_or(String::new(), |example| format!(", for example --set {name}={}", shell(example)));
    let help = format!("pass --set {name}=VALUE, --input FILE, or --from FORM:FILE{example}");
    let diagnostic = Diagnostic::error("CG040", format!("input `{name}` has no value"), at.clone(), "needed here");
    let diagnostic = diagnostic.help(help);
    if input.declared && input.span != at {
        diagnostic.context(input.span.clone(), format!("declared here as `{}`", input.arg_type.name()))
    } else {
        diagnostic
    }
}

/// A text as one word of a shell.
pub fn shell(text: &str) -> String {
    let plain = text.chars().all(|it| it.is_alphanumeric() || "._-/@:+,=".contains(it));
    if plain { text.to_owned() } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

fn unfit(input: &InputDecl, origin: &Origin, text: &str, label: &str, help: &str) -> Diagnostic {
    let title = format!("{} ({origin}): {label}", unfit_title(input, text));
    let place = if input.declared { "declared here" } else { "used here" };
    Diagnostic::error("CG042", title, input.span.clone(), place).help(help)
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
