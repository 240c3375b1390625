//! 同年, 当时, 三天后: times that are counted from another.

use super::starts_with_any;
use crate::chars::is_digit;
use crate::script::listed;

/// Whether the sentence opens with such a time.
pub(super) fn is_relative(head: &str) -> bool {
    starts_with_any(head, TIMES) || after_a_while(head)
}

/// 三天后, 10年前, 两个月之后.
fn after_a_while(head: &str) -> bool {
    let rest = head.trim_start_matches(|c| is_digit(c) || "一二两三四五六七八九十几数半".contains(c));
    if rest.len() == head.len() {
        return false;
    }
    let rest = rest.trim_start();
    let Some(after) = listed(UNITS).find_map(|unit| rest.strip_prefix(unit)) else { return false };
    after.starts_with(['后', '前']) && !after.starts_with("前后") || starts_with_any(after, "之后 以后")
}

const UNITS: &str = "个月 个星期 个小时 星期 小时 分钟 年 天 日 周";

const TIMES: &str = "
    同年 同日 同月 同期 当时 当天 当年 当日 当晚 当月 翌年 翌日 次年 次日 次月 隔年 隔天 第二天 第二年 此时
    那时 期间 其间 不久 事后 日后 届时 此前 之前 与此 自此 至今
";
