//! Closed classes of English words.

use std::sync::OnceLock;

/// A list of words in lower case, looked up whatever the case of what is looked for.
#[derive(Debug)]
pub(crate) struct Words {
    /// The words, with white space between.
    list: &'static str,
    sorted: OnceLock<Box<[&'static str]>>,
}

impl Words {
    pub(crate) fn has(&self, word: &str) -> bool {
        let lower = || word.bytes().map(|byte| byte.to_ascii_lowercase());
        self.sorted().binary_search_by(|known| known.bytes().cmp(lower())).is_ok()
    }

    fn sorted(&self) -> &[&'static str] {
        self.sorted.get_or_init(|| {
            let mut words: Vec<_> = self.list.split_whitespace().collect();
            words.sort_unstable();
            words.into()
        })
    }
}

/// Words with white space between.
pub(crate) const fn words(list: &'static str) -> Words {
    Words { list, sorted: OnceLock::new() }
}

/// Function words that begin a sentence when they follow a full stop with a capital: few names begin with them.
pub(crate) static STARTERS: Words = words(
    "a about above according additionally after again all almost already also although always among an \
     and another any anyone anything anyway are as at basically because been before behind being below \
     besides between both but by can certainly clearly come consequently could currently das der despite \
     did do does doing during each ein eine either er es especially even eventually every everybody \
     everyone everything few finally first five following for fortunately four from further furthermore \
     generally get given go had has have having he hello hence her here hers herself hey hi himself his \
     how however i ich if in indeed initially instead into is it its itself just last lastly later let \
     like likewise many maybe meanwhile more moreover most much my myself neither never nevertheless next \
     no nobody none nonetheless nor not nothing now obviously of often oh okay on once one only or \
     originally other others otherwise our out over overall perhaps please previously probably rather \
     recently same see several shall she should similarly since six so some somebody someone something \
     sometimes soon still subsequently such suddenly ten than thank thanks that the their theirs them \
     then there thereafter therefore these they this those though three through throughout thus to today \
     together tomorrow too two typically under unfortunately unless unlike until up upon us usually very \
     was we well were what whatever when whenever where whereas whether which while who whom whose why \
     wir with within without would yes yesterday yet you your yours",
);

/// Starters that are also names, and so say nothing after an initial: `J. So`, `K. An`.
pub(crate) static NAME_LIKE: Words = words("an das der do es go like most no second so ten well");

/// Verbs that report what was said.
pub(crate) static REPORTING: Words = words(
    "added agreed announced answered argued asked began begged called cried declared demanded exclaimed \
     explained gasped growled inquired insisted interrupted laughed muttered observed ordered pleaded \
     remarked repeated replied roared said says screamed shouted sighed snapped sobbed thought told \
     whispered wondered yelled",
);

/// Nouns that a letter labels: `vitamin C`, `plan B`.
pub(crate) static LABELLED: Words = words(
    "annex appendix article block box building case category chapter class column company component \
     exhibit factor figure flat gate grade group hall hepatitis influenza item level line model node \
     option panel part party phase plan player point question row schedule section series side step table \
     team terminal type unit variable version vitamin war wing zone",
);

/// Names that are written with an exclamation mark.
pub(crate) static EXCLAIMED: Words =
    words("ahoy airplane jeopardy joomla kahoot mia oklahoma oliver whaam yahoo yum");

/// Exclamations inside a sentence, when a small letter follows: `but, alas! the door was shut`.
pub(crate) static INTERJECTIONS: Words = words("ah alas eh ha hurrah lo oh");

/// Words that an apostrophe shortens at the front: `'tis`, `'em`, `the 'nineties`.
pub(crate) static ELIDED: Words =
    words("bout cause eighties em fifties n nineties round seventies sixties til tis twas");

/// Words before `I` that make it the pronoun: `you and I`, `than I`.
pub(crate) static BEFORE_PRONOUN: Words =
    words("am and are as but can could did do had have is may nor or should than was will would");

/// Words before a time of day, and within one: `between 5 and 6 p.m.`
pub(crate) static BEFORE_TIME: Words = words("after around at before between by from on since till until");
pub(crate) static IN_TIME: Words = words("a about and around exactly m nearly p the to until");

/// Months and days, in full: they follow a time of day.
pub(crate) static CALENDAR: Words = words(
    "april august december february friday january july june march may monday november october saturday \
     september sunday thursday tuesday wednesday",
);

/// Words that time zones begin with.
pub(crate) static ZONES: Words = words("central daylight eastern greenwich mountain pacific standard");

/// German words before an ordinal number: `der 2. Weltkrieg`.
pub(crate) static BEFORE_ORDINAL: Words = words("beim das dem den der des die im ins jeder vom zum zur");

/// Months of neighbouring languages whose dates put a full stop behind the day: `3. Oktober`.
pub(crate) static ORDINAL_MONTHS: Words =
    words("april august dezember februar januar juli juni mai märz november oktober september");

/// Words that open a clause behind a comma.
pub(crate) static CLAUSE_OPENERS: Words = words(
    "after although as because before but except for hence if including lest once provided since so than \
     that then therefore though thus unless until when whenever where whereas whereby wherever whether \
     which while whilst who whom whose why yet",
);

/// Words that join clauses as well as phrases.
pub(crate) static JOINERS: Words = words("and nor or");

/// What stands behind a comma but belongs to the name before it.
pub(crate) static NAME_SUFFIXES: Words = words("corp esq iii inc jr llc ltd md phd sr");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_does_not_matter() {
        assert!(STARTERS.has("the") && STARTERS.has("The") && STARTERS.has("THE"));
        assert!(ORDINAL_MONTHS.has("März"));
        assert!(!STARTERS.has("") && !STARTERS.has("zebra") && !STARTERS.has("th"));
    }

    #[test]
    fn lists_hold_each_word_once_and_in_lower_case() {
        for words in [&STARTERS, &NAME_LIKE, &REPORTING, &LABELLED, &EXCLAIMED, &CLAUSE_OPENERS, &CALENDAR] {
            let sorted = words.sorted();
            assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]), "{sorted:?}");
            assert!(sorted.iter().all(|word| word.to_lowercase() == **word && words.has(word)));
        }
    }
}
