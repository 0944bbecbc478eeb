//! The places of words in the rows of relations, for what reads one column of all rows.

use super::relation::{Call, Definition};

impl Definition {
    /// The place of the file.
    pub const FILE: usize = 0;
    /// The place of the name.
    pub const NAME: usize = 1;
    /// The place of the kind.
    pub const KIND: usize = 2;
    /// The place of the line of its body.
    pub const BODY_LINE: usize = 9;
}

impl Call {
    /// The place of the callee.
    pub const CALLEE: usize = 1;
}

#[cfg(test)]
mod tests {
    use cg_rules::{DefId, FileId};

    use super::*;
    use crate::base::Row as _;
    use crate::language::DeclKind;

    #[test]
    fn each_is_where_the_row_has_it() {
        let definition = Definition::unpack([0; 11]);
        let kind = DeclKind::Method;
        let words = Definition { file: FileId(7), name: 8, kind, body_line: 9, ..definition }.pack();
        let places = [Definition::FILE, Definition::NAME, Definition::KIND, Definition::BODY_LINE];
        assert_eq!(places.map(|at| words[at]), [7, 8, kind as u32, 9]);
        assert_eq!(Call { callee: DefId(9), ..Call::unpack([0; 6]) }.pack()[Call::CALLEE], 9);
    }
}
