//! Clause grain. `|` stands where a clause must end.

mod common;

use common::{check, pieces};
use kawara_core::Grain;

fn clauses(marked: &str) {
    check(Grain::Clause, marked);
}

#[test]
fn at_spaces_before_what_opens_a_clause() {
    clauses(
        "
        ถ้ารถไม่ติด |ฉันจะถึงก่อนเที่ยง
        เขาออกจากบ้านแต่เช้า |แต่ก็ยังไปไม่ทัน
        บริษัทเปิดสาขาใหม่ |ซึ่งอยู่ใกล้สถานีรถไฟ
        พวกเราหยุดงาน |เพราะไฟฟ้าดับทั้งเมือง
        ",
    );
}

#[test]
fn without_a_space_before_connectives() {
    clauses(
        "
        การแข่งขันเลื่อนออกไป|เพราะฝนตกหนักทั้งวัน
        ผู้จัดการอนุมัติโครงการแล้ว|แต่ฝ่ายบัญชียังไม่โอนเงิน
        ",
    );
}

#[test]
fn not_where_the_connective_is_part_of_a_word_or_belongs_to_one() {
    clauses("ทั้งสองแต่งงานกันตั้งแต่ปีที่แล้วและแต่ละคนมีงานทำ");
    clauses("ที่โรงเรียนปิดนั้นเป็นเพราะน้ำท่วมถนนทุกสาย");
}

#[test]
fn never_before_what_belongs_to_the_word_before() {
    let text = "คณะกรรมการมีมติเป็นเอกฉันท์ ว่าจะไม่ต่อสัญญากับบริษัทเดิม ที่ทำงานล่าช้า และ จะเปิดประมูลใหม่ โดย เร็ว";
    for piece in pieces(text, Grain::Clause) {
        assert!(!piece.starts_with("ที่") && !piece.starts_with("ว่า"), "{piece}");
    }
}

#[test]
fn what_is_still_long_is_cut_at_spaces() {
    let listed = "โต๊ะทำงาน เก้าอี้ไม้ ตู้เอกสาร ชั้นหนังสือ โคมไฟ พัดลม เครื่องพิมพ์ กระดานดำ ".repeat(20);
    let longest = pieces(&listed, Grain::Clause).iter().map(|piece| piece.len()).max();
    assert!(longest.is_some_and(|longest| longest < 400), "{longest:?}");
}

#[test]
fn a_noun_that_begins_like_a_relative_may_open_a_clause() {
    clauses("เมื่อประธานเสนอร่างงบประมาณประจำปี |ที่ประชุมเห็นชอบโดยไม่มีผู้คัดค้าน");
}
