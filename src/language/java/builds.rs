//! The libraries that builds of sbt and of Mill depend on: `"com.acme" %% "tool" % "1.0"`, `ivy"com.acme::tool:1.0"`. Where code names a package
//! without any import, by its path from the outermost part on, they say that it is one.

/// Whether a file says what a build depends on.
pub fn is_build(name: &str) -> bool {
    matches!(name, "build.sbt" | "build.sc" | "build.mill" | "Dependencies.scala" | "dependencies.sbt")
}

/// The first parts of packages that the language itself has.
const OWN: &[&str] = &["java", "javax", "scala"];

/// The names of the libraries that the text of such a file states, and the first word of each: `os-lib`, `os`.
pub fn dependencies(text: &str) -> impl Iterator<Item = &str> {
    let quoted: Vec<&str> = text.split('"').collect();
    let mut found = Vec::new();
    for (at, one) in quoted.iter().enumerate().skip(1).step_by(2) {
        let is_group = one.starts_with(|it: char| it.is_alphabetic()) && !one.contains(char::is_whitespace);
        let sign = quoted.get(at + 1).map_or("", |between| between.trim());
        if is_group && matches!(sign, "%" | "%%" | "%%%") {
            let is_name = |name: &&str| name.starts_with(|it: char| it.is_alphabetic());
            found.extend(quoted.get(at + 2).copied().filter(is_name));
        }
        let is_prefixed = quoted[at - 1].ends_with("ivy") || quoted[at - 1].ends_with("mvn");
        found.extend(one.split(':').filter(|part| !part.is_empty()).nth(1).filter(|_| is_prefixed));
    }
    let words = found.into_iter().flat_map(|name| [name, name.split('-').next().unwrap_or(name)]);
    words.filter(|name| !name.is_empty() && !OWN.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_read_from_builds() {
        let sbt = "libraryDependencies ++= Seq(\"com.acme\" %% \"tool-core\" % \"1.0\" % \"test\", \"org.b\" % \"bee\" % V.bee)";
        assert_eq!(dependencies(sbt).collect::<Vec<_>>(), ["tool-core", "tool", "bee", "bee"]);
        let mill = "def ivyDeps = Agg(ivy\"com.acme::tool::1.0\", mvn\"org.b:bee:${bee}\")\nval x = \"a::b\"";
        assert_eq!(dependencies(mill).collect::<Vec<_>>(), ["tool", "tool", "bee", "bee"]);
    }
}
