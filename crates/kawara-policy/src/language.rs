//! Language tags: BCP 47 in shape, and the country codes and names that people write instead.

/// What people write, the language they mean, its tag, and the language that the code really stands for, if any.
const CONFUSED: &[(&str, &str, &str, Option<&str>)] = &[
    ("chi", "Chinese", "zh", None),
    ("chinese", "Chinese", "zh", None),
    ("cn", "Chinese", "zh", None),
    ("cz", "Czech", "cs", None),
    ("dk", "Danish", "da", None),
    ("eng", "English", "en", None),
    ("english", "English", "en", None),
    ("gr", "Greek", "el", None),
    ("japanese", "Japanese", "ja", None),
    ("jp", "Japanese", "ja", None),
    ("jpn", "Japanese", "ja", None),
    ("kor", "Korean", "ko", None),
    ("korean", "Korean", "ko", None),
    ("kr", "Korean", "ko", Some("Kanuri")),
    ("se", "Swedish", "sv", Some("Northern Sami")),
    ("tha", "Thai", "th", None),
    ("thai", "Thai", "th", None),
    ("tw", "Chinese", "zh", Some("Twi")),
    ("ua", "Ukrainian", "uk", None),
    ("vn", "Vietnamese", "vi", None),
    ("zho", "Chinese", "zh", None),
];

/// What is to be said about a language tag.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Good,
    /// Not a tag; with what to write instead.
    Bad(String),
    /// A tag, but probably of another language than the one meant.
    Doubtful(String),
}

/// Judges a tag by its shape and its primary subtag.
pub(crate) fn judge(tag: &str) -> Verdict {
    let mut subtags = tag.split('-');
    let primary = subtags.next().unwrap_or_default().to_ascii_lowercase();
    if let Ok(at) = CONFUSED.binary_search_by(|row| row.0.cmp(primary.as_str()))
        && let Some((_, name, right, real)) = CONFUSED.get(at)
    {
        return match real {
            None => Verdict::Bad(format!("language codes are BCP 47: {name} is `{right}`")),
            Some(real) => Verdict::Doubtful(format!("`{primary}` is {real}; {name} is `{right}`")),
        };
    }
    if tag.contains('_') {
        return Verdict::Bad(format!("write `{}`", crate::render::printable(&tag.replace('_', "-"))));
    }
    // BCP 47 leaves room for up to eight letters; no language has more than three.
    let letters = (2..=3).contains(&primary.len()) && primary.bytes().all(|b| b.is_ascii_alphabetic());
    let rest =
        |subtag: &str| (1..=8).contains(&subtag.len()) && subtag.bytes().all(|b| b.is_ascii_alphanumeric());
    if letters && subtags.all(rest) {
        return Verdict::Good;
    }
    Verdict::Bad("language codes are BCP 47, such as `ja`, `zh` or `zh-Hant`".into())
}

/// Whether a document's language is what a condition names: the same tag, or a more special one.
pub(crate) fn covers(condition: &str, language: &str) -> bool {
    let mut subtags = language.split(['-', '_']);
    condition
        .split('-')
        .all(|wanted| subtags.next().is_some_and(|subtag| subtag.eq_ignore_ascii_case(wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(CONFUSED.is_sorted_by_key(|row| row.0));
    }

    #[test]
    fn judges() {
        for tag in ["ja", "zh-Hant", "zh-Hant-TW", "EN-us", "yue", "de-1996"] {
            assert_eq!(judge(tag), Verdict::Good, "{tag}");
        }
        for tag in [
            "",
            "j",
            "jp",
            "JP",
            "cn-TW",
            "日本語",
            "ja-",
            "zh_TW",
            "x-klingon",
            "verylonglanguage",
            "nihongo",
            "ja en",
        ] {
            assert!(matches!(judge(tag), Verdict::Bad(_)), "{tag}");
        }
        assert_eq!(judge("kr"), Verdict::Doubtful("`kr` is Kanuri; Korean is `ko`".into()));
    }

    #[test]
    fn a_condition_covers_what_is_more_special() {
        assert!(covers("zh", "zh"));
        assert!(covers("zh", "zh-Hant-TW"));
        assert!(covers("zh-hant", "zh_Hant"));
        assert!(!covers("zh-Hant", "zh"));
        assert!(!covers("zh", "zha"));
        assert!(!covers("zh", ""));
    }
}
