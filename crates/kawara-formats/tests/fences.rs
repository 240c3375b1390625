//! What the engine makes of fences that do not fit the budget.

use std::sync::Arc;

use kawara_core::{Document, Engine, Registry, Result, Settings};
use kawara_formats::PACK;

/// Contexts and texts of the chunks of a page with a fence of so many lines.
fn chunks(lines: usize, max_tokens: u32) -> Result<Vec<(String, String)>> {
    let body: String = (0..lines).map(|nth| format!("let valve_{nth:02} = open({nth});\n")).collect();
    chunks_of(&body, max_tokens)
}

/// The same for a fence that holds these lines.
fn chunks_of(body: &str, max_tokens: u32) -> Result<Vec<(String, String)>> {
    let mut settings = Settings::default();
    settings.budget.counter = "chars".into();
    settings.budget.max_tokens = max_tokens;
    settings.read.content_type = Some("markdown".into());
    let text =
        format!("# Valves\n\nOpen them in this order.\n\n```rust valves.rs\n{body}```\n\nThen wait.\n");
    let engine = Engine::new(Registry::collect(&[&PACK])?, Arc::new(settings));
    let found = engine.chunk(&Document::new("valves", text))?;
    Ok(found.iter().map(|chunk| (chunk.context().to_owned(), chunk.text().to_owned())).collect())
}

#[test]
fn marks_of_a_fence_are_not_left_alone() -> Result<()> {
    for lines in 2..40 {
        for max_tokens in [80, 100, 128, 200, 256, 400] {
            for (_, text) in chunks(lines, max_tokens)? {
                assert!(!text.starts_with("```\n") && text != "```", "{lines} {max_tokens}: {text:?}");
                assert!(!text.ends_with("valves.rs"), "{lines} {max_tokens}: {text:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn later_parts_of_a_fence_bring_its_first_line_along() -> Result<()> {
    let chunks = chunks(30, 256)?;
    let inner: Vec<_> = chunks.iter().filter(|(_, text)| text.starts_with("let ")).collect();
    assert!(inner.len() >= 2, "{chunks:?}");
    assert!(inner.iter().all(|(context, _)| context == "Valves\n```rust valves.rs\n"), "{inner:?}");
    Ok(())
}

#[test]
fn a_fence_is_cut_where_it_has_blank_lines() -> Result<()> {
    let group = "// The next valve is slow.\nlet valve = find(name);\nvalve.open();\nvalve.wait();\n";
    for max_tokens in [300, 320, 340, 360, 380, 400, 420, 440] {
        let chunks = chunks_of(&[group; 6].join("\n"), max_tokens)?;
        let inner: Vec<_> = chunks.iter().filter(|(_, text)| text.contains("valve.open")).collect();
        assert!(inner.len() >= 2, "{chunks:?}");
        for (_, text) in &inner[1..] {
            assert!(text.starts_with("// The next valve"), "{max_tokens}: {text:?}");
        }
    }
    Ok(())
}
