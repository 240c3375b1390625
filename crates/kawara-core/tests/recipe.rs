//! A recipe changes with whatever decides a cut, and with nothing else.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use kawara_core::{
    BlockKind, Blocks, Counter, CounterId, Cuts, Document, Engine, Grain, HostCounter, Joint, OptionKind,
    OptionSpec, Options, Pack, Policy, Profile, Reader, ReaderEntry, Reading, Recipe, Registry, RequiredPack,
    Result, SegmentWorker, Segmenter, SegmenterEntry, Settings, Strategy, Value, WindowOverlap,
};

/// What lies where the option `dictionary` leads.
static CONTENT: AtomicU32 = AtomicU32::new(0);

const OPTIONS: &[OptionSpec] = &[OptionSpec::new("dictionary", OptionKind::Path, "Where words are.")];
const SEGMENTERS: &[SegmenterEntry] = &[SegmenterEntry::new("xx", &["xx"], |_| Ok(Arc::new(Whole)))
    .options(OPTIONS)
    .identity(|_| Ok(CONTENT.load(Ordering::SeqCst).to_string()))];
const READERS: &[ReaderEntry] = &[ReaderEntry::new("lines", &["text/lines"], |_| Ok(Arc::new(Fields)))
    .options(&[OptionSpec::new("comment", OptionKind::Str, "What a comment begins with.")])];
static FIRST: Pack = Pack::new("words-of-xx", "1.0.0").segmenters(SEGMENTERS).readers(READERS);
static SECOND: Pack = Pack::new("words-of-xx", "1.1.0").segmenters(SEGMENTERS).readers(READERS);

struct Whole;

impl Segmenter for Whole {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(Self)
    }
}

impl SegmentWorker for Whole {
    fn cuts(&mut self, text: &str, _: Grain, out: &mut Cuts<'_>) -> Result<()> {
        out.push(text.len())
    }
}

/// Reads a text as one paragraph, under a field.
struct Fields;

impl Reader for Fields {
    fn open<'r>(&'r self, _: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Ok(Box::new(Self))
    }
}

impl Reading for Fields {
    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<std::borrow::Cow<'t, str>> {
        out.field("tags", "pump");
        out.keep(0..piece.len(), BlockKind::Prose, Joint::Paragraph);
        Ok(piece.into())
    }
}

fn settings(change: impl FnOnce(&mut Settings)) -> Arc<Settings> {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.packs.insert("words-of-xx".into(), Options::new().with("dictionary", Value::Str("here".into())));
    change(&mut settings);
    Arc::new(settings)
}

fn document() -> Document {
    Document::new("pump", "The pump stopped. Nobody noticed it.").with_content_type("text/lines")
}

/// The recipe, with what a first run found.
fn recipe(pack: &'static Pack, policy: impl Policy + 'static) -> Recipe {
    let first = Engine::new(Registry::collect(&[&FIRST]).unwrap(), settings(|_| {}));
    let chunks = first.chunk(&document()).unwrap();
    assert_eq!(chunks.found().fields["tags"], ["pump"]);
    let engine = Engine::new(Registry::collect(&[pack]).unwrap(), policy);
    engine.recipe(&document(), chunks.content_type(), chunks.found()).unwrap()
}

type ChangeSettings = fn(&mut Settings);

#[test]
fn it_changes_with_whatever_decides_a_cut() {
    let base = recipe(&FIRST, settings(|_| {}));
    assert_eq!(recipe(&FIRST, settings(|_| {})), base);
    let changes: [(&str, ChangeSettings); 8] = [
        ("budget", |settings| settings.budget.max_tokens = 399),
        ("counter", |settings| settings.budget.counter = "chars".into()),
        ("context", |settings| settings.context.prefix = "passage: ".into()),
        ("namespace", |settings| settings.namespace = Some("other".into())),
        ("language", |settings| settings.language = Some("xx".into())),
        ("reader", |settings| settings.read.content_type = Some("text/plain".into())),
        ("reader's option", |settings| settings.read.options.set("comment", Value::Str("#".into()))),
        ("reader's mode", |settings| settings.read.text = kawara_core::TextMode::Source),
    ];
    for (what, change) in changes {
        assert_ne!(recipe(&FIRST, settings(change)).fingerprint(), base.fingerprint(), "{what}");
    }
    let named = recipe(
        &FIRST,
        settings(|settings| {
            settings.budget.models = vec!["m".into()];
            settings.budget.hard_limit = Some(8191);
        }),
    );
    assert_eq!(named.fingerprint(), base.fingerprint(), "models and limits change no chunk");
    assert_eq!((base.models(), named.models()), (&[][..], &["m".to_owned()][..]));
    let required = settings(|settings| {
        let mut wanted = RequiredPack::default();
        wanted.version = Some("1".into());
        settings.required_packs.insert("words-of-xx".into(), wanted);
    });
    assert_eq!(recipe(&FIRST, required).fingerprint(), base.fingerprint(), "what is required cuts nothing");
    assert_ne!(recipe(&SECOND, settings(|_| {})).fingerprint(), base.fingerprint(), "the version of a pack");
    CONTENT.fetch_add(1, Ordering::SeqCst);
    assert_ne!(
        recipe(&FIRST, settings(|_| {})).fingerprint(),
        base.fingerprint(),
        "the content of a dictionary"
    );
}

#[test]
fn what_is_required_is_held_against_what_is_loaded() {
    let engine = Engine::new(Registry::collect(&[&FIRST]).unwrap(), settings(|_| {}));
    let refused = |name: &str, version: Option<&str>, sha256: Option<&str>| {
        let settings = settings(|settings| {
            let mut wanted = RequiredPack::default();
            (wanted.version, wanted.sha256) = (version.map(str::to_owned), sha256.map(str::to_owned));
            settings.required_packs.insert(name.into(), wanted);
        });
        engine.check(&settings).map_err(|error| error.to_string())
    };
    refused("words-of-xx", Some(">=1, <2"), None).unwrap();
    for (name, version, sha256, said) in [
        ("ko", None, None, "the settings require the pack `ko`, which is not loaded; loaded: "),
        ("words-of-xx", Some("1.1"), None, "pack `words-of-xx`: version `1.1` is required, and it is 1.0.0"),
        ("words-of-xx", None, Some("ab"), "SHA-256 ab is required, and it is linked into the program"),
        ("words-of-xx", Some("newest"), None, "unexpected character"),
    ] {
        let error = refused(name, version, sha256).unwrap_err();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn windows_are_in_it_as_far_as_they_are_laid() {
    let of = |change: ChangeSettings| recipe(&FIRST, settings(change)).fingerprint().to_owned();
    let units = of(|_| {});
    let idle = of(|settings| {
        settings.tiling.window = Some(9);
        settings.tiling.window_overlap = WindowOverlap::Share(0.5);
        settings.tiling.separators.clear();
    });
    assert_eq!(idle, units, "units know no windows");
    let tokens: ChangeSettings = |settings| settings.tiling.strategy = Strategy::TokenWindow;
    let windows = of(tokens);
    assert_ne!(windows, units);
    let idle = of(|settings| {
        settings.tiling.strategy = Strategy::TokenWindow;
        settings.tiling.stability = kawara_core::Stability::Size;
        settings.tiling.separators.clear();
    });
    assert_eq!(idle, windows, "windows know neither stability nor separators");
    let changes: [ChangeSettings; 4] = [
        |settings| settings.tiling.window = Some(9),
        |settings| settings.tiling.window_overlap = WindowOverlap::Count(3),
        |settings| settings.tiling.strategy = Strategy::WordWindow,
        |settings| settings.tiling.strategy = Strategy::Recursive,
    ];
    for change in changes {
        let mut policy = (*settings(tokens)).clone();
        change(&mut policy);
        assert_ne!(recipe(&FIRST, Arc::new(policy)).fingerprint(), windows);
    }
}

/// Counts bytes; its vocabulary is what it is told to be.
struct Octets(CounterId, u32);

impl Counter for Octets {
    fn id(&self) -> &CounterId {
        &self.0
    }

    fn specials(&self) -> u32 {
        self.1
    }

    fn count(&self, text: &str) -> Result<u32> {
        Ok(text.len() as u32)
    }
}

#[test]
fn another_vocabulary_is_another_recipe_and_so_are_other_specials() {
    let of = |vocabulary: &'static str, specials| {
        let counter: Arc<dyn Counter> =
            Arc::new(Octets(CounterId::new("octets", "1").with_vocabulary(vocabulary), specials));
        let registry = Registry::collect(&[]).unwrap();
        let registry =
            registry.with_counter(HostCounter::new("octets", move |_| Ok(Arc::clone(&counter)))).unwrap();
        let mut settings = Settings::default();
        settings.budget.counter = "octets".into();
        let engine = Engine::new(registry, Arc::new(settings));
        let document = Document::new("a", "One.");
        let chunks = engine.chunk(&document).unwrap();
        engine.recipe(&document, chunks.content_type(), chunks.found()).unwrap()
    };
    assert_eq!(of("one", 2), of("one", 2));
    assert_ne!(of("one", 2), of("two", 2));
    assert_ne!(of("one", 2), of("one", 3));
}

/// Gives documents under a tag settings of their own.
struct ByField(&'static str, u32);

impl Policy for ByField {
    fn settings(&self, about: &Profile<'_>) -> Result<Arc<Settings>> {
        let tags = about.found.and_then(|found| found.fields.get("tags"));
        let is_meant = tags.is_some_and(|tags| tags.iter().any(|tag| tag == self.0));
        Ok(settings(|settings| settings.budget.max_tokens = if is_meant { self.1 } else { 300 }))
    }
}

#[test]
fn a_rule_counts_where_it_matches_what_was_found() {
    let of = |tag, tokens| recipe(&SECOND, ByField(tag, tokens));
    let (meant, other) = (of("pump", 100), of("valve", 100));
    assert_ne!(meant.fingerprint(), other.fingerprint());
    assert_ne!(of("pump", 101).fingerprint(), meant.fingerprint());
}
