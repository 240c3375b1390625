//! Clauses. A `|` stands where the text is cut.

use kawara_core::Grain;

fn check(marked: &[&str]) {
    super::check(Grain::Clause, marked);
}

#[test]
fn marks() {
    check(&[
        "The river rose all night; |the bridge held. |Nobody crossed it.",
        "The pump was repaired in May, |although nobody had asked for it.",
        "The pump was repaired in May, |and it has been running ever since.",
        "The pump was repaired in May -- |nobody had asked for it — |by the new owner.",
        "The rules are simple: never run, never shout.",
    ]);
}

#[test]
fn a_plain_comma_needs_more_before_it() {
    check(&[
        "Red, green, and blue are colours.",
        "After the long and very cold winter of that year, |the pump was repaired.",
        "On Sunday, the pump was repaired.",
    ]);
}

#[test]
fn numbers_dates_and_names_stay_whole() {
    check(&[
        "The new owner of the mill paid exactly 1,250,000 pounds for all of it.",
        "The old pump was finally repaired on March 5, 1998 by its owner.",
        "The pump was repaired by the company Marsh, Inc. of Leeds.",
    ]);
}

#[test]
fn short_quotations_and_brackets_stay_whole() {
    check(&[
        "The owner of the mill said \"it is old, and it leaks, but it runs\" to us.",
        "The owner of the mill (a tall man, who came from Leeds in May) |repaired it.",
        "The owner of the mill named (1) a price and (2) a day for it.",
        "“It is a very old pump, and it leaks,” |said the owner of the mill.",
    ]);
}

#[test]
fn sentences_in_a_long_quotation_are_clauses() {
    check(&[
        "He said, \"The pump was repaired in the month of May. |Nobody had asked for it in all those years.\" |Then he left.",
    ]);
}

#[test]
fn no_scrap_is_left_at_the_end() {
    check(&[
        "The pump that the owner had repaired in May stopped, |and it never ran.",
        "The pump that the owner had repaired in May stopped, again.",
    ]);
}

#[test]
fn openers_and_closers_stay_with_what_they_enclose() {
    let text = "The owner of the mill, who was tall (and old), said: \"I came in the month of May, and I saw it; I left, because it \
                rained and rained and rained on all of us\", which nobody (not even the miller, who had known him) believed.";
    for piece in super::pieces(text, Grain::Clause) {
        assert!(
            !piece.trim_end().ends_with(['(', '[', '“']) && !piece.starts_with([')', ']', '”', ',', ' ']),
            "{piece:?}"
        );
    }
}
