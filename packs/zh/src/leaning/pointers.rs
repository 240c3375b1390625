//! Pronouns and demonstratives for which nothing in the sentence can stand yet.

use super::{starts_with_any, theme};
use crate::chars::{char_before, is_closer};
use crate::script::listed;

/// A pronoun this near to the start has no noun before it that it could stand for, in characters.
const NEAR: usize = 6;

/// Whether the sentence is about something that it does not name.
pub(super) fn points_back(head: &str) -> bool {
    let theme = theme(head);
    if starts_with_any(head, AT_START) || listed(ANYWHERE).any(|word| theme.contains(word)) {
        return true;
    }
    let lead =
        theme.rfind('，').and_then(|comma| theme.get(..comma)).map_or(0, |lead| lead.chars().count() + 1);
    theme.char_indices().enumerate().any(|(count, (at, c))| {
        let rest = theme.get(at..).unwrap_or_default();
        let before = char_before(theme, at).unwrap_or(' ');
        match c {
            '这' => is_demonstrative(rest, before),
            '该' => is_said(rest, before),
            '此' => !"彼因从如至特据由故".contains(before) && !starts_with_any(rest, "此外 此起彼伏"),
            '他' | '她' | '它' | '牠' | '祂' => {
                count < lead + NEAR
                    && !"其吉排利说为示得道称出".contains(before)
                    && !starts_with_any(rest, OTHERS)
            }
            '其' => {
                count < 2
                    && !"与及尤极土莫何".contains(before)
                    && !starts_with_any(rest, "其他 其它 其余 其实")
            }
            _ => false,
        }
    })
}

/// 这 with a noun; not the one that takes up words just named: “东风”这个名称.
fn is_demonstrative(rest: &str, before: char) -> bool {
    let names = "这个名 这个词 这个概念 这一名 这一词 这一概念 这一术语";
    let takes_up = is_closer(before) || before != ' ' && starts_with_any(rest, names);
    !takes_up && !starts_with_any(rest, "这里 这么 这样")
}

/// 该 with a noun; not the one that means “should”.
fn is_said(rest: &str, before: char) -> bool {
    let next = rest.chars().nth(1).unwrap_or(' ');
    !"应不就本活总早".contains(before) && !"走去来吃睡做怎如说让给不".contains(next)
}

const AT_START: &str = "
    彼 那些 那个 那时 那次 那场 那种 那里 那年 那天 后者 前者 两人 二人 本作 本片 本剧 本曲 本属 本种 本鱼
    前两 后两 当中 里面
";

const ANYWHERE: &str = "两者 二者 两地 两国 上述 前述";

const OTHERS: &str = "他人 他国 他乡";
