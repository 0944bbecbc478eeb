//! `man`: pages of the manual, from the same definitions as the help.

use clap::Args;
use clap_mangen::Man;

use crate::base::nearest;
use crate::cli::fault::Fault;
use crate::cli::{output, parse};

/// Options of `man`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  cg-bundle man lint | man -l -")]
pub struct Options {
    /// The command; without it the page of the program
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

/// Prints a page.
pub fn run(options: &Options) -> Result<(), Fault> {
    let mut whole = parse::whole().disable_help_subcommand(true);
    // Fills in what the commands share.
    whole.build();
    let page = match &options.command {
        None => whole,
        Some(name) => match whole.find_subcommand(name) {
            Some(command) => command.clone().name(format!("cg-bundle-{name}")).version(env!("CARGO_PKG_VERSION")),
            None => {
                let near = nearest(name, whole.get_subcommands().map(clap::Command::get_name));
                let hint = near.map_or("`cg-bundle --help` lists the commands".to_owned(), |near| {
                    format!("did you mean `{near}`?")
                });
                return Err(Fault::usage(format!("there is no command `{name}`"), hint));
            }
        },
    };
    let mut text = Vec::new();
    let written = Man::new(page).render(&mut text);
    written.map_err(Fault::Stdout)?;
    output::print(&String::from_utf8_lossy(&text))
}
