//! Documents in reStructuredText, AsciiDoc and LaTeX, block by block.

use kawara_core::BlockKind::{Code, Heading, Opaque, Prose, Row};
use kawara_core::{BlockKind, Blocks, Joint, Options, Reader, Result, Value};
use kawara_formats::{AsciiDoc, Latex, Rst};

type Said = (BlockKind, Joint, String);
type Left = (&'static str, String);

fn read(reader: &dyn Reader, text: &str, source: &str) -> Result<(String, Vec<Said>, Vec<Left>)> {
    let mut blocks = Blocks::new();
    let options = Options::new().with("text", Value::Str(text.into()));
    let left = reader.open(&options)?.read(source, &mut blocks)?.into_owned();
    let kept = blocks.kept().iter();
    let kept = kept.map(|block| (block.kind(), block.joint(), left[block.range()].to_owned())).collect();
    let skipped = blocks.skipped().iter();
    let skipped = skipped.map(|skip| (skip.why, source[skip.range.clone()].trim().to_owned())).collect();
    Ok((left, kept, skipped))
}

fn check(
    reader: &dyn Reader,
    source: &str,
    blocks: &[(BlockKind, Joint, &str)],
    skipped: &[(&str, &str)],
) -> Result<()> {
    let dos = format!("\u{feff}{}", source.replace('\n', "\r\n"));
    for source in [source, &dos] {
        let (_, kept, left_out) = read(reader, "plain", source)?;
        let kept: Vec<_> =
            kept.iter().map(|(kind, joint, said)| (*kind, *joint, said.replace("\r\n", "\n"))).collect();
        let kept: Vec<_> = kept.iter().map(|(kind, joint, said)| (*kind, *joint, said.as_str())).collect();
        assert_eq!(kept, blocks);
        let left_out: Vec<_> =
            left_out.iter().map(|(why, said)| (*why, said.replace("\r\n", "\n"))).collect();
        let left_out: Vec<_> = left_out.iter().map(|(why, said)| (*why, said.as_str())).collect();
        assert_eq!(left_out, skipped);
        let (whole, _, none) = read(reader, "source", source)?;
        assert!(whole == source && none.is_empty());
    }
    Ok(())
}

use Joint::{Line, Paragraph, Section, Sentence, Word};

#[test]
fn restructured_text() -> Result<()> {
    let source = "\
:orphan:

=====
Pumps
=====
:Author: Mia

Two :ref:`pumps <p>` run
side by side::

    start()

    stop()

.. this is a comment

   of two paragraphs

.. note:: Mind
   the valve.

.. py:function:: start(n)
   :noindex:

   Starts pump *n*. Raises:

   * ``IOError``
   * others

.. code-block:: python

   a = 1

阀门
----

Valve
   What closes.

:level: How full
   it is.
:seal: A ring.

| Roses are red,
| pumps are not.

.. image:: a.png
   :width: 3

.. _home: https://pumps.example
.. [1] A note.

Done.
";
    check(
        &Rst,
        source,
        &[
            (Heading, Section, "=====\nPumps\n====="),
            (Prose, Paragraph, "Two :ref:`pumps <p>` run\nside by side::"),
            (Code, Sentence, "    start()\n\n    stop()"),
            (Prose, Paragraph, ".. note:: Mind\n   the valve."),
            (Heading, Paragraph, ".. py:function:: start(n)\n   :noindex:"),
            (Prose, Paragraph, "Starts pump *n*. Raises:"),
            (Prose, Sentence, "* ``IOError``"),
            (Prose, Line, "* others"),
            (Code, Paragraph, ".. code-block:: python\n\n   a = 1"),
            (Heading, Section, "阀门\n----"),
            (Heading, Paragraph, "Valve"),
            (Prose, Line, "What closes."),
            (Row, Paragraph, ":level: How full\n   it is."),
            (Row, Line, ":seal: A ring."),
            (Prose, Paragraph, "| Roses are red,"),
            (Prose, Line, "| pumps are not."),
            (Opaque, Line, ".. image:: a.png\n   :width: 3"),
            (Row, Paragraph, ".. _home: https://pumps.example"),
            (Prose, Line, ".. [1] A note."),
            (Prose, Paragraph, "Done."),
        ],
        &[
            ("front matter", ":orphan:"),
            ("front matter", ":Author: Mia"),
            ("comment", ".. this is a comment\n\n   of two paragraphs"),
        ],
    )
}

#[test]
fn tables_of_restructured_text() -> Result<()> {
    let source = "\
+------+-------+
| tank | level |
+======+=======+
| 1    | half  |
|      | full  |
+------+-------+
| 2    | empty |
+------+-------+

====  =====
tank  level
====  =====
1     half
      full
2     empty
====  =====

.. csv-table:: Levels
   :header: tank, level

   1, \"half
   full\"
   2, empty

.. list-table::
   :header-rows: 1

   * - tank
     - level
   * - 1
     - half
   * - 2
     - empty
";
    check(
        &Rst,
        source,
        &[
            (Row, Paragraph, "+------+-------+\n| tank | level |\n+======+=======+"),
            (Row, Word, "| 1    | half  |\n|      | full  |\n+------+-------+"),
            (Row, Line, "| 2    | empty |\n+------+-------+"),
            (Row, Paragraph, "====  =====\ntank  level\n====  ====="),
            (Row, Word, "1     half\n      full"),
            (Row, Line, "2     empty\n====  ====="),
            (Heading, Paragraph, ".. csv-table:: Levels\n   :header: tank, level"),
            (Row, Paragraph, "1, \"half\n   full\""),
            (Row, Line, "2, empty"),
            (Heading, Paragraph, ".. list-table::\n   :header-rows: 1"),
            (Row, Paragraph, "* - tank\n     - level"),
            (Row, Word, "* - 1\n     - half"),
            (Row, Line, "* - 2\n     - empty"),
        ],
        &[],
    )
}

#[test]
fn asciidoc() -> Result<()> {
    let source = "\
// licence
= The *pump*
Mia <mia@pumps.example>
:toc: left
:long: one \\
two

A preface. +
// hidden
It goes on.

[[run]]
== Running it

.How to start
[source,sh]
----
start

stop # ====
----

NOTE: Mind the valve:

* one
** deeper
* two
+
still two

[TIP]
====
Inside.

....
literal
....
====

Valve:: What closes.
Seal::
  A ring.

.Levels
[cols=\"1,1\"]
|===
|tank |level

|1
|half
|2 |empty
|===

////
draft

of more
////
Old style
---------

include::more.adoc[]

 indented
";
    check(
        &AsciiDoc,
        source,
        &[
            (Heading, Section, "= The *pump*"),
            (Row, Line, "Mia <mia@pumps.example>"),
            (Prose, Paragraph, "A preface. +\nIt goes on."),
            (Heading, Section, "[[run]]\n== Running it"),
            (Code, Paragraph, ".How to start\n[source,sh]\n----\nstart\n\nstop # ====\n----"),
            (Prose, Paragraph, "NOTE: Mind the valve:"),
            (Prose, Sentence, "* one"),
            (Prose, Line, "** deeper"),
            (Prose, Line, "* two"),
            (Prose, Line, "still two"),
            (Heading, Paragraph, "[TIP]"),
            (Prose, Line, "Inside."),
            (Code, Paragraph, "....\nliteral\n...."),
            (Prose, Paragraph, "Valve:: What closes."),
            (Heading, Line, "Seal::"),
            (Prose, Line, "A ring."),
            (Heading, Paragraph, ".Levels\n[cols=\"1,1\"]"),
            (Row, Line, "|tank |level"),
            (Row, Word, "|1\n|half"),
            (Row, Line, "|2 |empty"),
            (Heading, Section, "Old style\n---------"),
            (Opaque, Paragraph, "include::more.adoc[]"),
            (Code, Paragraph, " indented"),
        ],
        &[
            ("comment", "// licence"),
            ("attribute", ":toc: left"),
            ("attribute", ":long: one \\\ntwo"),
            ("comment", "// hidden"),
            ("markup", "+"),
            ("markup", "===="),
            ("markup", "===="),
            ("markup", "|==="),
            ("markup", "|==="),
            ("comment", "////\ndraft\n\nof more\n////"),
        ],
    )
}

#[test]
fn latex() -> Result<()> {
    let source = "\
\\documentclass{article} % \\begin{document}
\\title{The \\emph{pump}}
\\begin{document}
\\maketitle

\\section[Short]{Flow \\& {\\bf level}}
\\label{sec:flow}
It is 5\\% of \\url{http://p.example/%41} % why
% a line
and goes on:
\\begin{itemize}
  \\item one
  \\item two $x$

  still two
\\end{itemize}
Then
\\begin{equation}
  a = b

\\end{equation}
where $$ c = d $$ holds.
% alone

\\begin{lstlisting}[language=Python]
x = 1 % 2

\\end{lstlisting}
\\begin{figure}[ht]
  \\centering
  \\includegraphics{a}
  \\caption{The \\emph{first}
    pump.}
\\end{figure}
\\begin{theorem}[Flow]
All flows.
\\end{theorem}

\\begin{tabular}{ll}
  \\hline
  tank & level \\\\ \\hline
  1 & {half \\\\ full} \\\\
  2 & empty \\\\
\\end{tabular}
\\end{document}
ignored
";
    check(
        &Latex,
        source,
        &[
            (Opaque, Paragraph, "\\maketitle"),
            (Heading, Section, "\\section[Short]{Flow \\& {\\bf level}}\n\\label{sec:flow}"),
            (Prose, Line, "It is 5\\% of \\url{http://p.example/%41} \nand goes on:"),
            (Prose, Sentence, "\\item one"),
            (Prose, Line, "\\item two $x$"),
            (Prose, Paragraph, "still two"),
            (Prose, Line, "Then"),
            (Opaque, Line, "\\begin{equation}\n  a = b\n\n\\end{equation}"),
            (Prose, Line, "where"),
            (Opaque, Line, "$$ c = d $$"),
            (Prose, Line, "holds."),
            (Code, Paragraph, "\\begin{lstlisting}[language=Python]\nx = 1 % 2\n\n\\end{lstlisting}"),
            (Opaque, Line, "\\centering\n  \\includegraphics{a}"),
            (Prose, Line, "\\caption{The \\emph{first}\n    pump.}"),
            (Heading, Line, "\\begin{theorem}[Flow]"),
            (Prose, Line, "All flows."),
            (Heading, Paragraph, "\\begin{tabular}{ll}"),
            (Row, Line, "\\hline\n  tank & level \\\\ \\hline"),
            (Row, Word, "1 & {half \\\\ full} \\\\"),
            (Row, Line, "2 & empty \\\\"),
        ],
        &[
            (
                "preamble",
                "\\documentclass{article} % \\begin{document}\n\\title{The \\emph{pump}}\n\\begin{document}",
            ),
            ("comment", "% why"),
            ("comment", "% a line"),
            ("markup", "\\begin{itemize}"),
            ("markup", "\\end{itemize}"),
            ("comment", "% alone"),
            ("markup", "\\begin{figure}[ht]"),
            ("markup", "\\end{figure}"),
            ("markup", "\\end{theorem}"),
            ("markup", "\\end{tabular}"),
            ("markup", "\\end{document}\nignored"),
        ],
    )
}

#[test]
fn a_chapter_without_a_preamble_is_text_from_its_start() -> Result<()> {
    let source = "% draft\n\\chapter{Pumps}\n\nText.\n\n\\input{more}\n\n\\begin{thebibliography}{9}\n\\bibitem{a} A. \\emph{One}.\n\\bibitem{b} B.\n\\end{thebibliography}\n";
    check(
        &Latex,
        source,
        &[
            (Heading, Section, "\\chapter{Pumps}"),
            (Prose, Paragraph, "Text."),
            (Opaque, Line, "\\input{more}"),
            (Row, Paragraph, "\\bibitem{a} A. \\emph{One}."),
            (Row, Line, "\\bibitem{b} B."),
        ],
        &[
            ("comment", "% draft"),
            ("markup", "\\begin{thebibliography}{9}"),
            ("markup", "\\end{thebibliography}"),
        ],
    )
}
