//! Chores of the workspace: `cargo xtask check`, `cargo xtask golden`, `cargo xtask dictionary`.

use std::process::{Command, ExitCode};

const HELP: &str = "cargo xtask check           everything CI runs besides the tests: format, lints, docs, features, benches
cargo xtask golden          renews the golden ids of examples/corpus after a deliberate change of cuts
cargo xtask dictionary DIR  makes the Japanese dictionary anew from the files of Debian's mecab-ipadic in DIR";

/// Where the Japanese dictionary is committed.
const DICTIONARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../packs/ja/dictionary/data");

/// What CI runs besides the tests.
const CHECKS: &[&[&str]] = &[
    &["fmt", "--all", "--check"],
    &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
    &["doc", "--workspace", "--no-deps", "--locked"],
    &["check", "-p", "kawara", "--no-default-features", "--locked"],
    &["check", "-p", "kawara", "--no-default-features", "--features", "zh,tiktoken", "--locked"],
    // Without its dictionary a language decides otherwise, so it is tested, not only built.
    &["test", "-p", "kawara-pack-ja", "--no-default-features", "--locked"],
    &[
        "clippy",
        "-p",
        "kawara-ja-dictionary",
        "--features",
        "generate",
        "--all-targets",
        "--locked",
        "--",
        "-D",
        "warnings",
    ],
    &["check", "--manifest-path", "benches/Cargo.toml", "--locked"],
    &["check", "--manifest-path", "fuzz/Cargo.toml", "--locked"],
];

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    match (arguments.next().as_deref(), arguments.next()) {
        (Some("check"), None) => all(CHECKS),
        (Some("golden"), None) => golden(),
        (Some("dictionary"), Some(ipadic)) => dictionary(&ipadic),
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
    exit_code(succeeds(cargo().args(test).env("KAWARA_GOLDEN", "write")))
}

fn dictionary(ipadic: &str) -> ExitCode {
    let generator =
        ["-p", "kawara-ja-dictionary", "--features", "generate", "--bin", "generate-ja-dictionary"];
    exit_code(succeeds(cargo().args(["run", "--locked"]).args(generator).args(["--", ipadic, DICTIONARY])))
}

fn exit_code(success: bool) -> ExitCode {
    if success { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
