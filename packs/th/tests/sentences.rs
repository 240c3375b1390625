//! Sentence grain, rule by rule. `|` stands where a sentence must end.

mod common;

use common::{check, pieces};
use kawara_core::Grain;

fn sentences(marked: &str) {
    check(Grain::Sentence, marked);
}

#[test]
fn a_leading_vowel_waits_for_its_consonant() {
    // Found by a property test: a heading behind a lonely vowel.
    assert_eq!(pieces("เ\u{3000}ข้อ 3 ก", Grain::Sentence).len(), 1);
}

#[test]
fn repetition_and_abbreviation_marks_stay_with_their_word() {
    for text in ["เด็ก ๆ", "ต่าง ๆ นานา", "กรุงเทพ ฯ", "หมู เห็ด เป็ด ไก่ ฯลฯ"]
    {
        assert_eq!(pieces(text, Grain::Sentence).len(), 1, "{text}");
    }
    sentences("สถานการณ์ดีขึ้นเรื่อย ๆ |อย่างไรก็ตาม ยังวางใจไม่ได้");
}

#[test]
fn numbers_stay_with_what_they_count() {
    sentences(
        "
        ปลาตัวนี้หนัก 25 กิโลกรัม
        โครงการใช้เงิน 16,000 ล้านบาท ในเวลา 3 ปี
        ราคาเพิ่มขึ้น 5 % จากเดิม
        ประชุมวันที่ 9 เมษายน 2568 ห้อง 12
        เมื่อปี พ.ศ. 2490 และ ค.ศ. 1947
        เส้นรอบวงยาว 40 075 กม.
        ",
    );
}

#[test]
fn titles_names_and_offices_stay_together() {
    sentences(
        "
        นาย มานะ รักไทย มาสาย
        พล.อ. ประเสริฐ มาถึงแล้ว
        นายวินัย ศรทอง ผู้อำนวยการโรงเรียน กล่าวเปิดงาน
        จอห์น เอฟ. วอล์กเกอร์ เป็นนักเขียน
        ",
    );
}

#[test]
fn nothing_ends_inside_quotations_and_asides() {
    sentences(
        "
        เขาพูดว่า “รีบไปเถอะ! เดี๋ยวสาย” แล้ววิ่งออกไป
        ผลสอบ (คะแนนเต็ม 100 ได้ 87 ครับ) ออกแล้ว
        “ผมไม่เห็นด้วย” ประธานกล่าว
        ",
    );
    sentences("“มาทำไมคะ” |“มาหาคุณครับ”");
}

#[test]
fn signs_end_a_sentence_with_the_closing_marks_that_follow() {
    sentences(
        "
        ไฟไหม้! |รีบหนีออกมา
        ใครอยู่ข้างนอก?? |เปิดประตูหน่อย
        (จริงหรือ?) |ไม่น่าเชื่อ
        หิวไหม?|กินข้าวกัน
        ",
    );
}

#[test]
fn polite_words_end_a_sentence_but_not_where_somebody_is_called() {
    sentences(
        "
        ส่งของให้แล้วนะคะ |รอรับได้เลยค่ะ
        ได้ครับ |พรุ่งนี้เจอกัน
        คุณหมอคะ หนูเจ็บคอ
        ",
    );
}

#[test]
fn emoji_and_laughing_stay_with_what_they_follow() {
    sentences("สวยมาก 😍😍 |ขอพิกัดหน่อย");
    sentences("ลืมกุญแจอีกแล้ว 555 |กลับไปเอาแป๊บ");
    sentences("ถึงบ้านแล้ว👍🏽 |นอนก่อนนะ");
}

#[test]
fn labels_stay_with_their_items_and_begin_new_ones() {
    sentences("ขั้นตอน 1. เปิดฝา |2. เติมน้ำ |3. ปิดฝา");
    sentences("(ก) บัตรประชาชน |(ข) ทะเบียนบ้าน |(ค) รูปถ่าย");
    sentences("๑) ล้างผัก |๒) หั่นผัก");
    sentences("• น้ำตาล");
}

#[test]
fn full_stops_belong_to_abbreviations_but_in_english() {
    sentences(
        "
        ส่งที่ ต. บ้านใหม่ อ. เมือง จ. น่าน
        โทร. 02 555 0199
        ระบบตอบว่า Access denied. |กรุณาเข้าสู่ระบบใหม่
        เสร็จแล้ว |Read the manual for details. |ขอบคุณครับ
        Mr. Smith และ Dr. Lee มาถึง
        ",
    );
}

#[test]
fn words_that_go_on_and_words_that_begin_anew() {
    sentences("เขาซื้อบ้านหลังใหญ่ ซึ่งอยู่ติดทะเล");
    sentences("ฝนตกหนัก ทำให้น้ำท่วมถนน");
    sentences("สินค้าขายดี |นอกจากนี้ ต้นทุนยังต่ำ");
    sentences("เครื่องบินลงจอดแล้ว |จากนั้นผู้โดยสารลงจากเครื่อง");
    sentences("เราจะไปพบเขาที่ เชียงใหม่");
}

#[test]
fn an_address_goes_on() {
    sentences("ดูรายละเอียดที่ www.example.com แล้วกดสมัคร");
}

#[test]
fn line_breaks_are_spaces() {
    sentences("ที่ประชุมเห็นชอบให้จัดซื้อเครื่องพิมพ์ใหม่เพื่อ\nใช้ในสำนักงาน");
}

#[test]
fn a_zero_width_space_is_no_gap() {
    assert_eq!(pieces("ไป\u{200b}ไหน\u{200b}มา", Grain::Sentence).len(), 1);
}

#[test]
fn each_speaker_of_a_dialogue_has_a_say() {
    for grain in [Grain::Sentence, Grain::Clause] {
        for text in ["“ใครมา” พ่อถาม “ไม่มีใครมาครับ!” น้องตอบ", "“ใครมา” พ่อถาม “ป้าแดง” น้องตอบเบาๆ"]
        {
            let found = pieces(text, grain);
            assert!(!found.iter().any(|piece| piece.starts_with("น้อง")), "{found:?}");
        }
    }
    sentences("เธอถามว่า “ไปด้วยกันไหม” แล้วยิ้ม");
}

#[test]
fn headings_of_laws_begin_a_sentence() {
    sentences(
        "
        มาตรา ๗ ผู้ใดทำลายป้ายสาธารณะ ต้องระวางโทษปรับ |มาตรา ๘ ผู้ใดใช้กำลังขัดขวาง ต้องระวางโทษจำคุก
        หมวด 1 บททั่วไป |ข้อ 1 ระเบียบนี้ใช้กับพนักงานทุกคน
        ผู้ต้องหากระทำผิดตามมาตรา 5 แห่งพระราชบัญญัติจราจร
        ผู้ต้องหากระทำผิดตาม มาตรา 4 มาตรา 5 และมาตรา 6
        ",
    );
}

#[test]
fn numbers_stay_before_what_they_count() {
    sentences(
        "
        เขาย้ายไปเชียงใหม่ 10 ปีต่อมาเขาเปิดร้านกาแฟ
        ความร่วมมือระหว่าง 8 หน่วยงาน
        รถคันนี้ใช้เกียร์ธรรมดา 5 สปีด
        ",
    );
}

#[test]
fn kinds_stay_with_names() {
    for grain in [Grain::Sentence, Grain::Clause] {
        for text in [
            "เขาเป็นพนักงานของบริษัท ไทยน้ำมันพืช จำกัด (มหาชน)",
            "แม่พักอยู่ที่โรงพยาบาล รักษ์สุข",
            "เขากู้เงินจากธนาคาร กรุงสยาม จำกัด (มหาชน)",
            "แมวตัวนี้ชื่อ ขาวมณี",
        ] {
            assert_eq!(pieces(text, grain).len(), 1, "{text}");
        }
    }
}

#[test]
fn nothing_ends_before_that_and_which() {
    for text in ["โฆษกแถลงเมื่อเช้านี้ ว่าโครงการจะเริ่มเดือนหน้า", "ขอบคุณมากค่ะ ที่ช่วยกันเก็บขยะ"]
    {
        assert_eq!(pieces(text, Grain::Sentence).len(), 1, "{text}");
    }
    sentences("ได้รับของแล้วค่ะ |ว่าแต่ร้านปิดกี่โมง");
    sentences("ทานข้าวหรือยังคะ |ที่นี่ข้าวหมดแล้ว");
}
