//! What is stitched holds whatever the hits, in every language and form: nothing stands twice, nothing is lost, the budget is kept exactly.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests")]

use std::collections::BTreeMap;

use kawara::output::write_record;
use kawara::policy::Policy;
use kawara::reading::{
    Hit, Order, Row, Shelf, StitchOptions, Stitched, Stored, StoredParent, Widen, read_rows, stitch,
};
use kawara::{Chunks, Document, Gauge, is_blank};

const EN: &str = "The gate opens at six. The first bus leaves half an hour later. Tickets are sold on board.\n\nMrs. Abara keeps the keys. She has kept \
them for 19.5 years. In winter she comes earlier, since the lock freezes. What happens when the bus is full? The driver calls for another one. It takes ten \
minutes at most.\n\nNobody has ever waited longer. The goose is well. It lives in the yard now. It greets the first bus.\n";
const ZH: &str = "院子的大门早上六点打开。第一班车半小时后出发。车上可以买票，不用自己准备零钱。\n\n钥匙由李阿姨保管。她管了十九年半。冬天她来得更早，因为锁会冻住。车坐满了怎么办？\
司机会再叫一辆。最多等十分钟。从来没有人等得更久。鹅很好。它现在住在院子里。每天早上它迎接第一班车。\n";
const JA: &str = "門は朝六時に開きます。最初のバスはその三十分後に出ます。切符は車内で買えるので、小銭はいりません。鍵は佐藤さんが預かっています。\n\nそれは十九年前からです。冬は錠が凍るので、\
早めに来ます。バスが満員のときはどうしますか。運転手がもう一台呼びます。長くても十分です。ガチョウは元気です。今は庭に住んでいます。\n";
const TH: &str = "ประตูเปิดเวลาหกโมงเช้า รถคันแรกออกหลังจากนั้นครึ่งชั่วโมง ซื้อตั๋วได้บนรถ ไม่ต้องเตรียมเงินทอน\n\nป้าสมศรีเป็นคนเก็บกุญแจ ป้าเก็บมาสิบเก้าปีแล้ว ในฤดูหนาวป้ามาเร็วกว่าเดิม \
ถ้ารถเต็มจะทำอย่างไร คนขับจะเรียกรถอีกคันหนึ่ง รอไม่เกินสิบนาที ไม่เคยมีใครรอนานกว่านั้น\n";
const MD: &str = "# The yard\n\nThe gate opens at six. It closes at nine. Nobody is let in after that.\n\n## Keys\n\nMrs. Abara keeps the keys. She has kept them long. \
Ask her first.\n\n```sh\nopen --gate\n  close --gate\n```\n\n| day | opens |\n|---|---|\n| Monday | six |\n| Sunday | eight |\n\n## Buses\n\nThe first leaves at half past six. \
The last one comes back at nine. It is often late.\n";
const HTML: &str = "<h1>The yard</h1><p>The gate opens at six &amp; closes at nine.<br>Nobody is let in after that. Mrs. Abara keeps the <b>keys</b>.</p>\n<p>She has \
kept them long. Ask her first, since the lock freezes. The goose is well.</p><h2>Buses</h2><ul><li>The first leaves at half past six.</li><li>The last one comes \
back at nine.</li></ul><p>It is often late. It was late in summer too. Nobody minds.</p>\n";
const FAQ: &str = "question,answer\nWhen does the gate open?,It opens at six. In winter it opens later.\nWho keeps the keys?,Mrs. Abara keeps them. She has done so long.\n\
Is the goose well?,It is. It lives in the yard. It greets the first bus.\n";

const DOCUMENTS: [(&str, &str); 7] = [
    ("en.txt", EN),
    ("zh.txt", ZH),
    ("ja.txt", JA),
    ("th.txt", TH),
    ("guide.md", MD),
    ("page.html", HTML),
    ("faq.csv", FAQ),
];

fn corpus(overlap: u32, max_tokens: u32) -> Vec<Chunks> {
    let policy = format!(
        "policy = 1\n[budget]\ncounter = \"tiktoken:cl100k_base\"\nmax-tokens = {max_tokens}\n[units]\noverlap = {overlap}\n"
    );
    let engine = kawara::engine(Policy::from_str(&policy, "kawara.toml", ".").unwrap()).unwrap();
    let document = |(id, text): &(&str, &str)| Document::new(*id, *text).with_path(*id);
    DOCUMENTS.iter().map(|one| engine.chunk(&document(one)).unwrap()).collect()
}

/// Numbers that look drawn and are the same each time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// What holds of whatever is stitched.
fn check(corpus: &[Chunks], hits: &[Hit], options: &StitchOptions, stitched: &Stitched) {
    let all: BTreeMap<_, _> =
        corpus.iter().flat_map(|chunks| chunks.iter().map(|chunk| (chunk.id(), chunk))).collect();
    // Nothing is lost: each hit is told of once.
    let mut told: Vec<_> = stitched.passages.iter().flat_map(|passage| passage.chunks.clone()).collect();
    told.extend(stitched.duplicates.iter().flat_map(|one| one.chunks.clone()));
    told.extend(stitched.left_out.iter().chain(&stitched.unknown));
    told.sort();
    let mut asked: Vec<_> = hits.iter().map(|hit| hit.chunk).collect();
    asked.sort();
    asked.dedup();
    assert_eq!(told, asked);
    let mut seen: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    for passage in &stitched.passages {
        let source = DOCUMENTS.iter().find(|(id, _)| *id == passage.doc_id).unwrap().1;
        let mut at = 0;
        for span in &passage.spans {
            // Between two stretches stands white space that is not known.
            assert!(passage.text[at..span.text].chars().all(is_blank), "{passage:?}");
            let (text, there) = (
                &passage.text[span.text..span.text + span.text_len],
                &source[span.source..span.source + span.source_len],
            );
            assert!(
                text == there
                    || there.starts_with('&')
                    || span.source_len == 0
                    || there.starts_with('<')
                    || text.chars().all(is_blank),
                "{text:?} {there:?}"
            );
            at = span.text + span.text_len;
            if span.source_len > 0 {
                seen.entry(&passage.doc_id).or_default().push((span.source, span.source + span.source_len));
            }
        }
        assert!(passage.text[at..].is_empty(), "{passage:?}");
        for chunk in &passage.chunks {
            let text = all[chunk].text();
            let is_whole = squeezed(&passage.text).contains(&squeezed(text));
            assert!(
                is_whole || (passage.is_cut && passage.rank == 0),
                "{text:?} is not in {:?}",
                passage.text
            );
        }
        assert_eq!(hits[passage.rank].chunk, passage.chunks[0]);
    }
    // Nothing stands twice.
    for ranges in seen.values_mut() {
        ranges.sort_unstable();
        assert!(ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{ranges:?}");
    }
    let ranks: Vec<usize> = stitched.passages.iter().map(|passage| passage.rank).collect();
    match options.order {
        Order::Rank => assert!(ranks.is_sorted(), "{ranks:?}"),
        _ => {
            let firsts: Vec<&str> = stitched.passages.iter().map(|passage| &*passage.doc_id).collect();
            let mut once = firsts.clone();
            once.dedup();
            let count = once.len();
            once.sort_unstable();
            once.dedup();
            assert_eq!(count, once.len(), "a document's passages stand together: {firsts:?}");
            let pairs = stitched.passages.windows(2).filter(|pair| pair[0].doc_id == pair[1].doc_id);
            pairs.for_each(|pair| assert!(pair[0].source.end <= pair[1].source.start));
        }
    }
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !is_blank(*c)).collect()
}

#[test]
fn whatever_the_hits_nothing_is_lost_or_stands_twice_and_the_budget_holds() {
    let gauge = Gauge::open(&kawara::registry().unwrap(), "tiktoken:cl100k_base").unwrap();
    let mut draw = Draw(7);
    let mut cut = 0;
    for (overlap, max_tokens) in [(0, 24), (1, 40), (2, 64)] {
        let corpus = corpus(overlap, max_tokens);
        let chunks: Vec<_> = corpus.iter().flat_map(Chunks::iter).collect();
        assert!(chunks.len() > 20);
        let whole = Shelf::of_chunks(&corpus);
        let parents = || corpus.iter().flat_map(|chunks| chunks.parents().map(StoredParent::of));
        let stored = Shelf::of_stored(chunks.iter().map(|chunk| Stored::of(*chunk)), parents()).unwrap();
        for round in 0..120 {
            let hits: Vec<Hit> =
                (0..=draw.below(12)).map(|_| chunks[draw.below(chunks.len())].id().into()).collect();
            let some: Vec<_> = chunks
                .iter()
                .filter(|chunk| draw.below(3) > 0 || hits.iter().any(|hit| hit.chunk == chunk.id()))
                .map(|chunk| Stored::of(*chunk))
                .collect();
            let some = Shelf::of_stored(some, (round % 2 == 0).then(parents).into_iter().flatten()).unwrap();
            let (back, forward) = (draw.below(4), draw.below(4));
            let options = StitchOptions {
                widen: if draw.below(5) == 0 { Widen::Parent } else { Widen::Units { back, forward } },
                order: if draw.below(2) == 0 { Order::Rank } else { Order::Document },
                max_tokens: (draw.below(3) > 0).then(|| 5 + draw.below(300) as u32),
                ..StitchOptions::default()
            };
            let mut texts = Vec::new();
            for shelf in [&whole, &stored, &some] {
                let stitched = stitch(shelf, &hits, &options, Some(gauge.counter())).unwrap();
                check(&corpus, &hits, &options, &stitched);
                let together = gauge.counter().count(&stitched.text("\n\n")).unwrap();
                assert_eq!(stitched.tokens, Some(together));
                assert!(options.max_tokens.is_none_or(|most| together <= most), "{together}");
                for passage in &stitched.passages {
                    assert_eq!(passage.tokens, Some(gauge.counter().count(&passage.text).unwrap()));
                    cut += usize::from(passage.is_cut);
                }
                texts.push(
                    stitched.passages.iter().map(|passage| squeezed(&passage.text)).collect::<Vec<_>>(),
                );
            }
            if options.max_tokens.is_none() {
                assert_eq!(texts[0], texts[1], "records tell what the document does");
            }
        }
    }
    assert!(cut > 20, "{cut}");
}

#[test]
fn a_record_is_read_as_it_was_written() {
    for chunks in corpus(1, 40) {
        let mut lines = Vec::new();
        chunks.iter().for_each(|chunk| write_record(chunk, &mut lines).unwrap());
        let rows: Vec<Row> = read_rows(&*lines, "chunks").collect::<Result<_, _>>().unwrap();
        let stored: Vec<Row> = chunks
            .iter()
            .map(|chunk| Row::Chunk(Box::new(owned(Stored::of(chunk))), chunk.id().into()))
            .collect();
        assert_eq!(rows, stored);
    }
}

fn owned(stored: Stored<'_>) -> Stored<'static> {
    Stored {
        doc_id: stored.doc_id.into_owned().into(),
        text: stored.text.into_owned().into(),
        id: stored.id,
        ordinal: stored.ordinal,
        source: stored.source,
        units: stored.units,
        parent: stored.parent,
        next: stored.next,
        map: stored.map,
    }
}

#[test]
fn a_chunk_expanded_by_nothing_is_itself_and_by_units_is_what_a_shelf_reads() {
    for chunks in corpus(1, 40) {
        let shelf = Shelf::of_chunks([&chunks]);
        for chunk in chunks.iter() {
            assert_eq!(chunk.expanded_text(0, 0), chunk.text_range());
            assert_eq!(chunk.expanded(0, 0), chunk.source_range());
            for (back, forward) in [(1, 1), (0, 2), (3, 0), (99, 99)] {
                let widen = Widen::Units { back, forward };
                let passage = kawara::reading::expand(&shelf, chunk.id(), widen).unwrap();
                assert_eq!(passage.text, chunks.text()[chunk.expanded_text(back, forward)]);
                assert_eq!(passage.source, chunk.expanded(back, forward));
            }
        }
    }
}
