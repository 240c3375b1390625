//! Chores of the workspace: `cargo xtask check`, `cargo xtask assets`, `cargo xtask ratio`, `cargo xtask evidence`, `cargo xtask golden`,
//! `cargo xtask new-pack`, `cargo xtask pack`, `cargo xtask schema`, `cargo xtask python`, `cargo xtask readback`, `cargo xtask browser`, `cargo xtask dictionary`, `cargo xtask train-thai`.

#![allow(clippy::print_stdout, reason = "chores say what they made")]

mod assets;
mod browser;
mod new_pack;
mod pack;
mod python;
mod readback;
mod venv;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The workspace.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

const HELP: &str =
    "cargo xtask check              everything CI runs besides the tests: format, lints, docs, features, benches, assets
cargo xtask new-pack LANG      copies packs/template to packs/LANG, a language pack that works; --name NAME calls it otherwise, --to DIR
                               makes it a crate of its own outside the workspace
cargo xtask pack NAME          builds a pack as a shared library, in target/packs, to be loaded with `--pack`; --manifest-path FILE for
                               one outside the workspace
cargo xtask assets             makes completions and manual pages of the command in target/assets, and checks them
cargo xtask ratio              fails when chunking costs more than it may, as a ratio to one plain count
cargo xtask evidence [SET…]    holds every metric against the reference evaluator, on the sets of questions in KAWARA_SHARED
cargo xtask golden             renews the golden ids (examples/corpus, every shipped policy) after a deliberate change of cuts
cargo xtask schema             renews policies/kawara.schema.json after a change of the keys or names of policies
cargo xtask python             builds the wheel, installs it in a fresh environment, and tests it there; --release as it is published
cargo xtask readback           reads Parquet, Arrow and CSV back with pyarrow and DuckDB, which it installs from PyPI beside the build
cargo xtask browser            opens the pages of `kawara view` in Chromium, driven by playwright-core, which it installs from npm beside the build
cargo xtask dictionary DIR     makes the Japanese dictionary anew from the files of Debian's mecab-ipadic in DIR
cargo xtask train-thai [FILE]  trains the Thai sentence model anew from the sentences in FILE, one a line";

/// Where the Japanese dictionary is committed.
const DICTIONARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../packs/ja/dictionary/data");

/// Where the Thai model is committed, and the sentences it is trained from unless others are named.
const THAI_MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../packs/th/data/sentences.model");
const THAI_SENTENCES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/sbd/train/th-tud-sentences.txt");

/// What CI runs besides the tests.
const CHECKS: &[&[&str]] = &[
    &["fmt", "--all", "--check"],
    &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
    &["doc", "--workspace", "--no-deps", "--locked"],
    &["check", "-p", "kawara", "--no-default-features", "--locked"],
    &["check", "-p", "kawara", "--no-default-features", "--features", "zh,tiktoken", "--locked"],
    &["check", "-p", "kawara", "--no-default-features", "--features", "native", "--locked"],
    &["check", "-p", "kawara-capi", "--no-default-features", "--features", "kawara/zh", "--locked"],
    &["check", "-p", "kawara-cli", "--no-default-features", "--features", "arrow", "--locked"],
    // Without its dictionary a language decides otherwise, so it is tested, not only built.
    &["test", "-p", "kawara-pack-ja", "--no-default-features", "--locked"],
    &["test", "-p", "kawara-pack-th", "--no-default-features", "--locked"],
    &["test", "-p", "kawara-pack-tiktoken", "--features", "others", "--test", "counters", "--locked"],
    // The programs that make a pack's data are built behind features.
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
    &[
        "clippy",
        "-p",
        "kawara-pack-th",
        "--features",
        "train",
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
        (Some("new-pack"), first) => {
            said(new_pack::new_pack(&Vec::from_iter(first.into_iter().chain(arguments))))
        }
        (Some("pack"), first) => said(pack::pack(&Vec::from_iter(first.into_iter().chain(arguments)))),
        (Some("check"), None) => check(),
        (Some("assets"), None) => assets(),
        (Some("ratio"), None) => ratio(),
        (Some("evidence"), set) => evidence(set.into_iter().chain(arguments)),
        (Some("golden"), None) => golden(),
        (Some("schema"), None) => schema(),
        (Some("python"), None) => said(python::python(false)),
        (Some("python"), Some(flag)) if flag == "--release" => said(python::python(true)),
        (Some("readback"), None) => said(readback::readback()),
        (Some("browser"), None) => said(browser::browser()),
        (Some("dictionary"), Some(ipadic)) => dictionary(&ipadic),
        (Some("train-thai"), sentences) => train_thai(sentences.as_deref().unwrap_or(THAI_SENTENCES)),
        _ => {
            eprintln!("{HELP}");
            ExitCode::from(2)
        }
    }
}

fn said(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn check() -> ExitCode {
    for arguments in CHECKS {
        eprintln!("cargo {}", arguments.join(" "));
        if !succeeds(cargo().args(*arguments).env("RUSTDOCFLAGS", "-D warnings")) {
            return ExitCode::FAILURE;
        }
    }
    assets()
}

fn assets() -> ExitCode {
    match assets::assets() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn ratio() -> ExitCode {
    let program = ["run", "--quiet", "--release", "--locked", "-p", "kawara", "--example", "ratio"];
    exit_code(succeeds(cargo().args(program)))
}

fn evidence(sets: impl Iterator<Item = String>) -> ExitCode {
    let program =
        ["run", "--quiet", "--release", "--locked", "-p", "kawara-evidence", "--example", "agreement", "--"];
    exit_code(succeeds(cargo().args(program).args(sets)))
}

fn golden() -> ExitCode {
    let test = ["test", "-p", "kawara", "--test", "golden"];
    exit_code(succeeds(cargo().args(test).env("KAWARA_GOLDEN", "write")))
}

fn schema() -> ExitCode {
    let test = ["test", "-p", "kawara-policy", "--test", "schema", "the_schema_is_fresh"];
    exit_code(succeeds(cargo().args(test).env("KAWARA_BLESS", "1")))
}

fn dictionary(ipadic: &str) -> ExitCode {
    let generator =
        ["-p", "kawara-ja-dictionary", "--features", "generate", "--bin", "generate-ja-dictionary"];
    exit_code(succeeds(cargo().args(["run", "--locked"]).args(generator).args(["--", ipadic, DICTIONARY])))
}

fn train_thai(sentences: &str) -> ExitCode {
    let trainer = ["-p", "kawara-pack-th", "--features", "train", "--bin", "train-thai"];
    exit_code(succeeds(
        cargo().args(["run", "--release", "--locked"]).args(trainer).args(["--", sentences, THAI_MODEL]),
    ))
}

fn exit_code(success: bool) -> ExitCode {
    if success { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Where builds are.
fn target() -> PathBuf {
    let named = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    Path::new(ROOT).join(named.unwrap_or_else(|| "target".into()))
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
