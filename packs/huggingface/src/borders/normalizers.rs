//! What the normalizers of a tokenizer mean for borders.

use tokenizers::normalizers::metaspace::PrependBehavior;
use tokenizers::normalizers::replace::ReplacePattern;
use tokenizers::pipeline::PipelineNormalizer;

/// What is left of the borders.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Normalized {
    /// Each Han character stands alone.
    pub(super) parts_han: bool,
    /// Words are parted at the plain space, and at no other white space.
    pub(super) only_spaces: bool,
}

/// What these normalizers leave; `None` where they look at the whole text, such as one that puts something before it.
///
/// The characters after a border are mild (see [`super::chars`]): each of the normalizers listed treats the text before such a
/// character and the text from it on as if the other were not there.
pub(super) fn judge(normalizers: &[PipelineNormalizer]) -> Option<Normalized> {
    let mut normalized = Normalized::default();
    for normalizer in normalizers {
        match normalizer {
            PipelineNormalizer::Bert(bert) => normalized.parts_han |= bert.handle_chinese_chars,
            // Before a space nothing is put: the part behind a border begins with one.
            PipelineNormalizer::Metaspace(metaspace) if !metaspace.drop_whitespace() => {
                normalized.only_spaces = true;
            }
            // Where white space is thrown away, every word but perhaps the first gets its sign.
            PipelineNormalizer::Metaspace(metaspace)
                if matches!(metaspace.prepend(), PrependBehavior::Always | PrependBehavior::Never) => {}
            PipelineNormalizer::Replace(replace) => match replace.pattern() {
                ReplacePattern::Regex(pattern) if pattern == " {2,}" => {}
                _ => return None,
            },
            PipelineNormalizer::Lowercase(_)
            | PipelineNormalizer::StripAccents(_)
            | PipelineNormalizer::NFC(_)
            | PipelineNormalizer::NFD(_)
            | PipelineNormalizer::NFKC(_)
            | PipelineNormalizer::NFKD(_)
            | PipelineNormalizer::Nmt(_)
            | PipelineNormalizer::Precompiled(_) => {}
            _ => return None,
        }
    }
    Some(normalized)
}
