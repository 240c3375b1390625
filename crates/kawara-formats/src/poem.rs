//! Poems: lines that are never joined, in stanzas, under their titles.

use kawara_core::{BlockKind, Joint, Options, Reader, Reading, Result};

use crate::lines::{Line, bom, is_blank, lines, trim};
use crate::outline::{Outline, Piece, Section, whole};

/// The reader of poems: each line is a block of its own, whatever `newline` says, and blank lines part stanzas.
///
/// A title is a line in title brackets (`《石阶》`) at the start of a stanza, or a short line without a full stop, alone or with its author,
/// before the first stanza or behind a wider gap. Each title begins a section.
#[derive(Clone, Copy, Debug, Default)]
pub struct Poem;

impl Reader for Poem {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        whole(options, |text, _| outline(text))
    }
}

/// Lines without a blank one between them.
struct Stanza<'t> {
    lines: Vec<(Line, &'t str)>,
    /// How many blank lines stand before it.
    gap: usize,
}

/// How many lines at the start of a stanza are the title and the author of a poem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Head {
    title: usize,
    author: usize,
}

fn outline(text: &str) -> Outline {
    let stanzas = stanzas(text);
    let mut heads: Vec<Head> = (0..stanzas.len()).map(|nth| head(&stanzas, nth)).collect();
    // An author below a title that stands alone.
    for nth in 1..stanzas.len() {
        let is_titled = heads[nth - 1] == Head { title: stanzas[nth - 1].lines.len(), author: 0 };
        if is_titled && heads[nth].title == 0 && stanzas[nth].first().is_some_and(is_author) {
            heads[nth].author = 1;
        }
    }
    // One poem gives the document its title, several do not.
    let level = if heads.iter().filter(|head| head.title > 0).count() > 1 { 2 } else { 1 };
    let mut outline = Outline::default();
    for (nth, (stanza, head)) in stanzas.iter().zip(&heads).enumerate() {
        let named = head.title + head.author;
        for (at, (line, _)) in stanza.lines.iter().enumerate() {
            let is_named = at < named;
            let joint = match at {
                0 if head.title > 0 => Joint::Section,
                _ if at == 0 || at == named => Joint::Paragraph,
                _ => Joint::Line,
            };
            let kind = if is_named { BlockKind::Heading } else { BlockKind::Prose };
            let mut piece = Piece::new(trim(text, line.start..line.end), kind, joint);
            if at == 0 && head.title > 0 {
                let own = stanza.lines.iter().take(named);
                let below = heads.get(nth + 1).filter(|next| next.title == 0 && named == stanza.lines.len());
                let below = below.map_or(0, |next| next.author);
                let below = stanzas.get(nth + 1).into_iter().flat_map(|next| next.lines.iter().take(below));
                let words: Vec<&str> = own.chain(below).map(|(_, said)| *said).collect();
                piece.section = Some(Box::new(Section { level, title: words.join(" ") }));
            }
            outline.pieces.push(piece);
        }
    }
    outline
}

impl<'t> Stanza<'t> {
    fn first(&self) -> Option<&'t str> {
        self.lines.first().map(|(_, said)| *said)
    }
}

fn stanzas(text: &str) -> Vec<Stanza<'_>> {
    let mut stanzas: Vec<Stanza<'_>> = Vec::new();
    let mut gap = 1;
    for line in lines(text, bom(text)..text.len()) {
        let said = &text[trim(text, line.start..line.end)];
        if is_blank(said) {
            gap += 1;
            continue;
        }
        match stanzas.last_mut() {
            Some(stanza) if gap == 0 => stanza.lines.push((line, said)),
            _ => stanzas.push(Stanza { lines: vec![(line, said)], gap }),
        }
        gap = 0;
    }
    stanzas
}

/// What names a poem at the start of a stanza.
fn head(stanzas: &[Stanza<'_>], nth: usize) -> Head {
    let stanza = &stanzas[nth];
    let Some(first) = stanza.first() else { return Head::default() };
    let second = stanza.lines.get(1).map(|(_, said)| *said);
    let author = usize::from(second.is_some_and(is_author));
    if is_in_title_brackets(first) {
        return Head { title: 1, author };
    }
    // Without brackets, where it stands must show it: alone, or with its author, above lines of a poem.
    let is_apart = nth == 0 || stanza.gap > 1;
    let is_above = stanzas.get(nth + 1).is_some_and(|next| {
        let verse = if next.first().is_some_and(is_author) { stanzas.get(nth + 2) } else { Some(next) };
        next.lines.len() > 1 || verse.is_some_and(|verse| verse.lines.len() > 1)
    });
    let is_alone = stanza.lines.len() == 1 + author;
    let head = Head { title: usize::from(is_apart && is_above && is_alone && is_short(first)), author };
    if head.title > 0 { head } else { Head::default() }
}

/// 《静夜思》, 《静夜思》 李白, 〈静夜思〉（唐·李白）
fn is_in_title_brackets(line: &str) -> bool {
    [('《', '》'), ('〈', '〉'), ('【', '】')].into_iter().any(|(open, close)| {
        let inner = line.strip_prefix(open).and_then(|rest| rest.split_once(close));
        inner.is_some_and(|(title, behind)| !title.is_empty() && is_short(title) && is_short(behind))
    })
}

/// The longest title or name of an author, in characters.
const MAX_TITLE: usize = 48;

/// Whether a line is no longer than a title and ends no sentence.
fn is_short(line: &str) -> bool {
    const ENDS: &[char] = &['。', '，', '、', '；', '：', '.', ',', ';', ':', '—', '–'];
    line.chars().take(MAX_TITLE + 1).count() <= MAX_TITLE && !line.trim_end().ends_with(ENDS)
}

/// Whether a line names an author: `by Ann Example`, `— Ann Example`, 唐·李白, 李白（唐）, 作者：李白.
fn is_author(line: &str) -> bool {
    const MARKS: [&str; 9] = ["by ", "By ", "BY ", "— ", "—— ", "作者", "詩：", "诗：", "詞："];
    if !is_short(line) {
        return false;
    }
    if MARKS.iter().any(|mark| line.len() > mark.len() && line.starts_with(mark)) {
        return true;
    }
    let dynasty = line.trim_start_matches(['[', '【', '〔', '（', '(']);
    let has_dynasty = [
        "唐", "宋", "元", "明", "清", "五代", "南唐", "北宋", "南宋", "汉", "漢", "魏", "晋", "晉", "近代",
        "现代",
    ]
    .iter()
    .filter_map(|name| dynasty.strip_prefix(name))
    .any(|rest| rest.starts_with(['·', '・', '：', ']', '】', '〕', '）', ')', '代']));
    let is_name = |c: char| matches!(c, '\u{4e00}'..='\u{9fff}');
    let name = line.split(['（', '(']).next().unwrap_or_default().trim();
    let count = name.chars().count();
    has_dynasty && line.chars().count() <= 16 || (2..=4).contains(&count) && name.chars().all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kinds by a letter, joints, texts; a heading's section in brackets.
    fn blocks(text: &str) -> Vec<String> {
        let outline = outline(text);
        let told = outline.pieces.iter().map(|piece| {
            let kind = if piece.kind == BlockKind::Heading { "#" } else { "" };
            let section =
                piece.section.as_ref().map_or(String::new(), |s| format!(" [{}: {}]", s.level, s.title));
            format!("{:?} {kind}{}{section}", piece.joint, &text[piece.range.clone()])
        });
        told.collect()
    }

    #[test]
    fn a_title_in_brackets_needs_no_blank_line() {
        assert_eq!(
            blocks("《石阶》\n石阶三十级，谁把露水扫？\n一只灰雀来，半山云未老。\n"),
            [
                "Section #《石阶》 [1: 《石阶》]",
                "Paragraph 石阶三十级，谁把露水扫？",
                "Line 一只灰雀来，半山云未老。"
            ]
        );
        assert_eq!(
            blocks("《一》\n唐·某甲\n雨。\n\n《二》 某乙\n风。\n"),
            [
                "Section #《一》 [2: 《一》 唐·某甲]",
                "Line #唐·某甲",
                "Paragraph 雨。",
                "Section #《二》 某乙 [2: 《二》 某乙]",
                "Paragraph 风。"
            ]
        );
    }

    #[test]
    fn a_short_line_above_the_first_stanza_is_its_title() {
        assert_eq!(
            blocks(
                "The Kiln\n\nby Ann Example\n\nThe fire is out,\nthe tiles cold.\n\nO river\n\nRuns\non.\n"
            ),
            [
                "Section #The Kiln [1: The Kiln by Ann Example]",
                "Paragraph #by Ann Example",
                "Paragraph The fire is out,",
                "Line the tiles cold.",
                "Paragraph O river",
                "Paragraph Runs",
                "Line on."
            ]
        );
        assert_eq!(
            blocks("窯\n\n火は\n消えた\n\n\n川\n\n水は\n行く\n")[3..],
            ["Section #川 [2: 川]", "Paragraph 水は", "Line 行く"]
        );
    }

    #[test]
    fn verse_is_no_title() {
        for text in ["The fire is out,\n\nthe tiles\nare cold.\n", "One\n\ntwo\n\nthree\n", "火は\n消えた\n"]
        {
            assert!(blocks(text).iter().all(|block| !block.contains('#')), "{text:?}");
        }
    }
}
