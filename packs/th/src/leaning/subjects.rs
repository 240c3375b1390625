//! Subjects that are left out, or that only the document tells apart from others of their kind.

use super::{Head, starts_with_any};
use crate::lexicon::Class;

pub(super) fn is_missing(head: &Head<'_>) -> bool {
    let theme = head.theme();
    let start = head.tokens(theme).first().map_or(0, |token| token.start);
    let text = head.text.get(start..).unwrap_or_default();
    if starts_with_any(text, VERBS) && !starts_with_any(text, THERE_IS) {
        return true;
    }
    is_part(text) || is_bare(head, theme)
}

/// Verbs that say what something is or has; others may give an order.
const VERBS: &str = "
    มี เป็น คือ นับเป็น นับว่า จัดเป็น จัดว่า จัดอยู่ ถือเป็น ถือว่า อยู่ใน อยู่ที่ อยู่บน ตั้งอยู่ ได้รับ ถูก ประกอบด้วย ประกอบไปด้วย กลายเป็น มัก ยัง อาจ สามารถ เคย ได้ถูก ได้มี ได้เป็น พบใน พบได้ พบมาก
    เกิดที่ เกิดเมื่อ เกิดใน เกิดวันที่ จบการศึกษา สำเร็จการศึกษา เข้าศึกษา มีชื่อ มีถิ่น กระจายพันธุ์ อาศัยอยู่ ออกวางจำหน่าย ออกฉาย วางจำหน่าย เปิดให้บริการ ก่อตั้ง สร้างขึ้น สร้างเมื่อ เสียชีวิต ถึงแก่ ไม่ได้ ไม่มี ไม่เคย
    ใช้เป็น ใช้ใน ใช้สำหรับ รู้จักกัน แบ่งออก แบ่งเป็น เดิมเป็น เดิมชื่อ เดิมมี โตเต็มที่ ขนาดโต จะมี จะเป็น จะถูก จะได้ ก็เป็น ก็มี ก็ได้ เคยเป็น เริ่มเป็น เริ่มมี มาจาก
";

/// Sentences that say that something exists need no subject; neither do other words that begin in the same way.
const THERE_IS: &str = "
    มีผู้ มีคน มีความเข้าใจ มีความเห็น มีความเชื่อ มีความพยายาม มีความเป็นไปได้ มีความคิด มีความกังวล มีความแตกต่าง มีความสัมพันธ์ มีความขัดแย้ง มีหลาย มีนัก มีหลักฐาน มีด มีนา มีเหตุ มีเรื่อง มีปัญหา มีวิธี ถูกต้อง ยังชีพ เป็นไปได้ เป็นเรื่อง เป็นเวลา เป็นที่ เป็นความ คือว่า ยังมีผู้ ยังมีคน อาจมีผู้ อาจมีคน อาจารย์ เคยมีผู้ เคยมีคน
    ได้รับอนุญาตหรือ ไม่มีใคร ไม่มีผู้ ไม่มีอะไร คือง
";

/// ลำตัวสีน้ำตาล: a part of something that is not named.
fn is_part(text: &str) -> bool {
    let phrase = text.split(' ').next().unwrap_or_default();
    starts_with_any(text, PARTS) && !phrase.contains("ของ")
}

const PARTS: &str = "
    ลำตัว ลําตัว ครีบ ก้าน หนวด เกล็ด จะงอยปาก ใบเดี่ยว ใบประกอบ ใบรูป ใบเป็น ใบมี ใบเรียง ดอกสี ดอกออก ดอกช่อ ดอกเดี่ยว ดอกมี ผลสุก ผลรูป ผลกลม ผลเป็น ผลมี ลำต้น ปากเล็ก ปากกว้าง ปากมี ตามี ตาลด ตาเล็ก ตาโต หางยาว หางสั้น หางมี
    หัวโต หัวเล็ก หัวมี ส่วนหัว ขนสี สีพื้น พื้นลำตัว ตัวผู้ ตัวเมีย ตัวเต็มวัย เพศผู้ เพศเมีย เมล็ด เปลือก ขนาดโต ขนาดยาว ความยาว ลักษณะภูมิประเทศ ลักษณะทั่วไป ภูมิประเทศ อาณาเขต ทิศเหนือ ทิศใต้ ทิศตะวันออก ทิศตะวันตก
";

/// มหาวิทยาลัยได้…: one of many, and no name, then a verb.
fn is_bare(head: &Head<'_>, theme: usize) -> bool {
    let tokens = head.tokens(theme);
    let (Some(noun), Some(next)) = (tokens.first(), tokens.get(1)) else { return false };
    let definite = KINDS.split_whitespace().any(|kind| kind == head.word(noun));
    let verb = matches!(next.class, Class::Auxiliary | Class::Copula | Class::Negation);
    definite && (verb || head.word(next) == "ได้รับ")
}

const KINDS: &str = "
    มหาวิทยาลัย วิทยาลัย โรงเรียน บริษัท วง ทีม สโมสร เมือง จังหวัด อำเภอ ตำบล หมู่บ้าน วัด เกาะ ภาพยนตร์ อัลบั้ม เพลง หนังสือ เกม รายการ ละคร โครงการ องค์กร สถาบัน ราชวงศ์ ผู้กำกับ นวนิยาย สถานี อาคาร พิพิธภัณฑ์ ศาล รัฐบาล สภา
";
