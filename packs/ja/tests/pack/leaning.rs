//! Which sentences lean on what stands before them.

use kawara_core::Segmenter;
use kawara_pack_ja::Japanese;

use super::HAS_DICTIONARY;

fn all(leaning: bool, sentences: &str) {
    let japanese = Japanese::default();
    let mut worker = japanese.worker();
    for sentence in sentences.trim().lines().map(str::trim) {
        assert_eq!(worker.leans_back(sentence).unwrap(), leaning, "{sentence}");
    }
}

#[test]
fn connectives_lean() {
    all(
        true,
        "
        しかし弁は開いていた。
        また、窓口は五時に閉まる。
        また東口は混雑する。
        そのため点検は延期になった。
        ただし、祝日を除く。
        一方、北棟は静かだった。
        　なお、受付は三階です。
        「でも、鍵は私が持っている」
        ",
    );
    all(
        false,
        "
        または電話で申し込む方法がある。
        一方通行の道は狭い。
        まず電源を切ってください。
        例えば書きの欄は空けておく。
        ",
    );
}

#[test]
fn words_that_point_back_lean() {
    all(
        true,
        "
        これは法人向けである。
        その屋根は銅でできている。
        こうした事例は珍しい。
        同社の株価は上昇した。
        同年、橋は開通した。
        上記の金額は税込みです。
        彼女は翌朝帰った。
        「それは違う」
        翌年には工場が移転した。
        前項の規定は、分室に準用する。
        昨日から続くこの雨は明日やむ。
        1995年、同社は工場を閉めた。
        ",
    );
    all(
        false,
        "
        それぞれの部屋に鍵がある。
        そのまま冷蔵庫に入れてください。
        そもそも瓦は粘土で作る。
        同級生が集まった。
        同意書は窓口にある。
        きのこの種類は多い。
        彼岸花は秋に咲く。
        本規程は全社員に適用される。
        ",
    );
}

#[test]
fn nouns_that_belong_to_another_lean() {
    all(true, "原因は分かっていない。\n父は医師だった。\n1923年、本種は公園で見つかった。");
    all(false, "事故の原因は分かっていない。\n田中の父は医師だった。\n日本種の馬は小さい。");
}

#[test]
fn reasons_lean() {
    all(true, "水圧が下がったからである。\n夜間は係員がいないためです。");
    all(false, "会場は九時からです。");
}

#[test]
fn sentences_without_a_topic_lean() {
    all(true, "一九九八年に工場長を務めた。\n三年前に移転した。");
    if HAS_DICTIONARY {
        all(true, "違反した場合は懲戒の対象となる。\n港では荷の数を調べた。\n社長が選んだ色を使った。");
    }
    all(
        false,
        "
        担当者は毎朝点検する。
        雨が降った。
        係員も来た。
        「走れ」は彼の代表作だ。
        売上(連結)は増えた。
        窓を閉めてください。
        屋内で使用すること。
        返品できますか？
        料金の一覧
        私立の学校は多い。
        いつもお世話になっております。
        私たちで片付けました。
        ",
    );
}

#[test]
fn nothing_leans_on_nothing() {
    all(false, "。\n、\n「」\n　\nA");
    assert!(!Japanese::default().worker().leans_back("").unwrap());
}
