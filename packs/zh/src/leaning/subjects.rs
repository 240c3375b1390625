//! Sentences that begin with their verb, or with a date and the verb: what they are about has been named before.

use super::{starts_with_any, theme};
use crate::chars::is_digit;
use crate::script::listed;

/// Whether the subject is left out.
pub(super) fn is_missing(head: &str) -> bool {
    let verb = skip_date(head);
    let dated = verb.len() < head.len();
    if starts_with_any(verb, ADVERBS) && !starts_with_any(verb, NO_ADVERBS) || starts_with_any(verb, VERBS) {
        return true;
    }
    if dated && starts_with_any(verb, AFTER_DATES) && !starts_with_any(verb, NO_OFFICE) {
        return true;
    }
    // 位于北京的故宫: the verb belongs to a noun that follows.
    if starts_with_any(verb, WITH_PLACE) && !starts_with_any(verb, NO_PASSIVE) {
        return !theme(verb).contains('的');
    }
    is_measure(verb) || is_reason(head)
}

/// Passes 2014年7月, 1980年代初, 2003年至2006年间.
fn skip_date(head: &str) -> &str {
    let date = head.trim_start_matches(['自', '从', '于', '在']);
    if !date.starts_with(is_digit) {
        return head;
    }
    date.trim_start_matches(|c| {
        is_digit(c) || "年月日号代世纪初末底起至到间，、-–—～ 自从于在中期".contains(c)
    })
}

/// 体长约十厘米: of what?
fn is_measure(verb: &str) -> bool {
    let rest = listed(MEASURES).find_map(|measure| verb.strip_prefix(measure));
    rest.is_some_and(|rest| {
        rest.starts_with(is_digit) || starts_with_any(rest, "约 为 可达 达 大约 近 超过 不到")
    })
}

/// 因地处河口而得名。: a reason and a verb, and no clause for a subject.
fn is_reason(head: &str) -> bool {
    let whole = head.trim_end_matches(['。', '！', '？']);
    starts_with_any(head, "因 由于") && whole.contains('而') && !whole.contains('，')
}

/// Adverbs and auxiliaries that stand between a subject and its verb.
const ADVERBS: &str = "
    也 亦 还 又 则 便 曾 仍 均 皆 已 将于 将在 将会 将由 将成 将继 将被 可以 可在 可于 可用于 可用来 可用作
    可由 可与 可被 可分 可通过 可供 可达 可作 可使 可从 可追溯 应当 应在 应于 应由 应自 应向 应予 须在 须于
    须由 须自 须向 须经 需在 需由 需经 尚未 尚有 尚无 尚在 才会 才是 再 只在 只是 只能 只会 只限 只需 仅在
    仅限 仅能 仅供 仅为 仅次 仅是 常被 常用于 常见于 常在 常与 常以 常作 常会 常有 都是 都会 都有 一直
    主要在 主要以 主要用 主要是 主要有 主要为 主要分布 主要由 分别为 分别是 分别由 分别在 分别于 正式成
    正式加 正式开 正式投 成功 多次 先后 后改 后被 后又 后因 后于 后为 后任 后在 后由 后经 后逐 后转 后升 遂
    乃 竟 不再 无法 未能 未获 未被 未有
";

/// Other words that begin with the same characters.
const NO_ADVERBS: &str = "
    也许 也门 还原 还款 还债 还乡 还贷 又一 则天 便利 便秘 便宜 便携 便民 便当 便捷 便道 曾国 曾子 曾祖
    均衡 均匀 均线 均价 均值 已知 已故 已婚 再生 再者 再保 再次 再婚 再见 再版 再融 再分 再教 再就 再利
    再现 乃至 竟然 成功的 成功者 成功率
";

/// Verbs that need a subject and do not open a noun phrase.
const VERBS: &str = "
    成为 出任 历任 现任 连任 当选 获选 获颁 获聘 获封 着有 又名 又称 亦称 别名 别称 名为 名列 俗称 改名
    改称 改为 改属 改隶 更名 升任 调任 转任 转投 属于 下辖 设有 分布于 栖息于 栖息在 生活于 生活在 享年
    是一 是中国 是世界 是全国 是该 是其 是第 是首 是由 是最 夜间觅食
";

/// Verbs that also open instructions and noun phrases, but not after a date.
const AFTER_DATES: &str = "
    任 担任 获 参加 参与 加入 发表 推出 出版 发行 考入 考上 入选 就读 退役 逝世 去世 病逝 开始 完工 竣工
    通车 落成 停刊 创刊 改建 重建 扩建 开业 开播 关闭 移居 毕业 出生 晋升 升 改
";

const NO_OFFICE: &str = "任何 任务 任意 任命 任天堂 任期 当地 当局 当代 当前 升级 升学 改革 改善";

/// Verbs that may open a noun phrase; a 的 tells.
const WITH_PLACE: &str = "
    位于 坐落于 坐落在 地处 建于 始建于 成立于 创立于 创建于 毕业于 出生于 生于 源自 源于 起源于 取自
    原产于 用于 适用于 包括 包含 分为 含有 拥有 被 获得 身体呈 身体长 全书 全片 全剧 剧情
";

const NO_PASSIVE: &str = "被告 被害 被子 被动 被保险 被申请 被继承 被执行 被上诉 被套 被单";

const MEASURES: &str = "
    体长 体重 身高 身长 全长 总长 海拔 面积 总面积 占地面积 人口 总人口 水深 直径 高度 长度 宽度
";
