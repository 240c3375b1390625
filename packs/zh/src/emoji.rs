//! Emoji that stand where a sentence ends: 太好了😊我马上来.

use unicode_segmentation::UnicodeSegmentation;

/// The bytes of the emoji that begin `text`, whole clusters, and whether one of them shows a feeling: 😭 ends a sentence, 🍣 is as
/// likely to be a word of it.
pub(crate) fn run(text: &str) -> (usize, bool) {
    let (mut len, mut feels) = (0, false);
    for cluster in text.graphemes(true) {
        match cluster.chars().next() {
            Some(c) if is_pictograph(c) => {
                feels |= shows_feeling(c);
                len += cluster.len();
            }
            _ => break,
        }
    }
    (len, feels)
}

fn is_pictograph(c: char) -> bool {
    ('\u{1f300}'..='\u{1faff}').contains(&c) || shows_feeling(c)
}

/// Faces, hands, hearts and cheers (Unicode's groups Smileys & Emotion and the hands of People & Body).
fn shows_feeling(c: char) -> bool {
    matches!(c, '\u{1f600}'..='\u{1f64f}' | '\u{1f910}'..='\u{1f92f}' | '\u{1f970}'..='\u{1f97a}' | '\u{1f9d0}'
        | '\u{1f44a}'..='\u{1f450}' | '\u{1f480}' | '\u{1f493}'..='\u{1f49f}' | '\u{1f4a2}' | '\u{1f4a6}' | '\u{1f4aa}' | '\u{1f4af}'
        | '\u{1f389}' | '\u{1f38a}' | '\u{1f525}' | '\u{1f90c}'..='\u{1f90f}' | '\u{1f9e1}' | '\u{1fa77}' | '\u{1fae0}'..='\u{1fae9}'
        | '\u{1faf0}'..='\u{1faf8}' | '\u{263a}' | '\u{2639}' | '\u{270a}'..='\u{270d}' | '\u{2728}' | '\u{2763}' | '\u{2764}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_whole_clusters() {
        assert_eq!(run("🙏🏽✨好"), ("🙏🏽✨".len(), true));
        assert_eq!(run("❤️的"), ("❤️".len(), true));
        assert_eq!(run("🍣🍺很好"), (8, false));
        assert_eq!(run("👉❶"), ("👉".len(), false), "no number is a picture");
        assert_eq!(run("好😊"), (0, false));
    }
}
