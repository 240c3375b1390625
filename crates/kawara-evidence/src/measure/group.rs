use kawara::survey::Spread;
use serde_json::{Value, json};

/// Units that are looked at together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    /// The language, as a BCP 47 tag.
    pub language: String,
    /// The media type.
    pub content_type: String,
    /// What the units are: `sentence`, `clause`, `paragraph` or `record` as the policy has it, or what is never carried: `heading`, `row`,
    /// `code`, `markup`.
    pub unit: String,
    /// What counts.
    pub counter: String,
    /// The most tokens of a chunk.
    pub budget: u32,
    /// How many units the policy carries: of `auto` the most, of an overlap in tokens or per cent the one that is its least. 0 of what is
    /// never carried.
    pub carry: u32,
}

/// What the units of a [`Group`] are like.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// How many documents have such units.
    pub documents: u64,
    /// Characters of units.
    pub characters: Spread,
    /// Tokens of the text of units.
    pub tokens: Spread,
    /// Tokens of consecutive units of the group, as a chunk would have them: with special tokens and the context of the first. The first is
    /// of single units, the next of pairs, and so on; no barrier lies inside.
    pub consecutive: Vec<Spread>,
    /// How many units cannot be understood without what stands before them, as far as the pack of the language tells.
    pub leaning: u64,
    /// Of how many units a pack tells whether they do.
    pub judged: u64,
    /// About how many tokens a window of the budget could end behind, the document going on.
    pub boundaries: u64,
    /// About how many of these have a whole unit in the 10 % of the budget before them: where units stand among the tokens of a document is
    /// estimated.
    pub with_whole_unit: u64,
}

impl Group {
    /// Whether such units are carried at all.
    pub fn is_carried(&self) -> bool {
        !NEVER_CARRIED.contains(&self.unit.as_str())
    }

    /// A tenth of the budget, in whole tokens: an overlap that many set.
    pub fn tenth(&self) -> u32 {
        self.budget / 10
    }

    /// As a sentence names it: `zh sentences in text/markdown`.
    pub fn name(&self) -> String {
        let Self { language, content_type, unit, .. } = self;
        let plural = match unit.as_str() {
            "code" => "blocks of code".to_owned(),
            "markup" => "formulas and markup".to_owned(),
            one => format!("{one}s"),
        };
        format!("{language} {plural} in {content_type}")
    }
}

/// Words for units that are never carried.
const NEVER_CARRIED: [&str; 4] = ["heading", "row", "code", "markup"];

impl Figures {
    /// Adds those of others.
    pub(super) fn join(&mut self, other: &Self) {
        self.documents += other.documents;
        self.characters.join(&other.characters);
        self.tokens.join(&other.tokens);
        let more = other.consecutive.len().max(self.consecutive.len());
        self.consecutive.resize_with(more, Spread::default);
        self.consecutive.iter_mut().zip(&other.consecutive).for_each(|(spread, more)| spread.join(more));
        self.leaning += other.leaning;
        self.judged += other.judged;
        self.boundaries += other.boundaries;
        self.with_whole_unit += other.with_whole_unit;
    }

    /// Tokens a character; `None` where there is nothing.
    pub fn tokens_per_character(&self) -> Option<f64> {
        share(self.tokens.total(), self.characters.total())
    }

    /// How many units of average length a tenth of the budget has room for.
    pub fn units_in_a_tenth(&self, group: &Group) -> Option<f64> {
        let mean = share(self.tokens.total(), self.tokens.count()).filter(|mean| *mean > 0.0)?;
        Some(f64::from(group.tenth()) / mean)
    }

    /// At about which share of boundaries a tenth of the budget holds a whole unit; `None` where every document fits a chunk.
    pub fn whole_unit_share(&self) -> Option<f64> {
        share(self.with_whole_unit, self.boundaries)
    }

    /// Which share of units leans back; `None` where no pack knows.
    pub fn leaning_share(&self) -> Option<f64> {
        share(self.leaning, self.judged)
    }

    /// Stretches of *k* + 1 units for the carry *k* of the group; of fewer where so many never stand together.
    fn stretches(&self, group: &Group) -> Option<(usize, &Spread)> {
        let mut stretches = self.consecutive.iter().enumerate().take(group.carry as usize + 1);
        stretches.rfind(|(_, spread)| spread.count() > 0)
    }

    /// The size that 95 of 100 stretches of *k* + 1 units do not exceed, *k* being the carry of the group. `None` where there are no units.
    pub fn least_size(&self, group: &Group) -> Option<u32> {
        self.stretches(group).map(|(_, spread)| spread.percentile(95))
    }

    /// Which share of stretches of `units` units does not fit the budget; `None` where there are none.
    pub fn over_budget(&self, group: &Group, units: usize) -> Option<f64> {
        let spread = self.consecutive.get(units.checked_sub(1)?)?;
        share(spread.above(group.budget), spread.count())
    }

    /// What is to be said where the budget is too small.
    pub(super) fn warning(&self, group: &Group) -> Option<String> {
        let (before, spread) = self.stretches(group)?;
        let needed = spread.percentile(95);
        if needed <= group.budget {
            return None;
        }
        let (over, count) = (spread.above(group.budget), spread.count());
        let (budget, what) = (group.budget, group.name());
        Some(match before {
            0 => format!(
                "{what}: {over} of {count} do not fit the budget of {budget} tokens and are cut inside; 95 of 100 fit {needed}"
            ),
            _ => format!(
                "{what}: {over} of {count} stretches of {} do not fit the budget of {budget} tokens, so that fewer than {} are carried; 95 of \
                 100 fit {needed}",
                before + 1,
                group.carry
            ),
        })
    }

    pub(super) fn to_json(&self, group: &Group) -> Value {
        let spread = |spread: &Spread| json!({ "p50": spread.median(), "p90": spread.percentile(90), "p99": spread.percentile(99) });
        let consecutive = self.consecutive.iter().enumerate().filter(|(_, spread)| spread.count() > 0).map(|(nth, spread)| {
            json!({
                "units": nth + 1, "count": spread.count(), "p50": spread.median(), "p95": spread.percentile(95),
                "over_budget": self.over_budget(group, nth + 1),
            })
        });
        json!({
            "language": group.language, "content_type": group.content_type, "unit": group.unit, "counter": group.counter,
            "budget": group.budget, "carry": group.carry, "documents": self.documents, "units": self.tokens.count(),
            "characters": spread(&self.characters), "tokens": spread(&self.tokens),
            "tokens_per_character": self.tokens_per_character(),
            "tenth": {
                "tokens": group.tenth(), "units": self.units_in_a_tenth(group), "boundaries": self.boundaries,
                "whole_unit_share": self.whole_unit_share(),
            },
            "consecutive": consecutive.collect::<Vec<_>>(),
            "leaning_share": self.leaning_share(), "least_size": self.least_size(group),
            "exceeds_budget": self.least_size(group).map(|size| size > group.budget),
        })
    }
}

/// A part of a whole; `None` of nothing.
fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
