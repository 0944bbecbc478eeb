//! The table of programs: the name that manifests use, and the source whose header states the rules.

/// A compiled program, as a manifest names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name in manifests: `family.primitive`.
    pub name: &'static str,
    /// The file in `rules/src` that holds it.
    pub file: &'static str,
    /// The text of that file. Header and program agree, by a test.
    pub source: &'static str,
}

/// Every program, in order of names.
pub static PROGRAMS: &[Program] = &[
    Program { name: "call_graph.callees", file: "callees.rs", source: include_str!("callees.rs") },
    Program { name: "call_graph.callers", file: "callers.rs", source: include_str!("callers.rs") },
    Program { name: "call_graph.spine", file: "spine.rs", source: include_str!("spine.rs") },
    Program { name: "dep_graph.consumers", file: "consumers.rs", source: include_str!("consumers.rs") },
    Program { name: "facts.stand_ins", file: "stand_ins.rs", source: include_str!("stand_ins.rs") },
    Program { name: "facts.uses", file: "uses.rs", source: include_str!("uses.rs") },
    Program { name: "files.except", file: "except.rs", source: include_str!("except.rs") },
    Program { name: "files.intersect", file: "intersect.rs", source: include_str!("intersect.rs") },
    Program { name: "flow.skeleton", file: "skeleton.rs", source: include_str!("skeleton.rs") },
    Program { name: "history.cochanged", file: "cochanged.rs", source: include_str!("cochanged.rs") },
    Program { name: "import_graph.broken", file: "broken.rs", source: include_str!("broken.rs") },
    Program { name: "import_graph.central", file: "central.rs", source: include_str!("central.rs") },
    Program { name: "import_graph.dependencies", file: "dependencies.rs", source: include_str!("dependencies.rs") },
    Program {
        name: "import_graph.reverse_lookup",
        file: "reverse_lookup.rs",
        source: include_str!("reverse_lookup.rs"),
    },
    Program {
        name: "import_graph.transitive_callers",
        file: "transitive_callers.rs",
        source: include_str!("transitive_callers.rs"),
    },
    Program { name: "scip.refs", file: "refs.rs", source: include_str!("refs.rs") },
    Program { name: "search.cascade", file: "cascade.rs", source: include_str!("cascade.rs") },
    Program { name: "search.prior", file: "prior.rs", source: include_str!("prior.rs") },
    Program { name: "search.related", file: "related.rs", source: include_str!("related.rs") },
    Program { name: "search.symbols", file: "symbols.rs", source: include_str!("symbols.rs") },
    Program {
        name: "test_inventory.tests_exercising",
        file: "tests_exercising.rs",
        source: include_str!("tests_exercising.rs"),
    },
    Program { name: "text.matches", file: "matches.rs", source: include_str!("matches.rs") },
    Program { name: "type_graph.overrides", file: "overrides.rs", source: include_str!("overrides.rs") },
    Program { name: "type_graph.siblings", file: "siblings.rs", source: include_str!("siblings.rs") },
    Program { name: "type_graph.subtypes", file: "subtypes.rs", source: include_str!("subtypes.rs") },
];

impl Program {
    /// The program of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PROGRAMS.iter().find(|it| it.name == name)
    }

    /// The rules in textbook notation: the text between the fences of the header.
    pub fn header(&self) -> String {
        let mut fenced = self.comment().skip_while(|line| !line.starts_with("```datalog")).skip(1);
        lines(fenced.by_ref().take_while(|line| !line.starts_with("```")))
    }

    /// The prose of the header before and after the rules.
    pub fn about(&self) -> String {
        let mut fences = 0;
        let prose = self.comment().filter(|line| {
            let is_fence = line.starts_with("```");
            fences += usize::from(is_fence);
            !is_fence && fences != 1
        });
        lines(prose)
    }

    /// The lines of the header, without their marker.
    fn comment(&self) -> impl Iterator<Item = &'static str> + use<> {
        let header = self.source.lines().map_while(|line| line.strip_prefix("//!"));
        header.map(|line| line.strip_prefix(' ').unwrap_or(line))
    }
}

fn lines<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.fold(String::new(), |text, line| text + line + "\n")
}
