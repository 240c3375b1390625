//! What fuzzers make of their input.

use kawara_testkit::hostile::FRAGMENTS;

/// Words and marks that rules of languages look at, so that a few bytes make a sentence.
const WORDS: &[&str] = &[
    "。", "、", "！", "？", "．", "｡", "､", "「", "」", "『", "』", "（", "）", "｢", "｣", "……", "——", "♪", "ｗｗ", "（笑）", "…",
    "と", "って", "が", "は", "の", "に", "から", "ので", "けれど", "し", "です", "ます", "した", "それ", "その", "同社は", "彼", "東京",
    "会議", "ポンプ", "データ", "１２", "３．５", "\u{3000}", "“", "”", "‘", "’", "《", "》", "，", "；", "：", "的", "了", "该", "水泵",
    "但是", "第三条", "（一）", "哈哈", "ๆ", "ฯลฯ", "ฯ", "พ.ศ.", "ครับ", "ค่ะ", "และ", "แต่", "ที่", "ว่า", "เพราะ", "ดังนั้น", "นี้", "เขา",
    "ระบบ", "น้ำ", "เ", "\u{e31}", "\u{e49}", "๒๕๖๗", "บาท", "The ", "pump ", "stopped. ", "Dr. ", "e.g. ", "U.S. ", "3.14", "No. ", "\"",
    "'", "(", ")", "...", "?!", " ", "\n", "\r\n", "\t", "http://a.b/c?d=e ", "a@b.jp", "v2.1.3", "1. ", "- ", "😀", "👨‍👩‍👧", "한국어 ",
    "привет. ", "।", "؟", "။", "\u{200b}", "\u{a0}", "\u{feff}", "<p>", "<table><tr><td>",
    "</div>", "<!--", "```\n", "|a|b|\n|-|-|\n", "\\begin{itemize}\n\\item ", "00:01 --> 00:02\n", "[{\"a\":\"", "===\n",
];

/// The text that fuzzer input stands for.
pub fn text(data: &[u8]) -> String {
    let mut text = String::new();
    for chunk in data.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let nth = usize::from(byte & 0x7f);
            let list = if nth < WORDS.len() { WORDS } else { FRAGMENTS };
            text.push_str(list[nth % list.len()]);
        }
    }
    text
}
