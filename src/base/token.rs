//! The forms of credentials: recognisable by themselves, or by the name before them. A form is a row of a table; its
//! expression is compiled where one of its literals occurs in a text, as to compile them all takes longer than a warm run.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use regex::{Regex, RegexBuilder};

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

/// A search for all literals at once, in either case.
static SEARCH: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| search_by(AhoCorasickKind::ContiguousNFA));

/// The same by a table for every byte. It takes longer to make than most runs search, and a batch searches more.
static TABLE: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| search_by(AhoCorasickKind::DFA));
/// The bytes that are searched before the table is made.
const MANY_BYTES: usize = 4 * 1024 * 1024;
/// The bytes that were searched; both searches find the same.
static SEARCHED: AtomicUsize = AtomicUsize::new(0);

fn search_by(kind: AhoCorasickKind) -> Option<AhoCorasick> {
    let literals = LITERALS.iter().map(|(_, literal)| literal);
    AhoCorasick::builder().kind(Some(kind)).ascii_case_insensitive(true).build(literals).ok()
}

/// The expressions, each compiled at its first use.
static EXPRESSIONS: LazyLock<Vec<OnceLock<Option<Regex>>>> =
    LazyLock::new(|| forms().map(|_| OnceLock::new()).collect());

/// The forms that a text may hold a credential of, by their literals.
pub fn occurring(text: &str) -> FormSet {
    let is_long = SEARCHED.fetch_add(text.len(), Ordering::Relaxed) > MANY_BYTES;
    let search = if is_long { TABLE.as_ref() } else { SEARCH.as_ref() };
    let Some(search) = search else { return FormSet::MAX };
    let mut found = 0;
    // Up to where the rest of the line is known to lack the text that must follow, by form.
    let mut lacking = [0; FormSet::BITS as usize];
    for hit in search.find_overlapping_iter(text) {
        let (at, literal) = LITERALS[hit.pattern().as_usize()];
        let is_meant = at >= ISSUED.len() || text.get(hit.range()) == Some(literal);
        if found & (1 << at) != 0 || !is_meant || hit.end() < lacking[at] {
            continue;
        }
        let then = forms().nth(at).map_or("", |form| form.2);
        match then.is_empty() || follows(text, hit.end(), then) {
            true => found |= 1 << at,
            false => lacking[at] = hit.end() + line(text, hit.end()).len(),
        }
    }
    found
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
