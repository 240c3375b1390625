//! What `--version` says, beyond the number that `-V` says.

use std::fmt::Write as _;

/// The version, the packs that are built in, and what lacks of them.
pub(crate) fn long() -> String {
    let mut text = env!("CARGO_PKG_VERSION").to_owned();
    let packs = kawara::builtin();
    let names: Vec<String> = packs.iter().map(|pack| format!("{} {}", pack.name(), pack.version())).collect();
    // Writing to a string does not fail.
    let _ = write!(text, "\npacks: {}", names.join(", "));
    let languages: Vec<&str> = packs
        .iter()
        .flat_map(|pack| pack.segmenter_entries())
        .flat_map(|entry| entry.languages().iter().copied())
        .collect();
    let _ = write!(text, "\nlanguages: {}", languages.join(", "));
    for (pack, note) in packs.iter().flat_map(|pack| {
        pack.segmenter_entries().iter().filter_map(|entry| Some((pack.name(), entry.known_note()?)))
    }) {
        let _ = write!(text, "\n{pack}: {note}");
    }
    text
}
