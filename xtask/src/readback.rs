//! `cargo xtask readback`: what others read from the files that the command writes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{ROOT, cargo, succeeds, target};

/// What is installed from PyPI: pinned, so that a failure is ours.
const PACKAGES: [&str; 2] = ["pyarrow==26.0.1", "duckdb==2.0.1"];

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/readback.py");

/// What is chunked: Markdown, records and more than one language, and what a converter wrote, with pages and places.
const INPUTS: [&str; 2] = ["examples/corpus", "crates/kawara-formats/tests/data/unstructured.json"];

/// Writes chunks and parents in every format with columns, and reads them back with pyarrow and DuckDB. What is missing is said.
pub(crate) fn readback() -> Result<(), String> {
    let home = target().join("readback");
    let python = environment(&home.join("venv"))?;
    let data = home.join("data");
    let _ = fs::remove_dir_all(&data);
    fs::create_dir_all(&data).map_err(|error| format!("cannot make {}: {error}", data.display()))?;
    let program = ["build", "--quiet", "--locked", "-p", "kawara-cli"];
    if !succeeds(cargo().args(program).current_dir(ROOT)) {
        return Err("the command does not build".into());
    }
    for extension in ["jsonl", "csv", "parquet", "arrow", "arrows"] {
        let mut run =
            Command::new(target().join("debug").join(format!("kawara{}", std::env::consts::EXE_SUFFIX)));
        let file = |name: &str| data.join(format!("{name}.{extension}"));
        run.current_dir(ROOT)
            .arg("chunk")
            .args(INPUTS)
            .arg("--quiet")
            .args(["--set", "budget.max-tokens=120"]);
        run.arg("--output").arg(file("chunks")).arg(format!("--parents={}", file("parents").display()));
        if !succeeds(&mut run) {
            return Err(format!("the command does not write .{extension}"));
        }
    }
    if succeeds(Command::new(python).arg(SCRIPT).arg(&data)) {
        Ok(())
    } else {
        Err("what was read back is not what was written".into())
    }
}

/// A Python with the packages, kept between runs.
fn environment(home: &Path) -> Result<PathBuf, String> {
    let python = if cfg!(windows) { home.join("Scripts/python.exe") } else { home.join("bin/python") };
    let (installed, wanted) = (home.join("installed"), PACKAGES.join(" "));
    if fs::read_to_string(&installed).is_ok_and(|text| text == wanted) {
        return Ok(python);
    }
    if !succeeds(Command::new("python3").args(["-m", "venv", "--clear"]).arg(home)) {
        return Err("a Python with its venv module is needed: on Debian, apt install python3-venv".into());
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(PACKAGES);
    if !succeeds(&mut install) {
        return Err(format!(
            "pip cannot install {wanted}: is PyPI, or a mirror that pip knows, within reach?"
        ));
    }
    fs::write(&installed, &wanted)
        .map_err(|error| format!("cannot write {}: {error}", installed.display()))?;
    Ok(python)
}
