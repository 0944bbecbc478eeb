//! Lookups of modules and members of external packages, by the paths that sources and advisories write.

use cg_bundle::facts::Snapshot;
use cg_bundle::primitive::{Argument, Engine, Invocation, PRIMITIVES};

use crate::support::Repository;

/// The places, `file:line` in order, that a query finds, and its notes.
fn found(facts: &Snapshot, primitive: &str, text: &str) -> (String, String) {
    let engine = Engine::new(facts);
    let primitive = PRIMITIVES.iter().find(|it| it.name == primitive).expect("a primitive");
    let call = Invocation::of(primitive, Argument::Text(text.to_owned()));
    let answer = engine.answer(&call);
    let mut places: Vec<String> = Vec::new();
    for hit in &answer.hits {
        let lines: Vec<String> = hit.lines.iter().map(u32::to_string).collect();
        places.push(format!("{}:{}", facts.path(hit.file), lines.join(",")));
    }
    places.sort_unstable();
    let notes: Vec<&str> = answer.notes.iter().map(|note| note.text.as_str()).collect();
    (places.join(" "), notes.join("\n"))
}

/// Each row: a repository, and what each text finds by `reverse_lookup` and by `refs`; `-` where that is not compared.
fn check(repository: &str, rows: &[(&str, &str, &str)]) {
    let index = Repository::of(repository).0.index();
    for (text, importers, sites) in rows {
        let (given, notes) = found(&index.facts, "import_graph.reverse_lookup", text);
        assert!(*importers == "-" || given == *importers, "importers of `{text}`: {given}\n{notes}");
        let (given, notes) = found(&index.facts, "scip.refs", text);
        assert!(*sites == "-" || given == *sites, "uses of `{text}`: {given}\n{notes}");
    }
}

const PYTHON: &str = "--- pyproject.toml
[project]
name = \"app\"
dependencies = [\"zope.interface\", \"Twisted\", \"pyOpenSSL\", \"Flask-Login\"]
--- a.py
from w3lib.url import safe_url_string
from twisted.web import client
import zope.interface.verify
from OpenSSL import SSL
def go(x):
    safe_url_string(x)
    client.Agent(x)
--- b.py
import w3lib.html
from unittest import mock
from PIL import Image
def go(x):
    mock.patch(x)
    Image.open(x)
--- c.py
import w3libx
from flask_login import current_user
from .shared import attribute
--- shared.py
from kombu.utils.objects import cached_property
def attribute(x):
    pass
--- user.py
from .shared import cached_property
@cached_property
def go(x):
    pass
";

#[test]
fn modules_and_members_of_distributions() {
    check(
        PYTHON,
        &[
            ("w3lib", "a.py:1,6 b.py:1", "a.py:1,6 b.py:1"),
            ("w3lib.url", "a.py:1,6", "a.py:1,6"),
            ("w3lib.url.safe_url_string", "a.py:1,6", "a.py:1,6"),
            ("w3lib.safe_url_string", "-", "a.py:1,6"),
            ("w3", "", ""),
            ("twisted.web.client", "a.py:2,7", "a.py:2,7"),
            ("twisted.web.client.Agent", "a.py:7", "a.py:7"),
            ("Twisted", "a.py:2,7", "-"),
            ("zope.interface", "a.py:3", "-"),
            ("pkg:pypi/zope.interface@5.0", "a.py:3", "-"),
            ("pyOpenSSL", "a.py:4", "-"),
            ("Flask-Login", "c.py:2", "-"),
            ("flask.login", "c.py:2", "-"),
            ("unittest.mock", "b.py:2,5", "b.py:2,5"),
            ("PIL.Image", "b.py:3,6", "b.py:3,6"),
            ("PIL.Image.open", "b.py:6", "b.py:6"),
            ("kombu.utils.objects.cached_property", "shared.py:1", "shared.py:1 user.py:2"),
            ("kombu", "shared.py:1", "-"),
        ],
    );
}

#[test]
fn modules_of_go_rust_and_node() {
    check(
        "--- go.mod
module example.com/app

require golang.org/x/sync v0.1.0
--- a.go
package app

import \"golang.org/x/sync/errgroup\"

func Go() {
	errgroup.WithContext(nil)
}
--- b.go
package app

import \"golang.org/x/sync/semaphore\"
",
        &[
            ("golang.org/x/sync", "a.go:3,6 b.go:3", "-"),
            ("golang.org/x/sync/errgroup", "a.go:3,6", "a.go:3,6"),
            ("golang.org/x/sync/errgroup.WithContext", "a.go:6", "a.go:6"),
            ("golang.org/x/sync/err", "", ""),
            ("pkg:golang/golang.org/x/sync@v0.1.0", "a.go:3,6 b.go:3", "-"),
        ],
    );
    check(
        "--- Cargo.toml
[package]
name = \"app\"

[dependencies]
mio = \"1\"
regex-automata = \"0.4\"
json = { package = \"serde-json\", version = \"1\" }
--- src/lib.rs
mod own;
use mio::net::TcpStream;
pub fn go() {
    TcpStream::connect();
    regex_automata::meta::Regex::new();
    json::from_str();
}
--- src/own.rs
use mio::Poll;
",
        &[
            ("mio", "src/lib.rs:2,4 src/own.rs:1", "-"),
            ("mio::net", "src/lib.rs:2,4", "src/lib.rs:2,4"),
            ("mio::net::TcpStream", "src/lib.rs:2,4", "src/lib.rs:2,4"),
            ("regex_automata", "src/lib.rs:5", "src/lib.rs:5"),
            ("regex-automata::meta", "src/lib.rs:5", "src/lib.rs:5"),
            ("serde_json::from_str", "src/lib.rs:6", "src/lib.rs:6"),
        ],
    );
    check(
        "--- a.ts
import { createRoot } from \"react-dom/client\";
import http from \"node:http\";
import throttle from \"lodash.throttle\";
createRoot(document.body);
http.createServer();
throttle();
",
        &[
            ("react-dom", "a.ts:1,4", "-"),
            ("react-dom/client", "a.ts:1,4", "a.ts:1,4"),
            ("react-dom/client.createRoot", "a.ts:1,4", "a.ts:1,4"),
            ("node:http", "a.ts:2,5", "-"),
            ("http", "a.ts:2,5", "-"),
            ("http.createServer", "-", "a.ts:5"),
            ("lodash", "", ""),
            ("pkg:npm/lodash.throttle@4", "a.ts:3,6", "-"),
        ],
    );
}

#[test]
fn classes_and_coordinates_of_the_jvm() {
    check(
        "--- A.java
package app;
import java.net.URL;
import java.util.*;
class A {}
--- B.kt
package app
import okio.Buffer
import assertk.assertions.isEqualTo
import org.junit.jupiter.api.Test
import kotlinx.coroutines.flow.Flow
",
        &[
            ("java.net.URL", "A.java:2", "A.java:2"),
            ("java.net", "A.java:2", "-"),
            ("java", "A.java:2,3", "-"),
            ("com.squareup.okio:okio", "B.kt:2", "-"),
            ("pkg:maven/com.squareup.okio/okio@3.1", "B.kt:2", "-"),
            ("com.willowtreeapps.assertk:assertk-jvm:0.28", "B.kt:3", "-"),
            ("org.junit.jupiter:junit-jupiter-api", "B.kt:4", "-"),
            ("org.jetbrains.kotlinx:kotlinx-coroutines-core", "B.kt:5", "-"),
        ],
    );
}

/// An artifact has the packages of its group that no other stated artifact has the name of, and those that the beginning of its
/// group and the rest of its name lead to.
#[test]
fn artifacts_share_groups() {
    check(
        r#"--- pom.xml
<project>
  <groupId>app</groupId><artifactId>app</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.commons</groupId><artifactId>commons-pool2</artifactId><version>2</version></dependency>
    <dependency><groupId>org.apache.commons</groupId><artifactId>commons-lang3</artifactId><version>3</version></dependency>
    <dependency><groupId>com.google.code.gson</groupId><artifactId>gson</artifactId><version>2</version></dependency>
    <dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>33</version></dependency>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2</version></dependency>
    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4</version></dependency>
  </dependencies>
</project>
--- A.java
package app;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.lang3.StringUtils;
import com.google.gson.Gson;
import com.google.common.collect.Lists;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.Test;
class A {}
"#,
        &[
            ("org.apache.commons:commons-pool2", "A.java:2", "-"),
            ("org.apache.commons:commons-lang3", "A.java:3", "-"),
            ("com.google.code.gson:gson", "A.java:4", "-"),
            ("com.google.guava:guava", "A.java:5", "-"),
            ("com.fasterxml.jackson.core:jackson-databind", "A.java:6", "-"),
            ("pkg:maven/junit/junit@4.12", "A.java:7", "-"),
        ],
    );
}

/// A definite "nothing imports it" is said of what is known alone.
#[test]
fn what_is_known_of_the_package_is_said() {
    let index = Repository::of(PYTHON).0.index();
    let note = |text: &str| found(&index.facts, "import_graph.reverse_lookup", text).1;
    assert_eq!(note("w3lib.gone"), "nothing here names `w3lib.gone` by that path; `w3lib` is imported by 2 files");
    assert_eq!(note("nowhere"), "nothing here imports or is a module named `nowhere`");
    let note = found(&index.facts, "scip.refs", "w3lib.safe_url_string").1;
    assert!(note.contains("meant is `w3lib.url.safe_url_string`"), "{note}");
}

/// A binding of a package is followed through its file: calls, constructions, base classes, annotations, members.
#[test]
fn a_binding_is_followed_through_its_file() {
    check(
        "--- route.js
const FindMyWay = require('find-my-way')
const { other } = require('other')
function build (options) {
  const router = FindMyWay(options)
  router.on('GET', '/', options)
  return { FindMyWay: other, handler: router.lookup.bind(router) }
}
module.exports = { build, FindMyWay }
--- hidden.js
const FindMyWay = require('find-my-way')
function go (FindMyWay) {
  FindMyWay()
}
",
        &[
            ("find-my-way", "hidden.js:1 route.js:1,4,5,6,8", "hidden.js:1 route.js:1,4,5,6,8"),
            ("other", "route.js:2,6", "route.js:2,6"),
        ],
    );
    check(
        "--- a.py
import parsel
from parsel import Selector as Base
client = parsel.Client()
class Own(Base):
    field: parsel.SelectorList
    def go(self, parsel_url: \"x\", url):
        if isinstance(url, parsel.Selector):
            return parsel.x
        return dict(parsel=1)
def run():
    client.fetch()
    # parsel.Selector
    return 'parsel.Selector'
",
        &[
            ("parsel", "a.py:1,2,3,4,5,7,8,11", "a.py:1,2,3,4,5,7,8,11"),
            ("parsel.Selector", "a.py:2,4,7", "a.py:2,4,7"),
            ("parsel.SelectorList", "a.py:5", "a.py:5"),
        ],
    );
}

const WORKSPACE: &str = "--- package.json
{\"private\": true, \"workspaces\": [\"packages/*\"]}
--- packages/one/package.json
{\"name\": \"@own/one\", \"version\": \"1.0.0\", \"main\": \"index.js\"}
--- packages/one/index.js
export const one = 1;
--- packages/two/package.json
{\"name\": \"@own/two\", \"version\": \"1.0.0\", \"main\": \"index.js\", \"dependencies\": {\"@own/one\": \"*\"}}
--- packages/two/index.js
import { one } from '@own/one';
export const two = one + 1;
";

/// A package of the repository itself is known by its name, whether anything imports it or not.
#[test]
fn a_package_of_the_repository_is_one_of_its_own() {
    let index = Repository::of(WORKSPACE).0.index();
    let own = "`@own/two` is a package of this repository (packages/two/package.json)";
    let (places, notes) = found(&index.facts, "import_graph.reverse_lookup", "@own/one");
    assert_eq!((places.as_str(), notes.as_str()), ("packages/two/index.js:1", ""));
    let (_, notes) = found(&index.facts, "import_graph.reverse_lookup", "@own/two");
    assert_eq!(notes, format!("{own}, and nothing here imports it by that name"));
}
