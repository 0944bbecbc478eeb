//! What the platforms bring along: Node's modules, and the methods of built-in objects.

/// Whether a specifier names a module of Node: `fs`, `node:fs`, `fs/promises`.
pub fn module(source: &str) -> Option<&str> {
    if let Some(name) = source.strip_prefix("node:") {
        return Some(name);
    }
    if let Some(name) = source.strip_prefix("bun:").or(source.strip_prefix("cloudflare:")) {
        return Some(name);
    }
    let head = source.split('/').next().unwrap_or(source);
    NODE.binary_search(&head).is_ok().then_some(source)
}

/// Node's modules, sorted.
#[rustfmt::skip]
const NODE: &[&str] = &[
    "assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto", "dgram",
    "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https", "inspector", "module", "net",
    "os", "path", "perf_hooks", "process", "punycode", "querystring", "readline", "repl", "stream", "string_decoder",
    "sys", "timers", "tls", "trace_events", "tty", "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib",
];

/// Methods of built-in objects, of the page, and of test runners. A call of one on something unknown says nothing.
#[rustfmt::skip]
pub const CALLS: &[&str] = &[
    "abort", "add", "addEventListener", "all", "allSettled", "any", "appendChild", "apply", "at", "bind", "blur",
    "call", "catch", "charAt", "charCodeAt", "clear", "click", "clone", "close", "closest", "codePointAt", "concat",
    "contains", "copyWithin", "create", "createElement", "delete", "destroy", "disconnect", "dispatchEvent", "emit",
    "end", "endsWith", "entries", "error", "every", "exec", "expect", "fill", "filter", "finally", "find",
    "findIndex", "findLast", "findLastIndex", "flat", "flatMap", "focus", "forEach", "freeze", "from", "get",
    "getAttribute", "getBoundingClientRect", "getContext", "getElementById", "getItem", "getTime", "has",
    "hasOwnProperty", "includes", "indexOf", "insertBefore", "is", "isArray", "item", "join", "json", "keys",
    "lastIndexOf", "localeCompare", "log", "map", "match", "matchAll", "matches", "next", "normalize", "now",
    "observe", "off", "on", "once", "open", "padEnd", "padStart", "parse", "play", "pop", "postMessage",
    "preventDefault", "push", "querySelector", "querySelectorAll", "race", "read", "reduce", "reduceRight", "reject",
    "remove", "removeChild", "removeEventListener", "removeItem", "repeat", "replace", "replaceAll", "reset",
    "resolve", "restore", "return", "reverse", "save", "search", "send", "set", "setAttribute", "setItem", "shift",
    "slice", "some", "sort", "splice", "split", "start", "startsWith", "stop", "stopPropagation", "stringify",
    "submit", "subscribe", "substring", "terminate", "test", "text", "then", "throw", "toFixed", "toISOString",
    "toJSON", "toLocaleString", "toLowerCase", "toString", "toUpperCase", "transform", "translate", "trim",
    "trimEnd", "trimStart", "unsubscribe", "unshift", "update", "use", "valueOf", "values", "warn", "write",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_modules_known() {
        assert!(NODE.is_sorted() && CALLS.is_sorted());
        assert_eq!(module("node:test"), Some("test"));
        assert_eq!((module("fs/promises"), module("lodash")), (Some("fs/promises"), None));
    }
}
