//! A certificate is accepted by `tools/verify_certificate.py`, and no longer once it, the chunks or the documents were changed.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use common::{directory, kawara};

/// Sentences of no source but this one.
const EN: [&str; 6] = [
    "The gate of the yard opens at six in the morning. The first bus leaves half an hour later. Tickets are sold on board, and nobody needs change.",
    "Mrs. Abara keeps the keys. She has kept them for 19.5 years. In winter she comes earlier, since the lock freezes.",
    "What happens when the bus is full? The driver calls for another one. It takes ten minutes at most. Nobody has ever waited longer.",
    "A list of everything that was found under the seats last year, as far as anybody wrote it down, runs to four gloves that are no pairs, \
     eleven umbrellas of which two still open, a birdcage without its bird, a letter to a lady in Trieste, half a chess set, and, \
     in the last week of November, a live goose that belonged to the stationmaster.",
    "The goose is well. It lives in the yard now. It greets the first bus.",
    "Nothing else was ever claimed. The letter was sent on. The lady wrote back.",
];
const ZH: [&str; 4] = [
    "院子的大门早上六点打开。第一班车半小时后出发。车上可以买票，不用自己准备零钱。",
    "钥匙由李阿姨保管。她管了十九年半。冬天她来得更早，因为锁会冻住。",
    "车坐满了怎么办？司机会再叫一辆。最多等十分钟。从来没有人等得更久。",
    "去年在座位下面找到的东西里，有四只不成对的手套、十一把雨伞、一个没有鸟的鸟笼、一封寄给远方女士的信，还有一只鹅。鹅很好。它现在住在院子里。每天早上它迎接第一班车。",
];
const JA: [&str; 4] = [
    "門は朝六時に開きます。最初のバスはその三十分後に出ます。切符は車内で買えるので、小銭はいりません。",
    "鍵は佐藤さんが預かっています。それは十九年前からです。冬は錠が凍るので、早めに来ます。",
    "バスが満員のときはどうしますか。運転手がもう一台呼びます。長くても十分です。それ以上待った人はいません。",
    "去年、座席の下で見つかったものは、片方だけの手袋が四つ、傘が十一本、鳥のいない鳥かご、そしてガチョウが一羽でした。ガチョウは元気です。今は庭に住んでいます。",
];
const TH: [&str; 3] = [
    "ประตูเปิดเวลาหกโมงเช้า รถคันแรกออกหลังจากนั้นครึ่งชั่วโมง ซื้อตั๋วได้บนรถ ไม่ต้องเตรียมเงินทอน",
    "ป้าสมศรีเป็นคนเก็บกุญแจ ป้าเก็บมาสิบเก้าปีแล้ว ในฤดูหนาวป้ามาเร็วกว่าเดิม เพราะแม่กุญแจแข็ง",
    "ถ้ารถเต็มจะทำอย่างไร คนขับจะเรียกรถอีกคันหนึ่ง รอไม่เกินสิบนาที ไม่เคยมีใครรอนานกว่านั้น",
];
const GUIDE: &str = "---\ntitle: The yard\n---\n# The yard\n\nThe gate opens at six. It closes at nine. Nobody is let in after that.\n\n\
## Keys\n\nMrs. Abara keeps the keys. She has kept them long. Ask her first.\n\n```sh\nopen --gate yard\nclose --gate yard\n```\n\n\
The gate squeaks when it opens. It always did. Oil does not help it.\n\n\
| day | opens | closes |\n|---|---|---|\n| Monday | six | nine |\n| Sunday | eight | seven |\n\n\
## Buses\n\nThe first bus leaves at half past six. The last one comes back at nine. It is often late.\n\n- One bus is blue.\n- Two are red.\n\nNone is new. They run well. The goose rides along on Mondays, and pays nothing.\n";
const PAGE: &str = "<html><head><title>The yard</title><script>gate()</script></head><body><h1>The yard</h1>\
<p>The gate opens at six &amp; closes at nine.<br>Nobody is let in after that. Mrs. Abara keeps the <b>keys</b>.</p>\n<p>She has kept them long. Ask her first, \
since the lock freezes in winter. The goose is well.</p><h2>Buses</h2><p>The first bus leaves at half past six. The last one comes back at nine. It is often late. \
It was late in summer too. Nobody minds.</p></body></html>\n";
const FAQ: &str = "question,answer\nWhen does the gate open?,It opens at six. In winter it opens later.\nWho keeps the keys?,Mrs. Abara keeps them. She has done so long.\n\
Is the goose well?,It is. It lives in the yard. It greets the first bus every morning.\n";

/// A folder with documents in four languages and several forms.
fn yard(name: &str) -> PathBuf {
    let home = directory(name);
    let text = |paragraphs: &[&str]| paragraphs.join("\n\n") + "\n";
    for (file, text) in [
        ("en.txt", text(&EN)),
        ("zh.txt", text(&ZH)),
        ("ja.txt", text(&JA)),
        ("th.txt", text(&TH)),
        ("guide.md", GUIDE.to_owned()),
        ("page.html", PAGE.to_owned()),
        ("faq.csv", FAQ.to_owned()),
        ("passages.txt", text(&EN)),
    ] {
        fs::create_dir_all(home.join("docs")).unwrap();
        fs::write(home.join("docs").join(file), text).unwrap();
    }
    fs::write(
        home.join("docs/kawara.toml"),
        "policy = 1\n[budget]\ncounter = \"chars\"\nmax-tokens = 160\n[units]\noverlap = { default = 1, zh = 2, ja = 2 }\n[[match]]\nlanguage = [\"zh\", \"ja\", \"th\"]\nbudget = { max-tokens = 60 }\n[[match]]\nglob = \"passages.txt\"\ntiling.parents = [1000, 340]\n",
    )
    .unwrap();
    home
}

fn tools() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools")
}

/// Runs Python; `None` where there is none.
fn python(home: &Path, words: &[&str]) -> Option<Output> {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no python3");
        return None;
    }
    Some(
        Command::new("python3")
            .args(words)
            .current_dir(home)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .output()
            .unwrap(),
    )
}

#[test]
fn what_is_honest_is_accepted_whatever_the_settings() {
    let home = yard("certificate-honest");
    let verifier = tools().join("verify_certificate.py");
    let verifier = verifier.to_str().unwrap();
    for (nth, settings) in [
        &[][..],
        &["units.overlap=0"],
        &["units.overlap=1", "budget.max-tokens=90"],
        &["units.overlap=2", "budget.max-tokens=48", "context.max-tokens=12"],
        &["units.overlap=3"],
        &["units.overlap=\"auto\""],
        &["units.overlap={ percent = 15 }"],
        &["units.kind=\"clause\"", "units.overlap=2", "budget.max-tokens=70"],
        &["units.kind=\"record\"", "units.overlap=1"],
        &["units.kind=\"paragraph\""],
        &["budget.counter=\"bytes\"", "budget.reserve-tokens=20"],
        &["read.text=\"source\"", "namespace=\"yard\""],
        &["tiling.parents=[900,450]", "units.overlap=2"],
        &["tiling.parents=[401]", "budget.min-tokens=40"],
    ]
    .into_iter()
    .enumerate()
    {
        let (chunks, certificate) = (format!("chunks-{nth}.jsonl"), format!("certificate-{nth}.json"));
        let mut words = vec!["chunk", "docs", "-o", &chunks, "--certificate", &certificate, "-qq"];
        settings.iter().for_each(|change| words.extend(["--set", change]));
        let outcome = kawara(&home, &words, b"");
        assert_eq!((outcome.code, &*outcome.err), (0, ""), "{settings:?}");
        let Some(output) = python(&home, &[verifier, &certificate, &chunks]) else { return };
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!((output.status.code(), &*err), (Some(0), ""), "{settings:?}");
        assert!(out.starts_with("it holds: 8 documents, "), "{out}");
    }
}

/// A certificate is made of what `words` ask for, and rejected after each change.
fn rejects_changes(home: &Path, words: &[&str], cases: usize) {
    let words = [&["chunk", "docs", "-o", "chunks.jsonl", "--certificate", "certificate.json", "-qq"], words]
        .concat();
    let outcome = kawara(home, &words, b"");
    assert_eq!((outcome.code, &*outcome.err), (0, ""));
    let said: serde_json::Value =
        serde_json::from_slice(&fs::read(home.join("certificate.json")).unwrap()).unwrap();
    let reasons: std::collections::BTreeSet<&str> = said["documents"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|document| document["exceptions"].as_array().unwrap())
        .map(|exception| exception["reason"].as_str().unwrap())
        .collect();
    for reason in ["asked_less", "does_not_fit"] {
        assert!(reasons.contains(reason), "{reasons:?}");
    }
    let mutations = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificate/mutations.py");
    let tools = tools();
    let words =
        [mutations.to_str().unwrap(), tools.to_str().unwrap(), "certificate.json", "chunks.jsonl", "."];
    let Some(output) = python(home, &words) else { return };
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    let rejected = out.lines().filter(|line| line.starts_with("rejected  ")).count();
    assert!(rejected >= cases, "{out}");
    assert!(!out.contains("malformed"), "{out}");
}

#[test]
fn every_change_is_rejected() {
    rejects_changes(&yard("certificate-mutated"), &[], 110);
}

#[test]
fn contexts_from_outside_are_told_from_what_ids_go_by() {
    let home = yard("certificate-contexts");
    let plain = kawara(&home, &["chunk", "docs"], b"");
    let contexts = plain.out.lines().map(|line| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let context = ["About the yard.", "守り人の記録。それは長い話で、誰も最後まで読んだことがない。"]
            [line.len() % 2];
        format!("{}\n", serde_json::json!({ "id": record["id"], "context": context }))
    });
    fs::write(home.join("contexts.jsonl"), contexts.collect::<String>()).unwrap();
    rejects_changes(&home, &["--context-from", "contexts.jsonl"], 116);
    let rows = fs::read_to_string(home.join("chunks.jsonl")).unwrap();
    assert!(rows.contains("\"outside\":") && rows.contains("outside_reduced"));
}

#[test]
fn what_cannot_be_checked_is_not_certified() {
    let home = yard("certificate-refused");
    let refused = |words: &[&str]| {
        let outcome = kawara(&home, &[&["chunk"], words, &["--certificate", "c.json"]].concat(), b"One.");
        assert_eq!((outcome.code, home.join("c.json").exists()), (2, false), "{words:?}");
        outcome.err
    };
    assert!(refused(&["docs", "-o", "chunks.parquet"]).contains("as JSON lines"));
    assert!(refused(&["docs", "--format", "text"]).contains("as JSON lines"));
    assert!(refused(&["docs", "--parents"]).contains("parents need a file of their own"));
    assert!(refused(&["-"]).contains("standard input cannot be read again"));
    assert!(refused(&["docs", "-o", "c.json"]).contains("name one file"));
    let windows = ["tiling.parents=[]", "tiling.strategy=\"sentence-window\"", "tiling.window=2"];
    let windows = [&["docs"][..], &windows.map(|change| ["--set", change]).concat()].concat();
    assert!(refused(&windows).contains("tiling.strategy = \"sentence-window\""));
}

#[test]
fn documents_may_be_lines_and_in_other_encodings() {
    let home = yard("certificate-lines");
    let lines: String = [("a", EN.join("\n\n")), ("b", ZH.join("\n\n"))]
        .iter()
        .map(|(id, text)| format!("{}\n", serde_json::json!({ "id": id, "text": text })))
        .collect();
    fs::write(home.join("lines.jsonl"), lines).unwrap();
    // 水泵 in GB 18030.
    fs::write(home.join("pump.txt"), b"\xcb\xae\xb1\xc3\xa1\xa3\xcb\xae\xb1\xc3\xa1\xa3\n").unwrap();
    let verifier = tools().join("verify_certificate.py");
    let set = ["--set", "budget.counter=\"chars\"", "--set", "budget.max-tokens=120"];
    for from in [&["--documents", "lines.jsonl"][..], &["pump.txt", "--encoding", "gb18030"]] {
        let words = [&["chunk", "-o", "c.jsonl", "--certificate", "c.json", "-q"], from, &set].concat();
        let outcome = kawara(&home, &words, b"");
        assert_eq!((outcome.code, &*outcome.err), (0, ""));
        let Some(output) = python(&home, &[verifier.to_str().unwrap(), "c.json", "c.jsonl"]) else { return };
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}
