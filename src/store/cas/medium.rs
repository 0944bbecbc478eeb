//! Reads and writes whole blobs by their names, in a folder or in a store of objects. Nothing is listed, read in part, or
//! written on a condition.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::place::{CasAddress, MAX_BYTES};
#[cfg(feature = "remote")]
use super::remote::Remote;
use crate::walk::{self, Refusal};

/// The medium that holds the blobs.
#[derive(Debug)]
pub enum Medium {
    /// A folder.
    Folder(PathBuf),
    /// A store of objects.
    #[cfg(feature = "remote")]
    Remote(Remote),
}

impl Medium {
    /// The medium at an address. Nothing is opened yet.
    pub fn new(address: &CasAddress) -> Self {
        match address {
            CasAddress::Folder(folder) => Self::Folder(folder.clone()),
            #[cfg(feature = "remote")]
            CasAddress::Remote(url) => Self::Remote(Remote::new(url)),
        }
    }

    /// A blob; `None` where there is none of that name.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        match self {
            Self::Folder(folder) => match walk::named(&folder.join(name), MAX_BYTES) {
                Ok(blob) => Ok(Some(blob)),
                Err(Refusal::Io(error)) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error.to_string()),
            },
            #[cfg(feature = "remote")]
            Self::Remote(remote) => remote.read(name),
        }
    }

    /// Whether there is a blob of that name.
    pub fn has(&self, name: &str) -> Result<bool, String> {
        match self {
            Self::Folder(folder) => Ok(fs::metadata(folder.join(name)).is_ok()),
            #[cfg(feature = "remote")]
            Self::Remote(remote) => remote.has(name),
        }
    }

    /// Writes a blob: all of it, or nothing.
    pub fn write(&self, name: &str, blob: Vec<u8>) -> Result<(), String> {
        match self {
            Self::Folder(folder) => {
                let path = folder.join(name);
                let made = fs::create_dir_all(path.parent().unwrap_or(Path::new("")));
                made.and_then(|()| walk::write_named(&path, &blob)).map_err(|error| error.to_string())
            }
            #[cfg(feature = "remote")]
            Self::Remote(remote) => remote.write(name, blob),
        }
    }
}
