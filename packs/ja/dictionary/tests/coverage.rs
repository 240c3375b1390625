//! Tokens cover any text exactly, and each has its six fields.
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use kawara_ja_dictionary::load;
use kawara_testkit::hostile;
use lindera::mode::Mode;
use lindera::segmenter::Segmenter;
use proptest::prelude::*;

/// Written for this test: dialogue, a notice, numbers, foreign words, spoken language.
const PROSE: &str = "　朝から雨が降っていたので、駅前の喫茶店で二時間ほど時間をつぶした。店主は無口な人だが、コーヒーだけは旨い。
「今日はもう閉めるよ」と彼が言うまで、私は窓の外を眺めていた。
第3条　会員は、退会しようとするときは、その旨を書面で届け出なければならない。ただし、次の各号のいずれかに該当する場合を除く。
サーバーを再起動すると、設定ファイル（config.toml）が読み込まれます。エラーが出たら、ログを確認してください。
えっ、まじで？　そんなの聞いてないってば！　ちょっと待って、今から行くから。
2024年4月1日現在、人口は約1,250万人で、前年に比べ0.4％増えた。";

fn segmenter() -> Segmenter {
    Segmenter::new(Mode::Normal, load().unwrap(), None).keep_whitespace(true)
}

/// Checks that the tokens of `text` lie end to end over all of it.
fn covered(segmenter: &Segmenter, text: &str) -> Result<(), String> {
    let mut tokens = segmenter.segment(text.into()).map_err(|error| error.to_string())?;
    let mut end = 0;
    for token in &mut tokens {
        let (from, to) = (token.byte_start, token.byte_end);
        if from != end || to <= from || text.get(from..to) != Some(&token.surface) {
            return Err(format!("after byte {end} comes the token {from}..{to} {:?}", token.surface));
        }
        let fields = token.details();
        if fields.len() != 6 || fields.contains(&"") {
            return Err(format!("the token {from}..{to} has the fields {fields:?}"));
        }
        end = to;
    }
    if end == text.len() { Ok(()) } else { Err(format!("{end} of {} bytes covered", text.len())) }
}

#[test]
fn prose_is_covered_and_its_words_are_known() {
    let segmenter = segmenter();
    covered(&segmenter, PROSE).unwrap();
    let tokens = segmenter.segment(PROSE.into()).unwrap();
    let unknown: Vec<&str> =
        tokens.iter().filter(|token| token.word_id.is_unknown()).map(|token| &*token.surface).collect();
    assert!(unknown.iter().all(|word| word.is_ascii()), "{unknown:?}");
}

#[test]
fn hostile_texts_are_covered() {
    let segmenter = segmenter();
    for sample in hostile::texts() {
        covered(&segmenter, &sample.text).unwrap_or_else(|error| panic!("{}: {error}", sample.name));
    }
}

#[test]
fn long_texts_are_covered() {
    let segmenter = segmenter();
    for sample in hostile::long_texts(200_000) {
        covered(&segmenter, &sample.text).unwrap_or_else(|error| panic!("{}: {error}", sample.name));
    }
}

proptest! {
    #[test]
    fn mixtures_are_covered(parts in prop::collection::vec(prop::sample::select(hostile::FRAGMENTS), 0..40)) {
        covered(&segmenter(), &parts.concat()).map_err(TestCaseError::fail)?;
    }

    #[test]
    fn any_text_is_covered(text in "\\PC{0,80}|[ぁ-ん一-龥、。「」\\n\u{3000}]{0,80}") {
        covered(&segmenter(), &text).map_err(TestCaseError::fail)?;
    }
}
