//! Whether a sentence goes on behind a line break.

mod bonds;
mod items;
mod shape;
mod torn;

use kawara_core::Result;

use crate::chars::{is_blank, is_closer, is_hiragana, is_opener, is_terminator};
use crate::follow::{self, Ended};
use crate::morphology::Morphology;
use crate::words::{ends_with_any, starts_with_any};

/// Whether a sentence goes on from `line` to `next`.
///
/// # Errors
/// When the dictionary cannot be opened.
pub(crate) fn goes_on(line: &str, next: &str, morphology: &mut Morphology<'_>) -> Result<bool> {
    let line = line.trim_end_matches(is_blank);
    let next = next.trim_end_matches(is_blank);
    let (Some(last), Some(first)) = (line.chars().next_back(), next.chars().next()) else { return Ok(false) };
    if items::starts_anew(next.trim_start_matches(is_blank)) || items::is_speaker(line) {
        return Ok(false);
    }
    // Behind a comma an indent hangs, elsewhere it begins a paragraph.
    if is_blank(first) {
        return Ok(cannot_end(last));
    }
    if cannot_start(first) || cannot_end(last) || closes(line, next) {
        return Ok(true);
    }
    if is_terminator(last) || matches!(last, '：' | ':' | '…' | '．' | '.' | '；' | ';') {
        return Ok(false);
    }
    let begun = follow::continues(next, Ended::Quote { led: false }, morphology)?;
    if begun && !is_closer(first) && (is_closer(last) || !is_finished(line)) {
        return Ok(true);
    }
    if is_opener(first) && !ends_in_particle(line) {
        return Ok(false);
    }
    if is_heading(line) || shape::are_parallel(line, next) || shape::ends_in_mood(line) {
        return Ok(false);
    }
    if torn::holds(line, next) {
        return Ok(true);
    }
    if ends_in_particle(line) {
        return Ok(!is_loose(line, next));
    }
    bonds::hold(line, next, morphology)
}

/// 、 closers and small kana stand at no beginning.
fn cannot_start(c: char) -> bool {
    is_closer(c) && c != '>' && c != '＞'
        || matches!(c, '、' | '。' | '，' | '．' | '！' | '？' | 'ー' | '々' | 'ゝ' | 'を')
        || "っゃゅょぁぃぅぇぉッャュョァィゥェォ".contains(c)
}

/// Nothing ends in these.
fn cannot_end(c: char) -> bool {
    is_opener(c) || matches!(c, '、' | '，' | '､' | '・' | ',' | '／')
}

/// A quotation that is opened in `line` and closed in `next`.
fn closes(line: &str, next: &str) -> bool {
    [('「', '」'), ('『', '』'), ('（', '）'), ('｢', '｣'), ('“', '”')].iter().any(|(open, close)| {
        let opened = line.rfind(*open).is_some_and(|at| !line.get(at..).unwrap_or_default().contains(*close));
        let closed = next.find(*close).is_some_and(|at| !next.get(..at).unwrap_or_default().contains(*open));
        opened && closed
    })
}

/// 行きました, です: a polite or plain end that describes no noun.
fn is_finished(line: &str) -> bool {
    ends_with_any(line, "です ます ました でした ません ください 下さい でしょう ましょう ね よ")
}

/// A particle that a letter of another script, or a word known to take it, stands before.
fn ends_in_particle(line: &str) -> bool {
    let mut chars = line.chars().rev();
    let last = chars.next().unwrap_or(' ');
    let before = chars.next().unwrap_or(' ');
    let plain = before.is_alphanumeric() && !is_hiragana(before) || is_closer(before);
    last == 'を'
        || plain && matches!(last, 'が' | 'は' | 'に' | 'へ' | 'と' | 'で' | 'も' | 'の' | 'や')
        || ends_with_any(line, PARTICLES)
}

/// 次へ, 佐藤さんへ, 150円台に: a short line that に or へ ends may be whole, as a label, an address or a headline.
fn is_loose(line: &str, next: &str) -> bool {
    if shape::are_even(line, next) || starts_with_any(next, BEHIND_NI) {
        return false;
    }
    let address = line.ends_with('へ') && shape::is_short(line);
    let headline = line.ends_with(['へ', 'に'])
        && !ends_with_any(line, PARTICLES)
        && shape::is_item(line)
        && !shape::is_prose(next);
    address || headline
}

/// What に is part of: によって, に関する.
const BEHIND_NI: &str = "よって より よる よれば よると 関し 関す 対し 対す おい おけ つい とって 伴 基づ 応じ 際し 加え 比べ わた";

/// Particles that are nothing else at the end of a line.
const PARTICLES: &str = "
    には では とは へは からは までは よりは にも でも とも からも までも について によって により に対し に対して に関し に関して において に伴い に基づき に応じ に加え に従い に際し にあたり を通じ
    として とともに という といった ための ような ように ので けれど けれども ながら つつ および ならびに または もしくは
";

/// 返品について, はじめに: a short line without a verb or a comma.
fn is_heading(line: &str) -> bool {
    line.chars().take(17).count() < 17 && !line.contains('、') && ends_with_any(line, HEADINGS)
}

const HEADINGS: &str =
    "について に関して に対して にあたって に際して に向けて はじめに おわりに 終わりに 最後に";
