//! The picture in the README: one Chinese paragraph cut by three tools. Prints it as text.
//!
//! `cargo run --release --bin picture < PARAGRAPH`

use std::io::Read;

use kawara::{Document, Stability};
use kawara_benches::engine;

const COUNTER: &str = "tiktoken:cl100k_base";
const BUDGET: usize = 70;
const OVERLAP: usize = BUDGET * 15 / 100;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("a paragraph");
    let text = text.trim();
    let bpe = tiktoken_rs::cl100k_base().expect("a vocabulary");

    println!("A token window, {BUDGET} tokens, {OVERLAP} repeated:\n");
    let tokens = bpe.encode_ordinary(text);
    let mut start = 0;
    loop {
        let end = (start + BUDGET).min(tokens.len());
        let bytes = bpe.decode_bytes(&tokens[start..end]).expect("bytes");
        println!("  {:>2}/{BUDGET}  {}", end - start, String::from_utf8_lossy(&bytes));
        if end == tokens.len() {
            break;
        }
        start = end - OVERLAP;
    }

    println!("\ntext-splitter, {BUDGET} tokens, an overlap of 15 % asked for:\n");
    let config = text_splitter::ChunkConfig::new(BUDGET).with_sizer(&bpe).with_overlap(OVERLAP).expect("an overlap");
    let mut reached = 0usize;
    for (at, chunk) in text_splitter::TextSplitter::new(config).chunk_indices(text) {
        let carried = reached.saturating_sub(at).min(chunk.len());
        println!("  {:>2}/{BUDGET}  {}", bpe.encode_ordinary(chunk).len(), marked(chunk, carried));
        reached = at + chunk.len();
    }

    println!("\nkawara, {BUDGET} tokens, one sentence carried:\n");
    for chunk in engine(COUNTER, BUDGET as u32, 0, Stability::default()).chunk(&Document::new("p", text)).expect("chunks").iter() {
        println!("  {:>2}/{BUDGET}  {}", chunk.tokens(), marked(chunk.text(), chunk.carried_text().len()));
    }
}

/// The carried part between marks.
fn marked(chunk: &str, carried: usize) -> String {
    if carried == 0 { chunk.to_owned() } else { format!("⟦{}⟧{}", &chunk[..carried], &chunk[carried..]) }
}
