//! Files that are no library, or that are not to be trusted.

use std::fs;
use std::path::{Path, PathBuf};

use kawara_core::ErrorKind;
use kawara_native::load;
use tempfile::TempDir;

use crate::build::{Built, can_build};

fn refused(path: &Path, sha256: Option<&str>) -> String {
    let error = load(path, sha256).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Open, "{error}");
    let error = error.to_string();
    assert!(error.starts_with(&format!("{}: ", path.display())), "{error}");
    error
}

fn written(dir: &TempDir, bytes: &[u8]) -> PathBuf {
    let path = dir.path().join("libpack.so");
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn what_is_no_library_is_refused() {
    let dir = TempDir::new().unwrap();
    assert!(
        refused(Path::new("libpack.so"), None)
            .ends_with("a pack is not searched for: give its absolute path")
    );
    assert!(refused(Path::new("./libpack.so"), None).ends_with("give its absolute path"));
    assert!(refused(&dir.path().join("no.so"), None).ends_with("there is no such file"));
    assert!(refused(dir.path(), None).ends_with("is a directory: name the library in it"));
    if cfg!(unix) {
        assert!(refused(Path::new("/dev/null"), None).ends_with("is no regular file: name a shared library"));
    }
    assert!(refused(&written(&dir, b""), None).ends_with("is empty"));
    if cfg!(all(unix, not(target_vendor = "apple"))) {
        let text = "INPUT(libreal.so)\n";
        assert!(
            refused(&written(&dir, text.as_bytes()), None).contains("is a text: name the shared library")
        );
        assert!(refused(&written(&dir, b"!<arch>\nx"), None).contains("is a static library",));
        assert!(
            refused(&written(&dir, b"\x00\x01\x02"), None)
                .contains("is no shared library of this system (ELF)")
        );
    }
}

#[test]
fn a_hash_is_one_and_has_to_agree() {
    let dir = TempDir::new().unwrap();
    let path = written(&dir, b"roof");
    // As `printf roof | sha256sum` has it.
    let is = "d1a0d6f4707493e53bc9b5bdfc37fa7c4b141b42e5892459c12c50275ee65a53";
    let zeros = "0".repeat(64);
    let error = refused(&path, Some(&zeros));
    assert!(
        error.contains(&format!("its SHA-256 is {is}, and {zeros} was asked for"))
            && error.contains("pin the new hash"),
        "{error}"
    );
    for wrong in ["", "abc", &"g".repeat(64), &format!("sha256:{zeros}")] {
        let error = load(&path, Some(wrong)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings);
        assert!(error.to_string().contains("is no SHA-256: that has 64 hexadecimal digits"), "{error}");
    }
}

#[test]
fn a_pinned_library_is_loaded_by_its_hash() {
    if !can_build() {
        return;
    }
    let built = Built::new(&["NAME=KAWARA_STR(\"pinned\")"]);
    let error = refused(&built.path(), Some(&"0".repeat(64)));
    let digest = error.split_once("SHA-256 is ").unwrap().1[..64].to_owned();
    let pack = load(&built.path(), Some(&digest.to_uppercase())).unwrap();
    assert_eq!((pack.name(), pack.digest()), ("pinned", Some(&*digest)));
    // One more byte, and it is another library. Not in place: where no copy is made, what lies there runs.
    let longer = built.dir().join("longer.so");
    fs::write(&longer, [fs::read(built.path()).unwrap(), vec![0]].concat()).unwrap();
    assert!(refused(&longer, Some(&digest)).contains(&format!("{digest} was asked for")));
}

#[cfg(all(unix, not(target_vendor = "apple")))]
#[test]
fn a_library_that_is_cut_short_or_of_another_machine_never_reaches_the_linker() {
    if !can_build() {
        return;
    }
    let whole = fs::read(Built::new(&[]).path()).unwrap();
    let dir = TempDir::new().unwrap();
    for len in
        [4, 17, 40, 63, 64, 200, whole.len() / 4, whole.len() / 2, whole.len() * 3 / 4, whole.len() - 1]
    {
        let error = refused(&written(&dir, &whole[..len]), None);
        assert!(
            error.contains(&format!("is cut short at {len} bytes: copy or build it again")),
            "{len}: {error}"
        );
    }
    let patched = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        refused(&written(&dir, &bytes), None)
    };
    // The class, the byte order, the machine.
    for (at, byte) in [(4, 3 - whole[4]), (5, 3 - whole[5]), (18, 8)] {
        let error = patched(at, byte);
        assert!(error.contains("is built for another kind of machine than this one"), "{at}: {error}");
    }
    assert!(patched(16, 1).contains("is an object file or a program and no shared library"));
}

/// Every header field, set to what it never is: whatever is said of it, it is said.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[test]
fn headers_may_say_anything() {
    if !can_build() {
        return;
    }
    let whole = fs::read(Built::new(&["NAME=KAWARA_STR(\"whole\")"]).path()).unwrap();
    let dir = TempDir::new().unwrap();
    let mut bytes = whole.clone();
    for at in [32, 40, 64 + 8, 64 + 32] {
        bytes.clone_from(&whole);
        bytes[at..at + 8].fill(0xff);
        let error = refused(&written(&dir, &bytes), None);
        assert!(error.contains("is cut short"), "{at}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn what_others_may_change_is_not_run() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    if !can_build() {
        return;
    }
    let built = Built::new(&["NAME=KAWARA_STR(\"shared\")"]);
    let chmod = |path: &Path, mode: u32| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    for (mode, who) in
        [(0o775, "its group (mode 775)"), (0o757, "anybody (mode 757)"), (0o666, "anybody (mode 666)")]
    {
        chmod(&built.path(), mode);
        let error = refused(&built.path(), None);
        assert!(
            error.contains(&format!("may be changed by {who}, and so is not run: chmod go-w")),
            "{error}"
        );
    }
    // A link says nothing of what it leads to.
    let elsewhere = TempDir::new().unwrap();
    let link = elsewhere.path().join("link.so");
    symlink(built.path(), &link).unwrap();
    assert!(refused(&link, None).contains("may be changed by anybody"));

    chmod(&built.path(), 0o755);
    for dir in [built.dir(), elsewhere.path()] {
        chmod(dir, 0o777);
        let error = refused(&link, None);
        let wanted = format!("they may write in {}: put it elsewhere, or pin its SHA-256", dir.display());
        assert!(error.contains(&wanted), "{error}");
        chmod(dir, 0o1777);
    }
    let pack = load(&link, None).unwrap();
    if cfg!(target_os = "linux") {
        chmod(built.dir(), 0o777);
        let pinned = load(&built.path(), pack.digest()).unwrap();
        assert!(std::ptr::eq(pack, pinned), "what is pinned is what runs, whoever may write beside it");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_library_lacks_is_named() {
    if !can_build() {
        return;
    }
    let built = Built::new(&["OPEN_BODY=extern int no_such_function(void); return no_such_function()"]);
    let error = refused(&built.path(), None);
    assert!(
        error.contains("the library needs the symbol no_such_function, which nothing here has"),
        "{error}"
    );
    let built = Built::linked(&[], "libno_such.so.1");
    let error = refused(&built.path(), None);
    assert!(
        error.contains("the library needs libno_such.so.1, which is not where this system looks"),
        "{error}"
    );
}

/// Nothing is unloaded, so whoever tries again and again must not come to have it again and again.
#[test]
fn what_is_no_pack_is_loaded_once() {
    if !can_build() {
        return;
    }
    let built = Built::new(&["NAME=KAWARA_STR(\"late\")", "RETURNED=state++ ? &pack : NULL"]);
    assert!(refused(&built.path(), None).contains("returns no description"));
    assert_eq!(built.load().unwrap().name(), "late", "it remembers that it was asked before");
}

#[cfg(target_os = "linux")]
#[test]
fn what_runs_is_a_sealed_copy() {
    use std::io::Write;
    if !Path::new("/proc/self/fd").is_dir() {
        eprintln!("skipped: no /proc");
        return;
    }
    if !can_build() {
        return;
    }
    let built = Built::new(&["NAME=KAWARA_STR(\"sealed\")"]);
    built.load().unwrap();
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    assert!(
        maps.contains("memfd:kawara-pack") && !maps.contains(&built.path().display().to_string()),
        "{maps}"
    );
    let files = fs::read_dir("/proc/self/fd").unwrap().flatten().map(|file| file.path());
    let copies = files.filter(|file| {
        fs::read_link(file).is_ok_and(|target| target.to_string_lossy().contains("memfd:kawara-pack"))
    });
    let mut sealed = 0;
    for copy in copies {
        // Another test may be about to write and seal one.
        let Ok(mut file) = fs::File::options().write(true).open(&copy) else { continue };
        match file.write(b"\x7fELF") {
            Ok(_) => continue,
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied),
        }
        sealed += 1;
    }
    assert!(sealed > 0);
}
