use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use kawara_core::Pack;
use tempfile::TempDir;

/// Whether there is a C compiler; says it once if there is not.
pub(crate) fn can_build() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let found = Command::new("cc").arg("--version").output().is_ok_and(|output| output.status.success());
        if !found {
            eprintln!("skipped: no C compiler");
        }
        found
    })
}

/// A library in a directory of its own, which lives as long as this.
pub(crate) struct Built {
    dir: TempDir,
}

impl Built {
    /// Compiles `pack.c` with parts of it replaced.
    pub(crate) fn new(defines: &[&str]) -> Self {
        Self::with(defines, &[])
    }

    /// The same, which needs a library of this name, too.
    #[cfg(target_os = "linux")]
    pub(crate) fn linked(defines: &[&str], name: &str) -> Self {
        let other = TempDir::new().unwrap();
        let library = other.path().join("libother.so");
        let soname = format!("-Wl,--no-as-needed,-soname,{name}");
        let output = Command::new("cc")
            .args(["-shared", "-o"])
            .arg(&library)
            .args([&soname, "-xc", "/dev/null"])
            .output();
        assert!(output.unwrap().status.success());
        Self::with(defines, &["-Wl,--no-as-needed".as_ref(), library.as_os_str()])
    }

    fn with(defines: &[&str], arguments: &[&OsStr]) -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let dir = TempDir::new().unwrap();
        let output = Command::new("cc")
            .args(["-shared", "-fPIC", "-std=c11", "-Wall", "-Wextra", "-Wno-unused-function"])
            .arg("-I")
            .arg(here.join("../kawara-abi/include"))
            .args(defines.iter().map(|define| format!("-D{define}")))
            .arg("-o")
            .arg(dir.path().join("libpack.so"))
            .arg(here.join("tests/hostile/pack.c"))
            .args(arguments)
            .output()
            .unwrap();
        assert!(output.status.success(), "{defines:?}: {}", String::from_utf8_lossy(&output.stderr));
        let built = Self { dir };
        built.own();
        built
    }

    /// Whatever the umask is.
    fn own(&self) {
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(self.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        }
    }

    pub(crate) fn dir(&self) -> &Path {
        self.dir.path()
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.dir.path().join("libpack.so")
    }

    pub(crate) fn load(&self) -> kawara_core::Result<&'static Pack> {
        kawara_native::load(&self.path(), None)
    }
}
