//! The forms of credentials: recognisable by themselves, or by the name before them. A form is a row of a table; its
//! expression is compiled where one of its literals occurs in a text, as to compile them all takes longer than a warm run.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex::{Regex, RegexBuilder};
use rustc_hash::FxHashMap;

use super::digest::Digest;

/// A form of credentials: its issuer; texts of which each credential holds one; the text that follows on the same line;
/// its expression.
pub type CredentialForm = (&'static str, &'static [&'static str], &'static str, &'static str);

/// Credentials recognisable by themselves, in ASCII.
pub static ISSUED: &[CredentialForm] = &[
    ("AWS", &["AKIA", "ASIA", "ABIA", "ACCA"], "", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"),
    ("GitHub", &["ghp_", "gho_", "ghs_", "ghu_", "ghr_"], "", r"gh[opsur]_[A-Za-z0-9]{30,}"),
    ("GitHub", &["github_pat_"], "", r"github_pat_[A-Za-z0-9_]{22,}"),
    ("GitLab", GITLAB, "", r"gl(?:pat|ptt|dt|rt|cbt|soat|agent|ft|imt|oas|ffct)-[A-Za-z0-9_.-]{20,}"),
    ("Slack", &["xox"], "", r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}"),
    ("Slack", &["xapp-"], "", r"xapp-[0-9]-[A-Za-z0-9-]{10,}"),
    ("Slack", &["hooks.slack.com/"], "", r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,}"),
    ("Stripe", &["k_live_", "k_test_", "k_prod_"], "", r"\b[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,}"),
    ("Stripe", &["whsec_"], "", r"\bwhsec_[A-Za-z0-9+/=]{20,}"),
    ("Google", &["AIza"], "", r"AIza[A-Za-z0-9_-]{35}"),
    ("Google", &["GOCSPX-"], "", r"GOCSPX-[A-Za-z0-9_-]{20,}"),
    ("Google", &["ya29."], "", r"\bya29\.[A-Za-z0-9_-]{20,}"),
    ("npm", &["npm_"], "", r"\bnpm_[A-Za-z0-9]{30,}"),
    ("PyPI", &["pypi-"], "", r"\bpypi-[A-Za-z0-9_-]{40,}"),
    ("SendGrid", &["SG."], "", r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
    ("Twilio", &["SK", "AC"], "", r"\b(?:SK|AC)[0-9a-f]{32}\b"),
    ("Anthropic", &["sk-ant-"], "", r"\bsk-ant-[A-Za-z0-9_-]{20,}"),
    ("OpenAI", OPENAI, "", r"\bsk-(?:proj-|svcacct-|admin-|None-|or-v1-)[A-Za-z0-9_-]{20,}"),
    ("OpenAI", &["sk-"], "", r"\bsk-[A-Za-z0-9]{32,}"),
    ("Hugging Face", &["hf_"], "", r"\bhf_[A-Za-z0-9]{30,}"),
    ("DigitalOcean", &["doo_v1_", "dop_v1_", "dor_v1_"], "", r"\bdo[opr]_v1_[a-f0-9]{64}"),
    ("Docker", &["dckr_pat_"], "", r"dckr_pat_[A-Za-z0-9_-]{20,}"),
    ("Shopify", &["shpat_", "shpca_", "shppa_", "shpss_"], "", r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    ("Databricks", &["dapi"], "", r"\bdapi[a-f0-9]{32}"),
    ("Vault", &["hvb.", "hvs."], "", r"\bhv[bs]\.[A-Za-z0-9_-]{24,}"),
    ("age", &["AGE-SECRET-KEY-1"], "", r"AGE-SECRET-KEY-1[A-Z0-9]{30,}"),
    ("Linear", &["lin_api_"], "", r"\blin_api_[A-Za-z0-9]{32,}"),
    ("Discord", &["/api/webhooks/"], "", r"discord(?:app)?\.com/api/webhooks/[0-9]{15,}/[A-Za-z0-9_-]{30,}"),
    // A web token: who holds it may act by it, until it ends.
    ("JWT", &["eyJ"], "", r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"),
];

const GITLAB: &[&str] =
    &["glpat-", "glptt-", "gldt-", "glrt-", "glcbt-", "glsoat-", "glagent-", "glft-", "glimt-", "gloas-", "glffct-"];
const OPENAI: &[&str] = &["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-", "sk-or-v1-"];

/// Credentials recognisable by the name before them: the first group is the value. One that begins with a mark of a
/// placeholder (`$`, `{`, `<`, `%`, `*`, `[`) is none. Letters count in either case, but only those of ASCII.
pub static LED: &[CredentialForm] = &[
    ("a password in a URL", &["://"], "@", r"://[^\s/?#:@\x22'`<>]*:([^\s/?#@\x22'`<>${%*\[][^\s/?#@\x22'`<>]*)@"),
    (
        "AWS",
        &["aws"],
        "secret",
        r"(?i-u:aws).{0,20}?(?i-u:secret).{0,20}?[\s=:>,\x22'(]{1,8}([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+]|$)",
    ),
    (
        "AWS",
        &["secret_access", "secretaccess"],
        "",
        r"\b(?i-u:secret_?access_?key)[\s=:>,\x22'(]{1,8}([A-Za-z0-9/+]{40})(?:[^A-Za-z0-9/+]|$)",
    ),
    ("Azure", &["accountkey=", "accesskey="], "", r"(?i-u:(?:Account|SharedAccess)Key=([a-z0-9+/]{20,}={0,2}))"),
    (
        "npm",
        &["_auth", "_password", "npmauth"],
        "",
        r"(?i-u:_authToken|_auth|_password|npmAuthToken|npmAuthIdent)[\x22']?\s{0,4}[=:]\s{0,4}[\x22']?([A-Za-z0-9+/=_.:-]{8,})",
    ),
    ("Telegram", &[":aa"], "", r"\b([0-9]{8,10}:AA[A-Za-z0-9_-]{32,35})"),
];

/// A set of forms, by their places in [`ISSUED`] and then [`LED`].
pub type FormSet = u64;
/// All forms.
#[cfg(test)]
pub const ALL_FORMS: FormSet = FormSet::MAX;

fn forms() -> impl Iterator<Item = &'static CredentialForm> {
    ISSUED.iter().chain(LED)
}

/// Each literal with the place of its form.
static LITERALS: LazyLock<Vec<(usize, &str)>> = LazyLock::new(|| {
    let of_form = |(at, form): (usize, &'static CredentialForm)| form.1.iter().map(move |literal| (at, *literal));
    forms().enumerate().flat_map(of_form).collect()
});

/// The literals by the two bytes that they begin with, in either case: made in no time, as most runs search few texts.
static STARTS: LazyLock<Starts> = LazyLock::new(Starts::new);

/// A search for all literals at once, by a table for every byte. It takes longer to make than most runs search, and a
/// batch searches more.
static TABLE: LazyLock<Option<AhoCorasick>> = LazyLock::new(table);
/// The bytes that are searched before the table is made.
const MANY_BYTES: usize = 4 * 1024 * 1024;
/// The bytes that were searched; both searches find the same.
static SEARCHED: AtomicUsize = AtomicUsize::new(0);

/// The forms that some texts may hold, by the texts' digests: a batch prints the same files again and again.
static KNOWN: LazyLock<Mutex<FxHashMap<Digest, FormSet>>> = LazyLock::new(Mutex::default);
/// The most texts that are known.
const MOST_KNOWN: usize = 100_000;
/// The search of a text as short as this takes no longer than its digest.
const SHORT: usize = 1024;

fn table() -> Option<AhoCorasick> {
    let literals = LITERALS.iter().map(|(_, literal)| literal);
    AhoCorasick::builder().kind(Some(AhoCorasickKind::DFA)).ascii_case_insensitive(true).build(literals).ok()
}

/// Where literals may begin.
struct Starts {
    /// For each byte, the low bits of those that may follow it.
    next: [u64; 256],
    /// The low bits of each byte in lower case.
    low: [u8; 256],
    /// The literals by their first byte in lower case, and the place of each byte's first.
    literals: Vec<(u8, usize)>,
    first: [u8; 256],
}

impl Starts {
    fn new() -> Self {
        let (mut next, mut low, mut first) = ([0; 256], [0; 256], [0; 256]);
        for (byte, low) in (0..=u8::MAX).zip(&mut low) {
            *low = byte.to_ascii_lowercase() & 63;
        }
        let mut literals: Vec<(u8, usize)> = Vec::new();
        for (at, (_, literal)) in LITERALS.iter().enumerate() {
            if let [begin, then, ..] = literal.as_bytes() {
                literals.push((begin.to_ascii_lowercase(), at));
                for begin in [begin.to_ascii_lowercase(), begin.to_ascii_uppercase()] {
                    next[usize::from(begin)] |= 1 << low[usize::from(*then)];
                }
            }
        }
        literals.sort_unstable();
        for (byte, first) in (0..=u8::MAX).zip(&mut first) {
            *first = u8::try_from(literals.partition_point(|(begin, _)| *begin < byte)).unwrap_or(u8::MAX);
        }
        Self { next, low, literals, first }
    }

    /// Calls with each literal and its place.
    fn find(&self, text: &str, mut hit: impl FnMut(usize, Range<usize>)) {
        let bytes = text.as_bytes();
        for (start, (byte, then)) in bytes.iter().zip(bytes.iter().skip(1)).enumerate() {
            if self.next[usize::from(*byte)] >> self.low[usize::from(*then)] & 1 == 0 {
                continue;
            }
            let byte = byte.to_ascii_lowercase();
            let literals = self.literals.get(usize::from(self.first[usize::from(byte)])..).unwrap_or_default();
            for (_, at) in literals.iter().take_while(|(begin, _)| *begin == byte) {
                let literal = LITERALS[*at].1.as_bytes();
                let range = start..start + literal.len();
                if bytes.get(range.clone()).is_some_and(|it| it.eq_ignore_ascii_case(literal)) {
                    hit(*at, range);
                }
            }
        }
    }
}

/// The expressions, each compiled at its first use.
static EXPRESSIONS: LazyLock<Vec<OnceLock<Option<Regex>>>> =
    LazyLock::new(|| forms().map(|_| OnceLock::new()).collect());

/// The forms that a text may hold a credential of, by their literals.
pub fn occurring(text: &str) -> FormSet {
    let is_long = SEARCHED.fetch_add(text.len(), Ordering::Relaxed) > MANY_BYTES;
    let digest = (is_long && text.len() > SHORT).then(|| Digest::of(text.as_bytes()));
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = digest.and_then(|digest| known().get(&digest).copied()) {
        return found;
    }
    let found = occurring_in(text, is_long);
    if let Some(digest) = digest {
        let mut known = known();
        if known.len() < MOST_KNOWN {
            known.insert(digest, found);
        }
    }
    found
}

fn occurring_in(text: &str, is_long: bool) -> FormSet {
    let mut found = 0;
    // Up to where the rest of the line is known to lack the text that must follow, by form.
    let mut lacking = [0; FormSet::BITS as usize];
    let enter = |literal: usize, range: Range<usize>| {
        let (at, literal) = LITERALS[literal];
        let is_meant = at >= ISSUED.len() || text.get(range.clone()) == Some(literal);
        if found & (1 << at) != 0 || !is_meant || range.end < lacking[at] {
            return;
        }
        let then = forms().nth(at).map_or("", |form| form.2);
        match then.is_empty() || follows(text, range.end, then) {
            true => found |= 1 << at,
            false => lacking[at] = range.end + line(text, range.end).len(),
        }
    };
    hits(text, is_long, enter);
    found
}

/// Calls with each literal that occurs, and where.
fn hits(text: &str, is_long: bool, mut hit: impl FnMut(usize, Range<usize>)) {
    match if is_long { TABLE.as_ref() } else { None } {
        Some(table) => table.find_overlapping_iter(text).for_each(|it| hit(it.pattern().as_usize(), it.range())),
        None => STARTS.find(text, hit),
    }
}

/// The rest of a line.
fn line(text: &str, from: usize) -> &str {
    text.get(from..).and_then(|rest| rest.split('\n').next()).unwrap_or("")
}

fn follows(text: &str, from: usize, then: &str) -> bool {
    let line = line(text, from).as_bytes();
    line.windows(then.len()).any(|it| it.eq_ignore_ascii_case(then.as_bytes()))
}

/// The credentials of a text that are of one of the forms given, in no order.
pub fn credentials(text: &str, of: FormSet) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for at in (0..EXPRESSIONS.len()).filter(|at| of & (1 << at) != 0) {
        let Some(expression) = EXPRESSIONS[at].get_or_init(|| compiled(at)) else { continue };
        match at < ISSUED.len() {
            true => found.extend(expression.find_iter(text).map(|it| it.range())),
            false => {
                let values = expression.captures_iter(text).filter_map(|groups| groups.get(1));
                found.extend(values.map(|it| it.range()));
            }
        }
    }
    found
}

fn compiled(at: usize) -> Option<Regex> {
    let (.., form) = forms().nth(at)?;
    RegexBuilder::new(form).unicode(at >= ISSUED.len()).build().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Observations say of credentials what these forms say: where they change, `EXTRACTOR` counts up, and this digest changes.
    #[test]
    fn the_forms_are_those_of_the_extractor() {
        let mut digester = crate::base::Digester::new("forms");
        for (of, literals, then, form) in forms() {
            digester.part(of.as_bytes()).part(literals.concat().as_bytes()).part(then.as_bytes()).part(form.as_bytes());
        }
        assert!(digester.finish().to_string().starts_with("e1bba8e9e830"), "{}", digester.finish());
    }

    proptest! {
        /// Both searches find the same literals in the same places, in either case, side by side and inside each other.
        #[test]
        fn both_searches_find_the_same(parts in prop::collection::vec((0usize..1_000, "[a-zA-Z:/_=.é -]{0,3}", any::<bool>()), 0..12)) {
            let literal = |(at, between, is_upper): &(usize, String, bool)| {
                let literal = LITERALS[at % LITERALS.len()].1;
                between.clone() + &if *is_upper { literal.to_ascii_uppercase() } else { literal.to_owned() }
            };
            let text: String = parts.iter().map(literal).collect();
            let found = |is_long: bool| {
                let mut found = Vec::new();
                hits(&text, is_long, |literal, range| found.push((literal, range.start, range.end)));
                found.sort_unstable();
                found
            };
            prop_assert_eq!(found(true), found(false));
        }
    }
}
