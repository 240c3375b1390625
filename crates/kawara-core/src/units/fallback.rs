use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;

use super::clusters::Clusters;
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
        let mut ends = Vec::new();
        sentences(text, &mut ends);
        if grain <= Grain::Clause {
            clauses(text, &mut ends);
        }
        if grain == Grain::Word {
            words(text, &mut ends);
        }
        ends.sort_unstable();
        let mut clusters = Clusters::new(text, 0);
        for end in ends {
            if end > out.last() {
                let end = after_blanks(text, clusters.align(end));
                out.push(end)?;
            }
        }
        if out.last() < text.len() { out.push(text.len()) } else { Ok(()) }
    }
}

/// The end of the blank clusters that follow `at`: white space belongs to the piece before it.
fn after_blanks(text: &str, at: usize) -> usize {
    let blanks = text[at..].graphemes(true).take_while(|cluster| cluster.chars().all(char::is_whitespace));
    at + blanks.map(str::len).sum::<usize>()
}

/// UAX #29 sentences, cut again after full stops that it takes for letters: Khmer, Lao and Myanmar ends.
fn sentences(text: &str, ends: &mut Vec<usize>) {
    let mut ended = false;
    for (at, c) in text.char_indices() {
        if ended && !c.is_whitespace() && !is_end(c) && !is_closer(c) {
            ends.push(at);
            ended = false;
        }
        ended |= is_end(c);
    }
    let spaced = line_breaks_as_spaces(text);
    let mut start = 0;
    while start < spaced.len() {
        let stretch = stretch(&spaced[start..]);
        let bounds = stretch.split_sentence_bound_indices();
        ends.extend(
            bounds
                .map(|(at, sentence)| (at + sentence.len(), at + sentence.trim_end_matches(is_opener).len()))
                .filter(|(end, _)| *end < stretch.len())
                .map(|(_, end)| start + end),
        );
        start += stretch.len();
    }
}

/// The text is one block, in which a line break is a space; UAX #29 would end a sentence there.
fn line_breaks_as_spaces(text: &str) -> Cow<'_, str> {
    const BREAKS: [char; 5] = ['\r', '\n', '\u{85}', '\u{2028}', '\u{2029}'];
    if !text.contains(BREAKS) {
        return Cow::Borrowed(text);
    }
    // Spaces of as many bytes as what they stand for.
    Cow::Owned(
        text.replace(['\r', '\n'], " ")
            .replace('\u{85}', "\u{a0}")
            .replace(['\u{2028}', '\u{2029}'], "\u{2003}"),
    )
}

/// Bytes after which [`stretch`] looks for the middle of a word, and after which it stops looking.
const STRETCH: std::ops::Range<usize> = 512..1024;

/// A beginning of `text` that can be cut into sentences on its own. The rules look ahead to the next letter, for every
/// character after a full stop; without an end to that, a thousand brackets would take a million steps. In the middle of a word
/// the rules have nothing pending, so that the result is the same.
fn stretch(text: &str) -> &str {
    let from = text.floor_char_boundary(STRETCH.start);
    let to = text.floor_char_boundary(STRETCH.end);
    let mut after_letter = false;
    for (at, c) in text[from..to].char_indices() {
        if after_letter && c.is_alphabetic() {
            return &text[..from + at];
        }
        after_letter = is_letter(c);
    }
    &text[..to]
}

/// Letters that are certainly no marks; incomplete on purpose.
fn is_letter(c: char) -> bool {
    c.is_lowercase()
        || c.is_uppercase()
        || matches!(c,
            'א'..='ת' | 'ء'..='غ' | 'ف'..='ي' | 'अ'..='ह' | 'ก'..='ฮ' | 'ກ'..='ຮ' | 'က'..='ဪ' | 'ក'..='ឳ'
            | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | '㐀'..='䶿' | '一'..='鿿' | '가'..='힣')
}

/// Sentence ends whatever the language of the text around them.
fn is_end(c: char) -> bool {
    matches!(c, '।' | '॥' | '؟' | '۔' | '။' | '។' | '៕' | '。' | '！' | '？' | '｡')
}

/// Brackets that UAX #29 takes for closing ones wherever they stand; after a full stop without a space they open what follows.
fn is_opener(c: char) -> bool {
    matches!(c, '“' | '‘' | '«' | '「' | '『' | '（' | '【' | '《' | '〈' | '｢')
}

fn is_closer(c: char) -> bool {
    matches!(c, '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '」' | '』' | '）' | '】' | '》' | '〉' | '｣')
}

/// After commas, semicolons and the like.
fn clauses(text: &str, ends: &mut Vec<usize>) {
    let mut chars = text.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        let wide = matches!(c, '，' | '、' | '；' | '､' | '،' | '؛' | '၊');
        let narrow = matches!(c, ',' | ';') && chars.peek().is_none_or(|(_, next)| next.is_whitespace());
        if !wide && !narrow {
            continue;
        }
        while chars.next_if(|(_, next)| next.is_whitespace() || is_closer(*next)).is_some() {}
        ends.extend(chars.peek().map(|(at, _)| *at));
    }
}

/// UAX #29 words; white space and closing marks stay with the word before, and no-break spaces and word joiners break nothing.
fn words(text: &str, ends: &mut Vec<usize>) {
    let mut before = '\n';
    for (at, word) in text.split_word_bound_indices() {
        let first = word.chars().next().unwrap_or(' ');
        let holds = is_glue(first) || is_glue(before) || is_thai(first) && is_thai(before);
        if !first.is_whitespace() && !holds && !is_trailing(first) {
            ends.push(at);
        }
        before = word.chars().next_back().unwrap_or(' ');
    }
}

/// UAX #29 leaves Thai words to a dictionary and takes each letter for one, which tears vowels off.
fn is_thai(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{e5b}')
}

fn is_glue(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{202f}' | '\u{2007}' | '\u{2060}' | '\u{feff}')
}

fn is_trailing(c: char) -> bool {
    is_closer(c) || is_end(c) || matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '，' | '、' | '；' | '：')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, grain: Grain) -> Vec<&str> {
        let mut cuts = Cuts::new(text);
        Unicode.cuts(text, grain, &mut cuts).unwrap();
        let ends = cuts.finish().unwrap();
        [0].iter().chain(&ends).zip(&ends).map(|(start, end)| &text[*start..*end]).collect()
    }

    #[test]
    fn a_line_break_is_a_space() {
        assert_eq!(
            pieces("One line\r\nand two.\n\nNext.\n", Grain::Sentence),
            ["One line\r\nand two.\n\n", "Next.\n"]
        );
        assert_eq!(
            pieces("U.S.\u{2028}law. So\u{85}it is.", Grain::Sentence),
            ["U.S.\u{2028}law. ", "So\u{85}it is."]
        );
    }

    #[test]
    fn scripts_with_ends_of_their_own() {
        assert_eq!(pieces("ថ្ងៃនេះ។ គាត់៕", Grain::Sentence), ["ថ្ងៃនេះ។ ", "គាត់៕"]);
        assert_eq!(pieces("बारिश है। वह", Grain::Sentence), ["बारिश है। ", "वह"]);
    }

    #[test]
    fn finer_grains_keep_the_coarser_ends() {
        assert_eq!(pieces("Yes, no; so. What?", Grain::Clause), ["Yes, ", "no; ", "so. ", "What?"]);
        assert_eq!(
            pieces("10\u{202f}000 is it?\u{a0}So.", Grain::Word),
            ["10\u{202f}000 ", "is ", "it?\u{a0}", "So."]
        );
        assert_eq!(pieces("the ปลา fish", Grain::Word), ["the ", "ปลา ", "fish"]);
    }

    #[test]
    fn a_cut_waits_for_the_end_of_its_cluster() {
        assert_eq!(pieces("終。\u{3099}次。", Grain::Sentence), ["終。\u{3099}", "次。"]);
    }

    #[test]
    fn stretches_change_nothing() {
        for seed in 0..100 {
            let text = line_breaks_as_spaces(&kawara_testkit::mixed_text(seed, 5_000)).into_owned();
            let (mut start, mut ends) = (0, Vec::new());
            while start < text.len() {
                let stretch = stretch(&text[start..]);
                assert!(stretch.len() <= STRETCH.end && !stretch.is_empty());
                let bounds = stretch.split_sentence_bound_indices().skip(1);
                ends.extend(bounds.map(|(at, _)| start + at));
                start += stretch.len();
            }
            let whole: Vec<_> = text.split_sentence_bound_indices().skip(1).map(|(at, _)| at).collect();
            assert_eq!(ends, whole, "seed {seed}");
        }
    }
}
