//! Globs over paths. Most are names and stars, which are compared as they are; what else a glob may have is compiled. To compile
//! one takes longer than to compare it with all paths of a small repository.

use globset::{GlobSet, GlobSetBuilder};

use super::glob::glob;

/// The most plain patterns that the braces of one glob make.
const MOST_PLAIN: usize = 64;
/// The most stars of a plain pattern: each may be tried at every letter.
const MOST_STARS: usize = 4;

/// Some globs, by their places.
#[derive(Clone, Debug, Default)]
pub struct PathGlobs {
    plain: Vec<(usize, PlainGlob)>,
    /// The others, and the place of each.
    compiled: Option<(GlobSet, Vec<usize>)>,
}

impl PathGlobs {
    /// Makes globs ready.
    pub fn new<'a>(globs: impl IntoIterator<Item = &'a str>) -> Result<Self, globset::Error> {
        let (mut plain, mut others, mut places) = (Vec::new(), GlobSetBuilder::new(), Vec::new());
        for (place, text) in globs.into_iter().enumerate() {
            match plain_globs(text) {
                Some(found) => plain.extend(found.into_iter().map(|it| (place, it))),
                None => {
                    others.add(glob(text)?);
                    places.push(place);
                }
            }
        }
        let compiled = if places.is_empty() { None } else { Some((others.build()?, places)) };
        Ok(Self { plain, compiled })
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.plain.is_empty() && self.compiled.is_none()
    }

    /// Whether any fits a path.
    pub fn is_match(&self, path: &str) -> bool {
        self.plain.iter().any(|(_, glob)| glob.fits(path))
            || self.compiled.as_ref().is_some_and(|(globs, _)| globs.is_match(path))
    }

    /// The places of those that fit a path, in order.
    pub fn matches_into(&self, path: &str, places: &mut Vec<usize>) {
        places.clear();
        places.extend(self.plain.iter().filter(|(_, glob)| glob.fits(path)).map(|(place, _)| *place));
        if let Some((globs, known)) = &self.compiled {
            places.extend(globs.matches(path).into_iter().filter_map(|at| known.get(at)).copied());
        }
        places.sort_unstable();
        places.dedup();
    }
}

/// A glob of letters and stars: `src/*.rs`, `**/README*`, `docs/**`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PlainGlob {
    /// It begins with `**/`.
    is_deep: bool,
    /// The texts between the stars, none of which crosses a directory.
    parts: Vec<Box<[u8]>>,
    /// It ends with `/**`.
    is_folder: bool,
    /// It says something of the name of a file alone: `**/README*`.
    is_name: bool,
}

impl PlainGlob {
    /// The glob of a text without braces, classes and escapes; `None` where a `**` is elsewhere than at an end.
    fn of(text: &str) -> Option<Self> {
        let (is_deep, rest) = text.strip_prefix("**/").map_or((false, text), |rest| (true, rest));
        let (is_folder, rest) = rest.strip_suffix("/**").map_or((false, rest), |rest| (true, rest));
        let parts: Vec<Box<[u8]>> = rest.split('*').map(|part| part.as_bytes().into()).collect();
        let is_plain = !rest.is_empty() && !rest.contains("**") && parts.len() <= MOST_STARS + 1;
        let is_name = is_deep && !is_folder && !rest.contains('/');
        is_plain.then_some(Self { is_deep, parts, is_folder, is_name })
    }

    fn fits(&self, path: &str) -> bool {
        let path = path.as_bytes();
        if self.is_name {
            let name = memchr::memrchr(b'/', path).map_or(0, |at| at + 1);
            return self.fits_from(path.get(name..).unwrap_or_default());
        }
        if self.fits_from(path) {
            return true;
        }
        let mut starts = memchr::memchr_iter(b'/', path).map(|at| at + 1);
        self.is_deep && starts.any(|at| self.fits_from(path.get(at..).unwrap_or_default()))
    }

    fn fits_from(&self, path: &[u8]) -> bool {
        let Some((first, rest)) = self.parts.split_first() else { return false };
        path.strip_prefix(&**first).is_some_and(|path| self.goes_on(path, rest))
    }

    /// Whether a path goes on with the texts behind stars.
    fn goes_on(&self, path: &[u8], parts: &[Box<[u8]>]) -> bool {
        let Some((next, rest)) = parts.split_first() else {
            return if self.is_folder { path.first() == Some(&b'/') } else { path.is_empty() };
        };
        let most = memchr::memchr(b'/', path).unwrap_or(path.len());
        if rest.is_empty() && !self.is_folder {
            // The last text ends the path.
            let behind = path.len().checked_sub(next.len());
            return path.ends_with(next) && behind.is_some_and(|behind| behind <= most);
        }
        let behind = |at: usize| path.get(at..).and_then(|path| path.strip_prefix(&**next));
        (0..=most).filter_map(behind).any(|path| self.goes_on(path, rest))
    }
}

/// The plain patterns that a glob means; `None` where it has to be compiled.
fn plain_globs(text: &str) -> Option<Vec<PlainGlob>> {
    let is_other = |letter: u8| matches!(letter, b'?' | b'[' | b']' | b'\\' | b'!');
    // A slash between braces is none of a `**`.
    if text.bytes().any(is_other) || text.contains("**{") || text.contains("}**") {
        return None;
    }
    let mut texts = vec![String::new()];
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let (inside, after) = behind.split_once('}')?;
        let is_odd = |part: &str| part.is_empty() || part.contains(['{', '*']);
        if before.contains('}') || inside.split(',').any(is_odd) {
            return None;
        }
        let joined = |text: &String| inside.split(',').map(|part| format!("{text}{before}{part}")).collect::<Vec<_>>();
        texts = texts.iter().flat_map(joined).collect();
        if texts.len() > MOST_PLAIN {
            return None;
        }
        rest = after;
    }
    if rest.contains('}') {
        return None;
    }
    texts.iter().map(|text| PlainGlob::of(&format!("{text}{rest}"))).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

        /// A plain glob fits what the compiled one fits. No file has a path with a part `..`.
        #[test]
        fn plain_globs_are_globs(text in "(\\*\\*/)?[ab/.*]{0,4}(\\{[ab./,]{1,4}\\})?[ab/.*]{0,3}(/\\*\\*)?", paths in prop::collection::vec("[ab]?\\.?[ab]\\.?(/\\.?[ab]\\.?[ab]?){0,3}", 1..12)) {
            let Some(plain) = plain_globs(&text) else { return Ok(()) };
            let compiled = super::super::glob::glob_matcher(&text).expect("a glob");
            for path in &paths {
                prop_assert_eq!(plain.iter().any(|it| it.fits(path)), compiled.is_match(path), "{} {}", text, path);
            }
        }
    }

    #[test]
    fn places_are_those_of_the_list() {
        let globs = PathGlobs::new(["**/README*", "[ab].rs", "src/{a,b}.rs"]).expect("globs");
        let mut places = Vec::new();
        for (path, wanted) in [("docs/README.md", vec![0]), ("a.rs", vec![1]), ("src/b.rs", vec![2]), ("c.rs", vec![])]
        {
            globs.matches_into(path, &mut places);
            assert_eq!((&places, globs.is_match(path)), (&wanted, !wanted.is_empty()));
        }
        assert_eq!(plain_globs("[ab].rs"), None);
        assert!(PathGlobs::new(["{a"]).is_err() && PathGlobs::new([]).is_ok_and(|globs| globs.is_empty()));
    }
}
