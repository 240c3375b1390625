use std::sync::Arc;

use kawara_core::{Chunks, Counter, Error, ErrorKind, Result, Settings, UnitKind};

/// How documents are laid into windows, and what of them is pooled.
#[derive(Clone, Debug)]
pub struct LateOptions {
    /// The most tokens that the model takes, special tokens and prefix included. If not given, what the settings or the counter say.
    pub limit: Option<u32>,
    /// The most tokens of the text before its chunks that a window has as well, and as many after them, in whole units. If not given, an
    /// eighth of the limit. What stands there is seen by the tokens of the chunks; its own are not pooled. Where it does not fit beside the
    /// chunks, there is less.
    pub overlap: Option<u32>,
    /// What stands before the text, such as `passage: `. If not given, what the settings say.
    pub prefix: Option<String>,
    /// How many units before and after a chunk's own part are pooled into it as well, as far as its section and its window go.
    pub soft_units: usize,
    /// What each of their tokens weighs, above 0 and at most 1, where one of the chunk's own weighs 1.
    pub soft_weight: f64,
}

impl Default for LateOptions {
    fn default() -> Self {
        Self { limit: None, overlap: None, prefix: None, soft_units: 0, soft_weight: 0.5 }
    }
}

/// The options, with what they leave to the settings and the counter.
pub(super) struct InForce {
    pub(super) limit: u32,
    pub(super) overlap: u32,
    pub(super) prefix: Arc<str>,
    pub(super) soft_units: usize,
    pub(super) soft_weight: f64,
    /// Records are what is carried, so that they bar nothing.
    pub(super) records_are_units: bool,
}

impl LateOptions {
    /// Holds the options against settings before any document is read: a limit is known, the counter tells where tokens stand.
    ///
    /// # Errors
    /// As [`windows`](super::windows), as far as no document is needed to tell.
    pub fn check(&self, settings: &Settings, counter: &dyn Counter) -> Result<()> {
        self.limit(settings, counter)?;
        match counter.token_spans(".")? {
            Some(_) => Ok(()),
            None => Err(super::cannot_tell(counter)),
        }
    }

    pub(super) fn in_force(&self, chunks: &Chunks, counter: &dyn Counter) -> Result<InForce> {
        let in_force = chunks.in_force();
        let default = Settings::default();
        let settings = in_force.first().map_or(&default, |in_force| in_force.settings());
        let limit = self.limit(settings, counter)?;
        let prefix = match &self.prefix {
            Some(prefix) => prefix,
            None if in_force.iter().all(|one| one.settings().context.prefix == settings.context.prefix) => {
                &settings.context.prefix
            }
            None => return refuse("parts of the document have different prefixes; say which one".into()),
        };
        Ok(InForce {
            limit,
            overlap: self.overlap.unwrap_or(limit / 8),
            prefix: prefix.as_str().into(),
            soft_units: self.soft_units,
            soft_weight: self.soft_weight,
            records_are_units: settings.units.kind == UnitKind::Record,
        })
    }

    fn limit(&self, settings: &Settings, counter: &dyn Counter) -> Result<u32> {
        if self.soft_units > 0 && !(self.soft_weight > 0.0 && self.soft_weight <= 1.0) {
            let weight = self.soft_weight;
            return refuse(format!("the weight {weight} of soft overlap is not above 0 and at most 1"));
        }
        let limit = match self.limit.or(settings.budget.hard_limit) {
            None => counter.limit()?,
            known => known,
        };
        let Some(limit) = limit else {
            let name = counter.id().name();
            return refuse(format!(
                "nobody says how many tokens the model takes that `{name}` counts for; name it by `budget.model`, or say the limit"
            ));
        };
        Ok(limit)
    }
}

fn refuse<T>(message: String) -> Result<T> {
    Err(Error::new(ErrorKind::Settings, message))
}
