//! Paths that look like secrets: never read, never shown, only counted (S3.U10).

use crate::base::path;

/// Whether a path has the shape of a secret: `.env`, a private key, stored credentials.
pub fn is_secret(file: &str) -> bool {
    let name = path::name(file).to_ascii_lowercase();
    let example = ["example", "sample", "template", "dist"].iter().any(|word| name.ends_with(&format!(".{word}")));
    if example {
        return false;
    }
    let exact =
        [".env", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "credentials.json", ".npmrc", ".pypirc", ".netrc"];
    exact.contains(&name.as_str())
        || name.starts_with(".env.")
        || [".pem", ".key", ".pfx", ".p12", ".keystore", ".jks"].iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::is_secret;

    #[test]
    fn secrets_and_their_examples() {
        for secret in [".env", "a/.env.local", "deploy/server.PEM", ".ssh/id_rsa", "credentials.json"] {
            assert!(is_secret(secret), "{secret}");
        }
        for plain in [".env.example", "src/key.rs", "environment.ts", "docs/keys.md"] {
            assert!(!is_secret(plain), "{plain}");
        }
    }
}
