//! What every language promises, on hostile texts and on Korean.

use kawara_testkit::segmenter_contract;
use own_pack_rust::PACK;

segmenter_contract!(
    contract,
    &PACK.segmenter_entries()[0],
    [
        "“문이 열렸나요?”라고 그가 물었다. 아무도 대답하지 않았다… 2024. 3. 5. 개정된 규정 제3.2조(v2.10.3)를 보세요! https://example.com/a?x=1 참고.",
        "「등대지기의 밤」은 J. K. 한의 첫 소설이다. 가. 밸브를 잠근다. 나. 10분을 기다린다.\n비가 내리지만, 배는 떠났고 사람들은 (우산도 없이.) 남았다.",
        "'정말?' 하고 되물었다. 그게… 아니라 \"물이 새요. 빨리 오세요!\" 하는 소리였다.그래서 모두 뛰어나갔다. 창고, 부두, 사무실을 살피면서 이름을 불렀다.",
    ]
);
