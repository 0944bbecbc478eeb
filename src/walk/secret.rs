//! Paths that look like secrets: never read, never shown, only counted (S3.U10). Source code is never one by its stem
//! alone, so a row without an ending names files that have none.

use std::borrow::Cow;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::base::{TextPart, path};

/// How a file is recognised, all in lower case.
enum By {
    /// The whole name.
    Name(&'static [&'static str]),
    /// The end of the name.
    Ending(&'static [&'static str]),
    /// A folder, whatever is in it.
    Folder(&'static str),
    /// The end of the path.
    Place(&'static [&'static str]),
    /// A part of the name before an ending, and the endings.
    Part(&'static [&'static str], &'static [&'static str]),
}
use By::{Ending, Folder, Name, Part, Place};

/// The forms that data has.
const DATA: &[&str] =
    &[".json", ".yaml", ".yml", ".toml", ".ini", ".xml", ".txt", ".csv", ".properties", ".conf", ".cfg"];

/// Every form, and what such a file holds.
const ROWS: &[(By, &str)] = &[
    (Ending(&[".env"]), "variables of a deployment"),
    (Name(&[".envrc", ".dev.vars"]), "variables of a shell"),
    (Folder(".ssh"), "keys of ssh"),
    (Folder(".gnupg"), "keys of GnuPG"),
    (
        Name(&[
            "id_rsa",
            "id_dsa",
            "id_ecdsa",
            "id_ed25519",
            "id_ecdsa_sk",
            "id_ed25519_sk",
            "id_xmss",
            "identity.age",
        ]),
        "a key of ssh or age",
    ),
    (
        Ending(&[".pem", ".key", ".pfx", ".p12", ".p8", ".pkcs12", ".ppk", ".keystore", ".jks", ".bks", ".agekey"]),
        "private keys",
    ),
    (Ending(&[".kdbx", ".kdb", ".keychain", ".keychain-db", ".psafe3", ".agilekeychain"]), "a safe of passwords"),
    (Part(&["private", "secret", "secring"], &[".asc", ".gpg", ".pgp"]), "a private key of PGP"),
    (Name(&["secring.gpg"]), "private keys of PGP"),
    (Part(&["secret", "secrets"], DATA), "what its name says"),
    (Part(&["credential", "credentials"], DATA), "what its name says"),
    (Name(&["credentials", "credentials.db"]), "what its name says"),
    (Place(&[".cargo/credentials", ".gem/credentials", ".aws/credentials"]), "a registry's or a cloud's credentials"),
    (
        Part(
            &["service-account", "service_account", "serviceaccount", "client_secret", "firebase-adminsdk"],
            &[".json"],
        ),
        "a key of a cloud account",
    ),
    (
        Part(&["gcp-key", "gcp_key", "gcloud-key", "gcloud_key", "gcs-key", "gcs_key", "sa-key", "sa_key"], &[".json"]),
        "a key of a cloud account",
    ),
    (
        Name(&["accesstokens.json", "azureauth.json", "application_default_credentials.json", "kaggle.json"]),
        "tokens of a cloud account",
    ),
    (Place(&[".docker/config.json", ".config/gh/hosts.yml", ".config/hub", ".snowsql/config"]), "what logs in"),
    (Place(&[".kube/config", ".m2/settings.xml", ".m2/settings-security.xml"]), "what logs in"),
    (
        Name(&["kubeconfig", ".kubeconfig", ".dockercfg", ".dockerconfigjson"]),
        "what logs in to a cluster or a registry",
    ),
    (
        // What resolution asks of a registry stands in lockfiles.
        Name(&[".npmrc", ".yarnrc.yml", ".pypirc", "nuget.config", "auth.json", "pip.conf"]),
        "tokens of a package registry",
    ),
    (Name(&[".netrc", "_netrc", ".git-credentials", ".authinfo", ".authinfo.gpg", ".rhosts"]), "what logs in to hosts"),
    (
        Name(&[".pgpass", "pgpass.conf", ".my.cnf", ".mylogin.cnf", ".smbcredentials", ".passwd-s3fs"]),
        "passwords of databases and shares",
    ),
    (Name(&[".htpasswd", ".htdigest", "shadow"]), "hashes of passwords"),
    (Name(&[".s3cfg", ".boto", ".databrickscfg", "rclone.conf", ".rclone.conf", ".transifexrc"]), "keys of a service"),
    (Ending(&[".tfstate", ".tfvars", ".tfvars.json"]), "the state and the variables of Terraform, in clear"),
    (Name(&[".terraformrc", "terraform.rc"]), "tokens of Terraform"),
    (
        Name(&[".vault-token", ".vault_pass", ".vault_pass.txt", "vault_pass.txt", ".vault_password"]),
        "what opens a vault",
    ),
    (Name(&["local.properties", "keystore.properties", "key.properties"]), "passwords of signing keys"),
    (Name(&["filezilla.xml", "sitemanager.xml", "recentservers.xml"]), "passwords of hosts"),
    (
        Name(&[
            ".bash_history",
            ".zsh_history",
            ".sh_history",
            ".psql_history",
            ".mysql_history",
            ".sqlite_history",
            ".python_history",
            ".node_repl_history",
            ".irb_history",
            ".rediscli_history",
            ".dbshell",
        ]),
        "what was typed, passwords among it",
    ),
    (Name(&[".erlang.cookie", "master.key"]), "a shared key"),
];

/// The suffixes of copies of a file.
const COPIES: [&str; 8] = ["~", ".bak", ".backup", ".old", ".orig", ".save", ".copy", ".swp"];
/// Words for a file that shows how the real one looks.
const EXAMPLES: [&str; 8] = ["example", "examples", "sample", "template", "dist", "tmpl", "tpl", "defaults"];
/// Endings of code that may stand behind `.env.`.
const CODE: [&str; 9] = ["ts", "js", "mjs", "cjs", "py", "rb", "go", "rs", "php"];

/// The rows by the texts behind the last dots of the names that they recognise: every path is looked at, and hardly one
/// has such an ending.
static BY_ENDING: LazyLock<FxHashMap<&str, Vec<&By>>> = LazyLock::new(|| {
    let mut rows: FxHashMap<&str, Vec<&By>> = FxHashMap::default();
    for (by, _) in ROWS {
        let texts = match by {
            Name(texts) | Ending(texts) | Place(texts) | Part(_, texts) => *texts,
            Folder(_) => &[],
        };
        texts.iter().for_each(|text| rows.entry(ending(path::name(text))).or_default().push(by));
    }
    rows
});

/// The text behind the last dot of a name; empty where it has none.
fn ending(name: &str) -> &str {
    let dot = name.as_bytes().iter().rposition(|byte| *byte == b'.');
    dot.map_or("", |dot| name.part(dot + 1..))
}

/// The longest of these texts, in bytes.
const LONGEST: usize = 24;

fn is_mark(byte: &u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// Whether a part of a path is hidden.
pub fn has_hidden_part(path: &str) -> bool {
    let is_hidden = |pair: &[u8]| is_mark(&pair[0]) && pair[1] == b'.';
    path.starts_with('.') || path.as_bytes().windows(2).any(is_hidden)
}

/// Whether a path, or the name in it, has what every secret has: something hidden, or the ending of one or of a copy.
/// Hardly one has.
fn may_be_secret(file: &str) -> bool {
    let bytes = file.as_bytes();
    if bytes.last() == Some(&b'~') || has_hidden_part(file) {
        return true;
    }
    let end = match bytes.iter().rposition(|byte| *byte == b'.' || is_mark(byte)) {
        Some(at) if bytes[at] == b'.' => &bytes[at + 1..],
        _ => &[],
    };
    let mut lower = [0; LONGEST];
    let Some(lower) = lower.get_mut(..end.len()) else { return false };
    lower.copy_from_slice(end);
    lower.make_ascii_lowercase();
    let is_copy = |copy: &str| copy.as_bytes().strip_prefix(b".") == Some(&*lower);
    std::str::from_utf8(lower).is_ok_and(|end| BY_ENDING.contains_key(end)) || COPIES.iter().any(|copy| is_copy(copy))
}

/// Whether a path has the shape of a secret: `.env`, a private key, stored credentials; or of a copy of one.
pub fn is_secret(file: &str) -> bool {
    may_be_secret(file) && has_shape(file)
}

/// The same for the path of a name, where it is known whether the folder has a hidden part: one look for all names in it.
pub fn is_secret_in(is_hidden: bool, name: &str, file: &str) -> bool {
    (is_hidden || may_be_secret(name)) && has_shape(file)
}

/// The same for a path of which that is not known before.
fn has_shape(file: &str) -> bool {
    let is_plain = |byte: &u8| !byte.is_ascii_uppercase() && *byte != b'\\';
    let file = match file.as_bytes().iter().all(is_plain) {
        true => Cow::Borrowed(file),
        false => Cow::Owned(file.replace('\\', "/").to_ascii_lowercase()),
    };
    let name = path::name(&file);
    let end = ending(name);
    let is_copy =
        name.ends_with('~') || COPIES.iter().any(|copy| copy.strip_prefix('.') == Some(end) && !end.is_empty());
    let is_like = is_row(&file, name) || is_copy && is_of_copy(&file);
    is_like && !name.split(['.', '-', '_']).any(|part| EXAMPLES.contains(&part))
}

/// Whether a path, or what it leads to, has the shape of a secret.
pub fn is_secret_file(file: &Path) -> bool {
    let target = fs::canonicalize(file).ok();
    std::iter::once(file).chain(target.as_deref()).any(|file| is_secret(&file.to_string_lossy()))
}

/// Whether the file that a copy is of has such a shape.
fn is_of_copy(file: &str) -> bool {
    let original = COPIES.iter().fold(file, |file, copy| file.strip_suffix(copy).unwrap_or(file));
    is_row(original, path::name(original))
}

fn is_row(file: &str, name: &str) -> bool {
    if name.starts_with(".env.") && !CODE.contains(&path::extension(name)) {
        return true;
    }
    let is_kept = |(by, _): &(By, _)| matches!(by, Folder(folder) if is_below(file, folder));
    has_hidden_folder(file) && ROWS.iter().any(is_kept)
        || BY_ENDING.get(ending(name)).is_some_and(|rows| rows.iter().any(|by| is_named(by, file)))
}

/// Whether a folder of a path may be hidden: every path is tested, and hardly one has such a folder.
fn has_hidden_folder(file: &str) -> bool {
    file.starts_with('.') || file.as_bytes().windows(2).any(|pair| matches!(pair, [b'/', b'.']))
}

/// Whether a folder of a path has a name, and the file holds more than a public key.
fn is_below(file: &str, folder: &str) -> bool {
    path::parent(file).split('/').any(|part| part == folder) && !file.ends_with(".pub")
}

/// Whether a row recognises a file by its name and those of the folders next to it.
fn is_named(by: &By, file: &str) -> bool {
    let name = path::name(file);
    let is_path = |end: &str| file.strip_suffix(end).is_some_and(|before| before.is_empty() || before.ends_with('/'));
    match by {
        Name(names) => names.contains(&name),
        Ending(endings) => endings.iter().any(|ending| name.ends_with(ending)),
        Folder(_) => false,
        Place(ends) => ends.iter().any(|end| is_path(end)),
        // A chart's templates only say where a secret goes.
        Part(words, endings) => path::name(path::parent(file)) != "templates" && has_part(name, words, endings),
    }
}

/// Whether a name has one of the endings, and before it one of the words, bounded by marks.
fn has_part(name: &str, words: &[&str], endings: &[&str]) -> bool {
    let Some(stem) = endings.iter().find_map(|ending| name.strip_suffix(ending)) else { return false };
    let is_bound = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_ascii_alphanumeric());
    // A name is so short that to prepare a search takes longer than to look everywhere.
    let is_there = |word: &str, at: usize| {
        stem.as_bytes()[at..].starts_with(word.as_bytes())
            && is_bound(stem.part(..at).chars().next_back())
            && is_bound(stem.part(at + word.len()..).chars().next())
    };
    words.iter().any(|word| (0..stem.len()).any(|at| is_there(word, at)))
}

#[cfg(test)]
#[path = "secret_tests.rs"]
mod tests;
