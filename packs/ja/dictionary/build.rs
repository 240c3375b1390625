//! Unpacks the dictionary in `data/` to where `embedded_dictionary!` looks for it. No network, no C.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

#[path = "src/archive.rs"]
mod archive;

const ARCHIVE: &str = "data/ipadic.tar.zst";
const SUM: &str = "data/ipadic.tar.zst.sha256";

fn main() -> ExitCode {
    println!("cargo::rerun-if-changed={ARCHIVE}");
    println!("cargo::rerun-if-changed={SUM}");
    match unpacked() {
        Ok(folder) => {
            println!("cargo::rustc-env=LINDERA_WORKDIR={folder}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("cargo::error={error}");
            ExitCode::FAILURE
        }
    }
}

/// The folder in which the folder `ipadic` is.
fn unpacked() -> Result<String, Box<dyn Error>> {
    let archive = std::fs::read(ARCHIVE).map_err(|error| format!("{ARCHIVE}: {error}"))?;
    let sum = std::fs::read_to_string(SUM).map_err(|error| format!("{SUM}: {error}"))?;
    archive::check(&archive, &sum).map_err(|error| format!("{ARCHIVE}: {error}"))?;
    let out =
        PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set: cargo runs this program")?);
    let folder = out.join("ipadic");
    std::fs::create_dir_all(&folder)?;
    for (name, bytes) in archive::unpack(&archive).map_err(|error| format!("{ARCHIVE}: {error}"))? {
        std::fs::write(folder.join(name), bytes)?;
    }
    Ok(out
        .into_os_string()
        .into_string()
        .map_err(|out| format!("the name of the folder {out:?} is not Unicode"))?)
}
