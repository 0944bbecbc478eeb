//! Findings of manifests that are kept in a repository: paths and globs that match nothing in it.

use std::ops::Range;
use std::path::Path;

use crate::base::{Diagnostic, counted, glob_matcher, nearest, path};
use crate::manifest::{Arg, Limits, MANIFEST, Manifest, Node, Query, tree};
use crate::primitive::ArgType;
use crate::walk::Tree;

/// A text that is to match files, with its place.
struct Pattern {
    text: String,
    span: Range<usize>,
}

/// Everything in a manifest that matches no file of a repository. `text` is the one that its places point into.
pub fn findings(manifest: &Manifest, text: &str, repository: &Tree) -> Vec<Diagnostic> {
    let paths: Vec<&str> = repository.files.iter().map(|file| &*file.path).collect();
    // Two manifests as one text may have more bytes than one.
    let limits = Limits { bytes: MANIFEST.bytes * 2, ..MANIFEST };
    let Some(root) = tree(text, limits, &mut Vec::new()) else { return Vec::new() };
    let mut found: Vec<Diagnostic> = globs(&root)
        .into_iter()
        .chain(literals(manifest, &paths))
        .filter_map(|it| {
            let near = unmatched(&it.text, &paths)?;
            let label = near.map_or("no file has such a path".to_owned(), |near| format!("did you mean `{near}`?"));
            let diagnostic = Diagnostic::error("CG053", format!("`{}` matches no file here", it.text), it.span, label);
            Some(diagnostic.warning().help("correct it, or remove it where the repository has no such files"))
        })
        .collect();
    found.extend(manifest.inputs.iter().filter(|input| input.arg_type == ArgType::Files).filter_map(|input| {
        let is_here = input.example.iter().any(|example| unmatched(example, &paths).is_none());
        if is_here || input.example.is_empty() || !input.declared {
            return None;
        }
        let title = format!("no example of `{}` is a file here", input.name);
        let diagnostic = Diagnostic::error("CG054", title, input.span.clone(), "messages show its `example`");
        Some(diagnostic.warning().help("name a file of this repository, so that what messages suggest can be run"))
    }));
    found.extend(unbound(manifest, paths.len()));
    found
}

/// The text of a manifest in which each line of nothing but globs that match no file of a repository is a comment.
pub fn without_idle_globs(text: &str, repository: &Tree) -> String {
    let paths: Vec<&str> = repository.files.iter().map(|file| &*file.path).collect();
    let Some(root) = tree(text, MANIFEST, &mut Vec::new()) else { return text.to_owned() };
    let globs = globs(&root);
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        let span = start..start + line.len();
        start = span.end;
        let mut here = globs.iter().filter(|glob| span.contains(&glob.span.start)).peekable();
        let is_idle = here.peek().is_some() && here.all(|glob| unmatched(&glob.text, &paths).is_some());
        let content = line.trim();
        if is_idle { line.replacen(content, &format!("# {content}  (none here)"), 1) } else { line.to_owned() }
    });
    lines.collect()
}

/// The note on caps above the number of files here: none of them ends an answer.
fn unbound(manifest: &Manifest, n_files: usize) -> Option<Diagnostic> {
    let is_above = |query: &&Query| usize::try_from(query.max_files).is_ok_and(|cap| cap >= n_files);
    let above: Vec<&Query> = manifest.queries().map(|(_, query)| query).filter(is_above).collect();
    let first = above.first()?;
    let names: Vec<String> = above.iter().map(|query| format!("`{}`", query.name)).collect();
    let title =
        format!("{} never {} here", counted(above.len(), "cap"), if above.len() == 1 { "binds" } else { "bind" });
    let label = format!("the repository has {}", counted(n_files, "file"));
    let help = format!("a cap says what a reader can take: {}", names.join(", "));
    Some(Diagnostic::error("CG056", title, first.span.clone(), label).note().help(help))
}

/// The globs of the bands that take files in.
fn globs(root: &Node) -> Vec<Pattern> {
    let bands = ["must_read", "should_read", "may_read"].into_iter().filter_map(|band| root.get(band));
    let lists = bands.flat_map(|band| ["globs", "bootstrap_globs"].into_iter().filter_map(|key| band.get(key)));
    let items = lists.flat_map(Node::items).filter_map(|item| Some((item.text()?, item)));
    let taking = items.filter(|(text, _)| !text.starts_with('!'));
    taking.map(|(text, item)| Pattern { text: text.to_owned(), span: item.span.clone() }).collect()
}

/// The paths and globs that queries name. Globs of one list name what a repository may have: where one matches,
/// the others are no slips.
fn literals(manifest: &Manifest, paths: &[&str]) -> Vec<Pattern> {
    let calls = manifest.queries().flat_map(|(_, query)| std::iter::once(&query.call).chain(&query.fallback));
    let of_files = calls.filter(|call| call.primitive.takes == [ArgType::Files]);
    let lists = of_files.flat_map(|call| [&call.args, &call.others]);
    let of_list = |args: &Vec<Arg>| {
        let mut literals: Vec<Pattern> = args.iter().filter_map(literal).collect();
        let is_glob = |it: &Pattern| path::is_glob(&it.text);
        if literals.iter().any(|it| is_glob(it) && unmatched(&it.text, paths).is_none()) {
            literals.retain(|it| !is_glob(it));
        }
        literals
    };
    lists.flat_map(of_list).collect()
}

fn literal(arg: &Arg) -> Option<Pattern> {
    match arg {
        Arg::Literal(word) => Some(Pattern { text: word.text.clone(), span: word.span.clone() }),
        Arg::Input(_) | Arg::Query(_) => None,
    }
}

/// The path that is near to a glob, if one is, where it matches none. `None` where it matches.
fn unmatched<'a>(glob: &str, paths: &[&'a str]) -> Option<Option<&'a str>> {
    let plain = glob.strip_prefix("./").unwrap_or(glob);
    let whole = if plain.ends_with('/') { format!("{plain}**") } else { plain.to_owned() };
    let matcher = glob_matcher(&whole).ok()?;
    if paths.iter().any(|path| matcher.is_match(path)) {
        return None;
    }
    Some(if path::is_glob(plain) { None } else { nearest(plain, paths.iter().copied()) })
}

/// Whether a manifest is one of those that a repository keeps for itself.
pub fn is_kept_in(path: &Path, folder: &Path) -> bool {
    let full = |path: &Path| std::path::absolute(path).ok();
    full(path).zip(full(folder)).is_some_and(|(path, folder)| path.starts_with(folder))
}
