//! The engine in a program: a policy, a document, its chunks.

#![allow(clippy::print_stdout, reason = "an example prints")]

use kawara::{Document, policy::Policy};

const POLICY: &str = r#"
policy  = 1
extends = ["kawara:docs"]
[budget]
counter    = "tiktoken:o200k_base"
max-tokens = 48
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let engine = kawara::engine(Policy::from_str(POLICY, "policy.toml", ".")?)?;
    let text = "# Tank four\n\nTank four was built in 1964. Its weir lies twelve millimetres lower than the others. \
        So it takes more than its share above nine hundred cubic metres an hour. Look at it first when a basin turns cloudy.\n";
    let document =
        Document::new("tanks.md", text).with_content_type("text/markdown").with_meta(r#"{"tenant": 7}"#);
    for chunk in engine.chunk(&document)?.iter() {
        let (context, text) = (chunk.context(), chunk.text());
        println!(
            "{} {:?} {}/{} tokens\n{context}{text}\n",
            chunk.id(),
            chunk.source_range(),
            chunk.tokens(),
            chunk.max_tokens()
        );
    }
    Ok(())
}
