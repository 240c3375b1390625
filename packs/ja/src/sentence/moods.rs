//! Whether a picture, laughter or a face ends a sentence.

use kawara_core::Result;

use super::{Step, Walk, is_finished};
use crate::chars::{char_at, char_before, is_blank, is_digit, is_japanese, is_katakana, is_latin};
use crate::follow::Ended;
use crate::marks::{Kind, Mood};
use crate::words::{ends_with_any, starts_with_any};

impl Walk<'_, '_, '_> {
    /// `start..end`: the picture, or the face in its brackets. `index` is that of its first mark.
    pub(super) fn mood(&mut self, index: usize, start: usize, end: usize, mood: Mood) -> Result<Step> {
        let next = self.index_at(index + 1, end);
        let on = Ok((next, None));
        let words = self.text.get(self.sentence..start).unwrap_or_default().trim_end_matches(is_blank);
        if words.is_empty() || self.is_followed_up(next, end) {
            return on;
        }
        // ✅送料無料✅即日発送: what opens each item of a list closes none.
        let sign = self.text.get(start..end).unwrap_or_default();
        let opens = matches!(mood, Mood::Thing | Mood::Star)
            && words.starts_with(sign)
            && char_at(self.text, end).is_some_and(|c| !is_blank(c));
        if opens {
            return Ok((next, Some(start)));
        }
        let ends = match mood {
            Mood::Pointer => false,
            Mood::Drawl => {
                ends_with_any(words, DRAWN) && char_at(self.text, end).is_some_and(|c| !is_digit(c))
            }
            Mood::Feeling => !ends_with_any(words, "を が は へ") || ends_with_any(words, GREETINGS),
            Mood::Thing => !ends_with_any(words, "を が は へ に で と も の") && is_finished(words),
            Mood::Star => !ends_with_any(words, "を が は へ") && !self.joins_a_name(words, end),
        };
        let ended = if mood == Mood::Thing { Ended::Quote { led: true } } else { Ended::Loud };
        if !ends || stands_for_a_noun(self.text, end) || self.goes_on(end, ended)? {
            return on;
        }
        self.run_from(next, end, Kind::Mood(mood), None)
    }

    /// Whether a mark that ends sentences follows, which decides itself, or a line that goes on: ━━(ﾟ∀ﾟ)━━!!
    fn is_followed_up(&self, next: usize, end: usize) -> bool {
        let line = |c: char| matches!(c, '━' | '─' | '―' | 'ー' | 'ｰ' | '=');
        char_at(self.text, end).is_some_and(line)
            || self.marks.get(next).is_some_and(|mark| {
                mark.start == end && (mark.kind.is_terminator() || matches!(mark.kind, Kind::Close(_)))
            })
    }

    /// らき☆すた, つのだ☆ひろ, スター☆トゥインクル: a short word on its left, or katakana or Latin letters on both sides.
    fn joins_a_name(&self, words: &str, end: usize) -> bool {
        let after = self.text.get(end..).unwrap_or_default();
        let Some(next) = after.chars().next().filter(|c| is_japanese(*c) || is_latin(*c)) else {
            return false;
        };
        let before = char_before(words, words.len()).unwrap_or(' ');
        let alike = |c: char| is_katakana(c) || is_latin(c);
        alike(before) && alike(next)
            || words.chars().rev().take(4).take_while(|c| is_japanese(*c)).count() < 4
    }
}

/// いいね👍ください, 👍してね: what follows the picture needs a noun.
fn stands_for_a_noun(text: &str, end: usize) -> bool {
    starts_with_any(text.get(end..).unwrap_or_default(), TAKERS)
}

const TAKERS: &str = "ください 下さい くださる いただ 頂け します しまし しませ しましょ しよう してくだ してね してる している したい";

/// は ends these, too.
const GREETINGS: &str = "こんにちは こんばんは それでは では";

/// What is drawn out at the end of a sentence.
const DRAWN: &str = "ね よ です ます ました でした ません かな だな だわ たい さい";
