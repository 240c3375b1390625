//! Which sentences lean back, against judgements (`data/leans_back.tsv`) whose texts lie outside the repository.
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

mod common;

use std::collections::BTreeMap;

use common::{json_lines, shared};
use kawara_core::Segmenter;
use kawara_pack_th::Thai;

fn all(sentences: &[&str], leaning: bool) {
    for sentence in sentences {
        assert_eq!(Thai.worker().leans_back(sentence).unwrap(), leaning, "{sentence}");
    }
}

#[test]
fn connectives() {
    all(
        &["แต่วาล์วยังไม่ปิด", "ดังนั้นต้องเปลี่ยนไส้กรอง", "นอกจากนี้ ยังมีค่าขนส่ง", "ตัวอย่างเช่น เตาที่ 3", "ส่วนห้องล่างว่างอยู่"],
        true,
    );
    all(&["แต่ละห้องมีหน้าต่าง", "ส่วนใหญ่เป็นนักเรียน", "โดยทั่วไป เหล็กเป็นสนิมได้ง่าย", "ถ้าไฟดับ ให้ใช้บันได"], false);
}

#[test]
fn pronouns_and_demonstratives() {
    all(
        &[
            "เขาย้ายไปอยู่เชียงใหม่",
            "ในปี 2540 เธอเปิดร้านหนังสือ",
            "โครงการนี้ใช้เวลาสามปี",
            "ปัญหาดังกล่าวยังไม่ได้รับการแก้ไข",
            "ทั้งสองเป็นพี่น้องกัน",
        ],
        true,
    );
    all(&["เขาใหญ่เป็นอุทยานแห่งชาติ", "วันนี้ฝนตก", "สมชายขายบ้านของเขา"], false);
}

#[test]
fn subjects_that_are_missing() {
    all(
        &["มีความยาว 30 เซนติเมตร", "เป็นเมืองหลวงของแคว้น", "ตั้งอยู่ริมแม่น้ำ", "ลำตัวสีเทา", "มหาวิทยาลัยได้รับรางวัล"],
        true,
    );
    all(&["มีผู้เสนอทฤษฎีใหม่", "มีดเล่มใหญ่คมมาก", "ลำตัวของปลาช่อนมีสีเทา", "มหาวิทยาลัยนครสิงห์ได้รับรางวัล"], false);
}

#[test]
fn judged_sentences() {
    let judgements = include_str!("data/leans_back.tsv").lines().filter(|line| !line.starts_with('#'));
    let mut texts = BTreeMap::<String, BTreeMap<String, String>>::new();
    // The rules were tuned on the even rows; the odd ones are the check.
    let mut halves = [[0.0; 3]; 2];
    for (row, line) in judgements.enumerate() {
        let [right, wrong, missed] = &mut halves[row % 2];
        let [file, id, start, end, leans] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five fields: {line}")
        };
        if !texts.contains_key(file) {
            let Some(path) = shared(file) else { return };
            texts.insert(file.to_owned(), read(&std::fs::read_to_string(path).unwrap()));
        }
        let unit = &texts[file][id][start.parse().unwrap()..end.parse().unwrap()];
        match (Thai.worker().leans_back(unit).unwrap(), leans == "1") {
            (true, true) => *right += 1.0,
            (true, false) => *wrong += 1.0,
            (false, true) => *missed += 1.0,
            (false, false) => {}
        }
    }
    for (name, [right, wrong, missed]) in ["tuned", "check"].iter().zip(halves) {
        let (precision, recall) = (right / (right + wrong), right / (right + missed));
        println!("{name}: precision {precision:.3}, recall {recall:.3}");
        assert!(precision >= 0.85 && recall >= 0.45, "{name}: precision {precision:.3}, recall {recall:.3}");
    }
}

fn read(text: &str) -> BTreeMap<String, String> {
    let field = |row: &serde_json::Value, key: &str| row[key].as_str().unwrap().to_owned();
    json_lines(text).iter().map(|row| (field(row, "id"), field(row, "text"))).collect()
}
