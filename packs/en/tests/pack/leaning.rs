//! Sentences that lean on what stands before them, and sentences that do not.

use kawara_core::Segmenter;
use kawara_pack_en::English;

fn leaning(sentences: &[&'static str]) -> Vec<&'static str> {
    let english = English::default();
    let mut worker = english.worker();
    sentences.iter().copied().filter(|sentence| worker.leans_back(sentence).unwrap()).collect()
}

fn all_lean(sentences: &[&'static str]) {
    assert_eq!(leaning(sentences), sentences);
}

fn none_leans(sentences: &[&'static str]) {
    assert_eq!(leaning(sentences), [] as [&str; 0]);
}

#[test]
fn pronouns_without_a_name() {
    all_lean(&[
        "It stops when the tank is full.",
        "They were tested twice.",
        "He left before noon.",
        "Its lid is made of steel.",
        "In 1998 it moved to Bonn.",
        "As a boy, he kept bees.",
        "It was sold in 1999.",
        "It is made of oak.",
        "It is the largest of its kind.",
        "It has three exits.",
        "Their owner lives abroad.",
        "Its capacity is forty litres.",
    ]);
}

#[test]
fn demonstratives() {
    all_lean(&[
        "This makes the pump noisy.",
        "This was never repaired.",
        "These are kept in the cellar.",
        "Those were the good ones.",
        "That was a mistake.",
        "That is why the valve leaks.",
        "Such filters clog quickly.",
        "The former is cheaper.",
        "The latter needs no power.",
        "The above applies to tenants as well.",
        "At that time nobody knew the cause.",
        "In this case the form is not needed.",
        "Of these, three were broken.",
        "Because of this, the bridge was closed.",
        "The other half was sold.",
        "The same applies to children.",
        "These gardens are open all year.",
        "This windswept villa was built in 1905.",
        "“This is it,” she said.",
    ]);
}

#[test]
fn parts_and_others() {
    all_lean(&[
        "Both of them failed.",
        "Neither of them answered.",
        "Both were painted green.",
        "One of them leaked, the other did not.",
        "Others prefer tea.",
        "Another method is grafting.",
        "Most of them were never found.",
    ]);
}

#[test]
fn nouns_that_were_introduced() {
    all_lean(&["The house was sold in May.", "The engine runs on gas."]);
}

#[test]
fn answers() {
    all_lean(&["Yes, at the desk.", "No, only cash.", "Of course not.", "“Exactly,” said the clerk."]);
}

#[test]
fn connectives() {
    all_lean(&[
        "The aforementioned fee is waived.",
        "However, the cable was too short.",
        "Therefore the order was cancelled.",
        "Thus the loop ends.",
        "Otherwise the lock stays closed.",
        "In addition, a fee is charged.",
        "For example, a cat may be asleep.",
        "Also, bring a torch.",
        "Instead, use a ladder.",
        "As mentioned above, the deadline is Friday.",
        "Doing so voids the warranty.",
        "Since then they have met every year.",
        "On the other hand, steel is heavy.",
        "But nobody came.",
        "And then the light went out.",
        "Eventually she found the key.",
        "If so, press the red button.",
        "Then press the red button.",
        "So the plan was dropped.",
        "Then again, who knows?",
        "Similarly, a copper wire will do.",
        "Afterwards, the hall was closed.",
        "As a result, prices rose.",
    ]);
}

#[test]
fn it_that_stands_for_nothing() {
    none_leans(&[
        "It is raining.",
        "It is important that the lid is closed.",
        "It is not clear whether the fuse was changed.",
        "It seems that the fuse was changed.",
        "It takes two people to lift the lid.",
        "It is easy to forget the lid.",
        "It was believed that the earth was flat.",
        "It was late in the evening.",
        "It is said to be the oldest inn in Bath.",
    ]);
}

#[test]
fn a_text_that_names_itself() {
    none_leans(&[
        "This book explains how bees live.",
        "This chapter describes the installation.",
        "This guide is for tenants.",
        "Section 4 lists the fees.",
        "Figure 2 shows the pump.",
    ]);
}

#[test]
fn pronouns_that_the_sentence_explains() {
    none_leans(&[
        "In addition to the fee, a deposit is due.",
        "When the pump stops, it must be cooled.",
        "If the tenant leaves early, he pays half the rent.",
        "In 1998 the firm moved to Bonn.",
        "In his first book, Marsh describes bees.",
        "For his pains Marsh was given a medal.",
        "A cat always knows where its kitten is.",
        "Every child has his own cup.",
        "Marsh sold his house in May.",
        "After the war, Marsh moved to Leeds.",
        "While Marsh was in Leeds, he met a printer.",
        "With a bit of luck, it will be easy to find a room.",
    ]);
}

#[test]
fn words_that_tie_to_nothing() {
    none_leans(&[
        "Those who smoke pay more.",
        "That the earth is round was known early.",
        "Such as it is, the road will do.",
        "Both cats and dogs are welcome.",
        "Neither rain nor snow stopped the parade.",
        "As a result of the storm, trains were late.",
        "Instead of oil, use butter.",
        "Yes Minister was a comedy.",
        "No one answered the door.",
        "However hard Tom tried, the door stayed shut.",
        "Similarly to copper, silver conducts heat.",
        "Soon after the war, Marsh moved to Leeds.",
        "Later versions of the program run on Linux.",
        "First prize went to Marsh.",
        "Next year the fee will rise.",
        "So far, three pumps have failed.",
        "Still water is deep.",
        "Other than Marsh, nobody spoke.",
        "Another Country is a novel.",
        "Further information is available from the clerk.",
    ]);
}

#[test]
fn sentences_that_stand_alone() {
    none_leans(&[
        "There is a lake behind the mill.",
        "There are three kinds of rust.",
        "The cat on the roof is black.",
        "The capital of France is Paris.",
        "The sun rises in the east.",
        "The government raised the tax.",
        "Copper conducts heat.",
        "Bees are insects.",
        "We met at noon.",
        "You can pay by card.",
        "I like tea.",
        "Press the red button to stop the pump.",
        "How do I reset the password?",
        "What is the refund window?",
        "Water boils at 100 degrees.",
        "Only three of the ten pumps worked.",
        "Every user needs a password.",
    ]);
}

#[test]
fn nothing_at_all() {
    none_leans(&["", " ", "…", "(", "1998", "I", "The"]);
    all_lean(&["It", "This"]);
}
