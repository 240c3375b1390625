//! Laws in several languages, each with what its kind of law has.

use kawara_core::{BlockKind, Joint, Options, PlainText, Reader, Value};

use super::outline;
use crate::mode::Mode;
use crate::outline::{Outline, Piece};

fn read(text: &str) -> Outline {
    let options = Options::new();
    outline(text, Mode::of(&options).unwrap(), PlainText.open(&options).unwrap().as_mut())
}

/// The pieces of each record.
fn records(text: &str) -> Vec<Vec<&str>> {
    let mut records: Vec<Vec<&str>> = Vec::new();
    for piece in &read(text).pieces {
        let said = &text[piece.range.clone()];
        match records.last_mut() {
            Some(record) if piece.joint != Joint::Record => record.push(said),
            _ => records.push(vec![said]),
        }
    }
    records
}

fn firsts(text: &str) -> Vec<&str> {
    records(text).into_iter().map(|record| record[0]).collect()
}

fn sections(text: &str) -> Vec<(u8, String)> {
    read(text).pieces.into_iter().filter_map(|p| p.section).map(|s| (s.level, s.title)).collect()
}

/// What the piece that begins so brings along, and whether it begins behind what the lead says.
fn lead(text: &str, start: &str) -> Option<(String, bool)> {
    let found = read(text);
    let piece = found.pieces.iter().find(|piece| text[piece.range.clone()].starts_with(start)).unwrap();
    let lead = &found.leads[piece.lead? as usize];
    Some((lead.text.clone(), piece.range.start >= lead.body))
}

fn piece(text: &str, start: &str) -> Piece {
    read(text).pieces.into_iter().find(|piece| text[piece.range.clone()].starts_with(start)).unwrap()
}

#[test]
fn japanese_articles_have_their_captions_paragraphs_and_branches() {
    let text = "公園条例\n令和九年条例第二号\n\n目次\n　第一章　総則（第一条・第二条）\n　第二章　使用（第三条）\n　附則\n\n第一章　総則\n\n（目的）\n第一条　この条例は、公園について定める。\n（禁止）\n第二条　公園では、次に掲げる行為をしてはならない。\n一　たき火\n二　釣り\n２　市長は、前項の行為を許可することができる。\n第二条の二　前条の規定は、\n第一条の公園に限る。\n\n第二章　使用\n第三条　削除\n附　則\n第一条　この条例は、公布の日から施行する。\n";
    assert_eq!(
        firsts(text),
        [
            "公園条例",
            "第一章　総則",
            "（禁止）",
            "第二条の二　前条の規定は、\n第一条の公園に限る。",
            "第二章　使用",
            "附　則"
        ]
        .map(|first| first.split('\n').next().unwrap())
        .to_vec()
        .as_slice()
    );
    assert_eq!(
        sections(text),
        [(1, "公園条例"), (2, "第一章 総則"), (2, "第二章 使用"), (2, "附 則")]
            .map(|(level, title)| (level, title.to_owned()))
    );
    assert_eq!(
        lead(text, "一　たき火"),
        Some(("第二条（禁止） 公園では、次に掲げる行為をしてはならない。".into(), true))
    );
    assert_eq!(lead(text, "２　市長は"), Some(("第二条（禁止）".into(), true)));
    assert_eq!(lead(text, "第二条　公園"), Some(("第二条（禁止）".into(), false)));
    assert_eq!((piece(text, "一　").joint, piece(text, "二　").joint), (Joint::Sentence, Joint::Line));
    assert_eq!(piece(text, "（禁止）").kind, BlockKind::Heading);
}

#[test]
fn chinese_articles_of_a_markdown_law_lie_under_its_chapters() {
    let text = "# 公园法\n\n2031年1月1日通过\n\n## 第一编 总则\n\n### 第一章 一般规定\n\n第一条 为了保护公园，制定本法。\n\n第二条 公园内不得有下列行为：\n\n（一）生火；\n\n（二）钓鱼。\n\n前款第一项规定的行为，适用\n第一条的规定。\n\n第二条之一 【例外】本法不适用于私人花园。\n\n## 附则\n\n第三条 本法自公布之日起施行。\n";
    assert_eq!(
        firsts(text),
        [
            "# 公园法",
            "## 第一编 总则",
            "第二条 公园内不得有下列行为：",
            "第二条之一 【例外】本法不适用于私人花园。",
            "## 附则"
        ]
    );
    assert_eq!(lead(text, "（二）"), Some(("第二条 公园内不得有下列行为：".into(), true)));
    assert_eq!(lead(text, "前款"), Some(("第二条".into(), true)));
    assert_eq!(lead(text, "第二条之一"), Some(("第二条之一 【例外】".into(), false)));
    assert_eq!(piece(text, "第三条").joint, Joint::Paragraph);
}

#[test]
fn traditional_characters_digits_and_emphasis_are_read_alike() {
    let text = "### 第 1 條\n\n本法稱公園者，指供公眾使用之園地。\n\n### 第 1-1 條\n\n主管機關為市政府。\n\n### 第 2 條\n\n施行日期另定之。\n";
    assert_eq!(firsts(text), ["### 第 1 條", "### 第 1-1 條", "### 第 2 條"]);
    assert!(sections(text).is_empty(), "an article is no section");
    assert_eq!(lead(text, "主管"), Some(("第 1-1 條".into(), true)));
    let text = "## 合同\n\n**第一条** 租金按月支付。\n**第二条** 押金为两个月租金。\n";
    assert_eq!(
        records(text),
        [vec!["## 合同", "**第一条** 租金按月支付。"], vec!["**第二条** 押金为两个月租金。"]]
    );
}

#[test]
fn articles_without_a_space_are_told_from_references_by_their_order() {
    let text = "第一章总则\n第一条为了保护公园，制定本法。\n第二条公园由市政府管理。\n第一条规定的公园除外。\n第三条本法自公布之日起施行。\n";
    assert_eq!(
        firsts(text),
        [
            "第一章总则",
            "第二条公园由市政府管理。\n第一条规定的公园除外。".split('\n').next().unwrap(),
            "第三条本法自公布之日起施行。"
        ]
    );
}

#[test]
fn english_sections_begin_at_lines_and_not_at_references() {
    let text = "LEASE\n\nSection 4. The lease ends on the last day of June.\nNotice must be given in writing as\nSection 5 says.\nSection 5. Rent is due on the first working day under\nSection 4. Pets cost more.\nSection 6. The tenant shall:\n(a) pay the rent;\n(b) keep\n(i) the garden; and\n(ii) the stairs.\n";
    assert_eq!(firsts(text).len(), 3, "{:?}", firsts(text));
    assert!(firsts(text)[1].starts_with("Section 5. Rent"));
    assert_eq!(lead(text, "(b)"), Some(("Section 6 The tenant shall:".into(), true)));
}

#[test]
fn parts_and_articles_over_sections_are_sections() {
    let text = "BYLAWS\n\nARTICLE I\nNAME\n\nSection 1. Name.\nThe club is called Reed.\n\nSection 2. Seal.\nIt has none.\n\nARTICLE II — MEMBERS\n\nSection 1. Who.\nAnyone may join.\n\nSection 2. Fees.\nNone are due.\n\nSection 3. End.\nMembers may leave.\n\nSCHEDULE 1 Fees\n\nSection 1. Nothing.\nNothing is due.\n";
    assert_eq!(
        sections(text),
        [(1, "BYLAWS"), (2, "ARTICLE I NAME"), (2, "ARTICLE II — MEMBERS"), (2, "SCHEDULE 1 Fees")]
            .map(|(level, title)| (level, title.to_owned()))
    );
    assert_eq!(
        firsts(text),
        [
            "BYLAWS",
            "Section 2. Seal.",
            "ARTICLE II — MEMBERS",
            "Section 2. Fees.",
            "Section 3. End.",
            "SCHEDULE 1 Fees"
        ]
        .to_vec()
    );
}

#[test]
fn headings_of_articles_go_with_them() {
    let text = "Article 1\nSubject matter\n\nThis Regulation is about parks.\n\nArticle 2 Definitions\nIn this Regulation:\n1. park means a garden;\n2. bench means a seat.\n\nArticle 3\nEntry into force\n\nIt enters into force in May.\n";
    assert_eq!(
        firsts(text),
        ["Article 1\nSubject matter", "Article 2 Definitions", "Article 3\nEntry into force"]
    );
    assert_eq!(lead(text, "This"), Some(("Article 1 Subject matter".into(), true)));
    assert_eq!(lead(text, "2. bench"), Some(("Article 2 Definitions In this Regulation:".into(), true)));
}

#[test]
fn acts_with_titles_in_capitals() {
    let text = "AN ACT\n\nSECTION 1. SHORT TITLE.\nThis is the Park Act.\n\nSEC. 2. TERMS.\nIn this Act—\n    (1) PARK.—A park is a garden; and\n    (2) BENCH.—A bench is a seat under\nSection 3. It is no chair.\n\nSEC. 3. FEES.\nA fee is due.\n\nTITLE II—PENALTIES\n\nSubtitle A—Fines\n\nSEC. 201. FINES.\nA fine is due. Section 2 applies.\nSection 3 of this Act applies.\n";
    assert_eq!(firsts(text), ["AN ACT", "SEC. 2. TERMS.", "SEC. 3. FEES.", "TITLE II—PENALTIES"]);
    assert_eq!(lead(text, "(2)"), Some(("SEC. 2. TERMS In this Act—".into(), true)));
    assert_eq!(piece(text, "SEC. 201").kind, BlockKind::Heading);
}

#[test]
fn german_and_french_articles() {
    let text = "Parkordnung\n\nErster Teil\n\n§ 1 Zweck\n(1) Der Park dient der Erholung.\n(2) Er ist offen.\n\n§ 1a Begriffe\nEin Park ist ein Garten.\n§ 1 Abs. 2 gilt entsprechend.\n\n§ 2 Inkrafttreten\nSie tritt im Mai in Kraft.\n";
    assert_eq!(firsts(text), ["Parkordnung", "§ 1 Zweck", "§ 1a Begriffe", "§ 2 Inkrafttreten"]);
    assert_eq!(lead(text, "(2)"), Some(("§ 1 Zweck".into(), true)));
    let text =
        "Article 1er\nLe parc est ouvert.\n\nArticle 2\nIl ferme le soir.\n\nArticle 2 bis\nSauf en été.\n";
    assert_eq!(firsts(text), ["Article 1er", "Article 2", "Article 2 bis"]);
}

#[test]
fn thai_articles_with_digits_of_their_own() {
    let text = "หมวด ๑\nบททั่วไป\n\nมาตรา ๑ สวนนี้เปิดให้ประชาชน\nมาตรา ๒ ห้ามกระทำดังต่อไปนี้\n(๑) ก่อไฟ\n(๒) ตกปลา\nมาตรา ๑ วรรคสอง ใช้บังคับด้วย\nมาตรา ๒/๑ ความในมาตรา ๒ ไม่ใช้กับเจ้าหน้าที่\n\nหมวด ๒\nบทกำหนดโทษ\n\nมาตรา ๓ ผู้ใดฝ่าฝืนต้องระวางโทษปรับ\n";
    assert_eq!(firsts(text).len(), 4, "{:?}", firsts(text));
    assert_eq!(sections(text), [(1, "หมวด ๑ บททั่วไป".to_owned()), (1, "หมวด ๒ บทกำหนดโทษ".to_owned())]);
}

#[test]
fn clauses_of_a_standard_have_titles() {
    let text = "7.3.1 一般要求\n护栏应当连续设置。\n7.3.2的规定适用于室外护栏。\n7.3.3的试验在安装前进行。\n\n7.3.2 室外\n涂层厚度不小于八十微米。每年检查一次。\n\n7.3.3 试验\n施加水平推力一千牛，持续五分钟。\n";
    assert_eq!(firsts(text), ["7.3.1 一般要求", "7.3.2 室外", "7.3.3 试验"]);
}

#[test]
fn a_table_of_contents_opens_no_section() {
    let text = "Park Act\n\nCONTENTS\nPART I General\nSection 1. Aim\nSection 2. Terms\nPART II Fees\nSection 3. None\nPART I General\nSection 1. Aim\nThis Act is about parks.\nSection 2. Terms\nA park is a garden.\nPART II Fees\nSection 3. None\nNothing is due.\n";
    assert_eq!(
        sections(text).into_iter().map(|(_, title)| title).collect::<Vec<_>>(),
        ["Park Act", "PART I General", "PART II Fees"]
    );
    assert_eq!(firsts(text), ["Park Act", "PART I General", "Section 2. Terms", "PART II Fees"]);
}

#[test]
fn a_title_may_stand_below_the_number_of_a_chapter() {
    let text = "第一章\n总则\n第一条 为了保护公园，制定本法。\n第二条 公园开放\n免费\n第三条 附则另定。\n";
    assert_eq!(sections(text), [(1, "第一章 总则".to_owned())]);
    assert_eq!(firsts(text).len(), 3);
}

#[test]
fn hard_line_breaks_change_no_record() {
    let options = Options::new().with("newline", Value::Str("hard".into()));
    let text = "（使用）\n第一条　使用者は、届け出る。\n２　届出は、書面で行う。\n（特例）\n第一条の二　前条は、\n夜間には適用しない。\n";
    let mode = Mode::of(&options).unwrap();
    let found = outline(text, mode, PlainText.open(&options).unwrap().as_mut());
    let said: Vec<_> = found.pieces.iter().map(|piece| (piece.joint, &text[piece.range.clone()])).collect();
    assert_eq!(
        said,
        [
            (Joint::Record, "（使用）"),
            (Joint::Line, "第一条　使用者は、届け出る。"),
            (Joint::Line, "２　届出は、書面で行う。"),
            (Joint::Record, "（特例）"),
            (Joint::Line, "第一条の二　前条は、"),
            (Joint::Line, "夜間には適用しない。"),
        ]
    );
}

#[test]
fn text_that_is_no_law_is_one_record() {
    let text = "A note\n\nSection 5 applies to all.\n\nNothing else.\n";
    assert_eq!(records(text), [vec!["A note", "Section 5 applies to all.", "Nothing else."]]);
    assert!(read("").pieces.is_empty());
}

#[test]
fn a_long_lead_in_is_brought_along_by_the_clauses_that_it_begins_with() {
    let text = "第五条 有下列情形之一，在公园内损坏树木、草坪或者其他设施，情节严重的，由公园管理机构责令赔偿，并处一百元以上一千元以下罚款；情节特别严重的，并处一千元以上五千元以下罚款：\n\n（一）折枝；\n\n（二）生火。\n\n单位有前款行为的，加重处罚。\n";
    let said =
        "第五条 有下列情形之一，在公园内损坏树木、草坪或者其他设施，情节严重的，由公园管理机构责令赔偿…";
    assert_eq!(lead(text, "（二）"), Some((said.into(), true)));
    assert_eq!(lead(text, "单位"), Some(("第五条".into(), true)));
    let unbroken = format!("第五条 {}：\n（一）折枝；\n（二）生火。\n", "字".repeat(60));
    assert_eq!(lead(&unbroken, "（二）"), Some(("第五条".into(), true)));
}

#[test]
fn a_list_in_an_annex_brings_along_what_announces_it() {
    let text = "# 公园法\n\n第一条 为了保护公园，制定本法。\n\n第二条 本法自公布之日起施行。\n\n## 附件一\n\n下列规定予以废止：\n\n1．公园暂行条例\n\n2．草坪补充规定\n\n## 附件二\n\n保留的规定见公报。\n\n1．湖泊条例\n";
    assert_eq!(lead(text, "2．草坪"), Some(("下列规定予以废止：".into(), true)));
    assert_eq!(lead(text, "1．湖泊"), None);
}
