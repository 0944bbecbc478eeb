//! Law: the files that a thread read before leave no trace in the next one.

use super::observe_here;
use crate::base::GapKind;
use crate::language::{LANGUAGES, Observation, of_path};

/// Enough for what the texts below nest.
const STACK: usize = 64 << 20;

/// Texts that cross the bound of open parts of code somewhere in the range of `n`: the parser's stack grows with it.
const FORMS: &[(&str, &str, std::ops::Range<usize>)] =
    &[("a.go", "package a\nfunc f() {\n", 200..400), ("a.ts", "a<b,\n{c=>(\n", 200..400), ("a.py", "f(\n", 900..1400)];

fn on_a_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        thread.expect("a thread").join().expect("no panic")
    })
}

fn read(path: &str, text: &str) -> Observation {
    observe_here(of_path(path).expect("a language"), text.as_bytes())
}

/// Every language leaves what its parsers keep.
fn read_everything() {
    (0..LANGUAGES.len()).for_each(|language| {
        let _ = observe_here(language, "f(((([[[[{{{{ \n".repeat(40).as_bytes());
    });
}

#[test]
fn a_file_near_a_bound_is_read_the_same_whatever_was_read_before() {
    for (path, form, range) in FORMS {
        let mut n_given_up = 0;
        for n in range.clone().step_by(8) {
            let text = form.repeat(n);
            let first = on_a_thread(|| read(path, &text));
            let later = on_a_thread(|| {
                read_everything();
                [read(path, &text), read(path, &text)]
            });
            n_given_up += usize::from(first.gaps.iter().any(|gap| gap.kind == GapKind::WorkLimit));
            assert!(later.iter().all(|it| *it == first), "{path}, {n}");
        }
        assert!((1..range.len() / 8).contains(&n_given_up), "{path} crosses no bound");
    }
}
