//! What every language promises, on hostile texts and on these. Change: the texts, for a few paragraphs with everything that your
//! rules are about.

use kawara_pack_template::PACK;
use kawara_testkit::segmenter_contract;

segmenter_contract!(
    contract,
    &PACK.segmenter_entries()[0],
    [
        "Dr. Ito came at 10.30. “Was it late?” Nobody knew! 水很冷。谁在那里？J. R. Weaver wrote it... (See No. 7.)\n1. Open it.",
        "When it rains, the gate is shut; nobody passes. It cost 3,500 in all， 一个，两个、三个。 \"Rain,\" he said.",
    ]
);
