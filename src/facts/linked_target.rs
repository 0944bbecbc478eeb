//! Where an import leads, as it is kept: where no file comes or goes and no configuration changes, an import leads where it led.

use cg_rules::FileId;
use serde::{Deserialize, Serialize};

use crate::language::Resolution;

/// Where an import leads, by the numbers of files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkedTarget {
    /// To a module of one file.
    Module(u32),
    /// To a module of several files.
    Modules(Vec<u32>),
    /// To a name inside a module of one file.
    Member(u32),
    /// To a name inside a module of several files.
    Members(Vec<u32>),
    /// To what a path names inside a file.
    Inside(u32, String),
    /// To an external package.
    External(String),
    /// To what the language brings along.
    Builtin(String),
    /// To a file that is no code.
    Asset(u32),
    /// To nothing that an import could be of.
    Local,
    /// Nowhere.
    Unresolved,
}

impl LinkedTarget {
    /// The kept form of a resolution.
    pub fn of(resolution: &Resolution) -> Self {
        let all = |files: &[FileId]| files.iter().map(|file| file.0).collect();
        match resolution {
            Resolution::Module(files) => match files.as_slice() {
                [file] => Self::Module(file.0),
                files => Self::Modules(all(files)),
            },
            Resolution::Member(files) => match files.as_slice() {
                [file] => Self::Member(file.0),
                files => Self::Members(all(files)),
            },
            Resolution::Inside(file, path) => Self::Inside(file.0, path.clone()),
            Resolution::External(package) => Self::External(package.clone()),
            Resolution::Builtin(module) => Self::Builtin(module.clone()),
            Resolution::Asset(file) => Self::Asset(file.0),
            Resolution::Local => Self::Local,
            Resolution::Unresolved => Self::Unresolved,
        }
    }

    /// The resolution.
    pub fn resolution(&self) -> Resolution {
        let all = |files: &[u32]| files.iter().copied().map(FileId).collect();
        match self {
            Self::Module(file) => Resolution::Module(vec![FileId(*file)]),
            Self::Modules(files) => Resolution::Module(all(files)),
            Self::Member(file) => Resolution::Member(vec![FileId(*file)]),
            Self::Members(files) => Resolution::Member(all(files)),
            Self::Inside(file, path) => Resolution::Inside(FileId(*file), path.clone()),
            Self::External(package) => Resolution::External(package.clone()),
            Self::Builtin(module) => Resolution::Builtin(module.clone()),
            Self::Asset(file) => Resolution::Asset(FileId(*file)),
            Self::Local => Resolution::Local,
            Self::Unresolved => Resolution::Unresolved,
        }
    }
}

impl LinkedTarget {
    /// The files of code that it leads to.
    pub fn files(&self) -> &[u32] {
        match self {
            Self::Module(file) | Self::Member(file) | Self::Inside(file, _) => std::slice::from_ref(file),
            Self::Modules(files) | Self::Members(files) => files,
            Self::External(_) | Self::Builtin(_) | Self::Asset(_) | Self::Local | Self::Unresolved => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resolution_comes_back_as_it_was() {
        let files = |n: u32| (0..n).map(FileId).collect::<Vec<_>>();
        let mut all = vec![Resolution::Local, Resolution::Unresolved, Resolution::Asset(FileId(3))];
        all.extend((0..3).flat_map(|n| [Resolution::Module(files(n)), Resolution::Member(files(n))]));
        all.push(Resolution::Inside(FileId(1), "a::b".to_owned()));
        all.extend(
            ["", "x"].into_iter().flat_map(|it| [Resolution::External(it.into()), Resolution::Builtin(it.into())]),
        );
        for resolution in all {
            assert_eq!(LinkedTarget::of(&resolution).resolution(), resolution);
        }
    }
}
