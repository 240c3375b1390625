//! Where a sentence goes on behind a line break.

use kawara_core::Segmenter;
use kawara_pack_ja::Japanese;

use super::HAS_DICTIONARY;

/// Every line is two lines of a text with ⏎ between them.
fn all(goes_on: bool, pairs: &str) {
    let japanese = Japanese::default();
    let mut worker = japanese.worker();
    for pair in pairs.lines().filter(|pair| pair.contains('⏎')) {
        let (line, next) = pair.trim_start_matches(' ').split_once('⏎').unwrap();
        assert_eq!(worker.goes_on(line, next).unwrap(), goes_on, "{pair}");
    }
}

#[test]
fn after_particles_and_commas() {
    all(
        true,
        "
        この装置は屋内で使うことを前提に⏎設計されています。
        申込書に住所、氏名、⏎電話番号を記入する。
        会議の資料を⏎机の上に置いた。
        山田さんと⏎田中さんが来た。
        駅から会場までは⏎歩いて五分です。
        参加を希望する方で⏎車の方は申し出てください。
        持ち物は水筒、⏎　　　　帽子、上着です。
        明日の朝は（雨の場合を含む。）、⏎正門に集まる。
        在庫がなくなり次第終了しますので⏎お早めにどうぞ。
        雨が降りそうなため⏎中止します。
        東京・⏎大阪・名古屋で開く。
        ",
    );
}

#[test]
fn before_what_stands_at_no_beginning() {
    all(
        true,
        "
        終わったら電源を落と⏎す。
        コンピュ⏎ーターを使う。
        この資料⏎は社外秘です。
        課長は「明日まで⏎に直す」と言った。
        「昨日は寒かった。⏎明日も寒い。」と話した。
        ",
    );
}

#[test]
fn after_words_that_need_another() {
    if !HAS_DICTIONARY {
        return;
    }
    all(
        true,
        "
        いわゆる⏎名店が並ぶ。
        参加者は約⏎三百人だった。
        屋外で使用する⏎ことはできません。
        ",
    );
}

#[test]
fn finished_lines_and_headings() {
    all(
        false,
        "
        本日の会議は中止になりました⏎次回の日程は追って連絡します
        東京本社⏎大阪支社
        概要⏎本書は手順を示す。
        完了しました。⏎次へ進みます。
        雨だね⏎傘を持とう
        本当ですか⏎驚きました
        次の物を持参する：⏎水筒
        お問い合わせ先⏎総務部 山田
        ",
    );
}

#[test]
fn before_items_labels_and_indents() {
    all(
        false,
        "
        必要な物は⏎・申込書
        必要な物は⏎1. 申込書
        必要な物は⏎（１）申込書
        必要な物は⏎①申込書
        会議の日時と⏎場所：三階
        物語は終わりに⏎　翌朝は雨だった。
        彼は立ち⏎「もう行く」
        議長は席に⏎議員：質問があります。
        以上の規定は⏎第三条　この限りでない。
        日程は⏎【一日目】
        ",
    );
}

#[test]
fn nothing_goes_on_from_or_to_nothing() {
    all(false, "⏎あ\nあ⏎\n⏎\n　⏎　");
}
