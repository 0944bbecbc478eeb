//! Which paths are secrets, and which only sound like one.

use super::{BY_ENDING, LONGEST, ROWS, has_shape, is_secret};

const SECRETS: &[&str] = &[
    ".env",
    "a/.env.local",
    ".env.production",
    ".ENV",
    "prod.env",
    ".env~",
    ".env.bak",
    ".envrc",
    ".dev.vars",
    ".ssh/id_rsa",
    ".ssh/config",
    "home/.ssh/anything",
    ".gnupg/pubring.kbx",
    "id_rsa",
    "id_rsa.bak",
    "id_ecdsa_sk",
    "keys/id_ed25519",
    "deploy/server.PEM",
    "tls.key",
    "a.pfx",
    "a.p12",
    "AuthKey_X.p8",
    "key.ppk",
    "debug.keystore",
    "a.jks",
    "vault.kdbx",
    "private.asc",
    "my-secret.gpg",
    "secring.gpg",
    "secrets.yaml",
    "secrets.json",
    "secret.toml",
    "k8s/db-secrets.yml",
    "config/secrets.prod.yaml",
    "credentials.json",
    "credentials.xml",
    "my_credentials.ini",
    ".aws/credentials",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".gem/credentials",
    "service-account.json",
    "service-account-prod.json",
    "client_secret_1.json",
    "x-firebase-adminsdk-1.json",
    "gcp-key.json",
    "kaggle.json",
    ".azure/accessTokens.json",
    ".docker/config.json",
    ".config/gh/hosts.yml",
    ".kube/config",
    ".m2/settings.xml",
    "kubeconfig",
    ".dockercfg",
    ".npmrc",
    ".yarnrc.yml",
    ".pypirc",
    "NuGet.Config",
    "auth.json",
    ".netrc",
    "_netrc",
    ".git-credentials",
    ".pgpass",
    ".my.cnf",
    ".mylogin.cnf",
    ".htpasswd",
    ".s3cfg",
    ".boto",
    "terraform.tfstate",
    "terraform.tfstate.backup",
    "prod.tfvars",
    "prod.auto.tfvars.json",
    ".terraformrc",
    ".vault-token",
    "android/local.properties",
    "keystore.properties",
    "sitemanager.xml",
    ".bash_history",
    "config/master.key",
    ".erlang.cookie",
];

const READABLE: &[&str] = &[
    ".env.example",
    "example.env",
    ".env.sample",
    "src/.env.ts",
    "environment.ts",
    "env.d.ts",
    "src/env/mod.rs",
    "src/key.rs",
    "docs/keys.md",
    "keys.md",
    "secrets.py",
    "src/secret.rs",
    "secret_tests.rs",
    "secrets.md",
    "auth.ts",
    "auth.py",
    "test_credentials.py",
    "Credentials.kt",
    "credentials.go",
    "credentials.example.json",
    "tokenizer.json",
    "tokens.json",
    "design-tokens.json",
    "natural_key.json",
    "fixtures/foreign_key.json",
    "secretary.json",
    "service-account.md",
    "service_account.py",
    "id_rsa.pub",
    ".ssh/id_ed25519.pub",
    "id_rsa.py",
    "config.json",
    "docker/config.json",
    "kube/config",
    "settings.xml",
    "packages.config",
    "app.config",
    "release.asc",
    "KEYS.asc",
    "terraform.tfvars.example",
    "main.tf",
    "gradle.properties",
    "keyboard.json",
    "charts/x/templates/secrets.yaml",
    "package.json",
    "history.rs",
    "shadow.css",
    "shadow.rs",
    "environment.yml",
    "dotenv.js",
    "monkey.py",
    "keystore.go",
];

#[test]
fn secrets_are_secret_and_near_misses_are_not() {
    for path in SECRETS {
        assert!(is_secret(path), "{path}");
        assert!(is_secret(&format!("deep/er/{path}")), "deep/er/{path}");
    }
    for path in READABLE {
        assert!(!is_secret(path), "{path}");
    }
}

/// Source code is never a secret by its stem alone.
#[test]
fn code_is_never_a_secret() {
    for stem in
        ["secrets", "credentials", "service-account", "client_secret", "id_rsa", "auth", "gcp-key", "private", "env"]
    {
        for ending in ["rs", "py", "ts", "go", "java", "kt", "cs", "rb", "php", "swift", "c", "md", "html"] {
            assert!(!is_secret(&format!("{stem}.{ending}")), "{stem}.{ending}");
        }
    }
}

#[test]
fn every_row_has_a_reason_and_is_in_lower_case() {
    for (by, what) in ROWS {
        let words: Vec<&str> = match by {
            super::Name(all) | super::Ending(all) | super::Place(all) => all.to_vec(),
            super::Folder(folder) => vec![folder],
            super::Part(words, endings) => words.iter().chain(*endings).copied().collect(),
        };
        assert!(!what.is_empty() && !words.is_empty());
        assert!(words.iter().all(|word| *word == word.to_ascii_lowercase()), "{words:?}");
    }
}

/// The first look at a path, which hardly one passes, refuses no secret: in any case, in any folder, as a copy.
#[test]
fn no_secret_is_refused_before_its_shape_is_looked_at() {
    let folders = ["", "deep/er/", ".ssh/", "a\\.gnupg\\", "templates/"];
    let copies = ["", "~", ".bak", ".OLD", ".swp", ".orig.bak"];
    for path in SECRETS.iter().chain(READABLE) {
        for (folder, copy) in folders.iter().flat_map(|folder| copies.map(|copy| (folder, copy))) {
            for path in [format!("{folder}{path}{copy}"), format!("{folder}{path}{copy}").to_uppercase()] {
                assert_eq!(is_secret(&path), has_shape(&path), "{path}");
            }
        }
    }
    let longest = BY_ENDING.keys().map(|ending| ending.len()).max();
    assert!(longest.is_some_and(|longest| longest <= LONGEST), "{longest:?}");
}
