//! Classes that PHP brings along.

/// The classes whose methods give values of PHP alone. Others hold what code gives them: `ArrayObject`, `Closure`, `Exception`.
#[rustfmt::skip]
const VALUES: &[&str] = &[
    "collator", "dateinterval", "datetime", "datetimeimmutable", "datetimezone", "domdocument", "domelement", "domnode", "domnodelist",
    "domxpath", "finfo", "intldateformatter", "messageformatter", "normalizer", "numberformatter", "simplexmlelement",
    "splfileinfo", "splfileobject", "spltempfileobject", "xmlreader", "xmlwriter", "ziparchive",
];

/// Whether a class, by its whole name, is one of them.
pub fn is_platform_value(class: &str) -> bool {
    VALUES.contains(&class.to_ascii_lowercase().as_str())
}
