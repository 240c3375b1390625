//! What stands between two lines of what is said.

use std::ops::Range;

use crate::mode::Newline;

/// How a line follows the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seam {
    Paragraph,
    Line,
    /// The language decides whether the sentence goes on.
    Wrap,
    Space,
    Nothing,
}

/// A pause, in milliseconds, that no sentence goes on after: people breathe for less than a second.
const LINE: u64 = 2_000;
/// A pause after which the scene is another one.
const PARAGRAPH: u64 = 5_000;

/// How a cue begins, by when the cues before were shown.
pub(super) fn by_time(before: Option<&Range<u64>>, time: Option<&Range<u64>>) -> Option<Seam> {
    let (Some(before), Some(time)) = (before, time) else { return Some(Seam::Paragraph) };
    let pause = time.start.saturating_sub(before.end);
    match () {
        () if pause >= PARAGRAPH => Some(Seam::Paragraph),
        () if pause >= LINE || time.start < before.start => Some(Seam::Line),
        () => None,
    }
}

/// How two lines follow each other, by what is said. `inside`: they are lines of one cue. Where breaks are soft, only pauses and speakers
/// part lines; in `auto`, the language decides where neither script nor marks tell.
pub(super) fn by_text(before: &str, next: &str, inside: bool, newline: Newline) -> Seam {
    let (Some(last), Some(first)) = (before.chars().next_back(), next.chars().next()) else {
        return Seam::Nothing;
    };
    let (letter, other) = (letter(before.chars().rev()), letter(next.chars()));
    // A cue of two speakers is dashed; the next cue is not the second speaker's.
    if newline == Newline::Hard || is_other_speaker(next) || !inside && is_other_speaker(before) {
        return Seam::Line;
    }
    let undecided = if newline == Newline::Soft { Seam::Space } else { Seam::Wrap };
    if is_unspaced(letter) || is_unspaced(other) {
        // A blank is a mark in these scripts.
        return if inside { Seam::Space } else { undecided };
    }
    if ![last, first, letter, other].into_iter().any(is_wide) {
        return Seam::Space;
    }
    match last {
        '。' | '！' | '？' | '!' | '?' | '，' | '、' | '；' | '：' | '」' | '』' | '”' | '）' | '》'
        | '・' => Seam::Nothing,
        // A sentence that is broken off, unless the next line takes it up: 右に見えるのは… …首刈り機
        '…' | '―' | '—' | '～' | '〜' if first != '…' => undecided,
        _ if first == '…' || inside && !may_end(before, last) => Seam::Nothing,
        _ => undecided,
    }
}

/// Whether a line of Japanese ends in anything but a particle that asks for more: such breaks often part sentences that have no marks.
fn may_end(line: &str, last: char) -> bool {
    line.contains(|c| matches!(c, '\u{3041}'..='\u{30ff}')) && !"はがをにへとのもでやて".contains(last)
}

/// `- Now!`, `>> And now the weather.`
fn is_other_speaker(line: &str) -> bool {
    line.starts_with(['-', '–', '—', '―', '－']) || line.starts_with(">>")
}

/// The letter that a text begins with, behind its marks.
fn letter(chars: impl Iterator<Item = char>) -> char {
    chars.take(8).find(|c| c.is_alphanumeric()).unwrap_or(' ')
}

/// Han, kana and their marks: no blank stands between words.
fn is_wide(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{312f}' | '\u{3190}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}'
        | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// Scripts whose words are not parted by blanks, but whose sentences are: Thai, Lao, Myanmar, Khmer.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_marks_tell_how_lines_follow() {
        let auto = |before, next, inside| by_text(before, next, inside, Newline::Auto);
        assert_eq!(auto("my", "life", true), Seam::Space);
        assert_eq!(auto("Why?", "- Now!", true), Seam::Line);
        assert_eq!(auto("我々はここでは", "たやすく死ぬ", true), Seam::Nothing);
        assert_eq!(auto("すべて安全", "完璧に安全だ", true), Seam::Wrap);
        assert_eq!(auto("港口里停着", "一艘大船", true), Seam::Nothing);
        assert_eq!(auto("- Really?", "No.", false), Seam::Line);
        assert_eq!(auto("行こう", "どこに？", false), Seam::Wrap);
        assert_eq!(auto("一件是箱子，", "另外两件", false), Seam::Nothing);
        assert_eq!(auto("多分…", "あなたは？", true), Seam::Wrap);
        assert_eq!(auto("見えるのは…", "…首刈り機", false), Seam::Nothing);
        assert_eq!(auto("เรือ", "มาถึง", true), Seam::Space);
        assert_eq!(auto("เรือ", "มาถึง", false), Seam::Wrap);
        assert_eq!(by_text("行こう", "どこに？", false, Newline::Soft), Seam::Space);
        assert_eq!(by_text("a", "b", true, Newline::Hard), Seam::Line);
    }

    #[test]
    fn pauses_part_what_is_said() {
        let seam = |before: Range<u64>, time: Range<u64>| by_time(Some(&before), Some(&time));
        assert_eq!(seam(0..1_000, 2_900..4_000), None);
        assert_eq!(seam(0..1_000, 3_000..4_000), Some(Seam::Line));
        assert_eq!(seam(0..1_000, 6_000..7_000), Some(Seam::Paragraph));
        assert_eq!(seam(5_000..6_000, 0..7_000), Some(Seam::Line), "out of order");
        assert_eq!(seam(0..6_000, 4_000..5_000), None, "at the same time");
        assert_eq!(by_time(None, Some(&(0..1))), Some(Seam::Paragraph));
    }
}
