//! Reads SCIP indexes and prints what they hold: the bare cost of a load, for `benches/`.
#![allow(clippy::print_stdout)]

use std::path::PathBuf;
use std::time::Instant;

use cg_bundle::scip;

fn main() -> Result<(), scip::OpenError> {
    let files: Vec<(String, PathBuf)> = std::env::args().skip(1).map(|name| (name.clone(), name.into())).collect();
    let start = Instant::now();
    let decoded = scip::open(&files)?;
    println!(
        "{} sources, {} documents, {} occurrences, {} symbols, {} relationships in {} ms",
        decoded.sources.len(),
        decoded.documents.len(),
        decoded.occurrences.len(),
        decoded.symbols.len(),
        decoded.relationships.len(),
        start.elapsed().as_millis()
    );
    for source in &decoded.sources {
        println!(
            "{} {} {}: {} documents {:?}",
            source.name, source.tool, source.version, source.n_documents, source.fault
        );
    }
    Ok(())
}
