//! An edit of a manifest or a lockfile, and of what a file imports from packages, links no file that was not edited.

use crate::edited::{walked, walked_manifests};

const CATALOG: &str = "[versions]\nmoshi = \"1.15.0\"\n\n[libraries]\nmoshi = { module = \"com.squareup.moshi:moshi\", version.ref = \"moshi\" }\n";
const LOCK: &str = "# yarn lockfile v1\n\n\nlodash@^4.0.0:\n  version \"4.17.20\"\n";

#[test]
fn a_version_of_a_catalog_is_no_matter_to_sources() {
    let files = [
        ("gradle/libs.versions.toml", CATALOG),
        ("build.gradle", "dependencies {\n    implementation libs.moshi\n}\n"),
        ("src/main/java/A.java", "import com.squareup.moshi.Moshi;\n\nclass A {\n    Moshi moshi;\n}\n"),
    ];
    let (later, twice) =
        (CATALOG.replace("1.15.0", "1.16.0"), format!("{CATALOG}{}", "okio = \"com.squareup.okio:okio:3.0\"\n"));
    let build = "dependencies {\n    implementation libs.moshi\n    implementation 'com.squareup.okio:okio:3.0'\n}\n";
    let steps = [
        ("gradle/libs.versions.toml", later.as_str(), 0),
        ("gradle/libs.versions.toml", twice.as_str(), 0),
        ("build.gradle", build, 0),
        ("build.gradle", "dependencies {\n}\n", 0),
        ("gradle/libs.versions.toml", "[versions\n", 0),
        ("gradle/libs.versions.toml", CATALOG, 0),
    ];
    walked_manifests(&files, &steps);
}

#[test]
fn a_lockfile_and_a_source_are_edited_in_turn() {
    let manifest = "{\"name\": \"own\", \"dependencies\": {\"lodash\": \"^4.0.0\"}}\n";
    let files = [
        ("package.json", manifest),
        ("yarn.lock", LOCK),
        ("a.ts", "import fs from 'node:fs';\nimport { map } from 'lodash';\nexport function f() { map([]); }\n"),
        ("c.ts", "import { Base } from 'zed';\nexport class C extends Base {\n    own() {}\n}\n"),
        ("b.ts", "import { f } from './a';\nexport function g() { f(); }\n"),
    ];
    let steps = [
        ("yarn.lock", &*LOCK.replace("4.17.20", "4.17.21"), 0),
        ("b.ts", "import { f } from './a';\nexport function g() { f(); f(); }\n", 1),
        ("yarn.lock", &*format!("{LOCK}\nms@2:\n  version \"2.1.3\"\n"), 1),
        // A package that nothing had, and none that anything has.
        ("b.ts", "import ms from 'ms-new';\nexport function g() { ms(1); }\n", 1),
        ("a.ts", "import fs from 'node:fs';\nexport function f() { }\n", 2),
        ("yarn.lock", LOCK, 2),
    ];
    walked_manifests(&files, &steps);
}

#[test]
fn the_versions_in_a_configuration_steer_nothing() {
    let cargo = "[package]\nname = \"own\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\nserde = \"1\"\n";
    let files = [
        ("Cargo.toml", cargo),
        ("src/lib.rs", "mod a;\n\npub fn f() {\n    a::g();\n}\n"),
        ("src/a.rs", "use serde::Serialize;\n\n#[derive(Serialize)]\npub struct A;\n\npub fn g() {}\n"),
        ("go.mod", "module example.com/own\n\nrequire example.com/other v1.0.0\n"),
        ("own.go", "package own\n\nimport \"example.com/other\"\n\nfunc Own() { other.F() }\n"),
        ("package.json", "{\"name\": \"own\", \"version\": \"1.0.0\", \"dependencies\": {\"zod\": \"^3.0.0\"}}\n"),
        ("a.ts", "import { z } from 'zod';\nexport const a = z.string();\n"),
        ("pubspec.yaml", "name: own\ndependencies:\n  http: ^1.0.0\n"),
        ("lib/own.dart", "import 'package:http/http.dart';\nvoid own() {}\n"),
    ];
    let steps = [
        (
            "Cargo.toml",
            &*cargo.replace("0.1.0", "0.2.0").replace("\"1\"", "{ version = \"2\", features = [\"derive\"] }"),
            0,
        ),
        ("go.mod", "module example.com/own\n\nrequire example.com/other v1.2.0\n", 0),
        ("package.json", "{\"name\": \"own\", \"version\": \"2.0.0\", \"dependencies\": {\"zod\": \"^4.0.0\"}}\n", 0),
        ("pubspec.yaml", "name: own\ndependencies:\n  http: ^2.0.0\n  path: any\n", 0),
        ("src/lib.rs", "mod a;\n\npub fn f() {\n    a::g();\n    a::g();\n}\n", 1),
    ];
    walked_manifests(&files, &steps);
}

#[test]
fn the_name_of_a_package_relates_all() {
    let cargo = "[package]\nname = \"own\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    let files = [
        ("Cargo.toml", cargo),
        ("src/lib.rs", "pub fn f() {}\n"),
        ("tests/t.rs", "use own::f;\n\nfn t() {\n    f();\n}\n"),
    ];
    walked(&files, &[("Cargo.toml", &cargo.replace("\"own\"", "\"new\""), 0)]);
}
