//! What the tests share.
#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use std::path::PathBuf;

use kawara_core::{Cuts, Grain, Segmenter};
use kawara_pack_th::Thai;

/// The half-open ends of the pieces of a block.
pub(crate) fn ends(text: &str, grain: Grain) -> Vec<usize> {
    let mut cuts = Cuts::new(text);
    Thai.worker().cuts(text, grain, &mut cuts).unwrap();
    cuts.finish().unwrap()
}

/// The pieces of a block.
pub(crate) fn pieces(text: &str, grain: Grain) -> Vec<&str> {
    let mut start = 0;
    let piece = |end| {
        let piece = &text[start..end];
        start = end;
        piece
    };
    ends(text, grain).into_iter().map(piece).collect()
}

/// Cuts each line, in which `|` stands where a piece must end, and compares.
pub(crate) fn check(grain: Grain, marked: &str) {
    for line in marked.trim().lines() {
        let expected: Vec<_> = line.trim().split('|').collect();
        assert_eq!(pieces(&expected.concat(), grain), expected);
    }
}

/// The blocks of a text whose line breaks are hard.
pub(crate) fn blocks_by_line(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n')
}

/// A folder of the data for measuring, which is not part of the repository: `KAWARA_SHARED`, or `../shared` beside it.
pub(crate) fn shared(folder: &str) -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let root = std::env::var_os("KAWARA_SHARED").map_or_else(beside, PathBuf::from);
    let path = root.join("data").join(folder);
    if !path.exists() {
        eprintln!(
            "skipped: no {folder} in {}; set KAWARA_SHARED to the folder that holds data/",
            root.display()
        );
        return None;
    }
    Some(path)
}

/// The objects of a file of JSON lines.
pub(crate) fn json_lines(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
