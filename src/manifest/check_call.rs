//! Looks up what a call says: the primitive, the options, and through a [`CallScope`] the names.

use std::ops::Range;

use cg_rules::Evidence;

use super::call::{Arg, QueryCall, Word};
use super::call_syntax::{Spoken, SpokenArg};
use super::check_glob;
use super::shape::MAX_DEPTH;
use super::words::Band;
use crate::base::{Diagnostic, TextPart, nearest};
use crate::primitive::{self, ArgType, PRIMITIVES, Primitive, Run, check_pattern};

/// The meanings that a bare word may have at the call's place.
pub(super) trait CallScope {
    /// The member of the argument; what is wrong with it joins `found`.
    fn resolve(&mut self, word: Word, primitive: &'static Primitive, found: &mut Vec<Diagnostic>) -> Option<Arg>;
}

/// Where every bare word is meant literally.
pub(super) struct Literals;

impl CallScope for Literals {
    fn resolve(&mut self, word: Word, primitive: &'static Primitive, found: &mut Vec<Diagnostic>) -> Option<Arg> {
        literal(word, primitive, found)
    }
}

/// A literal; where only files are taken it is a path or a glob inside the root, and where only text, what is searched.
fn literal(word: Word, primitive: &Primitive, found: &mut Vec<Diagnostic>) -> Option<Arg> {
    if primitive.takes == [ArgType::Text]
        && !matches!(primitive.run, Run::Found(_))
        && let Err(slip) = check_pattern(&word.text)
    {
        let title = format!("`{}` is no regular expression: {}", word.text, slip.why);
        // The span of a quoted word begins at its quote.
        let quote = usize::from(word.span.len() > word.text.len());
        let start = word.span.start + quote + slip.at.start;
        let span = start.min(word.span.end - 1)..(start + slip.at.len().max(1)).min(word.span.end);
        let help = "a text between two `/` is a regular expression; escape what is meant as itself, such as `\\(`";
        found.push(Diagnostic::error("CG037", title, span, slip.why).help(help));
        return None;
    }
    if primitive.takes != [ArgType::Files] {
        return Some(Arg::Literal(word));
    }
    match check_glob::literal(&word.text, word.span.clone()) {
        Some(diagnostic) => {
            found.push(diagnostic);
            None
        }
        None => Some(Arg::Literal(Word { text: check_glob::normal(&word.text), span: word.span })),
    }
}

/// From a place in the text of the call to a place in the source.
pub(super) type Places<'a> = &'a dyn Fn(Range<usize>) -> Range<usize>;

/// Checks a call. `None` where it cannot be carried out; the reasons join `found`.
pub(super) fn call(
    spoken: Spoken,
    text: &str,
    at: Places,
    scope: &mut dyn CallScope,
    found: &mut Vec<Diagnostic>,
) -> Option<QueryCall> {
    let Some(primitive) = primitive::primitive(&spoken.primitive.text) else {
        found.push(unknown(&spoken.primitive, at));
        return None;
    };
    if let Some(slip) = spoken.miscounted(text, primitive.arity()) {
        found.push(slip.diagnostic(at, text, true));
        return None;
    }
    let n_found = found.len();
    let mut groups = spoken.groups.into_iter().map(|group| {
        let members = group.args.into_iter().filter_map(|arg| member(arg, at, primitive, scope, found));
        members.collect::<Vec<Arg>>()
    });
    let (args, others) = (groups.next().unwrap_or_default(), groups.next().unwrap_or_default());
    let span = at(0..text.len());
    let mut call = QueryCall {
        primitive,
        args,
        others,
        depth: None,
        depth_span: None,
        commits: None,
        flags: Vec::new(),
        evidence: None,
        text: text.trim().to_owned(),
        span,
    };
    let mut seen: Vec<String> = Vec::new();
    for (key, value) in spoken.options {
        if seen.contains(&key.text) {
            let title = format!("option `{}` is given twice", key.text);
            found.push(Diagnostic::error("CG036", title, at(key.span.clone()), "a second time").help("keep one"));
        }
        option(&mut call, &key, &value, at, found);
        seen.push(key.text);
    }
    call.flags.sort_unstable();
    call.flags.dedup();
    (found.len() == n_found).then_some(call)
}

fn member(
    arg: SpokenArg,
    at: Places,
    primitive: &'static Primitive,
    scope: &mut dyn CallScope,
    found: &mut Vec<Diagnostic>,
) -> Option<Arg> {
    let word = Word { span: at(arg.word.span), text: arg.word.text };
    if arg.quoted {
        if word.text.trim().is_empty() {
            found.push(Diagnostic::error("CG030", "a literal is empty", word.span, "nothing between the quotes"));
            return None;
        }
        return literal(word, primitive, found);
    }
    match word.text.split_once('(') {
        Some((name, _)) if primitive::primitive(name).is_some() => {
            let title = "a call is nested in a call";
            let help = "give the inner call an entry of its own above, and write its `name` here";
            found.push(Diagnostic::error("CG030", title, word.span, "calls do not nest").help(help));
            None
        }
        _ => scope.resolve(word, primitive, found),
    }
}

fn unknown(word: &Word, at: Places) -> Diagnostic {
    let names: Vec<&str> = PRIMITIVES.iter().map(|it| it.name).collect();
    let short = |name: &'static str| name.rsplit_once('.').map_or(name, |(_, short)| short);
    let by_part = PRIMITIVES.iter().map(|it| it.name).find(|name| short(name) == word.text);
    let last = word.text.rsplit('.').next().unwrap_or_default();
    let by_last = PRIMITIVES.iter().map(|it| it.name).find(|name| short(name) == last);
    let near = by_part.or_else(|| nearest(&word.text, names.iter().copied())).or(by_last);
    let span = at(word.span.clone());
    let label = near.map_or("no primitive has this name".to_owned(), |near| format!("did you mean `{near}`?"));
    let title = format!("unknown primitive `{}`", word.text);
    let forms: Vec<String> =
        PRIMITIVES.iter().map(|it| format!("`{}({})`", it.name, it.arguments(it.takes[0].name()))).collect();
    let help = format!("the primitives are {}", forms.join(", "));
    let diagnostic = Diagnostic::error("CG031", title, span.clone(), label).help(help);
    match near {
        Some(near) => diagnostic.fix(span, near),
        None => diagnostic,
    }
}

fn option(call: &mut QueryCall, key: &Word, value: &Word, at: Places, found: &mut Vec<Diagnostic>) {
    let primitive = call.primitive;
    let flag = primitive.flags.iter().copied().find(|flag| *flag == key.text);
    let (place, here) = (at(key.span.clone()), at(value.span.clone()));
    match (key.text.as_str(), flag) {
        ("depth", _) => match value.text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(&u64::from(*depth))) {
            Some(_) if primitive.depth().is_none() => found.push(no_depth(primitive, place.start..here.end)),
            Some(depth) => (call.depth, call.depth_span) = (Some(depth), Some(here)),
            None => {
                let most = primitive.depth().map_or(MAX_DEPTH, |depth| u64::from(depth.ceiling));
                let title = format!("`depth` is a whole number from 1 to {most}, not `{}`", value.text);
                found.push(Diagnostic::error("CG022", title, here, "not a depth"));
            }
        },
        ("commits", _) if primitive.past().is_some() => {
            let most = primitive.past().map_or(1, |commits| commits.ceiling);
            call.commits = value.text.parse().ok().filter(|commits| (1..=most).contains(commits));
            if call.commits.is_none() {
                let title = format!("`commits` is a whole number from 1 to {most}, not `{}`", value.text);
                found.push(Diagnostic::error("CG022", title, here, "not a number of commits"));
            }
        }
        ("evidence", _) => call.evidence = evidence(primitive, &value.text, here, found),
        (_, Some(flag)) => match value.text.as_str() {
            "true" => call.flags.push(flag),
            "false" => {}
            other => {
                let title = format!("`{flag}` is `true` or `false`, not `{other}`");
                found.push(Diagnostic::error("CG036", title, here.clone(), "not a truth value").fix(here, "true"));
            }
        },
        (other, None) => found.push(unknown_option(primitive, other, place)),
    }
}

fn unknown_option(primitive: &Primitive, word: &str, span: Range<usize>) -> Diagnostic {
    let depth = primitive.depth().map(|_| "depth");
    let evidence = primitive.floor().map(|_| "evidence");
    let commits = primitive.past().map(|_| "commits");
    let known: Vec<&str> =
        depth.into_iter().chain(commits).chain(evidence).chain(primitive.flags.iter().copied()).collect();
    let near = nearest(word, known.iter().copied());
    let label = near.map_or("not an option of it".to_owned(), |near| format!("did you mean `{near}`?"));
    let help = match known.as_slice() {
        [] => format!("`{}` takes no options", primitive.name),
        known => {
            format!("its options are {}", known.iter().map(|it| format!("`{it}=`")).collect::<Vec<_>>().join(", "))
        }
    };
    let title = format!("unknown option `{word}` of `{}`", primitive.name);
    let diagnostic = Diagnostic::error("CG036", title, span.clone(), label).help(help);
    match near {
        Some(near) => diagnostic.fix(span, near),
        None => diagnostic,
    }
}

/// The warning for a depth that a run clamps.
pub(super) fn too_deep(text: &str, call: &QueryCall) -> Option<Diagnostic> {
    let (depth, most) = (call.depth?, call.primitive.depth()?.ceiling);
    (depth > most).then(|| {
        let title = format!("`{}` goes at most {most} hops, and not {depth}", call.primitive.name);
        // In a text with escapes places are those of the whole.
        let stated = call.depth_span.clone().filter(|span| text.part(span.clone()).parse() == Ok(depth));
        let span = stated.clone().unwrap_or(call.span.clone());
        let diagnostic = Diagnostic::error("CG052", title, span, "a run clamps it").warning();
        let diagnostic = diagnostic.help(format!("write `{most}`"));
        match stated {
            Some(span) => diagnostic.fix(span, most.to_string()),
            None => diagnostic,
        }
    })
}

/// The warning for sites in a band that lists paths (S3.13): the same files cost less.
pub(super) fn too_dear(call: &QueryCall, band: Band) -> Option<Diagnostic> {
    let is_shown_by_lines = call.primitive.role.reads_index();
    (band == Band::MayRead && is_shown_by_lines).then(|| {
        let title = format!("`{}` finds the line of each use, and `may_read` lists paths alone", call.primitive.name);
        let label = format!("of cost {}", call.primitive.cost);
        Diagnostic::error("CG055", title, call.span.clone(), label).warning().help(
            "`call_graph.callers` and `import_graph.reverse_lookup` find files at cost 2; in `should_read` the lines are shown",
        )
    })
}

/// The diagnostic for a depth where none is taken.
pub(super) fn no_depth(primitive: &Primitive, span: Range<usize>) -> Diagnostic {
    let deep: Vec<String> =
        PRIMITIVES.iter().filter(|it| it.depth().is_some()).map(|it| format!("`{}`", it.name)).collect();
    let title = format!("`{}` takes no `depth`", primitive.name);
    Diagnostic::error("CG036", title, span, "it does not go by hops")
        .help(format!("remove it, or take one that does: {}", deep.join(", ")))
}

/// The evidence floor of that name, if the primitive has one that it raises.
pub(super) fn evidence(
    primitive: &Primitive,
    word: &str,
    span: Range<usize>,
    found: &mut Vec<Diagnostic>,
) -> Option<Evidence> {
    let Some(evidence) = Evidence::ALL.into_iter().find(|it| it.name() == word) else {
        let near = nearest(word, Evidence::ALL.iter().map(|it| it.name()));
        let label = near.map_or("not one of them".to_owned(), |near| format!("did you mean `{near}`?"));
        let names: Vec<String> = Evidence::ALL.iter().map(|it| format!("`{}`", it.name())).collect();
        let diagnostic = Diagnostic::error("CG013", format!("`evidence` cannot be `{word}`"), span, label);
        found.push(diagnostic.help(format!("one of {}", names.join(", "))));
        return None;
    };
    let Some(floor) = primitive.floor() else {
        let title = format!("`{}` takes no `evidence`", primitive.name);
        found.push(Diagnostic::error("CG036", title, span, "its facts are all of one kind").help("remove it"));
        return None;
    };
    if evidence < floor {
        let title = format!("`evidence` of `{}` is at least `{}`", primitive.name, floor.name());
        let label = format!("`{word}` is below that");
        found.push(Diagnostic::error("CG036", title, span, label).help("a manifest may only raise it"));
        return None;
    }
    Some(evidence)
}
