//! What chunking costs and whether it is exact: the corpora at 256 tokens with one sentence of overlap, per counter and language, as
//! a ratio to one plain counting pass over the same text in the same run; peers beside it. Prints the tables of the README.
//!
//! `cargo run --release --bin corpora [CORPORA [TOKENIZERS]] [--rounds N] [--counter NAME]… [--instructions]`

mod arguments;
mod cells;
mod contender;
mod counters;
mod process;
mod tables;
mod verify;

use arguments::Arguments;

/// Tokens of a chunk.
const BUDGET: usize = 256;
/// Tokens of overlap for peers that know no sentences.
const OVERLAP: usize = 38;
const CORPORA: [&str; 6] = ["en", "zh", "ja", "th", "md", "code"];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, contender, counter, corpus] = &words[..]
        && flag == process::ONE
    {
        process::measure(contender, counter, corpus.as_ref());
        return;
    }
    let arguments = Arguments::parse(words);
    let mut starts = Vec::new();
    let mut carried = Vec::new();
    tables::openai(&arguments, &mut starts, &mut carried);
    tables::huggingface(&arguments, &mut starts);
    tables::start_up(&starts);
    tables::carried(&carried);
}
