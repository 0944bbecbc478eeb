//! The paths and the names of functions as traces write them, read as those of a repository.

use crate::base::TextPart;
use crate::language;

/// The name of a constructor among the facts of languages whose constructors have none of their own.
pub const CONSTRUCTOR: &str = "<init>";

/// The path as it is.
pub(super) fn as_written(file: &str, _function: &str) -> String {
    file.trim().to_owned()
}

/// The file below the folders of its package, as the JVM wants it: `com/shop/Cart.java`.
pub(super) fn in_package(file: &str, function: &str) -> String {
    let class = function.rsplit_once('.').map_or("", |(class, _)| class);
    match class.rsplit_once('.') {
        Some((package, _)) => format!("{}/{file}", package.replace('.', "/")),
        None => file.to_owned(),
    }
}

/// The path of a library: `package:shop/src/cart.dart` is `shop/lib/src/cart.dart`.
pub(super) fn of_package(file: &str, _function: &str) -> String {
    match file.strip_prefix("package:").and_then(|path| path.split_once('/')) {
        Some((package, path)) => format!("{package}/lib/{path}"),
        None => file.strip_prefix("file://").unwrap_or(file).to_owned(),
    }
}

/// Applications that come with the language: their `lib/enum.ex` is none of the repository.
const APPLICATIONS: [&str; 9] = ["eex", "elixir", "erts", "ex_unit", "iex", "kernel", "logger", "mix", "stdlib"];

/// The path of an application: `(shop 1.2.0) lib/shop/cart.ex` is `lib/shop/cart.ex`.
pub(super) fn of_application(file: &str, _function: &str) -> String {
    let Some((head, path)) = file.strip_prefix('(').and_then(|rest| rest.split_once(") ")) else {
        return file.to_owned();
    };
    let application = head.split(' ').next().unwrap_or(head);
    if APPLICATIONS.contains(&application) { format!("/usr/lib/{application}/{path}") } else { path.to_owned() }
}

/// The path in a URL of a script.
pub(super) fn of_url(file: &str, _function: &str) -> String {
    let path = file.split_once("://").map_or(file, |(_, path)| path);
    let path = if file.starts_with("http") { path.split_once('/').map_or(path, |(_, path)| path) } else { path };
    let path = path.split(['?', '#']).next().unwrap_or(path);
    path.trim_start_matches("./").trim_start_matches("/./").to_owned()
}

/// Names in angle brackets stand for code outside functions: `<module>`, `<anonymous>`.
pub(super) fn plain(function: &str) -> Option<String> {
    let function = function.trim();
    (!function.is_empty() && !function.starts_with('<')).then(|| function.to_owned())
}

/// `com.shop.Cart$Line.lambda$total$0` is `Line.total`, as are `total$default` and `access$total` of it, and `Cart$Line$total$1.invoke`.
pub(super) fn of_class(function: &str) -> Option<String> {
    let (class, method) = function.rsplit_once('.')?;
    if let Some(around) = around_lambda(class, method) {
        return Some(around);
    }
    let made = ["lambda$", "access$", "$anonfun$"].into_iter().find_map(|mark| method.strip_prefix(mark));
    let method = made.unwrap_or(method).split('$').next().filter(|name| !name.is_empty()).unwrap_or(method);
    let class = class.rsplit(['.', '$']).find(|part| !part.starts_with(|it: char| it.is_ascii_digit()))?;
    let class = class.strip_suffix("Kt").unwrap_or(class);
    Some(if method.starts_with('<') { class.to_owned() } else { format!("{class}.{method}") })
}

/// The function around a lambda of Kotlin, whose class has its name and a number: that of the first in `Cart$total$1$2.invoke`.
fn around_lambda(class: &str, method: &str) -> Option<String> {
    let is_run = matches!(method, "invoke" | "invokeSuspend" | "emit");
    let named =
        class.rsplit('.').next()?.split('$').take_while(|part| !part.starts_with(|it: char| it.is_ascii_digit()));
    let named: Vec<&str> = named.collect();
    let [.., of, function] = named.as_slice() else { return None };
    let is_function = function.starts_with(|it: char| it.is_lowercase());
    let of = of.strip_suffix("Kt").unwrap_or(of);
    (is_run && is_function).then(|| format!("{of}.{function}"))
}

/// `Object.<anonymous>` names nothing; `Cart.total`, `Cart#total`, `total` do.
pub(super) fn of_object(function: &str) -> Option<String> {
    let function = function.rsplit('/').next().unwrap_or(function);
    let parts: Vec<&str> = function.split(['.', '#']).filter(|it| !it.is_empty() && !it.starts_with('<')).collect();
    let parts = if matches!(parts.first(), Some(&"Object" | &"Module")) { &parts[1..] } else { &parts[..] };
    (!parts.is_empty()).then(|| parts.join("."))
}

/// `Cart.total.<anonymous closure>.inner`, `main.<fn>` and `Cart.new` are `Cart.total`, `main` and `Cart`.
pub(super) fn of_closure(function: &str) -> Option<String> {
    let named = function.split(".<").next().unwrap_or(function);
    let named = named.strip_prefix("new ").unwrap_or(named);
    plain(named.strip_suffix(".new").unwrap_or(named))
}

/// `Shop.Cart.<Total>d__3.MoveNext` is `Cart.Total`, and a constructor, `Shop.Cart..ctor`, is its type.
pub(super) fn of_assembly(function: &str) -> Option<String> {
    // Types that a generic method was made with stand in brackets behind its name.
    let mut depth = 0_u32;
    let is_outside = |it: &char| {
        depth = depth.saturating_add(u32::from(*it == '['));
        let is_outside = depth == 0;
        depth = depth.saturating_sub(u32::from(*it == ']'));
        is_outside
    };
    let function: String = function.replace('+', ".").chars().filter(is_outside).collect();
    if let Some(of) = ["..ctor", "..cctor"].iter().find_map(|end| function.strip_suffix(end)) {
        let of = of.rsplit('.').next()?.split('`').next()?;
        return plain(of);
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in function.split('.').filter(|it| !it.is_empty()) {
        match part.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
            Some(("", _)) => {}
            Some((inner, _)) => {
                parts.push(inner);
                break;
            }
            None => parts.push(part.split('`').next().unwrap_or(part)),
        }
    }
    let last = parts.len().saturating_sub(2);
    (!parts.is_empty()).then(|| parts[last..].join("."))
}

/// As [`of_assembly`], where no file says which constructor is meant: `Shop.Cart..ctor` is that of `Cart`.
pub(super) fn of_assembly_alone(function: &str) -> Option<String> {
    let is_made = function.ends_with("..ctor") || function.ends_with("..cctor");
    of_assembly(function).map(|name| if is_made { format!("{name}.{CONSTRUCTOR}") } else { name })
}

/// `block in Cart#total` is `Cart.total`.
pub(super) fn of_block(function: &str) -> Option<String> {
    let function = function.rsplit(" in ").next().unwrap_or(function);
    plain(&function.replace("::", ".").replace('#', "."))
}

/// `shop::cart::Cart::total::{{closure}}::h0123456789abcdef` and `<shop::cart::Cart<T> as shop::Sum>::total` are `Cart.total`.
pub(super) fn of_crate(function: &str) -> Option<String> {
    let is_hash = |part: &str| part.len() == 17 && part.starts_with('h');
    let parts = segments(function).into_iter().flat_map(|part| match part.strip_prefix('<') {
        // The type in brackets, of which a trait follows behind `as`, or before `for`.
        Some(inner) => {
            let inner = inner.strip_suffix('>').unwrap_or(inner);
            let inner = inner.strip_prefix("impl ").and_then(|it| it.split_once(" for ")).map_or(inner, |(_, of)| of);
            segments(outside(inner, " as ")).into_iter().map(bare).collect()
        }
        None => vec![bare(part)],
    });
    let parts: Vec<&str> = parts.filter(|it| !it.is_empty() && !it.starts_with('{') && !is_hash(it)).collect();
    let last = parts.len().saturating_sub(2);
    (!parts.is_empty()).then(|| parts[last..].join("."))
}

/// The parts of a path that `::` separates outside brackets.
fn segments(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = path;
    loop {
        let part = outside(rest, "::");
        parts.push(part);
        match rest.get(part.len() + 2..) {
            Some(more) => rest = more,
            None => return parts,
        }
    }
}

/// The text before the first place of a mark that lies in no brackets; all of it where there is none.
fn outside<'t>(text: &'t str, mark: &str) -> &'t str {
    let mut depth = 0_i32;
    for (at, it) in text.char_indices() {
        match it {
            '<' | '(' | '[' => depth += 1,
            // The arrow of a function type closes nothing.
            '>' if text.part(..at).ends_with('-') => {}
            '>' | ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth <= 0 && text.part(at..).starts_with(mark) {
            return text.part(..at);
        }
    }
    text
}

/// The name of a type without its marks and arguments: `&mut Cart<T>` is `Cart`.
fn bare(part: &str) -> &str {
    let part = part.trim_start_matches(['&', '*']);
    let part = ["mut ", "dyn ", "const "].iter().find_map(|mark| part.strip_prefix(mark)).unwrap_or(part);
    part.split('<').next().unwrap_or(part).trim()
}

/// `Shop\Tests\CartTest::testTotal` is `Shop.Tests.CartTest.testTotal`: of tests with one name, the modules around tell.
pub(super) fn of_test(function: &str) -> Option<String> {
    let parts = function.split(['\\', ':']).filter(|part| !part.is_empty());
    Some(parts.collect::<Vec<_>>().join("."))
}

/// The title of a test as it is, where it is a sentence: names stand in other forms.
pub(super) fn of_title(function: &str) -> Option<String> {
    let title = function.trim();
    title.contains(' ').then(|| title.to_owned())
}

/// `total(shop.CartTest)`, `total (shop.CartTest.total)` and `shop.CartTest.total(int)` are `shop.CartTest.total`.
pub(super) fn of_case(function: &str) -> Option<String> {
    let (name, of) = function.split_once('(').unwrap_or((function, ""));
    let (name, of) = (name.trim(), of.trim_end_matches(')'));
    let is_whole = of.is_empty() || name.contains('.');
    let of = of.strip_suffix(name).and_then(|of| of.strip_suffix('.')).unwrap_or(of);
    plain(&if is_whole { name.to_owned() } else { format!("{of}.{name}") }.replace('$', "."))
}

/// The name of a test in the summary of a run, where it is no name of a file: `cart.py:3 text` is a message of another tool.
pub(super) fn of_summary(function: &str) -> Option<String> {
    of_case(function).filter(|_| language::of_path(function).is_none())
}

/// `All/CartTest.Total/3` and `CartTest/0.Total` are `CartTest.Total`: the rest is of the instance of a test.
pub(super) fn of_instance(function: &str) -> Option<String> {
    let (suite, test) = function.split_once('.')?;
    let is_number = |part: &&str| part.bytes().all(|it| it.is_ascii_digit());
    let suite = suite.rsplit('/').find(|part| !is_number(part))?;
    Some(format!("{suite}.{}", test.split('/').next()?))
}

/// `shop.CartTest > Empty > total(int) > [1] 1` is `shop.CartTest.Empty.total`.
pub(super) fn of_nested(function: &str) -> Option<String> {
    let parts = function.split(" > ").filter(|part| !part.starts_with('['));
    let parts: Vec<&str> = parts.map(|part| part.split('(').next().unwrap_or(part).trim()).collect();
    plain(&parts.join(".").replace('$', "."))
}

/// `Shop\Cart->total` and `Shop\Cart::total` are `Shop.Cart.total`; a closure and an included file have no name.
pub(super) fn of_called(function: &str) -> Option<String> {
    let is_nameless =
        function.contains('{') || matches!(function, "include" | "include_once" | "require" | "require_once");
    let function = function.rsplit_once('@').map_or(function, |(_, rest)| rest.rsplit("->").next().unwrap_or(rest));
    let parts = function.split(['\\', ':', '-', '>']).filter(|part| !part.is_empty());
    (!is_nameless && !function.is_empty()).then(|| parts.collect::<Vec<_>>().join("."))
}

/// `void shop::Cart<int>::total(int) const` is `Cart.total`; what a compiler put behind a name is cut: `total.isra.0`.
pub(super) fn of_native(function: &str) -> Option<String> {
    let (mut name, mut depth) = (String::new(), 0_u32);
    for it in function.replace("(anonymous namespace)::", "").chars() {
        match it {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            '(' if depth == 0 => break,
            _ if depth == 0 => name.push(it),
            _ => {}
        }
    }
    // A template states the type of its result before its name.
    let parts =
        name.split_whitespace().next_back()?.split("::").map(|part| part.split(['.', '[']).next().unwrap_or(part));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.last().filter(|name| **name != "??")?;
    Some(parts[parts.len().saturating_sub(2)..].join("."))
}

/// `Shop.Cart.total/2`, `anonymous fn/1 in Shop.Cart.total/2` and `Shop.Cart."-total/2-fun-0-"/1` are `Shop.Cart.total`.
pub(super) fn of_arity(function: &str) -> Option<String> {
    let function = function.rsplit(" in ").next()?.trim();
    let (name, arity) = function.rsplit_once('/')?;
    if arity.is_empty() || !arity.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let name = name.replace('"', "");
    let name = match name.split_once(".-") {
        Some((module, made)) => format!("{module}.{}", made.split('/').next().unwrap_or(made)),
        None => name,
    };
    plain(name.trim_start_matches(':'))
}

/// `-[ShopTests.CartTests testTotal]` is `CartTests.testTotal`.
pub(super) fn of_selector(function: &str) -> Option<String> {
    let name = function.trim_start_matches("-[").trim_end_matches(']').replace(' ', ".");
    let parts: Vec<&str> = name.split('.').collect();
    let last = parts.len().saturating_sub(2);
    Some(parts[last..].join("."))
}

/// `example.org/shop/cart.(*Cart).Total.func1` is `Cart.Total`.
pub(super) fn of_go(function: &str) -> Option<String> {
    let name = function.rsplit('/').next().unwrap_or(function);
    let (_, name) = name.split_once('.')?;
    let is_closure =
        |part: &str| part.strip_prefix("func").is_some_and(|rest| rest.bytes().all(|it| it.is_ascii_digit()));
    let parts = name.split('.').map(|part| part.trim_matches(['(', ')', '*']));
    let parts: Vec<&str> = parts.map(|part| part.split('[').next().unwrap_or(part)).collect();
    let end = parts.iter().position(|part| is_closure(part)).unwrap_or(parts.len());
    (end > 0).then(|| parts[..end].join("."))
}
