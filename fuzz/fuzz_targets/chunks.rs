//! The invariants of chunking, with all packs at work.
#![no_main]

use std::sync::{Arc, LazyLock};

use kawara::{Carry, Counter, Document, Engine, Newline, Options, Overlap, Settings, UnitKind};
use kawara_testkit::check_invariants;
use libfuzzer_sys::fuzz_target;

static COUNTER: LazyLock<Arc<dyn Counter>> = LazyLock::new(|| {
    let registry = kawara::registry().unwrap();
    registry.counter("tiktoken:cl100k_base").unwrap().open(&Options::new()).unwrap()
});

const CONTENT_TYPES: [&str; 6] = ["text/plain", "text/markdown", "log", "faq", "code", "chat"];
const KINDS: [UnitKind; 4] = [UnitKind::Sentence, UnitKind::Clause, UnitKind::Paragraph, UnitKind::Record];
const NEWLINES: [Newline; 3] = [Newline::Auto, Newline::Hard, Newline::Soft];

fuzz_target!(|data: &[u8]| {
    let [how, size, data @ ..] = data else { return };
    let how = usize::from(*how);
    let mut settings = Settings::default();
    settings.budget.max_tokens = 4 + u32::from(*size);
    settings.units.kind = KINDS[how % 4];
    settings.units.overlap = Overlap::all(Carry::Units((how / 4 % 3) as u32));
    settings.read.newline = NEWLINES[how / 12 % 3];
    let document = Document::new("d", kawara_fuzz::text(data)).with_content_type(CONTENT_TYPES[how / 36 % 6]);
    let engine = Engine::new(kawara::registry().unwrap(), Arc::new(settings.clone()));
    let chunks = engine.worker().chunk(&document).unwrap();
    if let Err(fault) = check_invariants(&document, &settings, &**COUNTER, &chunks) {
        panic!("{settings:?}: {fault}");
    }
});
