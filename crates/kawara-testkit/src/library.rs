use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the library of a pack in Rust, as `cargo xtask pack` does but for the profile, for a test that loads it.
///
/// `package` is one of the workspace that the test is in, and `tmp` what cargo calls `CARGO_TARGET_TMPDIR`: where the test was built, most
/// of what the library needs is there. It is put into `folder` of that, where no build renews it and nobody but its owner may change it;
/// else it would not be loaded.
///
/// ```no_run
/// let tmp = "target/tmp"; // env!("CARGO_TARGET_TMPDIR"), in a test
/// let library = kawara_testkit::library("own-counter", tmp, "loaded")?;
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// When cargo does not build it, or it cannot be put there.
pub fn library(package: &str, tmp: impl AsRef<Path>, folder: &str) -> Result<PathBuf, String> {
    let tmp = tmp.as_ref();
    let target = tmp.parent().unwrap_or(tmp);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .env_remove("CARGO_BUILD_TARGET")
        .args(["rustc", "--quiet", "--offline", "--lib", "--crate-type", "cdylib", "--package", package])
        .arg("--target-dir")
        .arg(target)
        .args(["--", "--cfg", "kawara_dylib"])
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).into_owned());
    }
    let file = format!("{DLL_PREFIX}{}{DLL_SUFFIX}", package.replace('-', "_"));
    let (from, to) = (target.join("debug").join(&file), tmp.join(folder).join(file));
    put(&from, &to)
        .map_err(|error| format!("{} cannot be copied to {}: {error}", from.display(), to.display()))?;
    Ok(to)
}

fn put(from: &Path, to: &Path) -> std::io::Result<()> {
    to.parent().map_or(Ok(()), fs::create_dir_all)?;
    // What runs from the old one goes on with it.
    let _ = fs::remove_file(to);
    fs::copy(from, to)?;
    #[cfg(unix)]
    fs::set_permissions(to, std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    Ok(())
}
