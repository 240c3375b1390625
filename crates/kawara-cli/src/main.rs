//! The `kawara` command: glue between the command line and the `kawara` crate.

#![allow(clippy::print_stdout, reason = "a command prints")]

mod args;
mod chunk;
mod commands;
mod console;
mod count;
mod gauges;
mod guard;
mod inputs;
mod models;
mod packs;
mod paths;
mod policy;
mod summary;
mod table;
mod target;
mod units;
mod width;

use std::process::ExitCode;

use args::{Arguments, Command};
use clap::Parser;
use console::Console;

/// What a command ends with, unless everything went well.
#[derive(Debug)]
pub(crate) enum End {
    /// Some documents failed, or some chunks do not fit; they were named, the rest was done.
    SomeFailed,
    /// The command line, a policy or a setting is wrong.
    Usage(String),
}

fn main() -> ExitCode {
    let Arguments { command, global } = Arguments::parse();
    let console = &Console::new(&global);
    let result = match command {
        Command::Chunk(arguments) => chunk::chunk(arguments, console),
        Command::Units(arguments) => units::units(arguments, console),
        Command::Count(arguments) => count::count(arguments, console),
        Command::Guard(arguments) => guard::guard(&arguments, console),
        Command::Policy(arguments) => policy::policy(arguments, console),
        Command::Packs(arguments) => packs::packs(&arguments),
        Command::Models(arguments) => models::models(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(End::SomeFailed) => ExitCode::from(1),
        Err(End::Usage(message)) => {
            eprintln!("{}", message.trim_end());
            ExitCode::from(2)
        }
    }
}
