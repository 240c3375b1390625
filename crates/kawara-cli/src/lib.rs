//! The `kawara` command: glue between the command line and the `kawara` crate. It is a library so that the wheel for Python brings the
//! same command along.

#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "they panic when a pipe is closed; see stdout.rs and console.rs"
)]

mod apply;
mod args;
mod audit;
mod bundle;
mod certify;
mod chunk;
mod command_line;
mod commands;
mod compare;
mod console;
mod context;
mod contexts;
mod cost;
mod count;
mod evidence;
mod figures;
mod gauges;
mod group;
mod guard;
mod guarded;
mod help;
mod inputs;
mod interrupt;
mod late;
mod measure;
mod models;
mod packs;
mod paths;
mod plan;
mod policy;
mod questions;
mod retrievers;
mod shell;
mod source;
mod stats;
mod stdout;
mod stitch;
mod style;
mod summary;
mod sweep;
mod table;
mod target;
mod units;
mod version;
mod view;
mod width;

use std::ffi::OsString;

use args::{Arguments, Command};
use command_line::{Asked, Variable};
use console::Console;

/// What a command ends with, unless everything went well.
#[derive(Debug)]
pub(crate) enum End {
    /// Some documents failed, or some chunks do not fit; they were named, the rest was done.
    SomeFailed,
    /// All went well, and something is to be done.
    Changes,
    /// The command line, a policy or a setting is wrong.
    Usage(String),
    /// A policy is wrong, and that is drawn already: with its lines quoted, and with colours, which the console takes out where they do not belong.
    Drawn(String),
}

impl End {
    /// What is wrong, in words.
    pub(crate) fn message(&self) -> &str {
        match self {
            Self::SomeFailed => "some documents failed",
            Self::Changes => "something is to be done",
            Self::Usage(message) | Self::Drawn(message) => message,
        }
    }
}

/// Does what the words of a command line ask for, the name of the program among them, and returns what the program exits with: 0 when all went
/// well, 1 when documents failed or something was found, 2 when the command line or a setting is wrong.
///
/// It is for a program that does nothing else: signals end it from now on, when what is unfinished is taken away.
pub fn run(words: Vec<OsString>) -> u8 {
    let Asked { arguments: Arguments { command, global }, environment } = match command_line::parse(words) {
        Ok(asked) => asked,
        Err(code) => return code,
    };
    interrupt::listen();
    let console = &Console::new(&global);
    for Variable { name, value } in &environment {
        console.info(format_args!("{name}={value} in the environment"));
    }
    let result = match command {
        Command::Chunk(arguments) => chunk::chunk(arguments, console),
        Command::Units(arguments) => units::units(arguments, console),
        Command::Count(arguments) => count::count(arguments, console),
        Command::Measure(arguments) => measure::measure(&arguments, console),
        Command::Cost(arguments) => cost::cost(&arguments, console),
        Command::Guard(arguments) => guard::guard(&arguments, console),
        Command::Late(arguments) => late::late(&arguments, console),
        Command::Audit(arguments) => audit::audit(&arguments, console),
        Command::Bundle(arguments) => bundle::bundle(&arguments, console),
        Command::Policy(arguments) => policy::policy(arguments, console),
        Command::Plan(arguments) => plan::plan(&arguments, console),
        Command::Apply(arguments) => apply::apply(&arguments, console),
        Command::Stats(arguments) => stats::stats(&arguments, console),
        Command::Stitch(arguments) => stitch::stitch(&arguments, console),
        Command::View(arguments) => view::view(&arguments, console),
        Command::Context(arguments) => context::context(arguments, console),
        Command::Evidence(arguments) => evidence::evidence(arguments, console),
        Command::Sweep(arguments) => sweep::sweep(&arguments, console),
        Command::Group(arguments) => group::group(&arguments, console),
        Command::Packs(arguments) => packs::packs(&arguments),
        Command::Models(arguments) => models::models(&arguments),
        Command::Completions(arguments) => shell::completions(&arguments),
        Command::Man(arguments) => shell::man(&arguments),
    };
    interrupt::clear();
    match result {
        Ok(()) => 0,
        Err(End::SomeFailed) => 1,
        Err(End::Changes) => 3,
        Err(End::Usage(message)) => {
            console.error(message.trim_end());
            name_variables(&environment, &message, console);
            2
        }
        Err(End::Drawn(message)) => {
            console.drawn(&message);
            name_variables(&environment, &message, console);
            2
        }
    }
}

/// Says which variables of the environment a message is about: they are not to be seen on the command line.
fn name_variables(environment: &[Variable], message: &str, console: &Console) {
    for Variable { name, .. } in environment.iter().filter(|variable| variable.is_in(message)) {
        console.note(format_args!("the environment variable {name} says so"));
    }
}
