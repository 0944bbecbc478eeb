//! What a map of a repository says of its packages, and what an answer says of the names and the steps that it was given.

use cg_bundle::bundle::{Bundle, ShortfallKind, Status};

use crate::support::{Repository, answer_on};

/// The text of a key of `repo_context_keys`.
fn context(files: &str, key: &str) -> String {
    let (repository, _) = Repository::of(files);
    let manifest = format!("must_read: {{ repo_context_keys: [{key}] }}\n");
    let bundle = answer_on(&repository.index(), &manifest, &[], &[]);
    bundle.bands[0].context.first().map_or(String::new(), |it| it.text.clone())
}

/// Each file is counted in the package that is nearest above it.
#[test]
fn a_package_has_the_files_that_none_below_it_has() {
    let files = "--- package.json
{ \"name\": \"root\" }
--- build.js
go();
--- core/package.json
{ \"name\": \"core\" }
--- core/src/a.js
a();
--- core/src/b.js
b();
--- core/deep/package.json
{ \"name\": \"deep\" }
--- core/deep/c.js
c();
";
    let said = context(files, "own_packages");
    assert_eq!(
        said,
        "core: core/package.json, 2 files\ndeep: core/deep/package.json, 1 file\nroot: package.json, 1 file"
    );
}

/// A coordinate names an artifact, and imports its packages.
#[test]
fn required_packages_are_those_that_their_coordinates_lead_to() {
    let pom = "--- pom.xml
<project>
  <groupId>a</groupId>
  <artifactId>b</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>com.squareup.okhttp3</groupId><artifactId>okhttp</artifactId><version>4.1.0</version></dependency>
  </dependencies>
</project>
--- src/main/java/a/A.java
package a;
import okhttp3.Request;
import org.other.Thing;
class A { Request request; Thing thing; }
";
    assert_eq!(context(pom, "packages"), "okhttp3: imported by 1 file");
    // Where no import is of what manifests name, imports speak for themselves.
    let other = pom
        .replace("<groupId>com.squareup.okhttp3</groupId><artifactId>okhttp<", "<groupId>x</groupId><artifactId>zzz<");
    assert_eq!(context(&other, "packages"), "okhttp3: imported by 1 file\norg.other: imported by 1 file");
}

const CLIENT: &str = "--- client.py
class Client:
    def send(self):
        return 1
";

/// The manifest of the shipped class, over a small repository.
fn understood(symbols: &str) -> Bundle {
    let manifest = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/manifests/understand.yaml"));
    let (repository, _) = Repository::of(CLIENT);
    answer_on(&repository.index(), &manifest.expect("a manifest"), &[&format!("goal.symbols={symbols}")], &[])
}

/// A symbol that the answer is drawn around is known, or is said to be unknown, though no query takes it.
#[test]
fn a_focus_that_names_nothing_is_missing() {
    let whats = |bundle: &Bundle| -> Vec<(ShortfallKind, String)> {
        bundle.missing.iter().map(|it| (it.kind, it.what.clone())).collect()
    };
    assert_eq!(understood("Client").status, Status::Success);
    let both = understood("Client,Nope");
    assert_eq!(both.status, Status::PartialSuccess);
    assert_eq!(whats(&both), [(ShortfallKind::UnknownName, "no symbol is named `Nope`".to_owned())]);
    let near = understood("Clinet");
    assert_eq!(near.status, Status::NoResults);
    let what = "no symbol is named `Clinet`; near names are `Client`".to_owned();
    assert_eq!(whats(&near), [(ShortfallKind::UnknownName, what)]);
}

/// A step that shows more makes room for it, so that nothing that is shown is cut for it.
#[test]
fn a_promotion_makes_room_for_what_it_shows() {
    let docs = format!("--- docs/a.md\n# Title\n{}", "Some words of prose in a long guide.\n".repeat(60));
    let manifest = "budget: { max_chars: 2200 }
must_read: { derived: [{ name: found, compute: 'scip.refs(\"Client.send\", definitions=true)', max_files: 3 }] }
may_read: { globs: [\"docs/*.md\"] }
";
    let (repository, _) = Repository::of(&format!("{CLIENT}{docs}"));
    let bundle = answer_on(&repository.index(), manifest, &[], &[]);
    let steps: Vec<&str> = bundle.guidance.iter().map(|step| step.run.as_str()).collect();
    let room = steps.first().and_then(|run| run.strip_prefix("--promote globs --max-chars ")).expect("a step");
    assert!(room.parse::<u64>().expect("a number") > 2200, "{steps:?}");
    let wide = answer_on(&repository.index(), &manifest.replace("2200", "9000"), &[], &[]);
    assert_eq!(wide.guidance.first().map(|step| step.run.as_str()), Some("--promote globs"));
}

/// What is named must be read, whatever list it is on as well.
#[test]
fn a_list_is_no_reason_why_a_file_must_be_read() {
    let manifest = "inputs: { words: { type: symbols } }
focus: { symbols: words }
must_read: { derived: [{ name: none, compute: import_graph.reverse_lookup(\"client.py\"), max_files: 3 }] }
may_read: { derived: [{ name: all, compute: 'files.intersect(\"**\", \"*.py\")', max_files: 3 }] }
";
    let (repository, _) = Repository::of(CLIENT);
    let bundle = answer_on(&repository.index(), manifest, &["words=send"], &[]);
    let item = &bundle.bands[0].items[0];
    assert_eq!((item.path.as_str(), item.why[0].query.as_str()), ("client.py", "focus"));
}
