//! The walked tree as a file system: what the resolver of modules sees instead of the disk.

use std::io;
use std::path::{Path, PathBuf};

use oxc_resolver::{FileMetadata, FileSystem, ResolveError};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::shape::World;
use super::tsconfig::{self, ROOT};
use crate::base::{TextPart, path};

/// The family: one resolver for all of it.
pub const FAMILY: &str = "typescript";

/// The files of the repository, and the texts of those that steer resolution.
#[derive(Debug, Default)]
pub struct Files {
    files: FxHashSet<Box<str>>,
    directories: FxHashSet<Box<str>>,
    texts: FxHashMap<Box<str>, String>,
}

impl Files {
    /// The files of the walk. `packages` maps the names of the repository's own packages to their directories.
    pub fn of(world: &World<'_>, packages: &FxHashMap<String, String>) -> Self {
        let mut files = Self::default();
        for (_, file) in world.paths.iter() {
            files.insert(file);
        }
        let configs = world.configs.iter().map(|(file, text)| (world.paths.path(*file), text.as_str()));
        let mut configs: Vec<(&str, &str)> =
            configs.filter(|(file, _)| tsconfig::is_config(path::name(file))).collect();
        configs.sort_unstable();
        for (file, text) in configs {
            files.enter(world, packages, file, text);
        }
        files
    }

    fn enter(&mut self, world: &World<'_>, packages: &FxHashMap<String, String>, file: &str, text: &str) {
        let name = path::name(file);
        if name == "package.json" {
            // One that cannot be read must not stop the resolution of everything below it.
            let is_object = serde_json::from_str::<serde_json::Value>(text).is_ok_and(|value| value.is_object());
            let text = if is_object { text.to_owned() } else { "{}".to_owned() };
            self.texts.insert(file.into(), text);
        } else if name.ends_with(".json") {
            let Some(text) = tsconfig::plain(world, packages, file, text) else {
                self.files.remove(file);
                return;
            };
            if name == "jsconfig.json" {
                // To the resolver, a `jsconfig.json` is a `tsconfig.json` of another name.
                let twin = format!("{}tsconfig.json", file.part(..file.len() - name.len()));
                if world.paths.file(&twin).is_none() {
                    self.files.insert(twin.as_str().into());
                    self.texts.insert(twin.into(), text.clone());
                }
            }
            self.texts.insert(file.into(), text);
        }
    }

    fn insert(&mut self, file: &str) {
        self.files.insert(file.into());
        for directory in path::ancestors(file) {
            if !self.directories.insert(directory.into()) {
                break;
            }
        }
    }
}

/// The path inside the repository; the empty text for the root itself.
pub fn inside(file: &Path) -> Option<&str> {
    let text = file.to_str()?.strip_prefix(ROOT)?;
    if text.is_empty() { Some(text) } else { text.strip_prefix('/') }
}

fn not_found() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl FileSystem for Files {
    fn new() -> Self {
        Self::default()
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_to_string(path).map(String::into_bytes)
    }

    fn read_to_string(&self, path: &Path) -> io::Result<String> {
        inside(path).and_then(|path| self.texts.get(path)).cloned().ok_or_else(not_found)
    }

    fn metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        let path = inside(path).ok_or_else(not_found)?;
        if self.files.contains(path) {
            Ok(FileMetadata::new(true, false, false))
        } else if self.directories.contains(path) {
            Ok(FileMetadata::new(false, true, false))
        } else {
            Err(not_found())
        }
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        self.metadata(path)
    }

    fn read_link(&self, _: &Path) -> Result<PathBuf, ResolveError> {
        Err(not_found().into())
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(path.to_owned())
    }
}
