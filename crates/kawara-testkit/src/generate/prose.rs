use super::Random;

/// The languages that [`prose`] writes.
pub const LANGUAGES: &[&str] = &["en", "zh", "ja", "th"];

/// One paragraph of `language` (`en`, `zh`, `ja`, `th`; any other is English), at least `bytes` bytes long, without anything hostile.
///
/// ```
/// use kawara_testkit::prose;
///
/// let text = prose(1, "zh", 300);
/// assert!(text.len() >= 300 && text.contains('。'));
/// ```
pub fn prose(seed: u64, language: &str, bytes: usize) -> String {
    let mut random = Random::new(seed);
    let mut text = String::new();
    while text.len() < bytes {
        sentence(&mut random, language, &mut text);
        text.push_str(joint(language));
    }
    text.truncate(text.trim_end().len());
    text
}

/// What stands between two sentences.
pub(crate) fn joint(language: &str) -> &'static str {
    if matches!(language, "zh" | "ja") { "" } else { " " }
}

/// Writes one sentence.
pub(crate) fn sentence(random: &mut Random, language: &str, out: &mut String) {
    let grammar = match language {
        "zh" => &CHINESE,
        "ja" => &JAPANESE,
        "th" => &THAI,
        _ => &ENGLISH,
    };
    let mut pattern = random.pick(grammar.patterns);
    while let Some((before, slot)) = pattern.split_once('{') {
        out.push_str(before);
        let (name, rest) = slot.split_once('}').unwrap_or((slot, ""));
        match name {
            "who" => out.push_str(random.pick(grammar.who)),
            "does" => out.push_str(random.pick(grammar.does)),
            "what" => out.push_str(random.pick(grammar.what)),
            "when" => out.push_str(random.pick(grammar.when)),
            _ => out.push_str(&number(random)),
        }
        pattern = rest;
    }
    out.push_str(pattern);
}

fn number(random: &mut Random) -> String {
    let (whole, part) = (random.below(2000), random.below(100));
    match random.below(4) {
        0 => format!("{whole}.{part}"),
        1 => format!("{},{:03}", whole + 1, part),
        2 => format!("{part}%"),
        _ => whole.to_string(),
    }
}

/// Sentences of one language: patterns, and what fills their slots.
struct Grammar {
    patterns: &'static [&'static str],
    who: &'static [&'static str],
    does: &'static [&'static str],
    what: &'static [&'static str],
    when: &'static [&'static str],
}

const ENGLISH: Grammar = Grammar {
    patterns: &[
        "{when}, {who} {does} {what}.",
        "{who} {does} {what}; the rest can wait until {n} p.m.",
        "“{who} {does} {what},” it says. ",
        "Why is it that {who} {does} {what}?",
        "It is said (see Fig. {n}) that {who} {does} {what}...",
        "This costs $ {n}, i.e. more than {what}!",
        "{who} {does} {what} because {who} {does} {what}, which nobody at https://example.org/a?b=c. expected.",
        "So it goes.",
    ],
    who: &[
        "Dr. Adeyemi",
        "the night shift",
        "J. R. Kowalski",
        "St. Anne's Wharf",
        "somebody",
        "Ltd. Co. No. 4",
        "she",
    ],
    does: &["inspects", "does not touch", "has repainted", "forgot", "re-reads", "is about to close"],
    what: &[
        "the valve",
        "e.g. both pumps",
        "a naïve résumé",
        "the U.S. branch",
        "version 2.0.1",
        "“the old map”",
        "it",
    ],
    when: &["On Jan. 5", "At 6 a.m.", "Before that", "However", "In the meantime", "Twice a year"],
};

const CHINESE: Grammar = Grammar {
    patterns: &[
        "{when}，{who}{does}{what}。",
        "{who}{does}{what}；其余的等到{n}点以后再说。",
        "“{who}{does}{what}。”他这样写道。",
        "{who}为什么{does}{what}？",
        "据说（见图 {n}）{who}{does}{what}……",
        "《{what}怎么了！》{who}{does}了第{n}页，随后{who}{does}{what}。",
        "此外，该方案每天耗费{n}元，{who}{does}{what}！",
        "{who}說：「{who}{does}{what}，不必再等。」",
    ],
    who: &["值班员", "三號泵房", "王工", "大家", "其", "上述单位", "周师傅"],
    does: &["检查了", "沒有碰", "重新刷了", "忘记", "准备关闭", "反复核对"],
    what: &["阀门", "兩台水泵", "那張舊地圖", "2.0.1版", "沉淀池", "这件事"],
    when: &["一月五日", "早上六点", "在此之前", "然而", "与此同时", "每年两次"],
};

const JAPANESE: Grammar = Grammar {
    patterns: &[
        "{when}、{who}は{what}を{does}。",
        "{who}が{what}を{does}ので、残りは{n}時まで待つ。",
        "「{who}は{what}を{does}。」と書いてある。",
        "なぜ{who}は{what}を{does}のか？",
        "{who}は「{what}は要らない！」と言って{what}を{does}。",
        "図{n}（別紙）によれば、{who}が{what}を{does}という……",
        "モーニング娘。の曲が流れると{who}は{what}を{does}。",
        "それは{n}円かかる。",
    ],
    who: &["当直者", "三号ポンプ室", "佐藤さん", "ＡＢＣ社", "その人", "みんな"],
    does: &["点検した", "触らなかった", "塗り直した", "忘れた", "閉めるところだ", "読み返した"],
    what: &["バルブ", "古い地図", "ｶﾀｶﾅの札", "ver.2.0.1", "沈殿池", "それ"],
    when: &["一月五日", "朝六時", "その前に", "しかし", "一方で", "年に二回"],
};

const THAI: Grammar = Grammar {
    patterns: &[
        "{when}{who}{does}{what}",
        "{who}{does}{what} ส่วนที่เหลือรอได้ถึง {n} น.",
        "“{who}{does}{what}” เขาเขียนไว้อย่างนั้น",
        "ทำไม{who}จึง{does}{what}?",
        "ตามรูปที่ {n} (พ.ศ. 2567) {who}{does}{what} ฯลฯ",
        "{who}{does}{what}บ่อย ๆ แต่{who}{does}{what}",
        "มีค่าใช้จ่าย {n} บาท",
    ],
    who: &["เวรกลางคืน", "ห้องปั๊มที่สาม", "คุณสมชาย", "ทุกคน", "เขา", "บริษัท เอบีซี จำกัด "],
    does: &["ตรวจสอบ", "ไม่ได้แตะ", "ทาสีใหม่ที่", "ลืม", "กำลังจะปิด", "อ่านซ้ำ"],
    what: &["วาล์ว", "ปั๊มทั้งสองตัว", "แผนที่เก่า", "รุ่น 2.0.1", "ถังตกตะกอน", "เรื่องนี้"],
    when: &["วันที่ 5 มกราคม ", "ตอนหกโมงเช้า ", "ก่อนหน้านั้น", "อย่างไรก็ตาม ", "ในขณะเดียวกัน ", "ปีละสองครั้ง "],
};
