//! Sentences that lean on what stands before them: they begin with a conjunction, or with a word for something named before.

use kawara_core::is_blank;

/// Whether `unit` cannot be understood without what stands before it.
pub(crate) fn leans_back(unit: &str) -> bool {
    let head = unit.trim_start_matches(|c: char| is_blank(c) || !c.is_alphanumeric());
    let end = head.find(|c: char| !c.is_alphanumeric()).unwrap_or(head.len());
    let (word, rest) = head.split_at_checked(end).unwrap_or_default();
    if DETERMINERS.contains(&word) {
        // 이 씨는: a family name.
        return rest.starts_with(is_blank) && !rest.trim_start_matches(is_blank).starts_with("씨");
    }
    WHOLE.contains(&word)
        || STEMS
            .iter()
            .filter_map(|stem| word.strip_prefix(stem))
            .any(|rest| rest.is_empty() || PARTICLES.contains(&rest))
        || head.starts_with("예를 들")
        || head.starts_with("이와 같")
        || head.starts_with("그럼에도")
}

/// 이 방법은, 그 결과.
const DETERMINERS: [&str; 4] = ["이", "그", "위", "해당"];

/// Words that stand as they are.
const WHOLE: [&str; 66] = [
    // Conjunctions.
    "그러나",
    "하지만",
    "그런데",
    "그리고",
    "그래서",
    "따라서",
    "그러므로",
    "그렇지만",
    "그러면",
    "그럼",
    "그러니",
    "그러니까",
    "또한",
    "또",
    "즉",
    "게다가",
    "더구나",
    "더욱이",
    "반면",
    "반면에",
    "반대로",
    "한편",
    "결국",
    "왜냐하면",
    "오히려",
    "아울러",
    "예컨대",
    "다만",
    "이후",
    "그후",
    "그래도",
    "그러자",
    "이어",
    "이어서",
    // Pronouns with their particles, which are short enough to be other words: 그는, but not 그림은.
    "이는",
    "이를",
    "이에",
    "이로써",
    "이로",
    "이와",
    "그는",
    "그가",
    "그를",
    "그의",
    "그도",
    "그와",
    "그에게",
    "이건",
    "그건",
    "이게",
    "그게",
    "이걸",
    "그걸",
    // What is like something named before.
    "이러한",
    "그러한",
    "이런",
    "그런",
    "이처럼",
    "그처럼",
    "이렇게",
    "그렇게",
    "이같은",
    "이렇듯",
    "이때문에",
    "앞서",
    "상기",
];

/// Nouns and pronouns that any particle may follow.
const STEMS: [&str; 13] =
    ["이것", "그것", "저것", "이곳", "그곳", "거기", "그녀", "그들", "이들", "이때", "그때", "당시", "후자"];

const PARTICLES: [&str; 24] = [
    "은", "는", "이", "가", "을", "를", "의", "에", "에서", "에게", "에는", "에도", "도", "만", "과", "와",
    "로", "으로", "부터", "까지", "보다", "처럼", "서", "서는",
];

#[cfg(test)]
mod tests {
    use super::leans_back;

    #[test]
    fn conjunctions_and_pointers() {
        for unit in [
            "그러나 밸브는 열려 있었다.",
            "“하지만 늦었어요.”",
            "이것은 시험용입니다.",
            "그녀는 웃었다.",
            "이 방법은 오래 걸린다.",
            "이러한 이유로 문을 닫았다.",
            "예를 들어 3번 창고가 그렇다.",
            "당시 부두에는 등이 없었다.",
        ] {
            assert!(leans_back(unit), "{unit}");
        }
    }

    #[test]
    fn words_that_only_begin_so() {
        for unit in [
            "그림은 벽에 걸려 있다.",
            "이사회는 안건을 승인했다.",
            "이 씨는 부두에서 일한다.",
            "또렷한 소리가 났다.",
            "펌프는 2024년에 교체되었다.",
            "",
            "…",
        ] {
            assert!(!leans_back(unit), "{unit}");
        }
    }
}
