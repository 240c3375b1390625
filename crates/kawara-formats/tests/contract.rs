//! Every reader keeps the contract.

#![allow(clippy::unwrap_used, reason = "readers that the pack always has")]

use kawara_core::ReaderEntry;
use kawara_formats::PACK;
use kawara_testkit::reader_contract;

fn reader(id: &str) -> &'static ReaderEntry {
    PACK.reader_entries().iter().find(|entry| entry.id() == id).unwrap()
}

reader_contract!(
    markdown,
    reader("markdown"),
    [
        "# One\n\nA paragraph of *two* lines,\nwrapped.\n\n- an item\n- another\n  - nested\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\nls -l\n```\n",
        "---\ntitle: Two\n---\n\n## Deep\n\n> Quoted.\n\n<!-- comment -->\n\nText with `code`.\n",
    ]
);
reader_contract!(
    html,
    reader("html"),
    [
        "<!DOCTYPE html>\n<title>A &amp; b</title>\n<nav><a href=x>Home</a></nav>\n<main>\n<h1>One</h1>\n<p>A <b>para</b>graph of two\nlines &lt;here&gt;.\n\
         <ul><li>an item<li>another</ul>\n<table><tr><th>a<th>b<tr><td>1<td>2</table>\n<pre>\n  code\n</pre>\n</main>\n",
        "<p>No title,<br>two lines.<p>漢<ruby>字<rt>じ</rt></ruby>\nです。<!-- c --><script>x</script>",
    ]
);
reader_contract!(
    faq,
    reader("faq"),
    [
        "问：水价是多少？\n答：每吨三元。\n其中含污水处理费。\n\n问：怎么报修？\n答：拨打电话。\n",
        "# FAQ\n\n## What does it cost?\n\nThree a ton.\n\n## Who repairs it?\n\nWe do.\n",
    ]
);
reader_contract!(
    law,
    reader("law"),
    [
        "備品規程\n\n第一章　総則\n\n（目的）\n第一条　備品について定める。\n（届出）\n第二条　次の事項を届け出る。\n一　氏名\n二　数量\n２　届出は書面で行う。\n",
        "# Lease\n\n## PART I\n\n**Section 1. Rent.** Rent is due in June.\n\nSection 2. Pets:\n\n(a) cats\n\n(b) dogs\n",
    ]
);
reader_contract!(
    log,
    reader("log"),
    [
        "2031-04-01 10:00:00 ERROR pump failed\njava.lang.Error: x\n\tat a.B.c(D.java:1)\n2031-04-01 10:00:01 INFO done\n"
    ]
);
reader_contract!(
    jsonl,
    reader("jsonl"),
    ["{\"text\": \"One \\\"two\\\" \\u4e00.\"}\n{\"text\": \"Three.\\nFour.\"}\n{\"text\":\n"]
);
reader_contract!(chat, reader("chat"), ["Ann: Is it on?\nBo: Yes.\nAnd it is loud.\nAnn: Good.\n"]);
reader_contract!(csv, reader("csv"), ["id,name\n1,\"One, \"\"two\"\"\"\n2,Three\n"]);
reader_contract!(code, reader("code"), ["fn a() {\n    b();\n}\n\n/// Doc.\nfn c() {}\n"]);
reader_contract!(
    subtitle,
    reader("subtitle"),
    [
        "WEBVTT\n\nNOTE x\n\nid\n00:01.000 --> 00:02.500\n<v Fay>The &amp; boat\ncame\n\n00:03.000 --> 00:04.000\ninto port.\n",
        "1\n00:00:01,000 --> 00:00:02,000\n港に船が\n\n2\n00:00:09,000 --> 00:00:10,000\n1945\n",
    ]
);
reader_contract!(
    poem,
    reader("poem"),
    [
        "《石阶》\n石阶三十级，谁把露水扫？\n一只灰雀来，半山云未老。\n",
        "The Kiln\n\nThe fire is out, the tiles are cold,\nThe men have gone to sleep.\n\nThe river\nruns.\n",
    ]
);
reader_contract!(
    rst,
    reader("rst"),
    [
        ":orphan:\n\nPumps\n=====\n\nTwo pumps::\n\n    start()\n\n.. note:: Mind the valve.\n\n* one\n* two\n\n.. comment\n\n+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n"
    ]
);
reader_contract!(
    asciidoc,
    reader("asciidoc"),
    [
        "= Pumps\n:toc:\n\n== One\n\n.Start\n[source,sh]\n----\nrun\n----\n\n// comment\n* a\n+\nmore\n\n====\nText.\n====\n\n|===\n|a |b\n\n|1 |2\n|===\n"
    ]
);
reader_contract!(
    latex,
    reader("latex"),
    [
        "\\documentclass{article}\n\\title{Pumps}\n\\begin{document}\n\\section{One}\nText % why\ngoes on:\n\\begin{itemize}\n\\item a\n\\item b\n\\end{itemize}\n\\[x = y\\]\n\\begin{tabular}{l}\na \\\\ \\hline\n1 \\\\\n\\end{tabular}\n\\end{document}\n"
    ]
);
reader_contract!(
    json,
    reader("json"),
    [
        "[{\"id\": 1, \"text\": \"One \\\"two\\\" \\u4e00.\"},\n {\"id\": 2, \"tags\": [\"a\", \"b\"]}]\n",
        "{\"a\": {\"b\": \"c\"}}"
    ]
);
reader_contract!(docling, reader("docling"), [include_str!("data/docling.json")]);
reader_contract!(unstructured, reader("unstructured"), [include_str!("data/unstructured.json")]);
