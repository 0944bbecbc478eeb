//! The declarations of one manifest or lockfile, taken alone.

use std::borrow::Cow;

use crate::base::{Position, printable};

/// Where a name of a package belongs. Names are compared within one of them only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ecosystem {
    /// Rust: crates.
    Cargo,
    /// PHP: packages of Composer, `vendor/name`.
    Composer,
    /// Ruby: gems.
    Gem,
    /// Go: modules.
    Golang,
    /// The projects of one Gradle build, which know each other by their paths.
    Gradle,
    /// Elixir and Erlang: packages of Hex.
    Hex,
    /// Java, Kotlin and what else is published to Maven repositories: `group:artifact`.
    Maven,
    /// JavaScript and TypeScript.
    Npm,
    /// .NET.
    Nuget,
    /// Dart and Flutter: packages of pub.dev.
    Pub,
    /// Python: distributions.
    Pypi,
    /// Swift: packages by the places of their repositories.
    Swift,
}

impl Ecosystem {
    /// Every one, in the order of the names.
    pub const ALL: [Self; 12] = [
        Self::Cargo,
        Self::Composer,
        Self::Gem,
        Self::Golang,
        Self::Gradle,
        Self::Hex,
        Self::Maven,
        Self::Npm,
        Self::Nuget,
        Self::Pub,
        Self::Pypi,
        Self::Swift,
    ];

    /// The name, as package URLs have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cargo => "cargo",
            Self::Composer => "composer",
            Self::Gem => "gem",
            Self::Golang => "golang",
            Self::Gradle => "gradle",
            Self::Hex => "hex",
            Self::Maven => "maven",
            Self::Npm => "npm",
            Self::Nuget => "nuget",
            Self::Pub => "pub",
            Self::Pypi => "pypi",
            Self::Swift => "swift",
        }
    }

    /// The families of languages whose files its packages own first.
    pub fn families(self) -> &'static [&'static str] {
        match self {
            Self::Cargo => &["rust"],
            Self::Composer => &["php"],
            Self::Gem => &["ruby"],
            Self::Golang => &["go"],
            Self::Hex => &["elixir"],
            Self::Gradle | Self::Maven => &["jvm"],
            Self::Npm => &["typescript"],
            Self::Nuget => &["csharp"],
            Self::Pub => &["dart"],
            Self::Pypi => &["python"],
            Self::Swift => &["swift"],
        }
    }
}

/// Why a package is depended on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum DependencyKind {
    /// To run.
    Normal,
    /// To develop or to test.
    Dev,
    /// To build only.
    Build,
    /// Optional: an extra, a feature.
    Optional,
    /// Whoever depends on this one brings it along.
    Peer,
    /// A dependency of a dependency, listed for its version.
    Indirect,
    /// Listed for members to inherit: the version is stated here, the use elsewhere.
    Shared,
}

impl DependencyKind {
    /// Every kind; the position of one is its number.
    pub const ALL: [Self; 7] =
        [Self::Normal, Self::Dev, Self::Build, Self::Optional, Self::Peer, Self::Indirect, Self::Shared];

    /// The name that facts show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Dev => "dev",
            Self::Build => "build",
            Self::Optional => "optional",
            Self::Peer => "peer",
            Self::Indirect => "indirect",
            Self::Shared => "shared",
        }
    }
}

/// The place of a dependency's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PackageSource {
    /// Here.
    Named,
    /// In a manifest above, under this key; [`Dependency::name`] holds where that one is silent, if it is not empty.
    Inherited(String),
    /// It is a project of the same build: its path (`:a:b`) or its accessor (`a.b`).
    Project(String),
}

/// One entry of a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The name of the package as written.
    pub name: String,
    /// Its local name, where that is another one.
    pub alias: Option<String>,
    /// The requirement as written; may be empty.
    pub version: String,
    /// Why.
    pub kind: DependencyKind,
    /// Where.
    pub at: Position,
    /// The place of the name.
    pub source: PackageSource,
}

/// Whom a locked version is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProjectClaim {
    /// Whoever asks, if it is the only version of that package.
    Anyone,
    /// The packages with this requirement.
    Requirement(String),
    /// The packages in or below this directory, relative to that of the lockfile.
    Directory(String),
    /// The packages in or below this directory that call it by this other name.
    Alias(String, String),
    /// The package of this name.
    Member(String),
    /// The package of this name, under a condition: others may be for it under another.
    Branch(String),
    /// No package of the repository.
    Nobody,
}

/// One entry of a lockfile: a package at a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Locked {
    /// The name of the package as written.
    pub name: String,
    /// The version.
    pub version: String,
    /// Where.
    pub at: Position,
}

/// A requirement of one entry of a lockfile on another: their positions in [`Declarations::locked`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// Which needs.
    pub from: usize,
    /// The required entry.
    pub to: usize,
    /// Why.
    pub kind: DependencyKind,
}

/// The name or the directory of one project of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placed {
    /// Its last name is another one than that of its directory.
    Name(String),
    /// Its directory, relative to that of the settings.
    Directory(String),
}

/// A part of a file that could not be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Where.
    pub at: Position,
    /// Why, in lower case, without a stop.
    pub reason: String,
}

/// Everything that one file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarations {
    /// The name that the file states for its package.
    pub package: Option<String>,
    /// Whether the file makes its directory a package, with a name or without.
    pub is_package: bool,
    /// The dependencies.
    pub dependencies: Vec<Dependency>,
    /// The entries that members may inherit: a key, and the entry of `dependencies`.
    pub shared: Vec<(String, usize)>,
    /// The locked packages.
    pub locked: Vec<Locked>,
    /// Whom the entries of `locked` are for.
    pub claims: Vec<(ProjectClaim, usize)>,
    /// The requirements between the entries of `locked`.
    pub needs: Vec<Need>,
    /// The statements about the projects of its build, by their paths.
    pub projects: Vec<(String, Placed)>,
    /// The manifest from which this one takes what it does not state, by its package's name.
    pub parent: Option<String>,
    /// The manifests whose shared versions this one takes too, by their packages' names.
    pub imports: Vec<String>,
    /// Words that stand for texts, here and in what has this as a parent.
    pub properties: Vec<(String, String)>,
    /// Gaps: the parts that could not be understood; the rest holds.
    pub flaws: Vec<Flaw>,
}

impl Declarations {
    /// Takes out of every text what is hidden in it, and credentials. Texts that were equal stay equal.
    pub fn clean(&mut self) {
        let dependencies = self.dependencies.iter_mut().flat_map(|it| {
            let key = match &mut it.source {
                PackageSource::Named => None,
                PackageSource::Inherited(key) | PackageSource::Project(key) => Some(key),
            };
            [Some(&mut it.name), it.alias.as_mut(), Some(&mut it.version), key]
        });
        let locked = self.locked.iter_mut().flat_map(|it| [&mut it.name, &mut it.version]);
        let claims = self.claims.iter_mut().flat_map(|(claim, _)| match claim {
            ProjectClaim::Anyone | ProjectClaim::Nobody => [None, None],
            ProjectClaim::Alias(directory, name) => [Some(directory), Some(name)],
            ProjectClaim::Requirement(text)
            | ProjectClaim::Directory(text)
            | ProjectClaim::Member(text)
            | ProjectClaim::Branch(text) => [Some(text), None],
        });
        let projects = self.projects.iter_mut().flat_map(|(path, placed)| {
            let (Placed::Name(text) | Placed::Directory(text)) = placed;
            [path, text]
        });
        let texts = dependencies.flatten().chain(locked).chain(claims.flatten()).chain(projects);
        let texts = texts.chain(self.package.as_mut()).chain(self.parent.as_mut()).chain(&mut self.imports);
        let texts = texts.chain(self.shared.iter_mut().map(|(key, _)| key));
        let texts = texts.chain(self.properties.iter_mut().flat_map(|(key, value)| [key, value]));
        for text in texts.chain(self.flaws.iter_mut().map(|it| &mut it.reason)) {
            if let Cow::Owned(clean) = printable(text) {
                *text = clean;
            }
        }
    }
}
