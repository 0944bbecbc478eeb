//! Parses every source file of a repository on one thread and does nothing else: the yardstick of `benches/peers.sh`.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::Path;
use std::process::ExitCode;

use cg_bundle::language::{LANGUAGES, of_path};
use cg_bundle::walk::walk;
use tree_sitter::Parser;

fn main() -> ExitCode {
    let root = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let tree = match walk(Path::new(&root)) {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut parsers: Vec<Option<Parser>> = LANGUAGES.iter().map(|_| None).collect();
    let (mut files, mut bytes) = (0, 0);
    for entry in tree.files.iter().filter(|entry| entry.stat.size <= 2 * 1024 * 1024) {
        let Some(language) = of_path(&entry.path) else { continue };
        let parser = parsers[language].get_or_insert_with(|| {
            let mut parser = Parser::new();
            // Every grammar of the table is of a version that the library takes: a test says so.
            let _ = parser.set_language(&(LANGUAGES[language].grammar)());
            parser
        });
        if let Ok(content) = tree.read(&entry.path) {
            let _ = parser.parse(&content, None);
            files += 1;
            bytes += content.len();
        }
    }
    println!("{files} files, {bytes} bytes");
    ExitCode::SUCCESS
}
