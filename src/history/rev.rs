//! Names of commits, as git reads them: references, ids and their beginnings, `~N` and `^N` behind them.

use std::path::{Component, Path};

use gix_hash::{Kind, ObjectId};
use gix_object::{CommitRefIter, TagRefIter};

use super::head::{Head, Off, reference};
use super::log::CommitName;
use super::objects::Objects;
use super::range_error::RangeError;

/// The folders of references in which a short name is looked up, in the order of git.
const FOLDERS: [(&str, &str); 5] =
    [("refs/", ""), ("refs/tags/", ""), ("refs/heads/", ""), ("refs/remotes/", ""), ("refs/remotes/", "/HEAD")];
/// The fewest digits of an id.
const MIN_DIGITS: usize = 4;
/// The most tags that lead to each other, and the most steps of one `~`.
const MAX_TAGS: usize = 5;
const MAX_STEPS: usize = 100_000;

/// Commits by their names.
pub struct Revisions<'r> {
    pub head: &'r Head,
    pub objects: &'r Objects<'r>,
}

impl Revisions<'_> {
    /// The commit of a name; an empty one is `HEAD`.
    pub fn commit(&self, text: &str) -> Result<ObjectId, RangeError> {
        let unknown = || RangeError::Unknown { name: text.to_owned() };
        let end = text.find(['~', '^']).unwrap_or(text.len());
        let (name, mut steps) = text.split_at_checked(end).ok_or_else(unknown)?;
        let mut id = self.peeled(self.named(name)?.ok_or_else(unknown)?).ok_or_else(unknown)?;
        while let Some(sign) = steps.chars().next() {
            let rest = steps.get(1..).unwrap_or_default();
            let n_digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (digits, rest) = rest.split_at_checked(n_digits).ok_or_else(unknown)?;
            let number = if digits.is_empty() { Ok(1) } else { digits.parse::<usize>() }.map_err(|_| unknown())?;
            let (n_steps, parent) = if sign == '~' { (number, 1) } else { (usize::from(number > 0), number) };
            if !matches!(sign, '~' | '^') || n_steps > MAX_STEPS {
                return Err(unknown());
            }
            for _ in 0..n_steps {
                let (_, parents, _) = self.parts(id)?;
                id = *parents.get(parent - 1).ok_or_else(unknown)?;
            }
            steps = rest;
        }
        Ok(id)
    }

    /// The object of a name: a reference before the beginning of an id, as git has it.
    fn named(&self, name: &str) -> Result<Option<ObjectId>, RangeError> {
        if matches!(name, "" | "@" | "HEAD") {
            return Ok(Some(self.head.name.id()));
        }
        if let Ok(id) = ObjectId::from_hex(name.as_bytes()) {
            return Ok(Some(id));
        }
        if !Path::new(name).components().all(|it| matches!(it, Component::Normal(_))) {
            return Ok(None);
        }
        let found =
            |full: &str| -> Result<Option<ObjectId>, Off> { Ok(reference(self.head, full)?.map(CommitName::id)) };
        if name.starts_with("refs/") {
            return Ok(found(name)?);
        }
        // `ORIG_HEAD` and its like lie beside `HEAD`.
        if name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_')
            && let Some(id) = found(name)?
        {
            return Ok(Some(id));
        }
        for (before, after) in FOLDERS {
            if let Some(id) = found(&format!("{before}{name}{after}"))? {
                return Ok(Some(id));
            }
        }
        if name.len() < MIN_DIGITS || !name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(None);
        }
        let mut all = self.objects.beginning(name);
        all.retain(|id| self.peeled(*id).is_some());
        match all.as_slice() {
            [] => Ok(None),
            [id] => Ok(Some(*id)),
            _ => Err(RangeError::Ambiguous { name: name.to_owned(), count: all.len() }),
        }
    }

    /// The commit that an object is, or that it is a tag of.
    fn peeled(&self, mut id: ObjectId) -> Option<ObjectId> {
        for _ in 0..MAX_TAGS {
            match self.objects.kind(&id)? {
                gix_object::Kind::Commit => return Some(id),
                gix_object::Kind::Tag => {
                    let bytes = self.objects.get(&id, gix_object::Kind::Tag)?;
                    id = TagRefIter::from_bytes(&bytes, Kind::Sha1).target_id().ok()?;
                }
                _ => return None,
            }
        }
        None
    }

    /// The tree, the parents and the time of a commit. Of the boundary of a shallow clone the parents are left out.
    pub fn parts(&self, id: ObjectId) -> Result<(ObjectId, Vec<ObjectId>, i64), RangeError> {
        let broken = || RangeError::Missing { id: id.to_string() };
        let bytes = self.objects.get(&id, gix_object::Kind::Commit).ok_or_else(broken)?;
        let parts = CommitRefIter::from_bytes(&bytes, Kind::Sha1);
        let tree = parts.clone().tree_id().map_err(|_| broken())?;
        let time = parts.committer().map_or(0, |it| it.seconds());
        let is_boundary = self.head.shallow.contains(&CommitName::of(&id));
        let parents = if is_boundary { Vec::new() } else { parts.parent_ids().collect() };
        Ok((tree, parents, time))
    }
}
