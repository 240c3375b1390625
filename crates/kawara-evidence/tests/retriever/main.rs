//! Retrievers that are programs: the protocol, and what is said when one fails.
//!
//! This test is also the program that it starts: given an argument of [`program::MODE`], it retrieves, or misbehaves.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]
#![allow(clippy::print_stdout, reason = "a program answers there")]

mod failures;
mod program;
mod ranks;

use std::process::ExitCode;
use std::time::Duration;

use kawara::command::Definition;
use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some(program::MODE) {
        return program::main(&arguments.collect::<Vec<_>>());
    }
    let tests = ranks::TESTS.iter().chain(failures::TESTS);
    let trials = tests.map(|(name, test)| {
        Trial::test(*name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// This test as a program under the name `t`; arguments are pairs, see [`program`].
fn definition(arguments: &[&str]) -> Definition {
    let own = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
    let words = [own.as_str(), program::MODE].into_iter().chain(arguments.iter().copied());
    Definition::new("t", words.map(str::to_owned)).unwrap().with_timeout(Duration::from_secs(30))
}
