//! Lookup of names by a language's own rules, where neither imports nor the scopes of one file decide: in Ruby any
//! file may open any class again.

use cg_rules::FileId;

use super::observation::{Decl, ImportSite, Observation};

/// The name of a class that is made where it is used.
pub const ANONYMOUS: &str = "<anonymous>";

/// The name under which a method binds the object that it runs its block in, where that is another than the one around the block.
pub const BLOCK_RUN: &str = "(block)";

/// The same, where it is the default of the first parameter, and another if the call gives one.
pub const BLOCK_RUN_BY_DEFAULT: &str = "(block by default)";

/// How the names of members begin by which a call that gives a first argument is stated, among the calls that blocks are of: the
/// whole name is bound to the argument around the call.
pub const FIRST_GIVEN: &str = "(given";

/// The same, where the argument is a parameter of the method around, and the name is bound to its default.
pub const FIRST_BY_DEFAULT: &str = "(given by default";

/// The member of an object that means the object itself, in which a block runs. No code can spell it.
pub const BLOCK_OBJECT: &str = "(block in)";

/// The name under which a method binds the call that it gives its block to.
pub const BLOCK_GIVEN: &str = "(block to)";

/// The name under which a file binds a macro that derives what has a name. No code can spell it.
pub fn derive_name(name: &str) -> String {
    format!("(derive) {name}")
}

/// A declaration of the repository.
pub type DeclPlace = (FileId, Decl);

/// The meaning of a path of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// The declaration that represents it.
    pub at: DeclPlace,
    /// Whether it is the only declaration. Otherwise it represents several, none of which precedes the others.
    pub is_sure: bool,
}

/// The rules by which a language finds names. Pure: the same world, the same answer.
pub trait Names: Send + Sync {
    /// Resolves a dotted path of constants inside a declaration.
    fn constant(&self, from: DeclPlace, path: &str) -> Option<Named>;

    /// The declarations that an import names: a module by its whole name, or what it lists of one.
    fn requested(&self, _from: FileId, _observation: &Observation, _site: &ImportSite) -> Vec<DeclPlace> {
        Vec::new()
    }

    /// The type that the code of a declaration runs in; and whether it runs in the type itself, not in a value of it.
    fn this(&self, at: DeclPlace) -> Option<(DeclPlace, bool)>;

    /// The members of a name that a type itself (`of_type`), or a value of it, has; with `inherited` those of its
    /// supertypes alone. Of all that have one, the nearest.
    fn member(&self, from: FileId, of: DeclPlace, name: &str, of_type: bool, inherited: bool) -> Vec<DeclPlace>;

    /// Resolves the call of a bare name, in a language in which that is never a member of the object at hand.
    fn function(&self, _from: DeclPlace, _name: &str) -> Option<Vec<DeclPlace>> {
        None
    }

    /// The functions that a bare name means in blocks, which are given to calls of these names, the innermost first, where nothing
    /// else has the name.
    fn function_in_blocks(&self, _from: DeclPlace, _name: &str, _given_to: &[String]) -> Vec<DeclPlace> {
        Vec::new()
    }

    /// The methods of a name that the code of a declaration has from what tests are given, beside those of a type around it.
    fn mixed_in(&self, _from: DeclPlace, _name: &str) -> Vec<DeclPlace> {
        Vec::new()
    }

    /// The name under which a type is called to make a value of it.
    fn constructor(&self) -> &str {
        "new"
    }

    /// Whether to construct a type makes a type, and no value.
    fn makes_types(&self, _of: DeclPlace) -> bool {
        false
    }

    /// The external package that brings a constant.
    fn package(&self, constant: &str) -> Option<&str>;

    /// A path of constants as it is written outside of all types.
    fn without_top<'p>(&self, path: &'p str) -> &'p str {
        path
    }

    /// Whether a type has a supertype that the repository does not declare: what none of its own ones has is of that.
    fn extends_outside(&self, _of: DeclPlace) -> bool {
        false
    }

    /// Whether a constant is a type of the platform whose members give values of the platform alone.
    fn is_of_platform(&self, _constant: &str) -> bool {
        false
    }

    /// The module of a package that a path names, and the member of it, where the path divides them; `None` where it is of
    /// the package as a whole.
    fn module_and_member<'p>(&self, _path: &'p str) -> Option<(&'p str, Option<&'p str>)> {
        None
    }
}
