//! Reads methods that hand their calls on: `def_delegators :@items, :size`, `delegate :size, to: :items`.

use tree_sitter::Node;

use super::super::builder::{Builder, start};
use super::super::fields::Fields;
use super::super::kind::CallKind;
use super::chain::spelled;
use super::member::open_method;

/// Reads a call of that name in the body of a class. Whether it is one that delegates.
pub fn read(name: &str, arguments: &[Node<'_>], builder: &mut Builder<'_>) -> bool {
    match (name, arguments) {
        ("def_delegators" | "def_instance_delegators", [to, methods @ ..]) => {
            methods.iter().for_each(|method| declare(*method, None, *to, builder));
        }
        ("def_delegator" | "def_instance_delegator", [to, method]) => declare(*method, None, *to, builder),
        ("def_delegator" | "def_instance_delegator", [to, method, name]) => {
            let own = spelled(*name, builder).map(str::to_owned);
            declare(*method, own, *to, builder);
        }
        ("delegate", _) => return read_delegate(arguments, builder),
        _ => return false,
    }
    true
}

/// `delegate :a, :b, to: :c, prefix: true`
fn read_delegate(arguments: &[Node<'_>], builder: &mut Builder<'_>) -> bool {
    let Some(to) = option("to", arguments, builder) else { return false };
    let prefix = option("prefix", arguments, builder).and_then(|prefix| match prefix.kind() {
        "true" => spelled(to, builder),
        _ => spelled(prefix, builder),
    });
    for method in arguments {
        let own = prefix.zip(spelled(*method, builder)).map(|(prefix, name)| format!("{prefix}_{name}"));
        declare(*method, own, to, builder);
    }
    true
}

/// The value of a keyword argument.
fn option<'n>(name: &str, arguments: &[Node<'n>], builder: &Builder<'_>) -> Option<Node<'n>> {
    let mut pairs = arguments.iter().filter(|argument| argument.kind() == "pair");
    let is_it = |pair: &&Node<'n>| pair.field("key").is_some_and(|key| builder.text(key).trim_matches(':') == name);
    pairs.find(is_it)?.field("value")
}

/// Declares a method, under its `own` name if it has another, that calls the one that is spelled there.
fn declare(method: Node<'_>, own: Option<String>, to: Node<'_>, builder: &mut Builder<'_>) {
    let Some(called) = spelled(method, builder) else { return };
    open_method(method, method, own.as_deref().unwrap_or(called), builder);
    let is_name = |name: &&str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@'));
    if let Some(path) = spelled(to, builder).filter(is_name).filter(|name| *name != "class") {
        let receiver = builder.receiver(Some(path));
        builder.call(CallKind::Call, called, receiver, start(method));
    }
    builder.close();
}
