//! C, and what it shares with C++: includes, declarators, the resolver, and where tests lie.

mod declaration;
mod declarator;
mod headers;
mod import;
mod macros;
mod names;
mod resolve;
mod search;
mod test;
mod token;

use cg_rules::FileId;

use super::LANGUAGES;
use super::resolver::World;
use super::shape::Language;

pub use declaration::read as read_declaration;
pub use import::read as read_import;
pub use macros::without_macros;
pub use resolve::resolver;
pub use search::COMMANDS;
pub use test::{is_test, read_test};

/// C. A `.h` file may be C++ as well: [`super::of_paths`] says.
pub const LANGUAGE: Language = Language {
    name: "c",
    fence: "c",
    extensions: &["c", "h"],
    grammar: || tree_sitter_c::LANGUAGE.into(),
    queries: &[include_str!("imports.scm"), include_str!("declarations.scm"), include_str!("calls.scm")],
    read_import,
    read_declaration,
    read_test,
    is_test,
    is_config: |name| name == COMMANDS,
    family: "c",
    resolver,
    implicit_this: false,
    exports_explicitly: false,
    declares_by_assignment: false,
    dots_lead_into_packages: false,
    marks_tests: false,
    has_block_scopes: true,
    builtins: FUNCTIONS,
};

/// Whether a file is of C or C++.
fn is_family(world: &World<'_>, file: FileId) -> bool {
    world.languages[file.0 as usize].is_some_and(|language| LANGUAGES[language].family == "c")
}

/// The functions of the C library and of POSIX that a program may well have one of its own for: no call of one is guessed.
#[rustfmt::skip]
pub const FUNCTIONS: &[&str] = &[
    "abort", "abs", "accept", "access", "acos", "alarm", "asin", "asprintf", "assert", "atan", "atan2", "atexit",
    "atof", "atoi", "atol", "atoll", "basename", "bind", "bsearch", "bzero", "calloc", "ceil", "cfmakeraw", "chdir",
    "chmod", "chown", "clock", "clock_gettime", "close", "closedir", "connect", "cos", "creat", "dirname", "dlclose",
    "dlopen", "dlsym", "dprintf", "dup", "dup2", "endpwent", "err", "errx", "execl", "execlp", "execv", "execve",
    "execvp", "exit", "exp", "fabs", "fclose", "fcntl", "fdopen", "feof", "ferror", "fflush", "fgetc", "fgets",
    "fileno", "floor", "fmod", "fopen", "fork", "fprintf", "fputc", "fputs", "fread", "free", "freeaddrinfo",
    "freopen", "frexp", "fscanf", "fseek", "fseeko", "fstat", "fsync", "ftell", "ftello", "ftruncate", "fwrite",
    "getaddrinfo", "getc", "getchar", "getcwd", "getenv", "geteuid", "getgid", "gethostname", "getline", "getopt",
    "getopt_long", "getpid", "getppid", "getpwnam", "getrlimit", "getrusage", "getsockname", "getsockopt",
    "gettimeofday", "getuid", "gmtime", "gmtime_r", "htonl", "htons", "index", "inet_ntop", "inet_pton", "ioctl",
    "isalnum", "isalpha", "isatty", "iscntrl", "isdigit", "isgraph", "isinf", "islower", "isnan", "isprint",
    "ispunct", "isspace", "isupper", "isxdigit", "kill", "ldexp", "link", "listen", "localeconv", "localtime",
    "localtime_r", "log", "log10", "log2", "longjmp", "lseek", "lstat", "main", "malloc", "memchr", "memcmp",
    "memcpy", "memmem", "memmove", "memset", "mkdir", "mkstemp", "mktime", "mmap", "modf", "msync", "munmap",
    "nanosleep", "ntohl", "ntohs", "offsetof", "open", "opendir", "pause", "perror", "pipe", "poll", "posix_memalign",
    "pow", "pread", "printf", "pthread_create", "pthread_join", "pthread_mutex_lock", "pthread_mutex_unlock", "putc",
    "putchar", "puts", "pwrite", "qsort", "raise", "rand", "random", "read", "readdir", "readlink", "readv",
    "realloc", "realpath", "recv", "recvfrom", "regcomp", "regexec", "regfree", "remove", "rename", "rewind",
    "rindex", "rmdir", "round", "scanf", "select", "send", "sendfile", "sendto", "setenv", "setitimer", "setjmp",
    "setlocale", "setrlimit", "setsid", "setsockopt", "setvbuf", "shutdown", "sigaction", "sigaddset", "sigemptyset",
    "signal", "sin", "sleep", "snprintf", "socket", "sprintf", "sqrt", "srand", "srandom", "sscanf", "stat",
    "strcasecmp", "strcat", "strchr", "strcmp", "strcoll", "strcpy", "strcspn", "strdup", "strerror", "strftime",
    "strlcat", "strlcpy", "strlen", "strncasecmp", "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk",
    "strptime", "strrchr", "strsep", "strspn", "strstr", "strtod", "strtof", "strtok", "strtok_r", "strtol",
    "strtold", "strtoll", "strtoul", "strtoull", "symlink", "sync", "sysconf", "syslog", "system", "tan", "tcgetattr",
    "tcsetattr", "time", "timegm", "tolower", "toupper", "truncate", "umask", "uname", "ungetc", "unlink", "unsetenv",
    "usleep", "utime", "utimes", "va_arg", "va_copy", "va_end", "va_start", "vasprintf", "vfprintf", "vprintf",
    "vsnprintf", "vsprintf", "wait", "waitpid", "warn", "warnx", "wcslen", "write", "writev",
];
