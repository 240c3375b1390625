//! Words. A `|` stands where the text is cut.

use kawara_core::Grain;

fn check(marked: &[&str]) {
    super::check(Grain::Word, marked);
}

#[test]
fn words_own_their_white_space() {
    check(&["  The |pump, 	|it |isn't |state-of-the-art.
|No."]);
}

#[test]
fn numbers_keep_their_unit() {
    check(&["It |weighs |5kg |or |1,250.5\u{a0}g |at |20°C."]);
}

#[test]
fn no_break_spaces_do_not_break() {
    check(&["5\u{a0}000\u{202f}EUR |No.\u{2007}7 |a\u{2060} |b |c\u{feff} |d \u{a0}e"]);
}

#[test]
fn a_sentence_end_outweighs_a_no_break_space() {
    check(&["The |end.\u{a0}|Next."]);
}

#[test]
fn addresses_are_one_word() {
    check(&[
        "See |https://example.org/a/rather/long/path?with=many&parts=of_it |or |first.last+tag@subdomain.example.org |now.",
    ]);
}

#[test]
fn long_data_is_cut_at_word_borders() {
    check(&["{\"id\":|1,\"name\":\"pump\",\"parts\":|[12,13],\"ok\":|true}"]);
}

#[test]
fn scripts_without_spaces_are_cut_too() {
    check(&["Say |你|好，|世|界。"]);
}
