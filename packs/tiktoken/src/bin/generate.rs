//! Writes the files in `data/`: the merges of OpenAI's vocabularies, taken from the crate `tiktoken-rs`, and the classes of
//! characters, taken from the tables of `regex-syntax`. Run it as
//! `cargo run --release -p kawara-pack-tiktoken --features generate --bin generate-tiktoken-data -- packs/tiktoken/data`.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::path::{Path, PathBuf};

#[path = "../scan/classes.rs"]
#[allow(dead_code, reason = "the generator needs the names of the classes only")]
mod classes;
#[path = "../vocabulary/merges.rs"]
#[allow(dead_code, reason = "the generator writes and never reads")]
mod merges;

use classes::{BLOCK, CASELESS, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, Set, UPPER};
use merges::BYTES;

fn main() -> Result<(), Box<dyn Error>> {
    let folder =
        std::env::args_os().nth(1).map(PathBuf::from).ok_or("usage: generate-tiktoken-data FOLDER")?;
    write(&folder, "classes.bin", &class_table()?)?;
    let r50k = tokens(&tiktoken_rs::r50k_base()?, 0..50_256)?;
    // Token 50256 of p50k_base is special; the vocabulary goes on behind it.
    let p50k = [r50k.clone(), tokens(&tiktoken_rs::p50k_base()?, 50_257..50_281)?].concat();
    let base = r50k.len() as u32;
    write(&folder, "r50k_base.merges", &merge_file(&r50k, 0)?)?;
    write(&folder, "p50k_base.merges", &merge_file(&p50k, base)?)?;
    write(
        &folder,
        "cl100k_base.merges",
        &merge_file(&tokens(&tiktoken_rs::cl100k_base()?, 0..100_256)?, 0)?,
    )?;
    write(&folder, "o200k_base.merges", &merge_file(&tokens(&tiktoken_rs::o200k_base()?, 0..199_998)?, 0)?)?;
    Ok(())
}

fn write(folder: &Path, name: &str, content: &[u8]) -> std::io::Result<()> {
    std::fs::write(folder.join(name), content)
}

fn tokens(bpe: &tiktoken_rs::CoreBPE, ranks: std::ops::Range<u32>) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    ranks.map(|rank| Ok(bpe.decode_bytes(&[rank])?)).collect()
}

/// The file for the tokens from `first` on.
fn merge_file(tokens: &[Vec<u8>], first: u32) -> Result<Vec<u8>, Box<dyn Error>> {
    let ranks: HashMap<&[u8], u32> =
        (0..).zip(tokens).map(|(rank, token)| (token.as_slice(), rank)).collect();
    let bytes: Vec<u8> = tokens.iter().take(BYTES as usize).flatten().copied().collect();
    let bytes = bytes.try_into().map_err(|_| "the first 256 tokens are not single bytes")?;
    let pairs = (0..)
        .zip(tokens)
        .skip(first.max(BYTES) as usize)
        .map(|(rank, token)| {
            halves(token, &ranks, rank)
                .ok_or_else(|| format!("token {rank} is no merge of two before it").into())
        })
        .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    Ok(merges::write(first, (first == 0).then_some(&bytes), &pairs))
}

/// The two tokens that a token is before its last merge: what the merges of lower rank leave of its bytes.
fn halves(token: &[u8], ranks: &HashMap<&[u8], u32>, rank: u32) -> Option<(u32, u32)> {
    let mut ends: Vec<usize> = (0..=token.len()).collect();
    let part =
        |ends: &[usize], i: usize, n: usize| ranks.get(&token[*ends.get(i)?..*ends.get(i + n)?]).copied();
    while let Some((_, i)) = (0..ends.len())
        .filter_map(|i| Some((part(&ends, i, 2)?, i)))
        .filter(|(merged, _)| *merged < rank)
        .min()
    {
        ends.remove(i + 1);
    }
    (ends.len() == 3).then(|| Some((part(&ends, 0, 1)?, part(&ends, 1, 1)?)))?
}

/// The class of every code point: for each block the number of its classes, then the distinct blocks.
fn class_table() -> Result<Vec<u8>, Box<dyn Error>> {
    let sets = [
        (r"^[\r\n]$", NEWLINE),
        (r"^\s$", SPACE),
        (r"^\p{N}$", NUMBER),
        (r"^[\p{Lu}\p{Lt}]$", UPPER),
        (r"^\p{Ll}$", LOWER),
        (r"^[\p{Lm}\p{Lo}]$", CASELESS),
        (r"^\p{M}$", MARK),
    ];
    let sets = sets.map(|(pattern, set)| regex::Regex::new(pattern).map(|regex| (regex, set)));
    let sets = sets.into_iter().collect::<Result<Vec<_>, _>>()?;
    let class = |code: u32| -> Set {
        let Some(c) = char::from_u32(code) else { return OTHER };
        let c = c.to_string();
        sets.iter().find(|(regex, _)| regex.is_match(&c)).map_or(OTHER, |(_, set)| *set)
    };
    let mut known: BTreeMap<Vec<Set>, u8> = BTreeMap::new();
    let (mut numbers, mut blocks): (Vec<u8>, Vec<Set>) = (Vec::new(), Vec::new());
    for first in (0..0x11_0000).step_by(BLOCK) {
        let block: Vec<Set> = (first..first + BLOCK as u32).map(class).collect();
        let next = u8::try_from(known.len());
        let number = match known.get(&block) {
            Some(&number) => number,
            None => {
                blocks.extend(&block);
                *known.entry(block).or_insert(next?)
            }
        };
        numbers.push(number);
    }
    numbers.extend(blocks);
    Ok(numbers)
}
