//! Clause grain. `|` stands where a clause must end.

mod common;

use common::check;
use kawara_core::Grain;

fn clauses(marked: &str) {
    check(Grain::Clause, marked);
}

#[test]
fn commas_where_there_is_nothing_better() {
    clauses(
        "
        如果下雨，|比赛取消。
        先看外壳有没有裂纹，|再看密封圈是否老化，|然后打开上盖。
        三十年來……|從來沒有停過。
        ",
    );
}

#[test]
fn semicolons_first_and_never_a_colon() {
    clauses(
        "
        请带齐以下材料：身份证；|合同，须有双方签名；|照片两张。
        请带齐以下材料：身份证；|租赁合同和补充协议，|两份都须有双方的亲笔签名，|并且注明日期；|照片两张。
        ",
    );
}

#[test]
fn list_commas_as_the_last_resort() {
    clauses(
        "
        他买了笔、纸和墨。
        水泵、|阀门、|闸门、|浮球、|滤网、|密封圈、|指示灯、|压力表、|流量计、|控制器。
        确认没有异响、没有漏水，|才可以移交。
        ",
    );
}

#[test]
fn numbers_titles_and_short_asides_stay_whole() {
    clauses(
        "
        全国共有员工3,500人或３，５００人（不含外包，含实习生），|另有《山，水，人》一书。
        他说：“天冷了，多穿点。”|然后走了。
        ",
    );
}

#[test]
fn an_adverb_before_a_comma_is_no_clause() {
    clauses("目前，水位已经回落，|因此，闸门不再开启。");
}

#[test]
fn the_sentences_of_a_long_quotation() {
    clauses(
        "信上写着：“桥在上个月修好了。|现在从镇上到车站只要十分钟。|母亲每天都去对岸买菜，|身体比以前好多了。”|他把信折好。",
    );
}

#[test]
fn half_width_commas() {
    clauses("天气冷了,|路也滑了,|因为a,b,c都结冰了。");
}
