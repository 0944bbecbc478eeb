//! Names of the platforms: Node's modules, and the methods of built-in objects.

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
    "abort", "add", "addEventListener", "afterEach", "all", "allSettled", "any", "appendChild", "apply", "arc",
    "arcTo", "arrayBuffer", "assign", "at", "beforeEach", "beginPath", "bezierCurveTo", "bind", "blob", "blur",
    "call", "cancel", "catch", "charAt", "charCodeAt", "clear", "clearRect", "click", "clip", "clone", "close",
    "closePath", "closest", "codePointAt", "concat", "contains", "copyWithin", "count", "create", "createElement",
    "createObjectStore", "cursor", "decode", "decrement", "defineProperty", "delete", "describe", "destroy",
    "difference", "digest", "disconnect", "dispatchEvent", "drawImage", "ellipse", "emit", "encode", "end",
    "endsWith", "entries", "error", "every", "exec", "expect", "fetch", "fill", "fillRect", "fillText", "filter",
    "finally", "find", "findIndex", "findLast", "findLastIndex", "flat", "flatMap", "flush", "focus", "forEach",
    "forceUpdate", "freeze", "from", "get", "getAll", "getAttribute", "getBoundingClientRect", "getContext",
    "getElementById", "getImageData", "getItem", "getOwnPropertyNames", "getReader", "getTime", "group", "has",
    "hasOwnProperty", "hide", "includes", "increment", "indexOf", "insertBefore", "intersection", "is", "isArray",
    "it", "item", "join", "json", "keys", "lastIndexOf", "lineTo", "localeCompare", "log", "map", "match", "matchAll",
    "matches", "measureText", "mockImplementation", "mockReturnValue", "moveTo", "next", "normalize", "now",
    "observe", "off", "on", "once", "open", "padEnd", "padStart", "parse", "pause", "pipe", "play", "pop",
    "postMessage", "preventDefault", "push", "put", "putImageData", "quadraticCurveTo", "querySelector",
    "querySelectorAll", "race", "read", "rect", "reduce", "reduceRight", "reject", "release", "releasePointerCapture",
    "remove", "removeChild", "removeEventListener", "removeItem", "render", "repeat", "replace", "replaceAll",
    "rerender", "reset", "resolve", "restore", "return", "reverse", "rotate", "save", "scale", "scroll",
    "scrollIntoView", "scrollTo", "search", "select", "send", "set", "setAttribute", "setItem", "setPointerCapture",
    "setState", "setTransform", "shift", "show", "sign", "slice", "some", "sort", "splice", "split", "start",
    "startsWith", "stop", "stopPropagation", "stringify", "stroke", "strokeRect", "strokeText", "submit", "subscribe",
    "substring", "terminate", "test", "text", "then", "throw", "tick", "toBe", "toBlob", "toDataURL", "toEqual",
    "toFixed", "toHaveBeenCalled", "toISOString", "toJSON", "toLocaleString", "toLowerCase", "toMatch", "toSorted",
    "toSpliced", "toString", "toUpperCase", "transform", "translate", "trim", "trimEnd", "trimStart", "union",
    "unmount", "unshift", "unsubscribe", "update", "use", "valueOf", "values", "verify", "warn", "with", "write",
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
