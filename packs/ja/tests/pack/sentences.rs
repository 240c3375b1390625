//! Sentence grain, rule by rule. `|` stands where a sentence must end.

use kawara_core::Grain;

use super::{check, pieces};

fn sentences(marked: &str) {
    check(Grain::Sentence, marked);
}

#[test]
fn full_stops_questions_and_exclamations() {
    sentences(
        "
        水圧は正常です。|弁も閉めました！|ほかに質問は？|ありません｡
        本当ですか！？|やった！！！|すぐ行きます。
        届きましたか?|届きました!|はい。
        待って。。。|まだ行かないで。
        完了❗|次へ⁉|はい‼️|終わり
        ",
    );
}

#[test]
fn closing_marks_and_white_space_stay_with_the_sentence() {
    sentences(
        "
        元栓を閉める。  |網を外す。　|最後に戻す。
        一層目。\u{200b}|二層目。\u{a0}|三層目。
        以上です。」|次に移ります。
        （以上は抜粋。）|本文は二頁から。
        ",
    );
}

#[test]
fn spaces_and_single_line_breaks_are_no_end() {
    sentences("青 の 線 を つなぎ 、電源 を 入れる 。 |30 秒 待つ 。");
    assert_eq!(
        pieces("この行はまだ\n終わらない。次の文\nも。", Grain::Sentence),
        ["この行はまだ\n終わらない。", "次の文\nも。"]
    );
}

#[test]
fn a_blank_line_ends_a_sentence() {
    let sentence = |text| pieces(text, Grain::Sentence);
    assert_eq!(sentence("題名\n　\n本文"), ["題名\n　\n", "本文"]);
    assert_eq!(sentence("題名\r\n\r\n本文"), ["題名\r\n\r\n", "本文"]);
    assert_eq!(sentence("題名\r\n本文"), ["題名\r\n本文"]);
}

#[test]
fn quotations_stay_whole_and_particles_take_them_up() {
    sentences(
        "
        課長は「資料が足りない。明日まで。」と言った。|会議は終わった。
        「もう閉館です。」と係員が告げると、客は出口へ向かった。
        「なぜ遅れたのか？」って聞かれても困る。|理由は知らない。
        「安全第一。」という標語がある。|「検討中。」とだけ書いてあった。
        「寒い。」「暑い。」などの声が出た。
        「よし！」は彼の口癖だ。|「だめ！」も多い。
        先方は『検討する。』としか答えなかった。
        彼は「行こう！」、彼女は「待って！」と叫んだ。
        口癖は「なぜ？」です。|合言葉は「開け！」だった。
        ",
    );
}

#[test]
fn what_follows_a_quotation_may_start_anew() {
    sentences(
        "
        「準備はできました。」|彼女は笑った。
        「終わった？」|「うん、さっき。」|「じゃあ帰ろう。」
        「うん、さっき」|「じゃあ帰ろう。」
        「行こう！」|とても寒い朝だった。|「はい。」|でも彼は動かない。
        「規約」「細則」「様式」の順に確認する。
        部長「間に合うか？」|課長「はい。」
        「吾輩は猫である。」（夏目漱石）|名前はまだない。
        ",
    );
}

#[test]
fn names_in_quotation_marks() {
    sentences(
        "
        映画「どうする？」公開記念の催し。|入場は無料。
        『いつ？』『どこ？』の二冊を借りた。
        『走れ！』第二巻が出た。|『朝が来る。』公開から八年。|『帰ろう。』|彼は立った。
        「いいね！」ボタンを押す。|「いいね！」|彼女が押した。
        画面に「保存しますか？」ダイアログが出る。
        - 「あといくら？」ウィジェットを追加した。
        ",
    );
}

#[test]
fn particles_take_up_questions_and_names() {
    sentences(
        "
        本当に必要か？という疑問が残る。|再検討しよう。
        モーニング娘。の歌を聞いた。|楽しかった。
        なぜ？と聞かれた。|さあ？|では始めよう。
        どうする！？と迷った。|とにかく行く！|ところで君は？|はい、行きます。|のんびりやろう！|がんばれ！|もちろん！
        彼は「分かった。と言って去った。|次の日も来ない。
        ",
    );
}

#[test]
fn asides() {
    sentences(
        "
        料金は前払いです（返金はできません。）。|ご了承ください。
        結果は良好だった（一部を除く。）が、再試験を行う。
        工具（電動の物を除く。以下同じ。）を借りる者は届け出る。|以上。
        五年ぶり(?)に帰国した。
        （詳細は付録を参照。）|次に進みます。
        本日は休業です。|（一部店舗を除く）
        「準備中。」（係員）|入れません。
        【必読！】ご利用の前に。|お読みください。
        ",
    );
}

#[test]
fn unmatched_marks_swallow_nothing() {
    sentences(
        "
        注意（重要。|箱は開けない。|電源を切る。
        「「「まず一つ。|次に二つ。
        21\"の画面。|\"大きい。\"と言った。|終わり。
        ",
    );
}

#[test]
fn dots_of_numbers_names_and_addresses() {
    sentences(
        "
        容量は1.5リットルです。|期限は2026.10.31です。
        係数は０．７５とする．|残りは次節で述べる．
        四．五畳の部屋です．|家具はない．
        整理券No.12の方はお入りください。|No.13の方はお待ちください。
        詳細はhttps://example.jp/a.html?id=3を見てください。|質問はinfo@example.jpまで。
        v2.10.3で修正済みです。|Node.jsも対象です。
        例えばDr. Whiteの論文がある。|必読です。
        Yahoo!ニュースに載った。|反響は大きい。|OK!|次に進む。
        See the manual. |次に進みます。|It works. |これも。
        温度を測定した. |次に加熱した.
        ",
    );
}

#[test]
fn wide_dots_end_sentences_before_any_letter_where_they_are_the_full_stops() {
    sentences(
        "
        誤差は12%．|BERTは，LSTMより速い．|GPU（注）．|CPUも速い．
        有意差があった（p=0.05）．|Smith et al.の報告と合う．
        返事は「はい」．|ABC法を使う．|温度は20℃．|次に冷やす．
        手法はRNN．|次にCNNを試す．|版は2．3とする．|幅は３．５とする．
        図１．構成を示す．|Tanaka，K．Proc．Conf．に載る．
        著者はジョン．スミスである．|訳者は別にいる．
        ファイルはNode．jsである．
        ",
    );
}

#[test]
fn emphasis_closes_with_the_sentence_and_opens_with_the_next() {
    sentences(
        "
        **教材を作る。**|学ぶ人に配る。|**次に直す。**
        ~~古い。~~|新しい。|*速い。*|次の文。
        一つ目。|**二つ目。三つ目**も。
        これは**必須！**|__必ず読む。__|彼は「**行く。**」と言った。
        積は3*4。|*は掛け算の記号。
        ***重要。***|以上。
        "
        .replace("二つ目。三つ目", "二つ目。|三つ目")
        .as_str(),
    );
}

#[test]
fn straight_single_quotation_marks_enclose_as_double_ones_do() {
    sentences(
        "
        '。'を用いる。|文の終わりは'。'か'！'である。
        I don't know。|'95年の車。|'05年の車。
        ",
    );
}

#[test]
fn what_points_or_marks_an_item_belongs_to_what_follows() {
    sentences(
        "
        お知らせ。|👇詳細はこちら。|晴れ。|👉 明日は雨。
        終わり。|★次の話題。|完売！|☆次回は未定。
        以上です。👆
        届きました😊|👉次の品。|終わり。🎉|👇🏻次の話。
        いいね👍🏻くださいね。
        よければ👍してください。
        ",
    );
}

#[test]
fn labels_belong_to_what_they_open() {
    sentences(
        "
        1. 電源を入れる。|2. 蓋を閉める。
        １．電源を入れる。|２．蓋を閉める。
        ①蓋を開ける。|②電池を入れる。
        Q. 返品できますか？|A. できます。
        ア．総則を定める。|イ．細則を定める。
        一　支払う。|二　受け取る。
        手順3. 蓋を開ける。
        第1回．概要を述べる。
        ",
    );
}

#[test]
fn feelings_end_sentences() {
    sentences(
        "
        届きました😊|ありがとうございます🙏✨|また買います
        旅行👨\u{200d}👩\u{200d}👧|最高でした🏖️
        今日はいい天気♪|散歩に行こう☆
        それは無理ｗｗｗ|諦めて寝ます
        財布を忘れました（笑）|次は気をつけます（汗）
        間に合いました(^_^)v|明日も頑張ります(｀・ω・´)
        やった！😊|次も頑張ろう。（笑）|はい
        こんにちは♪|お元気ですか
        今日は早いですね〜|昨日は寝れた？
        ",
    );
}

#[test]
fn pictures_may_stand_for_words_and_join_names() {
    sentences(
        "
        週末は🍣を食べに行く。
        らき☆すたを見た。
        ★送料無料|★即日発送
        東京〜大阪間は3〜4時間です〜と聞いた。
        「★」印の商品。
        😊ありがとう
        『最高♪』と言った。
        それは無理ｗｗｗと言った。
        ",
    );
}

#[test]
fn ellipses_and_dashes_are_no_ends() {
    sentences(
        "
        分からない……。|誰も答えない……
        でも……やっぱり行きます。
        彼は――少なくとも私には――親切だった。
        ええと・・・何でしたっけ。
        彼は黙っていた……　|やがて雨が降り出した。
        ",
    );
}

#[test]
fn half_width_marks() {
    sentences(
        "
        画面に｢完了｡｣と表示されます｡|電源を切ってください｡
        ﾃﾞｰﾀを保存します｡|完了後に再起動します｡
        ",
    );
}

#[test]
fn marks_that_attach_to_the_full_stop_are_not_torn_off() {
    sentences("よし。\u{fe00}|行け！\u{301}|来い？\u{20e3} |去れ‼\u{fe0f}|止まれ。\u{200d}|終わり");
    // A picture that no version of Unicode knows yet.
    sentences("届いた👍\u{200d}\u{1fd71}|次の品も");
}

#[test]
fn nothing_in_nothing_out() {
    assert!(pieces("", Grain::Sentence).is_empty());
    assert_eq!(pieces("  \n", Grain::Sentence), ["  \n"]);
    assert_eq!(pieces("記号なし", Grain::Sentence), ["記号なし"]);
}
