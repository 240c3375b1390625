//! Pictures, laughter and faces that stand where a full stop would.

use crate::chars::{char_before, is_japanese, is_katakana, is_latin};
use crate::marks::Mood;
use crate::words::listed;

/// The run of pictures that starts at byte `at`: where it ends, and the strongest of them.
pub(crate) fn picture_run(text: &str, at: usize) -> Option<(usize, Mood)> {
    let rest = text.get(at..)?;
    let mut strongest = picture(rest.chars().next()?)?;
    let mut end = at;
    for c in rest.chars() {
        match picture(c) {
            // What points belongs to what follows it, and not to the pictures before it.
            Some(mood) if (mood == Mood::Pointer) != (strongest == Mood::Pointer) => break,
            Some(mood) => strongest = strongest.max(mood),
            // ☆彡 is a shooting star.
            None if c == '彡' => strongest = Mood::Feeling,
            None if is_joiner(c) => {}
            None => break,
        }
        end += c.len_utf8();
    }
    Some((end, strongest))
}

/// What goes on within one picture: joiners, variation selectors, skin tones, tags and the signs of ♀ and ♂.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}' | '♀' | '♂' | '\u{20e3}')
}

fn picture(c: char) -> Option<Mood> {
    Some(match c {
        _ if "♪♫♬♩♡♥❤❣☺☹✨✌✊✋💯🔥🌟🎉🎊🎵🎶".contains(c) => {
            Mood::Feeling
        }
        _ if "☎☔☕⚡⛄⛅✈❄".contains(c) => Mood::Thing,
        '👆'..='👉' => Mood::Pointer,
        '〜' | '～' => Mood::Drawl,
        '★' | '☆' | '⭐' | '✩' | '✰' => Mood::Star,
        // Hands but for those that point, people, hearts, bursts, faces, the newer faces and hands.
        '\u{1f442}'..='\u{1f450}'
        | '\u{1f464}'..='\u{1f487}'
        | '\u{1f48b}'..='\u{1f49f}'
        | '\u{1f4a2}'..='\u{1f4ab}'
        | '\u{1f600}'..='\u{1f64f}'
        | '\u{1f90c}'..='\u{1f93a}'
        | '\u{1f970}'..='\u{1f97a}'
        | '\u{1f9d0}'..='\u{1f9df}'
        | '\u{1fae0}'..='\u{1faef}'
        | '\u{1faf0}'..='\u{1faff}' => Mood::Feeling,
        '\u{1f300}'..='\u{1f3fa}'
        | '\u{1f400}'..='\u{1f5ff}'
        | '\u{1f680}'..='\u{1f6ff}'
        | '\u{1f900}'..='\u{1fadf}'
        | '☀'..='☄' => Mood::Thing,
        _ => return None,
    })
}

/// Where the run of `w` or `^` that starts at byte `at` ends, and whether it means laughter: ｗｗｗ, ^^.
pub(crate) fn laughter(text: &str, at: usize) -> (usize, bool) {
    let rest = text.get(at..).unwrap_or_default();
    let before = char_before(text, at);
    if rest.starts_with('^') {
        let run = rest.trim_start_matches(['^', ';', '_', '；']);
        let smiles = rest.starts_with("^^") || rest.starts_with("^_^");
        return (at + rest.len() - run.len(), smiles && before.is_some());
    }
    let after = rest.trim_start_matches(['w', 'W', 'ｗ', 'Ｗ']);
    let end = at + rest.len() - after.len();
    let single = text.get(at..end).is_some_and(|run| run.chars().count() == 1);
    let speech = before.is_some_and(|c| {
        is_japanese(c) && !(single && is_katakana(c) && c != 'ー')
            || matches!(c, '！' | '？' | '!' | '?' | '。' | '…' | '」' | '）')
    });
    // 5kw and ＷＷＷ are words; one w is too little to be sure of beside katakana: ソフトw.
    let word = rest.starts_with(['W', 'Ｗ'])
        || after.starts_with(|c: char| {
            is_latin(c) || c.is_ascii_digit() || matches!(c, '.' | '-' | '_' | '/' | '（' | '(')
        });
    (end, speech && !word)
}

/// `（笑）`: whether what stands in round brackets says how the writer feels.
pub(crate) fn is_feeling(inside: &str) -> bool {
    listed(FEELINGS).any(|feeling| feeling == inside)
}

const FEELINGS: &str = "
    笑 爆笑 苦笑 微笑 失笑 大笑 嘲笑 汗 冷汗 涙 泣 号泣 悲 怒 激怒 爆 核爆 照 喜 驚 謎 殴 死 滅 嬉 困 願 w ｗ わら わらい 笑い え 藁
    音符 ハート はーと きっぱり キリッ ぇ オイ おい ノ∀` ^^
";

/// `(^_^)`: whether what stands in round brackets is a face.
pub(crate) fn is_face(inside: &str) -> bool {
    let (mut features, mut strong) = (0, false);
    let mut first = None;
    let mut kinds = 1;
    for (count, c) in inside.chars().enumerate() {
        match c {
            _ if count >= FACE => return false,
            _ if STRONG.contains(c) => {
                features += 2;
                strong = true;
            }
            _ if WEAK.contains(c) => {
                features += 1;
                kinds += usize::from(*first.get_or_insert(c) != c);
            }
            _ if "vVxXqQuUпーｰ".contains(c) => {}
            _ if c.is_alphanumeric() => return false,
            _ => {}
        }
    }
    // m(_ _)m bows.
    let bows = matches!(inside.trim_end_matches([';', '；']), "_ _" | "__" | "＿ ＿" | "._." | "_　_");
    bows || features >= 3 && (strong || kinds > 1)
}

/// What only faces are made of, and what they share with other text.
const STRONG: &str = "^＾´｀`ω∀Дд▽∇≧≦◕˘ಠ◡￣ﾟ゜艸益皿εಥ";
const WEAK: &str = "?？_＿・･;；><＞＜-*＊TＴoO。｡°◎●○ﾉノ";

/// No face has more characters.
const FACE: usize = 14;

/// Hands and sweat beside a face.
const HANDS: &str = "vVbdmｖｂｍノﾉゞ／/ｼシσ彡;；・ゝ旦☞";

/// Where a face really ends whose bracket closes at byte `at`: hands and sweat behind it are part of it.
pub(crate) fn face_end(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let Some(c) = rest.chars().next().filter(|c| HANDS.contains(*c)) else { return at };
    let end = at + c.len_utf8();
    let next = text.get(end..).and_then(|rest| rest.chars().next());
    // ノ may begin a word of katakana, and v one of Latin letters.
    let alone = next.is_none_or(|next| !(is_latin(c) || c == '/') || !is_latin(next));
    let word = c == 'ノ' || c == 'シ';
    if alone && !(word && next.is_some_and(crate::chars::is_katakana)) { end } else { at }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_and_other_brackets() {
        for face in
            ["^_^", "｀・ω・´", "´；ω；｀", "*^^*", ">_<", "T_T", "；´Д｀", "≧▽≦", "・∀・", "^o^", "_ _;;"]
        {
            assert!(is_face(face), "{face}");
        }
        for other in ["RAG", "x^2", "a_b", "図1", "*", "...", "・・", "2026", "e.g.", "μ", "笑"] {
            assert!(!is_face(other), "{other}");
        }
    }

    #[test]
    fn runs_of_w() {
        assert_eq!(laughter("無理ｗｗｗ諦め", 6), (15, true));
        assert_eq!(laughter("無理www.example.jp", 6), (9, false));
        assert_eq!(laughter("それなw", 9), (10, true));
        assert_eq!(laughter("ソフトw", 9), (10, false));
        assert_eq!(laughter("最高^^次", 6), (8, true));
        assert_eq!(laughter("wow", 0), (1, false));
    }

    #[test]
    fn one_picture_is_one_run() {
        assert_eq!(picture_run("👨\u{200d}👩\u{200d}👧最高", 0), Some((18, Mood::Feeling)));
        assert_eq!(picture_run("🏖\u{fe0f}海", 0), Some((7, Mood::Thing)));
        assert_eq!(picture_run("海", 0), None);
    }
}
