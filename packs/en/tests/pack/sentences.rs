//! Sentences, rule by rule. A `|` stands where the text is cut.

use kawara_core::Grain;

fn check(marked: &[&str]) {
    super::check(Grain::Sentence, marked);
}

#[test]
fn terminators() {
    check(&[
        "The pump stopped. |Nobody noticed.",
        "Is it open? |Shut it! |Now.",
        "Stop!!! |You did what?! |Say it again.",
        "a small start. |it goes on. |and on? |yes",
        "One.    |Two.\n|Three.",
        "No stop at all",
        "Nothing follows. ",
    ]);
}

#[test]
fn titles_never_end_a_sentence() {
    check(&[
        "Dr. Okoye and Mrs. Lindqvist met Prof. Ito. |They talked.",
        "Gen. Adeyemi saw Sen. Ruiz. |He waved.",
        "MR. SMITH CALLED. |NOBODY ANSWERED.",
        "He is an M.D. named Dr. No.",
        "P.S. Bring a torch.",
        "The next gen. |Then the one after.",
    ]);
}

#[test]
fn abbreviations_inside_a_phrase() {
    check(&[
        "Use a queue, e.g. Redis, i.e. a log, cf. Kafka.",
        "It was Marsh vs. Lee. |Marsh won.",
        "Ito et al. measured it. |Nobody doubted them.",
        "approx. 40 of them, incl. spares",
    ]);
}

#[test]
fn abbreviations_that_may_end_a_sentence() {
    check(&[
        "It was sold to Hollis Ltd. |It was cheap.",
        "It was sold to Hollis Ltd. in March.",
        "Hollis Inc. (founded in 1900) makes clocks.",
        "Hollis Inc. Phone 555",
        "Bring pens, paper, etc. |Dinner is at ten.",
        "Bring pens, etc. to the hall.",
        "He lives on Mill St. |The house is old.",
        "St. Anne's is on 4th st. by the mill.",
        "He has a Ph.D. |He never uses it.",
        "He has a Ph.D. in physics.",
        "She is from Portland, Ore. |She left in May.",
        "He fell ill. |Doctors came.",
    ]);
}

#[test]
fn abbreviations_before_numbers() {
    check(&[
        "Order No. 55 came. |The answer was no. |Try again.",
        "Order No. L55 came.",
        "See Fig. 2, Vol. III, pp. 44-51, and Sec. 4. |Then stop.",
        "Take the bus to Art. |Then walk.",
        "It was sold on Sept. 10 and Jan. 4. |It rained.",
        "SEC. 12 RULES",
        "The SEC. |Regulators said so.",
    ]);
}

#[test]
fn units_after_numbers() {
    check(&["It is 5 in. wide and 3 ft. long. |It weighs 9 kg. |Lift it.", "Come in. |please sit down."]);
}

#[test]
fn times_of_day() {
    check(&[
        "We left at 9 a.m. and came at 5 p.m. |Nobody saw us.",
        "We left at 9 a.m. |Marsh stayed.",
        "We left at 9 a.m. EST and landed at 5 p.m. Monday.",
        "At 5 a.m. Mr. Marsh rose. |He slept at 6 p.m. |Mr. Lee did not.",
        "The meeting is at 10 a.m. (CDT) in the hall.",
    ]);
}

#[test]
fn initials_and_dotted_letters() {
    check(&[
        "J. R. Hartley and A. B. Moreno fish. |They met F. |He drowned.",
        "They moved to the U.S. in 1998. |The U.S. Navy followed.",
        "They moved to the U.S. |She stayed. |Coffee is dear in the E.U. |Why is that?",
        "Try plan B. |Nobody liked plan A. |Vitamin C. |Marsh took it.",
        "Nobody knew but Marsh and I. |The mill of Henry I. Lee is old.",
        "C. elegans is a worm. |They found an s.t.d. |It was treated.",
        "The work is by Robot QX. |Robot QX reports.",
        "It is a question of R&D. |Money helps.",
    ]);
}

#[test]
fn numbers() {
    check(&[
        "Version 2.14.1 fixes 0.5. |Upgrade.",
        "It costs $3.50. |It was 4.2%. |Built on 12.03.2024. |Sold in 1998. |12 people came.",
        "Set it to 20.x. |Restart.",
        "How many? |5. That is all.",
    ]);
}

#[test]
fn addresses_and_names_with_stops() {
    check(&[
        "Read https://example.com/a.b?c=1.2. |Then reply.",
        "Mail ops.team@example.co.uk. |They live at docs.example.org. |Ask.",
        "Edit config.toml and run make.sh twice. |Call pump.stop() first. |Then node.js.",
        "See http://a.example/x |http://b.example/y |http://c.example/z",
        "Yahoo! bought it. |The people at Yahoo! in Leeds knew. |Wow! |it is big.",
    ]);
}

#[test]
fn ellipses() {
    check(&[
        "Perhaps... or never. |He waited... |Then she came.",
        "Listen… |The bell rings. |Listen… and learn.",
        "Nice people... I hear.",
        "It was the rain . . . he said. |Rain fell . . . . |Snow followed.",
        "Rain fell. |. . . The snow stayed. . . .",
        "He sold [...] the old mill. |She wrote \"[...]\" and left.",
        "Out of time...|Marsh ran.",
        "...",
    ]);
}

#[test]
fn quotations() {
    check(&[
        "She said, \"Close the door.\" |He did.",
        "\"Are you sure?\" she asked. |“Never!” he cried. |Silence.",
        "\"Are you sure?\" Mrs. Marsh asked. |\"Stop!\" |He stopped.",
        "'It works.' |That was all. |The cats' tails. |The 'sixties were fun. |It's over.",
        "“I came. I saw. I left.” |He smiled.",
        "He said, \"I came. I saw.\" and left.",
        "„Ich komme. Warte!“ |Dann ging sie.",
        "« Je viens. Attends. » |Il part.",
        "\"But then--\" |The door opened.",
        "\"The mill burned [...]\" (Lee 12). |Then it rained.",
    ]);
}

#[test]
fn long_quotations_are_cut_inside() {
    let sentence = "The quick brown fox jumps over the lazy dog again and again. ";
    let quoted =
        format!("\"{}\" |The end.", format!("|{sentence}").repeat(8).trim_start_matches('|').trim_end());
    check(&[&quoted]);
}

#[test]
fn an_unclosed_quotation_swallows_nothing() {
    check(&["\"I came. |I saw. |I left.", "He said (I came. |I saw. |I left.", "「一。|二。|三。"]);
}

#[test]
fn brackets() {
    check(&[
        "The clause (see section 4.1.) is void. |Strike it.",
        "It failed. |(Nobody was told.) |We found out.",
        "Apples (1 lb.) $2, pears (why?) 3 each. |Total: $5.",
        "He left (at last!) before noon. |The mill (It was built in 1900.) is for sale.",
        "It is old.[12] |It is wrong.[3, 4] |Stop. [5] |Then go.",
    ]);
}

#[test]
fn list_items() {
    check(&[
        "1. Boil the water. |2. Add the rice.",
        "1) Boil the water |2) Add the rice |3) Wait",
        "1.) Boil the water |2.) Add the rice",
        "a. Open the lid |b. Pour the oil",
        "• 9. Open the lid |• 10. Pour the oil",
        "There are three: 1) red, 2) green, and 3) blue.",
        "(a) Boil it. |(b) Eat it.",
        "It has 2 legs and 3) is wrong.",
    ]);
}

#[test]
fn signs() {
    check(&[
        "The tests passed :) |Ship it! :-) |Now.",
        "Nice :) but slow.",
        "It began. |*** |It ended.",
        "Fill in ____ here.",
        "Turn the key, and -- at last! -- it opens. |Who is it? |- The miller.",
    ]);
}

#[test]
fn sentences_that_were_glued() {
    check(&[
        "The mill stood empty.|Nobody came.|Mrs. Lee offered 2,500.|It was refused.",
        "Is it open?|no it is shut. |Run pump.stop or Array.from it.",
        "See a.b/c?d and x?y.",
    ]);
}

#[test]
fn marks_of_other_scripts() {
    check(&[
        "It is ten. |现在十点。|終わり！|はい？|It rains. |雨だ。",
        "She wrote 「はい。」 below. |Nobody read it.",
        "他说《你好！》了。|完。",
        "Ｈｅｌｌｏ．|Ｗｏｒｌｄ！|１２．５元",
        "यह है। |वह है॥ |مرحبا؟ |نعم۔ |ကောင်း။ |ល្អ។",
        "¿Dónde? |¡Aquí! |Sí.",
    ]);
}

#[test]
fn other_languages_in_latin_script() {
    check(&[
        "Am 3. Oktober kam der 2. Weltkrieg z. B. nicht vor. |Gut, d. h. fertig.",
        "Herr Dr. Müller kam usw. und Nr. 5 auch. |Sie ging.",
        "M. Dupont est là. |Il dort. |El Sr. López vive en la pág. 5. |Bien.",
        "Det är t.ex. den 5. maj. |Vi går.",
    ]);
}

#[test]
fn blank_lines_end_a_sentence() {
    check(&[
        "A heading\n\n|A text.",
        "A\r\n\r\n|B\u{2029}|C",
        "one\ntwo\r\nthree",
        "\"Open\n \n|Shut.\" |End.",
    ]);
}

#[test]
fn white_space_belongs_to_the_piece_before() {
    check(&[
        "   Leading. |Next.   ",
        "\u{feff}Marked. |Next.",
        "End.\u{a0}|Next.",
        "空格。\u{200b}|下一句。",
        " \n ",
        " ",
    ]);
    assert!(super::cuts("", Grain::Sentence).is_empty());
}

#[test]
fn clusters_stay_whole() {
    check(&[
        "End. \u{301}Next. |Then.",
        "Why?\u{fe0f} |Because.",
        "完。\u{fe00}|又。",
        "👩‍👩‍👧‍👦 came. |👍🏽 was the reply. |🇯🇵🇹🇭. |Done.",
        "Cafe\u{301} is open. |E\u{301}tienne works there.",
    ]);
}
