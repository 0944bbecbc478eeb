//! A bar on a terminal, for work that takes long enough to wonder.

use std::io::IsTerminal;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::say::Say;

/// How long nothing is shown: a warm run is over by then.
const PATIENCE: Duration = Duration::from_millis(200);

/// The bar, once there is one.
pub struct Bar {
    shown: bool,
    begun: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Bar {
    /// A bar where somebody watches.
    pub fn new(say: &Say) -> Self {
        let shown = !say.quiet && std::io::stderr().is_terminal() && std::env::var_os("CI").is_none();
        Self { shown, begun: Instant::now(), bar: OnceLock::new() }
    }

    /// Tells how far a stage has come.
    pub fn report(&self, stage: &'static str, done: usize, all: usize) {
        // A bar of nothing would be full.
        if !self.shown || all == 0 || self.begun.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let style = ProgressStyle::with_template("{msg:8} {bar:32} {pos}/{len}");
            ProgressBar::new(all as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_message(stage);
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    }

    /// Takes the bar away.
    pub fn done(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
