//! Texts to count: of every script and shape that splits or joins tokens in its own way.
#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::unwrap_used, reason = "only tests call this")]

use std::ops::Range;

use kawara_core::Counter;
use proptest::prelude::*;

/// What stands before a chunk: contexts, and the separators they end with.
pub(crate) const BEFORE: &[&str] =
    &["", "\n", "\n\n", " > ", ": ", "query: ", "Guide > Refunds\n", "標題：", "don", "x'", " ", "หน้า "];

/// Pieces of text; longer texts are made of them.
pub(crate) const FRAGMENTS: &[&str] = &[
    // English, contractions, numbers
    "The roof was laid in overlapping rows, ",
    "so that rain ran off; it didn't leak. ",
    "I'VE we'll they’re o'clock rock'n'roll ",
    "'s 'ſ 'T 'Ll 'REd ",
    "HTTPServer parseXML iPhone McDonald ",
    "3.14159 1,000,000 ½ ² ٣٤٥ ４２ ",
    "e.g. Dr. Smith (b. 1999) said: \"No!\" ",
    // Chinese, both scripts
    "屋顶的瓦片一片压着一片，",
    "雨水顺势而下。",
    "「重疊的部分」究竟有多寬？",
    "人們說：《瓦經》第十二章，",
    "二〇二六年３月5日；",
    "龘靐齉爩",
    // Japanese
    "瓦は一枚ずつ重ねて葺く。",
    "その重なりを「葺き足」という。",
    "ﾊﾝｶｸとカタカナーー、",
    "しました。していただけますか？",
    "東京都千代田区霞が関1－2－3",
    // Thai
    "กระเบื้องหลังคาวางซ้อนกัน ",
    "น้ำฝนจึงไหลลงไปได้ ",
    "พ.ศ. ๒๕๖๙ ฯลฯ เก่าๆ ",
    "เชิญรับฟังประกาศ",
    // other scripts, right to left among them
    "Крыша сделана из черепицы. ",
    "הגג עשוי רעפים. ",
    "السقف مصنوع من القرميد، ",
    "छत खपरैल की बनी है। ",
    "지붕은 기와로 덮여 있다. ",
    "Η στέγη είναι από κεραμίδια· ",
    "Mái nhà lợp ngói ",
    "კრამიტის სახურავი ",
    "ដំបូលក្បឿង ",
    // marks, joiners, emoji
    "cafe\u{301} a\u{300}\u{301}\u{302} ",
    "\u{301}\u{302}",
    "नि\u{200d}",
    "👨‍👩‍👧‍👦🏽🇯🇵🏳️‍🌈",
    "😀😃😄",
    "❤️ ☀︎ ",
    "1️⃣",
    "𠮷野家𩸽",
    // white space
    " ",
    "  ",
    "          ",
    "\t",
    "\n",
    "\n\n",
    "\r\n",
    "\r\n\r\n  ",
    "\n \n\t\n",
    "\u{a0}",
    "\u{a0}\u{a0}",
    "\u{3000}",
    "\u{2028}",
    "\u{85}",
    "\u{200b}\u{feff}",
    "                                                                 ",
    // code and marks
    "fn main() {\n    println!(\"{}\", a[i+1]);\n}\n",
    "if (x != y) { return x->z; } // TODO\n",
    "https://example.com/a/b?c=d&e=f#g ",
    "<p class=\"x\">&nbsp;</p>\n",
    "| a | b |\n|---|---|\n",
    "===== ----- ***** ~~~~~ ",
    "....../\n/\n///\r\n",
    "SGVsbG8gV29ybGQhIFRoaXMgaXM=",
    "snake_case_name kebab-case-name ",
    "<|endoftext|>",
    "<|fim_prefix|>",
    "[INST]",
    // unassigned, private, controls
    "\u{378}\u{530}\u{e000}\u{10ffff}",
    "\0\u{1}\u{7f}\u{9f}",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "zxqjvkwpzxqjvkwp",
];

/// Texts of up to about a kilobyte.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let fragment = prop_oneof![
        6 => proptest::sample::select(FRAGMENTS).prop_flat_map(|fragment| {
            let chars: Vec<char> = fragment.chars().collect();
            let all = 0..=chars.len();
            (all.clone(), all).prop_map(move |(a, b)| chars[a.min(b)..a.max(b)].iter().collect::<String>())
        }),
        6 => proptest::sample::select(FRAGMENTS).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => "\\PC{0,4}",
    ];
    proptest::collection::vec(fragment, 0..24).prop_map(|fragments| fragments.concat())
}

/// A small generator of random numbers, the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    pub(crate) fn pick<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }

    /// A text of about `len` bytes, made of fragments.
    pub(crate) fn text(&mut self, len: usize) -> String {
        let mut text = String::new();
        while text.len() < len {
            text.push_str(self.pick(FRAGMENTS));
        }
        text
    }

    /// A range of up to `most` bytes between characters.
    pub(crate) fn range(&mut self, text: &str, most: usize) -> Range<usize> {
        let start = text.floor_char_boundary(self.below(text.len() + 1));
        start..text.ceil_char_boundary((start + self.below(most)).min(text.len()))
    }

    /// Cuts at about every `stride` bytes.
    pub(crate) fn cuts(&mut self, text: &str, stride: usize) -> Vec<usize> {
        let (mut at, mut cuts) = (0, Vec::new());
        while at < text.len() {
            cuts.push(at);
            at = text.ceil_char_boundary((at + 1 + self.below(2 * stride)).min(text.len()));
        }
        cuts
    }
}

/// The reference for OpenAI's encodings.
pub(crate) fn reference(name: &str) -> &'static tiktoken_rs::CoreBPE {
    match name {
        "cl100k_base" => tiktoken_rs::cl100k_base_singleton(),
        "o200k_base" => tiktoken_rs::o200k_base_singleton(),
        "o200k_harmony" => tiktoken_rs::o200k_harmony_singleton(),
        "p50k_base" => tiktoken_rs::p50k_base_singleton(),
        "p50k_edit" => tiktoken_rs::p50k_edit_singleton(),
        _ => tiktoken_rs::r50k_base_singleton(),
    }
}

/// What the reference counts.
pub(crate) fn expected(name: &str, text: &str) -> u32 {
    reference(name).encode_ordinary(text).len() as u32
}

/// Counts `ranges` random ranges of a text through an index and compares them with the reference.
pub(crate) fn check_ranges(
    counter: &dyn Counter,
    name: &str,
    text: &str,
    ranges: usize,
    random: &mut Random,
) {
    let cuts = random.cuts(text, 60);
    let index = counter.index(text, &cuts).unwrap();
    for _ in 0..ranges {
        let range = random.range(text, 2000);
        let before = random.pick(BEFORE);
        let joined = [before, &text[range.clone()]].concat();
        assert_eq!(
            index.exact(before, range.clone()).unwrap(),
            expected(name, &joined),
            "{name} {before:?} {range:?} of {text:?}"
        );
    }
}
