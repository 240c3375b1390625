//! Conversations: each turn is a record, and later parts of a long turn bring the speaker along.

use kawara_core::{BlockKind, Joint, Options, Reader, Reading, Result};

use super::body::{Body, How};
use super::stamp::stamp;
use crate::lines::{Line, bom, is_blank, lines, trim};
use crate::outline::{Outline, Piece, Whole};

/// The reader of conversations: minutes, interviews, exports of messengers.
///
/// A turn begins with its speaker (`Dora: …`, `議長：…`, `[09:00] <dora> …`), or below a line of speaker and time
/// (`小林 08:48`), whichever form more lines have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chat;

impl Reader for Chat {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        let mut body = Body::open(options)?;
        Ok(Box::new(Whole(move |text: &str| outline(text, &mut body))))
    }
}

/// The length of the speaker that a line begins with.
type Speaker = fn(&str) -> Option<usize>;

fn outline(text: &str, body: &mut Body) -> Outline {
    let all: Vec<Line> = lines(text, bom(text)..text.len()).filter(|line| !is_blank(line.of(text))).collect();
    let count = |of: Speaker| all.iter().filter(|line| of(line.of(text)).is_some()).count();
    let speaker =
        if count(line_of_speaker) > count(speaker_in_front) { line_of_speaker } else { speaker_in_front };

    let mut outline = Outline::default();
    let mut joint = Joint::Record;
    let mut rest = &all[..];
    while let Some((first, behind)) = rest.split_first() {
        if is_rule(first.of(text)) {
            outline.pieces.push(Piece::new(trim(text, first.start..first.end), BlockKind::Heading, joint));
            (rest, joint) = (behind, Joint::Paragraph);
            continue;
        }
        let next = behind.iter().position(|line| is_rule(line.of(text)) || speaker(line.of(text)).is_some());
        let (turn, behind) = rest.split_at(next.map_or(rest.len(), |next| next + 1));
        add(text, turn, joint, speaker, body, &mut outline);
        (rest, joint) = (behind, Joint::Record);
    }
    outline
}

/// Adds a turn. A line that is nothing but the speaker stays with what is said, as a heading does.
fn add(text: &str, turn: &[Line], joint: Joint, speaker: Speaker, body: &mut Body, outline: &mut Outline) {
    let (Some(first), Some(last)) = (turn.first(), turn.last()) else { return };
    let mut how = How { markdown: false, joint, lead: None };
    let mut start = first.start;
    if let Some(len) = speaker(first.of(text)) {
        let said = trim(text, first.start..first.start + len);
        how.lead = outline.lead(&text[said.clone()], said.end);
        if trim(text, first.start..first.end).end == said.end && turn.len() > 1 {
            outline.pieces.push(Piece::new(said, BlockKind::Heading, joint).with_lead(how.lead));
            (start, how.joint) = (first.next, Joint::Line);
        }
    }
    body.add(text, start..last.end, how, outline);
}

/// Whether a line is a rule between days or parts; it belongs to the turn below.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    ["——", "──", "--", "==", "**", "__"].iter().any(|rule| line.starts_with(rule) && line.ends_with(rule))
}

/// The length of the speaker and time that a line begins with.
fn speaker_in_front(line: &str) -> Option<usize> {
    let time = stamp(line).map_or(0, |(_, end)| end);
    let rest = line[time..].trim_start_matches([' ', '\t', '-']);
    let at = line.len() - rest.len();
    if let Some(name) = rest.strip_prefix('<') {
        let end = name.find('>')?;
        return is_name(&name[..end]).then_some(at + 1 + end + 1);
    }
    let (end, colon) = rest.char_indices().take(MAX_NAME).find(|(_, c)| matches!(c, ':' | '：'))?;
    let behind = &rest[end + colon.len_utf8()..];
    // `http://`, `10:30`
    let is_speech = colon == '：' || behind.is_empty() || behind.starts_with(char::is_whitespace);
    (is_speech && is_name(rest[..end].trim_matches('*'))).then_some(at + end + colon.len_utf8())
}

/// The length of a line that is nothing but a name and a time.
fn line_of_speaker(line: &str) -> Option<usize> {
    let said = line.trim_end();
    // The last words of the line are the time: at most date, time and half of the day.
    let mut name = said;
    for _ in 0..3 {
        name = name[..name.rfind(char::is_whitespace)?].trim_end();
        let time = said[name.len()..].trim_start();
        if stamp(time).is_some_and(|(_, end)| end == time.len()) && is_name(name) {
            return Some(said.len());
        }
    }
    None
}

/// The longest name, in characters, with a role or a time behind it.
const MAX_NAME: usize = 40;

/// Whether this could be the name of a speaker: a few words without the marks of a sentence.
fn is_name(name: &str) -> bool {
    let name = name.trim();
    name.chars().any(char::is_alphabetic)
        && name.chars().count() <= MAX_NAME
        && name.split_whitespace().count() <= 4
        && !name.contains([
            '.', ',', '，', '。', '、', '?', '？', '!', '！', ';', '；', '"', '“', '「', '/', '\\', '{', '=',
        ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(text: &str) -> Vec<(String, String)> {
        let found = outline(text, &mut Body::open(&Options::new()).unwrap());
        let records = found.pieces.iter().filter(|piece| piece.joint == Joint::Record);
        records
            .map(|piece| {
                let lead = piece.lead.map_or(String::new(), |lead| found.leads[lead as usize].text.clone());
                (lead, text[piece.range.clone()].to_owned())
            })
            .collect()
    }

    fn pairs<const N: usize>(pairs: [(&str, &str); N]) -> Vec<(String, String)> {
        pairs.map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec()
    }

    #[test]
    fn speakers_in_front_of_what_they_say() {
        assert_eq!(
            turns("Dora: We start. See http://x.\nEmil: Three: no.\n\nAnd so on\n議長：以上。\n"),
            pairs([
                ("Dora:", "Dora: We start. See http://x."),
                ("Emil:", "Emil: Three: no."),
                ("議長：", "議長：以上。")
            ])
        );
        assert_eq!(
            turns("[09:00] <dora> Morning.\n[09:01] <emil> ok: fine\n"),
            pairs([
                ("[09:00] <dora>", "[09:00] <dora> Morning."),
                ("[09:01] <emil>", "[09:01] <emil> ok: fine")
            ])
        );
    }

    #[test]
    fn speakers_above_what_they_say() {
        let text = "—————  2031-03-01  —————\n\n小林 08:48\n收到\n\nMia Wong 2031-03-01 08:49:00\n好：的\n";
        let found = outline(text, &mut Body::open(&Options::new()).unwrap());
        let said: Vec<_> =
            found.pieces.iter().map(|piece| (piece.kind, piece.joint, &text[piece.range.clone()])).collect();
        assert_eq!(
            said,
            [
                (BlockKind::Heading, Joint::Record, "—————  2031-03-01  —————"),
                (BlockKind::Heading, Joint::Paragraph, "小林 08:48"),
                (BlockKind::Prose, Joint::Line, "收到"),
                (BlockKind::Heading, Joint::Record, "Mia Wong 2031-03-01 08:49:00"),
                (BlockKind::Prose, Joint::Line, "好：的"),
            ]
        );
        let lead = &found.leads[found.pieces[4].lead.unwrap() as usize];
        assert_eq!(lead.text, "Mia Wong 2031-03-01 08:49:00");
        assert!(lead.body <= found.pieces[4].range.start);
    }
}
