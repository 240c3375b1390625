//! What the dictionary knows.
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use kawara_ja_dictionary::load;
use lindera::mode::Mode;
use lindera::segmenter::Segmenter;

/// The tokens of `text` as `surface:fields`, without trailing `*`.
fn tokens(text: &str) -> Vec<String> {
    let segmenter = Segmenter::new(Mode::Normal, load().unwrap(), None).keep_whitespace(true);
    let mut tokens = segmenter.segment(text.into()).unwrap();
    let shown = |token: &mut lindera::token::Token<'_>| {
        let fields = token.details().join(",");
        format!("{}:{}", token.surface, fields.trim_end_matches(",*"))
    };
    tokens.iter_mut().map(shown).collect()
}

#[test]
fn words_have_their_part_of_speech() {
    assert_eq!(
        tokens("東京都に住む。"),
        [
            "東京:名詞,固有名詞,地域,一般",
            "都:名詞,接尾,地域",
            "に:助詞,格助詞,一般",
            "住む:動詞,自立,*,*,五段・マ行,基本形",
            "。:記号,句点",
        ]
    );
}

#[test]
fn a_particle_is_told_from_a_connective() {
    assert_eq!(
        tokens("雨が降ったが、傘があるから濡れない。")
            .iter()
            .filter(|token| token.contains(":助詞"))
            .collect::<Vec<_>>(),
        ["が:助詞,格助詞,一般", "が:助詞,接続助詞", "が:助詞,格助詞,一般", "から:助詞,接続助詞"]
    );
    assert_eq!(tokens("「帰る」と言った")[3], "と:助詞,格助詞,引用");
}

#[test]
fn the_era_that_debian_added_is_there() {
    assert_eq!(tokens("令和元年")[0], "令和:名詞,固有名詞,一般");
}

#[test]
fn signs_with_two_code_points_are_known_by_both() {
    for sign in ["―", "—", "∥", "‖", "－", "−", "～", "〜", "￡", "£"] {
        let tokens = tokens(&format!("五{sign}十"));
        assert!(tokens[1].starts_with(&format!("{sign}:記号,")), "{sign}: {tokens:?}");
    }
}

#[test]
fn the_ideographic_space_is_white_space() {
    assert_eq!(
        tokens("雨？\u{3000}では"),
        ["雨:名詞,一般", "？:記号,一般", "\u{3000}:記号,空白", "では:接続詞"]
    );
}

#[test]
fn the_fields_are_named_in_the_order_of_ipadic() {
    let dictionary = load().unwrap();
    assert_eq!(
        dictionary.metadata.dictionary_schema.get_custom_fields(),
        [
            "part_of_speech",
            "part_of_speech_subcategory_1",
            "part_of_speech_subcategory_2",
            "part_of_speech_subcategory_3",
            "conjugation_type",
            "conjugation_form",
        ]
    );
}

#[test]
fn every_set_of_fields_is_whole() {
    let dictionary = load().unwrap();
    let sets: Vec<Vec<&str>> =
        (0..).map(|number| dictionary.word_details(number)).take_while(|fields| !fields.is_empty()).collect();
    assert_eq!(sets.len(), 667);
    assert!(sets.is_sorted_by(|one, next| one < next), "each is there once");
    for fields in sets {
        assert!(fields.len() == 6 && fields.iter().all(|field| !field.is_empty()), "{fields:?}");
    }
}

#[test]
fn a_word_of_the_user_is_found() {
    let dictionary = load().unwrap();
    let builder = lindera_dictionary::builder::DictionaryBuilder::new((*dictionary.metadata).clone());
    let words = builder.build_user_dict_from_reader("瓦割機,カスタム名詞\n".as_bytes()).unwrap();
    let segmenter = Segmenter::new(Mode::Normal, dictionary, Some(words));
    let mut tokens = segmenter.segment("瓦割機を使う".into()).unwrap();
    assert_eq!(&tokens[0].surface, "瓦割機");
    assert_eq!(tokens[0].details(), ["カスタム名詞", "*", "*", "*", "*", "*"]);
}
