//! Embedders that are programs or services, and what is kept of their vectors.
//!
//! This test is also the program that it starts: given an argument of [`program::MODE`], it embeds, or misbehaves; given one of
//! [`cache::MODE`], it is another process with the same cache.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

#[cfg(feature = "embed")]
mod cache;
#[cfg(feature = "embed")]
mod program;
#[cfg(feature = "embed")]
mod programs;
#[cfg(feature = "embed")]
#[path = "../common/service.rs"]
mod service;
#[cfg(feature = "embed")]
mod services;
#[cfg(feature = "embed")]
mod support;

#[cfg(feature = "embed")]
fn main() -> std::process::ExitCode {
    use libtest_mimic::{Arguments, Trial};

    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next();
    let rest: Vec<String> = arguments.collect();
    match mode.as_deref() {
        Some(program::MODE) => return program::main(&rest),
        Some(cache::MODE) => return cache::main(&rest),
        _ => {}
    }
    let tests = services::TESTS.iter().chain(programs::TESTS).chain(cache::TESTS);
    let trials = tests.map(|(name, test)| {
        Trial::test(*name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

#[cfg(not(feature = "embed"))]
fn main() {}
