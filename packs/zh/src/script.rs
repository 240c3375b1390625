//! Word lists, and one script for them: Traditional characters that occur in them, and their Simplified forms.

/// The words of a list that is written as a text.
pub(crate) fn listed(words: &'static str) -> impl Iterator<Item = &'static str> {
    words.split_ascii_whitespace()
}

/// The first `count` characters of `text`, with the Traditional ones of the word lists made Simplified.
pub(crate) fn simplified(text: &str, count: usize) -> String {
    text.chars().take(count).map(simplify).collect()
}

/// The last `count` characters of `text`, likewise.
pub(crate) fn simplified_end(text: &str, count: usize) -> String {
    let start = text.char_indices().rev().take(count).last().map_or(0, |(at, _)| at);
    simplified(text.get(start..).unwrap_or_default(), count)
}

fn simplify(c: char) -> char {
    match TRADITIONAL.binary_search(&c) {
        Ok(index) => SIMPLIFIED.get(index).copied().unwrap_or(c),
        Err(_) => c,
    }
}

const TRADITIONAL: [char; 169] = [
    '並', '併', '來', '侷', '個', '們', '備', '傳', '債', '僅', '働', '價', '兩', '別', '則', '剛', '創',
    '劇', '動', '務', '勸', '勻', '卻', '參', '問', '單', '嘆', '嚮', '國', '執', '場', '夢', '學', '實',
    '寫', '寬', '將', '對', '屬', '幾', '強', '後', '徑', '從', '復', '應', '換', '擁', '擔', '據', '擴',
    '攜', '於', '時', '晉', '書', '會', '棲', '業', '極', '樣', '歎', '歷', '沒', '況', '滿', '為', '無',
    '爲', '獲', '現', '產', '當', '發', '盡', '種', '稱', '積', '紀', '約', '級', '結', '給', '經', '綜',
    '網', '線', '總', '繼', '罵', '聯', '聲', '職', '聽', '與', '興', '著', '處', '號', '裏', '補', '裡',
    '複', '見', '覓', '訓', '記', '訪', '設', '許', '訴', '詞', '話', '該', '誇', '認', '語', '說', '説',
    '誰', '調', '請', '講', '讀', '讓', '讚', '貸', '購', '贊', '車', '較', '轄', '辯', '這', '連', '週',
    '過', '達', '遡', '適', '選', '還', '邊', '鄉', '釋', '錯', '長', '門', '閉', '開', '間', '關', '隨',
    '險', '隻', '雖', '難', '須', '頒', '題', '願', '類', '顧', '餘', '驚', '體', '髮', '魚', '麼',
];

const SIMPLIFIED: [char; 169] = [
    '并', '并', '来', '局', '个', '们', '备', '传', '债', '仅', '动', '价', '两', '别', '则', '刚', '创',
    '剧', '动', '务', '劝', '匀', '却', '参', '问', '单', '叹', '向', '国', '执', '场', '梦', '学', '实',
    '写', '宽', '将', '对', '属', '几', '强', '后', '径', '从', '复', '应', '换', '拥', '担', '据', '扩',
    '携', '于', '时', '晋', '书', '会', '栖', '业', '极', '样', '叹', '历', '没', '况', '满', '为', '无',
    '为', '获', '现', '产', '当', '发', '尽', '种', '称', '积', '纪', '约', '级', '结', '给', '经', '综',
    '网', '线', '总', '继', '骂', '联', '声', '职', '听', '与', '兴', '着', '处', '号', '里', '补', '里',
    '复', '见', '觅', '训', '记', '访', '设', '许', '诉', '词', '话', '该', '夸', '认', '语', '说', '说',
    '谁', '调', '请', '讲', '读', '让', '赞', '贷', '购', '赞', '车', '较', '辖', '辩', '这', '连', '周',
    '过', '达', '溯', '适', '选', '还', '边', '乡', '释', '错', '长', '门', '闭', '开', '间', '关', '随',
    '险', '只', '虽', '难', '须', '颁', '题', '愿', '类', '顾', '余', '惊', '体', '发', '鱼', '么',
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(TRADITIONAL.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn both_ends_of_a_text() {
        assert_eq!(simplified("這個說法", 2), "这个");
        assert_eq!(simplified_end("他這樣說", 3), "这样说");
    }
}
