//! An observation: what one file's content says by itself, before any name is resolved. It is a pure function of the
//! content, the language and [`EXTRACTOR`], and holds nothing of any other file.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::deferred::Deferred;
use super::kind::{BindingKind, CallKind, DeclKind, ImportKind, Inheritance, MentionKind};
use super::packed::Packed;
use super::read_name::as_read;
use crate::base::{GapKind, Position, Strings};
use crate::syntax::{ArgumentLists, ArgumentsId, Expr, ExprId, Exprs, GivenArgument, Name};

/// The version of the extraction. Another number makes every cached observation void.
pub const EXTRACTOR: u32 = 58;

/// A declaration of one observation: an index into [`Observation::declarations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Decl(pub u32);

/// The observation of one file. All lists are in the order of the text. What other files do not look into stays in its bytes
/// until somebody does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Observation {
    /// The distinct names, each once, in the order of first use.
    pub names: Strings,
    /// The distinct expressions and types, each once.
    pub exprs: Deferred<Exprs>,
    /// The distinct lists of arguments.
    pub arguments: Deferred<ArgumentLists>,
    /// The number of lines.
    pub n_lines: u32,
    /// The package clause (Go, Java, Kotlin), as dotted text.
    pub package: Option<Name>,
    /// The declarations at its top that are in another namespace than the package (C#), with that namespace, in order.
    pub namespaces: Vec<(Decl, Name)>,
    /// The types and functions with type parameters, by the name that says how many (C#), in order.
    pub generics: Vec<(Decl, Name)>,
    /// The condition under which the file is part of a build, as written: Go's `//go:build` line.
    pub condition: Option<Name>,
    /// One entry for each name that is imported.
    pub imports: Vec<ImportSite>,
    /// Local names that the module exposes under a name: `export { a as b }`, `export default a`.
    pub exports: Vec<Export>,
    /// The declarations of the file. The first is the file itself ([`DeclKind::File`]); attributes come last.
    pub declarations: Vec<Declaration>,
    /// The types to which declarations belong that state an owner, in the order of the declarations.
    pub owners: Deferred<Vec<(Decl, ExprId)>>,
    /// The supertypes of its types.
    pub supertypes: Deferred<Vec<SuperSite>>,
    /// Its calls.
    pub calls: Calls,
    /// Local names, and the types that the text states for them.
    pub bindings: Vec<Binding>,
    /// Names used that may belong to another file of the same package; each name once, at its first use.
    pub references: Deferred<Vec<Reference>>,
    /// The occurrences of names in code, without those that name declarations and calls.
    pub mentions: Packed<Mention>,
    /// The uses of names that its imports bind, where the language follows imports.
    pub imported: Deferred<Vec<ImportedUse>>,
    /// The paths of types where only types can stand: `Outer.Inner`.
    pub type_paths: Deferred<Vec<ImportedUse>>,
    /// Its tests.
    pub tests: Deferred<Vec<TestSite>>,
    /// Gaps: the parts that could not be read.
    pub gaps: Vec<LocalGap>,
    /// Declarations that the default build leaves out, as the text says.
    pub conditional: Vec<Decl>,
    /// The file says that a program made it.
    pub generated: bool,
    /// The content is text, and no credential was found in it.
    pub has_no_credential: bool,
}

impl Observation {
    /// The text of a name.
    pub fn name(&self, name: Name) -> &str {
        self.names.get(name.0)
    }

    /// The expression of an id.
    pub fn expr(&self, id: ExprId) -> Expr {
        self.exprs.get(id)
    }

    /// The text of an expression or a type.
    pub fn spelled(&self, id: ExprId) -> Cow<'_, str> {
        self.exprs.spelled(id, &self.names)
    }

    /// The text of an expression as a reader wrote it: without the marks of several values of one name.
    pub fn as_read(&self, id: ExprId) -> Cow<'_, str> {
        self.exprs.spelled_by(id, &|name| as_read(self.name(name)))
    }

    /// The arguments of a call, where its language keeps them.
    pub fn arguments(&self, site: &CallSite) -> Option<&[GivenArgument]> {
        site.arguments.map(|list| self.arguments.get(list))
    }

    /// Whether a part was no value when somebody looked at it, and was taken for empty. What was made of it is to be made again
    /// of what the file says.
    pub fn is_torn(&self) -> bool {
        let lists = [self.owners.is_torn(), self.supertypes.is_torn(), self.references.is_torn()];
        let uses = [self.imported.is_torn(), self.tests.is_torn(), self.mentions.is_torn(), self.calls.is_torn()];
        self.type_paths.is_torn()
            || self.exprs.is_torn()
            || self.arguments.is_torn()
            || lists.contains(&true)
            || uses.contains(&true)
    }

    /// The bindings of what a function takes, in order; one that a query finds with its type may be bound without it behind that.
    pub fn taken_by(&self, function: Decl, parameters: Parameters) -> impl Iterator<Item = &Binding> {
        let bindings = self.bindings.get(parameters.first as usize..).unwrap_or_default().iter();
        let mut last = None;
        bindings.filter(move |it| it.scope == function && it.kind != BindingKind::Returns).filter(move |it| {
            let is_again = last == Some(it.name) && it.of.is_none();
            last = if is_again { last } else { it.of.map(|_| it.name) };
            !is_again
        })
    }

    /// The name by which a declaration is looked up, where that is not its own: with the number of its type parameters, where that is part
    /// of it; that of the whole module, where its own name is seen inside of it alone.
    pub fn counted_name(&self, decl: Decl) -> Option<Name> {
        let at = self.generics.binary_search_by_key(&decl, |(decl, _)| *decl).ok()?;
        self.generics.get(at).map(|(_, name)| *name)
    }

    /// The declaration at an index.
    pub fn declaration(&self, decl: Decl) -> &Declaration {
        &self.declarations[decl.0 as usize]
    }
}

/// One name that an import brings in, or one module that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSite {
    /// The module as written, without quotes: `./a`, `..pkg.mod`, `crate::a::b`, `com.acme.Thing`, `example.com/x/y`.
    pub source: Name,
    /// The name taken from it; `*` for all of them; `None` where the module itself is meant.
    pub name: Option<Name>,
    /// The local name that is bound; `None` where none is.
    pub local: Option<Name>,
    /// Where: the place of the name, or of the specifier.
    pub at: Position,
    /// Why.
    pub kind: ImportKind,
    /// The declaration whose body holds the import; the file itself at the top level.
    pub within: Decl,
    /// The text says that the default build leaves it out.
    pub is_conditional: bool,
}

/// A name in code, outside of comments and strings, in one meaning that the file gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    /// The name.
    pub name: Name,
    /// The meaning.
    pub kind: MentionKind,
    /// How often.
    pub count: u32,
}

/// A local name exposed under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Export {
    /// The name that importers use; `default` for a default export.
    pub name: Name,
    /// The local name.
    pub local: Name,
}

/// A declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declaration {
    /// Its name.
    pub name: Name,
    /// Its kind.
    pub kind: DeclKind,
    /// The declaration around it; `None` for the file itself only.
    pub container: Option<Decl>,
    /// The type, without generics, that it belongs to where that is not its container: a receiver, a Rust `impl` type.
    pub owner: Option<Name>,
    /// The place of its name.
    pub at: Position,
    /// Its first line, decorators and annotations included.
    pub start_line: u32,
    /// Its last line.
    pub end_line: u32,
    /// The line on which its body begins; 0 where it has none.
    pub body_line: u32,
    /// Other files can name it.
    pub exported: bool,
    /// Its parameters, in a language whose functions may share a name.
    pub parameters: Option<Parameters>,
}

/// The parameters of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parameters {
    /// How many arguments it needs.
    pub least: u8,
    /// How many it takes; [`u8::MAX`] for any number.
    pub most: u8,
    /// Where its bindings begin that state their types, in [`Observation::bindings`].
    pub first: u32,
    /// The labels that calls write before their arguments, each with a `:`, where they are part of the function's name.
    pub labels: Option<Name>,
}

impl Declaration {
    /// Whether it adds to a type and goes by its own name (Kotlin); with a receiver (Go) or in a block (Rust) it is a member.
    pub fn is_extension(&self) -> bool {
        let in_type = self.kind != DeclKind::Impl && self.container != Some(Decl(0));
        self.owner.is_some() && (in_type || matches!(self.kind, DeclKind::Function | DeclKind::Variable))
    }
}

/// A type that another extends or implements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuperSite {
    /// The type that does so; for an `impl` block, the block.
    pub sub: Decl,
    /// The supertype as written, generics left out.
    pub of: ExprId,
    /// Where.
    pub at: Position,
    /// By which statement.
    pub how: Inheritance,
}

/// The receiver of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Receiver {
    /// Nothing: `f()`.
    Bare,
    /// The object at hand: `this.f()`, `self.f()`.
    This,
    /// The same object, by its supertype: `super.f()`, `super().f()`.
    Super,
    /// The same object, by the supertypes of a type that is named: `super(A, self).f()`.
    SuperOf(ExprId),
    /// The same object, by the supertype that is named, or by those of a type around that is named: `super<A>.f()`,
    /// `A.super.f()`.
    SuperNamed(ExprId),
    /// A path: `a.f()`, `a.b.f()`, `A::f()`, `a.b(x).c.f()`.
    Path(ExprId),
    /// The same where the grammar says that it is a value: in Rust the `a` of `a.f()` is no module and no type.
    Value(ExprId),
    /// The result of another call, which is the expression: `a.g().f()`.
    Result(ExprId),
    /// Anything else.
    Opaque,
    /// Nothing is written, inside of functions that run with other objects at hand, the innermost first: `with(a) { f() }`.
    Implied(ArgumentsId),
}

/// A call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallSite {
    /// The declaration whose body holds it.
    pub caller: Decl,
    /// The name that is called.
    pub callee: Name,
    /// The receiver.
    pub receiver: Receiver,
    /// The place of the name.
    pub at: Position,
    /// How.
    pub kind: CallKind,
    /// The arguments, in a language whose functions may share a name.
    pub arguments: Option<ArgumentsId>,
    /// How many type arguments are written behind the name, in a language where names with others are others; 0 for none.
    pub n_types: u8,
}

impl CallSite {
    /// A call of which no arguments are kept.
    pub const fn new(caller: Decl, callee: Name, receiver: Receiver, at: Position, kind: CallKind) -> Self {
        Self { caller, callee, receiver, at, kind, arguments: None, n_types: 0 }
    }
}

/// The calls of one file, in the order of the text.
pub type Calls = Packed<CallSite>;

/// A local name, or a field, and what the text says of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Binding {
    /// Where the name is seen: a function for parameters and locals, a type for its fields, the file for the rest.
    pub scope: Decl,
    /// The name.
    pub name: Name,
    /// The type as written, generics, references and optionality left out, or the value that has it.
    pub of: Option<ExprId>,
    /// How the type is stated.
    pub kind: BindingKind,
}

/// A name used that may belong to another file of the package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reference {
    /// The name; `a.B` where it is qualified.
    pub name: Name,
    /// It is in type position: a function of that name is not meant.
    pub is_type: bool,
    /// It is behind a dot, where what extends the value before may stand, or a member of that.
    pub is_led: bool,
    /// Only an import of everything may bring it: the package has no such name.
    pub is_starred: bool,
    /// Its first use of that sort.
    pub at: Position,
    /// The declaration whose body holds that use.
    pub within: Decl,
}

/// A use of a name that an import binds, or of a type by its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedUse {
    /// The name and the members behind it.
    pub path: ExprId,
    /// The place of the last part.
    pub at: Position,
    /// The declaration that holds it.
    pub within: Decl,
}

/// A test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestSite {
    /// Its name as test runners show it.
    pub name: Name,
    /// Where.
    pub at: Position,
}

/// A gap of the file at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalGap {
    /// The missing thing.
    pub kind: GapKind,
    /// Where.
    pub at: Position,
    /// The particulars.
    pub detail: Box<str>,
}
