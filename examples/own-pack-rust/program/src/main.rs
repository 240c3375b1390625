//! A program whose engine chunks Korean, because it links the pack: `cargo run -p own-pack-program -- FILE…` prints chunks as JSON lines.

use std::io::{self, Write};

use kawara::output::write_record;
use kawara::{Document, Engine, Registry, policy::Policy};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Linked, the pack would be found without being named; a name keeps every linker from dropping it.
    let packs: Vec<_> = kawara::builtin().iter().copied().chain([&own_pack_rust::PACK]).collect();
    let policy = Policy::from_str(include_str!("../policy.toml"), "policy.toml", ".")?;
    let engine = Engine::new(Registry::collect(&packs)?, policy);
    let mut out = io::stdout().lock();
    for path in std::env::args().skip(1) {
        let document = Document::new("document", std::fs::read_to_string(&path)?);
        for chunk in engine.chunk(&document)?.iter() {
            write_record(chunk, &mut out)?;
        }
    }
    Ok(out.flush()?)
}
