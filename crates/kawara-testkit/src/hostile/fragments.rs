/// Small pieces of text that are harmless alone and hostile together: letters, marks, joiners, stops, brackets, white space.
#[rustfmt::skip] // One row, one kind.
pub const FRAGMENTS: &[&str] = &[
    // Letters and digits of many scripts.
    "a", "The", "end", "I", "é", "e\u{301}", "ß", "是", "今天", "葛\u{e0100}", "を", "か\u{3099}", "カタ", "ｶﾞ", "ก", "น้ำ", "เ", "ๆ",
    "한", "\u{1112}\u{1161}", "ب", "א", "क्ष", "1", "3.14", "第5", "№",
    // Stops that end nothing.
    "Dr.", "e.g.", "U.S.", "No.", "พ.ศ.", "ver.", "https://a.b/c.", "x@y.z",
    // Stops.
    ".", "!", "?", "…", "...", "。", "！", "？", "｡", "．", "।", "؟", "။", "៕", "！？", "?!", "。。",
    // Weaker marks.
    ",", ";", ":", "，", "、", "；", "：", "—", "——", "-", "・", "/",
    // Brackets and quotes.
    "(", ")", "[", "]", "「", "」", "『", "』", "（", "）", "《", "》", "【", "】", "«", "»", "\"", "'", "“", "”", "‘", "’",
    // White space.
    " ", "  ", "\n", "\n\n", "\r\n", "\r", "\t", "\u{3000}", "\u{a0}", "\u{202f}", "\u{2003}", "\u{2028}", "\u{85}",
    // What cannot be seen.
    "\u{feff}", "\u{200b}", "\u{200c}", "\u{200d}", "\u{200e}", "\u{200f}", "\u{202e}", "\u{2060}", "\u{ad}", "\0",
    // Marks that combine.
    "\u{301}", "\u{20dd}", "\u{fe0f}", "\u{fe0e}", "\u{e49}", "\u{3099}", "\u{489}",
    // Emoji.
    "😀", "👍🏽", "🏽", "👨\u{200d}👩\u{200d}👧", "🇯🇵", "🇹", "1\u{fe0f}\u{20e3}", "❤\u{fe0f}",
    // What no one writes.
    "\u{fffd}", "\u{ffff}", "\u{378}", "\u{e000}", "\u{10ffff}",
    // Mark-up.
    "<|endoftext|>", "[CLS]", "<b>", "- ", "# ", "1. ", "| ", "```", "> ",
];

/// White space of all kinds, and characters that join what stands beside them: the smallest things that tear a cluster or a piece
/// where a rule forgets them. Put beside the words and marks of a language, for a property test.
pub const JOINERS: &[&str] = &[
    " ",
    "\u{3000}",
    "\u{a0}",
    "\u{200b}",
    "\u{feff}",
    "\u{2060}",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\u{2028}",
    "\u{2029}",
    "\u{85}",
    "\u{fe0f}",
    "\u{e0100}",
    "\u{301}",
    "\u{3099}",
    "\u{302a}",
    "\u{200d}",
    "\u{20e3}",
    "👩",
    "👍",
    "🏽",
    "🇨",
    "🇳",
    "각",
    "\u{1100}",
    "\u{1161}",
    "\u{11a8}",
    "ก",
    "\u{e33}",
    "\u{e31}",
    "क",
    "\u{94d}",
    "ष",
    "\u{600}",
    "\u{110bd}",
    "é",
    "ｶ",
    "\u{ff9e}",
    "あ",
    "ー",
    "𠮷",
    "#",
    "*",
    "\u{0}",
    "\u{7f}",
];
