//! Finds the files of a repository, and opens them. Does not know what is in a file.

mod attributes;
mod door;
mod entry;
mod gap;
mod git;
mod hidden;
mod part;
mod rules;
mod scratch;
mod secret;
mod tracked;
mod tree;
mod worktrees;

pub use door::{Door, FileKind, Folder, Name, Refusal, drain, head, named, write_named};
pub use entry::{FileEntry, Stat, is_exhausted};
pub use git::{GitFolders, git_folders};
pub use hidden::Hidden;
pub use part::{GrowingFile, NamedFile, ReadAt, make_folder, names_in, remove_named};
pub use scratch::{Scratch, ScratchRemover};
pub use secret::{is_secret, is_secret_file};
pub use tracked::{GitEntry, GitIndexError, MAX_BYTES as MAX_INDEX, git_entries};
pub use tree::{Tree, WalkError, git_root_above, open_root, walk};
pub use worktrees::{OuterGit, home_of_worktree, outer_git, worktrees};
