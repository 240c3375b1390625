//! Whether a sentence ends behind a quotation that ends in a full stop of its own.
//!
//! 「他说：“走吧。”我们走了」 is two sentences, 「“走吧！”他喊道」 is one, and so is 「一句“走吧！”的口号」.

use crate::chars::{char_at, char_before, is_blank, is_closer, is_opener};
use crate::marks::Kind;
use crate::script::{listed, simplified, simplified_end};

/// What leads to a quotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// Nothing: the sentence begins with it.
    Nothing,
    /// A colon: the speaker has been named.
    Colon,
    /// A comma, a dash or a verb of speech.
    Pause,
    /// The middle of a phrase.
    Phrase,
}

/// Whether the sentence ends after a quotation that was opened at byte `opener` (if it was opened in this block) and whose last
/// words end in a mark of `kind`; `after` is what follows, without white space.
pub(crate) fn sentence_ends(text: &str, opener: Option<usize>, kind: Kind, after: &str) -> bool {
    let lead = opener.map_or(Lead::Nothing, |at| lead(text, at));
    let Some(next) = char_at(after, 0) else { return true };
    if next == '—' || next.is_ascii_lowercase() || continues_phrase(after, lead, kind) {
        return false;
    }
    if lead != Lead::Colon && is_attribution(after) {
        return false;
    }
    // Within a phrase, editors keep the ！ and ？ of a quotation but drop its 。.
    lead != Lead::Phrase || kind == Kind::FullStop
}

fn continues_phrase(after: &str, lead: Lead, kind: Kind) -> bool {
    let head = simplified(after, 4);
    let starts = |list| listed(list).any(|words| head.starts_with(words));
    starts(TAKING) || lead != Lead::Colon && kind != Kind::FullStop && starts(TAKING_UP)
}

fn lead(text: &str, opener: usize) -> Lead {
    let head = text.get(..opener).unwrap_or_default().trim_end_matches(is_blank);
    match head.chars().next_back() {
        None | Some('。' | '！' | '？' | '｡' | '!' | '?' | '.' | '．' | '…' | '⋯' | '、') => {
            Lead::Nothing
        }
        Some(c) if is_opener(c) || is_closer(c) => Lead::Nothing,
        Some('：' | ':' | '︰') => Lead::Colon,
        Some('，' | ',' | '—' | '；') => Lead::Pause,
        _ if ends_in_speech(&simplified_end(head, 3)) => Lead::Pause,
        _ => Lead::Phrase,
    }
}

/// 他说， / 她笑着问道。 / 老师告诉我。: who said it. Before a colon it would be who speaks next.
fn is_attribution(after: &str) -> bool {
    let Some(stretch) = first_stretch(after) else { return false };
    let stretch = simplified(stretch, LONGEST);
    if listed(DENIALS).any(|denial| stretch.starts_with(denial)) {
        return false;
    }
    listed(SAYING).any(|word| stretch.contains(word)) || ends_in_speech(strip_listener(&stretch))
}

/// In characters.
const LONGEST: usize = 16;

/// The words up to the next punctuation, if they are few and no colon follows.
fn first_stretch(after: &str) -> Option<&str> {
    for (count, (at, c)) in after.char_indices().enumerate() {
        match c {
            '：' | ':' => return None,
            '，' | '。' | '！' | '？' | '；' | '、' | ',' | '.' | '!' | '?' | ';' | '…' | '—' => {
                return after.get(..at);
            }
            c if is_blank(c) || is_opener(c) => return after.get(..at),
            _ if count >= LONGEST => return None,
            _ => {}
        }
    }
    Some(after)
}

/// 问他, 告诉我们: the verb stands before who is spoken to.
fn strip_listener(stretch: &str) -> &str {
    let stretch = stretch.strip_suffix('们').unwrap_or(stretch);
    stretch.strip_suffix(['我', '你', '他', '她', '它', '着', '著', '了']).unwrap_or(stretch)
}

fn ends_in_speech(words: &str) -> bool {
    let last = words.len() - char_before(words, words.len()).map_or(0, char::len_utf8);
    let (head, verb) = words.split_at_checked(last).unwrap_or_default();
    match verb {
        "说" | "问" | "答" | "喊" | "叫" | "嚷" | "吼" | "骂" | "讲" | "曰" | "云" | "想" | "称" => {
            !listed(NOUNS).any(|noun| words.ends_with(noun))
        }
        "道" => head.ends_with(BEFORE_DAO),
        _ => listed(SPEECH).any(|verb| words.ends_with(verb)),
    }
}

/// Characters that make a verb of speech with 道; others make 知道, 街道, 味道.
const BEFORE_DAO: [char; 42] = [
    '说', '问', '喊', '叫', '嚷', '吼', '骂', '讲', '笑', '哭', '叹', '喝', '写', '怒', '答', '应', '赞',
    '声', '地', '又', '忙', '劝', '补', '念', '唱', '呼', '夸', '述', '囔', '咕', '喃', '哼', '训', '斥',
    '辩', '释', '充', '复', '诉', '求', '吟', '慨',
];

const SPEECH: &str = "
    告诉 表示 补充 解释 回应 感叹 惊呼 高呼 宣布 强调 指出 承认 低语 自语 提醒 吩咐 命令 警告 安慰 抱怨
    赞叹 嘀咕 嘟囔 开口 插嘴 反驳 呼喊 呼吁 宣称 坦言 直言
";

/// Verbs of speech that are sure wherever they stand.
const SAYING: &str = "说道 问道 答道 喊道 叫道 笑道 说着 说著 说完 一边说 告诉记者";

/// Nouns that end in the character of a verb of speech.
const NOUNS: &str = "
    小说 传说 学说 据说 听说 疑问 学问 顾问 访问 思想 理想 梦想 幻想 联想 名称 职称 对称
";

/// 没有人回答 is a sentence of its own.
const DENIALS: &str = "没 无人 谁也 谁都";

/// What takes a quotation as a part of its own phrase.
const TAKING: &str = "的 一词 一语 等词 等字 等话 为题 为名 为由";

/// What may also begin a sentence, but does not after “为什么？” where a phrase or a sentence began with it.
const TAKING_UP: &str = "等 之 一句 一类 两个字 这句 这样的 这种 这个 这一 这类";
