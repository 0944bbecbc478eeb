//! Which command a command line means: a first word that names none is a manifest.

use std::ffi::OsString;

use clap::{ArgAction, CommandFactory, Parser, error::ErrorKind};

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
    let whole = whole();
    let is_command = |word: &OsString| word == "help" || whole.get_subcommands().any(|it| *word == it.get_name());
    match first_word(args, &whole) {
        Some(word) if is_command(word) => {
            if word == "help" && args.last() == Some(word) {
                return Err(whole
                    .try_get_matches_from(["cg-bundle", "--help"])
                    .err()
                    .unwrap_or(clap::Error::new(ErrorKind::DisplayHelp)));
            }
            let read = Commanded::try_parse_from(args)?;
            Ok((read.shared, ParsedArguments::Command(Box::new(read.command))))
        }
        _ => {
            let read = Alone::try_parse_from(args).map_err(|error| with_commands(error, args, whole))?;
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
fn with_commands(error: clap::Error, args: &[OsString], whole: clap::Command) -> clap::Error {
    if !matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand) {
        return error;
    }
    if args.len() == 1 {
        return whole.try_get_matches_from(["cg-bundle"]).err().unwrap_or(error);
    }
    let long = args.iter().any(|arg| arg == "--help");
    let flag = if long { "--help" } else { "-h" };
    whole.try_get_matches_from(["cg-bundle", flag]).err().unwrap_or(error)
}

/// The first argument that is neither an option nor the value of one.
fn first_word<'a>(args: &'a [OsString], whole: &clap::Command) -> Option<&'a OsString> {
    let mut args = args.iter().skip(1);
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy();
        if text == "--" || text == "-" || !text.starts_with('-') {
            return (text != "--").then_some(arg);
        }
        if takes_next(&text, whole) {
            args.next();
        }
    }
    None
}

/// Whether the argument after an option is its value.
fn takes_next(option: &str, whole: &clap::Command) -> bool {
    let valued = |it: &&clap::Arg| -> bool { matches!(it.get_action(), ArgAction::Set | ArgAction::Append) };
    let options = || whole.get_arguments().filter(valued);
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
