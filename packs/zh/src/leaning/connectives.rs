//! 但, 因此, 此外, 例如…: the other half of the thought is in the sentence before.

use super::starts_with_any;

/// Whether the sentence opens with a connective.
pub(super) fn opens(head: &str) -> bool {
    starts_with_any(head, CONNECTIVES) && !starts_with_any(head, OTHERS)
}

const CONNECTIVES: &str = "
    但 然而 不过 可是 却 惟 而 因此 因而 所以 于是 故此 故而 故名 故称 故又 故被 故其 故在 故有 故该 故不
    故未 此外 另外 另一 同时 与此同时 并 且 况且 何况 也就是 即 例如 比如 譬如 其中 反之 相反 反而 总之
    否则 不然 然后 接着 随后 后来 之后 此后 其后 尔后 随即 继而 从此 由此 为此 对此 就此 据此 至此 除此
    换言之 换句话说 可见 结果， 原来 孰料 谁知 不料 其次 再者 再次， 尽管如此 虽然如此 即便如此 同样 同理
    相比之下 相较 相对地 相对而言 至于 那么 这样 如此 类似地 类似的 甚至 尤其是 特别是 以上 同上 综上
    总而言之
";

/// Other words that begin with the same characters.
const OTHERS: &str = "
    但丁 但泽 但凡 但愿 惟有 而立 而言 而今 同时代 同时期 同时满足 同时具备 同时符合 并列 并购 并发 并行
    并非 并网 并州 并不是所有 且末 即使 即将 即便 即日 即时 即位 即墨 即兴 即食 即期 即刻 即席 以上海
    同样的 原来的 相反数 可见光
";
