//! One check for each kind of fault.

use std::collections::{HashMap, HashSet};

use kawara::is_blank;
use serde_json::json;

use super::characters::{begins_with_an_end, inside_clusters, replaced};
use super::examine::{Examination, Fates, edges};
use super::finding::{Finding, Kind};
use super::lost::Hole;
use super::overlap::Boundary;
use super::place::{Placed, Told, Way};
use super::report::Lost;

/// A small chunk has fewer tokens than this part of the size, and than `SMALL`.
const PART: u32 = 8;
const SMALL: u32 = 64;
/// Where more than one boundary in so many carries something, an overlap was asked for.
const MEANT: usize = 20;

impl Examination<'_> {
    /// What is wrong, in the order of [`Kind::ALL`].
    pub(super) fn findings(&self, fates: &Fates, holes: &[(usize, Hole)], lost: &Lost) -> Vec<Finding> {
        let mut findings = vec![self.not_placed(), self.unknown_documents()];
        findings.extend(self.truncated());
        findings.extend(self.over_budget());
        findings.push(self.torn_characters());
        findings.push(self.torn_sentences(fates));
        findings.push(self.lost_documents());
        findings.push(self.lost_text(holes, lost));
        findings.push(self.without_overlap());
        findings.push(self.ragged());
        findings.push(self.duplicates());
        findings.push(self.contained());
        findings.extend(self.wrong_offsets());
        findings.push(self.leading_punctuation());
        findings.push(self.tiny());
        findings.retain(|finding| finding.count > 0);
        findings
    }

    fn all(&self) -> u64 {
        self.chunks().len() as u64
    }

    /// A finding of chunks, each with a note.
    fn of_chunks(&self, kind: Kind, found: &[(usize, String)]) -> Finding {
        let examples = found.iter().map(|(nth, note)| self.of_chunk(*nth, note.clone()));
        Finding::new(kind, found.len() as u64, self.all()).shown(examples)
    }

    fn not_placed(&self) -> Finding {
        let found: Vec<(usize, String)> = self
            .chunks()
            .iter()
            .enumerate()
            .filter_map(|(nth, chunk)| match &chunk.placed {
                Placed::Nowhere(None) => Some((nth, "nothing like it stands anywhere".to_owned())),
                Placed::Nowhere(Some(near)) => {
                    let source = self.corpus.get(near.document)?;
                    let at = source.chars().char_at(source.text(), near.bytes.start);
                    let share = near.share * 100.0;
                    Some((nth, format!("{share:.0} % of it stands in {} from character {at}", source.id())))
                }
                _ => None,
            })
            .collect();
        self.of_chunks(Kind::NotPlaced, &found)
    }

    fn unknown_documents(&self) -> Finding {
        let unknown = self.chunks().iter().enumerate().filter(|(_, chunk)| chunk.is_document_unknown);
        let found: Vec<(usize, String)> = unknown
            .map(|(nth, chunk)| {
                (nth, format!("named {:?}", chunk.given.documents.first().map_or("", |name| name)))
            })
            .collect();
        self.of_chunks(Kind::UnknownDocument, &found)
    }

    /// For each model with a limit.
    fn truncated(&self) -> Vec<Finding> {
        let of_gauge = |(at, gauge): (usize, &kawara::Gauge)| {
            let limit = gauge.limit().ok().flatten()?;
            let over = self.fits.iter().enumerate().filter_map(|(nth, fits)| Some((nth, fits.get(at)?)));
            let over: Vec<_> = over.filter(|(_, fit)| fit.is_over()).collect();
            let lost: u64 = over.iter().map(|(_, fit)| u64::from(fit.lost_tokens())).sum();
            let most = over.iter().map(|(_, fit)| fit.tokens).max().unwrap_or(0);
            let found: Vec<(usize, String)> = over
                .iter()
                .map(|(nth, fit)| {
                    (*nth, format!("{} tokens of {limit}: {} are lost", fit.tokens, fit.lost_tokens()))
                })
                .collect();
            let mut finding = self
                .of_chunks(Kind::Truncated, &found)
                .with("limit", limit)
                .with("lost_tokens", lost)
                .with("most_tokens", most);
            finding.model = Some(gauge.name().to_owned());
            Some(finding)
        };
        self.options.gauges.iter().enumerate().filter_map(of_gauge).collect()
    }

    fn over_budget(&self) -> Option<Finding> {
        let budget = self.options.max_tokens?;
        let over = self.tokens.iter().enumerate().filter(|(_, tokens)| **tokens > budget);
        let found: Vec<(usize, String)> =
            over.map(|(nth, tokens)| (nth, format!("{tokens} tokens of {budget}"))).collect();
        let most = self.tokens.iter().max().copied().unwrap_or(0);
        let beyond: u64 = self.tokens.iter().map(|tokens| u64::from(tokens.saturating_sub(budget))).sum();
        let finding = self.of_chunks(Kind::OverBudget, &found).with("budget", budget);
        Some(finding.with("most_tokens", most).with("tokens_over", beyond))
    }

    fn torn_characters(&self) -> Finding {
        let mut torn: Vec<(usize, String)> = Vec::new();
        let mut replacements = 0;
        for (nth, chunk) in self.chunks().iter().enumerate() {
            let source = chunk.place().and_then(|place| self.text(place.document).get(place.bytes.clone()));
            let count = replaced(&chunk.given.text, source.unwrap_or_default());
            if count > 0 {
                replacements += 1;
                torn.push((nth, format!("{count} U+FFFD in it that the source does not have")));
            }
        }
        let mut inside = 0;
        for document in self.touched() {
            let tiles = self.tiles.of(document);
            let borders = inside_clusters(self.text(document), &edges(tiles));
            let is_torn = |at: &usize| borders.binary_search(at).is_ok();
            for tile in tiles.iter().filter(|tile| tile.is_exact && !borders.is_empty()) {
                let note = match (is_torn(&tile.bytes.start), is_torn(&tile.bytes.end)) {
                    (false, false) => continue,
                    (true, false) => "begins inside a character",
                    (false, true) => "ends inside a character",
                    (true, true) => "begins and ends inside a character",
                };
                inside += 1;
                torn.push((tile.nth, note.to_owned()));
            }
        }
        // By the file's order; one that is torn in both ways counts once.
        torn.sort();
        torn.dedup_by_key(|(nth, _)| *nth);
        let finding = self.of_chunks(Kind::TornCharacters, &torn);
        finding.with("with_replacements", replacements).with("with_torn_clusters", inside)
    }

    fn torn_sentences(&self, fates: &Fates) -> Finding {
        let all: u64 = fates.languages.values().map(|figures| figures.sentences).sum();
        let too_long: u64 = fates.languages.values().map(|figures| figures.too_long).sum();
        let nowhere: u64 = fates.languages.values().map(|figures| figures.whole_nowhere).sum();
        let torn = fates.fates.iter().enumerate().flat_map(|(document, fate)| {
            let short = fate.nowhere.iter().filter(move |nth| !self.is_too_long(document, **nth));
            short.filter_map(move |nth| {
                let (chunk, at) = self.cut_in(document, *nth)?;
                let bytes = self.sentences(document).get(*nth)?.bytes.clone();
                let text = self.text(document);
                let (head, tail) = (text.get(bytes.start..at)?, text.get(at..bytes.end)?);
                let mut example = self.of_place(Some(chunk), document, &bytes, String::new());
                example.text = around(head, tail);
                Some(example)
            })
        });
        let borders = fates.borders;
        Finding::new(Kind::TornSentences, nowhere - too_long, all)
            .shown(torn)
            .with("begin_inside", borders.begin_inside)
            .with("end_inside", borders.end_inside)
            .with("mended_by_overlap", borders.mended)
            .with("too_long", too_long)
            .with("languages", json!(fates.languages))
    }

    /// Documents with text of which no chunk stands anywhere, nor comes near; but not the copy of one that has chunks.
    fn lost_documents(&self) -> Finding {
        let touched: HashSet<&str> = self.touched().map(|document| self.text(document)).collect();
        let near: HashSet<usize> = self.chunks().iter().filter_map(|chunk| chunk.near()).collect();
        let is_lost = |document: &usize| {
            self.tiles.of(*document).is_empty()
                && !near.contains(document)
                && self.has_text(*document)
                && !touched.contains(self.text(*document))
        };
        let lost: Vec<usize> = self.documents().filter(is_lost).collect();
        let bytes: usize = lost.iter().map(|document| self.text(*document).len()).sum();
        let examples = lost.iter().map(|document| {
            let bytes = self.text(*document).len();
            self.of_place(None, *document, &(0..0), format!("{bytes} bytes"))
        });
        let all = self.documents().len() as u64;
        Finding::new(Kind::LostDocuments, lost.len() as u64, all).shown(examples).with("bytes", bytes)
    }

    fn lost_text(&self, holes: &[(usize, Hole)], lost: &Lost) -> Finding {
        let bytes = |document: usize| {
            let blank = |c: &char| !is_blank(*c);
            self.text(document).chars().filter(blank).map(char::len_utf8).sum::<usize>() as u64
        };
        let all: u64 = self.touched().map(bytes).sum();
        // The largest say most.
        let mut largest: Vec<&(usize, Hole)> = holes.iter().collect();
        largest.sort_by_key(|(document, hole)| (std::cmp::Reverse(hole.len()), *document, hole.start));
        let examples = largest
            .into_iter()
            .map(|(document, hole)| self.of_place(None, *document, hole, format!("{} bytes", hole.len())));
        Finding::new(Kind::LostText, lost.bytes, all)
            .shown(examples)
            .with("stretches", lost.stretches)
            .with("stretches_with_letters", lost.stretches_with_letters)
            .with("left_out_by_readers_too", lost.left_out)
    }

    /// Boundaries at which a policy would carry something: not at the edge of a section or a record, nor where the chunk says itself that
    /// nothing fits.
    fn open_boundaries(&self) -> Vec<(usize, &Boundary)> {
        let mut open = Vec::new();
        for document in self.touched() {
            let Some(barriers) = self.barriers(document) else { continue };
            let text = self.text(document);
            for (boundary, _) in self.boundaries.get(document).into_iter().flatten() {
                let start = boundary.shared.start;
                let blank = text.get(start..).unwrap_or_default();
                let first = start + blank.len() - blank.trim_start_matches(is_blank).len();
                let is_told =
                    self.chunks().get(boundary.nth).is_some_and(|chunk| chunk.given.tells_reduced_carry);
                if boundary.carries() || !is_told && barriers.binary_search(&first).is_err() {
                    open.push((document, boundary));
                }
            }
        }
        open
    }

    /// Counted where an overlap seems meant: by the reader of the documents, since records have none on purpose.
    fn without_overlap(&self) -> Finding {
        let open = self.open_boundaries();
        let reader = |document: usize| self.readers.get(document).copied().unwrap_or_default();
        let mut figures: std::collections::BTreeMap<&str, (usize, usize)> = Default::default();
        for (document, boundary) in &open {
            let (all, carrying) = figures.entry(reader(*document)).or_default();
            *all += 1;
            *carrying += usize::from(boundary.carries());
        }
        let is_meant = |document: usize| {
            let (all, carrying) = figures.get(reader(document)).copied().unwrap_or_default();
            self.options.is_overlap_meant || carrying * MEANT > all
        };
        let meant: Vec<_> = open.iter().filter(|(document, _)| is_meant(*document)).collect();
        let bare: Vec<_> = meant.iter().filter(|(_, boundary)| !boundary.carries()).collect();
        let examples = bare.iter().map(|(document, boundary)| {
            let at = boundary.shared.start..boundary.shared.start;
            self.of_place(Some(boundary.nth), *document, &at, "shares nothing with the chunk before".into())
        });
        Finding::new(Kind::NoOverlap, bare.len() as u64, meant.len() as u64).shown(examples)
    }

    fn ragged(&self) -> Finding {
        let all = self.boundaries.iter().enumerate().flat_map(|(document, found)| {
            found.iter().map(move |(boundary, tokens)| (document, boundary, *tokens))
        });
        let carrying: Vec<_> = all.filter(|(_, boundary, _)| boundary.carries()).collect();
        let ragged: Vec<_> = carrying.iter().filter(|(_, boundary, _)| boundary.begins_inside).collect();
        let empty = ragged.iter().filter(|(_, boundary, _)| boundary.sentences == 0).count();
        let tokens: u64 = ragged.iter().map(|(_, _, tokens)| u64::from(*tokens)).sum();
        let examples = ragged.iter().map(|(document, boundary, tokens)| {
            let whole = boundary.sentences;
            let note = format!("{tokens} tokens repeated, {whole} whole sentences among them");
            self.of_place(Some(boundary.nth), *document, &boundary.shared, note)
        });
        Finding::new(Kind::RaggedOverlap, ragged.len() as u64, carrying.len() as u64)
            .shown(examples)
            .with("without_a_whole_sentence", empty)
            .with("tokens", tokens)
    }

    fn duplicates(&self) -> Finding {
        let mut first: HashMap<(&str, &str), usize> = HashMap::new();
        let mut found = Vec::new();
        for (nth, chunk) in self.chunks().iter().enumerate() {
            let text = (chunk.given.context.as_str(), chunk.given.text.as_str());
            match first.get(&text) {
                Some(earlier) => {
                    let place = self.chunks().get(*earlier).map(|chunk| chunk.given.place());
                    found.push((nth, format!("the same as {}", place.unwrap_or_default())));
                }
                None => {
                    first.insert(text, nth);
                }
            }
        }
        let tokens: u64 =
            found.iter().filter_map(|(nth, _)| self.tokens.get(*nth)).map(|t| u64::from(*t)).sum();
        self.of_chunks(Kind::Duplicates, &found).with("tokens", tokens)
    }

    fn contained(&self) -> Finding {
        let mut found = Vec::new();
        for document in self.touched() {
            for (inner, outer) in self.tiles.onward(document).1 {
                let chunk = |nth: usize| self.chunks().get(nth).map(|chunk| &chunk.given);
                if let (Some(one), Some(other)) = (chunk(inner.nth), chunk(outer.nth))
                    && one.text != other.text
                {
                    found.push((inner.nth, format!("all of it is in the chunk on {}", other.place())));
                }
            }
        }
        found.sort();
        let tokens: u64 =
            found.iter().filter_map(|(nth, _)| self.tokens.get(*nth)).map(|t| u64::from(*t)).sum();
        self.of_chunks(Kind::Contained, &found).with("tokens", tokens)
    }

    fn wrong_offsets(&self) -> Option<Finding> {
        let given = self.offsets()?;
        let mut off: Vec<u64> = Vec::new();
        let mut found = Vec::new();
        for (nth, chunk) in self.chunks().iter().enumerate() {
            let Some(offsets) = &chunk.given.offsets else { continue };
            let said = format!("`{}` is {}", offsets.field, offsets.start);
            match chunk.told {
                Some(Told::Off { start, end }) => {
                    off.push(start.unsigned_abs());
                    let by = match (start, end) {
                        (0, Some(end)) => format!("{said}, the end is off by {end:+}"),
                        _ => format!("{said}, off by {start:+}"),
                    };
                    found.push((nth, by));
                }
                Some(Told::Wrong) => found.push((nth, format!("{said}, and the text was not found at all"))),
                _ => {}
            }
        }
        off.sort_unstable();
        let mut finding = self.of_chunks(Kind::WrongOffsets, &found).with("unit", given.unit);
        finding.of = given.given;
        finding.share = finding.count as f64 / given.given.max(1) as f64;
        Some(
            finding
                .with("median_off", off.get(off.len() / 2).copied().unwrap_or(0))
                .with("most_off", off.last().copied().unwrap_or(0)),
        )
    }

    fn leading_punctuation(&self) -> Finding {
        let found: Vec<(usize, String)> = self
            .chunks()
            .iter()
            .enumerate()
            .filter(|(_, chunk)| {
                let is_inside = chunk.place().is_some_and(|place| {
                    let before = self.text(place.document).get(..place.bytes.start).unwrap_or_default();
                    place.way <= Way::Alike
                        && before.trim_end_matches(is_blank).ends_with(char::is_alphanumeric)
                });
                is_inside && begins_with_an_end(&chunk.given.text)
            })
            .map(|(nth, _)| (nth, String::new()))
            .collect();
        self.of_chunks(Kind::LeadingPunctuation, &found)
    }

    fn tiny(&self) -> Finding {
        let size = self.sizes.size;
        let few = (size / PART).min(SMALL);
        let mut found = Vec::new();
        for document in self.touched() {
            let onward = self.tiles.onward(document).0;
            let tokens = |at: usize| onward.get(at).and_then(|tile| self.tokens.get(tile.nth)).copied();
            for (at, tile) in onward.iter().enumerate() {
                let Some(own) = tokens(at).filter(|own| *own < few) else { continue };
                let neighbours = [at.checked_sub(1).and_then(tokens), tokens(at + 1)];
                if neighbours.into_iter().flatten().any(|other| other.saturating_add(own) <= size) {
                    found.push((tile.nth, format!("{own} tokens")));
                }
            }
        }
        found.sort();
        self.of_chunks(Kind::Tiny, &found).with("fewer_than", few)
    }
}

/// Characters on either side of a cut that are shown.
const AROUND: usize = 18;

/// A text with its cut marked, in so many characters.
fn around(head: &str, tail: &str) -> String {
    let from = head.char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
    let until = tail.char_indices().nth(AROUND).map_or(tail.len(), |(at, _)| at);
    let (before, behind) = (if from > 0 { "…" } else { "" }, if until < tail.len() { "…" } else { "" });
    format!("{before}{}⏐{}{behind}", &head[from..], &tail[..until])
}
