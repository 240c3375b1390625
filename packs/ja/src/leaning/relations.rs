//! Nouns that need another noun to say whose: 原因は, 屋根は, 父は.

use crate::words::listed;

/// Whether a sentence is about such a noun and does not say whose.
pub(super) fn is_loose(head: &str) -> bool {
    listed(RELATIONAL).any(|noun| {
        head.strip_prefix(noun)
            .is_some_and(|rest| rest.starts_with(['は', 'が', 'も']) || rest.starts_with("には"))
    })
}

/// Causes and measures, parts of things, kin, what a work or a life has.
const RELATIONAL: &str = "
    原因 理由 目的 方法 内訳 由来 語源 名称 愛称 別名 特徴 長所 短所 欠点 背景 経緯 総数 総額 全長 全高 全幅 高さ 長さ 重さ 深さ 重量 面積
    人口 標高 構造 外観 内部 内装 外壁 屋根 側面 正面 背面 上部 下部 中央部 前部 後部 先端 表面 裏面 断面 車体 機体 船体 胴体 主翼 尾翼
    葉 花弁 果実 種子 茎 樹皮 体長 体色 頭部 腹部 尾 幼虫 成虫 主人公 主題歌 作者 著者 続編 初演 優勝者 死因 遺体 遺骨 墓
    父 母 父親 母親 両親 兄 弟 姉 妹 妻 夫 息子 娘 長男 次男 三男 長女 次女 祖父 祖母 性格 代表作 デビュー作
    晩年 生前 死後 没後 幼少期
";

#[cfg(test)]
mod tests {
    use super::is_loose;

    #[test]
    fn only_where_nobody_is_named() {
        assert!(is_loose("原因は分かっていない。"));
        assert!(is_loose("晩年は港町で過ごした。"));
        assert!(!is_loose("事故の原因は分かっていない。"));
        assert!(!is_loose("原因不明の熱が続く。"));
    }
}
