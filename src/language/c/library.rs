//! The functions of the C library and of POSIX.

/// The functions of the C library and of POSIX that a program may well have one of its own for: no call of one is guessed.
#[rustfmt::skip]
pub const FUNCTIONS: &[&str] = &[
    "abort", "abs", "accept", "accept4", "access", "acos", "alarm", "alloca", "alphasort", "arc4random", "asin",
    "asprintf", "assert", "atan", "atan2", "atexit", "atof", "atoi", "atol", "atoll", "basename", "bcmp", "bcopy",
    "bind", "bsearch", "bzero", "calloc", "ceil", "cfmakeraw", "chdir", "chmod", "chown", "chroot", "clearenv",
    "clock", "clock_gettime", "close", "closedir", "connect", "cos", "creat", "daemon", "dirname", "dlclose",
    "dlopen", "dlsym", "dprintf", "dup", "dup2", "dup3", "endpwent", "epoll_create", "epoll_ctl", "epoll_wait", "err",
    "errc", "errx", "eventfd", "execl", "execlp", "execv", "execve", "execvp", "exit", "exp", "fabs", "faccessat",
    "fallocate", "fchdir", "fchmod", "fchown", "fclose", "fcntl", "fdatasync", "fdopen", "fdopendir", "feof",
    "ferror", "fflush", "ffs", "fgetc", "fgets", "fileno", "floor", "fls", "fmod", "fnmatch", "fopen", "fork",
    "forkpty", "fprintf", "fputc", "fputs", "fread", "free", "freeaddrinfo", "freopen", "frexp", "fscanf", "fseek",
    "fseeko", "fstat", "fstatat", "fstatvfs", "fsync", "ftell", "ftello", "ftruncate", "fts_close", "fts_open",
    "fts_read", "ftw", "futimens", "fwrite", "getaddrinfo", "getauxval", "getc", "getchar", "getcwd", "getenv",
    "geteuid", "getgid", "getgrgid", "getgrnam", "gethostbyname", "gethostname", "getline", "getloadavg",
    "getnameinfo", "getopt", "getopt_long", "getpass", "getpgid", "getpid", "getppid", "getpriority", "getprogname",
    "getpwnam", "getpwuid", "getrandom", "getrlimit", "getrusage", "getsid", "getsockname", "getsockopt", "gettid",
    "gettimeofday", "getuid", "glob", "globfree", "gmtime", "gmtime_r", "hcreate", "hsearch", "htonl", "htons",
    "iconv", "iconv_close", "iconv_open", "index", "inet_addr", "inet_aton", "inet_ntoa", "inet_ntop", "inet_pton",
    "initgroups", "ioctl", "isalnum", "isalpha", "isatty", "iscntrl", "isdigit", "isgraph", "isinf", "islower",
    "isnan", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "kevent", "kill", "killpg", "kqueue", "lchown",
    "ldexp", "lfind", "link", "linkat", "listen", "localeconv", "localtime", "localtime_r", "log", "log10", "log2",
    "longjmp", "lsearch", "lseek", "lstat", "madvise", "main", "malloc", "mbrtowc", "mbstowcs", "memccpy", "memchr",
    "memcmp", "memcpy", "memmem", "memmove", "mempcpy", "memset", "mkdir", "mkdirat", "mkdtemp", "mkfifo", "mknod",
    "mkstemp", "mktime", "mlock", "mmap", "modf", "mprotect", "msync", "munlock", "munmap", "nanosleep", "nftw",
    "nice", "nl_langinfo", "ntohl", "ntohs", "offsetof", "open", "openat", "opendir", "openpty", "pause", "perror",
    "pipe", "pipe2", "poll", "posix_fadvise", "posix_fallocate", "posix_memalign", "pow", "ppoll", "pread", "printf",
    "pselect", "psignal", "pthread_create", "pthread_join", "pthread_mutex_lock", "pthread_mutex_unlock", "putc",
    "putchar", "putenv", "puts", "pwrite", "qsort", "raise", "rand", "random", "read", "readdir", "readlink", "readv",
    "realloc", "reallocarray", "reallocf", "realpath", "recv", "recvfrom", "regcomp", "regerror", "regexec",
    "regfree", "remove", "rename", "renameat", "rewind", "rewinddir", "rindex", "rmdir", "round", "scandir", "scanf",
    "sched_yield", "seekdir", "select", "send", "sendfile", "sendto", "setegid", "setenv", "seteuid", "setgid",
    "setitimer", "setjmp", "setlocale", "setpgid", "setpriority", "setprogname", "setrlimit", "setsid", "setsockopt",
    "setuid", "setvbuf", "shutdown", "sigaction", "sigaddset", "sigdelset", "sigemptyset", "sigfillset",
    "sigismember", "signal", "sigprocmask", "sigsuspend", "sigwait", "sin", "sleep", "snprintf", "socket", "sprintf",
    "sqrt", "srand", "srandom", "sscanf", "stat", "statvfs", "stpcpy", "strcasecmp", "strcat", "strchr", "strchrnul",
    "strcmp", "strcoll", "strcpy", "strcspn", "strdup", "strerror", "strftime", "strlcat", "strlcpy", "strlen",
    "strlwr", "strncasecmp", "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strptime", "strrchr",
    "strsep", "strsignal", "strspn", "strstr", "strtod", "strtof", "strtoimax", "strtok", "strtok_r", "strtol",
    "strtold", "strtoll", "strtoul", "strtoull", "strtoumax", "strupr", "strverscmp", "symlink", "symlinkat", "sync",
    "sysconf", "sysinfo", "syslog", "system", "tan", "tcgetattr", "tcgetpgrp", "tcsetattr", "tcsetpgrp", "telldir",
    "tfind", "time", "timegm", "times", "tolower", "toupper", "truncate", "tsearch", "ttyname", "twalk", "umask",
    "uname", "ungetc", "unlink", "unlinkat", "unsetenv", "usleep", "utime", "utimensat", "utimes", "va_arg",
    "va_copy", "va_end", "va_start", "vasprintf", "verr", "verrx", "vfprintf", "vprintf", "vsnprintf", "vsprintf",
    "vwarn", "vwarnx", "wait", "waitpid", "warn", "warnx", "wcslen", "wcstombs", "wcwidth", "wordexp", "write",
    "writev",
];

/// Whether the C library or POSIX has a function of that name.
pub fn is_library(name: &str) -> bool {
    FUNCTIONS.binary_search(&name).is_ok() || ["pthread_", "sem_", "__builtin_"].iter().any(|all| name.starts_with(all))
}
