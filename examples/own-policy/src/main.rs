//! A program that chunks each document as its tenant wants it.

#![allow(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeMap;

use kawara::policy::Policy as File;
use kawara::{Document, Engine};
use own_policy::{Row, Tenants};

const POLICY: &str = r#"
policy  = 1
extends = ["kawara:knowledge-base"]
[budget]
max-tokens = 40
min-tokens = 0
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = BTreeMap::from([
        ("north", Row { max_tokens: Some(32), overlap: Some(0) }),
        ("south", Row { overlap: Some(2), ..Row::default() }),
    ]);
    let policy = Tenants::new(File::from_str(POLICY, "policy.toml", ".")?, table);
    let engine = Engine::new(kawara::registry()?, policy);
    let text = "Tank four was built in 1964. Its weir lies twelve millimetres lower than the others. So it takes more than its share \
        above nine hundred cubic metres an hour. Look at it first when a basin turns cloudy.\n";
    for meta in [r#"{"tenant": "north"}"#, r#"{"tenant": "south"}"#, "{}", r#"{"tenant": "west"}"#] {
        println!("{meta}");
        match engine.chunk(&Document::new("tanks", text).with_meta(meta)) {
            Ok(chunks) => {
                chunks.iter().for_each(|chunk| {
                    println!(
                        "  {}/{} +{} {}",
                        chunk.tokens(),
                        chunk.max_tokens(),
                        chunk.carried(),
                        chunk.text()
                    );
                });
            }
            Err(error) => println!("  {error}"),
        }
    }
    Ok(())
}
