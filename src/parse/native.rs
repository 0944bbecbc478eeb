//! The one place that speaks to C past the crate `tree-sitter`: counts what parsers allocate, and fences the scanners
//! of grammars, whose states must fit into a buffer of 1024 bytes, and some of which write on or abort where they do not.
#![allow(unsafe_code)]

use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use std::mem::{MaybeUninit, offset_of};
use std::ptr;
use std::sync::Once;
use std::time::Duration;

use rustc_hash::FxHashSet;
use tree_sitter::{Allocator, Language, set_allocator};

/// The allocations of one thread's parsers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allocated {
    /// The bytes in use. A thread that gives back what another took goes below zero, so only differences count.
    pub live: isize,
    /// Work: each time that memory was taken, moved or given back counts 1, and each 256 bytes of it 1 more.
    pub work: usize,
}

thread_local! {
    static NODES: RefCell<FxHashSet<usize>> = RefCell::default();
    static ALLOCATED: Cell<Allocated> = const { Cell::new(Allocated { live: 0, work: 0 }) };
    static FENCE: Cell<Fence> = const { Cell::new(Fence { scanner: None, length: 0, is_full: false }) };
}

/// The header of a block in the C library, in bytes.
const HEADER: usize = 16;
/// The size of a `StackNode` in tree-sitter's `stack.c`, in bytes; nothing else of that size is taken by `malloc`.
const NODE: usize = if size_of::<usize>() == 8 { 232 } else { 0 };
/// The bytes that are copied or cleared in about the time of one allocation.
const BYTES_PER_WORK: usize = 256;

/// The allocations of this thread's parsers so far.
pub fn allocated() -> Allocated {
    ALLOCATED.get()
}

/// The nodes of the stacks of this thread's parsers, beyond those that a parser keeps for later.
pub fn stack_nodes() -> usize {
    NODES.with_borrow(FxHashSet::len)
}

/// Sets tree-sitter's allocator to one that counts. Where the system does not tell the size of a block, nothing is
/// counted and nothing is set.
fn count_allocations() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        if cfg!(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_vendor = "apple")) {
            let counting = Allocator { malloc: take, calloc: take_cleared, realloc: resize, free: give_back };
            // SAFETY: the four are those of the C library and count beside, so they are of one family with the default
            // ones, and a block that those made before may be given back to these. They are safe on any thread, never
            // unwind, and return no null.
            unsafe { set_allocator(Some(counting)) };
        }
    });
}

/// From how many files on freed memory is given back: below, that takes longer than it is worth.
const MANY_FILES: usize = 5_000;

/// Gives the memory that is free back to the system between two phases over so many files, where the C library keeps what
/// was freed on any thread.
pub fn return_freed(n_files: usize) {
    if n_files < MANY_FILES {
        return;
    }
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it touches free blocks alone, under the locks of the allocator, and may be called at any time on any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// The CPU time of this process so far; where the system does not tell, the time since the first call.
pub fn cpu_time() -> Duration {
    #[cfg(unix)]
    {
        let mut time = MaybeUninit::<libc::timespec>::zeroed();
        // SAFETY: the call writes a time to the place that it is given, which holds one already.
        let time = unsafe {
            libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, time.as_mut_ptr());
            time.assume_init()
        };
        Duration::new(u64::try_from(time.tv_sec).unwrap_or(0), u32::try_from(time.tv_nsec).unwrap_or(0))
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
}

/// By how much the heap grows at least, in bytes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const GROWTH_OF_HEAP: libc::c_int = 128 << 20;
/// From which size on a block is taken of the system by itself, in bytes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const OWN_BLOCK: libc::c_int = 16 << 20;
/// A block that the first room of a heap does not hold, in bytes.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const BEYOND_FIRST: usize = 256 << 10;
/// The bytes of a huge page, where pages are so large at most.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const HUGE_PAGE: usize = 2 << 20;

/// Lets the heap grow by large steps, keep what is freed, and lie on huge pages, where the system has such settings: a page that
/// is not touched takes no memory, and a short run meets few pages for the first time. On a tree of 2,900 files an edit met
/// 12,000, for a seventh of its time.
pub fn take_room() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the settings are numbers, and may be changed at any time. The block is given back as it was taken. The advice
    // is on pages between the block and the end of the heap, and changes nothing that they hold.
    unsafe {
        libc::mallopt(libc::M_TOP_PAD, GROWTH_OF_HEAP);
        libc::mallopt(libc::M_MMAP_THRESHOLD, OWN_BLOCK);
        libc::mallopt(libc::M_TRIM_THRESHOLD, libc::c_int::MAX);
        let block = libc::malloc(BEYOND_FIRST);
        let (first, end) = (block.addr().next_multiple_of(HUGE_PAGE), libc::sbrk(0).addr());
        // A block of another place, or of another allocator, lies behind the heap or far before its end.
        let most = GROWTH_OF_HEAP.unsigned_abs() as usize + HUGE_PAGE;
        if !block.is_null() && (1..=most).contains(&end.saturating_sub(first)) {
            libc::madvise(block.with_addr(first), end - first, libc::MADV_HUGEPAGE);
        }
        libc::free(block);
    }
}

/// The same, and lets all threads that begin from now on share one heap: a run that reads few files on several threads asks the
/// system for memory two thousand times without it.
pub fn share_heap() {
    take_room();
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: the setting is a number, and may be changed at any time.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

fn note(change: isize, bytes: usize) {
    let now = ALLOCATED.get();
    let work = now.work.wrapping_add(1 + bytes / BYTES_PER_WORK);
    ALLOCATED.set(Allocated { live: now.live.wrapping_add(change), work });
}

#[cfg(target_vendor = "apple")]
unsafe extern "C" {
    /// As <malloc/malloc.h> has it.
    fn malloc_size(block: *const c_void) -> usize;
}

/// The size of a block, with what the C library keeps of it for itself.
///
/// # Safety
///
/// `block` is null, or comes from the C library's allocator and is in use.
unsafe fn size(block: *mut c_void) -> usize {
    if block.is_null() {
        return 0;
    }
    #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
    // SAFETY: the block is in use, as the caller promises.
    return unsafe { libc::malloc_usable_size(block) } + HEADER;
    #[cfg(target_vendor = "apple")]
    // SAFETY: the block is in use, as the caller promises.
    return unsafe { malloc_size(block) } + HEADER;
    #[allow(unreachable_code)] // on other systems alone it is reached
    HEADER
}

/// Counts a block that was just made, or ends the program where there is none: the parser does not look.
///
/// # Safety
///
/// As for [`size`].
unsafe fn made(block: *mut c_void, wanted: usize) -> *mut c_void {
    if block.is_null() && wanted > 0 {
        let layout = std::alloc::Layout::from_size_align(wanted, 1).unwrap_or(std::alloc::Layout::new::<u8>());
        std::alloc::handle_alloc_error(layout);
    }
    // SAFETY: the block is null or was just made.
    let size = unsafe { size(block) };
    // The size of a block depends on what was given back before; work must not.
    note(size.cast_signed(), wanted);
    block
}

unsafe extern "C" fn take(wanted: usize) -> *mut c_void {
    // SAFETY: `malloc` takes any size.
    let block = unsafe { made(libc::malloc(wanted), wanted) };
    if wanted == NODE {
        let _ = NODES.try_with(|nodes| nodes.borrow_mut().insert(block.addr()));
    }
    block
}

unsafe extern "C" fn take_cleared(count: usize, each: usize) -> *mut c_void {
    // SAFETY: `calloc` takes any sizes, and refuses a product that is too large.
    unsafe { made(libc::calloc(count, each), count.saturating_mul(each)) }
}

unsafe extern "C" fn resize(block: *mut c_void, wanted: usize) -> *mut c_void {
    // SAFETY: tree-sitter passes null or a block of this family that is in use; its size is read before it moves.
    unsafe {
        note(-size(block).cast_signed(), 0);
        made(libc::realloc(block, wanted), wanted)
    }
}

unsafe extern "C" fn give_back(block: *mut c_void) {
    // SAFETY: tree-sitter passes null or a block of this family that is in use, and does not use it again.
    unsafe {
        let size = size(block);
        note(-size.cast_signed(), 0);
        // Room that is too small to be given out by itself stays with the block before it.
        if (NODE..=NODE + 3 * HEADER).contains(&size) {
            // Where the thread ends, there is nothing to note any more.
            let _ = NODES.try_with(|nodes| nodes.borrow_mut().remove(&block.addr()));
        }
        libc::free(block);
    }
}

/// The functions of a grammar's scanner that are fenced.
#[derive(Clone, Copy)]
struct Scanner {
    scan: Scan,
    serialize: Serialize,
    deserialize: Deserialize,
}

type Scan = unsafe extern "C" fn(*mut c_void, *mut c_void, *const bool) -> bool;
type Serialize = unsafe extern "C" fn(*mut c_void, *mut c_char) -> u32;
type Deserialize = unsafe extern "C" fn(*mut c_void, *const c_char, u32);

/// The scanner of the parse that runs on this thread.
#[derive(Clone, Copy)]
struct Fence {
    scanner: Option<Scanner>,
    /// How long the state was that it was last given.
    length: u32,
    is_full: bool,
}

/// A grammar whose scanner is fenced.
pub struct Fenced {
    /// The grammar, for the parser.
    pub language: Language,
    scanner: Option<Scanner>,
}

impl Fenced {
    /// Makes the scanner that of the parse that this thread starts now.
    pub fn enter(&self) {
        FENCE.set(Fence { scanner: self.scanner, length: 0, is_full: false });
    }
}

/// Whether the scanner of this thread's parse was held back.
pub fn is_full() -> bool {
    FENCE.get().is_full
}

/// The longest state with which a scanner is still called, in bytes.
const FULL: u32 = 760;
/// The most that one call may add to a state, in bytes: some scanners keep a word, and its length in one byte.
const GROWTH: u32 = 240;
/// The buffer of the parser, and as much again for a scanner that writes on behind its end.
const BUFFER: usize = 2 * 1024;

/// A grammar as the parser's C code lays it out: `TSLanguage` in its `parser.h`, versions 14 and 15.
#[repr(C)]
struct Layout {
    version: u32,
    counts: [u32; 8],
    max_alias_sequence_length: u16,
    tables: [*const c_void; 13],
    lexers: [*const c_void; 2],
    keyword_capture_token: u16,
    scanner_tables: [*const c_void; 2],
    create: *const c_void,
    destroy: *const c_void,
    scan: Option<Scan>,
    serialize: Option<Serialize>,
    deserialize: Option<Deserialize>,
    primary_state_ids: *const c_void,
    // From version 15 on.
    name: *const c_void,
    reserved_words: *const c_void,
    max_reserved_word_set_size: u16,
    supertype_count: u32,
    supertypes: [*const c_void; 3],
    metadata: [u8; 3],
}

/// A copy of a grammar, its scanner fenced. It is kept for ever, as grammars are.
pub fn fenced(language: Language) -> Fenced {
    count_allocations();
    let size = match language.abi_version() {
        14 => offset_of!(Layout, name),
        15 => size_of::<Layout>(),
        // How others are laid out is not known here.
        _ => return Fenced { language, scanner: None },
    };
    let from = language.clone().into_raw().cast::<u8>();
    let mut copy = MaybeUninit::<Layout>::zeroed();
    // SAFETY: a grammar of that version has that many bytes, and all are numbers, pointers, or functions that may be
    // null; for what is not copied, zero is a value.
    let mut copy = unsafe {
        ptr::copy_nonoverlapping(from, copy.as_mut_ptr().cast::<u8>(), size);
        copy.assume_init()
    };
    let (Some(scan), Some(serialize), Some(deserialize)) = (copy.scan, copy.serialize, copy.deserialize) else {
        return Fenced { language, scanner: None };
    };
    copy.scan = Some(fenced_scan);
    copy.serialize = Some(fenced_serialize);
    copy.deserialize = Some(fenced_deserialize);
    let kept: &'static Layout = Box::leak(Box::new(copy));
    // SAFETY: it is a grammar like the one that it is a copy of, lives for ever, and is not written to again.
    let language = unsafe { Language::from_raw(ptr::from_ref(kept).cast()) };
    Fenced { language, scanner: Some(Scanner { scan, serialize, deserialize }) }
}

unsafe extern "C" fn fenced_scan(payload: *mut c_void, lexer: *mut c_void, valid: *const bool) -> bool {
    let fence = FENCE.get();
    match fence.scanner {
        // SAFETY: the parser's own arguments, for the scanner that it would call.
        Some(scanner) if fence.length <= FULL => unsafe { (scanner.scan)(payload, lexer, valid) },
        _ => {
            FENCE.set(Fence { is_full: true, ..fence });
            false
        }
    }
}

unsafe extern "C" fn fenced_serialize(payload: *mut c_void, buffer: *mut c_char) -> u32 {
    let fence = FENCE.get();
    let Some(scanner) = fence.scanner else { return 0 };
    let mut wide = [MaybeUninit::<c_char>::uninit(); BUFFER];
    // SAFETY: the scanner writes what it returns the length of, from the start: at most one word behind the 1024 bytes
    // that it counts on.
    let length = unsafe { (scanner.serialize)(payload, wide.as_mut_ptr().cast()) };
    if length > fence.length.saturating_add(GROWTH) || length > FULL + GROWTH {
        FENCE.set(Fence { is_full: true, ..fence });
        return 0;
    }
    // SAFETY: the parser's buffer has 1024 bytes, and fewer were written.
    unsafe { ptr::copy_nonoverlapping(wide.as_ptr().cast(), buffer, length as usize) };
    length
}

unsafe extern "C" fn fenced_deserialize(payload: *mut c_void, buffer: *const c_char, length: u32) {
    let fence = FENCE.get();
    FENCE.set(Fence { length, ..fence });
    if let Some(scanner) = fence.scanner {
        // SAFETY: the parser's own arguments, for the scanner that it would call.
        unsafe { (scanner.deserialize)(payload, buffer, length) };
    }
}
