//! Which language a paragraph is in.

use std::ops::AddAssign;

use crate::registry::primary_subtag;

/// Bytes of a paragraph that are looked at: its script shows early.
const SAMPLE: usize = 4096;

/// A sentence is foreign to its paragraph if at most one letter in so many is of the paragraph's script.
const FOREIGN: usize = 10;

/// Decides the language of each paragraph of a document: the policy's word first; then the script; a paragraph in Han letters
/// alone is Japanese where the document has kana, else Chinese. The language declared with the document names the language of
/// its script.
pub(crate) struct Router {
    fixed: Option<String>,
    declared: Option<String>,
    han: &'static str,
    /// For paragraphs without letters.
    main: String,
}

impl Router {
    pub(crate) fn new(text: &str, fixed: Option<&str>, declared: Option<&str>) -> Self {
        let scripts = Scripts::of(text);
        let han = match declared.map(primary_subtag) {
            Some("ja") => "ja",
            Some("zh" | "yue") => "zh",
            _ if scripts.is_japanese() => "ja",
            _ => "zh",
        };
        let mut router = Self {
            fixed: fixed.map(str::to_owned),
            declared: declared.map(str::to_owned),
            han,
            main: "en".into(),
        };
        router.main = match fixed.or(declared) {
            Some(language) => language.to_owned(),
            None => router.by_script(&scripts).unwrap_or("en").to_owned(),
        };
        router
    }

    /// The language of most of the document.
    pub(crate) fn main(&self) -> &str {
        &self.main
    }

    /// The language of one paragraph, as a BCP 47 tag.
    pub(crate) fn language(&self, paragraph: &str) -> &str {
        if let Some(fixed) = &self.fixed {
            return fixed;
        }
        let sample = &paragraph[..paragraph.floor_char_boundary(SAMPLE)];
        let Some(found) = self.by_script(&Scripts::of(sample)) else { return &self.main };
        self.as_declared(found)
    }

    /// The language of a sentence that stands in a paragraph of another language, in another script altogether: an English
    /// sentence among Chinese ones, not a Chinese one about an API.
    pub(crate) fn foreign(&self, paragraph: &str, sentence: &str) -> Option<&str> {
        if self.fixed.is_some() || script_of(paragraph) == "Latn" && is_surely_latin(sentence) {
            return None;
        }
        let scripts = Scripts::of(sentence);
        let found = self.by_script(&scripts)?;
        let own = scripts.of_script(script_of(paragraph));
        let is_foreign = script_of(found) != script_of(paragraph) && own * FOREIGN <= scripts.all();
        is_foreign.then(|| self.as_declared(found))
    }

    fn as_declared(&self, found: &'static str) -> &str {
        match &self.declared {
            Some(declared) if script_of(declared) == script_of(found) => declared,
            _ => found,
        }
    }

    fn by_script(&self, scripts: &Scripts) -> Option<&'static str> {
        // A Han letter weighs as much as a short word of an alphabet: a Chinese sentence about an API is Chinese. What a Thai one
        // has in Latin letters is names and code, too.
        let east = (scripts.han + scripts.kana + scripts.wide) * 4;
        let (thai, hangul) = (scripts.thai * 2, scripts.hangul * 2);
        let most = scripts.latin.max(east).max(thai).max(hangul).max(scripts.other);
        if most == 0 {
            None
        } else if most == east {
            Some(match () {
                () if scripts.is_japanese() => "ja",
                () if scripts.chinese > 0 => "zh",
                () => self.han,
            })
        } else if most == hangul {
            Some("ko")
        } else if most == thai {
            Some("th")
        } else if most == scripts.latin {
            Some("en")
        } else {
            Some("und")
        }
    }
}

/// What a declared language says about the script of the text: only as far as routing tells scripts apart.
fn script_of(language: &str) -> &'static str {
    match primary_subtag(language) {
        "zh" | "yue" => "Hani",
        "ja" => "Jpan",
        "th" => "Thai",
        "ko" => "Hang",
        "und" | "ru" | "uk" | "bg" | "sr" | "el" | "ar" | "fa" | "ur" | "he" | "hi" | "mr" | "ne" | "bn"
        | "ta" | "te" | "kn" | "ml" | "si" | "km" | "lo" | "my" | "bo" | "ka" | "hy" | "am" => "Zyyy",
        _ => "Latn",
    }
}

/// Whether text declared to be in a language is taken to be in Latin letters.
pub(crate) fn is_latin(language: &str) -> bool {
    script_of(language) == "Latn"
}

/// Han letters of everyday words that Chinese can hardly do without and Japanese does not have.
const CHINESE: [char; 19] = [
    '你', '您', '她', '它', '们', '們', '这', '這', '么', '麼', '吗', '嗎', '吧', '呢', '很', '说', '說',
    '让', '请',
];

/// Their low bytes, as a set of bits: it is asked of every Han letter, and a search would be guessed wrong at each.
const LOW_BYTES: [u64; 4] = {
    let mut bits = [0; 4];
    let mut nth = 0;
    while nth < CHINESE.len() {
        let low = CHINESE[nth] as usize & 0xff;
        bits[low / 64] |= 1 << (low % 64);
        nth += 1;
    }
    bits
};

fn is_chinese(c: char) -> bool {
    let low = c as usize & 0xff;
    LOW_BYTES[low / 64] >> (low % 64) & 1 == 1 && CHINESE.contains(&c)
}

/// Whether no letter of another script can be in a text: only first bytes of Latin letters and of General Punctuation are.
fn is_surely_latin(text: &str) -> bool {
    text.bytes().all(|byte| byte < 0xca || byte == 0xe2)
}

/// Letters by script.
#[derive(Default, Clone, Copy)]
struct Scripts {
    han: usize,
    /// Those of them that are Chinese and no Japanese.
    chinese: usize,
    kana: usize,
    /// Full-width Latin letters: East Asian typography.
    wide: usize,
    hangul: usize,
    thai: usize,
    latin: usize,
    other: usize,
}

impl Scripts {
    fn of(text: &str) -> Self {
        // Where text is ASCII it is counted by the stretch, many letters at a time.
        const STRETCH: usize = 64;
        let mut scripts = Self::default();
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let end = text.ceil_char_boundary(bytes.len().min(at + STRETCH));
            let stretch = &bytes[at..end];
            if stretch.is_ascii() {
                scripts.latin += stretch.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
            } else {
                text[at..end].chars().for_each(|c| scripts += c);
            }
            at = end;
        }
        scripts
    }

    /// Letters of the script that a language is written in. Han letters beside kana are no Chinese, Chinese words no Japanese.
    fn of_script(&self, script: &str) -> usize {
        match script {
            "Hani" if self.is_japanese() => 0,
            "Hani" => self.han,
            "Jpan" if self.chinese > 0 => self.kana,
            "Jpan" => self.han + self.kana,
            "Thai" => self.thai,
            "Hang" => self.hangul,
            "Latn" => self.latin + self.wide,
            _ => self.other,
        }
    }

    fn all(&self) -> usize {
        self.han + self.kana + self.wide + self.hangul + self.thai + self.latin + self.other
    }

    /// Japanese prose is a third to a half kana; a Chinese text may quote a word of it.
    fn is_japanese(&self) -> bool {
        self.kana > 0 && self.kana * 10 >= self.han
    }
}

impl AddAssign<char> for Scripts {
    fn add_assign(&mut self, c: char) {
        match c {
            // The commonest first: this is asked of every letter.
            '\u{4e00}'..='\u{9fff}' => {
                self.han += 1;
                self.chinese += usize::from(is_chinese(c));
            }
            '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' => self.kana += 1,
            '\u{e01}'..='\u{e5b}' => self.thai += 1,
            'a'..='z' | 'A'..='Z' => self.latin += 1,
            _ => self.add_rarer(c),
        }
    }
}

impl Scripts {
    fn add_rarer(&mut self, c: char) {
        match c {
            '\u{c0}'..='\u{24f}' => self.latin += 1,
            '\u{3400}'..='\u{4dbf}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => self.han += 1,
            '\u{ff66}'..='\u{ff9d}' => self.kana += 1,
            '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => self.wide += 1,
            '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' => self.hangul += 1,
            '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{3020}' | '\u{ff00}'..='\u{ff20}' => {}
            _ if c >= '\u{250}' && c.is_alphabetic() => self.other += 1,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(document: &str, paragraph: &str) -> String {
        Router::new(document, None, None).language(paragraph).to_owned()
    }

    #[test]
    fn scripts_decide() {
        assert_eq!(route("", "The pump stopped."), "en");
        assert_eq!(route("", "水泵停了。"), "zh");
        assert_eq!(route("", "ポンプが止まった。"), "ja");
        assert_eq!(route("", "ปั๊มหยุด"), "th");
        assert_eq!(route("", "ＯＫ．Ｇｏ！"), "zh");
        assert_eq!(route("これは本文です。", "ＯＫ．Ｇｏ！"), "ja");
        assert_eq!(route("", "펌프가 멈췄다."), "ko");
        assert_eq!(route("", "ปลากะรังลายน้ำตาล (Brown-marbled grouper, Tiger grouper)"), "th");
        assert_eq!(route("", "насос встал"), "und");
        assert_eq!(route("", "请把 config.toml 放到 No. 5 机柜，然后重启 systemd-networkd。"), "zh");
    }

    #[test]
    fn han_alone_follows_the_document() {
        let japanese = "東京都庁\nこれは本文です。";
        assert_eq!(route(japanese, "東京都庁"), "ja");
        assert_eq!(route("北京市政府\n这是正文。", "北京市政府"), "zh");
        assert_eq!(route("", "日语里的「の」表示所属，中文常常译成「的」，或者干脆省去不译。"), "zh");
    }

    #[test]
    fn sentences_in_another_script_are_foreign() {
        let router = Router::new("この窯は古い。", None, None);
        assert_eq!(router.foreign("ja", "The kiln is old."), Some("en"));
        assert_eq!(router.foreign("ja", "詳細はREADME.mdのInstallationを見る。"), None);
        assert_eq!(router.foreign("ja", "現在東京本社。"), None);
        assert_eq!(router.foreign("ja", "你们在这里等。"), Some("zh"));
        assert_eq!(router.foreign("en", "返金期間は30日です。"), Some("ja"));
        assert_eq!(router.foreign("zh", "返金期間は30日です。"), Some("ja"));
        assert_eq!(router.foreign("en", "ระยะเวลาคืนเงินคือ 30 วัน"), Some("th"));
        assert_eq!(router.foreign("th", "รัน cargo build ก่อน"), None);
        assert_eq!(router.foreign("en", "42!"), None);
        assert_eq!(Router::new("", Some("ja"), None).foreign("ja", "The kiln is old."), None);
        assert_eq!(
            Router::new("窯は古い。", None, Some("de")).foreign("ja", "Der Ofen ist alt."),
            Some("de")
        );
    }

    #[test]
    fn little_kana_follows_the_document_but_for_words_that_are_chinese() {
        let japanese = "これは日本語の本文です。";
        assert_eq!(route(japanese, "平成三十年度予算の概算要求額"), "ja");
        assert_eq!(route(japanese, "请先打开电源，然后按下按钮。"), "zh");
        assert_eq!(route(japanese, "您好！很高兴见到您。"), "zh");
        assert_eq!(route("这是正文。", "日语里的「の」表示所属，中文常常译成「的」。"), "zh");
    }

    #[test]
    fn declared_languages_name_their_script() {
        let router = Router::new("Die Pumpe steht.", None, Some("de"));
        assert_eq!(router.language("Die Pumpe steht."), "de");
        assert_eq!(router.language("水泵停了。"), "zh");
        assert_eq!(router.language("42"), "de");
        assert_eq!(Router::new("", Some("ja"), None).language("The pump"), "ja");
    }
}
