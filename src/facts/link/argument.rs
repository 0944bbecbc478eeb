//! Whether a parameter can take an argument.

use cg_rules::{DefId, Evidence};

use super::index::SymbolTable;
use super::keyed::Sym;
use super::target::Target;
use crate::language::{BindingKind, DeclKind, arguments};

/// The inferred type of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ArgumentType<'i> {
    /// A literal's, or a function's: see [`arguments`].
    Literal(&'i str),
    /// A type of the repository.
    Type(DefId),
    /// Another, by its name.
    Named(&'i str),
    /// Nothing.
    Unknown,
}

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ParameterType<'i> {
    /// As written.
    pub name: &'i str,
    /// Where the repository declares it.
    pub of: Option<DefId>,
}

impl ParameterType<'_> {
    /// A parameter of which nothing is known.
    pub const ANY: Self = Self { name: "", of: None };
}

/// It does not fit.
const NO: u8 = 0;
/// It fits as everything does, by boxing, or may fit.
const LOOSE: u8 = 1;
/// It fits as what few types are.
const CLOSE: u8 = 2;
/// It fits by boxing.
const BOXES: u8 = 3;
/// It fits as the nearest supertype, or after the least widening; less where that is farther.
const NEAR: u8 = 20;
/// It is what is wanted.
const EXACT: u8 = 30;

/// The types of a processor's values, with what each widens to, in Java's spelling.
const PRIMITIVE: &[(&str, &[&str])] = &[
    ("boolean", &[]),
    ("byte", &["short", "int", "long", "float", "double"]),
    ("char", &["int", "long", "float", "double"]),
    ("double", &[]),
    ("float", &["double"]),
    ("int", &["long", "float", "double"]),
    ("long", &["float", "double"]),
    ("short", &["int", "long", "float", "double"]),
];
/// Their classes, which are Kotlin's names of them as well.
const BOXED: &[(&str, &str)] = &[
    ("Boolean", "boolean"),
    ("Byte", "byte"),
    ("Char", "char"),
    ("Character", "char"),
    ("Double", "double"),
    ("Float", "float"),
    ("Int", "int"),
    ("Integer", "int"),
    ("Long", "long"),
    ("Short", "short"),
];
/// The supertypes of every object, and those of texts and numbers.
const TOP: &[&str] = &["", "Any", "Object", "Serializable"];
const OF_TEXTS: &[&str] = &["CharSequence", "Comparable", "Constable"];
const OF_NUMBERS: &[&str] = &["Comparable", "Constable", "Number"];
const OF_CLASSES: &[&str] = &["AnnotatedElement", "GenericDeclaration", "Type", "TypeDescriptor"];

impl SymbolTable<'_> {
    /// Infers the type of an argument from its text.
    pub(super) fn given<'i>(&'i self, from: DefId, argument: &'i str) -> ArgumentType<'i> {
        match argument {
            arguments::UNKNOWN => ArgumentType::Unknown,
            "\"" | "'" | "1" | "1L" | "1f" | "1.0" | "true" | "null" | "class" | "->" => {
                ArgumentType::Literal(argument)
            }
            _ => match argument.strip_prefix("new ") {
                Some(made) => {
                    let of = self.type_of_target(&self.path(from, made, 0), BindingKind::Annotated, 0);
                    of.map_or(ArgumentType::Named(made), ArgumentType::Type)
                }
                None => self.type_of_path(from, argument),
            },
        }
    }

    fn type_of_path<'i>(&'i self, from: DefId, path: &str) -> ArgumentType<'i> {
        if path == "this" {
            return self.this_type(from).map_or(ArgumentType::Unknown, ArgumentType::Type);
        }
        if let Some(called) = path.strip_suffix("()") {
            return self.type_of_result_of(from, called);
        }
        if !path.contains('.')
            && let Some(given) = self.type_of_name(from, path)
        {
            return given;
        }
        match self.path(from, path, 0) {
            Target::Value(of) => of.map_or(ArgumentType::Unknown, ArgumentType::Type),
            target => self.type_of_any(target),
        }
    }

    /// The result of calling the target of a path.
    pub(super) fn type_of_result_of(&self, from: DefId, path: &str) -> ArgumentType<'_> {
        let given = self.type_of_any(self.callee(from, path, 0).1);
        // Whatever it is asked of, it gives a text.
        let gives_text = given == ArgumentType::Unknown && path.ends_with(".toString");
        if gives_text { ArgumentType::Named("String") } else { given }
    }

    /// The type that all of several functions give.
    fn type_of_any(&self, target: Target) -> ArgumentType<'_> {
        let Target::Defs(defs, _) = target else { return ArgumentType::Unknown };
        let mut types = defs.iter().map(|def| self.type_of_result(*def));
        let first = types.next().unwrap_or(ArgumentType::Unknown);
        if types.all(|other| other == first) { first } else { ArgumentType::Unknown }
    }

    fn type_of_result(&self, def: DefId) -> ArgumentType<'_> {
        let target = Target::Defs(vec![def], Evidence::Resolved);
        match self.type_of_target(&target, BindingKind::Constructed, 0) {
            Some(of) => ArgumentType::Type(of),
            None => self.stated_name(def).map_or(ArgumentType::Unknown, ArgumentType::Named),
        }
    }

    /// The type of a parameter or local, as it is stated where the name is bound.
    fn type_of_name<'i>(&'i self, from: DefId, name: &str) -> Option<ArgumentType<'i>> {
        let sym = self.sym_of(name)?;
        let mut scopes = std::iter::successors(Some(from), |scope| self.container(*scope));
        let scope = scopes.find(|scope| self.locals.contains_key(&(*scope, sym)))?;
        if let Some(of) = self.type_of_local(scope, sym) {
            return Some(ArgumentType::Type(of));
        }
        Some(self.stated(scope, sym).map_or(ArgumentType::Unknown, ArgumentType::Named))
    }

    /// The one type that is stated where a name is bound.
    fn stated(&self, scope: DefId, sym: Sym) -> Option<&str> {
        let observation = self.observation(self.file(scope))?;
        let bindings = self.locals.get(&(scope, sym))?.iter().map(|at| &observation.bindings[*at as usize]);
        let mut stated = bindings.filter(|it| matches!(it.kind, BindingKind::Annotated | BindingKind::Returns));
        let (first, None) = (stated.next()?, stated.next()) else { return None };
        let name = observation.name(first.type_name?);
        // Kotlin's `fun f() = g()` has the type of what is called, be that a function.
        let head = simple(name).trim_end_matches("[]");
        (head.starts_with(char::is_uppercase) || is_primitive(head)).then_some(name)
    }

    /// The type that a field states, or a function as that of its result.
    fn stated_name(&self, def: DefId) -> Option<&str> {
        let row = self.declaration(def)?;
        let (scope, sym) = match row.kind {
            DeclKind::Variable | DeclKind::Field => (self.container(def)?, self.sym(self.file(def), row.name)),
            _ => (def, self.sym_of("")?),
        };
        self.stated(scope, sym)
    }

    /// How well an argument fits a parameter.
    pub(super) fn fit(&self, given: &ArgumentType<'_>, wanted: &ParameterType<'_>) -> u8 {
        let name = simple(wanted.name);
        match given {
            ArgumentType::Unknown => LOOSE,
            _ if is_variable(name) => {
                if wanted.of.is_none() {
                    LOOSE
                } else {
                    self.of_type(given, wanted)
                }
            }
            ArgumentType::Literal(sort) => self.literal(sort, name, wanted),
            ArgumentType::Named(given) => named(simple(given), name, wanted.of.is_some()),
            ArgumentType::Type(_) => self.of_type(given, wanted),
        }
    }

    fn of_type(&self, given: &ArgumentType<'_>, wanted: &ParameterType<'_>) -> u8 {
        let ArgumentType::Type(given) = given else { return LOOSE };
        match wanted.of {
            Some(of) if of == *given => EXACT,
            Some(of) => {
                let lineage = self.lineage.get(given).map_or(&[][..], Vec::as_slice);
                lineage.iter().position(|sup| *sup == of).map_or(NO, near)
            }
            None => {
                if primitive(simple(wanted.name)).is_some()
                    || wanted.name.ends_with("String")
                    || wanted.name.ends_with("[]")
                {
                    NO
                } else {
                    LOOSE
                }
            }
        }
    }

    fn literal(&self, sort: &str, name: &str, wanted: &ParameterType<'_>) -> u8 {
        match sort {
            "\"" => named("String", name, wanted.of.is_some()),
            "'" => named("char", name, wanted.of.is_some()),
            "1" => named("int", name, wanted.of.is_some()),
            "1L" => named("long", name, wanted.of.is_some()),
            "1f" => named("float", name, wanted.of.is_some()),
            "1.0" => named("double", name, wanted.of.is_some()),
            "true" => named("boolean", name, wanted.of.is_some()),
            "null" => {
                if is_primitive(name) {
                    NO
                } else {
                    LOOSE
                }
            }
            "class" => match name {
                "Class" => EXACT,
                _ if TOP.contains(&name) || OF_CLASSES.contains(&name) => LOOSE,
                _ => NO,
            },
            // A function can be an interface with one method.
            _ => match wanted.of.and_then(|of| self.declaration(of)).map(|row| row.kind) {
                Some(DeclKind::Interface | DeclKind::Alias) => LOOSE,
                Some(_) => NO,
                None if primitive(name).is_some() || matches!(name, "String" | "Class" | "Object") => NO,
                None => LOOSE,
            },
        }
    }
}

/// How well a type that the repository does not declare fits.
fn named(given: &str, wanted: &str, is_declared: bool) -> u8 {
    match (primitive(given), primitive(wanted)) {
        _ if given == wanted => EXACT,
        _ if given.ends_with("[]") || wanted.ends_with("[]") => array(given, wanted),
        _ if is_variable(given) => LOOSE,
        (Some(_), Some(_)) if !is_boxed(given) && !is_boxed(wanted) => widens(given, wanted),
        (Some(given), Some(wanted)) if given == wanted => BOXES,
        // Kotlin's literals fit what is wanted; Java unboxes, then widens.
        (Some(given), Some(wanted)) => widens(given, wanted).min(LOOSE),
        _ if TOP.contains(&wanted) => LOOSE,
        _ if is_declared => NO,
        (Some(of), None) => {
            let is_number = !matches!(of, "boolean" | "char");
            if (is_number || wanted == "Comparable") && OF_NUMBERS.contains(&wanted) { CLOSE } else { NO }
        }
        (None, Some(_)) => {
            if matches!(given, "Object" | "Any" | "Number") || given == "String" {
                NO
            } else {
                LOOSE
            }
        }
        _ if given == "String" => {
            if OF_TEXTS.contains(&wanted) {
                CLOSE
            } else {
                NO
            }
        }
        _ if wanted == "String" => NO,
        _ => LOOSE,
    }
}

/// How well fits what is an array, or to be one.
fn array(given: &str, wanted: &str) -> u8 {
    match (given.strip_suffix("[]"), wanted.strip_suffix("[]")) {
        (Some(given), Some(wanted)) if is_primitive(given) || is_primitive(wanted) => NO,
        (Some(_), Some("Object")) => CLOSE,
        (Some(_), Some(_)) => LOOSE,
        (Some(_), None) if TOP.contains(&wanted) || wanted == "Cloneable" => LOOSE,
        (None, Some(_)) if given == "Object" || is_variable(given) => LOOSE,
        _ => NO,
    }
}

fn is_primitive(name: &str) -> bool {
    PRIMITIVE.iter().any(|(primitive, _)| *primitive == name)
}

fn widens(given: &str, wanted: &str) -> u8 {
    let wider = PRIMITIVE.iter().find(|(name, _)| *name == given).map_or(&[][..], |(_, wider)| wider);
    wider.iter().position(|name| *name == wanted).map_or(NO, near)
}

fn near(distance: usize) -> u8 {
    NEAR - u8::try_from(distance).unwrap_or(u8::MAX).min(NEAR - BOXES - 1)
}

/// The primitive type of a name, boxed or not.
fn primitive(name: &str) -> Option<&'static str> {
    let own = PRIMITIVE.iter().map(|(own, _)| *own).find(|own| *own == name);
    own.or_else(|| BOXED.iter().find(|(boxed, _)| *boxed == name).map(|(_, own)| *own))
}

fn is_boxed(name: &str) -> bool {
    BOXED.iter().any(|(boxed, _)| *boxed == name)
}

/// Whether a name is by custom that of a type parameter.
pub(super) fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.len() <= 2 && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
