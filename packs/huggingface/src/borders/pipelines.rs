//! The pipelines that are known to have borders.

use tokenizers::normalizers::metaspace::{MetaspaceNormalizer, PrependBehavior};
use tokenizers::normalizers::replace::ReplacePattern;
use tokenizers::pipeline::{Normalizer, PipelineNormalizer, PipelinePreTokenizer};
use tokenizers::pre_tokenizers::split::{Split, SplitPattern};
use tokenizers::tokenizer::SplitDelimiterBehavior;

use super::Kind;
use super::chars::{is_blank, is_solid};
use crate::tokenizer::Tokenizer;

/// What SentencePiece writes where a word begins.
const WORD: char = '▁';

/// How the pipeline of a tokenizer parts texts, if it is one of these.
pub(super) fn known(tokenizer: &Tokenizer) -> Option<Kind> {
    let normalizers = tokenizer.normalizers();
    match only(tokenizer.pre_tokenizer())? {
        PipelinePreTokenizer::Bert(_) => match normalizers {
            [] => Some(Kind::Bert { parts_han: false }),
            [PipelineNormalizer::Bert(bert)] => Some(Kind::Bert { parts_han: bert.handle_chinese_chars }),
            _ => None,
        },
        // Composing changes no letter, digit or mark of those that borders are judged by into anything else.
        PipelinePreTokenizer::Split(split) if is_gpt(split) => {
            normalizers.iter().all(|one| matches!(one, PipelineNormalizer::NFC(_))).then_some(Kind::Words)
        }
        PipelinePreTokenizer::Split(split) if is_word(split) => match normalizers {
            [rest @ .., PipelineNormalizer::Metaspace(metaspace)] => pieces(rest, metaspace),
            _ => None,
        },
        PipelinePreTokenizer::WhitespaceSplit(_) | PipelinePreTokenizer::Whitespace(_) => normalizers
            .iter()
            .all(|one| matches!(one, PipelineNormalizer::Lowercase(_)))
            .then_some(Kind::Blanks),
        _ => None,
    }
}

/// The pre-tokenizer, out of a sequence in which the others hand on what they are given.
fn only(pre_tokenizer: &PipelinePreTokenizer) -> Option<&PipelinePreTokenizer> {
    let PipelinePreTokenizer::Sequence(sequence) = pre_tokenizer else { return Some(pre_tokenizer) };
    let mut working =
        sequence.pre_tokenizers().iter().filter(|one| !matches!(one, PipelinePreTokenizer::None));
    working.next().filter(|_| working.next().is_none())
}

/// One of the patterns that the library knows by name.
fn is_gpt(split: &Split) -> bool {
    split.grammar().is_some() && split.behavior == SplitDelimiterBehavior::Isolated && !split.invert
}

/// What begins with `▁` is a word.
fn is_word(split: &Split) -> bool {
    matches!(&split.pattern, SplitPattern::String(sign) if sign.chars().eq([WORD]))
        && split.behavior == SplitDelimiterBehavior::MergedWithNext
        && !split.invert
}

/// SentencePiece: a table of replacements or NFKC, perhaps runs of spaces joined, then `▁` for spaces.
fn pieces(rest: &[PipelineNormalizer], metaspace: &MetaspaceNormalizer) -> Option<Kind> {
    let (rest, joins) = match rest {
        [rest @ .., PipelineNormalizer::Replace(replace)] => {
            let joins = matches!(replace.pattern(), ReplacePattern::Regex(pattern) if pattern == " {2,}");
            (rest, Some(joins && replace.content == " "))
        }
        rest => (rest, None),
    };
    let local = |one: &PipelineNormalizer| {
        matches!(
            one,
            PipelineNormalizer::Precompiled(_)
                | PipelineNormalizer::NFKC(_)
                | PipelineNormalizer::NFC(_)
                | PipelineNormalizer::Nmt(_)
                | PipelineNormalizer::Lowercase(_)
        )
    };
    if joins == Some(false) || metaspace.delimiter() != WORD || !rest.iter().all(local) || !keep(rest) {
        return None;
    }
    match (metaspace.drop_whitespace(), metaspace.prepend()) {
        // Every word gets its sign, whatever stood before it.
        (true, PrependBehavior::Always) => Some(Kind::Blanks),
        // What begins with a space gets none before it.
        (false, _) => Some(Kind::Spaces),
        _ => None,
    }
}

/// Whether these normalizers leave white space white, and what is none, even at its end.
fn keep(normalizers: &[PipelineNormalizer]) -> bool {
    let normal = |c: char| {
        let mut text = String::from(c);
        for normalizer in normalizers {
            text = normalizer.normalize(&text, 0).ok()?.into_owned();
        }
        Some(text)
    };
    let ends_white = |text: &str| text.is_empty() || text.ends_with(|c: char| c.is_whitespace() || c == WORD);
    let judged = ('\0'..='\u{ffff}').filter(|c| is_blank(*c) || is_solid(*c));
    judged.map(|c| (c, normal(c))).all(|(c, text)| match text {
        None => false,
        Some(text) if c == ' ' => text == " ",
        Some(text) if is_blank(c) => text.starts_with(char::is_whitespace),
        Some(text) => !ends_white(&text),
    })
}
