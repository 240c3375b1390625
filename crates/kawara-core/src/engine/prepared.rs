use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::counters::Counters;
use crate::registry::primary_subtag;
use crate::units::Slot;
use crate::{
    Counter, CounterId, Embedder, Error, ErrorKind, OptionSpec, Options, Reader, Registry, Result, Settings,
    Value,
};

/// Settings made ready for use: everything that they name is found and checked; what is heavy opens on first use.
pub(crate) struct Prepared {
    pub(crate) settings: Arc<Settings>,
    pub(crate) counter: Arc<dyn Counter>,
    /// As it is shown.
    pub(crate) counter_id: Arc<str>,
    /// The budget without special tokens and what is reserved.
    pub(crate) room: u32,
    /// The tokens of what every chunk begins with.
    pub(crate) prefix: u32,
    pub(crate) namespace: String,
    /// What compares units, where the settings have semantic boundaries.
    pub(crate) embedder: Option<Arc<dyn Embedder>>,
    /// Segmenters by their place in the engine's list.
    pub(super) segmenters: Vec<(&'static [&'static str], usize)>,
    readers: Vec<ReaderSlot>,
    /// What the fingerprint says of settings and counter; packs used by a document are added to it.
    pub(crate) identity: String,
}

/// A reader with the options of these settings.
pub(crate) struct ReaderSlot {
    pub(crate) id: &'static str,
    pub(crate) media_type: &'static str,
    pub(crate) pack: (&'static str, &'static str),
    entry: &'static crate::ReaderEntry,
    pub(super) options: Options,
    opened: OnceLock<Result<Arc<dyn Reader>>>,
}

impl ReaderSlot {
    /// The opened reader and the options that each document is read with.
    ///
    /// # Errors
    /// What opening the pack returned.
    pub(crate) fn get(&self) -> Result<(&dyn Reader, &Options)> {
        let opened = self.opened.get_or_init(|| self.entry.open(&self.options));
        let reader = opened.as_deref().map_err(|error| error.clone().in_pack(self.pack.0))?;
        Ok((reader, &self.options))
    }
}

impl Prepared {
    pub(crate) fn new(
        registry: &Registry,
        settings: &Arc<Settings>,
        slots: &boxcar::Vec<Slot>,
        counters: &Counters,
    ) -> Result<Self> {
        check_packs(registry, settings)?;
        if let Some(name) =
            settings.read.content_type.as_deref().filter(|name| registry.reader(name).is_none())
        {
            let known: Vec<_> = registry.readers().map(|(_, entry)| entry.id()).collect();
            let message = format!("no reader is called `{name}`; known: {}", known.join(", "));
            return Err(Error::new(ErrorKind::Registry, message));
        }
        let (counter, counter_pack) = counters.open(registry, settings)?;
        let prefix = counter.count(&settings.context.prefix)?;
        let room = room(settings, &*counter, prefix)?;
        settings.tiling.check(room - prefix)?;
        settings.tiling.check_parents(settings.budget.max_tokens)?;
        let embedder = settings.semantic.as_ref().map(|semantic| registry.embedder(&semantic.embedder));
        let embedder = embedder.transpose()?.cloned();
        embedder.as_ref().map_or(Ok(()), |embedder| embedder.open())?;
        let mut segmenters = Vec::new();
        for pack in registry.packs() {
            for entry in pack.segmenter_entries() {
                let options = options_for(settings, pack.name(), entry.options);
                let known =
                    slots.iter().find(|(_, slot)| std::ptr::eq(slot.entry, entry) && slot.options == options);
                let is_set = !options.is_empty();
                let at =
                    known.map(|(at, _)| at).unwrap_or_else(|| slots.push(Slot::new(pack, entry, options)));
                if is_set {
                    // A path at which nothing lies is a wrong setting, whatever the documents are.
                    slots[at].identity()?;
                }
                segmenters.push((entry.languages, at));
            }
        }
        Ok(Self {
            settings: Arc::clone(settings),
            room,
            prefix,
            namespace: settings.namespace.clone().unwrap_or_else(|| counter.id().space().to_owned()),
            segmenters,
            readers: readers(registry, settings)?,
            identity: identity(settings, counter.id(), &counter_pack, embedder.as_deref()),
            embedder,
            counter_id: counter.id().to_string().into(),
            counter,
        })
    }

    /// The segmenter for a language, as a place in the engine's list. Latin script without a pack of its own takes the English
    /// rules, where there are any.
    pub(crate) fn segmenter(&self, language: &str) -> Option<usize> {
        let primary = primary_subtag(language);
        let of = |wanted: &str| {
            let found = self
                .segmenters
                .iter()
                .find(|(languages, _)| languages.iter().any(|l| l.eq_ignore_ascii_case(wanted)));
            found.map(|(_, at)| *at)
        };
        of(primary).or_else(|| if crate::units::is_latin(primary) { of("en") } else { None })
    }

    /// The reader by id or media type.
    pub(crate) fn reader(&self, id: &str) -> Option<&ReaderSlot> {
        self.readers.iter().find(|reader| reader.id == id)
    }
}

/// What the fingerprint says of settings, counter and embedder.
fn identity(settings: &Settings, counter: &CounterId, pack: &str, embedder: Option<&dyn Embedder>) -> String {
    let mut identity = format!("{:?}\n{counter}\n{pack}", own_words(settings));
    if let Some(embedder) = embedder {
        identity += &format!("\n{}", embedder.id());
    }
    identity
}

/// What the settings say but for options of packs, which count where the pack is used and may name paths, and packs that are required; but for the names of
/// counters, which may be paths, and whose ids are known; and but for the model and its limit, which change no chunk.
fn own_words(settings: &Settings) -> Settings {
    let mut own = settings.clone();
    own.packs.clear();
    own.required_packs.clear();
    own.tiling = own.tiling.in_effect();
    own.budget.counter.clear();
    own.budget.also.clear();
    own.budget.hard_limit = None;
    own.budget.models.clear();
    own
}

/// The budget without special tokens and what is reserved.
fn room(settings: &Settings, counter: &dyn Counter, prefix: u32) -> Result<u32> {
    let (max, reserve) = (settings.budget.max_tokens, settings.budget.reserve_tokens);
    let specials = counter.specials();
    let refuse = |message: String| Err(Error::new(ErrorKind::Settings, message));
    if max == 0 {
        return refuse("the budget max-tokens is 0: a chunk must have room for at least one token".into());
    }
    let limit = match settings.budget.hard_limit {
        None => counter.limit()?,
        known => known,
    };
    if let Some(limit) = limit.filter(|limit| max > *limit) {
        return refuse(format!(
            "the budget max-tokens = {max} is over the model's limit of {limit}: it would cut or refuse what is longer; lower \
             max-tokens, or set hard-limit if the model takes more"
        ));
    }
    let room = max.saturating_sub(reserve).saturating_sub(specials);
    if room <= prefix {
        let mut taken = vec![format!("the {specials} special tokens of the model")];
        if reserve > 0 {
            taken.push(format!("the {reserve} reserved tokens"));
        }
        if prefix > 0 {
            taken.push(format!("the {prefix} tokens of the prefix"));
        }
        return refuse(format!("the budget max-tokens = {max} has no room beside {}", taken.join(" and ")));
    }
    Ok(room)
}

/// What is required is loaded; options are set for packs that are loaded, and each is known to some entry of its pack.
fn check_packs(registry: &Registry, settings: &Settings) -> Result<()> {
    let packs = registry.packs();
    settings.required_packs.iter().try_for_each(|(name, required)| required.check(name, packs))?;
    for (name, options) in &settings.packs {
        let Some(pack) = registry.packs().iter().find(|pack| pack.name() == name) else {
            let known: Vec<_> = registry.packs().iter().map(|pack| pack.name()).collect();
            let known = known.join(", ");
            let message =
                format!("options are set for the pack `{name}`, which is not loaded; loaded: {known}");
            return Err(Error::new(ErrorKind::Registry, message));
        };
        let segmenters = pack.segmenter_entries().iter().flat_map(|entry| entry.options);
        let counters = pack.counter_entries().iter().flat_map(|entry| entry.options);
        let readers = pack.reader_entries().iter().flat_map(|entry| entry.options);
        let specs: Vec<OptionSpec> = segmenters.chain(counters).chain(readers).copied().collect();
        options.check(&specs).map_err(|error| error.in_pack(name))?;
    }
    Ok(())
}

/// What the settings say to a pack, as far as an entry takes it.
pub(super) fn options_for(settings: &Settings, pack: &str, specs: &[OptionSpec]) -> Options {
    let mut options = Options::new();
    if let Some(said) = settings.packs.get(pack) {
        options.take(said, |key| specs.iter().any(|spec| spec.name() == key));
    }
    options
}

fn readers(registry: &Registry, settings: &Settings) -> Result<Vec<ReaderSlot>> {
    let read = &settings.read;
    let mut readers = Vec::new();
    for pack in registry.packs() {
        for entry in pack.reader_entries() {
            let mut options = options_for(settings, pack.name(), entry.options);
            options.take(&read.options, |key| entry.options.iter().any(|spec| spec.name() == key));
            options.check(entry.options).map_err(|error| error.in_pack(pack.name()))?;
            let is_set = !options.is_empty();
            options.set("text", Value::Str(read.text.as_str().into()));
            options.set("newline", Value::Str(read.newline.as_str().into()));
            let slot = ReaderSlot {
                id: entry.id,
                media_type: entry.media_types.first().copied().unwrap_or(entry.id),
                pack: (pack.name(), pack.version()),
                entry,
                options,
                opened: OnceLock::new(),
            };
            if is_set {
                // A wrong value is a wrong setting, whatever the documents are.
                let (reader, options) = slot.get()?;
                reader.open(options).map_err(|error| error.in_pack(pack.name()))?;
            }
            readers.push(slot);
        }
    }
    let specs = registry.readers().flat_map(|(_, entry)| entry.options);
    let known: BTreeSet<&str> = specs.map(OptionSpec::name).collect();
    match read.options.iter().find(|(key, _)| !known.contains(key)) {
        Some((key, _)) => {
            let known = known.into_iter().collect::<Vec<_>>().join(", ");
            let message = format!("no reader has an option called `{key}`; there are {known}");
            Err(Error::new(ErrorKind::Option, message))
        }
        None => Ok(readers),
    }
}
