//! The libraries, and programs linked with them.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// Where the workspace is.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a program is linked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linked {
    Shared,
    Static,
}

impl Linked {
    pub(crate) const BOTH: [Self; 2] = [Self::Shared, Self::Static];
}

/// The libraries of the profile that this test was built in. Each program is compiled by one test, since tests run at once.
#[derive(Debug)]
pub(crate) struct Built {
    /// Where cargo builds, and the folder of the profile in it.
    target: PathBuf,
    profile: String,
    /// The compiler.
    cc: OsString,
    /// Where programs go.
    out: PathBuf,
}

/// A program, and what it is started by.
#[derive(Debug)]
pub(crate) struct Program {
    words: Vec<OsString>,
}

impl Built {
    /// Built once, by the cargo that runs the tests. `None` and a word about it where there is no compiler.
    pub(crate) fn get() -> Option<&'static Self> {
        static BUILT: OnceLock<Option<Built>> = OnceLock::new();
        BUILT.get_or_init(Self::new).as_ref()
    }

    fn new() -> Option<Self> {
        let cc = env::var_os("CC").unwrap_or_else(|| "cc".into());
        if !starts(&cc) {
            eprintln!("skipped: no C compiler; `{}` does not start", cc.display());
            return None;
        }
        // TARGET/PROFILE/deps/THIS
        let this = env::current_exe().unwrap();
        let folder = this.parent().and_then(Path::parent).unwrap();
        let profile = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let target = folder.parent().unwrap().to_path_buf();
        let named = if profile == "debug" { "dev" } else { &profile };
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(workspace()).args(["build", "--quiet", "--locked", "--package", "kawara-capi"]);
        said(cargo.args(["--profile", named, "--target-dir"]).arg(&target));
        let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c");
        fs::create_dir_all(&out).unwrap();
        Some(Self { target, profile, cc, out })
    }

    /// The folder with the libraries.
    fn libraries(&self) -> PathBuf {
        self.target.join(&self.profile)
    }

    /// The program `tests/c/NAME.c`.
    pub(crate) fn program(&self, name: &str, linked: Linked) -> Program {
        self.compiled(name, linked, &[]).unwrap_or_else(|said| panic!("{name}.c: {said}"))
    }

    /// Whether a text compiles without a warning, as `c` or `c++`, with both headers of kawara at hand; what the compiler says.
    pub(crate) fn accepts(&self, source: &str, language: &str) -> Result<(), String> {
        let standard = if language == "c" { "-std=c11" } else { "-std=c++11" };
        let mut cc = Command::new(&self.cc);
        cc.args(["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-pedantic", standard]);
        for include in ["crates/kawara-capi/include", "crates/kawara-abi/include"] {
            cc.arg("-I").arg(workspace().join(include));
        }
        let done = given(cc.args(["-x", language, "-"]), source);
        if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
    }

    /// The program `tests/c/NAME.c` with the sanitizers of the compiler; `None` and a word about it where it has none.
    pub(crate) fn sanitized(&self, name: &str, linked: Linked) -> Option<Program> {
        let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        let empty = self.out.join("empty");
        let mut probe = Command::new(&self.cc);
        probe.args(sanitizers).args(["-x", "c", "-", "-o"]).arg(&empty);
        let compiled = given(&mut probe, "int main(void) { return 0; }");
        // Where it may not look at the program as it ends, the leak sanitizer fails whatever the program is.
        if !compiled.status.success() || !runs(&empty) {
            eprintln!("skipped: no sanitizers; `{}` has none that run here", self.cc.display());
            return None;
        }
        Some(self.compiled(name, linked, &sanitizers).unwrap_or_else(|said| panic!("{name}.c: {said}")))
    }

    /// The pack `tests/c/NAME.c` as a library that its owner alone may change.
    pub(crate) fn pack(&self, name: &str) -> PathBuf {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
        let to = self.out.join(name).with_extension("so");
        let mut cc = Command::new(&self.cc);
        cc.args(["-O1", "-g", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC"]);
        // The head of a pack is without names, the rest with.
        cc.arg("-Wno-missing-field-initializers")
            .arg("-I")
            .arg(workspace().join("crates/kawara-abi/include"));
        said(cc.arg(tests.join(name).with_extension("c")).arg("-o").arg(&to));
        #[cfg(unix)]
        fs::set_permissions(&to, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        to.canonicalize().unwrap()
    }

    fn compiled(&self, name: &str, linked: Linked, more: &[&str]) -> Result<Program, String> {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
        let kind = if more.is_empty() { "plain" } else { "sanitized" };
        let to = self.out.join(format!("{name}-{linked:?}-{kind}-{}", self.profile).to_lowercase());
        let mut cc = Command::new(&self.cc);
        cc.args(["-O1", "-g", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic"]).args(more);
        cc.arg("-I")
            .arg(tests.join("../../include"))
            .arg(tests.join(name).with_extension("c"))
            .arg("-o")
            .arg(&to);
        match linked {
            Linked::Shared => {
                let libraries = self.libraries();
                cc.arg("-L").arg(&libraries).arg("-lkawara").arg(rpath(&libraries));
            }
            Linked::Static => {
                cc.arg(self.libraries().join("libkawara.a"));
            }
        }
        let done = cc.args(["-lm", "-lpthread", "-ldl"]).output().unwrap();
        if done.status.success() {
            Ok(Program { words: vec![to.into()] })
        } else {
            Err(String::from_utf8_lossy(&done.stderr).into_owned())
        }
    }

    /// The example, as its own Makefile builds it; `None` and a word about it where there is no make.
    pub(crate) fn example(&self, linked: Linked) -> Option<Program> {
        if !starts("make".as_ref()) {
            eprintln!("skipped: no make");
            return None;
        }
        let out = self.out.join(format!("example-{}", self.profile));
        let name = if linked == Linked::Shared { "shared" } else { "static" };
        let program = out.join(name);
        let mut make = Command::new("make");
        let set = |name: &str, value: &Path| {
            let mut set = OsString::from(format!("{name}="));
            set.push(value);
            set
        };
        make.arg("--silent").arg("-C").arg(workspace().join("examples/embed-in-c"));
        make.arg(format!("PROFILE={}", self.profile)).arg(set("TARGET", &self.target)).arg(set("OUT", &out));
        said(make.arg(set("CC", self.cc.as_ref())).arg(&program));
        Some(Program { words: vec![program.into()] })
    }
}

impl Program {
    /// The same program under valgrind, which takes its time: `None` where `KAWARA_VALGRIND` is not set.
    pub(crate) fn under_valgrind(mut self) -> Option<Self> {
        env::var_os("KAWARA_VALGRIND")?;
        let valgrind = [
            "valgrind",
            "--quiet",
            "--leak-check=full",
            "--errors-for-leak-kinds=definite,indirect",
            "--error-exitcode=9",
        ];
        self.words.splice(0..0, valgrind.map(OsString::from));
        Some(self)
    }

    /// What it prints; it must end well.
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        let done = self.done(arguments);
        assert!(
            done.status.success(),
            "{:?} ended with {}\n{}",
            self.words,
            done.status,
            String::from_utf8_lossy(&done.stderr)
        );
        String::from_utf8(done.stdout).unwrap()
    }

    /// How it ends.
    pub(crate) fn done(&self, arguments: &[&str]) -> Output {
        let (first, rest) = self.words.split_first().unwrap();
        Command::new(first).args(rest).args(arguments).output().unwrap()
    }
}

/// What the static library is part of has a hundred megabytes; it stays where a test failed.
impl Drop for Program {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = self.words.last().map(fs::remove_file);
        }
    }
}

fn rpath(folder: &Path) -> OsString {
    let mut rpath = OsString::from("-Wl,-rpath,");
    rpath.push(folder);
    rpath
}

fn starts(program: &std::ffi::OsStr) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

/// Runs a command on a text.
fn given(command: &mut Command, text: &str) -> Output {
    let mut running =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    running.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    running.wait_with_output().unwrap()
}

fn runs(program: &Path) -> bool {
    Command::new(program).output().is_ok_and(|done| done.status.success())
}

fn said(command: &mut Command) {
    let done = command.output().unwrap();
    assert!(done.status.success(), "{command:?}\n{}", String::from_utf8_lossy(&done.stderr));
}
