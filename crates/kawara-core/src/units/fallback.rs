use unicode_segmentation::UnicodeSegmentation;

use super::{Cuts, Grain, SegmentWorker, Segmenter};
use crate::Result;

/// The segmenter for any language without a pack: the sentence and word rules of Unicode (UAX #29), with the sentence ends of
/// scripts that those rules leave out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unicode;

impl Segmenter for Unicode {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(*self)
    }
}

impl SegmentWorker for Unicode {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        match grain {
            Grain::Sentence => sentences(text, out),
            Grain::Clause => clauses(text, out),
            Grain::Word => words(text, out),
        }
    }
}

/// UAX #29 sentences, cut again after full stops that it takes for letters: Khmer, Lao and Myanmar ends.
fn sentences(text: &str, out: &mut Cuts<'_>) -> Result<()> {
    for (start, sentence) in text.split_sentence_bound_indices() {
        let mut ended = false;
        for (at, c) in sentence.char_indices() {
            if ended && !c.is_whitespace() && !is_end(c) && !is_closer(c) {
                out.push(start + at)?;
                ended = false;
            }
            ended |= is_end(c);
        }
        out.push(start + sentence.len())?;
    }
    Ok(())
}

/// Sentence ends whatever the language of the text around them.
fn is_end(c: char) -> bool {
    matches!(c, '।' | '॥' | '؟' | '۔' | '။' | '។' | '៕' | '。' | '！' | '？' | '｡')
}

fn is_closer(c: char) -> bool {
    matches!(c, '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '」' | '』' | '）' | '】' | '》' | '〉' | '｣')
}

/// After commas, semicolons and the like, with the white space that follows.
fn clauses(text: &str, out: &mut Cuts<'_>) -> Result<()> {
    let mut chars = text.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        let wide = matches!(c, '，' | '、' | '；' | '､' | '،' | '؛' | '၊');
        let narrow = matches!(c, ',' | ';') && chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        if !wide && !narrow {
            continue;
        }
        while chars.next_if(|(_, next)| next.is_whitespace() || is_closer(*next)).is_some() {}
        if let Some((at, _)) = chars.peek() {
            out.push(*at)?;
        }
    }
    close(text, out)
}

/// UAX #29 words; white space and closing marks stay with the word before, and no-break spaces and word joiners break nothing.
fn words(text: &str, out: &mut Cuts<'_>) -> Result<()> {
    let mut before = '\n';
    for (at, word) in text.split_word_bound_indices() {
        let first = word.chars().next().unwrap_or(' ');
        let stays = first.is_whitespace() || is_glue(first) || is_glue(before) || is_trailing(first);
        if at > 0 && !stays {
            out.push(at)?;
        }
        before = word.chars().next_back().unwrap_or(' ');
    }
    close(text, out)
}

fn is_glue(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{202f}' | '\u{2007}' | '\u{2060}' | '\u{feff}')
}

fn is_trailing(c: char) -> bool {
    is_closer(c) || is_end(c) || matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '，' | '、' | '；' | '：')
}

fn close(text: &str, out: &mut Cuts<'_>) -> Result<()> {
    if out.last() < text.len() { out.push(text.len()) } else { Ok(()) }
}
