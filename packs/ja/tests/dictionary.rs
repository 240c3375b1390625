//! A dictionary of the user's, built by lindera from a few lines in the manner of IPADIC or UniDic.

#![cfg(feature = "dictionary")]
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use std::path::{Path, PathBuf};

use kawara_core::{Cuts, Error, ErrorKind, Grain, Options, Segmenter, Value};
use kawara_pack_ja::{Japanese, PACK};
use lindera_dictionary::builder::DictionaryBuilder;
use lindera_dictionary::dictionary::metadata::Metadata;
use lindera_dictionary::dictionary::schema::Schema;

/// A word a line: surface and its first six features. 出荷部 is in no other dictionary as one word.
const IPADIC: &str = "
    本 名詞,一般,*,*,*,*
    店 名詞,一般,*,*,*,*
    出荷部 名詞,一般,*,*,*,*
    は 助詞,係助詞,*,*,*,*
    に 助詞,格助詞,一般,*,*,*
    が 助詞,格助詞,一般,*,*,*
    を 助詞,格助詞,一般,*,*,*
    ある 動詞,自立,*,*,五段・ラ行,基本形
    見 動詞,自立,*,*,一段,連用形
    た 助動詞,*,*,*,特殊・タ,基本形
    。 記号,句点,*,*,*,*
    、 記号,読点,*,*,*,*
";

const UNIDIC: &str = "
    本 名詞,普通名詞,一般,*,*,*
    店 名詞,普通名詞,一般,*,*,*
    出荷部 名詞,普通名詞,一般,*,*,*
    は 助詞,係助詞,*,*,*,*
    に 助詞,格助詞,*,*,*,*
    が 助詞,格助詞,*,*,*,*
    を 助詞,格助詞,*,*,*,*
    ある 動詞,非自立可能,*,*,五段-ラ行,終止形-一般
    見 動詞,非自立可能,*,*,上一段-マ行,連用形-一般
    た 助動詞,*,*,*,助動詞-タ,終止形-一般
    。 補助記号,句点,*,*,*,*
    、 補助記号,読点,*,*,*,*
";

/// Builds a dictionary of `words` in a folder of its own.
fn build(name: &str, words: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let (input, output) = (folder.join("in"), folder.join("out"));
    std::fs::create_dir_all(&input).unwrap();
    let row = |line: &str| {
        let (surface, features) = line.trim().split_once(' ').unwrap();
        format!("{surface},0,0,-1000,{features}\n")
    };
    let rows: String = words.trim().lines().map(row).collect();
    std::fs::write(input.join("words.csv"), rows).unwrap();
    std::fs::write(input.join("matrix.def"), "1 1\n0 0 0\n").unwrap();
    std::fs::write(input.join("char.def"), "DEFAULT 0 1 0\nSPACE 0 1 0\n0x0020 SPACE\n").unwrap();
    std::fs::write(
        input.join("unk.def"),
        "DEFAULT,0,0,5000,名詞,一般,*,*,*,*\nSPACE,0,0,5000,記号,空白,*,*,*,*\n",
    )
    .unwrap();
    let schema = |fields: &[&str]| Schema::new(fields.iter().map(|field| (*field).to_owned()).collect());
    let fields = [
        "surface",
        "left_context_id",
        "right_context_id",
        "cost",
        "pos1",
        "pos2",
        "pos3",
        "pos4",
        "type",
        "form",
    ];
    let metadata = Metadata::new(
        name.into(),
        "UTF-8".into(),
        -10000,
        0,
        0,
        "*".into(),
        false,
        false,
        false,
        schema(&fields),
        schema(&["surface", "pos1"]),
    );
    DictionaryBuilder::new(metadata).build_dictionary(&input, &output).unwrap();
    output
}

fn bunsetsu(folder: &Path, text: &str) -> Result<Vec<String>, Error> {
    let entry = &PACK.segmenter_entries()[0];
    let options = Options::new().with("dictionary", Value::Str(folder.to_str().unwrap().into()));
    let segmenter = entry.open(&options)?;
    let mut cuts = Cuts::new(text);
    segmenter.worker().cuts(text, Grain::Word, &mut cuts)?;
    let mut start = 0;
    Ok(cuts
        .finish()?
        .into_iter()
        .map(|end| text[std::mem::replace(&mut start, end)..end].to_owned())
        .collect())
}

#[test]
fn either_kind_is_read() {
    for (name, words) in [("ipadic", IPADIC), ("unidic", UNIDIC)] {
        let folder = build(name, words);
        assert_eq!(
            bunsetsu(&folder, "出荷部が本を見た。").unwrap(),
            ["出荷部が", "本を", "見た。"],
            "{name}"
        );
    }
}

#[test]
fn other_parts_of_speech_are_refused_when_a_word_is_looked_up() {
    let folder = build("other", &IPADIC.replace("助詞", "particle"));
    // It is not opened yet.
    let japanese = Japanese::with_dictionary(&folder).unwrap();
    let error = bunsetsu(&folder, "出荷部が本を見た。").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Open);
    assert!(error.to_string().contains(folder.to_str().unwrap()), "{error}");
    // What needs no dictionary is still done.
    let mut cuts = Cuts::new("一つ。二つ。");
    japanese.worker().cuts("一つ。二つ。", Grain::Sentence, &mut cuts).unwrap();
    assert_eq!(cuts.finish().unwrap().len(), 2);
}

#[test]
fn a_damaged_dictionary_is_refused() {
    let folder = build("damaged", IPADIC);
    let words = std::fs::read(folder.join("dict.words")).unwrap();
    std::fs::write(folder.join("dict.words"), &words[..words.len() / 8]).unwrap();
    let error = bunsetsu(&folder, "出荷部が本を見た。").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Open, "{error}");
}

#[test]
fn a_dictionary_of_another_format_is_refused() {
    let folder = build("format", IPADIC);
    let metadata = std::fs::read_to_string(folder.join("metadata.json")).unwrap();
    std::fs::write(
        folder.join("metadata.json"),
        metadata.replace("\"format_version\":", "\"x\":1,\"format_version\":9"),
    )
    .unwrap();
    let error = bunsetsu(&folder, "出荷部が本を見た。").unwrap_err();
    assert!(error.to_string().contains(folder.to_str().unwrap()), "{error}");
}

#[test]
fn a_dictionary_counts_by_what_is_in_it() {
    let entry = &PACK.segmenter_entries()[0];
    let identity = |folder: &Path| {
        entry.identify(&Options::new().with("dictionary", Value::Str(folder.to_str().unwrap().into())))
    };
    let (folder, other) = (build("identity", IPADIC), build("identity-other", UNIDIC));
    let moved = folder.with_file_name("moved");
    std::fs::create_dir_all(&moved).unwrap();
    for file in std::fs::read_dir(&folder).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), moved.join(file.file_name())).unwrap();
    }
    assert_eq!(identity(&folder).unwrap(), identity(&moved).unwrap());
    assert_ne!(identity(&folder).unwrap(), identity(&other).unwrap());
    assert_ne!(identity(&folder).unwrap(), entry.identify(&Options::new()).unwrap());
    let error = identity(Path::new("no/such/dictionary")).unwrap_err().to_string();
    assert!(error.contains("no/such/dictionary"), "{error}");
}
