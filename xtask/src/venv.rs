//! Environments of Python beside the build.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::succeeds;

/// The Python of an environment with these packages, kept between runs. Packages are pinned, so that a failure is ours.
pub(crate) fn python(home: &Path, packages: &[&str]) -> Result<PathBuf, String> {
    let python = if cfg!(windows) { home.join("Scripts/python.exe") } else { home.join("bin/python") };
    let (installed, wanted) = (home.join("installed"), packages.join(" "));
    if fs::read_to_string(&installed).is_ok_and(|text| text == wanted) {
        return Ok(python);
    }
    if !succeeds(Command::new("python3").args(["-m", "venv", "--clear"]).arg(home)) {
        return Err("a Python with its venv module is needed: on Debian, apt install python3-venv".into());
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
    if !succeeds(&mut install) {
        return Err(format!(
            "pip cannot install {wanted}: is PyPI, or a mirror that pip knows, within reach?"
        ));
    }
    fs::write(&installed, &wanted)
        .map_err(|error| format!("cannot write {}: {error}", installed.display()))?;
    Ok(python)
}
