//! Which `.h` files are C++: their names do not say, so the sources around them do.

use rustc_hash::FxHashMap;

use super::super::shape::Language;
use crate::base::path;

/// How many sources of each a directory holds, at any depth.
#[derive(Clone, Copy, Default)]
struct Sources {
    n_c: usize,
    n_cpp: usize,
}

/// Gives C++ the headers that are nearer to its sources than to those of C. A source of the same name beside a header
/// decides; otherwise the nearest directory around it that holds any source does, by which it holds more of. C++ reads
/// what is C, but not the reverse, so that it has the headers where there are as many.
pub fn claim_headers(paths: &[&str], table: &'static [Language], languages: &mut [Option<usize>]) {
    let named = |name: &str| table.iter().position(|language| language.name == name);
    let (Some(c), Some(cpp)) = (named("c"), named("cpp")) else { return };
    let mut around: FxHashMap<&str, Sources> = FxHashMap::default();
    let mut beside: FxHashMap<&str, bool> = FxHashMap::default();
    for (path, language) in paths.iter().copied().zip(languages.iter()) {
        let is_cpp = *language == Some(cpp);
        if !is_cpp && (*language != Some(c) || path.ends_with(".h")) {
            continue;
        }
        beside.insert(without_ending(path), is_cpp);
        for directory in path::ancestors(path) {
            let sources = around.entry(directory).or_default();
            *(if is_cpp { &mut sources.n_cpp } else { &mut sources.n_c }) += 1;
        }
    }
    for (path, language) in paths.iter().copied().zip(languages.iter_mut()).filter(|(path, _)| path.ends_with(".h")) {
        let nearest = path::ancestors(path).find_map(|directory| around.get(directory));
        let is_mostly_cpp = nearest.is_some_and(|sources| sources.n_cpp >= sources.n_c);
        if beside.get(without_ending(path)).copied().unwrap_or(is_mostly_cpp) {
            *language = Some(cpp);
        }
    }
}

fn without_ending(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(head, _)| head)
}

#[cfg(test)]
mod tests {
    use crate::language::{LANGUAGES, of_paths};

    #[test]
    fn the_sources_around_a_header_say_what_it_is() {
        let paths = ["c/a.c", "c/a.h", "c/other.h", "cpp/a.cc", "cpp/b.h", "cpp/c.c", "cpp/c.h", "cpp/in/d.h", "e.h"];
        let languages = of_paths(paths.into_iter());
        let named = languages.into_iter().map(|at| at.map_or("", |at| LANGUAGES[at].name));
        let named: Vec<&str> = named.collect();
        assert_eq!(named, ["c", "c", "c", "cpp", "cpp", "c", "c", "cpp", "c"]);
    }
}
