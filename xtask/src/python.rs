//! `cargo xtask python`: the wheel, as a user has it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{ROOT, succeeds, target, venv};

/// The crate, seen from the workspace.
const CRATE: &str = "crates/kawara-py";
/// What the tests need from PyPI, one a line.
const REQUIREMENTS: &str = "crates/kawara-py/tests/requirements.txt";
const MATURIN: &str = "maturin==1.16.0";

/// Builds the wheel, installs it into an environment without anything of the source tree, and runs tests, type checks and the
/// comparison of stubs there. Without `is_release` it is built as tests are, which is sooner done.
pub(crate) fn python(is_release: bool) -> Result<(), String> {
    let home = target().join("python");
    let python =
        venv::python(&home.join("venv"), &packages()?.iter().map(String::as_str).collect::<Vec<_>>())?;
    let wheel = wheel(&python, &home.join("wheels"), is_release)?;
    let mut install = Command::new(&python);
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--force-reinstall",
    ]);
    run(install.arg(&wheel), "the wheel does not install")?;
    let crate_folder = Path::new(ROOT).join(CRATE);
    let module = |module: &str, arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.args(["-P", "-m", module]).args(arguments).current_dir(&crate_folder);
        command
    };
    run(&mut module("pytest", &["--quiet", "-p", "no:cacheprovider", "tests"]), "the tests fail")?;
    run(
        &mut module(
            "mypy",
            &["--strict", "--cache-dir", "/dev/null", "python/kawara", "python/haystack_integrations"],
        ),
        "the types do not hold",
    )?;
    run(&mut module("mypy.stubtest", &["kawara"]), "the stubs are not what the module is")
}

/// Maturin and what the tests need.
fn packages() -> Result<Vec<String>, String> {
    let file = Path::new(ROOT).join(REQUIREMENTS);
    let text =
        fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(std::iter::once(MATURIN).chain(lines).map(str::to_owned).collect())
}

fn wheel(python: &Path, wheels: &Path, is_release: bool) -> Result<PathBuf, String> {
    let _ = fs::remove_dir_all(wheels);
    let mut build = Command::new(python);
    build.args([
        "-m",
        "maturin",
        "build",
        "--locked",
        "--profile",
        if is_release { "release" } else { "dev" },
        "--out",
    ]);
    build.arg(wheels).arg("--manifest-path").arg(Path::new(ROOT).join(CRATE).join("Cargo.toml"));
    run(build.env("CARGO_TARGET_DIR", target()), "the wheel does not build")?;
    let found = fs::read_dir(wheels).ok().and_then(|mut files| files.next()).and_then(Result::ok);
    found.map(|file| file.path()).ok_or_else(|| format!("there is no wheel in {}", wheels.display()))
}

fn run(command: &mut Command, otherwise: &str) -> Result<(), String> {
    if succeeds(command) { Ok(()) } else { Err(otherwise.to_owned()) }
}
