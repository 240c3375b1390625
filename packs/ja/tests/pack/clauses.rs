//! Clause grain. `|` stands where a clause must end.

use kawara_core::Grain;

use super::{HAS_DICTIONARY, check, pieces};

#[test]
fn after_conjunctive_particles() {
    check(
        Grain::Clause,
        "
        在庫は確認しましたが、|まだ発送していません。
        台風が近づいているので、|便は欠航です。
        雨が降れば中止ですけれど、|降らなければ行います。
        音楽を聴きながら、|夕食を作った。
        弁を閉めて、|水を止めた。
        何度も試したのに、|動かなかった。
        ",
    );
}

#[test]
fn after_verbs_that_go_on() {
    check(
        Grain::Clause,
        "
        資料を印刷し、|封筒に入れ、|宛名を書いて投函した。
        弟は東京へ行き、|兄は残った。
        ",
    );
}

#[test]
fn after_nouns_of_time_and_cause() {
    check(
        Grain::Clause,
        "
        停電したため、|作業を中断した。
        異常がある場合は、|直ちに停止すること。
        到着したときに、|鍵を渡す。
        退出の際は、|灯りを消す。
        ",
    );
}

#[test]
fn never_after_a_case_a_list_or_before_what_is_described() {
    check(
        Grain::Clause,
        "
        彼が、駅で待っている。
        東京から、大阪まで運んだ。
        赤、青、黄の三色を使う。
        昨年発売された、赤い車を買った。
        資料について、部長として、会議において説明した。
        しかし、あえて、例えば、もし、窓が開いていても行く。
        合計は3,500円、税込みです。
        ",
    );
}

#[test]
fn adverbs_amounts_nouns_and_what_is_said_of_them_end_none() {
    check(
        Grain::Clause,
        "
        残念ながら、便は欠航です。
        彼は当然ながら、来なかった。
        言うまでもなく、水は要る。
        なるべく、早く来てください。
        要するに、休み、である。
        右隣り、左隣り、真ん中。
        空を見ながら、|歩いた。
        弟は急いで走り、|兄は歩いた。
        ",
    );
    if HAS_DICTIONARY {
        check(Grain::Clause, "2,500円で、借りた。\n三日で、直した。\n兄は有名で、|弟は無名だ。");
    }
}

#[test]
fn inside_quotations_only_if_they_are_long() {
    check(
        Grain::Clause,
        "
        彼は「行くが、遅れる」と言ったので、|先に出発した。
        彼は「寒いので。閉めて。」と言ったが、|窓は開いていた。
        係員は「昨日の夜から水圧が下がっていたようです。|弁を閉めたあとで管を調べてみましょう。」と言った。
        ",
    );
}

#[test]
fn a_dictionary_tells_particles_of_the_same_sound_apart() {
    if HAS_DICTIONARY {
        check(
            Grain::Clause,
            "
            品物が届いたから、|箱を開けた。
            みんなから、手紙が届いた。
            りんごが、箱に入っている。
            少し、休んだ。
            雨でも降ったら、|帰る。
            ",
        );
    }
}

#[test]
fn every_sentence_end_is_a_clause_end() {
    assert_eq!(pieces("一つ目。二つ目！", Grain::Clause), ["一つ目。", "二つ目！"]);
}
