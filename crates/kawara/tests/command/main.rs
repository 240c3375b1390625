//! Counters that are programs: the protocol, and every way in which a program can fail.
//!
//! This test is also the program that it starts: given an argument of [`program::MODE`], it counts, or misbehaves.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod failures;
mod program;
mod runs;
mod support;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some(program::MODE) {
        return program::main(&arguments.collect::<Vec<_>>());
    }
    let tests = runs::TESTS.iter().chain(failures::TESTS);
    let trials = tests.map(|(name, test)| {
        Trial::test(*name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
