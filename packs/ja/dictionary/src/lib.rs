//! IPADIC, reduced to part of speech and conjugation and embedded for [lindera](lindera_dictionary): Japanese morphology that builds
//! without a download.
//!
//! [`load`] opens it; lindera's `Segmenter` does the rest.
//!
//! ```
//! use lindera::mode::Mode;
//! use lindera::segmenter::Segmenter;
//!
//! let segmenter = Segmenter::new(Mode::Normal, kawara_ja_dictionary::load()?, None).keep_whitespace(true);
//! let mut tokens = segmenter.segment("東京都に住む。".into())?;
//! assert_eq!(&tokens[3].surface, "住む");
//! assert_eq!(tokens[3].details(), ["動詞", "自立", "*", "*", "五段・マ行", "基本形"]);
//! # Ok::<(), lindera::error::LinderaError>(())
//! ```
//!
//! # The fields of a token
//!
//! | place | field | examples |
//! |---|---|---|
//! | 0 | part of speech | `名詞` `助詞` `動詞` `記号` |
//! | 1 | its first subdivision | `固有名詞` `格助詞` `接続助詞` `自立` `句点` |
//! | 2 | its second | `地域` `引用` `一般` |
//! | 3 | its third | `一般` `国` |
//! | 4 | type of conjugation | `五段・マ行` `特殊・タ` |
//! | 5 | form of conjugation | `基本形` `連用形` |
//!
//! All six are always there, `*` where there is nothing to say, for words that the dictionary does not know as well. They are the first
//! six of a full IPADIC, in its order, so code that reads them works with either. A full IPADIC goes on with base form, reading and
//! pronunciation.
//!
//! # What differs from a full IPADIC
//!
//! - Entries of a word that differ only in what was left out are one entry, at the lowest of their costs. This cannot change the best path,
//!   though an n-best list gets shorter.
//! - A sign that tables for EUC-JP map to two code points is known by both: `―` U+2015 and `—` U+2014, `～` U+FF5E and `〜` U+301C, `∥` U+2225
//!   and `‖` U+2016, `－` U+FF0D and `−` U+2212, `￡` U+FFE1 and `£` U+00A3.
//! - The ideographic space U+3000 is white space (`記号,空白`). lindera's own builder loses that entry, and takes the space for a noun.
//! - A token's word id is the number of its fields: two words with the same six fields have the same id.
//!
//! # Licence
//!
//! The code is offered under MIT or Apache-2.0. The dictionary has a licence of its own, [`LICENCE`], which goes with every copy: a program
//! that embeds this crate shows it or has it beside it.

#[cfg(test)]
mod archive;

use lindera_dictionary::LinderaResult;
use lindera_dictionary::dictionary::Dictionary;

mod embedded {
    lindera_dictionary::embedded_dictionary!("/ipadic", Loader);
}

/// Opens the dictionary.
///
/// This copies some 0.3 MB and takes about a millisecond; the other 13 MB stay in the program's file until words ask for pages of them.
/// Clones of what it returns share them.
///
/// # Errors
///
/// If the linked version of lindera reads another format than the one that this dictionary was built in.
///
/// ```
/// let dictionary = kawara_ja_dictionary::load()?;
/// assert_eq!(dictionary.metadata.name, "ipadic");
/// # Ok::<(), lindera_dictionary::error::LinderaError>(())
/// ```
pub fn load() -> LinderaResult<Dictionary> {
    embedded::load()
}

/// The licence of the dictionary: the copyright notice and the conditions of IPADIC.
///
/// ```
/// assert!(kawara_ja_dictionary::LICENCE.starts_with("Copyright 2000, 2001, 2002, 2003 Nara Institute of Science"));
/// ```
pub const LICENCE: &str = include_str!("../data/COPYING");
