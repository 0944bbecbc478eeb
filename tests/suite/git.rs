//! Repositories of git made of bytes: loose objects and packs, as `gitformat-pack` has them. No program is called.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::{Compression, write::ZlibEncoder};
use gix_hash::{Kind, ObjectId};

/// The files of a state: paths and contents.
pub type State = BTreeMap<String, String>;

/// A state of some files.
pub fn state(files: &[(&str, &str)]) -> State {
    files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

/// A repository that is written object by object.
pub struct Git {
    root: PathBuf,
    /// The newest commit.
    pub head: Option<ObjectId>,
    /// All objects, with their kind and content.
    pub objects: BTreeMap<ObjectId, (&'static str, Vec<u8>)>,
}

impl Git {
    /// An empty repository.
    pub fn new(root: &Path) -> Self {
        let git = Self { root: root.to_owned(), head: None, objects: BTreeMap::new() };
        git.write(".git/HEAD", b"ref: refs/heads/main\n");
        git
    }

    /// Writes a file below the root.
    pub fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    /// Adds a loose object.
    pub fn object(&mut self, kind: &'static str, body: &[u8]) -> ObjectId {
        let whole = [format!("{kind} {}\0", body.len()).as_bytes(), body].concat();
        let mut hasher = gix_hash::hasher(Kind::Sha1);
        hasher.update(&whole);
        let id = hasher.try_finalize().expect("an id");
        let hex = id.to_string();
        self.write(&format!(".git/objects/{}/{}", &hex[..2], &hex[2..]), &deflated(&whole));
        self.objects.insert(id, (kind, body.to_vec()));
        id
    }

    /// Adds the tree of a state.
    pub fn tree(&mut self, files: &State) -> ObjectId {
        let mut entries: BTreeMap<Vec<u8>, (String, &str, ObjectId)> = BTreeMap::new();
        let mut folders: BTreeMap<String, State> = BTreeMap::new();
        for (path, text) in files {
            match path.split_once('/') {
                Some((folder, rest)) => {
                    folders.entry(folder.to_owned()).or_default().insert(rest.to_owned(), text.clone());
                }
                None => {
                    let id = self.object("blob", text.as_bytes());
                    entries.insert(path.clone().into_bytes(), (path.clone(), "100644", id));
                }
            }
        }
        for (name, below) in folders {
            let id = self.tree(&below);
            entries.insert(format!("{name}/").into_bytes(), (name, "40000", id));
        }
        let mut body = Vec::new();
        for (name, mode, id) in entries.into_values() {
            body.extend(format!("{mode} {name}\0").as_bytes());
            body.extend(id.as_bytes());
        }
        self.object("tree", &body)
    }

    /// Commits a state on top of some commits, and moves the branch there.
    pub fn commit_on(&mut self, parents: &[ObjectId], files: &State) -> ObjectId {
        self.commit_saying(parents, files, "work")
    }

    /// The same with a message.
    pub fn commit_saying(&mut self, parents: &[ObjectId], files: &State, message: &str) -> ObjectId {
        let tree = self.tree(files);
        let parents: String = parents.iter().map(|id| format!("parent {id}\n")).collect();
        let number = self.objects.len();
        let who = format!("A <a@example.org> {number} +0000");
        let id = self
            .object("commit", format!("tree {tree}\n{parents}author {who}\ncommitter {who}\n\n{message}\n").as_bytes());
        self.move_to(id);
        id
    }

    /// Commits a state on top of the newest commit.
    pub fn commit(&mut self, files: &State) -> ObjectId {
        let parents: Vec<ObjectId> = self.head.into_iter().collect();
        self.commit_on(&parents, files)
    }

    /// Moves the branch to a commit.
    pub fn move_to(&mut self, id: ObjectId) {
        self.head = Some(id);
        self.write(".git/refs/heads/main", format!("{id}\n").as_bytes());
    }

    /// Puts all objects into one pack, each after the first of its kind as a delta of it, and removes the loose ones.
    pub fn pack(&self) -> PathBuf {
        let mut pack = [b"PACK", &2_u32.to_be_bytes()[..], &(self.objects.len() as u32).to_be_bytes()].concat();
        let mut bases: BTreeMap<&str, (usize, Vec<u8>)> = BTreeMap::new();
        let mut places = Vec::new();
        for (id, (kind, body)) in &self.objects {
            let at = pack.len();
            places.push((*id, at as u32));
            match bases.get(kind) {
                Some((base_at, base)) => {
                    let delta = delta(base, body);
                    pack.extend(head(6, delta.len()));
                    pack.extend(distance(at - base_at));
                    pack.extend(deflated(&delta));
                }
                None => {
                    let number =
                        ["commit", "tree", "blob", "tag"].iter().position(|it| it == kind).expect("a kind") + 1;
                    pack.extend(head(number as u8, body.len()));
                    pack.extend(deflated(body));
                    bases.insert(kind, (at, body.clone()));
                }
            }
        }
        pack.extend([0; 20]);
        for id in self.objects.keys() {
            let hex = id.to_string();
            let _ = fs::remove_file(self.root.join(format!(".git/objects/{}/{}", &hex[..2], &hex[2..])));
        }
        self.write(".git/objects/pack/pack-1.pack", &pack);
        self.write(".git/objects/pack/pack-1.idx", &index(&places));
        self.root.join(".git/objects/pack/pack-1.pack")
    }
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// The head of an entry: its kind, and its size in groups of seven bits.
fn head(kind: u8, size: usize) -> Vec<u8> {
    let mut bytes = vec![kind << 4 | (size & 15) as u8];
    let mut rest = size >> 4;
    while rest > 0 {
        *bytes.last_mut().expect("a byte") |= 0x80;
        bytes.push((rest & 0x7f) as u8);
        rest >>= 7;
    }
    bytes
}

/// How far back a base lies, each further byte counting one more.
fn distance(mut number: usize) -> Vec<u8> {
    let mut bytes = vec![(number & 0x7f) as u8];
    while number >= 0x80 {
        number = (number >> 7) - 1;
        bytes.insert(0, 0x80 | (number & 0x7f) as u8);
    }
    bytes
}

/// A delta that copies what both begin with and inserts the rest.
fn delta(base: &[u8], wanted: &[u8]) -> Vec<u8> {
    let size = |mut number: usize| {
        let mut bytes = vec![(number & 0x7f) as u8];
        while number >= 0x80 {
            number >>= 7;
            *bytes.last_mut().expect("a byte") |= 0x80;
            bytes.push((number & 0x7f) as u8);
        }
        bytes
    };
    let common = base.iter().zip(wanted).take_while(|(a, b)| a == b).count().min(0xffff);
    let mut bytes = [size(base.len()), size(wanted.len())].concat();
    if common > 0 {
        bytes.extend([0x80 | 0x10 | 0x20, (common & 0xff) as u8, (common >> 8) as u8]);
    }
    for part in wanted[common..].chunks(127) {
        bytes.push(part.len() as u8);
        bytes.extend(part);
    }
    bytes
}

/// The index of a pack, format 2. Its ids are in order.
fn index(places: &[(ObjectId, u32)]) -> Vec<u8> {
    let mut bytes = vec![0xff, b't', b'O', b'c', 0, 0, 0, 2];
    for first in 0..=255_u8 {
        let n_below = places.iter().filter(|(id, _)| id.as_bytes()[0] <= first).count();
        bytes.extend((n_below as u32).to_be_bytes());
    }
    places.iter().for_each(|(id, _)| bytes.extend(id.as_bytes()));
    bytes.extend(vec![0; places.len() * 4]);
    places.iter().for_each(|(_, at)| bytes.extend(at.to_be_bytes()));
    bytes.extend([0; 40]);
    bytes
}
