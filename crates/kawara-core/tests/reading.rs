//! Reading wider: what is stitched of documents, and of no more than the records of their chunks.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::sync::Arc;

use kawara_core::reading::{Hit, Order, Shelf, StitchOptions, Stored, StoredParent, Widen, expand, stitch};
use kawara_core::{Carry, Chunks, Counter, Document, Engine, Options, Overlap, Registry, Settings};
use uuid::Uuid;

const TEXT: &str = "It was night. The pump stopped.\n\nNobody noticed it. The tank ran dry. All fish were dead. \
They came at eight. It was too late. Nothing could be done.";

fn settings(words: u32, carry: u32) -> Settings {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.max_tokens = words;
    settings.units.overlap = Overlap::all(Carry::Units(carry));
    settings
}

fn chunk(id: &str, text: &str, words: u32, carry: u32) -> Chunks {
    let engine = Engine::new(Registry::collect(&[]).unwrap(), Arc::new(settings(words, carry)));
    engine.chunk(&Document::new(id, text)).unwrap()
}

fn words() -> Arc<dyn Counter> {
    Registry::collect(&[]).unwrap().counter("words").unwrap().open(&Options::new()).unwrap()
}

fn ids(chunks: &Chunks) -> Vec<Uuid> {
    chunks.iter().map(|chunk| chunk.id()).collect()
}

fn hits(of: &[Uuid]) -> Vec<Hit> {
    of.iter().map(|id| Hit::from(*id)).collect()
}

const AROUND: Widen = Widen::Units { back: 1, forward: 1 };

#[test]
fn a_hit_is_widened_by_units_and_no_further_than_is_known() {
    let chunks = chunk("pump", TEXT, 4, 0);
    let ids = ids(&chunks);
    let shelf = Shelf::of_chunks([&chunks]);
    let second = expand(&shelf, ids[1], AROUND).unwrap();
    assert_eq!(second.text, "It was night. The pump stopped.\n\nNobody noticed it.");
    assert!(!second.is_short);
    let first = expand(&shelf, ids[0], AROUND).unwrap();
    assert_eq!(
        (&*first.text, first.is_short),
        ("It was night. The pump stopped.", false),
        "before it is nothing"
    );

    // Of records alone, the neighbours tell.
    let few = chunks.iter().take(2).map(Stored::of);
    let shelf = Shelf::of_stored(few, []).unwrap();
    let second = expand(&shelf, ids[1], AROUND).unwrap();
    assert_eq!((&*second.text, second.is_short), ("It was night.\nThe pump stopped.", true));
    assert_eq!(second.source, 0..31);
    assert_eq!(expand(&shelf, ids[4], AROUND), None);
}

#[test]
fn what_is_carried_stands_once() {
    let chunks = chunk("pump", TEXT, 14, 1);
    assert!(chunks.iter().skip(1).any(|chunk| chunk.carried() == 1));
    let all = hits(&ids(&chunks));
    for shelf in [Shelf::of_chunks([&chunks]), Shelf::of_stored(chunks.iter().map(Stored::of), []).unwrap()] {
        let stitched = stitch(&shelf, &all, &StitchOptions::default(), None).unwrap();
        assert_eq!(stitched.passages.len(), 1);
        assert_eq!(stitched.passages[0].text, TEXT);
        assert_eq!(stitched.passages[0].source, 0..TEXT.len());
    }
}

#[test]
fn a_record_that_disagrees_with_its_neighbour_stands_alone() {
    let new = chunk("pump", TEXT, 14, 1);
    let (first, mut second) = (Stored::of(new.get(0).unwrap()), Stored::of(new.get(1).unwrap()));
    assert_eq!(new.get(1).unwrap().carried(), 1);
    second.text = second.text.replace('.', "!").into();
    let stored = [first, second];
    let both: Vec<Hit> = stored.iter().map(|stored| stored.id.into()).collect();
    let shelf = Shelf::of_stored(stored, []).unwrap();
    assert_eq!(stitch(&shelf, &both, &StitchOptions::default(), None).unwrap().passages.len(), 2);

    let mut damaged = Stored::of(new.get(0).unwrap());
    damaged.source.end -= 1;
    assert!(Shelf::of_stored([damaged], []).unwrap_err().to_string().contains("not as it was written"));
}

#[test]
fn a_parent_is_its_range_where_that_is_known() {
    let chunks = chunk("pump", TEXT, 4, 0);
    let id = chunks.get(3).unwrap().id();
    let whole = expand(&Shelf::of_chunks([&chunks]), id, Widen::Parent).unwrap();
    assert_eq!((&*whole.text, whole.is_short), (TEXT, false));
    let parents: Vec<StoredParent> = chunks.parents().map(StoredParent::of).collect();
    for parents in [parents, Vec::new()] {
        let some = chunks.iter().skip(1).take(3).map(Stored::of);
        let passage = expand(&Shelf::of_stored(some, parents).unwrap(), id, Widen::Parent).unwrap();
        assert_eq!(passage.text, "The pump stopped.\nNobody noticed it.\nThe tank ran dry.");
        assert!(passage.is_short);
    }
}

#[test]
fn order_is_by_rank_or_by_document() {
    let (a, b) =
        (chunk("a", TEXT, 4, 0), chunk("b", "One roof tile. Two more tiles. Three are broken.", 4, 0));
    let shelf = Shelf::of_chunks([&a, &b]);
    let (a, b) = (ids(&a), ids(&b));
    let found = hits(&[b[2], a[5], b[0], a[1]]);
    let of = |order| {
        let options = StitchOptions { order, ..StitchOptions::default() };
        let stitched = stitch(&shelf, &found, &options, None).unwrap();
        stitched.passages.iter().map(|passage| (passage.rank, passage.chunks[0])).collect::<Vec<_>>()
    };
    assert_eq!(of(Order::Rank), [(0, b[2]), (1, a[5]), (2, b[0]), (3, a[1])]);
    assert_eq!(of(Order::Document), [(2, b[0]), (0, b[2]), (3, a[1]), (1, a[5])]);
}

#[test]
fn what_another_document_has_said_is_left_out_and_told() {
    let (a, b) = (chunk("a", TEXT, 40, 0), chunk("b", TEXT, 12, 0));
    let shelf = Shelf::of_chunks([&a, &b]);
    let (a, b) = (ids(&a), ids(&b));
    let stitched = stitch(&shelf, &hits(&[a[0], b[0], b[2]]), &StitchOptions::default(), None).unwrap();
    assert_eq!(stitched.passages.len(), 1);
    let told: Vec<_> = stitched.duplicates.iter().map(|one| (&*one.chunks, one.of, one.share)).collect();
    assert_eq!(told, [(&b[..1], a[0], 1.0), (&b[2..3], a[0], 1.0)]);
    let all = StitchOptions { alike: None, ..StitchOptions::default() };
    assert_eq!(stitch(&shelf, &hits(&[a[0], b[0], b[2]]), &all, None).unwrap().passages.len(), 3);
}

#[test]
fn the_budget_is_kept_and_the_best_hit_with_it() {
    let chunks = chunk("pump", TEXT, 4, 0);
    let found = hits(&[ids(&chunks)[3], ids(&chunks)[7], ids(&chunks)[0]]);
    let (shelf, words) = (Shelf::of_chunks([&chunks]), words());
    let of = |max: u32| {
        let widen = Widen::Units { back: 1, forward: 1 };
        let options = StitchOptions { widen, max_tokens: Some(max), ..StitchOptions::default() };
        let stitched = stitch(&shelf, &found, &options, Some(&*words)).unwrap();
        assert_eq!(stitched.tokens, Some(words.count(&stitched.text("\n\n")).unwrap()));
        assert!(stitched.tokens <= Some(max));
        let texts: Vec<String> = stitched.passages.iter().map(|passage| passage.text.clone()).collect();
        (texts, stitched.left_out.len())
    };
    let (tank, fish) = ("The tank ran dry.".to_owned(), "The tank ran dry. All fish were dead.".to_owned());
    let upto = TEXT.find(" They").unwrap();
    assert_eq!(of(25), (vec![TEXT[..upto].into(), "It was too late. Nothing could be done.".into()], 0));
    assert_eq!(
        of(8),
        (vec![fish.clone()], 2),
        "as much around the best hit as fits, and no room for the others"
    );
    assert_eq!(of(10), (vec![fish.clone()], 2));
    let third = (vec![format!("Nobody noticed it. {fish}"), "It was night.".into()], 1);
    assert_eq!(of(14), third, "the third hit fits where the second does not");
    assert_eq!(of(15), (vec![format!("Nobody noticed it. {fish}"), "Nothing could be done.".into()], 1));
    assert_eq!(of(4), (vec![tank], 2));
    assert_eq!(of(3), (vec!["It was night.".into()], 2));
    assert_eq!(of(2), (vec![], 3));
    let options = StitchOptions { max_tokens: Some(9), ..StitchOptions::default() };
    assert!(stitch(&shelf, &found, &options, None).is_err(), "nothing counts");
}

/// Chunks of one sentence in passages of some words, and in larger ones.
fn nested() -> Chunks {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.budget.max_tokens = 4;
    settings.units.overlap = Overlap::all(Carry::Units(0));
    settings.tiling.parents = vec![22, 12];
    let registry = Registry::collect(&[]).unwrap();
    Engine::new(registry, Arc::new(settings)).chunk(&Document::new("pump", TEXT)).unwrap()
}

#[test]
fn a_hit_is_read_as_far_up_as_is_asked() {
    let chunks = nested();
    let hit = chunks.get(3).unwrap();
    let above: Vec<_> = std::iter::successors(Some(hit.parent()), |parent| parent.parent()).collect();
    assert_eq!(above.len(), 3, "two passages and the document");
    let stored = || chunks.iter().map(Stored::of);
    let parents = || chunks.parents().map(StoredParent::of);
    for shelf in [Shelf::of_chunks([&chunks]), Shelf::of_stored(stored(), parents()).unwrap()] {
        let read = |widen| expand(&shelf, hit.id(), widen).unwrap();
        assert_eq!(read(Widen::Above(0)).source, hit.source_range());
        assert_eq!(read(Widen::Above(1)), read(Widen::Parent));
        for (nth, parent) in above.iter().enumerate() {
            let passage = read(Widen::Above(nth + 1));
            assert_eq!((passage.source, passage.is_short), (parent.source_range(), false));
        }
        assert_eq!(read(Widen::Above(9)).source, 0..TEXT.len());
    }
    // Without records of parents, those of one parent are known by their records, and nothing is of what is above.
    let bare = Shelf::of_stored(stored(), []).unwrap();
    let near = |levels| expand(&bare, hit.id(), Widen::Above(levels)).unwrap();
    assert_eq!((near(1).source, near(1).is_short), (above[0].source_range(), false));
    assert_eq!((near(2).source, near(2).is_short), (above[0].source_range(), true));
    let some = parents().filter(|parent| parent.id != above[1].id());
    let passage = expand(&Shelf::of_stored(stored(), some).unwrap(), hit.id(), Widen::Above(3)).unwrap();
    assert_eq!((passage.source, passage.is_short), (above[0].source_range(), true));
}

#[test]
fn hits_of_one_parent_become_it_once_and_what_is_too_large_is_read_around_the_hit() {
    let (chunks, words) = (nested(), words());
    let parent = chunks.get(0).unwrap().parent().id();
    let family: Vec<_> = chunks.iter().filter(|chunk| chunk.parent().id() == parent).collect();
    let (first, last) = (family[0], family[family.len() - 1]);
    assert_ne!(first.id(), last.id());
    let far = chunks.iter().last().unwrap();
    let shelf = Shelf::of_chunks([&chunks]);
    let read = |max_tokens, found: &[Uuid]| {
        let options = StitchOptions { widen: Widen::Parent, max_tokens, ..StitchOptions::default() };
        stitch(&shelf, &hits(found), &options, Some(&*words)).unwrap()
    };
    let found = [last.id(), far.id(), first.id()];
    let stitched = read(None, &found);
    assert_eq!(stitched.passages.len(), 2);
    assert_eq!(stitched.passages[0].chunks, [last.id(), first.id()]);
    assert_eq!(stitched.passages[0].source, first.parent().source_range());
    assert_eq!(stitched.passages[1].source, far.parent().source_range());
    let tokens = first.parent().tokens().unwrap();
    assert_eq!(stitched.passages[0].tokens, Some(tokens));

    // Of a passage that does not fit, as many sentences around the hit are read as do.
    let hit = chunks.get(3).unwrap();
    let larger = hit.parent().parent().unwrap();
    let text = &TEXT[larger.source_range()];
    let options =
        |max| StitchOptions { widen: Widen::Above(2), max_tokens: Some(max), ..StitchOptions::default() };
    let narrow = |max| stitch(&shelf, &hits(&[hit.id()]), &options(max), Some(&*words)).unwrap().passages;
    let tokens = larger.tokens().unwrap();
    assert_eq!((&*narrow(tokens)[0].text, narrow(tokens)[0].is_cut), (text, false));
    let passage = &narrow(tokens - 1)[0];
    assert!(passage.is_cut && passage.tokens < Some(tokens));
    assert!(text.contains(&passage.text) && passage.text.contains(hit.text()));
    assert!(passage.text.len() > hit.text().len(), "{text:?}: {passage:?}");
}

#[test]
fn parents_that_name_each_other_have_an_end() {
    let chunks = chunk("pump", TEXT, 4, 0);
    let [one, other] = [1, 2].map(Uuid::from_u128);
    let stored = chunks.iter().map(|chunk| Stored { parent: Some(one), ..Stored::of(chunk) });
    let parents = [(one, other), (other, one)].map(|(id, above)| StoredParent {
        id,
        source: 0..TEXT.len(),
        above: Some(above),
    });
    let shelf = Shelf::of_stored(stored, parents).unwrap();
    let passage = expand(&shelf, ids(&chunks)[0], Widen::Above(usize::MAX)).unwrap();
    assert_eq!(passage.source, 0..TEXT.len());
}
