use super::*;

const ZERO: Carry = Carry::Units(0);
const ONE: Carry = Carry::Units(1);
const TWO: Carry = Carry::Units(2);
const AUTO: Carry = Carry::Auto(2);

/// Ten questions about each of twenty documents. Of those whose number within the document is under `straddling`, the evidence is cut in
/// two without a carry.
fn asked(straddling: usize) -> Vec<Asked> {
    let asked = |nth: usize| Asked {
        document: nth / 10,
        reach: Reach::Near,
        is_whole_without: nth % 10 >= straddling,
    };
    (0..200).map(asked).collect()
}

/// A carry with which of every document's questions those are whole whose number is at least `broken`.
fn tried(carry: Carry, broken: usize, redundancy: f64, rrr: f64) -> Tried {
    Tried { carry, whole: (0..200).map(|nth| nth % 10 >= broken).collect(), redundancy, rrr: Some(rrr) }
}

fn outcomes(said: &Recommendation) -> Vec<Outcome> {
    said.steps.iter().map(|step| step.outcome).collect()
}

#[test]
fn the_smallest_that_reaches_the_target_is_taken_whatever_the_order() {
    let tried = [tried(TWO, 0, 0.2, 0.1), tried(ZERO, 3, 0.0, 0.0), tried(ONE, 0, 0.1, 0.05)];
    let said = recommend(&asked(3), &tried, &Goal { target: 1.0, ..Goal::default() });
    assert_eq!(said.verdict, Verdict::Carry { carry: ONE });
    assert_eq!(outcomes(&said), [Outcome::Taken, Outcome::Taken, Outcome::NotNeeded]);
    assert_eq!(
        said.counts,
        Counts { questions: 200, near: 200, straddling: 60, documents: 20, ..Counts::default() }
    );
    let (over, gain) = said.steps[1].over.unwrap();
    assert_eq!((over, gain.gain), (ZERO, 0.3));
}

#[test]
fn auto_stands_between_one_and_two() {
    let tried = [
        tried(TWO, 0, 0.2, 0.1),
        tried(AUTO, 0, 0.15, 0.1),
        tried(ONE, 1, 0.1, 0.05),
        tried(ZERO, 3, 0.0, 0.0),
    ];
    let said = recommend(&asked(3), &tried, &Goal { target: 1.0, ..Goal::default() });
    assert_eq!(said.verdict, Verdict::Carry { carry: AUTO });
}

#[test]
fn a_gain_that_other_documents_may_not_show_is_not_taken() {
    // All that the second unit gains, it gains in one document of twenty.
    let mut two = tried(TWO, 1, 0.2, 0.1);
    two.whole[..10].fill(true);
    let all = [tried(ZERO, 3, 0.0, 0.0), tried(ONE, 1, 0.1, 0.05), two];
    let said = recommend(&asked(3), &all, &Goal { target: 0.905, ..Goal::default() });
    assert_eq!(outcomes(&said), [Outcome::Taken, Outcome::Taken, Outcome::Unproven]);
    let Verdict::Infeasible { nearest, bites } = &said.verdict else { panic!("{said:?}") };
    assert_eq!(*nearest, Some(ONE));
    assert!(matches!(bites[..], [Bite::Unproven { gain: Interval { low: 0.0, .. }, .. }]), "{bites:?}");

    // A target that one unit reaches asks for no more.
    let said = recommend(&asked(3), &all, &Goal { target: 0.9, ..Goal::default() });
    assert_eq!(said.verdict, Verdict::Carry { carry: ONE });
}

#[test]
fn what_is_not_taken_is_no_step_to_stand_on() {
    // Two gains nothing that is sure over one, three does.
    let mut two = tried(TWO, 1, 0.15, 0.1);
    two.whole[..10].fill(true);
    let all = [tried(ZERO, 3, 0.0, 0.0), tried(ONE, 1, 0.1, 0.05), two, tried(Carry::Units(3), 0, 0.2, 0.1)];
    let said = recommend(&asked(3), &all, &Goal { target: 1.0, ..Goal::default() });
    assert_eq!(said.verdict, Verdict::Carry { carry: Carry::Units(3) });
    assert_eq!(said.steps[3].over.unwrap().0, ONE);
}

#[test]
fn a_cap_that_bites_is_named() {
    let all = [tried(ZERO, 3, 0.0, 0.0), tried(ONE, 1, 0.15, 0.05), tried(TWO, 0, 0.37, 0.1)];
    let said = recommend(&asked(3), &all, &Goal { target: 1.0, ..Goal::default() });
    let bite = Bite::Redundancy { carry: TWO, redundancy: 0.37 };
    assert_eq!(said.verdict, Verdict::Infeasible { nearest: Some(ONE), bites: vec![bite] });

    let all = [tried(ZERO, 3, 0.0, 0.0), tried(ONE, 1, 0.15, 0.05), tried(TWO, 0, 0.2, 0.245)];
    let said = recommend(&asked(3), &all, &Goal { target: 1.0, ..Goal::default() });
    let bite = Bite::Rrr { carry: TWO, rrr: 0.245 };
    assert_eq!(said.verdict, Verdict::Infeasible { nearest: Some(ONE), bites: vec![bite] });

    // A cap is kept by what is just as much.
    let all = [tried(ZERO, 3, 0.0, 0.0), tried(ONE, 0, 0.25, 0.15)];
    assert_eq!(
        recommend(&asked(3), &all, &Goal { target: 1.0, ..Goal::default() }).verdict,
        Verdict::Carry { carry: ONE }
    );
}

#[test]
fn a_target_that_nothing_reaches_is_named_with_the_smallest_that_comes_nearest() {
    let all = [tried(ZERO, 3, 0.0, 0.0), tried(ONE, 1, 0.1, 0.05), tried(TWO, 1, 0.2, 0.1)];
    let said = recommend(&asked(3), &all, &Goal { target: 1.0, ..Goal::default() });
    let bite = Bite::Target { carry: ONE, coverage: 0.9 };
    assert_eq!(said.verdict, Verdict::Infeasible { nearest: Some(ONE), bites: vec![bite] });
}

#[test]
fn where_nothing_keeps_within_the_caps_nothing_is_named() {
    let all = [tried(ZERO, 3, 0.4, 0.0), tried(ONE, 0, 0.6, 0.05)];
    let said = recommend(&asked(3), &all, &Goal { target: 1.0, ..Goal::default() });
    assert!(matches!(said.verdict, Verdict::Infeasible { nearest: None, .. }), "{said:?}");
}

#[test]
fn thirty_straddling_questions_about_five_documents_are_enough_and_no_fewer() {
    let cut = |straddling: usize, documents: usize| -> (Vec<Asked>, [Tried; 2]) {
        let asked: Vec<Asked> = (0..200)
            .map(|nth| Asked {
                document: nth % documents,
                reach: Reach::Near,
                is_whole_without: nth >= straddling,
            })
            .collect();
        let without = asked.iter().map(|asked| asked.is_whole_without).collect();
        let zero = Tried { carry: ZERO, whole: without, redundancy: 0.0, rrr: None };
        (asked, [zero, Tried { carry: ONE, whole: vec![true; 200], redundancy: 0.1, rrr: None }])
    };
    for (straddling, documents, is_enough) in [(30, 5, true), (29, 5, false), (30, 4, false), (0, 5, false)] {
        let (asked, tried) = cut(straddling, documents);
        let said = recommend(&asked, &tried, &Goal { target: 1.0, ..Goal::default() });
        assert_eq!(said.verdict != Verdict::Keep, is_enough, "{straddling} of {documents}");
        assert_eq!(said.counts.straddling, straddling);
    }
}

#[test]
fn evidence_that_no_carry_helps_never_speaks_for_one() {
    // Two units keep whole what one does, and forty questions more that were called unfittable or far.
    let mut asked = asked(3);
    for (nth, asked) in asked.iter_mut().enumerate().filter(|(nth, _)| nth % 10 == 0) {
        asked.reach = if nth % 20 == 0 { Reach::Far } else { Reach::Unfittable };
    }
    let all = [tried(ZERO, 3, 0.0, 0.0), tried(ONE, 1, 0.1, 0.05), tried(TWO, 0, 0.2, 0.1)];
    let said = recommend(&asked, &all, &Goal { target: 1.0, ..Goal::default() });
    assert_eq!(said.verdict, Verdict::Carry { carry: ONE });
    assert_eq!((said.counts.near, said.counts.far, said.counts.unfittable), (180, 10, 10));
    assert_eq!(said.steps[1].coverage, 1.0);
}

#[test]
fn what_was_not_looked_for_caps_nothing() {
    let mut one = tried(ONE, 0, 0.1, 0.9);
    one.rrr = None;
    let said =
        recommend(&asked(3), &[tried(ZERO, 3, 0.0, 0.0), one], &Goal { target: 1.0, ..Goal::default() });
    assert_eq!(said.verdict, Verdict::Carry { carry: ONE });
}

#[test]
fn nothing_tried_and_nothing_asked_is_no_evidence() {
    assert_eq!(recommend(&[], &[], &Goal { target: 1.0, ..Goal::default() }).verdict, Verdict::Keep);
    let said = recommend(&asked(3), &[], &Goal { target: 1.0, ..Goal::default() });
    assert_eq!(said.verdict, Verdict::Infeasible { nearest: None, bites: Vec::new() });
}
