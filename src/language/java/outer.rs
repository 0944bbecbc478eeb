//! Packages that are none of the repository: those of the JDK, and all others.

use super::super::resolver::Resolution;

/// The packages of the JDK that do not start with `java.`.
const JDK: &[&str] = &[
    "jdk",
    "javax.annotation.processing",
    "javax.crypto",
    "javax.imageio",
    "javax.lang.model",
    "javax.management",
    "javax.naming",
    "javax.net",
    "javax.print",
    "javax.script",
    "javax.security",
    "javax.sound",
    "javax.sql",
    "javax.swing",
    "javax.tools",
    "javax.xml",
    "org.w3c.dom",
    "org.xml.sax",
    "sun.misc",
];

/// The package of an external name: its parts in lower case, without the last, which is what is imported.
pub fn external(source: &str, is_star: bool) -> Resolution {
    let parts: Vec<&str> = source.split('.').collect();
    let is_lower = |part: &&&str| !part.starts_with(|letter: char| letter.is_uppercase());
    let n_lower = parts.iter().take_while(is_lower).count();
    let n_package = if n_lower == parts.len() && !is_star { n_lower.saturating_sub(1) } else { n_lower };
    outside(parts[..n_package.max(1)].join("."))
}

/// A package that is none of the repository.
pub fn outside(package: String) -> Resolution {
    let is_own = package.starts_with("java.")
        || matches!(package.as_str(), "kotlin" | "scala")
        || package.starts_with("scala.")
        || package.starts_with("kotlin.")
        || JDK.iter().any(|known| package.strip_prefix(known).is_some_and(|it| it.is_empty() || it.starts_with('.')));
    if is_own { Resolution::Builtin(package) } else { Resolution::External(package) }
}
