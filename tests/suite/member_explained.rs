//! `explain FILE:LINE:COLUMN` of a member that is no call: it is looked up in the type of its receiver, and the edges are
//! those that `scip.refs` lists.

use std::process::Command;

use crate::support::Repository;

const PROGRAM: &str = env!("CARGO_BIN_EXE_cg-bundle");

const REPOSITORY: &str = "--- lib.py
class Base:
    @property
    def url(self):
        return 1

    def show(self):
        return self.url


class Request(Base):
    pass


def read(request: Request):
    return request.url


def open(value):
    return value.url, value.other()[0].url
--- reply.h
struct reply {
    int integer;
};
int f(struct reply *r) { return r->integer; }
--- src/lib.rs
pub struct Cart;
impl Cart {
    pub fn new() -> Cart { Cart }
}
pub fn make() -> Cart { Cart::new() }
--- Cargo.toml
[package]
name = \"shop\"
version = \"0.1.0\"
--- facts
";

/// What the program prints of a place.
fn explained(place: &str) -> String {
    let (repository, _) = Repository::of(REPOSITORY);
    let mut command = Command::new(PROGRAM);
    command.arg("-C").arg(repository.root()).args(["explain", "--no-store", place]);
    let output = command.output().expect("a run of the program");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_member_is_looked_up_in_the_type_of_its_receiver() {
    for (place, path, member) in [
        ("lib.py:7:21", "self.url", "lib.py:Base.url"),
        ("lib.py:15:20", "request.url", "lib.py:Base.url"),
        ("reply.h:4:36", "r.integer", "reply.h:reply.integer"),
    ] {
        let text = explained(place);
        assert!(text.contains(&format!("member `{path}`")), "{text}");
        assert!(text.contains(&format!("edge      reads {member}, by `scip.refs`")), "{text}");
        assert!(!text.contains("no edge"), "{text}");
    }
}

/// Of a receiver without a type nothing is claimed: the members that have the name are listed.
#[test]
fn a_member_of_a_value_of_unknown_type_lists_those_of_its_name() {
    for (place, why) in [
        ("lib.py:19:18", "the text states no type for the receiver"),
        ("lib.py:19:40", "the receiver is no path of names"),
    ] {
        let text = explained(place);
        assert!(text.contains(why), "{text}");
        assert!(text.contains("no edge begins here: the member is not called"), "{text}");
        assert!(text.contains("members   of this name: lib.py:Base.url"), "{text}");
        assert!(!text.contains("that the repository does not declare"), "{text}");
    }
}

/// The place of a call is that of its whole path.
#[test]
fn the_name_at_the_end_of_a_path_is_called() {
    let text = explained("src/lib.rs:5:31");
    assert!(text.contains("edge      calls src/lib.rs:Cart.new  resolved, by member, at 5:25"), "{text}");
    assert!(!text.contains("no edge"), "{text}");
}
