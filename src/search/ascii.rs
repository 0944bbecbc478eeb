//! A light stemmer for ASCII words in lower case: plurals, `-ing`, `-ed`, and a final `e`.

/// The shortest word that is stemmed.
const SHORTEST: usize = 4;

/// Stems a word in place; returns its new length.
pub(super) fn stem(word: &mut [u8], len: usize) -> usize {
    if len < SHORTEST {
        return len;
    }
    let mut len = plural(word, len);
    let stemmed = [&b"ing"[..], b"ed"].into_iter().find(|end| word[..len].ends_with(end)).map(|end| len - end.len());
    if let Some(short) = stemmed.filter(|short| *short >= 3 && word[..*short].iter().any(|it| is_vowel(*it))) {
        len = short;
        let doubled = len > 3 && word[len - 1] == word[len - 2] && !b"lsz".contains(&word[len - 1]);
        len -= usize::from(doubled);
    }
    if len > 3 && word[len - 1] == b'e' { len - 1 } else { len }
}

/// `queries` to `query`, `classes` to `class`, `models` to `model`; `status`, `class` and `this` stay.
fn plural(word: &mut [u8], len: usize) -> usize {
    let text = &word[..len];
    if text.ends_with(b"ies") && len > 4 {
        word[len - 3] = b'y';
        return len - 2;
    }
    if [&b"sses"[..], b"shes", b"ches", b"xes"].iter().any(|end| text.ends_with(end)) {
        return len - 2;
    }
    let is_plural = text[len - 1] == b's' && !b"sui".contains(&text[len - 2]);
    if is_plural { len - 1 } else { len }
}

fn is_vowel(letter: u8) -> bool {
    b"aeiouy".contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stemmed(word: &str) -> String {
        let mut bytes = word.as_bytes().to_vec();
        let len = stem(&mut bytes, word.len());
        String::from_utf8_lossy(&bytes[..len]).into_owned()
    }

    #[test]
    fn forms_of_a_word_share_a_stem() {
        for forms in [
            &["migrate", "migrates", "migrated", "migrating"][..],
            &["query", "queries"],
            &["class", "classes"],
            &["run", "runs", "running"],
            &["cache", "caches", "caching", "cached"],
        ] {
            let stems: Vec<String> = forms.iter().map(|it| stemmed(it)).collect();
            assert!(stems.windows(2).all(|it| it[0] == it[1]), "{forms:?}: {stems:?}");
        }
        assert_eq!(["status", "this", "ring", "bed"].map(stemmed), ["status", "this", "ring", "bed"]);
    }
}
