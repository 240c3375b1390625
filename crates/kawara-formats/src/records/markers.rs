//! The marks that questions and answers begin with: `Q:`, `A1.`, `问：`, `答：`, `質問1：`.

/// What a marked line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Question,
    Answer,
}

/// Longer words first: `问题` is not `问` with a rest.
const WORDS: [(&str, Role); 24] = [
    ("question", Role::Question),
    ("answer", Role::Answer),
    ("คำถาม", Role::Question),
    ("คำตอบ", Role::Answer),
    ("ถาม", Role::Question),
    ("ตอบ", Role::Answer),
    ("ご質問", Role::Question),
    ("質問", Role::Question),
    ("回答", Role::Answer),
    ("解答", Role::Answer),
    ("问题", Role::Question),
    ("問題", Role::Question),
    ("提问", Role::Question),
    ("提問", Role::Question),
    ("答案", Role::Answer),
    ("答复", Role::Answer),
    ("答覆", Role::Answer),
    ("问", Role::Question),
    ("問", Role::Question),
    ("答", Role::Answer),
    ("q", Role::Question),
    ("a", Role::Answer),
    ("Ｑ", Role::Question),
    ("Ａ", Role::Answer),
];

/// The role of a line, if it begins with a mark. Signs of Markdown and brackets may stand before the mark; a stop, a colon or
/// a closing bracket stands behind it, or at least a number.
pub(super) fn role(line: &str) -> Option<Role> {
    let said = line.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, '#' | '>' | '*' | '-' | '_' | '•' | '・' | '\u{feff}')
    });
    let said = behind_number(said).trim_start_matches(['[', '【', '(', '（', '「', '〔']);
    let (word, role) = WORDS.iter().find(|(word, _)| begins_with(said, word))?;
    let rest = said.get(word.len()..)?.trim_start_matches(' ');
    // `Q.1`
    let rest = rest.strip_prefix(['.', '．']).filter(|rest| rest.starts_with(is_digit)).unwrap_or(rest);
    let behind = rest.trim_start_matches(|c| is_digit(c) || c == '-');
    let mark = behind.trim_start_matches(['*', '_', ' ']).chars().next();
    let is_marked = mark
        .is_some_and(|c| matches!(c, ':' | '：' | '.' | '．' | '、' | ')' | '）' | ']' | '】' | '」' | '〕'));
    // `Q1 How?`; but A4 is a size of paper.
    let is_numbered = *role == Role::Question
        && behind.len() < rest.len()
        && behind.chars().next().is_none_or(char::is_whitespace);
    (is_marked || is_numbered).then_some(*role)
}

/// A line without the number of its item in a list: `1. `, `（2）`, `3、`.
fn behind_number(said: &str) -> &str {
    let inner = said.trim_start_matches(['(', '（']);
    let behind = inner.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '０'..='９'));
    let rest = behind.trim_start_matches(['.', '．', '、', ')', '）', ' ']);
    let is_number = behind.len() < inner.len() && behind.starts_with(['.', '．', '、', ')', '）']);
    if is_number { rest } else { said }
}

fn is_digit(c: char) -> bool {
    c.is_numeric() || matches!(c, '一' | '二' | '三' | '四' | '五' | '六' | '七' | '八' | '九' | '十')
}

fn begins_with(said: &str, word: &str) -> bool {
    said.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_seen_in_all_their_dress() {
        for line in [
            "Q: How?",
            "Q. How?",
            "Q1. How?",
            "Q1: How?",
            "Q 12) How?",
            "**Q:** How?",
            "### Q1 How?",
            "- **Q2**: How?",
            "[Q] How?",
            "Question 3: How?",
            "问：怎么？",
            "问题一：怎么？",
            "【问】怎么？",
            "質問１．なに？",
            "Ｑ１．なに？",
            "Q.1 なに？",
            "1. Q: How?",
            "（2）问：怎么？",
            "3、質問：なに？",
            "ถาม: อะไร",
        ] {
            assert_eq!(role(line), Some(Role::Question), "{line:?}");
        }
        for line in ["A: So.", "A1. So.", "答：这样。", "**A**: So.", "【回答】そう。", "ตอบ: นี่"]
        {
            assert_eq!(role(line), Some(Role::Answer), "{line:?}");
        }
    }

    #[test]
    fn words_that_begin_like_a_mark_are_none() {
        for line in [
            "Quick: x",
            "A cat.",
            "a",
            "",
            "问了一句",
            "答应：好",
            "Answers vary: x",
            "Questions",
            "A4 paper",
            "12 a.m.",
            "2. Questions",
            "é",
            "Q",
        ] {
            assert_eq!(role(line), None, "{line:?}");
        }
    }
}
