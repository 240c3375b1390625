//! Chores of the workspace: `cargo xtask check`, `cargo xtask golden`.

use std::process::{Command, ExitCode};

const HELP: &str =
    "cargo xtask check    everything CI runs besides the tests: format, lints, docs, features, benches
cargo xtask golden   renews the golden ids of examples/corpus after a deliberate change of cuts";

/// What CI runs besides the tests.
const CHECKS: &[&[&str]] = &[
    &["fmt", "--all", "--check"],
    &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
    &["doc", "--workspace", "--no-deps", "--locked"],
    &["check", "-p", "kawara", "--no-default-features", "--locked"],
    &["check", "-p", "kawara", "--no-default-features", "--features", "zh,tiktoken", "--locked"],
    &["check", "--manifest-path", "benches/Cargo.toml", "--locked"],
    &["check", "--manifest-path", "fuzz/Cargo.toml", "--locked"],
];

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("check") => all(CHECKS),
        Some("golden") => golden(),
        _ => {
            eprintln!("{HELP}");
            ExitCode::from(2)
        }
    }
}

fn all(commands: &[&[&str]]) -> ExitCode {
    for arguments in commands {
        eprintln!("cargo {}", arguments.join(" "));
        if !succeeds(cargo().args(*arguments).env("RUSTDOCFLAGS", "-D warnings")) {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn golden() -> ExitCode {
    let test = ["test", "-p", "kawara", "--test", "golden"];
    if succeeds(cargo().args(test).env("KAWARA_GOLDEN", "write")) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
