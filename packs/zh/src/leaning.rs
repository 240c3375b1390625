//! Which sentences lean on what stands before them: they go on with a connective, point back, tell a time from another one, or
//! leave out a subject that has been named.

mod connectives;
mod pointers;
mod subjects;
mod times;

use crate::chars::{is_blank, is_han, is_opener};
use crate::script::{listed, simplified};

/// Whether `unit` cannot be understood without what stands before it.
pub(crate) fn leans_back(unit: &str) -> bool {
    // What leans does so at the beginning.
    const HEAD: usize = 48;
    let unit = unit.trim_start_matches(|c| is_blank(c) || is_opener(c) || matches!(c, '"' | '…' | '⋯' | '—'));
    let head = simplified(unit, HEAD);
    connectives::opens(&head)
        || pointers::points_back(&head)
        || times::is_relative(&head)
        || subjects::is_missing(&head)
}

/// Whether `text` starts with one of these words, which white space parts.
fn starts_with_any(text: &str, words: &'static str) -> bool {
    listed(words).any(|word| text.starts_with(word))
}

/// What the sentence is about: up to the first comma that has some words before it. 根据…， and 从…看来， lead to it.
fn theme(head: &str) -> &str {
    let leads = starts_with_any(head, "根据 据 从 按 依");
    let lead = if leads { head.find('，').map_or(0, |at| at + '，'.len_utf8()) } else { 0 };
    let clause = clause(head.get(lead..).unwrap_or_default());
    head.get(..lead + clause.len()).unwrap_or_default()
}

fn clause(head: &str) -> &str {
    const WORDS: usize = 6;
    let mut letters = 0;
    for (at, c) in head.char_indices() {
        letters += usize::from(is_han(c));
        if matches!(c, '。' | '；' | '：') || matches!(c, '，' | ',') && letters >= WORDS {
            return head.get(..at).unwrap_or_default();
        }
    }
    head
}

#[cfg(test)]
mod tests {
    use super::leans_back;

    fn all(sentences: &[&str], leaning: bool) {
        for sentence in sentences {
            assert_eq!(leans_back(sentence), leaning, "{sentence}");
        }
    }

    #[test]
    fn connectives() {
        all(
            &[
                "但是阀门没有关。",
                "因此需要更换滤网。",
                "因此，值班员提前到岗。",
                "此外还要登记时间。",
                "於是大家都走了。",
                "例如三号炉。",
            ],
            true,
        );
        all(
            &[
                "即使下雨也照常开放。",
                "如果停电，请走楼梯。",
                "并非所有房间都有窗。",
                "故宫每周一闭馆。",
                "如发现漏水，请拨打电话。",
            ],
            false,
        );
    }

    #[test]
    fn pronouns_and_demonstratives() {
        all(
            &[
                "该方案分三期实施。",
                "這座橋建成於去年。",
                "他们在山脚下等车。",
                "其屋顶用铜板铺成。",
                "上述规定适用于分店。",
            ],
            true,
        );
        all(
            &[
                "「它已經壞了。」",
                "目前，该泵由电机驱动。",
                "前者较重，后者较轻。",
                "根据规定，两者不得混用。",
            ],
            true,
        );
        all(
            &[
                "其他部门照常上班。",
                "王师傅说他明天来。",
                "该走了！",
                "活该倒霉！",
                "这里禁止停车。",
                "“东风”这个名称由来已久。",
            ],
            false,
        );
    }

    #[test]
    fn times_told_from_others() {
        all(&["同年五月桥梁通车。", "當時倉庫裡沒有燈。", "三天后水位回落。", "10年後工廠搬遷。"], true);
        all(&["2019年五月桥梁通车。", "五天工作制从明年起施行。", "前三天免费。"], false);
    }

    #[test]
    fn missing_subjects() {
        all(
            &[
                "1998年担任厂长。",
                "曾在港口工作。",
                "位于城北，占地十亩。",
                "也用于清洗管道。",
                "建於光緒年間。",
                "体长约十厘米。",
            ],
            true,
        );
        all(
            &[
                "位于城北的仓库已经拆除。",
                "1998年工厂停产。",
                "可再生能源占三成。",
                "被告应当出庭。",
                "已知条件有三个。",
            ],
            false,
        );
    }
}
