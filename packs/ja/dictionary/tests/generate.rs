//! The committed archive is what the generator makes.
//!
//! Runs where `KAWARA_IPADIC` names a folder with the files of Debian's mecab-ipadic 2.7.0-20070801+main-3.

use std::path::Path;
use std::process::Command;

#[test]
fn the_generator_makes_the_committed_bytes() {
    let Some(ipadic) = std::env::var_os("KAWARA_IPADIC") else {
        eprintln!("skipped: KAWARA_IPADIC does not name the folder of IPADIC");
        return;
    };
    let made = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let status = Command::new(env!("CARGO_BIN_EXE_generate-ja-dictionary")).arg(ipadic).arg(made).status();
    assert!(status.unwrap().success());
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for name in ["ipadic.tar.zst", "ipadic.tar.zst.sha256"] {
        let [made, committed] = [made, &committed].map(|folder| std::fs::read(folder.join(name)).unwrap());
        assert!(
            made == committed,
            "{name} differs: run `cargo xtask dictionary`, and say why in the changelog"
        );
    }
}
