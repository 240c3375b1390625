//! The command line.

use std::path::PathBuf;

use kawara_benches::corpora;

pub struct Arguments {
    pub corpora: PathBuf,
    pub tokens: u32,
    pub min_tokens: u32,
    pub edits: usize,
    pub seed: u64,
    pub curve: bool,
}

impl Arguments {
    /// # Panics
    /// If an option is unknown or has no number.
    pub fn parse(mut given: impl Iterator<Item = String>) -> Self {
        let (mut directory, mut curve) = (None, false);
        let (mut tokens, mut min_tokens, mut edits, mut seed) = (256, 0, 1000, 42);
        while let Some(argument) = given.next() {
            let mut number = || given.next().and_then(|word| word.parse().ok()).expect("a number");
            match argument.as_str() {
                "--tokens" => tokens = number() as u32,
                "--min-tokens" => min_tokens = number() as u32,
                "--edits" => edits = number() as usize,
                "--seed" => seed = number(),
                "--curve" => curve = true,
                other => {
                    assert!(!other.starts_with('-'), "unknown option {other}");
                    directory = Some(argument);
                }
            }
        }
        Self { corpora: corpora(directory.as_deref()), tokens, min_tokens, edits, seed, curve }
    }
}
