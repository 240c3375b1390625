use super::*;
use kawara_core::Value;

fn read(text: &str, mode: &str) -> (String, Blocks) {
    let options = Options::new().with("text", Value::Str(mode.into()));
    let mut blocks = Blocks::new();
    let text = Subtitle.open(&options).unwrap().read(text, &mut blocks).unwrap().into_owned();
    (text, blocks)
}

fn whys(blocks: &Blocks) -> Vec<&'static str> {
    let mut whys: Vec<_> = blocks.skipped().iter().map(|skip| skip.why).collect();
    whys.sort_unstable();
    whys.dedup();
    whys
}

fn kept(source: &str) -> Vec<(Joint, String)> {
    let (text, blocks) = read(source, "plain");
    blocks.kept().iter().map(|block| (block.joint(), text[block.range()].to_owned())).collect()
}

#[test]
fn sentences_run_over_cues() {
    let source = "WEBVTT\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE x\n\n1\n00:00:01.000 --> 00:00:02.000 align:start\n<i>The boat</i> came\ninto port &amp;\n\nb\n00:02.100 --> 00:03.000\nmoored. Nobody spoke.\n\n3\n00:09.000 --> 00:10.000\nLater.\n";
    let (text, blocks) = read(source, "plain");
    assert_eq!(text, "The boat came into port & moored. Nobody spoke.\n\nLater.");
    assert_eq!(blocks.kept().len(), 2);
    assert_eq!(
        whys(&blocks),
        ["cue id", "cue number", "cue timing", "header", "line break", "markup", "note", "style"]
    );
    assert_eq!(&source[blocks.map.source_range(24..25)], "&amp;");
}

#[test]
fn marks_and_pauses_of_unspaced_scripts() {
    let source = "1\r\n00:00:01,000 --> 00:00:02,000\r\n一件是箱子，\r\n\r\n2\r\n00:00:02,500 --> 00:00:03,000\r\n两件是\r\n布袋。\r\n\r\n3\r\n00:00:03,500 --> 00:00:04,000\r\n1945\r\n\r\n4\r\n00:00:04,500 --> 00:00:05,000\r\n没有人\r\n\r\n5\r\n00:00:07,500 --> 00:00:08,000\r\n三";
    let line = |joint, text: &str| (joint, text.to_owned());
    let expected = [
        line(Joint::Paragraph, "一件是箱子，两件是布袋。1945"),
        line(Joint::Wrap, "没有人"),
        line(Joint::Line, "三"),
    ];
    assert_eq!(kept(source), expected);
    assert_eq!(kept(&format!("\u{feff}{source}")), expected);
}

#[test]
fn a_voice_is_a_line_of_its_own() {
    let source = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Fay>Morning.\n\n00:02.000 --> 00:03.000\n<v Fay>Is it on?\n<v Bo>Yes.</v> <v Fay>Good.\n";
    let line = |joint, text: &str| (joint, text.to_owned());
    assert_eq!(
        kept(source),
        [line(Joint::Paragraph, "Morning. Is it on?"), line(Joint::Line, "Yes."), line(Joint::Line, "Good.")]
    );
}

#[test]
fn rolling_captions_are_said_once() {
    let source = "WEBVTT\n\n00:00.000 --> 00:02.000\n&nbsp;\nwe<00:00:01.000><c> start</c>\n\n00:02.000 --> 00:02.010\nwe start\n&nbsp;\n\n00:02.010 --> 00:04.000\nwe start\nthe<c> kiln</c>\n\n00:04.000 --> 00:04.010\nthe kiln\n\n00:04.010 --> 00:06.000\nthe kiln\nat dawn\n";
    let (text, blocks) = read(source, "plain");
    assert_eq!(text, "we start the kiln at dawn");
    assert!(whys(&blocks).contains(&"repeated"));
    let twice = "1\n00:00:01,000 --> 00:00:02,000\nNo!\n\n2\n00:00:02,000 --> 00:00:03,000\nNo!\n";
    assert_eq!(read(twice, "plain").0, "No! No!", "what is said twice stays");
}

#[test]
fn the_source_is_a_record_for_each_cue() {
    let source = "WEBVTT\n\n00:00:00.000 --> 00:00:02.500\n港に船が着いた。\n\n7\n00:00:03.000 --> 00:00:05.500\n荷は三つだけ。\n\nNOTE end\n\n00:00:06.000 --> 00:00:08.500\n一つは箱、\n\n";
    let (text, blocks) = read(source, "source");
    let rows: Vec<_> = blocks.kept().iter().map(|block| (block.joint(), &text[block.range()])).collect();
    assert_eq!(
        rows,
        [
            (Joint::Record, "WEBVTT\n\n00:00:00.000 --> 00:00:02.500\n港に船が着いた。"),
            (Joint::Record, "7\n00:00:03.000 --> 00:00:05.500\n荷は三つだけ。"),
            (Joint::Record, "NOTE end\n\n00:00:06.000 --> 00:00:08.500\n一つは箱、"),
        ]
    );
}

#[test]
fn a_file_without_cues() {
    assert_eq!(kept("Just\n\ntext.\n").len(), 2);
    let (_, blocks) = read("WEBVTT\n\nNOTE none\n", "plain");
    assert!(blocks.kept().is_empty() && blocks.skipped().len() == 1);
}
