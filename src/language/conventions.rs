//! Names that a language, or its libraries, give a meaning wherever they are found.

/// The conventions of one language.
pub struct Conventions {
    /// Stems of files that represent their folder: `__init__`.
    pub folder_stems: &'static [&'static str],
    /// Names of constructors, as the text or the extraction gives them.
    pub constructors: &'static [&'static str],
    /// Functions that find what they call, or give back, by a name in a string.
    pub reflection: &'static [&'static str],
    /// Files that set tests up, and hold none.
    pub test_setup: &'static [&'static str],
    /// Whether the body of a method may lie in another file than its declaration.
    pub has_bodies_elsewhere: bool,
    /// Whether a private member can be neither overridden nor an override.
    pub seals_private: bool,
    /// Whether properties are overridden as methods are.
    pub overrides_properties: bool,
    /// Whether an import names a package unless it begins with `.` or `/`.
    pub imports_packages_bare: bool,
}

impl Conventions {
    /// A language without such names.
    pub const NONE: Self = Self {
        folder_stems: &[],
        constructors: &[],
        reflection: &[],
        test_setup: &[],
        has_bodies_elsewhere: false,
        seals_private: false,
        overrides_properties: false,
        imports_packages_bare: false,
    };
}
