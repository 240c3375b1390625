//! The sources of IPADIC: the files named in `data/source.sha256`, each with the SHA-256 it has there, as UTF-8.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{Result, archive};

/// What `sha256sum *.csv char.def matrix.def unk.def` prints in the folder of Debian's package.
const SUMS: &str = include_str!("../../../data/source.sha256");

/// The checked and decoded files by name.
pub(crate) struct Source {
    files: BTreeMap<&'static str, String>,
}

impl Source {
    /// Reads the files from `folder`; what else is there is not looked at.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let mut files = BTreeMap::new();
        for line in SUMS.lines() {
            let (sum, name) =
                line.split_once("  ").ok_or("data/source.sha256: a line is not SUM, two spaces, NAME")?;
            let path = folder.join(name);
            let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let found = archive::sha256(&bytes);
            if found != sum {
                return Err(format!(
                    "{}: the SHA-256 is {found}, not {sum}; take the files of Debian's mecab-ipadic 2.7.0-20070801+main-3",
                    path.display()
                )
                .into());
            }
            files.insert(
                name,
                decode(&bytes).ok_or_else(|| format!("{}: this is not EUC-JP", path.display()))?,
            );
        }
        Ok(Self { files })
    }

    /// The text of the file `name`.
    pub(crate) fn text(&self, name: &str) -> Result<&str> {
        Ok(self.files.get(name).ok_or_else(|| format!("data/source.sha256 does not name {name}"))?)
    }

    /// The word lists with their names, in the order of those, which is lindera's too.
    pub(crate) fn word_lists(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .map(|(name, text)| (*name, text.as_str()))
            .filter(|(name, _)| name.ends_with(".csv"))
    }
}

/// EUC-JP as the WHATWG Encoding Standard reads it; `None` if it is anything else.
fn decode(bytes: &[u8]) -> Option<String> {
    encoding_rs::EUC_JP
        .decode_without_bom_handling_and_without_replacement(bytes)
        .map(|text| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_file_is_named() {
        let names: Vec<&str> = SUMS.lines().filter_map(|line| Some(line.split_once("  ")?.1)).collect();
        assert_eq!(names.iter().filter(|name| name.ends_with(".csv")).count(), 26);
        for name in ["char.def", "matrix.def", "unk.def"] {
            assert!(names.contains(&name), "{name}");
        }
    }

    #[test]
    fn another_edition_is_refused_by_name() {
        let folder = std::env::temp_dir().join(format!("kawara-ja-dictionary-source-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let missing = Source::read(&folder).err().unwrap().to_string();
        std::fs::write(folder.join("Adj.csv"), "高い,1,1,1,形容詞\n").unwrap();
        let changed = Source::read(&folder).err().unwrap().to_string();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(missing.contains("Adj.csv"), "{missing}");
        assert!(changed.contains("Adj.csv") && changed.contains("2.7.0-20070801+main-3"), "{changed}");
    }

    #[test]
    fn bytes_are_read_as_the_standard_says() {
        assert_eq!(
            decode(b"\xc5\xec\xb5\xfe\xa1\xbd\xa1\xc1\xa1\xdd").unwrap(),
            "東京\u{2015}\u{FF5E}\u{FF0D}"
        );
        assert_eq!(decode(b"\xc5\xec\xb5"), None);
        assert_eq!(decode("東京".as_bytes()), None);
    }
}
