//! Ruby's standard library.

/// The class that makes classes, as those below it do.
pub const STRUCT: &str = "Struct";

/// The constants of the language and its standard library.
const CONSTANTS: &str = "\
    ARGF ARGV ArgumentError Array Base64 BasicObject BasicSocket Benchmark BigDecimal BigMath Binding Bundler \
    CGI CSV Class ClosedQueueError Comparable Complex ConditionVariable Coverage Data Date DateTime Delegator \
    Digest Dir ENV EOFError ERB Encoding EncodingError Enumerable Enumerator Errno Etc Exception FalseClass \
    Fcntl Fiber FiberError Fiddle File FileTest FileUtils Find Float FloatDomainError Forwardable FrozenError \
    GC Gem GetoptLong Hash IO IOError IPAddr IPSocket IRB IndexError Integer Interrupt JSON Kernel KeyError \
    LoadError LocalJumpError Logger Marshal MatchData Math Matrix Method Minitest Module Monitor MonitorMixin \
    Mutex NameError Net NilClass NoMatchingPatternError NoMatchingPatternKeyError NoMemoryError NoMethodError \
    NotImplementedError Numeric OLE Object ObjectSpace Observable Open3 OpenSSL OpenStruct OptionParser PP \
    PStore Pathname Prime Proc Process Psych Queue RDoc REXML RSS Racc Ractor Rake Random Range RangeError \
    Rational RbConfig Refinement Regexp RegexpError Reline Resolv Ripper RubyVM RuntimeError STDERR STDIN \
    STDOUT ScriptError SecureRandom SecurityError Set Shellwords Signal SignalException SimpleDelegator \
    Singleton SizedQueue Socket SocketError StandardError StopIteration String StringIO StringScanner Struct \
    Symbol SyntaxError SystemCallError SystemExit SystemStackError TCPServer TCPSocket TSort Tempfile Thread \
    ThreadError ThreadGroup Time Timeout TracePoint TrueClass TypeError UDPSocket UNIXServer UNIXSocket URI \
    UnboundMethod UncaughtThrowError Vector WEBrick Warning WeakRef YAML ZeroDivisionError Zlib";

/// The features of the standard library.
const FEATURES: &str = "\
    English abbrev base64 benchmark bigdecimal bundler cgi continuation coverage csv date delegate \
    did_you_mean digest drb enumerator erb error_highlight etc expect fcntl fiber fiddle fileutils find \
    forwardable getoptlong io io-console ipaddr irb json kconv logger matrix minitest mkmf monitor mutex_m \
    net nkf objspace observer open-uri open3 openssl optionparser optparse ostruct pathname pp prettyprint \
    prime pstore psych pty racc rake random rbconfig rdoc readline reline resolv resolv-replace rexml rinda \
    ripper rss ruby2_keywords rubygems securerandom set shellwords singleton socket stringio strscan syslog \
    tempfile test-unit thread time timeout tmpdir tracer tsort un unicode_normalize uri weakref webrick yaml \
    zlib";

/// Methods of texts, numbers, lists, hashes, blocks and records.
pub const METHODS: &[&str] = &[
    "add",
    "all?",
    "any?",
    "append",
    "at",
    "attributes",
    "between?",
    "blank?",
    "block_given?",
    "build",
    "call",
    "capitalize",
    "chars",
    "class",
    "clear",
    "clone",
    "close",
    "collect",
    "compact",
    "concat",
    "count",
    "create",
    "current",
    "default",
    "delete",
    "delete_if",
    "detect",
    "dig",
    "downcase",
    "dup",
    "each",
    "each_pair",
    "each_with_index",
    "each_with_object",
    "empty?",
    "end_with?",
    "eql?",
    "equal?",
    "exist?",
    "expect",
    "extend",
    "fetch",
    "find",
    "find_by",
    "first",
    "flat_map",
    "flatten",
    "flush",
    "format",
    "freeze",
    "frozen?",
    "get",
    "group_by",
    "gsub",
    "has_key?",
    "hash",
    "id",
    "include?",
    "index",
    "inject",
    "inspect",
    "instance_of?",
    "is_a?",
    "join",
    "key?",
    "keys",
    "kind_of?",
    "last",
    "length",
    "lines",
    "map",
    "match",
    "match?",
    "max",
    "merge",
    "merge!",
    "message",
    "method",
    "method_missing",
    "min",
    "name",
    "new",
    "nil?",
    "none?",
    "object_id",
    "open",
    "options",
    "order",
    "params",
    "parse",
    "path",
    "pop",
    "present?",
    "push",
    "put",
    "puts",
    "raise",
    "read",
    "reduce",
    "reject",
    "reload",
    "replace",
    "request",
    "require",
    "respond_to?",
    "result",
    "reverse",
    "round",
    "run",
    "save",
    "select",
    "send",
    "set",
    "shift",
    "size",
    "slice",
    "sort",
    "sort_by",
    "split",
    "start",
    "start_with?",
    "status",
    "stop",
    "strip",
    "sub",
    "sum",
    "sync",
    "tap",
    "test",
    "then",
    "title",
    "to_a",
    "to_h",
    "to_i",
    "to_json",
    "to_param",
    "to_proc",
    "to_s",
    "to_str",
    "to_sym",
    "transform_values",
    "type",
    "uniq",
    "unshift",
    "upcase",
    "update",
    "url",
    "value",
    "values",
    "where",
    "with",
    "write",
    "zip",
];

/// Whether a constant is the language's own.
pub fn is_constant(name: &str) -> bool {
    CONSTANTS.split_ascii_whitespace().any(|known| known == name)
}

/// Whether a feature is of the standard library.
pub fn is_feature(name: &str) -> bool {
    FEATURES.split_ascii_whitespace().any(|known| known == name)
}
