//! What a line may begin: an article or a division of the law. By its form alone; whether it does, `decide` says.

use super::number::{Number, digits, numeral, roman};

/// What articles are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// 第一条
    Jo,
    Article,
    Section,
    Clause,
    Rule,
    /// `§ 5`
    Sign,
    /// มาตรา
    Matra,
    /// ข้อ
    Kho,
    /// `7.3.1`, as standards number their clauses.
    Decimal,
}

impl Word {
    /// Whether it is written in Thai, which has no stops at the ends of sentences.
    pub(super) fn is_thai(self) -> bool {
        matches!(self, Self::Matra | Self::Kho)
    }
}

/// How many there are.
pub(super) const WORDS: usize = 9;

/// Something that may be an article or division; offsets are bytes of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) what: What,
    pub(super) number: Number,
    /// Where the number ends, with the stop behind it.
    pub(super) end: usize,
    /// Whether what follows the number shows that it is none of a sentence.
    pub(super) strict: bool,
    /// Whether nothing at all stands between the number and the words behind it.
    pub(super) glued: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Article(Word),
    /// A chapter, a part: its rank, the smallest the highest; the order in which they are met ranks those of Latin script.
    Division(Rank),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Supplementary provisions, schedules, preambles.
    Apart,
    Fixed(u8),
    Met(u8),
}

const ARTICLES: [(&str, Word); 13] = [
    ("article", Word::Article),
    ("artikel", Word::Article),
    ("artículo", Word::Article),
    ("artigo", Word::Article),
    ("articolo", Word::Article),
    ("art.", Word::Article),
    ("section", Word::Section),
    ("sec.", Word::Section),
    ("clause", Word::Clause),
    ("rule", Word::Rule),
    ("§", Word::Sign),
    ("มาตรา", Word::Matra),
    ("ข้อ", Word::Kho),
];

const DIVISIONS: [(&str, Rank); 22] = [
    ("book", Rank::Met(0)),
    ("buch", Rank::Met(0)),
    ("livre", Rank::Met(0)),
    ("title", Rank::Met(1)),
    ("titre", Rank::Met(1)),
    ("titel", Rank::Met(1)),
    ("subtitle", Rank::Met(2)),
    ("part", Rank::Met(3)),
    ("partie", Rank::Met(3)),
    ("teil", Rank::Met(3)),
    ("chapter", Rank::Met(4)),
    ("chapitre", Rank::Met(4)),
    ("kapitel", Rank::Met(4)),
    ("subchapter", Rank::Met(5)),
    ("division", Rank::Met(6)),
    ("abschnitt", Rank::Met(7)),
    ("ภาค", Rank::Fixed(2)),
    ("ลักษณะ", Rank::Fixed(3)),
    ("หมวด", Rank::Fixed(4)),
    ("ส่วนที่", Rank::Fixed(5)),
    ("schedule", Rank::Apart),
    ("annex", Rank::Apart),
];

const HAN_DIVISIONS: [(&str, u8); 13] = [
    ("卷", 0),
    ("部分", 1),
    ("部", 1),
    ("分编", 3),
    ("分編", 3),
    ("编", 2),
    ("編", 2),
    ("篇", 2),
    ("章", 4),
    ("节", 5),
    ("節", 5),
    ("款", 6),
    ("目", 7),
];

/// Names of parts that need no number.
const APART: [&str; 17] = [
    "附则",
    "附則",
    "附件",
    "附表",
    "别表",
    "別表",
    "様式",
    "序言",
    "前言",
    "前文",
    "preamble",
    "schedule",
    "annex",
    "appendix",
    "recitals",
    "บทเฉพาะกาล",
    "บทเบ็ดเตล็ด",
];

/// What the line has the form of. The line has no white space or Markdown before its first letter.
pub(super) fn form(line: &str) -> Option<Form> {
    han(line).or_else(|| worded(line)).or_else(|| decimal(line)).or_else(|| apart(line))
}

/// 第十二条之一, 第 12 條, 第三章の二.
fn han(line: &str) -> Option<Form> {
    let mut at = Place { line, at: 0 };
    at.eat("第")?;
    at.spaces();
    let mut number = Number::of(at.number(numeral)?);
    while let Some(branch) = at.rest().strip_prefix(['-', '－', '–']).and_then(numeral) {
        number.push(branch.0);
        at.at += at.rest().chars().next().map_or(0, char::len_utf8) + branch.1;
    }
    at.spaces();
    let what = if at.eat("条").or_else(|| at.eat("條")).is_some() {
        What::Article(Word::Jo)
    } else {
        let (_, rank) = HAN_DIVISIONS.iter().find(|(name, _)| at.eat(name).is_some())?;
        What::Division(Rank::Fixed(*rank))
    };
    loop {
        let back = at.at;
        at.spaces();
        let branch = at.eat("之").or_else(|| at.eat("の")).or_else(|| at.eat("ノ")).map(|()| at.spaces());
        match branch.and_then(|_| at.number(numeral)) {
            Some(branch) => number.push(branch),
            None => {
                at.at = back;
                break;
            }
        }
    }
    let next = at.rest().trim_start_matches('*').chars().next();
    let parted =
        |c: char| c.is_whitespace() || matches!(c, '【' | '（' | '(' | '〔' | '：' | ':' | '.' | '．');
    let glued = !next.is_none_or(parted);
    Some(Form { what, number, end: at.at, strict: !glued, glued })
}

/// Article 5, § 5a, PART IV, มาตรา ๕.
fn worded(line: &str) -> Option<Form> {
    let (name, what) = ARTICLES
        .iter()
        .map(|(name, word)| (*name, What::Article(*word)))
        .chain(DIVISIONS.iter().map(|(name, rank)| (*name, What::Division(*rank))))
        .find(|(name, _)| begins_with(line, name))?;
    if line.starts_with(|c: char| c.is_lowercase()) {
        return None;
    }
    let mut at = Place { line, at: name.len() };
    let is_spaced = at.spaces() > 0;
    if !is_spaced && name.is_ascii() && !name.ends_with('.') {
        return None;
    }
    let is_division = matches!(what, What::Division(_));
    let lettered = |at: &mut Place<'_>| at.number(letter).filter(|_| is_division);
    let number = at.number(digits).or_else(|| at.number(roman)).or_else(|| lettered(&mut at));
    let mut number = Number::of(number?);
    at.branches(&mut number);
    let (strict, parted) = at.close();
    let is_thai = name.starts_with(|c| ('\u{e00}'..'\u{e80}').contains(&c));
    parted.then_some(Form { what, number, end: at.at, strict: strict && !is_thai, glued: false })
}

/// The capital of `Part A`.
fn letter(text: &str) -> Option<(u32, usize)> {
    let letter = text.chars().next().filter(char::is_ascii_uppercase)?;
    let is_single = !text[1..].starts_with(char::is_alphanumeric);
    is_single.then_some((letter as u32 - 'A' as u32 + 1, 1))
}

/// 7.3.1 and a title.
fn decimal(line: &str) -> Option<Form> {
    let len = line.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let mut number = Number::default();
    let mut parts = line[..len].split('.');
    number.0[0] = parts.next()?.parse().ok()?;
    let mut count = 1;
    for part in parts {
        number.push(part.parse().ok()?);
        count += 1;
    }
    let is_parted = line[len..].starts_with([' ', '\t', '\u{3000}']);
    let what = What::Article(Word::Decimal);
    (count > 1 && is_parted).then_some(Form { what, number, end: len, strict: true, glued: false })
}

/// 附　則, Preamble; what follows is nothing, a bracket, or a space and little more.
fn apart(line: &str) -> Option<Form> {
    let mut names = APART.iter();
    let found = names.find_map(|name| {
        let mut letters = name.chars();
        let mut end = 0;
        let mut expected = letters.next();
        for (at, c) in line.char_indices().take(24) {
            let Some(letter) = expected else { break };
            if c.to_lowercase().eq(letter.to_lowercase()) {
                end = at + c.len_utf8();
                expected = letters.next();
            } else if !(c.is_whitespace() && !name.is_ascii() && at > 0) {
                break;
            }
        }
        (expected.is_none() && end > 0).then_some((end, name.is_ascii()))
    });
    let (end, is_latin) = found?;
    let mut at = Place { line, at: end };
    if !is_latin && at.eat("第").is_none_or(|()| at.rest().starts_with(is_numeral)) {
        at.number(numeral);
    }
    let end = at.at;
    let rest = line[end..].trim_end_matches(['*', '_', ' ']);
    // `Schedule B`, but not `Schedule of fees`.
    let is_lettered =
        rest.trim_start().split([' ', ':', '.', '—']).next().is_some_and(|word| word.len() == 1);
    let is_marked = if is_latin { is_lettered } else { rest.starts_with(['（', '(', '\u{3000}', ' ']) };
    let is_alone = rest.is_empty() || is_marked && rest.chars().count() < 40;
    let starts_small = line.starts_with(|c: char| c.is_lowercase());
    (is_alone && !starts_small).then_some(Form {
        what: What::Division(Rank::Apart),
        number: Number::default(),
        end,
        strict: true,
        glued: false,
    })
}

fn is_numeral(c: char) -> bool {
    numeral(c.encode_utf8(&mut [0; 4])).is_some()
}

/// A place in a line.
struct Place<'l> {
    line: &'l str,
    at: usize,
}

impl<'l> Place<'l> {
    fn rest(&self) -> &'l str {
        &self.line[self.at..]
    }

    fn eat(&mut self, text: &str) -> Option<()> {
        self.rest().starts_with(text).then(|| self.at += text.len())
    }

    fn spaces(&mut self) -> usize {
        let rest = self.rest();
        let len = rest.len() - rest.trim_start_matches([' ', '\u{a0}', '\t', '\u{3000}']).len();
        self.at += len;
        len
    }

    fn number(&mut self, parse: fn(&str) -> Option<(u32, usize)>) -> Option<u32> {
        let (value, len) = parse(self.rest())?;
        self.at += len;
        Some(value)
    }

    /// `5a`, `5-A`, `5.1`, `๕/๑`, `5 bis`.
    fn branches(&mut self, number: &mut Number) {
        let rest = self.rest();
        let bare = rest.strip_prefix(['-', '–']).unwrap_or(rest);
        let letter = bare.chars().next().filter(char::is_ascii_alphabetic);
        if let Some(letter) = letter.filter(|_| !bare[1..].starts_with(char::is_alphanumeric)) {
            number.push(letter.to_ascii_lowercase() as u32 - 'a' as u32 + 1);
            self.at += rest.len() - bare.len() + 1;
        }
        for (nth, name) in ["er", "bis", "ter", "quater"].into_iter().enumerate() {
            let rest = self.rest();
            let named = rest.strip_prefix([' ', '-']).unwrap_or(rest);
            if let Some(behind) = named.strip_prefix(name)
                && !behind.starts_with(char::is_alphanumeric)
            {
                (0..u32::from(nth > 0)).for_each(|_| number.push(nth as u32));
                self.at += rest.len() - behind.len();
                break;
            }
        }
        while let Some(branch) = self.rest().strip_prefix(['.', '/']).and_then(digits) {
            number.push(branch.0);
            self.at += 1 + branch.1;
        }
    }

    /// Moves over a stop. Whether what stands here ends the number for certain, and whether it may end it at all.
    fn close(&mut self) -> (bool, bool) {
        let rest = self.rest();
        let bare = rest.trim_end_matches(['*', '_', ' ', '\t']);
        if bare.is_empty() {
            return (true, true);
        }
        if rest.starts_with(['.', ':', '：', ')', '．']) {
            self.at += rest.chars().next().map_or(0, char::len_utf8);
            let behind = self.rest();
            let is_stop = behind.is_empty() || behind.starts_with(|c: char| !c.is_alphanumeric() && c != ',');
            return (is_stop, is_stop);
        }
        let spaced = rest.trim_start_matches(['*', '_', ' ', '\t', '\u{a0}', '\u{3000}']);
        if spaced.starts_with(['—', '–']) || rest.starts_with('\u{3000}') {
            return (true, true);
        }
        let next = spaced.chars().next();
        let is_loose = next.is_some_and(|c| {
            c.is_alphabetic() && !c.is_lowercase() || matches!(c, '(' | '[' | '"' | '“' | '„' | '«')
        });
        (false, spaced.len() < rest.len() && is_loose)
    }
}

/// Whether the line begins with the word, whatever the case of its letters.
fn begins_with(line: &str, word: &str) -> bool {
    let mut letters = line.chars().flat_map(char::to_lowercase);
    line.is_char_boundary(word.len()) && word.chars().all(|letter| letters.next() == Some(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn article(line: &str) -> Option<([u32; 2], bool)> {
        form(line).filter(|form| matches!(form.what, What::Article(_))).map(|form| {
            let [main, branch, ..] = form.number.0;
            ([main, branch], form.strict)
        })
    }

    #[test]
    fn articles_are_known_by_what_follows_the_number() {
        for (line, number, strict) in [
            ("第十二条 为了", [12, 0], true),
            ("第１２条　この", [12, 0], true),
            ("第三条の二　前条", [3, 2], true),
            ("第十二條之一 本法", [12, 1], true),
            ("第 12 條之 1 本法", [12, 1], true),
            ("第三条（目的）この", [3, 0], true),
            ("第十二条规定的", [12, 0], false),
            ("Article 5", [5, 0], true),
            ("Art. 5 Definitions", [5, 0], false),
            ("ARTICLE IV", [4, 0], true),
            ("Section 4. The lease", [4, 0], true),
            ("SEC. 4. Lease", [4, 0], true),
            ("§5a Begriffe", [5, 1], false),
            ("§ 5 (weggefallen)", [5, 0], false),
            ("Article 4 bis. Objet", [4, 1], true),
            ("Article 1er", [1, 0], true),
            ("Art. 4-bis Objet", [4, 1], false),
            ("Section 12-A. Rent", [12, 1], true),
            ("第 15-1 條　本法", [15, 1], true),
            ("มาตรา ๕ ให้", [5, 0], false),
            ("ข้อ 3 ผู้เช่า", [3, 0], false),
            ("Section 2.1: Rent", [2, 1], true),
            ("7.3.1 一般要求", [7, 3], true),
        ] {
            assert_eq!(article(line), Some((number, strict)), "{line}");
        }
    }

    #[test]
    fn sentences_that_begin_with_a_reference_have_no_form() {
        for line in [
            "Section 5 applies",
            "Section 5, if",
            "section 5. The",
            "Article 5's",
            "Articles 5",
            "§ 5 gilt",
            "Clause three",
            "第一款中",
            "7.3.2的规定",
            "3.5",
            "é",
            "",
            "第",
            "§",
        ] {
            assert!(article(line).is_none(), "{line}");
        }
    }

    #[test]
    fn divisions_are_ranked() {
        let rank = |line: &str| match form(line).map(|form| form.what) {
            Some(What::Division(rank)) => Some(rank),
            _ => None,
        };
        assert!(rank("第一编 总则") < rank("第一章 总 则") && rank("第一章　総則") < rank("第一節　通則"));
        assert_eq!(rank("PART II Leases"), Some(Rank::Met(3)));
        assert_eq!(rank("หมวด ๑"), Some(Rank::Fixed(4)));
        assert_eq!(rank("附　則（令和八年規程第一号）"), Some(Rank::Apart));
        assert_eq!(rank("SCHEDULE B: Fees"), Some(Rank::Apart));
        assert_eq!(rank("別表第一（第三条関係）"), Some(Rank::Apart));
        assert_eq!(rank("附件2"), Some(Rank::Apart));
        assert_eq!(rank("別表第一に掲げる"), None);
        assert_eq!(rank("附件：1. 图纸"), None);
        assert_eq!(rank("Subtitle A—Fines"), Some(Rank::Met(2)));
        assert_eq!(rank("Schedule of fees"), None);
        assert_eq!(rank("Preamble"), Some(Rank::Apart));
        assert_eq!(rank("Parties to the contract"), None);
        assert_eq!(
            rank("附則で定める日から、この規程は施行する。そのほかの事項は、別に定めるところによる。"),
            None
        );
    }
}
