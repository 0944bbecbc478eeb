//! Which command a command line means: a first word that names none is a manifest.

use std::ffi::OsString;

use clap::{ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand, error::ErrorKind};

use super::args::{Alone, Command, Commanded, Shared};
use super::command::bundle;
use crate::base::TextPart;

/// A command line, read.
pub enum ParsedArguments {
    /// Answer manifests.
    Bundle(Box<bundle::Options>),
    /// Run a command.
    Command(Box<Command>),
}

/// Reads the command line. What clap wants to print, be it help or a complaint, is its error.
pub fn parse(args: &[OsString]) -> Result<(Shared, ParsedArguments), clap::Error> {
    let mut alone = Alone::command();
    match first_word(args, &alone).and_then(|word| word.to_str()) {
        Some("help") if args.last().is_some_and(|last| last == "help") => Err(whole()
            .try_get_matches_from(["cg-bundle", "--help"])
            .err()
            .unwrap_or(clap::Error::new(ErrorKind::DisplayHelp))),
        Some(word) if word == "help" || Command::has_subcommand(word) => {
            let read = Commanded::try_parse_from(args)?;
            Ok((read.shared, ParsedArguments::Command(Box::new(read.command))))
        }
        _ => {
            let mut found = alone.try_get_matches_from_mut(args).map_err(|error| with_commands(error, args))?;
            let read = Alone::from_arg_matches_mut(&mut found).map_err(|error| error.format(&mut alone))?;
            Ok((read.shared, ParsedArguments::Bundle(Box::new(read.bundle))))
        }
    }
}

/// Everything in one: what the help and the completions show.
pub fn whole() -> clap::Command {
    let commands = Commanded::command();
    Alone::command().subcommands(commands.get_subcommands().cloned()).args_conflicts_with_subcommands(true)
}

/// The help of the form without a command lists the commands too.
fn with_commands(error: clap::Error, args: &[OsString]) -> clap::Error {
    if !matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand) {
        return error;
    }
    if args.len() == 1 {
        return whole().try_get_matches_from(["cg-bundle"]).err().unwrap_or(error);
    }
    let long = args.iter().any(|arg| arg == "--help");
    let flag = if long { "--help" } else { "-h" };
    whole().try_get_matches_from(["cg-bundle", flag]).err().unwrap_or(error)
}

/// The first argument that is neither an option nor the value of one.
fn first_word<'a>(args: &'a [OsString], alone: &clap::Command) -> Option<&'a OsString> {
    let mut args = args.iter().skip(1);
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy();
        if text == "--" || text == "-" || !text.starts_with('-') {
            return (text != "--").then_some(arg);
        }
        if takes_next(&text, alone) {
            args.next();
        }
    }
    None
}

/// Whether the argument after an option is its value.
fn takes_next(option: &str, alone: &clap::Command) -> bool {
    let valued = |it: &&clap::Arg| -> bool { matches!(it.get_action(), ArgAction::Set | ArgAction::Append) };
    let options = || alone.get_arguments().filter(valued);
    match option.strip_prefix("--") {
        Some(long) => options().any(|it| it.get_long() == Some(long)),
        // `-qC dir`: the last letter decides; `-Cdir` has its value already.
        None => {
            let letters = option.part(1..);
            let valued = |letter: char| options().any(|it| it.get_short() == Some(letter));
            letters.chars().position(valued).is_some_and(|at| at + 1 == letters.chars().count())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_word_that_is_no_command_is_a_manifest() {
        let is_command = |line: &str| {
            let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            parse(&args).ok().map(|(_, asked)| matches!(asked, ParsedArguments::Command(_)))
        };
        assert_eq!(is_command("cg-bundle lint"), Some(true));
        assert_eq!(is_command("cg-bundle -C dir -q facts imports"), Some(true));
        assert_eq!(is_command("cg-bundle -qC dir facts"), Some(true));
        assert_eq!(is_command("cg-bundle --root=dir facts"), Some(true));
        assert_eq!(is_command("cg-bundle a.yaml lint"), Some(false));
        assert_eq!(is_command("cg-bundle ./lint"), Some(false));
        assert_eq!(is_command("cg-bundle -C lint a.yaml"), Some(false));
        assert_eq!(is_command("cg-bundle -- lint"), Some(false));
        assert_eq!(is_command("cg-bundle"), None);
    }

    #[test]
    fn the_definitions_hold_together() {
        whole().debug_assert();
        Commanded::command().debug_assert();
    }
}
