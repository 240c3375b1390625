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
fn labels_addresses_and_headlines_end_in_particles_too() {
    all(
        false,
        "
        画面が開かないとき⏎設定を変えたいとき
        写真を送りたい場合⏎電話番号
        前へ⏎閉じる
        最新号へ⏎目次へ
        与党が修正へ⏎市長は反発
        原油が80ドル台に⏎株が急落
        山本さんへ⏎先週は助かりました。
        上履きなど⏎昼食は各自
        ",
    );
    all(
        true,
        "
        停電で自動の扉が開かなくなったとき⏎手で開けてください。
        先週の集まりで配られた資料をもとに⏎係の者が説明した。
        夏休みの間に家族といっしょに北の海へ⏎旅をした。
        ",
    );
}

#[test]
fn what_looks_like_a_prefix_or_an_adverb_may_end_a_cell() {
    all(
        false,
        "
        参加は２千人超⏎大阪で雪
        砂糖・しょうゆ…少々⏎下ごしらえ
        豚肉 たっぷり⏎白菜
        それは無理ｗｗｗ⏎明日行く
        やっと届いた😊⏎箱が大きい
        ",
    );
    if HAS_DICTIONARY {
        all(true, "水の量が少し⏎増えた。\n今日の午後は、とても⏎寒い。");
    }
}

#[test]
fn speakers_and_records_start_anew() {
    all(
        false,
        "
        明日の会議の資料を⏎山本 10:06
        明日の会議の資料を⏎山本 太郎　2024/05/10 9:30
        山本 10:06⏎はい、行きます
        明日の会議の資料を⏎@yamamoto さん
        接続を⏎2024-05-10 10:00:01 INFO 開始
        接続を⏎10:00:01 開始
        ",
    );
    all(true, "申し込みの期限は⏎2024/05/10です。");
}

#[test]
fn torn_words_and_numbers_go_on() {
    all(
        true,
        "
        この会社が東京で設立されたのは198⏎4年のことである。
        参加の費用は一人あたり3,00⏎0円です。
        この画面を動かすために使うのはType⏎Scriptだけである。
        ",
    );
    if HAS_DICTIONARY {
        all(
            true,
            "
            会議の資料を作るために新しいコンピュー⏎タを買った。
            この窓口では申し込みを受け付けており⏎ません。
            詳しいことは係の者に聞いてくだ⏎さい。
            夜の九時を過ぎると誰も答えられま⏎せん。
            ",
        );
    }
    all(
        false,
        "
        売上 100 200 300 400 500⏎600 700 800 900 100
        東京都千代田区にある本店⏎大阪市北区にある支店
        初めての人のためのプログラミング⏎コンピュータの仕組み
        1984⏎4年
        去年の売り上げを見ると東京の店では1300⏎2022年の売り上げを見ると大阪の店で
        データ⏎サーバー
        ",
    );
}

#[test]
fn nothing_goes_on_from_or_to_nothing() {
    all(false, "⏎あ\nあ⏎\n⏎\n　⏎　");
}
