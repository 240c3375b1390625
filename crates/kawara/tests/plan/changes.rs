//! Whatever changes, old output and operations are what a fresh run gives.

use kawara::plan::{Options, Reason};

use crate::support::{Corpus, Index, apply, engine, folder, fresh, inputs, kinds, planned, record, replay};

/// Numbers without a pattern, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n as u64) as usize
    }

    fn of<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.below(words.len())]
    }

    fn sentence(&mut self) -> String {
        let who = self.of(&["The pump", "A valve", "The meter", "Nobody", "The night shift"]);
        let does = self.of(&["stopped", "reads low", "was replaced", "noticed it", "runs dry"]);
        let when = self.of(&["at six", "on Monday", "again", "without a sound", "before the audit"]);
        match self.below(5) {
            0 => "水泵停了。".to_owned(),
            1 => "同じ文がもう一度出る。".to_owned(),
            _ => format!("{who} {does} {when}."),
        }
    }

    fn paragraph(&mut self) -> String {
        (0..1 + self.below(6)).map(|_| self.sentence()).collect::<Vec<_>>().join(" ")
    }

    fn document(&mut self, path: &str) -> String {
        let many = 1 + self.below(6);
        if path.starts_with("faq/") {
            return (0..many)
                .map(|nth| format!("Q: What about {nth}?\nA: {}\n\n", self.sentence()))
                .collect();
        }
        if path.ends_with(".jsonl") {
            return (0..many)
                .map(|nth| format!("{{\"n\":{nth},\"text\":\"{}\"}}\n", self.sentence()))
                .collect();
        }
        let paragraphs = (0..many).map(|nth| match self.below(3) {
            0 => format!("## Part {nth}\n\n{}\n", self.paragraph()),
            _ => format!("{}\n", self.paragraph()),
        });
        let body = paragraphs.collect::<Vec<_>>().join("\n");
        if self.below(3) == 0 { format!("---\ntitle: {}\n---\n{body}", self.sentence()) } else { body }
    }

    fn path(&mut self) -> String {
        match self.below(4) {
            0 => format!("faq/{}.txt", self.below(40)),
            1 => format!("log/{}.jsonl", self.below(40)),
            _ => format!("docs/{}.md", self.below(40)),
        }
    }
}

/// The knobs of a policy.
struct Knobs {
    model: &'static str,
    max_tokens: usize,
    overlap: usize,
    records: usize,
    comment: usize,
}

impl Knobs {
    fn policy(&self) -> String {
        let Self { model, max_tokens, overlap, records, comment } = self;
        format!(
            "# {comment}\npolicy = 1\nbudget = {{ model = \"{model}\", max-tokens = {max_tokens} }}\nunits = {{ overlap = {overlap} }}\n\
             [[match]]\nglob = [\"faq/*\"]\nread = {{ content-type = \"faq\" }}\n\
             units = {{ kind = \"record\", overlap = 0, records-per-chunk = {records} }}\n"
        )
    }
}

fn change(chance: &mut Chance, corpus: &mut Corpus, knobs: &mut Knobs) {
    let nth = chance.below(corpus.len().max(1));
    let one = corpus.keys().nth(nth).cloned();
    match (chance.below(14), one) {
        (0 | 1, _) | (_, None) => {
            let path = chance.path();
            let text = chance.document(&path);
            corpus.insert(path, (text, None));
        }
        (2, Some(path)) => drop(corpus.remove(&path)),
        (3, Some(path)) => {
            let document = corpus.remove(&path).unwrap();
            let (folder, _) = path.split_once('/').unwrap();
            corpus.insert(
                format!("{folder}/moved-{}.{}", chance.below(9), path.rsplit('.').next().unwrap()),
                document,
            );
        }
        (4, Some(path)) => {
            let tenant = format!("{{\"tenant\":{}}}", chance.below(3));
            corpus.get_mut(&path).unwrap().1 = (chance.below(3) > 0).then_some(tenant);
        }
        (5, _) => knobs.max_tokens = [24, 40, 64][chance.below(3)],
        (6, _) => knobs.overlap = chance.below(3),
        (7, _) => knobs.records = 1 + chance.below(3),
        (8, _) => knobs.comment += 1,
        (9, _) => knobs.model = chance.of(&["text-embedding-3-small", "text-embedding-3-large"]),
        (10, Some(path)) => corpus.get_mut(&path).unwrap().0 += &format!("\n{}\n", chance.paragraph()),
        (_, Some(path)) => {
            // One sentence is changed, put in, or taken out.
            let text = &mut corpus.get_mut(&path).unwrap().0;
            let ends: Vec<usize> = text.match_indices(['.', '。']).map(|(at, end)| at + end.len()).collect();
            let Some(end) = ends.get(chance.below(ends.len().max(1))).copied() else { return };
            let start = ends.iter().rev().find(|before| **before < end).copied().unwrap_or(end);
            match chance.below(3) {
                0 => text.insert_str(end, &format!(" {}", chance.sentence())),
                1 if !path.ends_with(".jsonl") => text.replace_range(start..end, ""),
                _ => text.insert_str(end, " Truly."),
            }
        }
    }
}

#[test]
fn operations_lead_from_one_fresh_run_to_the_next() {
    let home = folder("changes");
    let mut chance = Chance(7);
    let mut corpus = Corpus::new();
    for _ in 0..14 {
        let path = chance.path();
        let text = chance.document(&path);
        corpus.insert(path, (text, None));
    }
    let mut knobs =
        Knobs { model: "text-embedding-3-small", max_tokens: 40, overlap: 1, records: 1, comment: 0 };
    let mut policy = knobs.policy();
    let mut machine = engine(&policy);
    // The first run is either a recording or the first operations; both are the same.
    let (first, failures) = record(&home, &machine, inputs(&corpus));
    assert_eq!(failures, [""; 0]);
    let manifest = std::fs::read_to_string(home.join("manifest/manifest.json")).unwrap();
    std::fs::remove_dir_all(home.join("manifest")).unwrap();
    let first_operations = apply(&home, &machine, inputs(&corpus), &Options::default()).operations;
    assert_eq!(std::fs::read_to_string(home.join("manifest/manifest.json")).unwrap(), manifest);
    let mut records = replay("", &first_operations);
    assert_eq!(records, replay(&first, ""));
    let mut index = Index::default();
    index.carry_out(&first_operations, knobs.model);
    let mut seen = [0; 3];
    for step in 0..200 {
        for _ in 0..1 + chance.below(3) {
            change(&mut chance, &mut corpus, &mut knobs);
        }
        if knobs.policy() != policy {
            policy = knobs.policy();
            machine = engine(&policy);
        }
        let plan = planned(&home, &machine, inputs(&corpus), &Options::default());
        let applied = apply(&home, &machine, inputs(&corpus), &Options::default());
        assert_eq!(plan, applied.plan, "step {step}");
        let [added, moved, deleted] = kinds(&applied.operations);
        assert_eq!(
            [added, moved, deleted].map(|n| n as u64),
            [plan.total.added, plan.total.moved, plan.total.deleted]
        );
        let new = fresh(&machine, inputs(&corpus));
        assert_eq!(plan.total.kept + plan.total.moved + plan.total.added, new.lines().count() as u64);
        let replayed = replay(&records, &applied.operations);
        assert!(replayed == new, "step {step}:\n{replayed}\n{new}");
        assert!(replay(&replayed, &applied.operations) == new, "carried out twice, step {step}");
        index.carry_out(&applied.operations, knobs.model);
        index.assert_holds(&new, knobs.model);
        let again = planned(&home, &machine, inputs(&corpus), &Options::default());
        assert!(!again.is_change() && again.documents.chunked == 0, "step {step}: {again:?}");
        records = new;
        seen = [seen[0] + added, seen[1] + moved, seen[2] + deleted];
    }
    assert!(seen.iter().all(|count| *count > 500), "the changes were small: {seen:?}");
}

#[test]
fn a_model_with_the_same_tokenizer_embeds_all_anew() {
    let home = folder("model");
    let corpus = crate::support::corpus(&[("a.md", "The pump stopped."), ("b.md", "Nobody noticed it.")]);
    let of =
        |models: &str| engine(&format!("policy = 1\nbudget = {{ model = {models}, max-tokens = 100 }}\n"));
    let small = of("\"text-embedding-3-small\"");
    record(&home, &small, inputs(&corpus));
    let both = planned(
        &home,
        &of("[\"text-embedding-3-small\", \"text-embedding-3-large\"]"),
        inputs(&corpus),
        &Options::default(),
    );
    assert_eq!((both.total.added, both.total.kept, both.total.deleted), (2, 0, 0));
    assert_eq!(both.reasons[&Reason::Model], 2);
    apply(
        &home,
        &of("[\"text-embedding-3-small\", \"text-embedding-3-large\"]"),
        inputs(&corpus),
        &Options::default(),
    );
    let fewer = planned(&home, &small, inputs(&corpus), &Options::default());
    assert!(!fewer.is_change(), "a model that is no longer asked for costs nothing: {fewer:?}");
}
