//! Bunsetsu by the change of scripts, where no dictionary can be asked.

use crate::chars::{is_blank, is_closer, is_hiragana, is_japanese, is_opener, is_terminator};

use super::LONG;

/// Offers every place where a bunsetsu may start, and says whether one probably does: where hiragana ends, which is what particles
/// and endings are written in, and behind punctuation.
pub(super) fn breaks(text: &str, mut offer: impl FnMut(usize, bool)) {
    let mut before = [' ', ' '];
    let mut last = 0;
    for (at, c) in text.char_indices() {
        let [earlier, prev] = before;
        let polite = matches!(prev, 'お' | 'ご') && !is_hiragana(earlier);
        let script = is_hiragana(prev) && !is_hiragana(c) && c.is_alphanumeric() && c != 'ー' && !polite;
        let mark = is_closer(prev) && is_japanese(c) && !is_hiragana(c)
            || (is_terminator(prev) || matches!(prev, '、' | '，' | '､') || is_blank(prev)) && !is_blank(c);
        let opens = is_opener(c) && !is_opener(prev);
        let object = prev == 'を';
        let wanted = at > 0 && (script || mark || opens || object);
        let long = at - last > LONG && is_japanese(c);
        if wanted || long {
            offer(at, true);
            last = at;
        }
        before = [prev, c];
    }
}
