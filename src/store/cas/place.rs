//! Where the store that machines share lies: a folder, or a store of objects that a URL names.

use std::path::{Path, PathBuf};

use crate::base::Digest;

/// The address of a shared store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CasAddress {
    /// A folder that each machine reaches.
    Folder(PathBuf),
    /// A store of objects, by its URL; the cargo feature `remote` builds what reaches it.
    #[cfg(feature = "remote")]
    Remote(String),
}

/// The most bytes of a blob that is read.
pub const MAX_BYTES: u64 = 1 << 30;

/// The schemes of stores of objects.
const REMOTE: &[&str] = &["s3", "gs", "az", "http", "https"];

impl CasAddress {
    /// The address that a URL names: `file:///srv/cg`, `s3://bucket/cg`.
    pub fn of(url: &str) -> Result<Self, &'static str> {
        let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
        if REMOTE.contains(&scheme) {
            return remote(url);
        }
        let path =
            url.strip_prefix("file://").ok_or("write it as `file:///srv/cg`: a folder that every machine reaches")?;
        // `file://localhost/srv` is the other spelling of the same.
        let path = Path::new(path.strip_prefix("localhost").unwrap_or(path));
        if path.is_absolute() {
            Ok(Self::Folder(path.to_owned()))
        } else {
            Err("give the whole path: `file:///srv/cg`")
        }
    }
}

#[cfg(feature = "remote")]
fn remote(url: &str) -> Result<CasAddress, &'static str> {
    let has_host = url.split_once("://").is_some_and(|(_, rest)| !rest.is_empty() && !rest.starts_with('/'));
    let hint = "name a bucket or a host: `s3://bucket/cg`, `https://host/cg`";
    if has_host { Ok(CasAddress::Remote(url.to_owned())) } else { Err(hint) }
}

#[cfg(not(feature = "remote"))]
fn remote(_: &str) -> Result<CasAddress, &'static str> {
    Err(
        "this build reads folders alone (`file:///srv/cg`); `cargo build --release --features remote` makes one that reads \
         s3://, gs://, az://, http:// and https://",
    )
}

/// Where the shared store lies, and how it is used.
#[derive(Clone, Debug, PartialEq)]
pub struct CasPlace {
    /// Its address.
    pub address: CasAddress,
    /// Nothing is written to it.
    pub is_read_only: bool,
    /// The part of what comes from it that is made again and compared: 0 is nothing, 1 all.
    pub verified: f64,
}

impl CasPlace {
    /// A folder that is read and written, and whose blobs are believed.
    pub fn folder(path: PathBuf) -> Self {
        Self { address: CasAddress::Folder(path), is_read_only: false, verified: 0.0 }
    }

    /// Whether what has a digest is made again and compared.
    pub fn verifies(&self, digest: &Digest) -> bool {
        let [a, b, c, d, ..] = digest.0;
        f64::from(u32::from_le_bytes([a, b, c, d])) < self.verified * f64::from(u32::MAX) || self.verified >= 1.0
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn urls_name_whole_paths() {
        let folder = || Ok(CasAddress::Folder(PathBuf::from("/srv/cg")));
        assert_eq!(CasAddress::of("file:///srv/cg"), folder());
        assert_eq!(CasAddress::of("file://localhost/srv/cg"), folder());
        for url in ["/srv/cg", "ftp://host/cg", "file://srv", "file://", "s3:///cg", "https://", ""] {
            assert!(CasAddress::of(url).is_err(), "{url}");
        }
        for url in ["s3://bucket/cg", "gs://bucket", "az://container/cg", "http://127.0.0.1:80/cg", "https://host/cg"] {
            let address = CasAddress::of(url);
            assert_eq!(address.is_ok(), cfg!(feature = "remote"), "{url}");
            assert!(address.is_ok() || address.unwrap_err().contains("--features remote"));
        }
    }

    #[test]
    fn a_sample_is_as_large_as_is_wanted() {
        let drawn = |verified| {
            let place = CasPlace { verified, ..CasPlace::folder(PathBuf::new()) };
            (0..1000u32).filter(|at| place.verifies(&Digest::of(&at.to_le_bytes()))).count()
        };
        assert_eq!((drawn(0.0), drawn(1.0)), (0, 1000));
        assert!((200..300).contains(&drawn(0.25)));
    }
}
