//! The ends of Korean words, as far as they tell how a sentence goes.

/// Whether the word that ends at the end of `head` closes a sentence: 했다, 가요, 갈까, 그렇죠, 가네.
pub(crate) fn closes_sentence(head: &str) -> bool {
    head.ends_with(['다', '요', '죠', '까', '네', '군', '걸', '지', '야', '어', '아'])
}

/// Whether the word closes a sentence so surely that the next may follow without a space: 했다.그리고.
pub(crate) fn surely_closes_sentence(head: &str) -> bool {
    head.ends_with(['다', '요', '죠', '까'])
}

/// Whether `word` is a verb that joins its clause to the next one, `next` being the word behind it.
pub(crate) fn joins_clauses(word: &str, next: &str) -> bool {
    const JOINING: [&str; 8] = ["면서", "지만", "는데", "은데", "인데", "므로", "니까", "으며"];
    // Two syllables are seldom more than a conjunction, or a noun: 광고, 하며.
    const SHORTEST: usize = 3;
    if word.chars().count() < SHORTEST || CONJUNCTIONS.contains(&word) {
        return false;
    }
    // 되고, 하고, 있고: what stands before 고 tells verbs from nouns such as 창고; 먹고 있다 and 간다고 한다 are one clause.
    let is_go = VERBS.iter().any(|verb| word.ends_with(verb)) && !next.starts_with(AUXILIARIES);
    is_go
        || word.ends_with("하며")
        || word.ends_with("되며")
        || JOINING.iter().any(|ending| word.ends_with(ending))
}

const CONJUNCTIONS: [&str; 6] = ["그렇지만", "하지만", "그러므로", "그러니까", "그러면서", "그런데"];

const VERBS: [&str; 12] =
    ["하고", "되고", "이고", "있고", "없고", "였고", "었고", "았고", "했고", "갔고", "왔고", "않고"];

/// With -고 they make one verb: 하고 있다, 하고 싶다, 하고 나서, 하고 말았다.
const AUXILIARIES: [char; 6] = ['있', '싶', '나', '말', '계', '는'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_that_join_and_words_that_only_look_so() {
        let joins = |text: &str| {
            let (word, next) = text.split_once(' ').unwrap();
            joins_clauses(word, next)
        };
        for text in
            ["열렸지만 아무도", "시작하고 문을", "내리는데 우산이", "올랐으며 이듬해", "점검했고 결과를"]
        {
            assert!(joins(text), "{text}");
        }
        for text in
            ["창고 안에", "점검하고 있다", "간다고 말했다", "하지만 아무도", "냉장고 문을", "그런데 문이"]
        {
            assert!(!joins(text), "{text}");
        }
    }
}
