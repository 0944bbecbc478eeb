//! Names that a language, or its libraries, give a meaning wherever they are found.

use tree_sitter::Node;

use super::builder::Builder;
use super::conversions::Conversions;
use super::gives_back::GivesBack;
use super::holders::Holders;
use super::observation::Receiver;
use super::operator::Operators;
use super::outer_interface::OuterInterface;
use super::parts::Parts;
use super::requested::Requested;
use super::sites::QuotedNames;
use super::unit_rule::UnitRule;
use crate::syntax::GivenArgument;

/// Reads the receiver and the name of a callee.
pub type SteeringPart = fn(name: &str, text: &str) -> Option<String>;
/// See [`Conventions::typed_callee`].
pub type TypedCallee = for<'t> fn(Node<'_>, &mut Builder<'t>) -> Option<(Receiver, &'t str)>;

/// Finds the name that a node defines.
pub type DefinedName = for<'t> fn(Node<'t>, &[u8]) -> Option<Node<'t>>;

/// Whether a name in code is a variable by its place.
pub type IsVariable = fn(Node<'_>, &mut Builder<'_>) -> bool;

/// Whether the parts of a dotted path, whose first name lies in a node of that kind, may begin with the name of a package.
pub type BeginsWithPackage = fn(parts: &[&str], around: &str) -> bool;

/// See [`Conventions::plain_type`].
pub type PlainType = for<'t> fn(&'t str, &Builder<'_>) -> &'t str;

/// Lowers the arguments in the list of a call; `None` where their number is not known.
pub type LowerArguments = for<'t> fn(Node<'_>, &mut Builder<'t>) -> Option<Vec<GivenArgument>>;

/// The conventions of one language.
pub struct Conventions {
    /// Stems of files that represent their folder: `__init__`.
    pub folder_stems: &'static [&'static str],
    /// Endings of files that hold code of the language among other text, or of a dialect: of these only the words are read.
    pub hosts: &'static [&'static str],
    /// Names of constructors, as the text or the extraction gives them.
    pub constructors: &'static [&'static str],
    /// A type that states no constructor has those of its supertype.
    pub inherits_constructors: bool,
    /// Functions that find what they call, or give back, by a name in a string.
    pub reflection: &'static [&'static str],
    /// Functions that parameters of tests request by their names.
    pub requested: Option<Requested>,
    /// Files that set tests up, and hold none.
    pub test_setup: &'static [&'static str],
    /// Folders in which a file that holds tests is a test's file, whatever its name.
    pub test_folders: &'static [&'static str],
    /// Folders of libraries: those below have names of the product, whatever they are.
    pub library_folders: &'static [&'static str],
    /// Stems of files that are a test's where they hold tests.
    pub test_stems: &'static [&'static str],
    /// Functions at the top of a file, or of a type there, at which a program or the tests of a file begin.
    pub starts: &'static [&'static str],
    /// Names of members that each type gives a meaning of its own, so that none overrides another.
    pub own_members: &'static [&'static str],
    /// Whether the language, or what it brings along, calls a member of such a name where no text has it: `__str__`, `toString`.
    pub runs_unnamed: Option<fn(&str) -> bool>,
    /// The programs that run its scripts, as the first line of one names them, without a version.
    pub interpreters: &'static [&'static str],
    /// The words by which the body of a member names the object, or the type, that it is of.
    pub own_object: &'static [&'static str],
    /// Whether a field is read by a method of its name, which a value of unknown type may have.
    pub fields_are_methods: bool,
    /// The bodies of types may hold imports, for all of the body.
    pub imports_in_types: bool,
    /// A function put into a table sees the locals of the function around it, not those of the table: Lua's `function M.f() … end`.
    pub members_see_around: bool,
    /// The sign of the variable that a declared member reads or sets, by the text before the name of the member: Ruby's
    /// `attr_reader :a` reads `@a`. `None` where a member is no name of a variable.
    pub variable_behind: Option<fn(&str) -> Option<&'static str>>,
    /// A public function of a module answers to the member of its name that a supertype of the module declares.
    pub functions_override: bool,
    /// A member is overridden only where it, or one that it overrides, states that it may be.
    pub states_virtual: bool,
    /// Whether a function that assigns to a name declares a local by that.
    pub declares_by_assigning: bool,
    /// Whether a call by name runs a function, and never what a variable of the name holds.
    pub calls_no_variables: bool,
    /// Whether a value has one field of a name, whichever of its types assign to it.
    pub inherits_fields: bool,
    /// Methods that every object has, and that give it back, or one like it.
    pub same_object: &'static [&'static str],
    /// Methods of containers that give one element.
    pub element_of_list: &'static [&'static str],
    /// Methods of maps that give one value.
    pub value_of_map: &'static [&'static str],
    /// Fields of a holder that give the value in it.
    pub held_value: &'static [&'static str],
    /// Methods of containers that give another container of the same.
    pub same_container: &'static [&'static str],
    /// The member by which a value can be called: `f()` is `f.invoke()`; that which a type itself states of its calls, where
    /// no member does.
    pub call_member: &'static str,
    /// Whether a class is a value, so that a call of a name that holds one makes an instance.
    pub calls_classes: bool,
    /// Whether a path without brackets may call a function, so that it says of a value no more than one with them.
    pub calls_without_brackets: bool,
    /// Whether functions and values have names of their own, so that neither hides the other.
    pub names_functions_apart: bool,
    /// The method by which an attribute is read whose value is a descriptor.
    pub attribute_reader: &'static str,
    /// Whether declarations without a body, beside a function of their name, say how that one function may be called.
    pub signs_overloads: bool,
    /// Lowers the arguments of a call from their nodes; without it they are read from the text.
    pub arguments: Option<LowerArguments>,
    /// The conversions by which overloads are chosen, in a language that has overloads and states the types of arguments.
    pub conversions: Option<&'static Conversions>,
    /// The types that a language brings, each with its names, where methods of one name are overloads by the types of
    /// their parameters, and an override has those of what it overrides.
    pub built_in_types: &'static [&'static [&'static str]],
    /// The words for a type that the text does not show.
    pub any_types: &'static [&'static str],
    /// Whether a block that gives members to a type names the one trait that they implement.
    pub blocks_name_traits: bool,
    /// Whether a value that a test finds to be of a type which is none below its own stays of its own.
    pub narrows_below: bool,
    /// Whether types of one name and another number of type parameters are others, and functions may differ by that alone.
    pub counts_type_parameters: bool,
    /// Whether a function outside of a type is called like a member of its values, where no member of the name takes the
    /// arguments.
    pub extends_by_functions: bool,
    /// Functions of one name are overloads by how many arguments they take; no more of the choice shows in the text.
    pub overloads_by_number: bool,
    /// Whether a private member can be neither overridden nor an override.
    pub seals_private: bool,
    /// Whether a class has none of the members that an interface of it declares.
    pub seals_interfaces: bool,
    /// Interfaces and aliases are types alone: no call, and no `new`, leads to one, whatever value has its name.
    pub types_are_apart: bool,
    /// The sign that begins the names of members which only the text inside of their type can write; empty where there is none.
    pub sealing_sign: &'static str,
    /// Whether properties, constants and types that a type holds are overridden as methods are.
    pub overrides_properties: bool,
    /// Whether an import names a package unless it begins with `.` or `/`.
    pub imports_packages_bare: bool,
    /// Whether a dotted path in the code may begin with the name of a package, as no import binds its first part.
    pub begins_with_package: Option<BeginsWithPackage>,
    /// Whether the whole name of a module leads to it without any import: who names it imports it.
    pub names_modules_whole: bool,
    /// Whether a name with a capital is a constant that is seen everywhere, so that one which nothing here declares is of elsewhere.
    pub constants_are_global: bool,
    /// Whether the text of what a file imports takes the place of the import, so that names go on to whoever imports the file.
    pub includes_text: bool,
    /// Whether an import without a name brings all names of what it imports.
    pub imports_all_names: bool,
    /// Whether an import of a path by its first part binds that part alone: `import a.b.c` binds `a`.
    pub imports_bind_heads: bool,
    /// Whether what a module imports is for itself and the modules inside it, unless it says otherwise: `pub use`.
    pub seals_imports: bool,
    /// Whether a variable that a file does not export is seen in that file alone, if it exports or imports anything.
    pub seals_variables: bool,
    /// Calls that give what they are given, as the text has them: `Arc::new`.
    pub wrappers: &'static [&'static str],
    /// The path of a type that a text states; `None` where it is the first name in it.
    pub type_path: Option<fn(&str, &Builder<'_>) -> Option<String>>,
    /// The receiver and the name of a callee that states the type it is a member of; `None` for any other callee.
    pub typed_callee: Option<TypedCallee>,
    /// The type that a call of a value gives, by the node of the value's type, where that is written as a function's.
    pub result_type: Option<fn(Node<'_>, &Builder<'_>) -> Option<String>>,
    /// The text of a value as paths have it; `None` where it is that of the node.
    pub value_text: Option<fn(Node<'_>, &Builder<'_>) -> String>,
    /// The same of what a call is made on; `None` where it is that of the node.
    pub receiver_text: Option<fn(Node<'_>, &Builder<'_>) -> String>,
    /// The members by which a value of a type gives another for `a[0]` and `*a`, where a value and a pointer to it are alike. A type
    /// without them gives a value of its own.
    pub pointing_members: &'static [&'static str],
    /// Where one thing may be declared in several places.
    pub parts: Parts,
    /// The kinds of nodes that are names in its grammar, though their kinds do not say that they identify.
    pub name_kinds: &'static [&'static str],
    /// The name that a node defines, or states the type of, where the grammar takes it for one that is called.
    pub head: Option<DefinedName>,
    /// The names of code in a text in quotes: what a macro formats, a type in quotes.
    pub quoted: Option<QuotedNames>,
    /// Whether a name in code is a variable by its place, where no function is named so.
    pub variable: Option<IsVariable>,
    /// The kinds of nodes whose children are named by what is before `:` or `=`.
    pub key_kinds: &'static [&'static str],
    /// The method that calls the value which it is a member of: `f.call(1)`.
    pub calling_method: &'static str,
    /// Members that are looked up where only their type is named, beside constructors and the member that a call of a value means.
    pub implied_members: &'static [&'static str],
    /// Whether names that differ in the case of their letters are one.
    pub folds_case: bool,
    /// The sources of which an import of everything makes the names that stand alone in a file its references, as no query captures
    /// these; `None` where queries capture all references.
    pub refers_by_mentions: Option<fn(&str) -> bool>,
    /// Whether the imports of one file decide where those of others lead: a path may go through what a module imports.
    pub resolves_by_imports: bool,
    /// Whether the sort of a file depends on there being something that it imports, exports or offers at its top: a module or a
    /// script.
    pub sorts_by_offers: bool,
    /// The class by whose name other languages see the functions and variables at the top of a file that states none for them, by
    /// the path of the file.
    pub class_of_file: Option<fn(&str) -> String>,
    /// The part of a configuration, by its name and text, on which it depends where imports lead; `None` where that is not known
    /// to be less than the whole text.
    pub steering: Option<SteeringPart>,
    /// The folders that are units of files; `None` where a family is read as a whole.
    pub units: Option<&'static UnitRule>,
    /// The types of the library that hold values of a type argument.
    pub holders: Option<&'static Holders>,
    /// The functions of a library that give their argument back.
    pub gives_back: Option<&'static GivesBack>,
    /// The members that operators call; read where a query captures `@operator`.
    pub operators: Option<&'static Operators>,
    /// Whether a capital says that a name is exported: elsewhere it is by custom that of a type.
    pub capitals_export: bool,
    /// Whether types implement interfaces without naming them, by the signatures of their methods.
    pub implements_by_signatures: bool,
    /// The interfaces of libraries that types implement without naming them, by name.
    pub outer_interfaces: &'static [OuterInterface],
    /// Whether an extension fits by the type arguments of what it is called on.
    pub fits_by_type_arguments: bool,
    /// The name of the member of a type that states to which type its values give way where they have no member of a name; empty without.
    pub pointed_member: &'static str,
    /// The name of the member of a type that states what a loop over its values goes through; empty without.
    pub looped_member: &'static str,
    /// Whether names and types keep the type arguments that the text states of them.
    pub keeps_type_arguments: bool,
    /// The part of a type's text whose type arguments those are: without the pointers and holders around it.
    pub plain_type: Option<PlainType>,
    /// Whether an import of everything of a type brings the members of the type itself alone.
    pub stars_bring_statics: bool,
    /// The name under which a path writes that a value is awaited, and that of the member of a type which is then given, where the type
    /// states one; else the value itself is. Empty where paths write none.
    pub awaits: (&'static str, &'static str),
    /// Whether a node that a query captures as a binding is part of a type, or hidden, and binds nothing in what is around.
    pub names_in_type: Option<fn(Node<'_>, &Builder<'_>) -> bool>,
    /// Whether a local variable is seen behind its declaration alone: before, in the same block, its name is that of something else.
    pub locals_begin_where_declared: bool,
    /// Whether `new` before a function makes a value that has the members of the function's prototype.
    pub functions_make_values: bool,
    /// The member of a type whose result holds what a loop over a value goes through; empty where there is none.
    pub iterating_member: &'static str,
    /// Whether `T[]` is a type that holds `T`, so that a value of it is none of the repository's.
    pub has_holders: bool,
    /// Methods of the library's holders that give what the holder holds.
    pub opening_methods: &'static [&'static str],
    /// Members of the library's holders that give what the holder holds without being called.
    pub opening_fields: &'static [&'static str],
    /// Methods of the library's holders that give a holder of the same.
    pub holding_methods: &'static [&'static str],
    /// Methods of the library's holders that hand an element to the function which they take, each with the places at which they do.
    pub handing_methods: &'static [(&'static str, &'static str)],
    /// The method of the library's holders that puts a number before each element; empty without one.
    pub counting_method: &'static str,
    /// The types of the library that hold values of their second type argument.
    pub maps: &'static [&'static str],
    /// Methods of those that give a holder of the values.
    pub value_methods: &'static [&'static str],
    /// Functions of the library that every file calls by their names alone.
    pub library_functions: &'static [&'static str],
    /// The types that every file has from the language itself, of which no value has a member of the repository but those of its traits.
    pub library_types: &'static [&'static str],
    /// The types of the library that types of the library extend, the nearest first.
    pub outer_supertypes: &'static [(&'static str, &'static [&'static str])],
    /// Macros of the library that every file calls by their names alone.
    pub library_macros: &'static [&'static str],
    /// The sign behind the name of an argument of a call: `f(name = 1)`, `f(name: 1)`.
    pub argument_sign: Option<u8>,
    /// The supertypes of the library that an attribute gives to a type, each with its members.
    pub derived_members: &'static [(&'static str, &'static [&'static str])],
    /// The derived members that give a value of the type itself.
    pub derived_values: &'static [&'static str],
}

impl Conventions {
    /// Whether a member is looked up where its type is named, or a value of its type is, though no file need write the member's name.
    pub fn is_implied(&self, member: &str) -> bool {
        let is_read = || member == self.call_member || member == self.attribute_reader;
        !member.is_empty() && (self.is_implied_alone(member) || is_read() || self.element_of_list.contains(&member))
    }

    /// Whether such a member is hardly ever looked up in another way.
    pub fn is_implied_alone(&self, member: &str) -> bool {
        self.constructors.contains(&member) || self.implied_members.contains(&member) || member == self.iterating_member
    }
}
