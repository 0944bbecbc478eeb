//! The files that an edit reads: those of the families of languages that it reaches, and of these the units that it looks into.

use std::collections::BTreeSet;
use std::sync::Arc;

use cg_rules::{FileId, Id as _};

use crate::base::Stored as _;
use crate::facts::linked::{Linked, LinkedFiles};
use crate::language::{LANGUAGES, NO_UNIT, UnreadFiles};
use crate::resolve::{AbsentFiles, FamilyNames};

/// How often an edit is linked anew with the units that it wanted, before it reads all.
const ROUNDS: usize = 8;

/// So many files take less to read than an edit to link anew.
const FEW: usize = 1_000;

/// Whether some files are so few that they are read as they are: a family as a whole, and units with those that they import. A debug
/// build, as the tests are, reads what is looked into alone.
fn are_few(n_files: usize) -> bool {
    !cfg!(debug_assertions) && n_files <= FEW
}

/// The facts that an edit is linked on.
pub struct EditBase {
    /// The findings of linking, file by file.
    pub(super) linked: LinkedFiles,
    /// The names of each family of languages.
    families: Vec<Arc<FamilyNames>>,
    /// The family and the unit of each file.
    files: Vec<(&'static str, u32)>,
}

/// The files that an edit reads.
pub struct EditReads {
    families: BTreeSet<&'static str>,
    units: BTreeSet<u32>,
    /// All units are read.
    is_whole: bool,
    n_rounds: usize,
}

/// The files that linking needs, and that are not read.
#[derive(Debug, Default)]
pub struct WantedFiles {
    /// Those of these families.
    pub families: BTreeSet<String>,
    /// Those of these units.
    pub units: BTreeSet<u32>,
    /// Those of all units.
    pub is_whole: bool,
}

impl WantedFiles {
    /// Whether nothing is needed.
    pub fn is_empty(&self) -> bool {
        self.families.is_empty() && self.units.is_empty() && !self.is_whole
    }
}

impl EditBase {
    /// The base of some bytes; `None` where nothing is kept. The languages are those of the files.
    pub fn of(bytes: &[u8], languages: &[Option<usize>]) -> Option<Self> {
        let mut linked = Linked::default();
        linked.read(bytes)?;
        let mut linked = linked.files()?;
        let families = std::mem::take(&mut linked.families).into_iter().map(Arc::new).collect();
        let family = |language: &Option<usize>| language.map_or("", |at| LANGUAGES[at].family);
        let mut files: Vec<(&str, u32)> = languages.iter().map(|it| (family(it), NO_UNIT)).collect();
        for of_file in &linked.files {
            files.get_mut(of_file.file as usize)?.1 = of_file.unit;
        }
        Some(Self { linked, families, files })
    }

    /// The files that an edit of some reads at first: theirs, and those that they import.
    pub fn reads(&self, edited: impl Iterator<Item = usize>) -> EditReads {
        let (mut families, mut units) = (BTreeSet::new(), BTreeSet::new());
        let unit = |file: usize| self.files.get(file).map_or(NO_UNIT, |(_, unit)| *unit);
        for at in edited {
            families.extend(self.files.get(at).map(|(family, _)| *family));
            units.insert(unit(at));
            let targets = self.linked.file(FileId::of(at)).map_or(&[][..], |it| it.targets.as_slice());
            units.extend(targets.iter().flat_map(|target| target.files()).map(|file| unit(*file as usize)));
        }
        let mut reads = EditReads { families, units, is_whole: false, n_rounds: 0 };
        reads.is_whole = are_few(self.n_files(&reads));
        while let Some(wider) = self.wider(&reads) {
            reads.units = wider;
        }
        reads
    }

    /// The units that are read, with those that their files import; `None` where these are none more, or have not few files.
    fn wider(&self, reads: &EditReads) -> Option<BTreeSet<u32>> {
        if reads.is_whole {
            return None;
        }
        let unit = |file: u32| self.files.get(file as usize).map_or(NO_UNIT, |(_, unit)| *unit);
        let of = |units: &BTreeSet<u32>, file: u32| unit(file) != NO_UNIT && units.contains(&unit(file));
        let read = self.linked.files.iter().filter(|it| of(&reads.units, it.file));
        let targets = read.flat_map(|it| it.targets.iter().flat_map(|target| target.files()));
        let mut units = reads.units.clone();
        units.extend(targets.map(|file| unit(*file)));
        let n_files = self.linked.files.iter().filter(|it| of(&units, it.file)).count();
        (units.len() > reads.units.len() && are_few(n_files)).then_some(units)
    }

    /// The files of families that are read, which are not; `None` where all are.
    pub fn unread(&self, reads: &EditReads) -> Option<UnreadFiles> {
        let unit = |(at, (_, unit)): (usize, &(&str, u32))| if self.is_unread(at, reads) { *unit } else { NO_UNIT };
        let units: Vec<u32> = self.files.iter().enumerate().map(unit).collect();
        units.iter().any(|unit| *unit != NO_UNIT).then(|| UnreadFiles::of(units))
    }

    fn is_unread(&self, file: usize, reads: &EditReads) -> bool {
        let is_open = |(family, unit): &(&'static str, u32)| reads.families.contains(family) && !reads.holds(*unit);
        self.files.get(file).is_some_and(is_open)
    }

    /// Whether a file is read.
    pub fn is_read(&self, file: usize, reads: &EditReads) -> bool {
        let holds = |(family, unit): &(&'static str, u32)| reads.families.contains(family) && reads.holds(*unit);
        self.files.get(file).is_some_and(holds)
    }

    /// How many files there are of the families that are read.
    pub(super) fn n_files(&self, reads: &EditReads) -> usize {
        let files = self.linked.files.iter().filter_map(|it| self.files.get(it.file as usize));
        files.filter(|(family, _)| reads.families.contains(family)).count()
    }

    /// The rest that is known of the files that are not read.
    pub(super) fn absent(&self, reads: &EditReads) -> AbsentFiles {
        let mut definitions = vec![0; self.files.len()];
        for of_file in &self.linked.files {
            let at = of_file.file as usize;
            if !self.is_read(at, reads) {
                definitions[at] = of_file.n_definitions;
            }
        }
        let is_read = |it: &&Arc<FamilyNames>| reads.families.contains(it.family.as_str());
        let (partly, families) = self.families.iter().partition::<Vec<_>, _>(is_read);
        let partly = partly.into_iter().filter(|it| !reads.is_whole && it.has_units()).cloned().collect();
        let families = families.into_iter().cloned().collect();
        AbsentFiles { definitions, families, partly, read: reads.units.clone(), surveyed: None }
    }
}

impl EditReads {
    fn holds(&self, unit: u32) -> bool {
        unit == NO_UNIT || self.is_whole || self.units.contains(&unit)
    }

    /// Whether all files of its families are read.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether a family is read.
    pub fn reads_of(&self, family: &str) -> bool {
        self.families.contains(family)
    }

    /// Reads more; whether it does.
    pub fn extend(&mut self, wanted: &WantedFiles) -> bool {
        let n_known = (self.families.len(), self.units.len(), self.is_whole);
        let families = LANGUAGES.iter().map(|it| it.family).filter(|family| wanted.families.contains(*family));
        self.families.extend(families);
        self.units.extend(&wanted.units);
        self.n_rounds += 1;
        self.is_whole |= wanted.is_whole || self.n_rounds >= ROUNDS;
        n_known != (self.families.len(), self.units.len(), self.is_whole)
    }
}
