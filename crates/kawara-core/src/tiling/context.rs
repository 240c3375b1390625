//! Contexts: what is put before a chunk's text, sized before anything is laid.

use std::cell::Cell;
use std::collections::HashMap;

use crate::blocks::{Blocks, LeadId, SectionId};
use crate::settings::{ContextPart, ContextSettings};
use crate::units::Unit;
use crate::{Counter, Result};

/// A context: the prefix of the settings, then nothing or lines that each end in a line feed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Context {
    pub(crate) text: String,
    pub(crate) tokens: u32,
    /// Whether something was left out to make it fit.
    pub(crate) reduced: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ContextId(pub(crate) u32);

/// Bytes that a token stands for at the very most, in a heading that is text.
const MOST_BYTES: usize = 128;

/// What a context depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    section: SectionId,
    lead: Option<LeadId>,
    /// Whether the unit is a heading that says the title itself.
    says_title: bool,
}

/// The contexts of one document, each made once.
pub(crate) struct Contexts<'a> {
    counter: &'a dyn Counter,
    blocks: &'a Blocks,
    title: Option<&'a str>,
    settings: &'a ContextSettings,
    /// The most tokens that a context may have unless less is left: half the budget.
    cap: u32,
    /// The prefix alone: no context is less than this.
    least: Context,
    made: Vec<Context>,
    known: HashMap<(Place, u32), ContextId>,
    last: Option<(Place, ContextId)>,
    /// The section whose title was last compared with the document's: a title may be long, and cut into many units.
    compared: Cell<Option<(SectionId, bool)>>,
}

impl<'a> Contexts<'a> {
    pub(crate) fn new(
        counter: &'a dyn Counter,
        blocks: &'a Blocks,
        title: Option<&'a str>,
        settings: &'a ContextSettings,
        room: u32,
        prefix: u32,
    ) -> Self {
        Self {
            counter,
            blocks,
            title,
            settings,
            cap: room / 2,
            least: Context { text: settings.prefix.clone(), tokens: prefix, reduced: false },
            made: Vec::new(),
            known: HashMap::new(),
            last: None,
            compared: Cell::new(None),
        }
    }

    pub(crate) fn blocks(&self) -> &'a Blocks {
        self.blocks
    }

    /// What every chunk begins with.
    pub(crate) fn least(&self) -> &Context {
        &self.least
    }

    /// The context of a chunk whose first new unit is `unit`.
    ///
    /// # Errors
    /// What the counter returns.
    pub(crate) fn of(&mut self, unit: &Unit) -> Result<ContextId> {
        let place = self.place(unit);
        if let Some((last, id)) = self.last
            && last == place
        {
            return Ok(id);
        }
        let id = self.within(unit, self.cap)?;
        self.last = Some((place, id));
        Ok(id)
    }

    /// The same in at most `cap` tokens: the outermost parts go first.
    ///
    /// # Errors
    /// What the counter returns.
    pub(crate) fn within(&mut self, unit: &Unit, cap: u32) -> Result<ContextId> {
        let (place, cap) = (self.place(unit), cap.min(self.cap).max(self.least.tokens));
        if let Some(id) = self.known.get(&(place, cap)) {
            return Ok(*id);
        }
        let context = self.make(place, cap)?;
        let id = ContextId(self.made.len() as u32);
        self.made.push(context);
        self.known.insert((place, cap), id);
        Ok(id)
    }

    pub(crate) fn get(&self, id: ContextId) -> &Context {
        &self.made[id.0 as usize]
    }

    pub(crate) fn into_texts(self) -> Vec<Context> {
        self.made
    }

    /// A heading stands under its parents only; a unit that contains its lead has no need of it.
    fn place(&self, unit: &Unit) -> Place {
        let section = &self.blocks.sections[unit.section.0 as usize];
        let is_heading = unit.start < section.body;
        Place {
            section: if is_heading { section.parent } else { unit.section },
            lead: unit.lead.filter(|lead| unit.start >= self.blocks.leads[lead.0 as usize].body),
            says_title: is_heading && self.says_title(unit.section),
        }
    }

    fn says_title(&self, section: SectionId) -> bool {
        if let Some((known, says)) = self.compared.get()
            && known == section
        {
            return says;
        }
        let said = self.blocks.sections[section.0 as usize].title.trim();
        let says = self.title.is_some_and(|title| title.trim() == said);
        self.compared.set(Some((section, says)));
        says
    }

    fn make(&self, place: Place, cap: u32) -> Result<Context> {
        let path = self.path(place);
        let lead = place.lead.map(|lead| self.blocks.leads[lead.0 as usize].text.as_str());
        let lead =
            lead.filter(|lead| self.settings.prepend.contains(&ContextPart::Lead) && !lead.trim().is_empty());
        let mut reduced = false;
        // What is far too long is not even joined: a document may have a huge heading above thousands of small ones.
        let most = (cap as usize).saturating_mul(MOST_BYTES);
        let leads = [lead, None];
        for lead in &leads[usize::from(lead.is_none())..] {
            for skipped in 0..=path.len() {
                if path[skipped..].iter().map(|part| part.len()).sum::<usize>() > most {
                    reduced = true;
                    continue;
                }
                let outer = self.count(&self.render(&path[skipped..], None))?;
                let text = self.render(&path[skipped..], *lead);
                let tokens = if lead.is_some() { self.count(&text)? } else { outer };
                if tokens <= cap && outer <= self.settings.max_tokens.saturating_add(self.least.tokens) {
                    return Ok(Context { text, tokens, reduced });
                }
                reduced = true;
            }
        }
        Ok(Context { reduced, ..self.least.clone() })
    }

    fn count(&self, text: &str) -> Result<u32> {
        if text.is_empty() { Ok(0) } else { self.counter.count(text) }
    }

    /// The title and the headings above, the outermost first.
    fn path(&self, place: Place) -> Vec<&str> {
        let mut section = place.section;
        let mut path = Vec::new();
        if self.settings.prepend.contains(&ContextPart::HeadingPath) {
            while section.0 != 0 {
                let Some(found) = self.blocks.sections.get(section.0 as usize) else { break };
                if !found.title.trim().is_empty() {
                    path.push(found.title.trim());
                }
                section = found.parent;
            }
        }
        if let Some(title) = self.title.map(str::trim).filter(|title| !title.is_empty())
            && self.settings.prepend.contains(&ContextPart::Title)
            && path.last() != Some(&title)
            && !place.says_title
        {
            path.push(title);
        }
        path.reverse();
        path
    }

    fn render(&self, path: &[&str], lead: Option<&str>) -> String {
        let mut text = self.settings.prefix.clone();
        if !path.is_empty() {
            text.push_str(&path.join(&self.settings.separator));
            text.push('\n');
        }
        if let Some(lead) = lead {
            text.push_str(lead.trim_end());
            text.push('\n');
        }
        text
    }
}
