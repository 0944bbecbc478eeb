//! The forms of credentials: recognisable by themselves, or by the name before them.

use std::sync::LazyLock;

use regex::Regex;

/// Credentials recognisable by themselves: who issues them, and their form. Each begins with a literal, so that one search
/// for all literals finds them.
pub const ISSUED: &[(&str, &str)] = &[
    ("AWS", r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b"),
    ("GitHub", r"gh[opsur]_[A-Za-z0-9]{30,255}"),
    ("GitHub", r"github_pat_[A-Za-z0-9_]{22,255}"),
    ("GitLab", r"gl(?:pat|ptt|dt|rt|cbt|soat|agent|ft|imt|oas|ffct)-[A-Za-z0-9_.-]{20,}"),
    ("Slack", r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,}"),
    ("Slack", r"xapp-[0-9]-[A-Za-z0-9-]{10,}"),
    ("Slack", r"hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{20,}"),
    ("Stripe", r"\b[rs]k_(?:live|test|prod)_[A-Za-z0-9]{10,}"),
    ("Stripe", r"\bwhsec_[A-Za-z0-9+/=]{20,}"),
    ("Google", r"AIza[A-Za-z0-9_-]{35}"),
    ("Google", r"GOCSPX-[A-Za-z0-9_-]{20,}"),
    ("Google", r"\bya29\.[A-Za-z0-9_-]{20,}"),
    ("npm", r"\bnpm_[A-Za-z0-9]{30,}"),
    ("PyPI", r"\bpypi-[A-Za-z0-9_-]{40,}"),
    ("SendGrid", r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"),
    ("Twilio", r"\b(?:SK|AC)[0-9a-f]{32}\b"),
    ("Anthropic", r"\bsk-ant-[A-Za-z0-9_-]{20,}"),
    ("OpenAI", r"\bsk-(?:proj-|svcacct-|admin-|None-|or-v1-)[A-Za-z0-9_-]{20,}"),
    ("OpenAI", r"\bsk-[A-Za-z0-9]{32,}"),
    ("Hugging Face", r"\bhf_[A-Za-z0-9]{30,}"),
    ("DigitalOcean", r"\bdo[opr]_v1_[a-f0-9]{64}"),
    ("Docker", r"dckr_pat_[A-Za-z0-9_-]{20,}"),
    ("Shopify", r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    ("Databricks", r"\bdapi[a-f0-9]{32}"),
    ("Vault", r"\bhv[bs]\.[A-Za-z0-9_-]{24,}"),
    ("age", r"AGE-SECRET-KEY-1[A-Z0-9]{30,}"),
    ("Linear", r"\blin_api_[A-Za-z0-9]{32,}"),
    ("Discord", r"discord(?:app)?\.com/api/webhooks/[0-9]{15,}/[A-Za-z0-9_-]{30,}"),
    // A web token: who holds it may act by it, until it ends.
    ("JWT", r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"),
];

/// Credentials recognisable by the name before them: the first group is the value. One that begins with a mark of a
/// placeholder (`$`, `{`, `<`, `%`, `*`, `[`) is none.
pub const LED: &[(&str, &str)] = &[
    ("a password in a URL", r"://[^\s/?#:@\x22'`<>]*:([^\s/?#@\x22'`<>${%*\[][^\s/?#@\x22'`<>]*)@"),
    ("AWS", r"(?i)aws.{0,20}?secret.{0,20}?[\s=:>,\x22'(]{1,8}([a-z0-9/+]{40})(?:[^a-z0-9/+]|$)"),
    ("AWS", r"(?i)\bsecret_?access_?key[\s=:>,\x22'(]{1,8}([a-z0-9/+]{40})(?:[^a-z0-9/+]|$)"),
    ("Azure", r"(?i)(?:Account|SharedAccess)Key=([a-z0-9+/]{20,}={0,2})"),
    (
        "npm",
        r"(?i)(?:_authToken|_auth|_password|npmAuthToken|npmAuthIdent)[\x22']?\s{0,4}[=:]\s{0,4}[\x22']?([a-z0-9+/=_.:-]{8,})",
    ),
    ("Telegram", r"\b([0-9]{8,10}:AA[A-Za-z0-9_-]{32,35})"),
];

/// All of [`ISSUED`] as one.
pub static BY_FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let forms: Vec<&str> = ISSUED.iter().map(|(_, form)| *form).collect();
    Regex::new(&forms.join("|")).ok()
});

/// Those of [`LED`].
pub static BY_LEAD: LazyLock<Vec<Regex>> =
    LazyLock::new(|| LED.iter().filter_map(|(_, form)| Regex::new(form).ok()).collect());
