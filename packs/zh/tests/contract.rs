//! The promises of every language pack.

use kawara_pack_zh::PACK;

kawara_testkit::segmenter_contract!(
    contract,
    &PACK.segmenter_entries()[0],
    [
        "值班员说：“水位在上涨，请快关闸！”大家跑了出去。固件v2.10.3于10:30发布，价格3,500.75元，见https://example.com/a?x=1。《谁来敲钟？》也在；别忘了（三号柜）。",
        "門開了……「誰在那兒？」沒有人應聲！！該方案分三期實施：修路、架橋、綠化。This is a test. 这是测试。第一层。[1]第二层。\n\n1. 打开电源。2. 按下按钮。",
        "水泵、阀门、闸门、浮球、滤网、密封圈、指示灯、压力表、流量计、控制器、电源线都在约翰·史密斯的仓库里——一共３，５００件，重１２．５吨。",
    ]
);
