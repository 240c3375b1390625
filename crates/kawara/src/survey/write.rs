use std::collections::BTreeSet;
use std::fmt::Write as _;

use kawara_core::{Document, Flag, Policy as _, Profile, UnitKind};
use kawara_policy::Policy;

use super::langchain::Taken;
use super::look::Measured;
use super::{Kind, Survey};
use crate::policy::toml_string as string;

/// What is to be in a first policy besides what the survey says.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The embedding models; the strictest counts.
    pub models: Vec<String>,
    /// What another splitter was told.
    pub taken: Option<Taken>,
    /// Keys that a base policy locks, such as `budget.max-tokens`: they are left out.
    pub locked: BTreeSet<String>,
    /// Where the corpus lies, seen from the policy: empty, or a folder with a slash at its end.
    pub below: String,
    /// The policy's file, where it is not called as the nearest is.
    pub file: Option<String>,
}

impl Wishes {
    fn may_say(&self, key: &str) -> bool {
        !self.locked.contains(key)
    }
}

/// The share of the bytes, in per cent, that makes a kind the main one.
const MAIN: u64 = 60;
/// A section of more tokens than this, in the middle, is a chapter.
const CHAPTER: u32 = 1500;
/// Sections of fewer tokens than this, in the middle, are entries of a reference.
const ENTRY: u32 = 150;
/// Fewer sections say nothing about what is usual.
const SECTIONS: u64 = 20;
/// The most globs that are written in one list, and the most fields that are named.
const MOST_GLOBS: usize = 40;
const MOST_FIELDS: usize = 8;
/// The most files that are named as unread.
const MOST_NAMED: usize = 5;

impl Survey {
    /// A first policy for the corpus, with the reasons, and with figures where [something was measured](Survey::measure).
    ///
    /// ```
    /// use kawara::policy::Policy;
    /// use kawara::run::RunOptions;
    /// use kawara::survey::{Survey, Wishes};
    ///
    /// let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/corpus").as_ref();
    /// let mut survey = Survey::of(directory, &RunOptions::default())?;
    /// let first = Policy::from_str(&survey.policy(&Wishes::default()), "kawara.toml", directory)?;
    /// survey.measure(directory, kawara::registry()?, first, RunOptions::default())?;
    /// let text = survey.policy(&Wishes::default());
    /// assert!(text.contains("extends = [\"kawara:docs\"]") && text.contains("glob = [\"faq/**\"]"));
    /// assert!(Policy::from_str(&text, "kawara.toml", directory).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn policy(&self, wishes: &Wishes) -> String {
        let (base, why) = self.base();
        let mut out = self.head(wishes);
        let _ = writeln!(out, "policy  = 1\n");
        comment(&mut out, &why);
        let _ = writeln!(out, "extends = [\"kawara:{base}\"]\n\n[budget]");
        self.budget(base, wishes, &mut out);
        self.units(wishes, &mut out);
        for kind in Kind::ALL {
            self.entry(kind, base, wishes, &mut out);
        }
        out.trim_end().to_owned() + "\n"
    }

    /// What is there, as comments.
    fn head(&self, wishes: &Wishes) -> String {
        let mut out = String::new();
        let file = wishes.file.iter().map(|file| format!("{file} ")).collect::<String>();
        let (place, corpus) = match wishes.below.trim_end_matches('/') {
            "" => ("beside and below this file".to_owned(), "."),
            below => (format!("in {below}"), below),
        };
        comment(
            &mut out,
            &format!(
                "How the documents {place} are cut: a first policy, made by looking at them. Change what you know better; \
                 `kawara policy check {file}--corpus {corpus}` measures again, `kawara policy explain FILE` says what a file gets and why."
            ),
        );
        let _ = writeln!(out, "#");
        let kinds: Vec<_> = Kind::ALL.iter().filter(|kind| self.count(**kind) > 0).collect();
        let _ =
            writeln!(out, "# {}, {} kB:", plural(self.files.len(), "document"), self.bytes.div_ceil(1000));
        for kind in kinds {
            let kb = self.bytes_of.get(kind).copied().unwrap_or(0).div_ceil(1000);
            let _ = writeln!(out, "#   {:<22}{:>7} files {kb:>8} kB", kind.as_str(), self.count(*kind));
        }
        if !self.skipped.is_empty() {
            let skipped: Vec<_> =
                self.skipped.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            comment(&mut out, &format!("Passed over, since no reader claims them: {}.", skipped.join(", ")));
        }
        if !self.unread.is_empty() {
            let mut names: Vec<_> = self
                .unread
                .iter()
                .take(MOST_NAMED)
                .map(|failure| kawara_policy::printable(&failure.document))
                .collect();
            if self.unread.len() > MOST_NAMED {
                names.push("…".into());
            }
            let text = format!(
                "In no figure, since it could not be read ({}): {}.",
                self.unread.len(),
                names.join(", ")
            );
            comment(&mut out, &text);
        }
        if !self.apart.is_empty() {
            let names: Vec<_> =
                self.apart.iter().map(|folder| kawara_policy::printable(&folder.to_string_lossy())).collect();
            comment(
                &mut out,
                &format!("Left out, since policies of their own lie there: {}.", names.join(", ")),
            );
        }
        match &self.measured {
            Some(measured) => {
                measured.languages(&mut out);
                measured.fields(&mut out);
            }
            None => comment(
                &mut out,
                "Nothing was measured: there is no text in any document that could be read.",
            ),
        }
        if !wishes.locked.is_empty() {
            let keys: Vec<_> = wishes.locked.iter().map(|key| format!("`{key}`")).collect();
            let _ = writeln!(out, "#");
            comment(
                &mut out,
                &format!(
                    "Left out, since the base policy locks it or what it would set: {}.",
                    keys.join(", ")
                ),
            );
        }
        out.push('\n');
        out
    }

    /// The shipped policy to build on, and why.
    fn base(&self) -> (&'static str, String) {
        let main = self.bytes_of.iter().find(|(_, bytes)| **bytes > 0 && **bytes * 100 >= self.bytes * MAIN);
        let is_known = |name: &str| Policy::builtin_names().any(|known| known == name);
        let name = match main.map_or(Kind::Prose, |(kind, _)| *kind) {
            Kind::Prose => {
                let base = self.measured.as_ref().and_then(prose_base);
                return base.filter(|(name, _)| is_known(name)).unwrap_or_else(|| {
                    ("docs", "The ground for documentation, articles and everything else.".into())
                });
            }
            Kind::Faq => "faq",
            Kind::Log => "logs",
            Kind::Chat | Kind::Subtitle => "transcript",
            Kind::Law => "legal",
            Kind::Records => "catalogue",
            Kind::Code => "code",
        };
        match main {
            Some((kind, bytes)) if is_known(name) => {
                (name, format!("{} % of the bytes are {}.", percent(*bytes, self.bytes), kind.as_str()))
            }
            _ => ("docs", "The ground for documentation, articles and everything else.".into()),
        }
    }

    fn budget(&self, base: &str, wishes: &Wishes, out: &mut String) {
        let counter = wishes.taken.as_ref().and_then(|taken| taken.counter.as_ref());
        let models: Vec<_> = wishes.models.iter().map(|model| string(model)).collect();
        match (models.as_slice(), counter) {
            ([_, ..], _) if !wishes.may_say("budget.model") => {}
            ([], _) if !wishes.may_say("budget.counter") => {}
            ([model], _) => {
                comment(
                    out,
                    "The model says what counts, how much it takes and what stands before every passage.",
                );
                let _ = writeln!(out, "model = {model}");
            }
            ([_, ..], _) => {
                comment(out, "A chunk is to fit every one of these models: the strictest counts.");
                let _ = writeln!(out, "model = [{}]", models.join(", "));
            }
            ([], Some(counter)) => {
                comment(
                    out,
                    "What the splitter counted with. Name the embedding model instead if `kawara models` knows it.",
                );
                let _ = writeln!(out, "counter = {}", string(counter));
            }
            ([], None) => comment(
                out,
                "Name your embedding model: a size counted by another tokenizer is another size. `kawara models` lists those that are known.\n\
                 model = \"text-embedding-3-small\"",
            ),
        }
        match &wishes.taken {
            _ if !wishes.may_say("budget.max-tokens") => {}
            Some(taken) => {
                comment(out, taken.changes.first().map_or("", String::as_str));
                let _ = writeln!(out, "max-tokens = {}", taken.max_tokens);
            }
            None => comment(out, &format!("`max-tokens` and the reason for it are in kawara:{base}.")),
        }
        let Some(measured) = &self.measured else { return };
        let (median, high) = (measured.chunks.median(), measured.chunks.percentile(90));
        comment(
            out,
            &format!(
                "Measured with this policy ({}): {}, half of them up to {median} tokens, nine of ten up to {high}, at most {} of {} asked for.",
                measured.counter,
                plural(measured.chunks.count() as usize, "chunk"),
                measured.chunks.most(),
                measured.max_tokens
            ),
        );
        measured.compromises(out);
        if measured.sections.count() > 0 {
            let (all, below) = (measured.sections.count(), measured.sections.below(measured.min_tokens));
            comment(
                out,
                &format!(
                    "`min-tokens` is {}: {below} of {} ({} %) have fewer and go on into the next; half have up to {}.",
                    measured.min_tokens,
                    plural(all as usize, "section"),
                    percent(below, all),
                    measured.sections.median()
                ),
            );
        }
    }

    fn units(&self, wishes: &Wishes, out: &mut String) {
        let _ = writeln!(out, "\n[units]");
        if let Some(measured) = &self.measured {
            comment(out, &measured.carry());
        }
        match &wishes.taken {
            _ if !wishes.may_say("units.overlap") => {}
            Some(taken) if taken.percent > 0.0 => {
                for change in taken.changes.iter().skip(1).take(1) {
                    comment(out, change);
                }
                let _ = writeln!(out, "overlap = {{ percent = {} }}", taken.percent);
            }
            Some(_) => {
                let _ = writeln!(out, "overlap = 0");
            }
            None => comment(
                out,
                "`overlap` is what the policy above says; two units help where text leans back a lot (kawara:cjk-anaphora).",
            ),
        }
    }

    /// The `[[match]]` of a kind that needs one.
    fn entry(&self, kind: Kind, base: &str, wishes: &Wishes, out: &mut String) {
        let count = self.count(kind);
        if count == 0 || kind == Kind::Prose {
            return;
        }
        let Some(settings) = settings_of(kind) else { return };
        if kind == Kind::Records && makes_rows_records(base) {
            out.push('\n');
            return comment(
                out,
                &format!(
                    "{}: kawara:{base} makes a record of each row, and repeats none.",
                    files(count, kind)
                ),
            );
        }
        let registry = crate::registry().ok();
        let needs_reader = registry.is_none_or(|registry| {
            let of_kind = self.files.iter().filter(|(_, of)| *of == kind);
            of_kind.into_iter().any(|(name, _)| !kind.is_known_by_extension(name, &registry))
        });
        let reader = kind.reader().filter(|_| needs_reader && wishes.may_say("read.content-type"));
        let tables: Vec<_> =
            settings.1.iter().filter_map(|(table, keys)| inline(table, keys, wishes)).collect();
        if reader.is_none() && tables.is_empty() {
            out.push('\n');
            return comment(
                out,
                &format!("{}: the base policy locks what would be said of them.", files(count, kind)),
            );
        }
        let _ = writeln!(out, "\n[[match]]");
        let is_whole = settings
            .1
            .iter()
            .all(|(table, keys)| keys.iter().all(|(key, _)| wishes.may_say(&format!("{table}.{key}"))));
        let reason =
            if is_whole { settings.0 } else { "Of these settings only what the base policy does not lock." };
        comment(out, &format!("{}. {reason}", files(count, kind)));
        let globs = super::places::globs(&self.files, kind, &wishes.below);
        let globs: Vec<_> = globs.iter().take(MOST_GLOBS).map(|glob| string(glob)).collect();
        let (open, gap, close) = if globs.len() > 3 { ("[\n  ", ",\n  ", ",\n]") } else { ("[", ", ", "]") };
        let _ = writeln!(out, "glob = {open}{}{close}", globs.join(gap));
        if let Some(reader) = reader {
            let _ = writeln!(out, "read = {{ content-type = \"{reader}\" }}");
        }
        out.extend(tables);
    }
}

/// A table of settings: its name, and its keys with their values.
type Table = (&'static str, &'static [(&'static str, &'static str)]);

const RECORD: (&str, &str) = ("kind", "\"record\"");

/// A table on one line, without what is locked; `None` where all of it is.
fn inline(table: &str, keys: &[(&str, &str)], wishes: &Wishes) -> Option<String> {
    let free = keys.iter().filter(|(key, _)| wishes.may_say(&format!("{table}.{key}")));
    let said: Vec<_> = free.map(|(key, value)| format!("{key} = {value}")).collect();
    (!said.is_empty()).then(|| format!("{table} = {{ {} }}\n", said.join(", ")))
}

/// The reason and the settings of a kind.
fn settings_of(kind: Kind) -> Option<(&'static str, &'static [Table])> {
    Some(match kind {
        Kind::Prose | Kind::Subtitle => return None,
        Kind::Faq => (
            "A question with its answer is one chunk, and nothing of it is repeated under the next question.",
            &[("units", &[RECORD, ("overlap", "0"), ("records-per-chunk", "1")])],
        ),
        Kind::Log => (
            "An entry stays with its stack trace; as many as fit share a chunk, and none is repeated. A log has no headings.",
            &[("units", &[RECORD, ("overlap", "0")]), ("context", &[("prepend", "[\"lead\"]")])],
        ),
        Kind::Chat => (
            "A turn is a unit; the one before a cut is repeated, since an answer says little without what it answers.",
            &[("units", &[RECORD, ("overlap", "1")])],
        ),
        Kind::Law => (
            "An article is a unit and is repeated nowhere: it is cited by itself.",
            &[("units", &[RECORD, ("overlap", "0")])],
        ),
        Kind::Records => (
            "A row or an element stands for itself: none is repeated.",
            &[("units", &[RECORD, ("overlap", "0")])],
        ),
        Kind::Code => ("Code is cut between items and never repeated.", &[("units", &[("overlap", "0")])]),
    })
}

fn makes_rows_records(base: &str) -> bool {
    let Some(policy) = Policy::builtin(base) else { return false };
    let row = Document::new("1", "").with_path("a.csv").with_content_type("text/csv");
    let mut profile = Profile::of(&row);
    profile.reader = Some("csv");
    policy.settings(&profile).is_ok_and(|settings| settings.units.kind == UnitKind::Record)
}

/// What kind of prose it is, as far as its sections say, and what they say.
fn prose_base(measured: &Measured) -> Option<(&'static str, String)> {
    let (count, median) = (measured.sections.count(), measured.sections.median());
    let reason = |what: &str| {
        format!("Half of {} have up to {median} tokens: {what}.", plural(count as usize, "section"))
    };
    if count >= SECTIONS && median < ENTRY {
        Some(("technical-reference", reason("the entries of a reference, rather than running text")))
    } else if median > CHAPTER {
        Some(("narrative", reason("chapters, rather than sections")))
    } else {
        None
    }
}

impl Measured {
    fn languages(&self, out: &mut String) {
        let mut languages: Vec<_> =
            self.languages.iter().filter(|(_, language)| language.units.count() > 0).collect();
        languages.sort_by_key(|(_, language)| std::cmp::Reverse(language.characters));
        let _ = writeln!(out, "#\n# Units, in tokens of {}:", self.counter);
        for (name, language) in languages {
            let (count, median, high) =
                (language.units.count(), language.units.median(), language.units.percentile(90));
            let ratio = language.characters_per_token();
            let _ = writeln!(
                out,
                "#   {name:<8}{count:>7} unit{}, half up to {median:>3}, nine of ten up to {high:>4}; {ratio:.2} characters a token",
                if count == 1 { "" } else { "s" }
            );
        }
    }

    fn fields(&self, out: &mut String) {
        if self.with_fields == 0 {
            return;
        }
        let mut fields: Vec<_> = self.fields.iter().collect();
        fields.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), name.as_str()));
        let named: Vec<_> =
            fields.iter().take(MOST_FIELDS).map(|(name, count)| format!("{name} ({count})")).collect();
        let text = format!(
            "Front matter in {}: {}. A `[[match]]` can go by it: `fields = {{ … }}`.",
            plural(self.with_fields, "document"),
            named.join(", ")
        );
        let _ = writeln!(out, "#");
        comment(out, &text);
    }

    /// What chunks of this policy had to give up.
    fn compromises(&self, out: &mut String) {
        let told = Flag::ALL.iter().zip(self.flags).filter_map(|(flag, count)| {
            let what = match flag {
                _ if count == 0 => return None,
                Flag::ForcedSplit => "have a unit that was cut, since it is over the budget by itself",
                Flag::OverBudget => "are over the budget by one character alone",
                Flag::ContextReduced => "have a title, heading path or lead that was shortened or left out",
                Flag::FrameSplit => "end where a long document was read in pieces",
                Flag::PackFault => "touch a place where a pack was at fault",
                // `carry` tells it.
                _ => return None,
            };
            Some(format!("{count} ({} %) {what} (`{}`)", percent(count, self.chunks.count()), flag.as_str()))
        });
        let told: Vec<_> = told.collect();
        if !told.is_empty() {
            comment(out, &format!("Of these chunks {}.", told.join("; ")));
        }
    }

    fn carry(&self) -> String {
        let (all, kept) = (self.carried.count(), self.carried.count() - self.reduced);
        if all == 0 {
            return match self.asks_for_overlap {
                false => "Measured: nothing is repeated, as it is asked for.".into(),
                true => "Measured: nothing had to be repeated: each chunk ends with its section, its record or its document, and nothing is \
                         carried over these."
                    .into(),
            };
        }
        let percent = percent(kept, all);
        let mut text = format!(
            "Measured: at {kept} of {all} cuts ({percent} %) at which something is to be repeated, all of it is."
        );
        if percent < 80 {
            text += " At the others the units are too long, or code or a table stands before the cut.";
        }
        text
    }
}

/// A share in per cent, rounded.
fn percent(part: u64, whole: u64) -> u64 {
    (part * 200 + whole) / (whole * 2).max(1)
}

fn files(count: usize, kind: Kind) -> String {
    format!("{} of {}", plural(count, "file"), kind.as_str())
}

fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Columns of a comment.
const COLUMNS: usize = 110;

/// A text as comment lines, broken between words.
fn comment(out: &mut String, text: &str) {
    for paragraph in text.lines().filter(|line| !line.is_empty()) {
        let mut line = String::from("#");
        for word in paragraph.split(' ') {
            if line.chars().count() + 1 + word.chars().count() > COLUMNS && line.len() > 1 {
                let _ = writeln!(out, "{line}");
                line = String::from("#");
            }
            line.push(' ');
            line.push_str(word);
        }
        let _ = writeln!(out, "{line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded() {
        assert_eq!(percent(1140, 3822), 30);
        assert_eq!(percent(1, 200), 1);
        assert_eq!(percent(0, 0), 0);
        assert_eq!(percent(7, 7), 100);
    }
}
