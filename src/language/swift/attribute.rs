//! Reads Swift's attributes: property wrappers, result builders, actors and macros are named by them; some are the language's own.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::kind::CallKind;
use super::super::observation::Receiver;

/// The attributes of the language, but for `@main`, which calls the member of that name.
const OWN: &[&str] = &[
    "NSApplicationMain",
    "NSCopying",
    "NSManaged",
    "Sendable",
    "UIApplicationMain",
    "attached",
    "autoclosure",
    "available",
    "backDeployed",
    "convention",
    "discardableResult",
    "dynamicCallable",
    "dynamicMemberLookup",
    "escaping",
    "exclusivity",
    "freestanding",
    "frozen",
    "globalActor",
    "inlinable",
    "inline",
    "isolated",
    "nonobjc",
    "objc",
    "objcMembers",
    "preconcurrency",
    "propertyWrapper",
    "resultBuilder",
    "retroactive",
    "testable",
    "unchecked",
    "unknown",
    "usableFromInline",
];

/// The module of the tests that attributes mark, and its attributes.
const TESTING: (&str, &[&str]) = ("Testing", &["Suite", "Test"]);

/// `@Wrapper(…) var a`.
pub fn read(node: Node<'_>, builder: &mut Builder<'_>) {
    let mut cursor = node.walk();
    let Some(named) = node.named_children(&mut cursor).find(|child| child.kind() == "user_type") else { return };
    let text = builder.text(named);
    let text = text.split('<').next().unwrap_or(text).trim();
    let (module, marks) = TESTING;
    let observation = builder.observation();
    let is_test = marks.contains(&text) && observation.imports.iter().any(|it| observation.name(it.source) == module);
    if text.starts_with('_') || OWN.contains(&text) || is_test {
        return;
    }
    let (on, name) = match text.rsplit_once('.') {
        Some((on, name)) => (Receiver::Path(builder.expr(on)), name),
        None => (Receiver::Bare, text),
    };
    builder.call(CallKind::Decorator, name, on, start(named));
}
