//! The kinds of imports, declarations, supertypes, calls and bindings.

use serde::{Deserialize, Serialize};

/// Why a file is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum ImportKind {
    /// The value is used.
    Value,
    /// Only its type is.
    Type,
    /// It is handed on under this module's name.
    Reexport,
    /// It is loaded while the program runs.
    Dynamic,
    /// A test replaces it.
    Mock,
    /// It is no code: a style sheet, an image.
    Asset,
    /// No statement names it: a module's own children, a package's start-up.
    Implicit,
}

impl ImportKind {
    /// Every kind, in order.
    pub const ALL: [Self; 7] =
        [Self::Value, Self::Type, Self::Reexport, Self::Dynamic, Self::Mock, Self::Asset, Self::Implicit];

    /// The name that facts show.
    pub fn name(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Type => "type",
            Self::Reexport => "reexport",
            Self::Dynamic => "dynamic",
            Self::Mock => "mock",
            Self::Asset => "asset",
            Self::Implicit => "implicit",
        }
    }
}

/// The kind of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum DeclKind {
    /// The file itself: the owner of what runs at its top level.
    File,
    /// A function outside a type.
    Function,
    /// A function of a type, constructors included.
    Method,
    /// A class.
    Class,
    /// An interface or protocol.
    Interface,
    /// A trait.
    Trait,
    /// A struct or record.
    Struct,
    /// An enumeration.
    Enum,
    /// A singleton object.
    Object,
    /// A type alias.
    Alias,
    /// A module or namespace inside a file.
    Module,
    /// A block that adds members to a type declared elsewhere: `impl`, `extension`.
    Impl,
    /// A variable or constant outside a function.
    Variable,
    /// A field or property of a type.
    Field,
    /// A macro.
    Macro,
    /// A field that nothing declares, and methods of its class set: `self.size = 0`. What follows from its value is found by
    /// what is bound to it, not by the declaration.
    Attribute,
}

impl DeclKind {
    /// Every kind, in order.
    pub const ALL: [Self; 16] = [
        Self::File,
        Self::Function,
        Self::Method,
        Self::Class,
        Self::Interface,
        Self::Trait,
        Self::Struct,
        Self::Enum,
        Self::Object,
        Self::Alias,
        Self::Module,
        Self::Impl,
        Self::Variable,
        Self::Field,
        Self::Macro,
        Self::Attribute,
    ];

    /// The name that facts, and the `@declare.…` captures of a query, use.
    pub fn name(self) -> &'static str {
        match self {
            Self::File => "file",
            Self::Function => "function",
            Self::Method => "method",
            Self::Class => "class",
            Self::Interface => "interface",
            Self::Trait => "trait",
            Self::Struct => "struct",
            Self::Enum => "enum",
            Self::Object => "object",
            Self::Alias => "alias",
            Self::Module => "module",
            Self::Impl => "impl",
            Self::Variable => "variable",
            Self::Field => "field",
            Self::Macro => "macro",
            Self::Attribute => "attribute",
        }
    }

    /// Whether it names a type: what can be extended, constructed, or own methods.
    pub fn is_type(self) -> bool {
        matches!(
            self,
            Self::Class | Self::Interface | Self::Trait | Self::Struct | Self::Enum | Self::Object | Self::Alias
        )
    }

    /// Whether it names a value: a variable, a constant, a field.
    pub fn is_value(self) -> bool {
        matches!(self, Self::Variable | Self::Field | Self::Attribute)
    }

    /// Whether it can be called by its own name and has a body of statements.
    pub fn is_callable(self) -> bool {
        matches!(self, Self::Function | Self::Method | Self::Macro)
    }
}

/// How a type comes to have what another has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Inheritance {
    /// Its header says so: `extends`, `implements`, `<`.
    Header,
    /// A statement in its body says so: Ruby's `include`.
    Mixin,
    /// The type itself has it, not its values: Ruby's `extend`.
    Itself,
    /// The value that is assigned to its name says so, a call of another type, if that makes types: Ruby's `A = B.new(:x)`, where `B` is
    /// below `Struct`.
    Made,
    /// An attribute makes what the supertype asks for: Rust's `#[derive(A)]`.
    Derived,
}

/// How something is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum CallKind {
    /// `f()`.
    Call,
    /// `new F()`.
    New,
    /// `<F />`.
    Jsx,
    /// `f!()`.
    Macro,
    /// `@f`.
    Decorator,
    /// `[$this, 'f']`, `send(:f)`: a text or a symbol names the function, which is called elsewhere.
    Handed,
    /// `a f b`, in a language whose functions say that they are called so.
    Infix,
    /// `a + b`, `a[0]`: the member is named by no text.
    Operator,
}

impl CallKind {
    /// Every kind, in order.
    pub const ALL: [Self; 8] =
        [Self::Call, Self::New, Self::Jsx, Self::Macro, Self::Decorator, Self::Handed, Self::Infix, Self::Operator];
}

/// How the text states a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum BindingKind {
    /// A type annotation.
    Annotated,
    /// The value of a call or construction; the text is what is called, to be looked up as a type or by its result.
    Constructed,
    /// The value of a path: what it is, not what it returns. `f()` in a path is a call, `a[]` what `a` holds.
    Copied,
    /// The result of the function `scope`; the name is empty.
    Returns,
    /// Nothing: the name only hides others of the same name.
    Untyped,
}

/// The meaning of a name in code, as far as its own file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum MentionKind {
    /// It is alone, and nothing around it in the file declares or binds it.
    Bare,
    /// It is a member of a value, behind a dot or an arrow.
    Member,
    /// It is a part of a path, behind `::`.
    Path,
    /// It names an argument, or a field of a literal or a pattern.
    Key,
    /// A declaration around it, or the file itself, declares it.
    Own,
    /// A function around it binds it: a parameter, a local variable.
    Local,
    /// It is part of an import, or of a package clause.
    Import,
}

impl MentionKind {
    /// Every kind, in order.
    pub const ALL: [Self; 7] = [Self::Bare, Self::Member, Self::Path, Self::Key, Self::Own, Self::Local, Self::Import];
}

/// The places at which the members of a type are seen by their names alone, as names that a scope declares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemberScope {
    /// In the type, and in all that it declares.
    #[default]
    Everywhere,
    /// In the body of the type, and not in those of its methods.
    Body,
    /// The same, and in the values of its fields and the heads of its methods, which run where the body does.
    Evaluated,
    /// Nowhere.
    Nowhere,
}

/// The part of a function that a local name belongs to: two such parts may use one name for different things.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LocalScope {
    /// The whole function.
    #[default]
    Function,
    /// The whole function, but that an expression which is a function has its own.
    Lambda,
    /// The function without a name around it; an assignment in one reaches the variable that is seen there.
    Closure,
    /// The block around it.
    Block,
}
