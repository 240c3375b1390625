//! Connectives at the head of a sentence.

use crate::chars::{is_blank, is_hiragana};
use crate::words::{listed, starts_with_any};

/// Whether a sentence opens with a connective.
pub(super) fn opens(head: &str) -> bool {
    if starts_with_any(head, ALWAYS) {
        return true;
    }
    listed(BEFORE_A_PAUSE).any(|word| {
        head.strip_prefix(word)
            .is_some_and(|rest| rest.starts_with(|c| matches!(c, '、' | '，' | '､' | ',') || is_blank(c)))
    }) || listed(BEFORE_OTHER_SCRIPTS)
        .any(|word| head.strip_prefix(word).is_some_and(|rest| rest.starts_with(|c: char| !is_hiragana(c))))
}

/// Nothing else begins with these.
const ALWAYS: &str = "
    しかし ただし そして それで それでも それでは それどころ それなのに それゆえ それに それから そのため そのうえ その上 その後
    その結果 その際 その一方 そこで すると したがって 従って ゆえに 故に だから ですから だが、 だけど なのに なので けれども
    ところが ところで とはいえ とはいうものの にもかかわらず もっとも、 むしろ つまり すなわち 要するに なぜなら というのも
    というのは こうして かくして このため このほか さらに 更に しかも かつ、 加えて くわえて 次いで ついで 続いて ちなみに 因みに
    とりわけ 中でも なかでも 同様に 同時に 同じく 逆に 反対に 他方 他方で いずれにせよ いずれにしても いずれも ともあれ それにしても
    そういえば さもないと さもなければ ならば、 でなければ、 但し 然し 以上から 以上より 以上のよう もしくは、
";

/// Connectives where a pause follows.
const BEFORE_A_PAUSE: &str = "
    また なお ただ でも では じゃあ じゃ が 一方 一方で 一方では よって 例えば たとえば もちろん 結局 結果 結果として 事実 実際 実際に
    実は さて 次に 最後に 以来 以後 以降 特に ほかに 他に あるいは 併せて あわせて 反面 その代わり 最終的に やがて まもなく 後に のちに
    尚 又 且つ そう ほら すなわち だけど けど けれど
";

/// Connectives that need no pause where kanji, katakana or a sign follows.
const BEFORE_OTHER_SCRIPTS: &str = "また なお でも だが では ただ さて";
