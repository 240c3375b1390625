use std::fmt::Write as _;

use kawara_core::{Document, Policy as _, Profile, UnitKind};
use kawara_policy::Policy;

use super::langchain::Taken;
use super::look::Measured;
use super::{Kind, Survey};
use crate::policy::toml_string as string;

/// What is to be in a first policy besides what the survey says.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// The embedding model.
    pub model: Option<String>,
    /// What another splitter was told.
    pub taken: Option<Taken>,
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
        let mut out = self.head();
        let _ = writeln!(out, "policy  = 1\n");
        comment(&mut out, &why);
        let _ = writeln!(out, "extends = [\"kawara:{base}\"]\n\n[budget]");
        self.budget(base, wishes, &mut out);
        self.units(wishes, &mut out);
        for kind in Kind::ALL {
            self.entry(kind, base, &mut out);
        }
        out.trim_end().to_owned() + "\n"
    }

    /// What is there, as comments.
    fn head(&self) -> String {
        let mut out = String::new();
        comment(
            &mut out,
            "How the documents beside and below this file are cut: a first policy, made by looking at them. Change what you know better; \
             `kawara policy check --corpus .` measures again, `kawara policy explain FILE` says what a file gets and why.",
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
        if let Some(measured) = &self.measured {
            measured.languages(&mut out);
            measured.fields(&mut out);
        }
        out.push('\n');
        out
    }

    /// The shipped policy to build on, and why.
    fn base(&self) -> (&'static str, String) {
        let main = self.bytes_of.iter().find(|(_, bytes)| **bytes * 100 >= self.bytes.max(1) * MAIN);
        let main = main.map_or(Kind::Prose, |(kind, _)| *kind);
        let name = match main {
            Kind::Prose => self.measured.as_ref().and_then(prose_base),
            Kind::Faq => Some("faq"),
            Kind::Log => Some("logs"),
            Kind::Chat | Kind::Subtitle => Some("transcript"),
            Kind::Law => Some("legal"),
            Kind::Records => Some("catalogue"),
            Kind::Code => Some("code"),
        };
        let name = name.and_then(|name| kawara_policy::Policy::builtin_names().find(|known| *known == name));
        let share = self.bytes_of.get(&main).copied().unwrap_or(0) * 100 / self.bytes.max(1);
        match name {
            Some(name) => (name, format!("{share} % of the bytes are {}.", main.as_str())),
            None => ("docs", "The ground for documentation, articles and everything else.".into()),
        }
    }

    fn budget(&self, base: &str, wishes: &Wishes, out: &mut String) {
        let counter = wishes.taken.as_ref().and_then(|taken| taken.counter.as_ref());
        match (&wishes.model, counter) {
            (Some(model), _) => {
                comment(
                    out,
                    "The model says what counts, how much it takes and what stands before every passage.",
                );
                let _ = writeln!(out, "model = {}", string(model));
            }
            (None, Some(counter)) => {
                comment(
                    out,
                    "What the splitter counted with. Name the embedding model instead if `kawara models` knows it.",
                );
                let _ = writeln!(out, "counter = {}", string(counter));
            }
            (None, None) => comment(
                out,
                "Name your embedding model: a size counted by another tokenizer is another size. `kawara models` lists those that are known.\n\
                 model = \"text-embedding-3-small\"",
            ),
        }
        if let Some(taken) = &wishes.taken {
            comment(out, taken.changes.first().map_or("", String::as_str));
            let _ = writeln!(out, "max-tokens = {}", taken.max_tokens);
        } else {
            comment(out, &format!("`max-tokens` and the reason for it are in kawara:{base}."));
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
        if measured.sections.count() > 0 {
            let (all, below) = (measured.sections.count(), measured.sections.below(measured.min_tokens));
            comment(
                out,
                &format!(
                    "`min-tokens` is {}: {below} of {} ({} %) have fewer and go on into the next; half have up to {}.",
                    measured.min_tokens,
                    plural(all as usize, "section"),
                    below * 100 / all.max(1),
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
    fn entry(&self, kind: Kind, base: &str, out: &mut String) {
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
        let _ = writeln!(out, "\n[[match]]");
        comment(out, &format!("{}. {}", files(count, kind), settings.0));
        let globs = super::places::globs(&self.files, kind);
        let globs: Vec<_> = globs.iter().take(MOST_GLOBS).map(|glob| string(glob)).collect();
        let (open, gap, close) = if globs.len() > 3 { ("[\n  ", ",\n  ", ",\n]") } else { ("[", ", ", "]") };
        let _ = writeln!(out, "glob = {open}{}{close}", globs.join(gap));
        if let Some(reader) = kind.reader().filter(|_| needs_reader) {
            let _ = writeln!(out, "read = {{ content-type = \"{reader}\" }}");
        }
        out.push_str(settings.1);
    }
}

/// The reason and the settings of a kind.
fn settings_of(kind: Kind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        Kind::Prose | Kind::Subtitle => return None,
        Kind::Faq => (
            "A question with its answer is one chunk, and nothing of it is repeated under the next question.",
            "units = { kind = \"record\", overlap = 0, records-per-chunk = 1 }\n",
        ),
        Kind::Log => (
            "An entry stays with its stack trace; as many as fit share a chunk, and none is repeated. A log has no headings.",
            "units = { kind = \"record\", overlap = 0 }\ncontext = { prepend = [\"lead\"] }\n",
        ),
        Kind::Chat => (
            "A turn is a unit; the one before a cut is repeated, since an answer says little without what it answers.",
            "units = { kind = \"record\", overlap = 1 }\n",
        ),
        Kind::Law => (
            "An article is a unit and is repeated nowhere: it is cited by itself.",
            "units = { kind = \"record\", overlap = 0 }\n",
        ),
        Kind::Records => (
            "A row or an element stands for itself: none is repeated.",
            "units = { kind = \"record\", overlap = 0 }\n",
        ),
        Kind::Code => ("Code is cut between items and never repeated.", "units = { overlap = 0 }\n"),
    })
}

fn makes_rows_records(base: &str) -> bool {
    let Some(policy) = Policy::builtin(base) else { return false };
    let row = Document::new("1", "").with_path("a.csv").with_content_type("text/csv");
    let mut profile = Profile::of(&row);
    profile.reader = Some("csv");
    policy.settings(&profile).is_ok_and(|settings| settings.units.kind == UnitKind::Record)
}

/// What kind of prose it is, as far as its sections say.
fn prose_base(measured: &Measured) -> Option<&'static str> {
    let (count, median) = (measured.sections.count(), measured.sections.median());
    if count >= SECTIONS && median < ENTRY {
        Some("technical-reference")
    } else if median > CHAPTER {
        Some("narrative")
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
                "#   {name:<8}{count:>7} units, half up to {median:>3}, nine of ten up to {high:>4}; {ratio:.2} characters a token"
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

    fn carry(&self) -> String {
        let (all, kept) = (self.carried.count(), self.carried.count() - self.reduced);
        if all == 0 {
            return "Measured: nothing is repeated anywhere.".into();
        }
        let percent = kept * 100 / all;
        let mut text = format!(
            "Measured: at {kept} of {all} cuts ({percent} %) at which something is to be repeated, all of it is."
        );
        if percent < 80 {
            text += " At the others the units are too long, or code or a table stands before the cut.";
        }
        text
    }
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
