//! The command as a user meets it: exit codes, messages, output.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod common;

use std::fs;

use common::{directory, kawara, records};

#[test]
fn a_directory_is_chunked_by_its_policy() {
    let home = directory("tree");
    fs::create_dir(home.join("faq")).unwrap();
    fs::write(home.join("kawara.toml"), "policy = 1\n[budget]\nmax-tokens = 40\n[[match]]\nglob = [\"faq/*\"]\nunits = { kind = \"record\", overlap = 0, records-per-chunk = 1 }\nread = { content-type = \"faq\" }\n").unwrap();
    fs::write(home.join("faq/a.txt"), "问：几点开门？\n答：九点。\n\n问：几点关门？\n答：十点。\n").unwrap();
    fs::write(home.join("guide.md"), "# Gate\n\nThe gate opens at six. Dogs travel free.\n").unwrap();
    fs::write(home.join("photo.png"), b"\x89PNG").unwrap();
    fs::write(home.join(".gitignore"), "draft.md\n").unwrap();
    fs::write(home.join("draft.md"), "Not yet.").unwrap();
    let outcome = kawara(&home, &["chunk", "."], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let records = records(&outcome.out);
    let ids: Vec<_> = records.iter().map(|record| record["doc_id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["faq/a.txt", "faq/a.txt", "guide.md"]);
    assert_eq!(records[0]["text"], "问：几点开门？\n答：九点。");
    assert_eq!(records[2]["content_type"], "text/markdown");
    assert!(
        outcome.err.contains("2 documents, 3 chunks") && outcome.err.contains("1 png"),
        "{}",
        outcome.err
    );
    let elsewhere = kawara(home.parent().unwrap(), &["chunk", "tree", "-q"], b"");
    assert_eq!(elsewhere.out, outcome.out, "ids do not depend on where the command is started");
}

#[test]
fn a_document_that_fails_is_named_and_the_rest_is_done() {
    let home = directory("failures");
    fs::write(home.join("bad.txt"), b"pump \xb1\xc3").unwrap();
    fs::write(home.join("empty.txt"), "").unwrap();
    fs::write(home.join("good.txt"), "The pump stopped.").unwrap();
    let outcome = kawara(&home, &["chunk", "bad.txt", "empty.txt", "missing.txt", "good.txt"], b"");
    assert_eq!(outcome.code, 1);
    assert_eq!(records(&outcome.out).len(), 1);
    assert!(outcome.err.contains("bad.txt: not UTF-8 at byte 5"), "{}", outcome.err);
    assert!(outcome.err.contains("missing.txt: no such file"), "{}", outcome.err);
    assert!(outcome.err.contains("2 failed"), "{}", outcome.err);
    let decoded = kawara(&home, &["chunk", "bad.txt", "--encoding", "gb18030"], b"");
    assert_eq!(records(&decoded.out)[0]["text"], "pump 泵");
}

#[test]
fn documents_as_json_lines_keep_their_metadata() {
    let home = directory("documents");
    let lines = "{\"id\": \"a\", \"text\": \"One. Two.\", \"title\": \"T\", \"meta\": {\"x\":  [1]}}\nbroken\n{\"id\": \"b\", \"text\": \"\"}\n";
    let outcome = kawara(&home, &["chunk", "--documents", "-"], lines.as_bytes());
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("-:2: not a document"), "{}", outcome.err);
    assert!(outcome.out.contains("\"meta\":{\"x\":  [1]}"), "metadata comes out verbatim: {}", outcome.out);
    assert_eq!(records(&outcome.out)[0]["context"], "T\n");
}

#[test]
fn mistakes_end_with_2_and_say_where() {
    let home = directory("mistakes");
    fs::write(home.join("a.txt"), "Text.").unwrap();
    fs::write(home.join("p.toml"), "policy = 1\n[budget]\nmax-token = 5\n").unwrap();
    fs::write(home.join("self.toml"), "policy = 1\nextends = [\"self.toml\"]\n").unwrap();
    for (arguments, says) in [
        (&["chunk", "a.txt", "--policy", "p.toml"][..], "p.toml:3:1"),
        (&["chunk", "a.txt", "--policy", "p.toml"], "max-tokens"),
        (&["chunk", "a.txt", "--policy", "self.toml"], "cannot extend itself"),
        (&["chunk", "a.txt", "--policy", "kawara:nothing"], "docs"),
        (&["chunk", "a.txt", "--policy", "absent.toml"], "absent.toml"),
        (&["chunk", "a.txt", "--set", "budget.max-tokens=0"], "max-tokens"),
        (
            &["chunk", "a.txt", "--set", "budget.max-tokens=20", "--set", "units.overlap={tokens=30}"],
            "overlap is larger",
        ),
        (&["chunk", "a.txt", "--set", "language=jp"], "`ja`"),
        (&["chunk", "a.txt", "--set", "budget.counter=tiktoken:cl100"], "cl100k_base"),
        (&["chunk", "a.txt", "--encoding", "klingon"], "klingon"),
        (&["chunk"], "no documents are named"),
        (&["chunk", "a.txt", "--documents", "b"], "not both"),
        (&["chunk", "a.txt", "-o", "chunks.jsonl.gz"], ".gz"),
    ] {
        let outcome = kawara(&home, arguments, b"");
        assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.err);
        assert!(outcome.err.contains(says), "{arguments:?} does not say {says:?}: {}", outcome.err);
        assert_eq!(outcome.out, "");
    }
}

#[test]
fn text_shows_size_carry_and_flags() {
    let home = directory("text");
    let text = "The gate opens at six. The first bus leaves at half past. Tickets are sold on board. Dogs travel free.";
    let outcome =
        kawara(&home, &["chunk", "-", "--format", "text", "--set", "budget.max-tokens=15"], text.as_bytes());
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    for shown in ["10/15 tokens", "carry_reduced", "⟦Tickets are sold on board.⟧ Dogs travel free."] {
        assert!(outcome.out.contains(shown), "{shown}: {}", outcome.out);
    }
}

#[test]
fn units_and_their_boundaries() {
    let home = directory("units");
    let lines = "{\"id\": \"z\", \"text\": \"水泵停了。没有人注意到。\"}\n";
    let boundaries = kawara(&home, &["units", "--documents", "-", "--boundaries"], lines.as_bytes());
    assert_eq!(boundaries.out, "{\"boundaries\":[5],\"id\":\"z\"}\n");
    let words = kawara(&home, &["units", "-", "--grain", "word"], "Drive 10\u{a0}km north.".as_bytes());
    assert_eq!(words.out, "Drive\n10\u{a0}km\nnorth.\n");
}

#[test]
fn packs_are_listed() {
    let outcome = kawara(&directory("packs"), &["packs"], b"");
    for what in ["language  en", "language  zh", "tiktoken:cl100k_base", "reader    markdown"] {
        assert!(outcome.out.contains(what), "{what}: {}", outcome.out);
    }
}

#[test]
fn an_output_file_is_safe() {
    let home = directory("output");
    fs::write(home.join("a.txt"), "The pump stopped.").unwrap();
    let first = kawara(&home, &["chunk", ".", "-o", "out.txt"], b"");
    let again = kawara(&home, &["chunk", ".", "-o", "out.txt"], b"");
    assert_eq!((first.code, again.code), (0, 0), "{}{}", first.err, again.err);
    assert!(again.err.contains("1 document, 1 chunk"), "the output is no input: {}", again.err);
    let written = fs::read_to_string(home.join("out.txt")).unwrap();
    let failed = kawara(&home, &["chunk", "missing.txt", "-o", "out.txt"], b"");
    assert_eq!(failed.code, 1);
    assert_eq!(fs::read_to_string(home.join("out.txt")).unwrap(), written, "the old output stays");
    let itself = kawara(&home, &["chunk", "a.txt", "-o", "a.txt"], b"");
    assert_eq!(itself.code, 2, "{}", itself.err);
    assert_eq!(fs::read_to_string(home.join("a.txt")).unwrap(), "The pump stopped.");
    assert_eq!(kawara(&home, &["chunk", "a.txt", "-o", "nowhere/out.jsonl"], b"").code, 2);
}

#[test]
fn documents_are_told_apart() {
    let home = directory("ids");
    for part in ["one", "two"] {
        fs::create_dir(home.join(part)).unwrap();
        fs::write(home.join(part).join("kawara.toml"), "policy = 1\n").unwrap();
        fs::write(home.join(part).join("a.md"), "Same text.").unwrap();
    }
    let clash = kawara(&home, &["chunk", "one", "two"], b"");
    assert_eq!(clash.code, 2);
    assert!(clash.err.contains("`a.md`"), "{}", clash.err);
    fs::write(home.join("kawara.toml"), "policy = 1\n").unwrap();
    let both = kawara(&home, &["chunk", "one", "two", "one/a.md"], b"");
    let ids: Vec<_> =
        records(&both.out).iter().map(|record| record["doc_id"].as_str().unwrap().to_owned()).collect();
    assert_eq!(ids, ["one/a.md", "two/a.md"], "{}", both.err);
    let lines = "\u{feff}{\"id\": 12345678901234567890123, \"text\": \"a\"}\n{\"id\": 12345678901234567890124, \"text\": \"a\"}\n{\"id\": \"12345678901234567890124\", \"text\": \"b\"}\n";
    let documents = kawara(&home, &["chunk", "--documents", "-"], lines.as_bytes());
    assert_eq!(documents.code, 1);
    assert_eq!(records(&documents.out).len(), 2);
    assert!(documents.err.contains("-:3: "), "{}", documents.err);
}

#[test]
fn a_size_in_characters_with_an_overlap_is_warned_of() {
    let home = directory("warnings");
    fs::write(
        home.join("kawara.toml"),
        "policy = 1\n[budget]\ncounter = \"chars\"\n[units]\noverlap = { percent = 20 }\n",
    )
    .unwrap();
    fs::write(home.join("a.txt"), "Text.").unwrap();
    let outcome = kawara(&home, &["chunk", "a.txt"], b"");
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    assert!(outcome.err.contains("kawara.toml:5"), "{}", outcome.err);
    let piped = kawara(&home, &["chunk", "-"], b"Text of a pipe.");
    assert_eq!(records(&piped.out)[0]["tokens"], 15, "the policy here holds for standard input too");
}

#[test]
fn parents_come_with_their_spans() {
    let home = directory("parents");
    let text = "# Gate\n\nIt opens at six.\n\n## Dogs\n\nThey travel free. They need a lead.\n";
    fs::write(home.join("guide.md"), text).unwrap();
    let outcome = kawara(&home, &["chunk", "guide.md", "--parents", "-q"], b"");
    let (parents, chunks): (Vec<_>, Vec<_>) =
        records(&outcome.out).into_iter().partition(|record| record["kind"].is_string());
    let said: Vec<_> = parents
        .iter()
        .map(|parent| {
            let span = parent["start"].as_u64().unwrap() as usize..parent["end"].as_u64().unwrap() as usize;
            (parent["kind"].as_str().unwrap(), parent["title"].as_str(), &text[span])
        })
        .collect();
    assert_eq!(
        said,
        [
            ("document", Some("Gate"), text),
            ("section", Some("Gate"), text.trim_end()),
            ("section", Some("Dogs"), "## Dogs\n\nThey travel free. They need a lead."),
        ]
    );
    assert_eq!(parents[2]["parent"], parents[1]["id"]);
    assert!(chunks.iter().all(|chunk| parents.iter().any(|parent| parent["id"] == chunk["parent"])));
    let beside = kawara(&home, &["chunk", "guide.md", "--parents=p.jsonl", "-q"], b"");
    assert_eq!(records(&beside.out).len(), chunks.len());
    assert_eq!(records(&fs::read_to_string(home.join("p.jsonl")).unwrap()), parents);
    assert_eq!(kawara(&home, &["chunk", "guide.md", "--parents", "--format", "text"], b"").code, 2);
}

#[test]
fn a_record_that_is_cut_is_the_parent_of_its_parts_or_fails_its_document() {
    let home = directory("cut-record");
    let long = format!("问：怎么报修？\n答：{}\n", "先拨打热线，再说明地点。".repeat(20));
    fs::write(home.join("faq.txt"), format!("问：几点开门？\n答：九点。\n\n{long}")).unwrap();
    let policy = ["--policy", "kawara:faq", "--set", "budget.max-tokens=100"];
    let outcome = kawara(&home, &[&["chunk", "faq.txt", "--parents"][..], &policy].concat(), b"");
    let all = records(&outcome.out);
    let cut: Vec<_> = all.iter().filter(|parent| parent["kind"] == "record").collect();
    assert_eq!(cut.len(), 1, "{}", outcome.out);
    let parts: Vec<_> = all.iter().filter(|chunk| chunk["parent"] == cut[0]["id"]).collect();
    assert!(parts.len() > 2);
    assert!(parts.iter().skip(1).all(|part| part["context"].as_str().unwrap().contains("怎么报修")));
    assert_eq!(parts[0]["start"], cut[0]["start"]);
    assert_eq!(parts.last().unwrap()["end"], cut[0]["end"]);
    let never = ["chunk", "faq.txt", "--set", "units.split=never"];
    let outcome = kawara(&home, &[&never[..], &policy].concat(), b"");
    assert_eq!(outcome.code, 1);
    assert!(outcome.err.contains("faq.txt: byte ") && outcome.err.contains("怎么报修"), "{}", outcome.err);
}

#[test]
fn what_is_read_is_never_written_over() {
    let home = directory("overwrite");
    fs::write(home.join("a.txt"), "The pump stopped.").unwrap();
    for arguments in [["chunk", "a.txt", "--output=a.txt"], ["chunk", "a.txt", "--parents=a.txt"]] {
        let outcome = kawara(&home, &arguments, b"");
        assert_eq!(outcome.code, 2, "{}", outcome.err);
        assert_eq!(fs::read_to_string(home.join("a.txt")).unwrap(), "The pump stopped.");
    }
}

#[test]
fn files_that_say_nothing_give_no_chunks() {
    let home = directory("nothing");
    let files = [
        ("a.rst", ":orphan:\n"),
        ("b.rst", ".. comment\n"),
        ("c.md", "<!-- markdownlint-disable -->\n"),
        ("d.md", "[a]: http://x\n"),
        ("e.mdx", "import a from \"b\"\n"),
        ("f.tex", "% c\n"),
        ("g.adoc", "// c\n"),
        ("h.html", "<!-- c -->\n"),
        ("i.json", "[]"),
        ("j.vtt", "WEBVTT\n"),
    ];
    for (name, text) in files {
        fs::write(home.join(name), text).unwrap();
    }
    let outcome = kawara(&home, &["chunk", "."], b"");
    assert_eq!((outcome.code, outcome.out.as_str()), (0, ""), "{}", outcome.err);
    assert!(outcome.err.contains("10 documents, 0 chunks"), "{}", outcome.err);
}

#[test]
fn wrong_options_of_readers_stop_the_run() {
    let home = directory("reader-options");
    fs::write(home.join("a.log"), "2031-02-08T10:00:09Z ERROR x").unwrap();
    for (option, says) in
        [("start=\"((\"", "start"), ("text-field=[\"a\"]", "text-fields"), ("text-fields=[]", "text-fields")]
    {
        let change = format!("read.options.{option}");
        let outcome = kawara(&home, &["chunk", "a.log", "--set", &change], b"");
        assert_eq!(outcome.code, 2, "{change}: {}", outcome.err);
        assert!(outcome.err.contains(says), "{change}: {}", outcome.err);
    }
}

#[test]
fn what_a_file_turns_out_to_be_decides_its_settings() {
    let home = directory("narrower");
    let text = |id: u32, text: &str| {
        format!(
            r#"{{"type":"NarrativeText","element_id":"{id}","text":"{text}","metadata":{{"page_number":{id}}}}}"#
        )
    };
    let elements = format!(
        "[{},{}]",
        text(1, "The pump stopped. Nobody saw it."),
        text(2, "The tank ran dry. It was night.")
    );
    fs::write(home.join("a.json"), elements).unwrap();
    fs::write(home.join("b.json"), r#"[{"say":"The pump stopped."},{"say":"Nobody saw it."}]"#).unwrap();
    fs::write(home.join("c.srt"), "1\n00:00:01,000 --> 00:00:02,000\nThe tank ran dry.\n").unwrap();
    let outcome = kawara(&home, &["chunk", ".", "--set", "budget.max-tokens=14", "-q"], b"");
    let records = records(&outcome.out);
    let of = |file: &str| records.iter().filter(|record| record["doc_id"] == file).collect::<Vec<_>>();
    // Elements of a document are text, of which sentences are carried; records of one's own are records.
    assert_eq!(of("a.json")[0]["content_type"], "application/vnd.unstructured+json");
    assert!(of("a.json").iter().any(|chunk| chunk["carried"] == 1), "{}", outcome.out);
    let pages = of("a.json").last().unwrap()["pages"].as_array().unwrap().clone();
    assert_eq!(pages.last().unwrap()["page"], 2);
    assert_eq!(of("b.json")[0]["content_type"], "application/json");
    assert_eq!(of("c.srt")[0]["content_type"], "application/x-subrip");
    assert_eq!(of("c.srt")[0]["meta"]["start_seconds"], 1.0);
}
