//! The contract that every pack keeps, with either setting of its option.

use kawara_core::{Options, Value};
use kawara_pack_ja::PACK;
use kawara_testkit::segmenter_contract;

segmenter_contract!(
    japanese,
    &PACK.segmenter_entries()[0],
    [
        "係員は「水が出ない。弁を見て。」と言ったので、みんなで見に行った。本当か？という声もあったが、v2.10.3で直り、3,500円で済んだ。（詳細は付録を参照。）https://example.jp/a?x=1を見てください。",
        "無事に届きました😊ありがとうございます🙏✨また買います！｢完了｡｣と表示されます｡ﾃﾞｰﾀを保存します｡係数は０．７５とする．それは無理ｗｗｗ諦めます（笑）次も頑張ります(｀・ω・´)",
        "`println!`は画面に出す。**作る。** 学ぶ。~~古い。~~次は'。'を用いる。お知らせ。👇詳細、晴れ。👉 こちら★次。いいね👍🏻ください残念(´・ω・`)",
        "誤差は12%．BERTはLSTMより速い．残念ながら、便は欠航で、2,500円で、借りた．右隣り、左隣り、である．",
        "「終わった？」「うん、さっき。」「じゃあ帰ろう。」\n１．電源を入れる。２．蓋を閉める。See the manual. 次に進む。台風が近づいているため、便は欠航となり、払い戻しを行います。",
    ],
);

segmenter_contract!(
    splitting,
    &PACK.segmenter_entries()[0],
    Options::new().with("quotes", Value::Str("split".into())),
    [
        "課長は「資料が足りない。『明日まで』に直してほしい。」と言った。「『え？』『はい。』」「……。」会議は、そこで終わった。"
    ],
);
