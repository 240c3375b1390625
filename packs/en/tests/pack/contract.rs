//! The contract that every pack keeps.

use kawara_pack_en::PACK;
use kawara_testkit::segmenter_contract;

segmenter_contract!(
    english,
    &PACK.segmenter_entries()[0],
    [
        "Dr. Okoye paid $3.50 in the U.S. at 5 p.m. Nobody asked why. “Was it too much? It was,” she said, and left; the \
         others (all of them tired) stayed, because the pump — the old one — leaked.",
        "1. Boil the water. 2. Add the rice.\nSee Fig. 2, No. 5 and https://example.org/a?b=c. It failed [12] ... Then it ran!",
        "• One • Two\n\n*** Wait... 'It works.' :) The window is 30 days. 现在十点。She wrote 「はい。」 below. यह है। Fertig.",
    ],
);
