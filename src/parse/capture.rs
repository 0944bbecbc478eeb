//! The vocabulary of captures: what a query may say of a node.

use crate::language::{CallKind, DeclKind};

/// The meaning of a capture. See `src/language/README.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// `@declare.KIND`
    Declare(DeclKind),
    /// `@call.KIND`
    Call(CallKind),
    /// `@import`
    Import,
    /// `@test`
    Test,
    /// `@package`
    Package,
    /// `@supertype`
    Supertype,
    /// `@binding`
    Binding,
    /// `@returns`
    Returns,
    /// `@reference`
    Reference,
    /// `@reference.type`
    TypeReference,
    /// `@reference.path`
    PathReference,
    /// `@name`
    Name,
    /// `@body`
    Body,
    /// `@owner`
    Owner,
    /// `@callee`
    Callee,
    /// `@receiver`
    Receiver,
    /// `@type`
    Type,
    /// `@value`
    Value,
    /// `@embedded`
    Embedded,
    /// `@read`
    Read,
    /// `@operator`
    Operator,
    /// `@arguments`
    Arguments,
}

impl Capture {
    /// The capture of a name, without its `@`.
    pub fn named(name: &str) -> Option<Self> {
        if let Some(kind) = name.strip_prefix("declare.") {
            return DeclKind::ALL.into_iter().find(|known| known.name() == kind).map(Self::Declare);
        }
        Some(match name {
            "call.call" => Self::Call(CallKind::Call),
            "call.new" => Self::Call(CallKind::New),
            "call.jsx" => Self::Call(CallKind::Jsx),
            "call.macro" => Self::Call(CallKind::Macro),
            "call.decorator" => Self::Call(CallKind::Decorator),
            "import" => Self::Import,
            "test" => Self::Test,
            "package" => Self::Package,
            "supertype" => Self::Supertype,
            "binding" => Self::Binding,
            "returns" => Self::Returns,
            "reference" => Self::Reference,
            "reference.type" => Self::TypeReference,
            "reference.path" => Self::PathReference,
            "name" => Self::Name,
            "body" => Self::Body,
            "owner" => Self::Owner,
            "callee" => Self::Callee,
            "receiver" => Self::Receiver,
            "type" => Self::Type,
            "value" => Self::Value,
            "embedded" => Self::Embedded,
            "read" => Self::Read,
            "operator" => Self::Operator,
            "arguments" => Self::Arguments,
            _ => return None,
        })
    }

    /// The name of a capture, without its `@`.
    pub fn name(self) -> String {
        match self {
            Self::Declare(kind) => format!("declare.{}", kind.name()),
            Self::Call(kind) => format!("call.{kind:?}").to_lowercase(),
            Self::TypeReference => "reference.type".to_owned(),
            Self::PathReference => "reference.path".to_owned(),
            plain => format!("{plain:?}").to_lowercase(),
        }
    }
}
