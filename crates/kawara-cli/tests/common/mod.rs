//! Running the command.

#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the command in a directory, with this on its standard input.
pub(crate) fn kawara(directory: &Path, arguments: &[&str], input: &[u8]) -> Outcome {
    kawara_with(directory, &[], arguments, input)
}

/// The same with variables in the environment.
pub(crate) fn kawara_with(
    directory: &Path,
    variables: &[(&str, &str)],
    arguments: &[&str],
    input: &[u8],
) -> Outcome {
    let mut child = command(directory, variables, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that fails early does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Outcome {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The command, to be run in a directory, in an environment that says nothing of kawara and of colour but this.
pub(crate) fn command(directory: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kawara"));
    command.args(arguments).current_dir(directory);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("KAWARA_") || text.starts_with("CLICOLOR") || text == "NO_COLOR" {
            command.env_remove(&name);
        }
    }
    command.envs(variables.iter().copied());
    command
}

/// A fresh directory for one test.
pub(crate) fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// A fresh directory with a copy of the example corpus.
pub(crate) fn corpus(name: &str) -> PathBuf {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let from = entry.unwrap().path();
            let to = to.join(from.file_name().unwrap());
            if from.is_dir() {
                copy(&from, &to);
            } else {
                fs::copy(&from, &to).unwrap();
            }
        }
    }
    let path = directory(name);
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/corpus"), &path);
    path
}

/// The lines of JSON that were written.
pub(crate) fn records(out: &str) -> Vec<serde_json::Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
