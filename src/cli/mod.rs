//! The command line: reads arguments, speaks to the user, decides the exit code. The only layer that prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod bug;
mod caps;
mod command;
mod cpu_guard;
mod environment;
mod fault;
mod from;
mod gate;
mod given;
mod help;
mod hot;
mod interrupt;
mod junit;
mod knobs;
mod limits;
mod manifest_name;
mod near;
mod output;
mod parse;
mod progress;
mod remarks;
mod report;
mod run;
mod say;
mod shared_store;
mod written_request;

use std::ffi::OsString;
use std::process::ExitCode;

use args::Command;
use fault::Fault;
use parse::ParsedArguments;
use run::CliContext;
use say::Say;

/// Runs the program.
pub fn main() -> ExitCode {
    bug::catch();
    limits::keep_writing();
    let args: Vec<OsString> = std::env::args_os().collect();
    let (shared, asked) = match parse::parse(&args) {
        Ok(read) => read,
        Err(error) => return said_by_clap(&error),
    };
    let (say, sources, shared_store) = (Say::new(&shared), Default::default(), Default::default());
    let call = CliContext { say, shared, sources, shared_store };
    match guarded(&call, &asked).and_then(|()| call.finish()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            fault.report(&call.say);
            ExitCode::from(fault.code())
        }
    }
}

/// Runs a command, under the guard of its CPU time where one is stated.
fn guarded(call: &CliContext, asked: &ParsedArguments) -> Result<(), Fault> {
    let work = match asked {
        ParsedArguments::Bundle(options) => Some(&options.inputs.work),
        ParsedArguments::Command(command) => match command.as_ref() {
            Command::Explain(options) => Some(&options.inputs.work),
            _ => None,
        },
    };
    let most = work.map(knobs::max_cpu_ms).transpose()?.flatten();
    let done = run(call, asked);
    most.into_iter().for_each(|most| cpu_guard::report(&call.say, most));
    done
}

fn run(call: &CliContext, asked: &ParsedArguments) -> Result<(), Fault> {
    let command = match asked {
        ParsedArguments::Bundle(options) => return command::bundle::run(call, options),
        ParsedArguments::Command(command) => command.as_ref(),
    };
    match command {
        Command::Explain(options) => command::explain::run(call, options),
        Command::Batch(options) => command::batch::run(call, options),
        Command::Diff(options) => command::diff::run(options),
        Command::Report(options) => command::report::run(call, options),
        Command::Query(options) => command::query::run(call, options),
        Command::Facts(options) => command::facts::run(call, options),
        Command::Fleet(options) => command::fleet::run(call, options),
        Command::Primitives(options) => command::primitives::run(options),
        Command::Index(options) => command::index::run(call, options),
        Command::Health(options) => command::health::run(call, options),
        Command::Scip(options) => command::scip::run(call, options),
        Command::Inputs(options) => command::inputs::run(call, options),
        Command::Test(options) => command::test::run(call, options),
        Command::Eval(options) => command::eval::run(call, options),
        Command::Used(options) => command::used::run(call, options),
        Command::Tune(options) => command::tune::run(call, options),
        Command::Lint(options) => command::lint::run(call, options),
        Command::Init(options) => command::init::run(call, options),
        Command::Schema(options) => command::schema::run(options),
        Command::Completions(options) => command::completions::run(options),
        Command::Man(options) => command::man::run(options),
    }
}

/// Help and complaints in clap's own words. Help into a closed pipe is no mistake.
fn said_by_clap(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    u8::try_from(error.exit_code()).map_or(ExitCode::from(2), ExitCode::from)
}
