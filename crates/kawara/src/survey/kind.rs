use std::collections::BTreeSet;

use kawara_core::Registry;

/// What a file is, as far as policies treat files differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Text under headings, or without any.
    Prose,
    /// Questions with their answers.
    Faq,
    /// Entries with a time stamp each.
    Log,
    /// Conversations and minutes.
    Chat,
    /// Subtitles.
    Subtitle,
    /// Statutes, regulations, contracts: articles.
    Law,
    /// Tables and records: CSV, JSON, JSON lines.
    Records,
    /// Source code.
    Code,
}

/// Bytes of a file that are looked at.
const SAMPLE: usize = 1 << 16;

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 8] =
        [Self::Prose, Self::Faq, Self::Log, Self::Chat, Self::Subtitle, Self::Law, Self::Records, Self::Code];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Prose => "prose",
            Self::Faq => "questions and answers",
            Self::Log => "logs",
            Self::Chat => "conversations",
            Self::Subtitle => "subtitles",
            Self::Law => "articles of law",
            Self::Records => "tables and records",
            Self::Code => "source code",
        }
    }

    /// The reader that a policy has to name for it, where the extension does not say so.
    pub const fn reader(self) -> Option<&'static str> {
        match self {
            Self::Faq => Some("faq"),
            Self::Log => Some("log"),
            Self::Chat => Some("chat"),
            Self::Law => Some("law"),
            Self::Prose | Self::Subtitle | Self::Records | Self::Code => None,
        }
    }

    /// What a file is: by its extension where that says enough, else by how its lines begin.
    ///
    /// ```
    /// use kawara::survey::Kind;
    ///
    /// let registry = kawara::registry()?;
    /// let faq = "问：几点开门？\n答：九点。\n\n问：几点关门？\n答：十点。\n";
    /// assert_eq!(Kind::of("faq/a.txt", faq, &registry), Kind::Faq);
    /// assert_eq!(Kind::of("a.txt", "The gate opens at six.\n", &registry), Kind::Prose);
    /// assert_eq!(Kind::of("a.rs", "fn main() {}\n", &registry), Kind::Code);
    /// # Ok::<(), kawara::Error>(())
    /// ```
    pub fn of(path: &str, text: &str, registry: &Registry) -> Self {
        let reader = registry.reader_for_path(path).map(|(_, entry)| entry.id());
        let sample = &text[..text.floor_char_boundary(SAMPLE)];
        match reader {
            Some("code") => Self::Code,
            Some("csv" | "json" | "jsonl") => Self::Records,
            Some("subtitle") => Self::Subtitle,
            Some("log") => {
                if Lines::of(sample).are_said() {
                    Self::Chat
                } else {
                    Self::Log
                }
            }
            Some("html" | "latex" | "rst" | "asciidoc" | "docling" | "unstructured") => Self::Prose,
            _ => Lines::of(sample).kind(),
        }
    }

    /// What the extension of a path says already.
    pub(crate) fn is_known_by_extension(self, path: &str, registry: &Registry) -> bool {
        let reader = registry.reader_for_path(path).map(|(_, entry)| entry.id());
        self.reader().is_none_or(|wanted| reader == Some(wanted))
    }
}

/// How the lines of a text begin.
#[derive(Default)]
struct Lines {
    all: usize,
    questions: usize,
    answers: usize,
    stamped: usize,
    said: usize,
    speakers: BTreeSet<String>,
    articles: usize,
    headings: usize,
    asking: usize,
}

impl Lines {
    fn of(text: &str) -> Self {
        let mut lines = Self::default();
        text.lines().map(str::trim).filter(|line| !line.is_empty()).for_each(|line| lines.add(line));
        lines
    }

    fn add(&mut self, line: &str) {
        self.all += 1;
        let title = line.trim_start_matches('#');
        let is_heading = title.len() < line.len() && title.starts_with(' ');
        let bare = line.trim_start_matches(['#', '*', '-', '>', ' ', '【', '[']);
        if is_heading {
            self.headings += 1;
            self.asking += usize::from(asks(title));
        }
        if is_marked(bare, QUESTION) {
            self.questions += 1;
        } else if is_marked(bare, ANSWER) {
            self.answers += 1;
        } else if is_article(bare) {
            self.articles += 1;
        } else {
            let stamp = stamp(bare);
            let is_stamped = stamp > 0;
            let rest = bare.get(stamp..).unwrap_or_default().trim_start_matches([']', ')', ' ', '\t']);
            if let Some(speaker) = speaker(rest, is_stamped) {
                self.said += 1;
                self.speakers.insert(speaker.to_owned());
            }
            self.stamped += usize::from(is_stamped);
        }
    }

    fn kind(&self) -> Kind {
        let marked = self.questions >= 2 && self.answers * 2 >= self.questions;
        let asked = self.asking >= 3 && self.asking * 10 >= self.headings * 6;
        if marked || asked {
            Kind::Faq
        } else if self.articles >= 3 && self.articles * 20 >= self.all {
            Kind::Law
        } else if self.are_said() {
            Kind::Chat
        } else if self.stamped >= 3 && self.stamped * 10 >= self.all * 4 {
            Kind::Log
        } else {
            Kind::Prose
        }
    }

    /// Whether they are turns of a conversation: few speakers who say much. A list of terms has as many names as lines.
    fn are_said(&self) -> bool {
        self.said >= 4 && self.said * 10 >= self.all * 3 && self.speakers.len() * 2 <= self.said
    }
}

const QUESTION: &[&str] = &["question", "q", "问", "問", "质问", "質問", "问题", "問題", "คำถาม", "ถาม"];
const ANSWER: &[&str] = &["answer", "a", "答", "回答", "คำตอบ", "ตอบ"];

/// Whether a line begins with a word, a number if any, and a colon or full stop.
fn is_marked(line: &str, words: &[&str]) -> bool {
    let lower: String = line.chars().take(16).flat_map(char::to_lowercase).collect();
    words.iter().any(|word| {
        let Some(rest) = lower.strip_prefix(word) else { return false };
        let rest = rest.trim_start_matches(|c: char| c.is_numeric() || c == ' ');
        rest.starts_with([':', '：', '．', '】', '、'])
            || rest.starts_with('.') && rest.len() < lower.len() - word.len()
            || rest.starts_with(". ")
    })
}

/// Whether a heading is a question; its target (`{#who}`) is no part of it.
fn asks(title: &str) -> bool {
    let title = title
        .trim_end()
        .strip_suffix('}')
        .and_then(|title| title.rsplit_once('{'))
        .map_or(title, |(title, _)| title);
    let title = title.trim_end_matches([' ', '#', '*']);
    title.ends_with(['?', '？']) || title.ends_with("か") || title.ends_with("か。") || title.ends_with("吗")
}

/// Whether a line begins with the number of an article.
fn is_article(line: &str) -> bool {
    if let Some(rest) = line.strip_prefix('第') {
        let number = rest
            .trim_start_matches(|c: char| c.is_numeric() || "一二三四五六七八九十百千零〇两 ".contains(c));
        return number.len() < rest.len() && number.starts_with(['条', '條']);
    }
    let number = |rest: &str| rest.trim_start().starts_with(|c: char| c.is_numeric());
    ["Article ", "ARTICLE ", "§", "มาตรา"].iter().any(|word| line.strip_prefix(word).is_some_and(number))
}

/// The bytes of a time stamp at the beginning of a line; 0 where there is none.
fn stamp(line: &str) -> usize {
    let head: String =
        line.chars().take_while(|c| c.is_ascii_digit() || "-/.:,T年月日 Z+".contains(*c)).collect();
    let digits = head.bytes().filter(u8::is_ascii_digit).count();
    let is_time = head.matches(':').count() >= 1 && digits >= 4;
    let is_date =
        head.matches(['-', '/']).count() >= 2 && digits >= 6 || head.contains('年') && head.contains('月');
    if is_time || is_date {
        return head.trim_end().len();
    }
    let months =
        ["Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec "];
    match months.iter().any(|month| line.starts_with(month)) {
        true => {
            let rest = &line[4..];
            let length =
                rest.find(|c: char| !(c.is_ascii_digit() || c == ':' || c == ' ')).unwrap_or(rest.len());
            let has_time = rest.get(..length).is_some_and(|part| part.contains(':'));
            if has_time { 4 + length } else { 0 }
        }
        false => 0,
    }
}

/// Who says a line: `Dora: …`, `議長：…`, `<dora> …`.
fn speaker(line: &str, is_stamped: bool) -> Option<&str> {
    if let Some(rest) = line.strip_prefix('<') {
        return rest.split_once('>').map(|(name, _)| name).filter(|name| is_name(name) && is_stamped);
    }
    let (name, said) = line.split_once([':', '：'])?;
    let name = name.trim_matches(['*', ' ']);
    (is_name(name) && !said.trim().is_empty() && !said.starts_with("//")).then_some(name)
}

fn is_name(name: &str) -> bool {
    let characters = name.chars().count();
    (1..=24).contains(&characters)
        && name.split_whitespace().count() <= 3
        && !name.contains(['。', '、', '，', ',', ';', '=', '"', '`', '{', '|', '/'])
        && name.chars().next().is_some_and(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Kind {
        Lines::of(text).kind()
    }

    #[test]
    fn lines_tell_what_a_text_is() {
        assert_eq!(kind("Q1. When?\nA: At six.\n\nQ2. Where?\nA: Here.\n"), Kind::Faq);
        assert_eq!(
            kind("# FAQ\n## 使えますか? {#can-i}\nはい。\n## いつから？\n六時。\n## だれが？\n私。\n"),
            Kind::Faq
        );
        assert_eq!(
            kind("2016-12-19 18:01 INFO a b\n\tat x\n2016-12-19 18:02 WARN c d\n2016-12-19 18:03 WARN e\n"),
            Kind::Log
        );
        assert_eq!(kind("Dora: Yes.\nBen: No.\nDora: Well.\nBen: So it is.\nDora: Bye.\n"), Kind::Chat);
        assert_eq!(
            kind("[09:00] <dora> hi\n[09:01] <ben> hi\n[09:02] <dora> so\n[09:03] <ben> no\n"),
            Kind::Chat
        );
        assert_eq!(kind("第一条 甲。\n第二条 乙。\n第三条 丙。\n"), Kind::Law);
        assert_eq!(kind("Article 1 a.\nArticle 2 b.\nArticle 3 c.\n"), Kind::Law);
    }

    #[test]
    fn prose_is_prose() {
        assert_eq!(kind("The gate opens at six.\nDogs travel free: see below.\n"), Kind::Prose);
        assert_eq!(
            kind("Pump: moves water.\nValve: stops it.\nMeter: counts it.\nPipe: leads it.\nWell: has it.\n"),
            Kind::Prose
        );
        assert_eq!(
            kind("As of 2016-12-19 all is well.\n第一章 总则\nA pump.\nQuestions are asked.\n"),
            Kind::Prose
        );
        assert_eq!(kind(""), Kind::Prose);
    }
}
