//! No dictionary is opened before a word has to be looked up, and then one for all. A process of its own, because it counts.

#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use kawara_core::{Cuts, Grain, Options, Segmenter};
use kawara_pack_ja::{PACK, dictionary_opens};

fn cut(segmenter: &dyn Segmenter, text: &str, grain: Grain) -> usize {
    let mut cuts = Cuts::new(text);
    segmenter.worker().cuts(text, grain, &mut cuts).unwrap();
    cuts.finish().unwrap().len()
}

#[test]
fn a_dictionary_is_opened_once_and_late() {
    let entry = &PACK.segmenter_entries()[0];
    let segmenters = [(); 3].map(|()| entry.open(&Options::new()).unwrap());
    for segmenter in &segmenters {
        assert_eq!(
            cut(
                &**segmenter,
                "課長は「資料が足りない。」と言った。会議は終わった！次はいつですか？明日です。",
                Grain::Sentence
            ),
            4
        );
        let mut worker = segmenter.worker();
        assert!(worker.goes_on("申込書に住所、", "氏名を記入する。").unwrap());
        assert!(worker.leans_back("しかし雨が降った。").unwrap());
    }
    assert_eq!(dictionary_opens(), 0);
    std::thread::scope(|scope| {
        for segmenter in &segmenters {
            scope.spawn(|| assert!(cut(&**segmenter, "赤い車が駅前に止まった。", Grain::Word) > 1));
        }
    });
    assert_eq!(dictionary_opens(), usize::from(cfg!(feature = "dictionary")));
}
