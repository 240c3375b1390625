//! `cargo xtask readback`: what others read from the files that the command writes.

use std::fs;
use std::process::Command;

use crate::{ROOT, cargo, succeeds, target, venv};

/// What is installed from PyPI.
const PACKAGES: [&str; 2] = ["pyarrow==26.0.1", "duckdb==2.0.1"];

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/readback.py");

/// What is chunked: Markdown, records and more than one language, and what a converter wrote, with pages and places.
const INPUTS: [&str; 2] = ["examples/corpus", "crates/kawara-formats/tests/data/unstructured.json"];

/// Writes chunks and parents in every format with columns, and reads them back with pyarrow and DuckDB. What is missing is said.
pub(crate) fn readback() -> Result<(), String> {
    let home = target().join("readback");
    let python = venv::python(&home.join("venv"), &PACKAGES)?;
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
