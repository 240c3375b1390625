//! Word grain: bunsetsu. `|` stands where one must end.

use kawara_core::Grain;

use super::{HAS_DICTIONARY, check, pieces};

#[test]
fn content_words_with_what_hangs_on_them() {
    if !HAS_DICTIONARY {
        return;
    }
    check(
        Grain::Word,
        "
        新型通信端末の|担当者が|会議室で|説明した。
        昨日|駅前で|友人に|会って、|少し|話した。
        静かな|部屋で|本を|読んでいる|人が|いた。
        お知らせは|第三条によって|行う。
        ",
    );
}

#[test]
fn scripts_part_bunsetsu_where_no_dictionary_can_be_asked() {
    if HAS_DICTIONARY {
        return;
    }
    check(
        Grain::Word,
        "
        新型通信端末の|担当者が|会議室で|説明した。
        お知らせを|読む。
        赤い|車を|（二台）|買った。
        ",
    );
}

#[test]
fn numbers_addresses_and_latin_words_stay_whole() {
    for whole in
        ["3,500.75", "https://example.jp/a?x=1", "Node.js", "v2.10.3", "C++", "１２．５", "10:30", "10/3"]
    {
        let text = format!("値は{whole}で、次に{whole}を見る。");
        let holding = pieces(&text, Grain::Word).iter().filter(|piece| piece.contains(whole)).count();
        assert_eq!(holding, 2, "{whole}");
    }
}

#[test]
fn punctuation_and_white_space_stay_with_the_word_before_and_openers_with_the_word_after() {
    for piece in pieces("彼は、 「はい」と （小声で） 言った。　そして　帰った……", Grain::Word)
    {
        assert!(!piece.starts_with([' ', '　', '、', '。', '」', '）', '…']), "{piece}");
        assert!(!piece.trim_end().ends_with(['「', '（']), "{piece}");
    }
}

#[test]
fn long_compounds_are_cut_between_their_words() {
    let text = "国際共同研究推進委員会".repeat(20);
    let all = pieces(&text, Grain::Word);
    assert!(all.iter().all(|piece| piece.len() <= 128), "{all:?}");
    assert!(all.len() >= text.len() / 128);
}
