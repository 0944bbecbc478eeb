//! A name of an external package, by the path that the source writes.

use cg_rules::FileId;
use serde::{Deserialize, Serialize};

use crate::language::{Resolution, without_count};

/// The most parts of a member's path that are kept.
const MAX_PARTS: usize = 8;

/// The external modules behind the wholesale imports of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OuterStars {
    /// None.
    #[default]
    Nothing,
    /// One: that of this import site of this file.
    One(FileId, u32),
    /// Several, or a file that was not read: none is meant.
    Several,
    /// Only a walk for the name at hand can say.
    ByName,
}

/// A package, a module of it, or a member of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Outer {
    /// The package: its name as the lockfile has it.
    pub package: String,
    /// The module as the source writes it: `w3lib.url`, `golang.org/x/sync/errgroup`, `mio::net`.
    pub module: String,
    /// The member of the module, parts joined by dots; empty for the module itself.
    pub member: String,
    /// The target is the value of a call of the member, or an instance of it.
    pub is_result: bool,
    /// How many parts of the member name the type of the value, where the text states it: 0 where a function gives the value.
    pub n_of_type: u8,
    /// The language brings the package along.
    pub is_builtin: bool,
}

impl Outer {
    /// A name in a module, or the module itself.
    pub fn new(package: &str, module: &str, name: Option<&str>) -> Self {
        let member = name.filter(|name| *name != "*").unwrap_or("").to_owned();
        Self {
            package: package.to_owned(),
            module: module.to_owned(),
            member,
            is_result: false,
            n_of_type: 0,
            is_builtin: false,
        }
    }

    /// The name that an import takes from a module, as the source writes both. In Java, Kotlin, Scala and Swift the path of
    /// source ends with the name.
    pub fn imported(package: &str, source: &str, name: Option<&str>, family: &str) -> Self {
        let inner = name
            .filter(|_| matches!(family, "jvm" | "swift"))
            .and_then(|name| source.strip_suffix(name)?.strip_suffix('.'));
        Self::new(package, inner.unwrap_or(source), name.map(|name| without_count(name).0))
    }

    /// The member of a package that a path in the code names, which begins with the name of the package.
    pub fn of_path(package: &Resolution, path: &str) -> Option<Self> {
        let (package, is_builtin) = match package {
            Resolution::External(package) => (package, false),
            Resolution::Builtin(package) => (package, true),
            _ => return None,
        };
        let (module, member) = (path.get(..package.len())?, path.get(package.len()..)?.strip_prefix('.')?);
        Some(Self::new(package, module, Some(without_count(member).0)).builtin(is_builtin))
    }

    /// The same, of what the language brings along, if it does.
    pub fn builtin(self, is_builtin: bool) -> Self {
        Self { is_builtin, ..self }
    }

    /// A member of it. A default export is its module by another name.
    pub fn part(&self, name: &str) -> Self {
        let member = match self.member.as_str() {
            "" | "default" | "export=" => name.to_owned(),
            member if member.split('.').count() < MAX_PARTS => format!("{member}.{name}"),
            member => member.to_owned(),
        };
        Self { member, ..self.clone() }
    }

    /// The result of calling it, or an instance of it. `None` for the result of a result, which is of no known package.
    pub fn result(&self) -> Option<Self> {
        (!self.is_result).then(|| Self { is_result: true, ..self.clone() })
    }

    /// A value of the type that it is.
    pub fn instance(&self) -> Option<Self> {
        let n_of_type = u8::try_from(self.member.split('.').count()).unwrap_or(0);
        self.result().map(|of| Self { n_of_type, ..of })
    }

    /// The name of the type whose value has the member: as the text states it, or as a name with a capital makes one.
    pub fn type_name(&self) -> Option<&str> {
        let head = self.member.rsplit_once('.').filter(|_| self.is_result)?.0;
        let is_type = |part: &&str| part.starts_with(char::is_uppercase);
        match head.split('.').count() == usize::from(self.n_of_type) {
            true => head.rsplit('.').next(),
            false => head.split('.').rev().take(2).find(is_type),
        }
    }

    /// The name of the type of a value: as the text states it, or as a name with a capital makes one.
    pub fn value_name(&self) -> Option<&str> {
        let last = self.member.rsplit('.').next().filter(|_| self.is_result)?;
        let is_stated = self.n_of_type > 0 && self.member.split('.').count() == usize::from(self.n_of_type);
        (is_stated || last.starts_with(char::is_uppercase)).then_some(last)
    }

    /// Whether it is the package's own: a name of a module, or a member of a value of a type that the text states, or names with a
    /// capital. What a member or a function gives may be what the package was given: an element, a copy, a value behind a lock.
    pub fn is_own(&self, has_capitals: bool) -> bool {
        let mut parts = self.member.rsplit('.');
        let is_made = |maker: &str| has_capitals && maker.starts_with(char::is_uppercase);
        let is_stated = || self.n_of_type > 0 && self.member.split('.').count() <= usize::from(self.n_of_type) + 1;
        !self.is_result || is_stated() || parts.nth(1).is_some_and(is_made)
    }
}
