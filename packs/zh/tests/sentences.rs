//! Sentence grain, rule by rule. `|` stands where a sentence must end.

mod common;

use common::{check, pieces};
use kawara_core::Grain;

fn sentences(marked: &str) {
    check(Grain::Sentence, marked);
}

#[test]
fn full_stops_questions_and_exclamations() {
    sentences(
        "
        水压正常。|阀门也已经关好！|还有别的问题吗？|没有了｡
        真的假的？！|太好了！！！|我马上来。
        你收到了吗?|收到了!|好。
        橋已通車。|請減速慢行！|有問題嗎？
        等等。。。|先別走。
        ",
    );
}

#[test]
fn closing_marks_and_white_space_stay_with_the_sentence() {
    sentences(
        "
        牌子上写着：“闲人免进。”|我们绕了过去。
        （以上为节选。）|正文从第二页开始。
        先关总阀。  |再拆滤网。　|最后装回。
        第一层。\u{200b}|第二层。\u{a0}|第三层。
        先关总阀。 ”|然后呢？
        ",
    );
}

#[test]
fn spaces_alone_and_single_line_breaks_are_no_end() {
    sentences("请 用 USB 线 连接 打印机 ，再 打开 电源 。 |等待 30 秒 。");
    assert_eq!(
        pieces("这一行还没有\n说完。下一句\n也是。", Grain::Sentence),
        ["这一行还没有\n说完。", "下一句\n也是。"]
    );
}

#[test]
fn a_blank_line_ends_a_sentence() {
    let sentence = |text| pieces(text, Grain::Sentence);
    assert_eq!(sentence("标题\n \n正文"), ["标题\n \n", "正文"]);
    assert_eq!(sentence("标题\r\n\r\n正文"), ["标题\r\n\r\n", "正文"]);
    assert_eq!(sentence("标题\u{2029}正文"), ["标题\u{2029}", "正文"]);
    assert_eq!(sentence("标题\r\n正文"), ["标题\r\n正文"]);
}

#[test]
fn titles_stay_whole() {
    sentences(
        "
        他借了《谁来敲钟？》和《别停下！再走一步。》两本书。|都没还。
        我喜欢《〈山〉与〈海！〉》。|你呢？
        ",
    );
}

#[test]
fn quotations_and_who_speaks() {
    sentences(
        "
        “快关窗！”她喊道。|雨已经飘了进来。
        “走吧，”他说，“天快黑了。”|大家站起来。
        “几点了？”小李问我。|我没有表。
        “几点了？”|没有人回答。
        「誰在外面？」門房問。|沒有人應聲。
        老张说：“明天停水。”|我们接满了三桶。
        “您好！”|店员笑着对他说：“请进。”|他摇了摇头。
        “来了！”|“坐吧。”|两个人都笑了。
        ‘真的吗？’|我不信。
        ",
    );
}

#[test]
fn a_quotation_inside_a_phrase() {
    sentences(
        "
        人群喊着“再来一个！”的口号不肯散去。|灯灭了。
        一句“为什么？”问得他说不出话来。|他走了。
        “为什么？”这个问题没有人回答。|他说：“修好了！”|这个消息传遍全镇。
        他说“不必了”，转身就走。|门没有关。
        纸条上写着“好的！”，没有署名。
        ",
    );
}

#[test]
fn a_short_quotation_of_several_sentences_is_one_unit_and_a_long_one_is_not() {
    sentences(
        "
        他回头喊：“快跑！桥要塌了！”|我们扔下行李。
        信上写着：“桥在上个月修好了。|现在从镇上到车站只要十分钟。|母亲每天早上都去对岸买菜，身体比以前好多了。”|他把信折好。
        ",
    );
}

#[test]
fn asides() {
    sentences(
        "
        请注意（这一步不能省。）不要提前断电。
        报名费（含教材！）不退。|请想好。
        会场在二楼。|（电梯只到一楼。）|请走楼梯。
        ",
    );
}

#[test]
fn an_ellipsis_ends_a_sentence_only_if_a_new_one_follows() {
    sentences(
        "
        门开了……|“谁在那儿？”
        这件事……以后再说吧。
        他买了笔、纸、墨……一共三十元。
        我在门口等了很久……|他却没有来。
        我在车站等到了天黑……|但是没有车来。
        ……我不懂。|……你再说一遍？
        是的……！|走吧。
        所谓……“自由”这个词并不好讲。
        那张……那张票丢了。
        水位一直在上涨……|主席，我们是否休会？
        不知道......|另外，票也没了。
        ",
    );
}

#[test]
fn twelve_dots_are_two_ellipses() {
    sentences("他的话没有说完……|……后来我们才知道原因。");
}

#[test]
fn decimals_versions_times_and_addresses() {
    sentences(
        "
        圆周率约为3.14。|误差是０．０５。|别四舍五入。
        固件v2.10.3于10:30发布，价格3,500.75元，见https://example.com/a.b?x=1.5&y=2。|旧版停用。
        请看config.toml和a!b，联系help@example.cn。|谢谢。
        ",
    );
}

#[test]
fn list_numbers_belong_to_their_item() {
    sentences(
        "
        1.夜班关窗。|2.钥匙交门卫。
        1. 打开电源。|2. 按下按钮。
        1．打开电源。|2．按下按钮。
        （一）总则。|（二）细则。
        2、细则。|3、附则。
        一.总则
        步骤1. 打开上盖
        ",
    );
}

#[test]
fn latin_words_in_chinese_text() {
    sentences(
        "
        This is a test. |这是测试。|Then we stop. |It works.
        我用iPhone 15 Pro.|它很快。
        请放到 No. 5 机柜（参见 Fig. 2，e.g. 左图）。|然后重启。
        他在U.S.A.工作过三年。|Dr. 王认识他。
        C++、Python和Node.js都可以。|选一个。
        Apple Inc.的报告和Smith et al. 的论文。|都在桌上。
        用户说“hello world.”，然后退出。|会话结束。
        他看的是Yahoo!奇摩。|你呢？
        OK!|我马上来。
        ",
    );
}

#[test]
fn dots_as_full_stops_where_the_writer_has_no_other() {
    sentences(
        "
        本文讨论了噪声，给出了模型．|结果表明，模型有效．
        你到家了吗?|我到了.|早点睡
        今天下雨. |明天晴.
        他昨天回来了.|我们都去接他。|這家店很大．|但是沒有人。
        哈利．波特是小说人物。|约翰.史密斯也是。
        ",
    );
}

#[test]
fn emoji_that_show_a_feeling_end_a_sentence_between_words() {
    sentences(
        "
        太好了😊|我马上来。
        收到🫡|这次不会忘！！！💪|放心。
        谢谢❤️🙏🏽 |明天见
        周末去吃🍣好不好？|我都行。
        群里都是😂，没人回答。
        感谢支持。|👉点击这里。|❶第一步
        ",
    );
}

#[test]
fn references() {
    sentences(
        "
        该理论成立。[1]|后来被推翻。[2-4] |现在没人提了。
        [1] 王明. 桥梁史. 北京。|[2] 李华. 河流志. 上海。
        ",
    );
}

#[test]
fn unmatched_marks_swallow_nothing() {
    sentences(
        "
        他说：“我来了。|门开着。|没有人。
        「「「先走。|再看。
        （注：略。|正文在此。
        一台21\"屏幕。|\"很亮。\"大家说。|完。
        完了。|”新词”由此而来。
        ",
    );
}

#[test]
fn no_end_before_punctuation_that_goes_on() {
    sentences(
        "
        他问“去不去？”，没有人应。|走了。
        什么？，他愣了一下。
        ",
    );
}

#[test]
fn nothing_in_nothing_out() {
    assert!(pieces("", Grain::Sentence).is_empty());
    assert_eq!(pieces("  \n", Grain::Sentence), ["  \n"]);
    assert_eq!(pieces("没有标点", Grain::Sentence), ["没有标点"]);
}

#[test]
fn marks_that_attach_to_the_full_stop_are_not_torn_off() {
    sentences("好。\u{fe00}|走！\u{301}|来？\u{20e3} |去‼\u{fe0f}|停。\u{200d}|完");
}
