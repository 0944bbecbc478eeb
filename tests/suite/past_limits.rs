//! What limits leave out, and other queries or the index of words have: it is not missing.

use std::fmt::Write as _;

use cg_bundle::bundle::ShortfallKind;

use crate::support::{Repository, answer_on};

/// Files past the `max_files` of one query that another shows are not missing, and no argument brings them.
#[test]
fn what_another_query_shows_is_not_past_max_files() {
    let (repository, _) = Repository::of("--- a.py\nx = 1\n--- b.py\ny = 2\n--- c.py\nz = 3\n--- facts\n");
    let text = |most: u32| {
        format!(
            "must_read: {{ derived: [{{ name: all, compute: 'files.except(\"*.py\", \"none\")', max_files: {most} }},\
             {{ name: few, compute: 'files.except(\"*.py\", \"none\")', max_files: 1 }}] }}"
        )
    };
    let index = repository.index();
    let missing = |most: u32| {
        let bundle = answer_on(&index, &text(most), &[], &[]);
        bundle.missing.iter().filter(|it| it.kind == ShortfallKind::OverCap).map(|it| it.count).collect::<Vec<_>>()
    };
    assert_eq!(missing(9), Vec::<usize>::new());
    assert_eq!(missing(2), [1, 1], "`c.py` is past both");
}

/// A name that nothing declares any more is looked for where the index of words has it: its places are found in a repository of
/// more files than may be read.
#[test]
fn the_places_of_a_name_are_found_among_more_files_than_may_be_read() {
    let mut text = String::new();
    for n in 0..400 {
        let _ = write!(text, "--- part_{n}/m.py\ndef other_{n}(x):\n    return x\n");
    }
    text.push_str("--- zone/last.py\nimport pool\n\ndef close(x):\n    return pool.new_usage_pool(x)\n--- facts\n");
    let (repository, _) = Repository::of(&text);
    let manifest = "must_read: { derived: [{ name: uses, compute: 'scip.refs(\"new_usage_pool\")', max_files: 9 }] }";
    let bundle = answer_on(&repository.index(), manifest, &[], &[]);
    let items = || bundle.bands.iter().flat_map(|band| &band.items);
    assert_eq!(items().map(|item| item.path.as_str()).collect::<Vec<_>>(), ["zone/last.py"], "{:?}", bundle.missing);
    assert!(bundle.missing.iter().all(|it| it.kind != ShortfallKind::Work), "{:?}", bundle.missing);
}
