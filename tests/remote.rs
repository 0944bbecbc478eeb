//! A store of objects behind a URL, played by a small server on this machine: one that serves, and others that fail in each
//! way that a server may. The answers are those of a run without it.
#![allow(clippy::panic, clippy::string_slice)] // a test that cannot go on says why

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use cg_bundle::pipeline::{Index, IndexRequest, ScipSelection, index};
use cg_bundle::store::{Cas, CasAddress, CasPlace, StorePlace};
use tempfile::TempDir;

/// The conduct of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Conduct {
    Serves,
    Refuses,
    Hangs,
    /// It says how long the body is, and ends in the middle of it.
    Truncates,
    Flips,
    /// It answers with the blob of another key.
    Lies,
    /// Each answer comes late, one after the other.
    Drips,
}

#[derive(Default)]
struct Kept {
    blobs: BTreeMap<String, Vec<u8>>,
    requests: Vec<String>,
}

/// A server on this machine.
struct Server {
    url: String,
    conduct: Arc<Mutex<Conduct>>,
    kept: Arc<Mutex<Kept>>,
}

impl Server {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/cg", listener.local_addr().expect("a port"));
        let (conduct, kept) = (Arc::new(Mutex::new(Conduct::Serves)), Arc::new(Mutex::new(Kept::default())));
        let server = Self { url, conduct: conduct.clone(), kept: kept.clone() };
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (conduct, kept) = (conduct.clone(), kept.clone());
                thread::spawn(move || while serve(&stream, &conduct, &kept).is_some() {});
            }
        });
        server
    }

    fn set(&self, conduct: Conduct) {
        *self.conduct.lock().expect("a conduct") = conduct;
    }

    fn place(&self) -> CasPlace {
        CasPlace { address: CasAddress::of(&self.url).expect("a URL"), is_read_only: false, verified: 0.0 }
    }

    fn blobs(&self) -> BTreeMap<String, Vec<u8>> {
        self.kept.lock().expect("blobs").blobs.clone()
    }
}

/// Answers one request; `None` where the connection ends.
fn serve(mut stream: &TcpStream, conduct: &Mutex<Conduct>, kept: &Mutex<Kept>) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line.trim().is_empty() {
            break;
        }
        head.push(line.trim().to_owned());
    }
    let length = head.iter().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    let conduct = *conduct.lock().ok()?;
    let mut words = head[0].split(' ');
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let (status, mut found) = {
        let mut kept = kept.lock().ok()?;
        kept.requests.push(head.join("\n"));
        let known = kept.blobs.get(&path).cloned();
        match (&*method, known) {
            ("PUT", _) if conduct != Conduct::Refuses => {
                kept.blobs.insert(path.clone(), body);
                ("201 Created", Vec::new())
            }
            ("GET" | "HEAD", Some(known)) => ("200 OK", known),
            ("GET" | "HEAD", None) => ("404 Not Found", Vec::new()),
            _ => ("405 Method Not Allowed", Vec::new()),
        }
    };
    let (mut status, mut n_sent) = (status, found.len());
    match conduct {
        Conduct::Serves => {}
        Conduct::Refuses => (status, n_sent) = ("500 Internal Server Error", 0),
        Conduct::Hangs => thread::sleep(Duration::from_secs(600)),
        Conduct::Drips => thread::sleep(Duration::from_millis(1500)),
        Conduct::Truncates => n_sent /= 2,
        Conduct::Flips => found.iter_mut().skip(40).step_by(1000).for_each(|byte| *byte ^= 16),
        Conduct::Lies => {
            let others = kept.lock().ok()?.blobs.clone();
            found = others.into_iter().find(|(other, _)| *other != path).map(|(_, blob)| blob).unwrap_or_default();
            n_sent = found.len();
        }
    }
    let length = if conduct == Conduct::Refuses { 0 } else { found.len() };
    write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {length}\r\n\r\n").ok()?;
    if method == "GET" {
        stream.write_all(&found[..n_sent]).ok()?;
    }
    // A body that ends too soon ends the connection.
    (n_sent == length).then_some(())
}

/// A repository, and machines with a store each.
struct Machines(TempDir);

impl Machines {
    fn new() -> Self {
        let folder = TempDir::new().expect("a folder");
        fs::create_dir_all(folder.path().join("repository")).expect("a repository");
        for at in 0..300 {
            let text = format!("from m{} import f\n\n\ndef f():\n    return {at}\n", at / 2);
            fs::write(folder.path().join(format!("repository/m{at}.py")), text).expect("a source");
        }
        Self(folder)
    }

    fn index(&self, machine: &str, place: Option<CasPlace>) -> Index {
        let store = StorePlace::At(self.0.path().join(format!("{machine}.sqlite")));
        let (root, cas) = (self.0.path().join("repository"), place.map(|place| Arc::new(Cas::new(place))));
        let request = IndexRequest { root, store, cas, verify: false, scip: ScipSelection::Nothing };
        index(&request, &|_, _, _| {}).expect("an index")
    }
}

#[test]
fn a_second_machine_parses_nothing() {
    let (machines, server) = (Machines::new(), Server::new());
    let wanted = machines.index("plain", None).facts.to_sections();
    let first = machines.index("first", Some(server.place()));
    assert_eq!((first.n_parsed, &first.notes), (300, &vec![]));
    let blobs = server.blobs();
    assert!(blobs.len() > 2 && blobs.keys().all(|path| path.starts_with("/cg/")), "{:?}", blobs.keys());
    let reader = CasPlace { is_read_only: true, ..server.place() };
    let second = machines.index("second", Some(reader.clone()));
    assert_eq!((second.n_parsed, second.related, &second.notes), (0, false, &vec![]));
    assert!(first.facts.to_sections() == wanted && second.facts.to_sections() == wanted);
    // Whoever only reads writes nothing, and whoever verifies makes it again.
    server.kept.lock().expect("blobs").blobs.clear();
    assert_eq!((machines.index("third", Some(reader)).n_parsed, server.blobs().len()), (300, 0));
    machines.index("fourth", Some(server.place()));
    let sure = CasPlace { verified: 1.0, ..server.place() };
    let verified = machines.index("fifth", Some(sure));
    assert_eq!((verified.related, &verified.notes, server.blobs()), (true, &vec![], blobs));
    let requests = server.kept.lock().expect("requests").requests.join("\n").to_lowercase();
    for word in ["range:", "if-match", "if-none-match", "propfind", "?"] {
        assert!(!requests.contains(word), "`{word}` in\n{requests}");
    }
}

#[test]
fn whatever_the_server_does_the_answers_are_the_same() {
    use Conduct::{Drips, Flips, Hangs, Lies, Refuses, Truncates};
    let machines = Machines::new();
    let wanted = machines.index("plain", None).facts.to_sections();
    for conduct in [Refuses, Hangs, Truncates, Flips, Lies, Drips] {
        let server = Server::new();
        machines.index(&format!("{conduct:?} before"), Some(server.place()));
        let blobs = server.blobs();
        server.set(conduct);
        let start = Instant::now();
        let index = machines.index(&format!("{conduct:?}"), Some(server.place()));
        assert!(start.elapsed() < Duration::from_secs(30), "{conduct:?}: {:?}", start.elapsed());
        assert!(index.facts.to_sections() == wanted, "{conduct:?}");
        assert_eq!(index.notes.len(), 1, "{conduct:?}: {:?}", index.notes);
        assert!(conduct != Refuses || index.notes[0].contains("500 Internal Server Error"), "{:?}", index.notes);
        server.set(Conduct::Serves);
        machines.index(&format!("{conduct:?} after"), Some(server.place()));
        assert!(server.blobs() == blobs, "{conduct:?}: the blobs are whole");
    }
}

#[test]
fn a_server_that_is_not_there_is_left_out() {
    let machines = Machines::new();
    let wanted = machines.index("plain", None).facts.to_sections();
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("a port");
    let address = CasAddress::of(&format!("http://user:secret@{port}/cg")).expect("a URL");
    let index = machines.index("alone", Some(CasPlace { address, is_read_only: false, verified: 0.0 }));
    assert!(index.facts.to_sections() == wanted && index.notes.len() == 1, "{:?}", index.notes);
    assert!(index.notes.iter().all(|note| !note.contains("secret")), "{:?}", index.notes);
}
