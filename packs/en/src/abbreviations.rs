//! Words that a full stop shortens rather than ends.
//!
//! What matters about an abbreviation is where it may stand: a title stands before a name and never ends a sentence, `Inc.` may
//! end one, `No.` is an abbreviation only before a number. Words shortened with inner stops (`U.S.`, `i.v.`) are known by their
//! shape and stand here only where they behave otherwise.

/// Where an abbreviation may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Before a name or a remark; never at the end of a sentence, also in capitals throughout.
    Title,
    /// In the middle of a phrase; never at the end of a sentence.
    Inner,
    /// The same, if it begins with a capital; else it is an ordinary word (`Rep.`, `rep.`).
    InnerCapital,
    /// Also at the end of a sentence.
    Tail,
    /// The same, if it begins with a capital (`Ill.`, `ill.`).
    TailCapital,
    /// A month or day of the week with a capital: before a number or another date.
    Date,
    /// Before a number, a letter or a roman numeral; else like [`Kind::Tail`].
    Numbered,
    /// Before a number; else an ordinary word (`No. 5`, `no.`).
    Digits,
    /// After a number; else an ordinary word (`5 in.`, `in.`).
    Unit,
    /// A time of day.
    Clock,
    /// Closes an enumeration: whatever begins with a capital begins a sentence.
    Series,
}

/// Kinds and their words, in lower case and without the last stop.
const TABLE: [(Kind, &str); 13] = [
    // Titles and ranks, and what announces an afterthought.
    (
        Kind::Title,
        "mr mrs ms mx dr drs prof profs messrs mme mmes mlle mlles msgr capt sgt lt cpl hr frl dott avv sra \
         srta dña mevr dhr ps pps p.s",
    ),
    (
        Kind::InnerCapital,
        "gen gens sen sens rep reps col gov govs rev revs hon pres maj adm det insp pvt cmdr cdr supt amb \
         atty brig fr br asst sec sig",
    ),
    // Inside a phrase: "e.g. this", "A vs. B".
    (
        Kind::Inner,
        "e.g i.e et n.b f.e eg ie cf vs viz resp approx ca incl excl esp lit i.a p.ex z.b d.h u.a o.a d.w.z \
         bzw vgl ggf evtl sog bijv zgn bzgl t.ex bl.a f.eks dvs",
    ),
    // Companies, degrees, suffixes of names, institutions.
    (
        Kind::Tail,
        "inc ltd co cos corp bros llc plc pty pvt gmbh mfg jr sr esq al dept depts univ assn assoc inst \
         govt intl natl acad ph.d phd m.sc b.sc d.phil m.phil ed.d ll.b ll.m ll.d b.eng m.eng b.tech m.tech \
         b.ed m.ed d.sc psy.d pharm.d m.div b.mus",
    ),
    // Streets and places.
    (Kind::Tail, "st ste mt mts ft ave av blvd rd hwy pkwy bldg apt str"),
    (
        Kind::TailCapital,
        "ala ariz ark calif cal colo conn del fla ga ill ind kans ky la mass mich minn miss mont neb nebr \
         nev okla ore penn tenn tex va vt wash wis wisc wyo",
    ),
    // Parts of a text, and what notes are made of.
    (
        Kind::Tail,
        "ed eds trans repr suppl cont anon comp misc tel fax telef btw med mgmt dist est e.v hrsg aufl s.o \
         s.u ibid op.cit loc.cit s.v uu a.k.a d.b.a b.c a.d b.c.e c.e",
    ),
    (
        Kind::Numbered,
        "fig figs vol vols chap chs ch eq eqs eqn eqns sect secs paras p pp pg pgs nos nr nrs bd thm tbl \
         refs anm pág págs núm v vv",
    ),
    (
        Kind::Digits,
        "no n° nº kl art arts app apps tab op opp ex exs sc sec ver rs ext item par para abs ref cap prop \
         def cor pag num pl",
    ),
    (
        Kind::Date,
        "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed weds thu thur thurs fri sat sun",
    ),
    (Kind::Clock, "a.m p.m"),
    (
        Kind::Unit,
        "am pm in ft yd yds mi oz lb lbs gal qt pt tsp tbsp cm mm km kg mg hr hrs min mins sec secs wk wks \
         yr yrs mo mos mph sq cu hp bn mil",
    ),
    (Kind::Series, "etc usw ff et.seq sqq osv enz"),
];

/// The longest word that is looked up, in bytes.
pub(crate) const LONGEST: usize = 32;

/// The abbreviations that a segmenter knows.
#[derive(Debug)]
pub(crate) struct Abbreviations {
    /// Sorted by word.
    entries: Vec<Entry>,
}

/// A word in lower case, without its last stop, and where it may stand.
#[derive(Debug)]
pub(crate) struct Entry {
    word: Box<str>,
    pub(crate) kind: Kind,
}

impl Abbreviations {
    /// The built-in ones and those in `own`, separated by commas, with or without their last stop.
    pub(crate) fn new(own: &str) -> Self {
        let own =
            own.split(',').map(|word| word.trim().trim_end_matches('.')).filter(|word| !word.is_empty());
        let mut entries: Vec<Entry> =
            own.map(|word| Entry { word: word.to_lowercase().into(), kind: Kind::Inner }).collect();
        for (kind, words) in TABLE {
            entries.extend(words.split_whitespace().map(|word| Entry { word: word.into(), kind }));
        }
        entries.sort_by(|a, b| a.word.cmp(&b.word));
        Self { entries }
    }

    /// What is known about `word`, given in any case and without its last stop. More than one kind may fit: `Sec.` is a
    /// secretary, a section and a second.
    pub(crate) fn kinds(&self, word: &str) -> &[Entry] {
        let mut buffer = [0; LONGEST];
        let owned;
        let lower = match buffer.get_mut(..word.len()) {
            Some(buffer) if word.is_ascii() => {
                buffer.copy_from_slice(word.as_bytes());
                buffer.make_ascii_lowercase();
                std::str::from_utf8(buffer).unwrap_or_default()
            }
            Some(_) => {
                owned = word.to_lowercase();
                owned.as_str()
            }
            None => return &[],
        };
        let first = self.entries.partition_point(|entry| entry.word.as_ref() < lower);
        let tail = self.entries.get(first..).unwrap_or_default();
        let same = tail.iter().take_while(|entry| entry.word.as_ref() == lower).count();
        tail.get(..same).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(known: &Abbreviations, word: &str) -> Vec<Kind> {
        known.kinds(word).iter().map(|entry| entry.kind).collect()
    }

    #[test]
    fn case_does_not_matter() {
        let known = Abbreviations::new("");
        assert_eq!(kinds(&known, "Dr"), [Kind::Title]);
        assert_eq!(kinds(&known, "E.G"), [Kind::Inner]);
        assert_eq!(kinds(&known, "PÁG"), [Kind::Numbered]);
        assert!(kinds(&known, "house").is_empty());
        assert!(kinds(&known, &"x".repeat(1000)).is_empty());
    }

    #[test]
    fn a_team_adds_its_own() {
        let known = Abbreviations::new(" Fa., Kap ,, z.Hd.");
        assert_eq!(kinds(&known, "fa"), [Kind::Inner]);
        assert_eq!(kinds(&known, "Kap"), [Kind::Inner]);
        assert_eq!(kinds(&known, "z.Hd"), [Kind::Inner]);
    }

    #[test]
    fn no_word_stands_twice_in_one_list() {
        for (kind, words) in TABLE {
            let mut seen: Vec<_> = words.split_whitespace().collect();
            let all = seen.len();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(all, seen.len(), "{kind:?}");
            assert!(seen.iter().all(|word| word.to_lowercase() == **word && word.len() <= LONGEST));
        }
    }
}
