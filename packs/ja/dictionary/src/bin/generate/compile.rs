//! Runs lindera's builder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lindera_dictionary::builder::DictionaryBuilder;
use lindera_dictionary::dictionary::metadata::Metadata;
use lindera_dictionary::dictionary::prefix_dictionary::PrefixDictionary;
use lindera_dictionary::dictionary::schema::Schema;
use lindera_dictionary::viterbi::{LexType, WordEntry, WordId};

use crate::Result;
use crate::archive::{FILES, Files};
use crate::lexicon::{Lexicon, reduce_unknowns};
use crate::source::Source;

/// The files that lindera loads.
pub(crate) fn compile(source: &Source, lexicon: &Lexicon) -> Result<Files> {
    let scratch = Scratch::new()?;
    let (input, output) = (scratch.0.join("in"), scratch.0.join("out"));
    for folder in [&input, &output] {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(input.join("char.def"), source.text("char.def")?)?;
    std::fs::write(input.join("matrix.def"), source.text("matrix.def")?)?;
    std::fs::write(input.join("unk.def"), reduce_unknowns(source.text("unk.def")?)?)?;

    let builder = DictionaryBuilder::new(metadata());
    builder.build_metadata(&output, None)?;
    let characters = builder.build_character_definition(&input, &output)?;
    builder.build_unknown_dictionary(&input, &output, &characters, None)?;
    builder.build_connection_cost_matrix(&input, &output, None)?;
    words(lexicon, &output)?;

    FILES.into_iter().map(|name| Ok((name, std::fs::read(output.join(name))?))).collect()
}

/// The word files. lindera's stage for them numbers the rows and writes out the features of each. Here the number of a word is the
/// place of its features, which are written once. That stage would also trim U+3000 to nothing and lose its entry.
fn words(lexicon: &Lexicon, output: &Path) -> Result<()> {
    let words: BTreeMap<String, Vec<WordEntry>> = lexicon
        .words
        .iter()
        .map(|(word, entries)| {
            let entries = entries.iter().map(|entry| {
                let id = WordId::new(LexType::System, entry.features);
                WordEntry::new(id, entry.cost, entry.left, entry.right)
            });
            (word.clone(), entries.collect())
        })
        .collect();
    let (trie, index) = PrefixDictionary::serialize_trie(&words)?;
    let (mut features, mut offsets) = (Vec::new(), Vec::new());
    for joined in &lexicon.features {
        offsets.extend(u32::try_from(features.len())?.to_le_bytes());
        features.extend(u32::try_from(joined.len())?.to_le_bytes());
        features.extend(joined.as_bytes());
    }
    std::fs::write(output.join("dict.trie"), trie)?;
    std::fs::write(output.join("dict.valsidx"), index)?;
    std::fs::write(output.join("dict.vals"), &*PrefixDictionary::from_word_entry_map(&words)?.vals_data)?;
    std::fs::write(output.join("dict.words"), features)?;
    std::fs::write(output.join("dict.wordsidx"), offsets)?;
    Ok(())
}

/// What a user's words cost, and how they connect, is as in lindera's own IPADIC.
fn metadata() -> Metadata {
    let schema = |fields: &[&str]| Schema::new(fields.iter().map(|field| (*field).to_owned()).collect());
    let words = schema(&[
        "surface",
        "left_context_id",
        "right_context_id",
        "cost",
        "part_of_speech",
        "part_of_speech_subcategory_1",
        "part_of_speech_subcategory_2",
        "part_of_speech_subcategory_3",
        "conjugation_type",
        "conjugation_form",
    ]);
    let user = schema(&["surface", "part_of_speech"]);
    Metadata::new("ipadic".into(), "UTF-8".into(), -10000, 0, 0, "*".into(), false, false, false, words, user)
}

/// A folder that goes when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("kawara-ja-dictionary-{}", std::process::id()));
        std::fs::create_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            eprintln!("{} stays: {error}", self.0.display());
        }
    }
}
