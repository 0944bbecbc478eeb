//! The interfaces of Go's library that others often embed.

use super::super::outer_interface::OuterInterface;

type Method = (&'static str, &'static str);

const CLOSE: Method = ("Close", "()(error)");
const ERROR: Method = ("Error", "()(string)");
const LEN: Method = ("Len", "()(int)");
const LESS: Method = ("Less", "(int,int)(bool)");
const LOCK: Method = ("Lock", "()()");
const READ: Method = ("Read", "([]byte)(int,error)");
const READ_BYTE: Method = ("ReadByte", "()(byte,error)");
const READ_RUNE: Method = ("ReadRune", "()(rune,int,error)");
const SEEK: Method = ("Seek", "(int64,int)(int64,error)");
const SET: Method = ("Set", "(string)(error)");
const STRING: Method = ("String", "()(string)");
const SWAP: Method = ("Swap", "(int,int)()");
const WRITE: Method = ("Write", "([]byte)(int,error)");

const fn of(name: &'static str, methods: &'static [Method]) -> OuterInterface {
    OuterInterface { name, methods }
}

/// The interfaces.
pub const INTERFACES: &[OuterInterface] = &[
    of("any", &[]),
    of("comparable", &[]),
    of("container/heap.Interface", &[LEN, LESS, SWAP, ("Push", "(any)()"), ("Pop", "()(any)")]),
    of(
        "context.Context",
        &[("Deadline", "()(Time,bool)"), ("Done", "()(<-chanstruct{})"), ("Err", "()(error)"), ("Value", "(any)(any)")],
    ),
    of("database/sql.Scanner", &[("Scan", "(any)(error)")]),
    of("database/sql/driver.Valuer", &[("Value", "()(Value,error)")]),
    of("encoding.BinaryMarshaler", &[("MarshalBinary", "()([]byte,error)")]),
    of("encoding.BinaryUnmarshaler", &[("UnmarshalBinary", "([]byte)(error)")]),
    of("encoding.TextMarshaler", &[("MarshalText", "()([]byte,error)")]),
    of("encoding.TextUnmarshaler", &[("UnmarshalText", "([]byte)(error)")]),
    of("encoding/json.Marshaler", &[("MarshalJSON", "()([]byte,error)")]),
    of("encoding/json.Unmarshaler", &[("UnmarshalJSON", "([]byte)(error)")]),
    of("error", &[ERROR]),
    of("flag.Getter", &[STRING, SET, ("Get", "()(any)")]),
    of("flag.Value", &[STRING, SET]),
    of("fmt.Formatter", &[("Format", "(State,rune)()")]),
    of("fmt.GoStringer", &[("GoString", "()(string)")]),
    of("fmt.Stringer", &[STRING]),
    of("io.ByteReader", &[READ_BYTE]),
    of("io.ByteScanner", &[READ_BYTE, ("UnreadByte", "()(error)")]),
    of("io.ByteWriter", &[("WriteByte", "(byte)(error)")]),
    of("io.Closer", &[CLOSE]),
    of("io.ReadCloser", &[READ, CLOSE]),
    of("io.ReadSeekCloser", &[READ, SEEK, CLOSE]),
    of("io.ReadSeeker", &[READ, SEEK]),
    of("io.ReadWriteCloser", &[READ, WRITE, CLOSE]),
    of("io.ReadWriteSeeker", &[READ, WRITE, SEEK]),
    of("io.ReadWriter", &[READ, WRITE]),
    of("io.Reader", &[READ]),
    of("io.ReaderAt", &[("ReadAt", "([]byte,int64)(int,error)")]),
    of("io.ReaderFrom", &[("ReadFrom", "(Reader)(int64,error)")]),
    of("io.RuneReader", &[READ_RUNE]),
    of("io.RuneScanner", &[READ_RUNE, ("UnreadRune", "()(error)")]),
    of("io.Seeker", &[SEEK]),
    of("io.StringWriter", &[("WriteString", "(string)(int,error)")]),
    of("io.WriteCloser", &[WRITE, CLOSE]),
    of("io.WriteSeeker", &[WRITE, SEEK]),
    of("io.Writer", &[WRITE]),
    of("io.WriterAt", &[("WriteAt", "([]byte,int64)(int,error)")]),
    of("io.WriterTo", &[("WriteTo", "(Writer)(int64,error)")]),
    of("io/fs.FS", &[("Open", "(string)(File,error)")]),
    of("net.Addr", &[("Network", "()(string)"), STRING]),
    of("net.Error", &[ERROR, ("Timeout", "()(bool)"), ("Temporary", "()(bool)")]),
    of("net.Listener", &[("Accept", "()(Conn,error)"), CLOSE, ("Addr", "()(Addr)")]),
    of("net/http.Flusher", &[("Flush", "()()")]),
    of("net/http.Handler", &[("ServeHTTP", "(ResponseWriter,*Request)()")]),
    of("net/http.Hijacker", &[("Hijack", "()(Conn,*ReadWriter,error)")]),
    of("net/http.ResponseWriter", &[("Header", "()(Header)"), WRITE, ("WriteHeader", "(int)()")]),
    of("net/http.RoundTripper", &[("RoundTrip", "(*Request)(*Response,error)")]),
    of("sort.Interface", &[LEN, LESS, SWAP]),
    of("sync.Locker", &[LOCK, ("Unlock", "()()")]),
];

#[cfg(test)]
mod tests {
    use super::INTERFACES;

    #[test]
    fn each_is_there_once() {
        assert!(INTERFACES.is_sorted_by(|one, other| one.name < other.name));
    }
}
