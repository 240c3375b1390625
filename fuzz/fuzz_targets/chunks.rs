//! The invariants of chunking, with all packs at work.
#![no_main]

use std::sync::{Arc, LazyLock};

use kawara::{Carry, Counter, Document, Engine, ErrorKind, Newline, Options, Overlap, Settings, TextMode, UnitKind};
use kawara_testkit::check_invariants;
use libfuzzer_sys::fuzz_target;

static COUNTER: LazyLock<Arc<dyn Counter>> = LazyLock::new(|| {
    let registry = kawara::registry().unwrap();
    registry.counter("tiktoken:cl100k_base").unwrap().open(&Options::new()).unwrap()
});

const KINDS: [UnitKind; 4] = [UnitKind::Sentence, UnitKind::Clause, UnitKind::Paragraph, UnitKind::Record];
const NEWLINES: [Newline; 3] = [Newline::Auto, Newline::Hard, Newline::Soft];

fuzz_target!(|data: &[u8]| {
    let [how, size, reader, data @ ..] = data else { return };
    let how = usize::from(*how);
    let mut settings = Settings::default();
    settings.budget.max_tokens = 4 + u32::from(*size);
    settings.units.kind = KINDS[how % 4];
    settings.units.overlap = Overlap::all(Carry::Units((how / 4 % 3) as u32));
    if how / 36 % 2 == 1 {
        settings.tiling.parents = vec![5 * settings.budget.max_tokens, settings.budget.max_tokens + 9];
    }
    settings.read.newline = NEWLINES[how / 12 % 3];
    settings.read.text = if how < 128 { TextMode::Plain } else { TextMode::Source };
    let registry = kawara::registry().unwrap();
    let readers: Vec<&str> = registry.readers().map(|(_, entry)| entry.id()).collect();
    settings.read.content_type = Some(readers[usize::from(*reader) % readers.len()].to_owned());
    let document = Document::new("d", kawara_fuzz::text(data));
    let engine = Engine::new(registry, Arc::new(settings.clone()));
    let chunks = match engine.worker().chunk(&document) {
        Ok(chunks) => chunks,
        // What is not of its kind may be refused, by a reader and by nobody else.
        Err(error) if error.kind() == ErrorKind::Read => return,
        Err(error) => panic!("{settings:?}: {error}"),
    };
    if let Err(fault) = check_invariants(&document, &settings, &**COUNTER, &chunks) {
        panic!("{settings:?}: {fault}");
    }
});
