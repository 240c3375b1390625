//! Contexts from outside: what is asked, what is read, and which chunk it is for.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod contexts;
mod long;
mod requests;

use kawara::policy::Policy;
use kawara::{Chunks, Document, Engine};

/// An engine that counts words, with chunks of a dozen.
pub(crate) fn engine() -> Engine {
    engine_with("")
}

pub(crate) fn engine_with(budget: &str) -> Engine {
    let policy = format!(
        "policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 12\n{budget}\n[units]\noverlap = 0\n"
    );
    kawara::engine(Policy::from_str(&policy, "kawara.toml", ".").unwrap()).unwrap()
}

/// Sections of paragraphs of two sentences with six words each.
pub(crate) fn manual(sections: usize, paragraphs: usize) -> Document {
    let mut text = String::from("# The manual\n\n");
    for section in 0..sections {
        text += &format!("## Section {section}\n\n");
        for paragraph in 0..paragraphs {
            text += &format!(
                "Pump {section} has valve {paragraph} inside. Turn the valve {paragraph} with care.\n\n"
            );
        }
    }
    Document::new("manual.md", text).with_content_type("text/markdown")
}

pub(crate) fn texts(chunks: &Chunks) -> Vec<(String, String)> {
    chunks.iter().map(|chunk| (chunk.text().to_owned(), chunk.outside_context().to_owned())).collect()
}
