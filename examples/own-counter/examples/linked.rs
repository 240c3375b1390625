//! A program that chunks with its team's own tokenizer: `cargo run -p own-counter --example linked`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use kawara::{Document, Engine, Registry, policy::Policy};

const POLICY: &str = r#"
policy  = 1
extends = ["kawara:docs"]
[budget]
counter    = "han-words"
max-tokens = 32
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The packs of kawara and our own, by name: so no linker drops it.
    let packs: Vec<_> = kawara::builtin().iter().copied().chain([&own_counter::PACK]).collect();
    let engine = Engine::new(Registry::collect(&packs)?, Policy::from_str(POLICY, "policy.toml", ".")?);
    let text = "瓦片一片压着一片，雨水顺势而下。The eaves drip for an hour after the rain. 檐下的石阶因此总是湿的。\
        Nobody has ever complained about that. 老人说，这是屋顶在说话。";
    for chunk in engine.chunk(&Document::new("roof", text))?.iter() {
        println!("{}/{} {}", chunk.tokens(), chunk.max_tokens(), chunk.text());
    }
    Ok(())
}
