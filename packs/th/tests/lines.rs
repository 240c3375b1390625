//! Which lines go on, as the engine asks.
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use kawara_core::Segmenter;
use kawara_pack_th::Thai;

#[test]
fn only_strong_evidence_joins_lines() {
    let mut worker = Thai.worker();
    assert!(worker.goes_on("โรงงานแห่งนี้ผลิตชิ้นส่วนสำหรับ", "รถยนต์ไฟฟ้า").unwrap());
    assert!(worker.goes_on("มีแขกมา", "ๆ ไป ๆ ตลอดวัน").unwrap());
    assert!(!worker.goes_on("โรงงานแห่งนี้ผลิตชิ้นส่วนรถยนต์", "ก่อตั้งเมื่อสิบปีก่อน").unwrap());
    assert!(!worker.goes_on("", "").unwrap());
}
