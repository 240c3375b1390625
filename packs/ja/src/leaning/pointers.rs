//! Words that point back: this one, the same company, the above, the following year.

use crate::chars::{char_before, is_kanji, is_katakana, is_numeral, is_terminator};
use crate::words::{listed, starts_with_any};

/// Whether a word near the beginning of a sentence points to one before it.
pub(super) fn points_back(head: &str) -> bool {
    let clause = first_clause(head);
    let rest = after_date(head);
    opens(head) || rest.len() < head.len() && opens(rest) || points_inside(clause)
}

fn opens(head: &str) -> bool {
    demonstrative(head) || person(head) || starts_with_any(head, REFERENCES) || same(head)
}

/// これ, その, こうした at the head.
fn demonstrative(head: &str) -> bool {
    starts_with_any(head, DEMONSTRATIVES) && !starts_with_any(head, NOT_DEMONSTRATIVES)
}

/// 彼, 彼女たち.
fn person(head: &str) -> bool {
    let Some(rest) = head.strip_prefix('彼') else { return false };
    rest.starts_with('女')
        || rest
            .starts_with(['の', 'は', 'が', 'を', 'に', 'も', 'と', 'へ', 'ら', 'か', 'や', 'で', '自', '、'])
}

/// 同社, 同年: the character after 同 is a noun of its own.
fn same(head: &str) -> bool {
    let Some(rest) = head.strip_prefix('同') else { return false };
    rest.starts_with(|c| SAME.contains(c)) && !starts_with_any(head, NOT_SAME)
}

/// After the topic, or before it: 続いたこの交渉は, 藤山はこの時期に, 港は翌年に.
fn points_inside(clause: &str) -> bool {
    listed(INSIDE).any(|word| {
        clause.match_indices(word).any(|(at, _)| {
            let before = char_before(clause, at);
            let parted = before.is_some_and(|c| is_kanji(c) || is_katakana(c) || ENDS.contains(c));
            parted && !starts_with_any(clause.get(at..).unwrap_or_default(), NOT_DEMONSTRATIVES)
        })
    })
}

const INSIDE: &str = "この これら こうした 翌年 翌日 翌月 当該 同社 同氏 前項 前条";

/// What a word ends in that may stand before one of those; きのこの and どこの are none.
const ENDS: &str = "はがをにでもたるくうむつ）)";

/// 本種, 本作: what the text calls the thing that it is about, wherever it stands.
pub(super) fn names_itself(unit: &str) -> bool {
    listed(ITSELF).any(|word| {
        unit.match_indices(word)
            .any(|(at, _)| !char_before(unit, at).is_some_and(|c| is_kanji(c) || is_numeral(c)))
    })
}

const ITSELF: &str = "本級 本種 本節 本作 本機 本艦 本属 本曲 本件 本馬 本大会 本事件";

fn first_clause(head: &str) -> &str {
    head.split(|c| matches!(c, '、' | '，' | '､' | ',') || is_terminator(c)).next().unwrap_or_default()
}

/// What follows a date before the first comma: 1995年、同社は
fn after_date(head: &str) -> &str {
    let clause = first_clause(head);
    let short = clause.chars().take(17).count() < 17;
    let dated = short
        && clause.ends_with(['年', '月', '日', '頃', '代', 'に', 'は', '）', ')'])
        && clause.contains(is_numeral);
    let rest = head.get(clause.len()..).unwrap_or_default();
    if dated { rest.trim_start_matches(['、', '，', '､', ',']) } else { head }
}

const DEMONSTRATIVES: &str = "
    これ それ この その あの あれは あれが あれを あれも ここは ここが ここで ここに ここを ここから ここの ここまで そこは そこが そこに そこを
    そこから そこの そこで こちらは こちらが こちらの こちらを そちら こうした こういった こういう こうなる こうすれ こうすると こうして そうした
    そういった そういう そうして そうすれ そうすると そうなる そうでは そうで そうだ そうなん そうしな こんな そんな あんな
";

const NOT_DEMONSTRATIVES: &str = "
    それぞれ そのまま このまま そのもの そのうち そのへん このたび この度 このほど この程 これまで これから それなり それほど それとなく
    このごろ この先 この世 その場しのぎ その日暮らし ここ数 これほど これといって このあと、 その都度 これより そうであるか
";

/// What refers to a place in the text, to one of two, or to a time that was told.
const REFERENCES: &str = "
    当該 前述 上述 先述 前掲 前記 上記 前者 後者 両者 両国 両社 両軍 両氏 双方 前項 前条 前二条 前三条 前各号 前二項 前三項 前節 前章 以上の
    以上が 以上で 一方の もう一方 当時 翌年 翌日 翌月 翌朝 翌週 翌晩 翌々 前年 前日 前月 直後 後年 当日 先の 残りの
    本章 本項 同時期 同じ 同様の 残る 今作 前作 続く
";

/// What makes a noun with 同 that names something again.
const SAME: &str = "社氏年月日大校市県府国誌紙局所館店区町村省庁署院寺城線駅機艦種属科級作書曲賞戦隊軍党州島川山湖地条法案項号事件系路家会団盤番組型車器室部門課";

/// 同 in a compound.
const NOT_SAME: &str = "同種類 同級生 同系列 同地区 同部屋 同会場 同型機";
