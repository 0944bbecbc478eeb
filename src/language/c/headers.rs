//! The headers that compilers and systems bring along.

/// Whether `<path>` is a header of the C or C++ standard library, of POSIX, Linux, macOS or Windows. The second say nothing
/// of the case of a name: `<Windows.h>`.
pub fn is_system(path: &str) -> bool {
    let known = |path: &str| HEADERS.binary_search(&path).is_ok();
    SYSTEMS.iter().any(|system| path.starts_with(system)) || known(path) || known(&path.to_ascii_lowercase())
}

/// Folders that belong to a system as a whole.
const SYSTEMS: &[&str] = &[
    "AppKit/",
    "Availability/",
    "CommonCrypto/",
    "CoreFoundation/",
    "CoreGraphics/",
    "CoreServices/",
    "Foundation/",
    "IOKit/",
    "Security/",
    "SystemConfiguration/",
    "asm/",
    "bits/",
    "dispatch/",
    "linux/",
    "mach/",
    "mach-o/",
    "objc/",
    "os/",
    "sys/",
];

/// Sorted, so that a name is found by halving. A line holds many, as the list says nothing but that they are known.
#[rustfmt::skip]
const HEADERS: &[&str] = &[
    "AssertMacros.h", "Availability.h", "AvailabilityMacros.h", "TargetConditionals.h", "accctrl.h", "aclapi.h",
    "afunix.h", "aio.h", "algorithm", "alloca.h", "altivec.h", "ammintrin.h", "any", "ar.h", "argp.h", "argz.h",
    "arm_acle.h", "arm_neon.h", "arm_sve.h", "arpa/inet.h", "array", "assert.h", "atomic", "availability.h",
    "available.h", "avx2intrin.h", "avx512fintrin.h", "avxintrin.h", "barrier", "basetsd.h", "bcrypt.h", "bit",
    "bits/wordsize.h", "bitset", "bmiintrin.h", "bsd/string.h", "byteswap.h", "cassert", "ccomplex", "cctype",
    "cerrno", "cfenv", "cfloat", "charconv", "chrono", "cinttypes", "ciso646", "climits", "clocale", "cmath",
    "codecvt", "combaseapi.h", "comdef.h", "commctrl.h", "commdlg.h", "compare", "complex", "complex.h", "concepts",
    "condition_variable", "conio.h", "copyfile.h", "corecrt.h", "coroutine", "cpio.h", "cpuid.h", "crtdbg.h",
    "crtdefs.h", "crypt.h", "csetjmp", "csignal", "cstdalign", "cstdarg", "cstdbool", "cstddef", "cstdint", "cstdio",
    "cstdlib", "cstring", "ctgmath", "ctime", "ctype.h", "cuchar", "cwchar", "cwctype", "cxxabi.h", "dbghelp.h",
    "debugging", "deque", "direct.h", "dirent.h", "dlfcn.h", "dos.h", "eh.h", "elf.h", "emmintrin.h", "emscripten.h",
    "endian.h", "envz.h", "err.h", "errhandlingapi.h", "errno.h", "error.h", "exception", "excpt.h", "execinfo.h",
    "execution", "expected", "experimental/coroutine", "experimental/filesystem", "experimental/optional",
    "experimental/string_view", "experimental/type_traits", "ext/hash_map", "ext/hash_set", "fcntl.h", "features.h",
    "fenv.h", "fileapi.h", "filesystem", "flat_map", "flat_set", "float.h", "fmtmsg.h", "fnmatch.h", "format",
    "forward_list", "fstab.h", "fstream", "fts.h", "ftw.h", "functional", "future", "generator", "getopt.h", "glob.h",
    "gnu/libc-version.h", "gnu/stubs.h", "grp.h", "guiddef.h", "handleapi.h", "hash_map", "hash_set",
    "hazard_pointer", "iconv.h", "ifaddrs.h", "immintrin.h", "initializer_list", "inplace_vector", "intrin.h",
    "inttypes.h", "io.h", "iomanip", "ios", "iosfwd", "iostream", "iphlpapi.h", "iso646.h", "istream", "iterator",
    "jni.h", "langinfo.h", "latch", "libgen.h", "libintl.h", "libkern/osatomic.h", "libproc.h", "limits", "limits.h",
    "linalg", "link.h", "list", "lm.h", "lmcons.h", "locale", "locale.h", "mach-o/dyld.h", "mach/mach.h",
    "mach/mach_time.h", "mach/task.h", "malloc.h", "map", "math.h", "mbstring.h", "mdspan", "memory", "memory.h",
    "memory_resource", "memoryapi.h", "minidumpapiset.h", "minwindef.h", "mm_malloc.h", "mmintrin.h", "mmsystem.h",
    "mntent.h", "monetary.h", "mqueue.h", "mswsock.h", "mutex", "ncrypt.h", "ndbm.h", "net/ethernet.h", "net/if.h",
    "net/if_arp.h", "net/if_dl.h", "net/route.h", "netdb.h", "netinet/ether.h", "netinet/icmp6.h",
    "netinet/if_ether.h", "netinet/in.h", "netinet/in_systm.h", "netinet/ip.h", "netinet/ip6.h", "netinet/ip_icmp.h",
    "netinet/tcp.h", "netinet/udp.h", "netpacket/packet.h", "new", "nl_types.h", "nmmintrin.h", "nss.h", "ntsecapi.h",
    "ntstatus.h", "numbers", "numeric", "oaidl.h", "objbase.h", "obstack.h", "ole2.h", "oleauto.h", "olectl.h",
    "omp.h", "openacc.h", "optional", "os/lock.h", "ostream", "paths.h", "pmmintrin.h", "poll.h", "popcntintrin.h",
    "print", "printf.h", "process.h", "processthreadsapi.h", "psapi.h", "pthread.h", "ptrauth.h", "pty.h", "pwd.h",
    "queue", "random", "ranges", "ratio", "rcu", "regex", "regex.h", "resolv.h", "rpc.h", "rpc/rpc.h", "rpcdce.h",
    "sal.h", "sandbox.h", "sanitizer/asan_interface.h", "sanitizer/common_interface_defs.h",
    "sanitizer/lsan_interface.h", "sanitizer/msan_interface.h", "sanitizer/tsan_interface.h", "sched.h",
    "scoped_allocator", "sddl.h", "sdkddkver.h", "search.h", "security.h", "semaphore", "semaphore.h", "set",
    "setjmp.h", "shadow.h", "share.h", "shared_mutex", "shellapi.h", "shlguid.h", "shlobj.h", "shlwapi.h", "signal.h",
    "smmintrin.h", "source_location", "span", "spanstream", "spawn.h", "specstrings.h", "sspi.h", "sstream", "stab.h",
    "stack", "stacktrace", "stdalign.h", "stdarg.h", "stdatomic.h", "stdbit.h", "stdbool.h", "stdckdint.h",
    "stddef.h", "stdexcept", "stdfloat", "stdint.h", "stdio.h", "stdio_ext.h", "stdlib.h", "stdnoreturn.h",
    "stop_token", "stralign.h", "streambuf", "string", "string.h", "string_view", "strings.h", "stropts.h",
    "strsafe.h", "strstream", "synchapi.h", "syncstream", "sys/acl.h", "sys/auxv.h", "sys/bitypes.h",
    "sys/bsdtypes.h", "sys/byteorder.h", "sys/capsicum.h", "sys/cdefs.h", "sys/conf.h", "sys/cpuset.h", "sys/disk.h",
    "sys/dkstat.h", "sys/endian.h", "sys/epoll.h", "sys/errno.h", "sys/ev.h", "sys/event.h", "sys/eventfd.h",
    "sys/fanotify.h", "sys/fcntl.h", "sys/feature_tests.h", "sys/file.h", "sys/filio.h", "sys/fsuid.h",
    "sys/inotify.h", "sys/io.h", "sys/ioccom.h", "sys/ioctl.h", "sys/ipc.h", "sys/kd.h", "sys/limits.h", "sys/lwp.h",
    "sys/malloc.h", "sys/mman.h", "sys/mount.h", "sys/msg.h", "sys/mtio.h", "sys/param.h", "sys/pcpu.h",
    "sys/personality.h", "sys/poll.h", "sys/port.h", "sys/prctl.h", "sys/proc.h", "sys/proc_info.h", "sys/procfs.h",
    "sys/pset.h", "sys/pstat.h", "sys/ptrace.h", "sys/queue.h", "sys/quota.h", "sys/random.h", "sys/reboot.h",
    "sys/regset.h", "sys/resource.h", "sys/sdt.h", "sys/select.h", "sys/sem.h", "sys/sendfile.h", "sys/shm.h",
    "sys/signal.h", "sys/signalfd.h", "sys/socket.h", "sys/sockio.h", "sys/stat.h", "sys/statfs.h", "sys/statvfs.h",
    "sys/stropts.h", "sys/swap.h", "sys/syscall.h", "sys/sysctl.h", "sys/sysinfo.h", "sys/syslog.h",
    "sys/sysmacros.h", "sys/systeminfo.h", "sys/termios.h", "sys/time.h", "sys/timeb.h", "sys/timerfd.h",
    "sys/times.h", "sys/timex.h", "sys/tree.h", "sys/ttycom.h", "sys/ttydefaults.h", "sys/types.h", "sys/ucontext.h",
    "sys/ucred.h", "sys/uio.h", "sys/un.h", "sys/unistd.h", "sys/user.h", "sys/ustat.h", "sys/utsname.h", "sys/vfs.h",
    "sys/vlimit.h", "sys/vm.h", "sys/vnode.h", "sys/vtimes.h", "sys/wait.h", "sys/xattr.h", "syscall.h", "sysexits.h",
    "sysinfoapi.h", "syslog.h", "system_error", "tar.h", "tchar.h", "termio.h", "termios.h", "text_encoding",
    "tgmath.h", "thread", "thread_db.h", "threads.h", "time.h", "timeapi.h", "tlhelp32.h", "tmmintrin.h",
    "tr1/functional", "tr1/memory", "trace.h", "ttyent.h", "tuple", "type_traits", "typeindex", "typeinfo", "uchar.h",
    "ucontext.h", "ulimit.h", "unistd.h", "unknwn.h", "unordered_map", "unordered_set", "unwind.h", "userenv.h",
    "ustat.h", "utility", "utime.h", "utmp.h", "utmpx.h", "vadefs.h", "valarray", "values.h", "variant", "vector",
    "version", "versionhelpers.h", "wait.h", "wasm_simd128.h", "wchar.h", "wctype.h", "winbase.h", "wincon.h",
    "wincrypt.h", "windef.h", "windows.h", "winerror.h", "wingdi.h", "winhttp.h", "wininet.h", "winioctl.h",
    "winnetwk.h", "winnls.h", "winnt.h", "winreg.h", "winsock.h", "winsock2.h", "winsvc.h", "winternl.h", "winuser.h",
    "winver.h", "wmmintrin.h", "wordexp.h", "ws2def.h", "ws2spi.h", "ws2tcpip.h", "wtsapi32.h", "x86intrin.h",
    "xlocale.h", "xmmintrin.h",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_answers() {
        assert!(HEADERS.is_sorted());
        assert!(["stdio.h", "vector", "sys/epoll.h", "Windows.h", "linux/if.h"].iter().all(|path| is_system(path)));
        assert!(["zlib.h", "leveldb/db.h", "queue.h", "server.h"].iter().all(|path| !is_system(path)));
    }
}
