//! The rules by which a name is resolved, each with its evidence. No other file says how sure a rule is.

use cg_rules::Evidence;

/// The rule that decides an edge. The order is that of trust, so that the lesser of two rules is the one that bounds what
/// is known: the evidence of the lesser rule is the lesser evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Rule {
    /// The name means it, and it takes other arguments than the call gives, or other parameters than the override.
    Misfit,
    /// One method of the repository has the name; the type of the receiver is not known.
    NameAlone,
    /// No include shows the definition; one in the repository has the name.
    UnseenDefinition,
    /// One declaration of several, or one that no load is seen of.
    OpenConstant,
    /// Functions of one name that the arguments do not distinguish.
    OpenOverload,
    /// Extensions of the name; the type of the receiver is not known.
    OpenExtension,
    /// The type has every method that the repository shows of the interface, which embeds one of a library.
    StructuralPart,
    /// A folder of the search path holds the file that is sourced.
    SearchPath,
    /// The type has every method of the interface, and names it nowhere.
    Structural,
    /// An overload in a supertype takes as many arguments; their types may differ.
    LikelyOverride,
    /// The default build leaves out one of the two ends.
    OtherBuild,
    /// A namespace that is opened elsewhere would hold the name.
    OpenedNamespace,
    /// Other builds take the function of a library.
    LibraryMacro,
    /// Each platform has a definition of its own.
    Platform,
    /// Several definitions of the name are meant, or one of them.
    Several,
    /// One macro of the crate has the name; the order of the text is not looked at.
    CrateMacro,
    /// An extension in scope adds the member to the type of the receiver.
    Extension,
    /// The language looks the constant up so: through the modules around, then their ancestors.
    Constant,
    /// An include leads to the declaration, or the linker from there to the definition.
    Linkage,
    /// The file is sourced, or the function is of the same script.
    Sourced,
    /// An import of everything brings the name in.
    Wholesale,
    /// Another file of the package declares the name.
    Package,
    /// An import names it, or the module that holds it.
    Import,
    /// The module holds the name.
    Module,
    /// The arguments select one of several overloads.
    Overload,
    /// One of several definitions is part of the same build.
    SameBuild,
    /// The constructor of a type, or the type where it states none.
    Constructor,
    /// An operator calls the member of the type that the text states of its left side.
    Operator,
    /// A supertype declares the member.
    Inherited,
    /// A type above the one around declares the member, and `super` asks for it.
    Above,
    /// The type of the receiver declares the member.
    Member,
    /// The type around, by its own name.
    OwnType,
    /// The file declares the name at its top.
    File,
    /// A scope around the code declares the name.
    Lexical,
    /// The index of a compiler says so.
    Compiler,
}

/// A row of the table: the rule, its name, its evidence, and its meaning in a line.
type Row = (Rule, &'static str, Evidence, &'static str);

/// All rules, in the order of trust.
const RULES: [Row; 35] = {
    use Evidence::{Compiler, Inferred, Resolved, Scoped};
    [
        (Rule::Misfit, "misfit", Inferred, "the name means it, and its parameters do not fit"),
        (Rule::NameAlone, "name-alone", Inferred, "one method of the repository has the name; the receiver is unknown"),
        (Rule::UnseenDefinition, "unseen-definition", Inferred, "no include shows it; one definition has the name"),
        (Rule::OpenConstant, "open-constant", Inferred, "one declaration of several, or no load of it is seen"),
        (Rule::OpenOverload, "open-overload", Inferred, "the arguments do not distinguish the overloads"),
        (Rule::OpenExtension, "open-extension", Inferred, "extensions of the name; the receiver is unknown"),
        (Rule::StructuralPart, "structural-part", Inferred, "the type has every method that is known of the interface"),
        (Rule::SearchPath, "search-path", Scoped, "a folder of the search path holds the file"),
        (Rule::Structural, "structural", Scoped, "the type has every method of the interface"),
        (Rule::LikelyOverride, "likely-override", Scoped, "an overload of the supertype takes as many arguments"),
        (Rule::OtherBuild, "other-build", Scoped, "the default build leaves out one of the two ends"),
        (Rule::OpenedNamespace, "opened-namespace", Scoped, "a namespace that is opened elsewhere holds the name"),
        (Rule::LibraryMacro, "library-macro", Scoped, "other builds take the function of a library"),
        (Rule::Platform, "platform", Scoped, "each platform has a definition of its own"),
        (Rule::Several, "several", Scoped, "several definitions of the name are meant, or one of them"),
        (Rule::CrateMacro, "crate-macro", Scoped, "one macro of the crate has the name"),
        (Rule::Extension, "extension", Scoped, "an extension in scope adds the member to the receiver's type"),
        (Rule::Constant, "constant", Resolved, "the modules around hold the constant, or their ancestors do"),
        (Rule::Linkage, "linkage", Resolved, "an include leads to the declaration, the linker to the definition"),
        (Rule::Sourced, "sourced", Resolved, "the script sources it, or declares it"),
        (Rule::Wholesale, "wholesale", Resolved, "an import of everything brings the name in"),
        (Rule::Package, "package", Resolved, "another file of the package declares the name"),
        (Rule::Import, "import", Resolved, "an import names it, or the module that holds it"),
        (Rule::Module, "module", Resolved, "the module holds the name"),
        (Rule::Overload, "overload", Resolved, "the arguments select one of several overloads"),
        (Rule::SameBuild, "same-build", Resolved, "one of several definitions is part of the same build"),
        (Rule::Constructor, "constructor", Resolved, "the type's constructor, or the type where it states none"),
        (Rule::Operator, "operator", Resolved, "an operator calls the member of the stated type on its left"),
        (Rule::Inherited, "inherited", Resolved, "a supertype of the receiver's type declares the member"),
        (Rule::Above, "above", Resolved, "`super`: a type above the one around declares the member"),
        (Rule::Member, "member", Resolved, "the receiver's type declares the member"),
        (Rule::OwnType, "own-type", Resolved, "the type around, by its own name"),
        (Rule::File, "file", Resolved, "the file declares the name at its top"),
        (Rule::Lexical, "lexical", Resolved, "a scope around the code declares the name"),
        (Rule::Compiler, "compiler", Compiler, "the index of a compiler says so"),
    ]
};

impl Rule {
    /// Every rule, in the order of trust.
    pub fn all() -> impl Iterator<Item = Self> {
        RULES.iter().map(|(rule, ..)| *rule)
    }

    /// The rule of a stored number; the least sure where no rule has it.
    pub fn of_word(word: u32) -> Self {
        RULES.get(word as usize).map_or(Self::NameAlone, |(rule, ..)| *rule)
    }

    /// The rule of what a choice leaves of several candidates. A choice lifts no doubt but that several are meant.
    pub fn narrowed(self, choice: Self) -> Self {
        if self == Self::Several { choice } else { self.min(choice) }
    }

    /// The name that facts and bundles show.
    pub fn name(self) -> &'static str {
        RULES[self as usize].1
    }

    /// How sure an edge by this rule is.
    pub fn evidence(self) -> Evidence {
        RULES[self as usize].2
    }

    /// The meaning of the rule, as a line for a reader.
    pub fn summary(self) -> &'static str {
        RULES[self as usize].3
    }

    /// Whether it guesses.
    pub fn is_guess(self) -> bool {
        self.evidence() == Evidence::Inferred
    }

    /// Whether nothing was chosen among several, and nothing guessed.
    pub fn is_sure(self) -> bool {
        self.evidence() >= Evidence::Resolved
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Rules are combined by `min` alone, so that no step makes an edge surer than the least sure step before it.
    #[test]
    fn the_lesser_rule_has_the_lesser_evidence() {
        for (number, one) in Rule::all().enumerate() {
            assert_eq!(Rule::of_word(u32::try_from(number).unwrap()), one, "the table is in the order of the variants");
            for other in Rule::all() {
                assert_eq!(one.min(other).evidence(), one.evidence().min(other.evidence()), "{one:?} and {other:?}");
            }
        }
    }

    /// A choice among several candidates makes nothing surer than it is itself, nor than what led to the candidates.
    #[test]
    fn a_choice_lifts_several_alone() {
        for rule in Rule::all() {
            for choice in Rule::all() {
                let narrowed = rule.narrowed(choice);
                assert!(narrowed <= choice);
                assert!(narrowed <= rule || rule == Rule::Several, "{rule:?} by {choice:?}");
            }
        }
    }

    #[test]
    fn no_two_rules_share_a_name() {
        let names: std::collections::BTreeSet<&str> = Rule::all().map(Rule::name).collect();
        assert_eq!(names.len(), RULES.len());
    }
}
