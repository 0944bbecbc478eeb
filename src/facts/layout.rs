//! Which words of the rows of a stored table are numbers of definitions, names and packages, and whose file a row is of.

/// The words of a table.
pub struct RowLayout {
    /// The name of its section.
    pub section: &'static str,
    /// The number of words of a row.
    pub width: usize,
    /// The file that states a row.
    pub owner: Owner,
    /// The words that are definitions.
    pub defs: &'static [usize],
    /// The words that are names.
    pub names: &'static [usize],
    /// The words that are packages.
    pub packages: &'static [usize],
}

impl RowLayout {
    /// Whether the number of a row is its position: the rows are in the order of files and of the text.
    pub fn is_by_position(&self) -> bool {
        self.section == "definitions"
    }

    /// Whether a row comes before another: rows that have no number are in the order of their words.
    pub fn is_before(&self, row: &[u32], other: &[u32]) -> bool {
        if self.is_by_position() { row[0] < other[0] } else { row < other }
    }
}

/// The file that states a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The file in a word.
    File(usize),
    /// The file of the definition in a word.
    Def(usize),
    /// No file that is linked: a manifest, or all files together.
    All,
}

/// The tables with such words.
pub static LAYOUTS: &[RowLayout] = &[
    RowLayout { section: "calls", width: 6, owner: Owner::Def(0), defs: &[0, 1], names: &[], packages: &[] },
    RowLayout { section: "definitions", width: 11, owner: Owner::File(0), defs: &[3], names: &[1, 4], packages: &[] },
    RowLayout { section: "depends", width: 8, owner: Owner::All, defs: &[], names: &[5, 6], packages: &[0] },
    RowLayout { section: "extends", width: 6, owner: Owner::File(2), defs: &[0, 1], names: &[], packages: &[] },
    RowLayout { section: "imports", width: 6, owner: Owner::File(0), defs: &[], names: &[], packages: &[] },
    RowLayout { section: "locks", width: 6, owner: Owner::All, defs: &[], names: &[4, 5], packages: &[0] },
    RowLayout { section: "manifests", width: 5, owner: Owner::All, defs: &[], names: &[1], packages: &[2] },
    RowLayout { section: "mentions", width: 4, owner: Owner::File(1), defs: &[], names: &[0], packages: &[] },
    RowLayout { section: "modules", width: 2, owner: Owner::All, defs: &[], names: &[0], packages: &[] },
    RowLayout { section: "overrides", width: 6, owner: Owner::File(2), defs: &[0, 1], names: &[], packages: &[] },
    RowLayout {
        section: "package_extends",
        width: 7,
        owner: Owner::File(2),
        defs: &[0],
        names: &[3, 4],
        packages: &[1],
    },
    RowLayout {
        section: "package_imports",
        width: 8,
        owner: Owner::File(1),
        defs: &[],
        names: &[2, 3],
        packages: &[0],
    },
    RowLayout { section: "refers", width: 5, owner: Owner::File(0), defs: &[2], names: &[], packages: &[] },
    RowLayout { section: "requires", width: 3, owner: Owner::All, defs: &[], names: &[], packages: &[] },
    RowLayout { section: "tests", width: 4, owner: Owner::File(0), defs: &[], names: &[3], packages: &[] },
    RowLayout { section: "uses", width: 5, owner: Owner::File(0), defs: &[2], names: &[], packages: &[] },
];

/// The layout of a section.
pub fn layout(section: &str) -> Option<&'static RowLayout> {
    LAYOUTS.iter().find(|layout| layout.section == section)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::tables::TABLES;

    /// Sections with no such words, each of which a patch has by its name.
    const OTHERS: &[&str] = &["files", "linked", "names", "packages", "paths"];

    #[test]
    fn every_table_has_a_layout() {
        let sections = TABLES.iter().map(|row| row.section).filter(|section| !OTHERS.contains(section));
        assert_eq!(sections.collect::<Vec<_>>(), LAYOUTS.iter().map(|layout| layout.section).collect::<Vec<_>>());
    }
}
