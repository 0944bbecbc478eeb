//! The families of languages are related one by one, and the facts are those of relating all files at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use cg_bundle::facts::{RelatedFamilies, Snapshot, Survey, relate};
use cg_bundle::language::{self, LANGUAGES, Observation, Paths, World};
use cg_bundle::package::is_manifest;
use cg_bundle::parse::observe;
use cg_rules::FileId;
use proptest::prelude::*;

use crate::support::cases;

/// Files by their paths, as one repository.
struct Files {
    paths: Paths,
    languages: Vec<Option<usize>>,
    observations: Vec<Option<Observation>>,
    configs: rustc_hash::FxHashMap<FileId, String>,
}

impl Files {
    /// The files of some cases; of one path those of the last.
    fn of(texts: &[String]) -> Self {
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        for text in texts {
            let mut content: Option<&mut String> = None;
            for line in text.split_inclusive('\n') {
                match line.trim_end().strip_prefix("--- ") {
                    Some("facts") => content = None,
                    Some(name) => {
                        let of_name = files.entry(name.to_owned()).or_default();
                        of_name.clear();
                        content = Some(of_name);
                    }
                    None => content.iter_mut().for_each(|content| content.push_str(line)),
                }
            }
        }
        let languages = language::of_paths(files.keys().map(String::as_str));
        let observed = languages.iter().zip(files.values());
        let observations = observed.map(|(language, text)| language.map(|it| observe(it, text.as_bytes()))).collect();
        let steering = (0u32..).map(FileId).zip(&files).filter(|(_, (path, _))| {
            let path: &str = path;
            language::is_config(path) || is_manifest(path)
        });
        let configs = steering.map(|(file, (_, text))| (file, text.clone())).collect();
        let paths = Paths::new(files.keys().map(|path| path.as_str().into()).collect());
        Self { paths, languages, observations, configs }
    }

    fn world<'w>(&'w self, observations: &'w [Option<Observation>]) -> World<'w> {
        let Self { paths, languages, configs, .. } = self;
        World { paths, observations, table: LANGUAGES, languages, configs, unread: None }
    }

    fn family(&self, file: usize) -> Option<&'static str> {
        self.languages[file].map(|language| LANGUAGES[language].family)
    }

    fn whole(&self) -> Snapshot {
        relate(&self.world(&self.observations), Vec::new(), None)
    }

    /// The facts family by family, in the order of their names or the other way round.
    fn by_family(&self, is_reversed: bool) -> Snapshot {
        let names: BTreeSet<&str> = (0..self.languages.len()).filter_map(|file| self.family(file)).collect();
        let mut names: Vec<&'static str> = names.into_iter().collect();
        if is_reversed {
            names.reverse();
        }
        let own = |family: &str| -> Vec<Option<Observation>> {
            let files = self.observations.iter().enumerate();
            files.map(|(file, it)| it.clone().filter(|_| self.family(file) == Some(family))).collect()
        };
        let mut survey = Survey::default();
        names.iter().for_each(|family| survey.enter(&own(family)));
        let mut related = RelatedFamilies::new(survey, &self.world(&[]), Vec::new());
        names.iter().for_each(|family| related.relate(family, &self.world(&own(family))));
        related.finish(&self.world(&[]))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]
    #[test]
    fn families_that_are_related_one_by_one_have_the_facts_of_all_at_once(
        chosen in proptest::collection::vec(any::<prop::sample::Index>(), 1..12), is_reversed: bool,
    ) {
        let all = cases("cases/languages");
        let texts: Vec<String> = chosen.iter().map(|at| fs::read_to_string(at.get(&all)).expect("a case")).collect();
        let files = Files::of(&texts);
        prop_assert_eq!(files.by_family(is_reversed), files.whole());
    }
}

/// A name that another family alone declares is counted where it is mentioned, and has its number.
#[cfg(feature = "all")]
#[test]
fn names_of_other_families_are_mentions() {
    let text = "--- a.py\ndef shared(): pass\n--- b.go\npackage b\nfunc g() { shared() }\n--- c.rs\nfn h() { own() }\n";
    let files = Files::of(&[text.to_owned()]);
    let facts = files.by_family(false);
    let mentioned: Vec<(&str, &str)> =
        facts.mentions.iter().map(|row| (facts.path(row.file), facts.names.get(row.name))).collect();
    assert_eq!(mentioned, [("b.go", "shared")]);
}
