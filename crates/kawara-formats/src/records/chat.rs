//! Conversations: each turn is a record, and later parts of a long turn bring the speaker along.

use std::borrow::Cow;

use kawara_core::{BlockKind, Blocks, Joint, Options, Reader, Reading, Result};

use super::body::{Body, How};
use super::turns::{Form, day, is_agenda, is_numbered, is_rule};
use crate::lines::{Line, bom, is_blank, line_start, lines, trim};
use crate::outline::{Outline, Piece, Section};

/// The reader of conversations: minutes, interviews, exports of messengers.
///
/// A turn begins with its speaker (`Dora: …`, `議長：…`, `[09:00] <dora> …`, `Dora (00:01:02): …`), or below a line of speaker and time
/// (`小林 08:48`), whichever form more lines have. Where turns begin with a time, only lines with one of that form begin a turn. Headings of
/// an agenda (`議題1、…`, or a numbered line that stands apart above a turn) begin sections, and so do lines that are nothing but a date.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chat;

impl Reader for Chat {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        let body = Body::open(options)?;
        Ok(Box::new(ChatReading {
            form: None,
            within: Within::default(),
            upcoming: Within::default(),
            body,
            options: options.clone(),
        }))
    }
}

struct ChatReading {
    /// How turns begin, once it is known.
    form: Option<Form>,
    /// The sections that the piece begins in, and those that the next piece does.
    within: Within,
    upcoming: Within,
    body: Body,
    options: Options,
}

impl Reading for ChatReading {
    fn frame(&mut self, head: &str, last: bool) -> Option<usize> {
        if self.form.is_none() && !last && !Form::is_learnt_from(head) {
            return None;
        }
        let form = *self.form.get_or_insert_with(|| Form::of(head));
        let len = if last { head.len() } else { last_turn(head, form)? };
        self.within = std::mem::take(&mut self.upcoming);
        self.upcoming = self.within.behind(&head[..len], form);
        Some(len)
    }

    fn fork<'a>(&self) -> Option<Box<dyn Reading + Send + 'a>>
    where
        Self: 'a,
    {
        let (within, options) = (self.within.clone(), self.options.clone());
        let body = Body::open(&options).ok()?;
        Some(Box::new(Self { form: self.form, within, upcoming: Within::default(), body, options }))
    }

    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        let form = self.form.unwrap_or_else(|| Form::of(piece));
        if let Some(day) = &self.within.day {
            out.section(DAY, day.as_str(), 0);
        }
        if let Some(title) = &self.within.matter {
            out.section(MATTER, title.as_str(), 0);
        }
        Ok(outline(piece, form, &mut self.body).tell(piece, out))
    }
}

/// The level of the sections that dates make, and of those that an agenda makes. None is the first: a conversation is not called
/// by the day on which it begins.
const DAY: u8 = 2;
const MATTER: u8 = 3;

/// The sections that a part of a conversation stands in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Within {
    day: Option<String>,
    /// The heading of the agenda.
    matter: Option<String>,
}

impl Within {
    /// Those that a text ends in which begins in these.
    fn behind(&self, text: &str, form: Form) -> Self {
        let mut within = self.clone();
        if !text.lines().any(|line| is_agenda(line) || is_numbered(line) || day(line).is_some()) {
            return within;
        }
        let all = filled(text);
        let (mut is_new_day, mut matter) = (false, None);
        for nth in (0..all.len()).rev() {
            match head(text, &all, nth, form) {
                Some(Head::Day) => {
                    within.day = day(all[nth].of(text)).map(str::to_owned);
                    is_new_day = true;
                    break;
                }
                Some(Head::Matter) if matter.is_none() => {
                    matter = Some(text[trim(text, all[nth].start..all[nth].end)].to_owned());
                }
                _ => {}
            }
        }
        if matter.is_some() || is_new_day {
            within.matter = matter;
        }
        within
    }
}

/// Where the last turn of a text begins that nothing above belongs to; none if that is the start of the text.
fn last_turn(text: &str, form: Form) -> Option<usize> {
    // The last line may go on.
    let mut end = text.rfind('\n')? + 1;
    let mut turn = None;
    while end > 0 {
        let start = line_start(text, 0..end - 1);
        let line = &text[start..end];
        if !is_blank(line) {
            let said = line.trim_end();
            let may_be_head = is_rule(said) || is_agenda(said) || is_numbered(said);
            if turn.is_some() && !may_be_head {
                return turn;
            }
            let begins = !may_be_head && !line.starts_with('\u{feff}') && form.speaker(said).is_some();
            turn = begins.then_some(start);
        }
        end = start;
    }
    None
}

/// The lines that are not blank.
fn filled(text: &str) -> Vec<Line> {
    lines(text, bom(text)..text.len()).filter(|line| !is_blank(line.of(text))).collect()
}

/// What belongs to the turn below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    Rule,
    Day,
    Matter,
}

/// What a line is above the turn below, if it is no part of the turn before.
fn head(text: &str, all: &[Line], nth: usize, form: Form) -> Option<Head> {
    let line = all.get(nth)?;
    let said = line.of(text);
    if is_rule(said) {
        return Some(if day(said).is_some() { Head::Day } else { Head::Rule });
    }
    if is_agenda(said) {
        return Some(Head::Matter);
    }
    // A number is a heading's only where the line stands apart, right above a turn: else it is an item's.
    let is_apart = nth == 0 || all[nth - 1].next < line.start;
    let is_heading = is_apart
        && is_numbered(said)
        && form.speaker(said).is_none()
        && all.get(nth + 1).is_some_and(|next| form.speaker(next.of(text)).is_some());
    is_heading.then_some(Head::Matter)
}

fn outline(text: &str, form: Form, body: &mut Body) -> Outline {
    let all = filled(text);
    let heads: Vec<Option<Head>> = (0..all.len()).map(|nth| head(text, &all, nth, form)).collect();
    let mut outline = Outline::default();
    let mut joint = Joint::Record;
    let mut at = 0;
    while let Some(first) = all.get(at) {
        if let Some(head) = heads[at] {
            let range = trim(text, first.start..first.end);
            let mut piece = Piece::new(range.clone(), BlockKind::Heading, joint);
            let section = match head {
                Head::Day => day(&text[range]).map(|day| (DAY, day)),
                Head::Matter => Some((MATTER, &text[range])),
                Head::Rule => None,
            };
            piece.section =
                section.map(|(level, title)| Box::new(Section { level, title: title.to_owned() }));
            outline.pieces.push(piece);
            (at, joint) = (at + 1, Joint::Paragraph);
            continue;
        }
        let begins = |nth: &usize| heads[*nth].is_some() || form.speaker(all[*nth].of(text)).is_some();
        let next = (at + 1..all.len()).find(begins).unwrap_or(all.len());
        add(text, &all[at..next], joint, form, body, &mut outline);
        (at, joint) = (next, Joint::Record);
    }
    outline
}

/// Adds a turn. A line that is nothing but the speaker stays with what is said, as a heading does.
fn add(text: &str, turn: &[Line], joint: Joint, form: Form, body: &mut Body, outline: &mut Outline) {
    let (Some(first), Some(last)) = (turn.first(), turn.last()) else { return };
    let mut how = How { markdown: false, joint, lead: None };
    let mut start = first.start;
    if let Some(len) = form.speaker(first.of(text)) {
        let said = trim(text, first.start..first.start + len);
        how.lead = outline.lead(&text[said.clone()], said.end);
        if trim(text, first.start..first.end).end == said.end && turn.len() > 1 {
            outline.pieces.push(Piece::new(said, BlockKind::Heading, joint).with_lead(how.lead));
            (start, how.joint) = (first.next, Joint::Line);
        }
    }
    body.add(text, start..last.end, how, outline);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(text: &str) -> Vec<(String, String)> {
        let found = outline(text, Form::of(text), &mut Body::open(&Options::new()).unwrap());
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
        let found = outline(text, Form::of(text), &mut Body::open(&Options::new()).unwrap());
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

    #[test]
    fn an_agenda_makes_sections() {
        let text =
            "議題1、予算\n議長：始めます。\n\n2. Next\n\n青木：はい。\n1. one\n2. two\n\n議長：以上。\n";
        let found = outline(text, Form::of(text), &mut Body::open(&Options::new()).unwrap());
        let titles: Vec<_> = found
            .pieces
            .iter()
            .filter_map(|piece| piece.section.as_ref().map(|s| s.title.as_str()))
            .collect();
        assert_eq!(titles, ["議題1、予算", "2. Next"]);
        assert_eq!(turns(text).len(), 3);
    }

    #[test]
    fn a_date_makes_a_section_for_what_was_said_on_that_day() {
        let text = "—— 2031-03-01 ——\n\nMia 08:48\n收到\n\n-- x --\n\nBo 09:00\n好\n\n1. 订单\n\nMia 09:01\n嗯\n\n2031/03/02(土)\n\nBo 10:00\n早\n";
        let form = Form::of(text);
        let found = outline(text, form, &mut Body::open(&Options::new()).unwrap());
        let sections: Vec<_> = found.pieces.into_iter().filter_map(|piece| piece.section).collect();
        assert_eq!(
            sections.iter().map(|section| (section.level, section.title.as_str())).collect::<Vec<_>>(),
            [(DAY, "2031-03-01"), (MATTER, "1. 订单"), (DAY, "2031/03/02(土)")]
        );
        let within = |day: &str, matter: Option<&str>| Within {
            day: Some(day.to_owned()),
            matter: matter.map(str::to_owned),
        };
        let (first, second) = text.split_at(text.find("2031/").unwrap());
        let after = Within::default().behind(first, form);
        assert_eq!(after, within("2031-03-01", Some("1. 订单")));
        assert_eq!(after.behind("Bo 10:00\n早\n", form), after);
        assert_eq!(after.behind(second, form), within("2031/03/02(土)", None));
    }

    #[test]
    fn pieces_are_read_as_the_whole_is() {
        let turn = "[09:00] <dora> Three things: one.\n\n- two\n2031-03-01\n[09:01] <emil> Note: ok\n1. Next\n\n[09:02] <fay> Yes.\n[09:03] <dora> So.\n";
        let other = "Dora: We start.\nIt is late.\n\n1. Budget\n\nEmil: No.\n-- x --\nFay: Yes.\n議題2、雨\nFay: So.\nDora: Mm.\n";
        for text in [turn.repeat(1_500), other.repeat(1_500)] {
            let mut whole = Blocks::new();
            Chat.open(&Options::new()).unwrap().read(&text, &mut whole).unwrap();
            let mut reading = Chat.open(&Options::new()).unwrap();
            let (mut at, mut kept, mut pieces) = (0, Vec::new(), 0);
            while at < text.len() {
                let mut sizes = (1..).map(|n| n * [70_000, 9_000, 33_333][pieces % 3]);
                let len = sizes
                    .find_map(|size| {
                        let end = text.floor_char_boundary(at + size);
                        reading.frame(&text[at..end], end == text.len())
                    })
                    .unwrap();
                let mut blocks = Blocks::new();
                reading.fork().unwrap().read(&text[at..at + len], &mut blocks).unwrap();
                kept.extend(blocks.kept().iter().map(|block| {
                    (block.range().start + at..block.range().end + at, block.kind(), block.joint())
                }));
                (at, pieces) = (at + len, pieces + 1);
            }
            let expected: Vec<_> =
                whole.kept().iter().map(|block| (block.range(), block.kind(), block.joint())).collect();
            assert!(pieces > 3);
            assert_eq!(kept, expected);
        }
    }
}
