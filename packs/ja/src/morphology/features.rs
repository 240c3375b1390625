//! The parts of speech of IPADIC and of UniDic as one small set of classes.

use super::{Class, Form};

/// What a word is and how it is inflected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordKind {
    pub(super) class: Class,
    pub(super) form: Form,
}

/// Reads the first six fields of an entry, which both dictionaries give the same meaning: four parts of speech from coarse to
/// fine, the type of inflection and the form.
pub(super) fn of<'d>(mut fields: impl Iterator<Item = &'d str>) -> WordKind {
    let mut next = || fields.next().unwrap_or("*");
    let parts = [next(), next(), next(), next()];
    let (inflection, form) = (next(), next());
    WordKind { class: class(parts, inflection), form: self::form(form) }
}

fn class([major, minor, fine, _]: [&str; 4], inflection: &str) -> Class {
    let is_suru = inflection.starts_with("サ変") || inflection.starts_with("サ行変格");
    match (major, minor) {
        ("名詞", _) => noun(minor, fine),
        ("代名詞", _) => Class::Pronoun,
        ("形状詞", "助動詞語幹") => Class::DependentNoun,
        ("形状詞", _) => Class::AdjectivalNoun,
        ("接尾辞", "動詞的") => Class::DependentVerb,
        ("接尾辞", "形容詞的") => Class::DependentAdjective,
        ("接尾辞", _) => Class::Suffix,
        ("接頭詞" | "接頭辞", _) => Class::Prefix,
        ("動詞", _) if is_suru && minor != "接尾" => Class::Suru,
        ("動詞", "非自立" | "接尾" | "非自立可能") => Class::DependentVerb,
        ("動詞", _) => Class::Verb,
        ("形容詞", "非自立" | "接尾" | "非自立可能") => Class::DependentAdjective,
        ("形容詞", _) => Class::Adjective,
        ("副詞", _) => Class::Adverb,
        ("連体詞", _) => Class::Adnominal,
        ("接続詞", _) => Class::Conjunction,
        ("感動詞", "フィラー") | ("フィラー", _) => Class::Filler,
        ("感動詞", _) => Class::Interjection,
        ("助動詞", _) => Class::Auxiliary,
        ("助詞", _) => particle(minor),
        ("記号" | "補助記号" | "空白", _) => Class::Sign,
        _ => Class::Unknown,
    }
}

fn noun(minor: &str, fine: &str) -> Class {
    match (minor, fine) {
        ("代名詞", _) => Class::Pronoun,
        ("数" | "数詞", _) => Class::Number,
        ("非自立", _) | ("特殊", _) => Class::DependentNoun,
        ("接尾", _) | (_, "助数詞可能") => Class::Suffix,
        ("副詞可能", _) | (_, "副詞可能") => Class::AdverbialNoun,
        ("サ変接続", _) | (_, "サ変可能" | "サ変形状詞可能") => Class::VerbalNoun,
        ("形容動詞語幹" | "ナイ形容詞語幹", _) | (_, "形状詞可能") => Class::AdjectivalNoun,
        ("接続詞的", _) => Class::Conjunction,
        _ => Class::Noun,
    }
}

fn particle(minor: &str) -> Class {
    match minor {
        "格助詞" => Class::Case,
        "係助詞" => Class::Topic,
        "接続助詞" => Class::Conjunctive,
        "連体化" => Class::Genitive,
        "終助詞" => Class::Final,
        "準体助詞" => Class::DependentNoun,
        _ => Class::Adverbial,
    }
}

fn form(form: &str) -> Form {
    match form {
        "体言接続" => Form::Attributive,
        _ if form.starts_with("連用") => Form::Continuative,
        _ if form.starts_with("基本形") || form.starts_with("終止形") || form.starts_with("連体形") => {
            Form::Final
        }
        _ if form.starts_with("仮定") => Form::Conditional,
        _ if form.starts_with("命令") => Form::Imperative,
        _ => Form::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(fields: &str) -> WordKind {
        of(fields.split(','))
    }

    #[test]
    fn both_dictionaries_say_the_same() {
        for (ipadic, unidic, class, form) in [
            ("助詞,接続助詞,*,*,*,*", "助詞,接続助詞,*,*,*,*", Class::Conjunctive, Form::Other),
            ("助詞,係助詞,*,*,*,*", "助詞,係助詞,*,*,*,*", Class::Topic, Form::Other),
            (
                "動詞,自立,*,*,五段・ラ行,連用形",
                "動詞,一般,*,*,五段-ラ行,連用形-一般",
                Class::Verb,
                Form::Continuative,
            ),
            (
                "動詞,自立,*,*,サ変・スル,連用形",
                "動詞,非自立可能,*,*,サ行変格,連用形-一般",
                Class::Suru,
                Form::Continuative,
            ),
            ("名詞,代名詞,一般,*,*,*", "代名詞,*,*,*,*,*", Class::Pronoun, Form::Other),
            ("名詞,サ変接続,*,*,*,*", "名詞,普通名詞,サ変可能,*,*,*", Class::VerbalNoun, Form::Other),
            ("名詞,形容動詞語幹,*,*,*,*", "形状詞,一般,*,*,*,*", Class::AdjectivalNoun, Form::Other),
            ("接頭詞,名詞接続,*,*,*,*", "接頭辞,*,*,*,*,*", Class::Prefix, Form::Other),
            (
                "助動詞,*,*,*,特殊・タ,基本形",
                "助動詞,*,*,*,助動詞-タ,終止形-一般",
                Class::Auxiliary,
                Form::Final,
            ),
            ("記号,句点,*,*,*,*", "補助記号,句点,*,*,*,*", Class::Sign, Form::Other),
        ] {
            assert_eq!(kind(ipadic), WordKind { class, form }, "{ipadic}");
            assert_eq!(kind(unidic), WordKind { class, form }, "{unidic}");
        }
    }

    #[test]
    fn what_is_not_there_is_unknown() {
        assert_eq!(kind("UNK"), WordKind { class: Class::Unknown, form: Form::Other });
    }
}
