//! One setting of a policy, as data: which key it is, how it reads, what it does to the settings.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use kawara_core::{
    Breaks, Carry, ContextPart, Edition, Newline, OnFault, Options, RequiredPack, SemanticSettings, Settings,
    Split, Stability, Strategy, TextMode, Threshold, UnitKind, Value, WindowOverlap,
};

use crate::models::Model;

/// Settings in the making, with the models that still have to become settings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) settings: Settings,
    pub(crate) models: Vec<Named>,
    /// Tokenizer files that were named, by the model's name.
    pub(crate) tokenizers: BTreeMap<&'static str, PathBuf>,
}

/// A model, and the bytes of the policy that name it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Named {
    pub(crate) model: &'static Model,
    pub(crate) at: Range<usize>,
}

/// A key and the value it gets.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    ContentType(String),
    Text(TextMode),
    Newline(Newline),
    ReadOption(String, Value),
    Model(Vec<Named>),
    Counter(String),
    /// The tokenizer file of a model.
    Tokenizer(&'static Model, String),
    MaxTokens(u32),
    MinTokens(u32),
    ReserveTokens(u32),
    HardLimit(u32),
    Kind(UnitKind),
    /// For every language: what was said of single languages before is dropped.
    Overlap(Carry),
    OverlapOf(String, Carry),
    RecordsPerChunk(u32),
    Split(Split),
    OnFault(OnFault),
    Prefix(String),
    Prepend(Vec<ContextPart>),
    Separator(String),
    ContextTokens(u32),
    Stability(Stability),
    Strategy(Strategy),
    Window(u32),
    WindowOverlap(WindowOverlap),
    Separators(Vec<String>),
    Parents(Vec<u32>),
    /// None, if it is empty.
    Embedder(String),
    Neighbours(u32),
    Threshold(Threshold),
    Breaks(Breaks),
    Language(String),
    Namespace(String),
    Edition(Edition),
    PackOption(String, String, Value),
    RequiredPack(String, RequiredPack),
}

impl Change {
    /// The dotted key.
    pub(crate) fn key(&self) -> String {
        match self {
            Self::ContentType(_) => "read.content-type".into(),
            Self::Text(_) => "read.text".into(),
            Self::Newline(_) => "read.newline".into(),
            Self::ReadOption(option, _) => format!("read.options.{}", key(option)),
            Self::Model(_) => "budget.model".into(),
            Self::Counter(_) => "budget.counter".into(),
            Self::Tokenizer(model, _) => Self::tokenizer_key(model),
            Self::MaxTokens(_) => "budget.max-tokens".into(),
            Self::MinTokens(_) => "budget.min-tokens".into(),
            Self::ReserveTokens(_) => "budget.reserve-tokens".into(),
            Self::HardLimit(_) => "budget.hard-limit".into(),
            Self::Kind(_) => "units.kind".into(),
            Self::Overlap(_) => "units.overlap".into(),
            Self::OverlapOf(language, _) => format!("units.overlap.{}", key(language)),
            Self::RecordsPerChunk(_) => "units.records-per-chunk".into(),
            Self::Split(_) => "units.split".into(),
            Self::OnFault(_) => "units.on-fault".into(),
            Self::Prefix(_) => "context.prefix".into(),
            Self::Prepend(_) => "context.prepend".into(),
            Self::Separator(_) => "context.separator".into(),
            Self::ContextTokens(_) => "context.max-tokens".into(),
            Self::Stability(_) => "tiling.stability".into(),
            Self::Strategy(_) => "tiling.strategy".into(),
            Self::Window(_) => "tiling.window".into(),
            Self::WindowOverlap(_) => "tiling.window-overlap".into(),
            Self::Separators(_) => "tiling.separators".into(),
            Self::Parents(_) => "tiling.parents".into(),
            Self::Embedder(_) => "semantic.embedder".into(),
            Self::Neighbours(_) => "semantic.window".into(),
            Self::Threshold(_) => "semantic.threshold".into(),
            Self::Breaks(_) => "semantic.breaks".into(),
            Self::Language(_) => "language".into(),
            Self::Namespace(_) => "namespace".into(),
            Self::Edition(_) => "edition".into(),
            Self::PackOption(pack, option, _) => format!("packs.{}.{}", key(pack), key(option)),
            Self::RequiredPack(pack, _) => format!("required-packs.{}", key(pack)),
        }
    }

    /// The dotted key that names a model's tokenizer file.
    pub(crate) fn tokenizer_key(model: &Model) -> String {
        format!("budget.tokenizers.{}", key(model.name()))
    }

    /// The value as a policy writes it.
    pub(crate) fn value(&self) -> String {
        match self {
            Self::ContentType(text) | Self::Counter(text) | Self::Separator(text) => string(text),
            Self::Language(text) | Self::Namespace(text) | Self::Embedder(text) => string(text),
            Self::Prefix(text) | Self::Tokenizer(_, text) => string(text),
            Self::Model(named) => names(named.iter().map(|named| named.model.name())),
            Self::Text(mode) => string(mode.as_str()),
            Self::Newline(newline) => string(newline.as_str()),
            Self::Kind(kind) => string(kind.as_str()),
            Self::Split(split) => string(split.as_str()),
            Self::OnFault(on_fault) => string(on_fault.as_str()),
            Self::RequiredPack(pack, required) => crate::required::value(pack, required),
            Self::Stability(stability) => string(stability.as_str()),
            Self::Strategy(strategy) => string(strategy.as_str()),
            Self::WindowOverlap(overlap) => window_overlap(*overlap),
            Self::Separators(separators) => list(separators.iter().map(|it| string(it))),
            Self::Parents(sizes) => list(sizes.iter().map(u32::to_string)),
            Self::Edition(edition) => string(edition.as_str()),
            Self::MaxTokens(count) | Self::MinTokens(count) | Self::HardLimit(count) => count.to_string(),
            Self::ReserveTokens(count) | Self::RecordsPerChunk(count) => count.to_string(),
            Self::ContextTokens(count) | Self::Window(count) | Self::Neighbours(count) => count.to_string(),
            Self::Threshold(threshold) => crate::semantic::value(*threshold),
            Self::Breaks(breaks) => string(breaks.as_str()),
            Self::Overlap(carry) | Self::OverlapOf(_, carry) => self::carry(*carry),
            Self::Prepend(parts) => list(parts.iter().map(|part| string(part.as_str()))),
            Self::ReadOption(_, option) | Self::PackOption(_, _, option) => value(option),
        }
    }

    /// Lays the change over the settings; `dir` is what a path in it is relative to.
    pub(crate) fn apply(&self, draft: &mut Draft, dir: Option<&Path>) {
        let settings = &mut draft.settings;
        match self.clone() {
            Self::ContentType(name) => settings.read.content_type = Some(name),
            Self::Text(mode) => settings.read.text = mode,
            Self::Newline(newline) => settings.read.newline = newline,
            Self::ReadOption(option, value) => set(&mut settings.read.options, dir, option, value),
            Self::Model(named) => draft.models = named,
            // Whoever names a counter means no model: its limit and prefix go with it.
            Self::Counter(name) => {
                settings.budget.counter = located(name, dir);
                draft.models.clear();
            }
            Self::Tokenizer(model, path) => {
                draft.tokenizers.insert(model.name(), dir.unwrap_or(Path::new("")).join(path));
            }
            Self::MaxTokens(count) => settings.budget.max_tokens = count,
            Self::MinTokens(count) => settings.budget.min_tokens = count,
            Self::ReserveTokens(count) => settings.budget.reserve_tokens = count,
            Self::HardLimit(count) => settings.budget.hard_limit = Some(count),
            Self::Kind(kind) => settings.units.kind = kind,
            Self::Overlap(carry) => settings.units.overlap = kawara_core::Overlap::all(carry),
            Self::OverlapOf(language, carry) => {
                settings.units.overlap.by_language.insert(language, carry);
            }
            Self::RecordsPerChunk(count) => settings.units.records_per_chunk = Some(count),
            Self::Split(split) => settings.units.split = split,
            Self::OnFault(on_fault) => settings.units.on_fault = on_fault,
            Self::RequiredPack(pack, required) => {
                settings.required_packs.insert(pack, required);
            }
            Self::Prefix(text) => settings.context.prefix = text,
            Self::Prepend(parts) => settings.context.prepend = parts,
            Self::Separator(text) => settings.context.separator = text,
            Self::ContextTokens(count) => settings.context.max_tokens = count,
            Self::Stability(stability) => settings.tiling.stability = stability,
            Self::Strategy(strategy) => settings.tiling.strategy = strategy,
            Self::Window(window) => settings.tiling.window = Some(window),
            Self::WindowOverlap(overlap) => settings.tiling.window_overlap = overlap,
            Self::Separators(separators) => settings.tiling.separators = separators,
            Self::Parents(sizes) => settings.tiling.parents = sizes,
            Self::Embedder(name) => semantic(settings).embedder = name,
            Self::Neighbours(window) => semantic(settings).window = window,
            Self::Threshold(threshold) => semantic(settings).threshold = threshold,
            Self::Breaks(breaks) => semantic(settings).breaks = breaks,
            Self::Language(tag) => settings.language = Some(tag),
            Self::Namespace(text) => settings.namespace = Some(text),
            Self::Edition(edition) => settings.edition = edition,
            Self::PackOption(pack, option, value) => {
                set(settings.packs.entry(pack).or_default(), dir, option, value);
            }
        }
    }

    /// Whether the meaning checks look at it.
    pub(crate) fn is_checked(&self) -> bool {
        matches!(
            self,
            Self::Model(_)
                | Self::Counter(_)
                | Self::Tokenizer(..)
                | Self::MaxTokens(_)
                | Self::MinTokens(_)
                | Self::ReserveTokens(_)
                | Self::HardLimit(_)
                | Self::Prefix(_)
                | Self::Kind(_)
                | Self::Overlap(_)
                | Self::OverlapOf(..)
                | Self::ContextTokens(_)
                | Self::Strategy(_)
                | Self::Window(_)
                | Self::WindowOverlap(_)
                | Self::Parents(_)
        )
    }

    /// Whether what models come to depends on it.
    pub(crate) fn concerns_models(&self) -> bool {
        matches!(self, Self::Model(_) | Self::Tokenizer(..) | Self::Prefix(_) | Self::ReserveTokens(_))
    }

    /// Whether it may name a file, which is then seen from the policy that it stands in.
    pub(crate) fn may_be_path(&self) -> bool {
        match self {
            Self::Counter(name) => name.starts_with("hf:"),
            Self::Tokenizer(..) => true,
            Self::ReadOption(_, value) | Self::PackOption(_, _, value) => matches!(value, Value::Str(_)),
            _ => false,
        }
    }

    /// Whether it says how a document is read.
    pub(crate) fn is_of_reading(&self) -> bool {
        matches!(self, Self::ContentType(_) | Self::Text(_) | Self::Newline(_) | Self::ReadOption(..))
    }

    /// Whether it is about semantic boundaries.
    pub(crate) fn is_semantic(&self) -> bool {
        matches!(self, Self::Embedder(_) | Self::Neighbours(_) | Self::Threshold(_) | Self::Breaks(_))
    }

    /// The language, if this is the overlap of one.
    pub(crate) fn overlap_of(&self) -> Option<&str> {
        match self {
            Self::OverlapOf(language, _) => Some(language),
            _ => None,
        }
    }

    /// The changes that turn the default settings into `settings`, and what is already so among them; what is not set is left
    /// out.
    pub(crate) fn all_of(settings: &Settings) -> Vec<Self> {
        let mut all = vec![
            Self::Text(settings.read.text),
            Self::Newline(settings.read.newline),
            Self::Counter(settings.budget.counter.clone()),
            Self::MaxTokens(settings.budget.max_tokens),
            Self::MinTokens(settings.budget.min_tokens),
            Self::ReserveTokens(settings.budget.reserve_tokens),
            Self::Kind(settings.units.kind),
            Self::Overlap(settings.units.overlap.default),
            Self::Split(settings.units.split),
            Self::OnFault(settings.units.on_fault),
            Self::Prefix(settings.context.prefix.clone()),
            Self::Prepend(settings.context.prepend.clone()),
            Self::Separator(settings.context.separator.clone()),
            Self::ContextTokens(settings.context.max_tokens),
            Self::Stability(settings.tiling.stability),
            Self::Strategy(settings.tiling.strategy),
            Self::WindowOverlap(settings.tiling.window_overlap),
            Self::Separators(settings.tiling.separators.clone()),
            Self::Edition(settings.edition),
        ];
        all.extend(settings.budget.hard_limit.map(Self::HardLimit));
        all.extend(settings.read.content_type.clone().map(Self::ContentType));
        all.extend(settings.units.records_per_chunk.map(Self::RecordsPerChunk));
        all.extend(settings.tiling.window.map(Self::Window));
        let parents = Some(settings.tiling.parents.clone()).filter(|sizes| !sizes.is_empty());
        all.extend(parents.map(Self::Parents));
        if let Some(semantic) = &settings.semantic {
            let SemanticSettings { embedder, window, threshold, breaks, .. } = semantic.clone();
            all.push(Self::Embedder(embedder));
            all.extend([Self::Neighbours(window), Self::Threshold(threshold), Self::Breaks(breaks)]);
        }
        all.extend(settings.language.clone().map(Self::Language));
        all.extend(settings.namespace.clone().map(Self::Namespace));
        let options = settings.read.options.iter();
        all.extend(options.map(|(option, value)| Self::ReadOption(option.to_owned(), value.clone())));
        let overlaps = settings.units.overlap.by_language.iter();
        all.extend(overlaps.map(|(language, carry)| Self::OverlapOf(language.clone(), *carry)));
        for (pack, options) in &settings.packs {
            let of_pack = |(option, value): (&str, &Value)| {
                Self::PackOption(pack.clone(), option.to_owned(), value.clone())
            };
            all.extend(options.iter().map(of_pack));
        }
        let required = settings.required_packs.iter();
        all.extend(required.map(|(pack, required)| Self::RequiredPack(pack.clone(), required.clone())));
        all
    }
}

/// Semantic boundaries in the making: as long as no layer has named an embedder, there is none.
fn semantic(settings: &mut Settings) -> &mut SemanticSettings {
    settings.semantic.get_or_insert_with(|| SemanticSettings::new(""))
}

/// A key as TOML writes it, quoted where it has to be.
pub(crate) fn key(name: &str) -> String {
    let bare = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    if !name.is_empty() && name.bytes().all(bare) { name.to_owned() } else { string(name) }
}

/// A string as TOML writes it.
///
/// ```
/// assert_eq!(kawara_policy::toml_string("a \"b\"\n"), r#""a \"b\"\n""#);
/// ```
pub fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// One name as a string, several as a list.
pub(crate) fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.into_iter().map(string).collect();
    match names.as_slice() {
        [one] => one.clone(),
        _ => list(names.into_iter()),
    }
}

fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(", "))
}

fn value(value: &Value) -> String {
    match value {
        Value::Str(text) => string(text),
        Value::List(values) => list(values.iter().map(self::value)),
        plain => plain.to_string(),
    }
}

fn carry(carry: Carry) -> String {
    match carry {
        Carry::Units(units) => units.to_string(),
        Carry::Auto { max: crate::overlap::AUTO } => string("auto"),
        Carry::Auto { max } => format!("{{ auto = {max} }}"),
        Carry::Share(share) => percent(share),
        Carry::Tokens(tokens) => format!("{{ tokens = {tokens} }}"),
        other => format!("{other:?}"),
    }
}

fn window_overlap(overlap: WindowOverlap) -> String {
    match overlap {
        WindowOverlap::Count(count) => count.to_string(),
        WindowOverlap::Share(share) => percent(share),
        other => format!("{other:?}"),
    }
}

/// The share was made from a percentage: one division is undone within a rounding of the twelfth digit.
fn percent(share: f64) -> String {
    format!("{{ percent = {} }}", (share * 100.0 * 1e9).round() / 1e9)
}

/// A counter that is a file lies where the policy says, seen from the policy itself.
fn located(counter: String, dir: Option<&Path>) -> String {
    let file = counter.strip_prefix("hf:").filter(|file| !file.is_empty());
    let there = file.zip(dir).and_then(|(file, dir)| Some(format!("hf:{}", dir.join(file).to_str()?)));
    there.unwrap_or(counter)
}

fn set(options: &mut Options, dir: Option<&Path>, option: String, value: Value) {
    match dir {
        Some(dir) => options.set_in(dir, option, value),
        None => options.set(option, value),
    }
}

#[cfg(test)]
mod tests {
    use kawara_core::Options;

    use super::*;

    #[test]
    fn settings_are_the_sum_of_their_changes() {
        let mut settings = Settings::default();
        settings.read.content_type = Some("faq".into());
        settings.read.options.set("delimiter", Value::Str(";".into()));
        settings.units.records_per_chunk = Some(3);
        settings.units.overlap.by_language.insert("ja".into(), Carry::Share(0.15));
        settings.budget.reserve_tokens = 8;
        settings.budget.hard_limit = Some(512);
        settings.context.prefix = "passage: ".into();
        settings.tiling.strategy = Strategy::Recursive;
        settings.tiling.window = Some(200);
        settings.tiling.window_overlap = WindowOverlap::Share(0.2);
        settings.tiling.separators = vec!["\n".into(), "。".into()];
        settings.tiling.parents = vec![2048, 512];
        let mut semantic = SemanticSettings::new("minilm");
        semantic.window = 0;
        semantic.threshold = Threshold::Deviations(1.5);
        semantic.breaks = Breaks::Prefer;
        settings.semantic = Some(semantic);
        settings.language = Some("zh".into());
        settings.namespace = Some("tenant".into());
        settings.units.on_fault = OnFault::Fallback;
        settings.required_packs.insert("ja".into(), RequiredPack::default());
        settings.packs.insert("ja".into(), Options::new().with("words", Value::List(vec![Value::Int(1)])));
        let mut draft = Draft::default();
        for change in Change::all_of(&settings) {
            change.apply(&mut draft, None);
        }
        assert_eq!(draft.settings, settings);
    }

    #[test]
    fn values_read_as_toml() {
        assert_eq!(Change::Separator("a\"\\\n\u{7}".into()).value(), r#""a\"\\\n\u0007""#);
        assert_eq!(Change::Overlap(Carry::Share(12.3 / 100.0)).value(), "{ percent = 12.3 }");
        assert_eq!(Change::Overlap(Carry::Auto { max: 2 }).value(), r#""auto""#);
        assert_eq!(Change::Overlap(Carry::Auto { max: 3 }).value(), "{ auto = 3 }");
        assert_eq!(Change::WindowOverlap(WindowOverlap::Share(0.07)).value(), "{ percent = 7 }");
        assert_eq!(Change::Separators(vec!["\n\n".into(), String::new()]).value(), r#"["\n\n", ""]"#);
        let list = Value::List(vec![Value::Str("a".into()), Value::Bool(true), Value::Int(-1)]);
        let change = Change::PackOption("my pack".into(), "x".into(), list);
        assert_eq!(
            (change.key().as_str(), change.value().as_str()),
            ("packs.\"my pack\".x", r#"["a", true, -1]"#)
        );
    }
}
