//! Quotations: passed over whole, and what follows them decides.

use kawara_core::Result;

use super::{Closed, Quotes, Step, Walk, is_finished, near};
use crate::chars::{
    char_at, char_before, is_blank, is_hiragana, is_kanji, is_katakana, is_latin, is_opener, skip_blank,
};
use crate::follow::{self, Ended};
use crate::marks::{Kind, Pair};
use crate::words::starts_with_any;

/// Quotations that follow each other without a word between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// Where it ends, in bytes.
    end: usize,
    /// Whether they are turns of a talk: at least one is a whole sentence, and no particle takes them up as a list.
    turns: bool,
}

impl Walk<'_, '_, '_> {
    /// Passes the quotation that is opened at `index` and closed at `mate`.
    pub(super) fn quotation(&mut self, index: usize, mate: usize, pair: Pair) -> Result<Step> {
        let (Some(open), Some(close)) = (self.marks.get(index).copied(), self.marks.get(mate).copied())
        else {
            return Ok((mate + 1, None));
        };
        if self.quotes == Quotes::Split {
            return Ok((index + 1, None));
        }
        match self.last_inside(mate) {
            Some(kind) => {
                self.run_from(mate + 1, close.end, kind, Some(Closed { pair, opener: Some(open.start) }))
            }
            None if open.start <= self.sentence
                && self.opens_quote(mate + 1, close.end)
                && self.chain(index)?.turns =>
            {
                Ok((mate + 1, Some(close.end)))
            }
            None => Ok((mate + 1, None)),
        }
    }

    /// Whether the sentence ends behind a quotation that ends in a mark of `kind`.
    pub(super) fn quotation_ends(&mut self, end: usize, kind: Kind, opener: Option<usize>) -> Result<bool> {
        let lead = opener
            .map_or("", |at| self.text.get(self.sentence..at).unwrap_or_default().trim_end_matches(is_blank));
        let far = skip_blank(self.text, end);
        if char_at(self.text, far).is_some_and(is_opener) {
            return self.ends_before_quote(end, far, opener);
        }
        if self.goes_on(end, Ended::Quote { led: !lead.is_empty() })? {
            return Ok(false);
        }
        Ok(far > end || !self.is_taken_by_noun(lead, opener, kind, far))
    }

    /// 「なぜ？」「さあ。」 are turns, 『いつ？』『どこ？』の二冊 are not, nor is 「はい。」（係員）.
    fn ends_before_quote(&mut self, end: usize, far: usize, opener: Option<usize>) -> Result<bool> {
        let index = self.marks.partition_point(|mark| mark.start < far);
        let quote =
            matches!(self.marks.get(index).map(|mark| mark.kind), Some(Kind::Open(pair)) if pair.is_quote());
        if !quote || far > end {
            return Ok(true);
        }
        let first = self.marks.partition_point(|mark| mark.start < opener.unwrap_or(far));
        Ok(self.chain(first)?.turns)
    }

    /// The chain that the quotation at `index` belongs to.
    fn chain(&mut self, index: usize) -> Result<Chain> {
        let start = self.marks.get(index).map_or(0, |mark| mark.start);
        if let Some(chain) = self.chain.filter(|chain| start < chain.end) {
            return Ok(chain);
        }
        let (mut at, mut end, mut count) = (index, start, 0);
        let (mut whole, mut titles, mut cries) = (false, true, None);
        while let Some(open) = self.marks.get(at).filter(|mark| count == 0 || mark.start == end) {
            let (Kind::Open(pair), Some(mate)) = (open.kind, open.mate.map(|mate| mate as usize)) else {
                break;
            };
            if !pair.is_quote() {
                break;
            }
            whole |= self.last_inside(mate).is_some();
            titles &= pair == Pair::WhiteCorner;
            let close = self.marks.get(mate).copied().unwrap_or(*open);
            let last = char_before(self.text, close.start).filter(|c| matches!(c, '！' | '？' | '!' | '?'));
            cries = if count == 0 || cries == last { last } else { None };
            end = close.end;
            at = mate + 1;
            count += 1;
        }
        let after = self.text.get(skip_blank(self.text, end)..).unwrap_or_default();
        let taken = self.goes_on(end, Ended::Quote { led: true })?;
        // A talk may end in 「…」と言った, which takes up its last turn alone; 「なぜ？」「いつ？」と聞かれた takes up both.
        let said = !titles
            && cries.is_none()
            && start <= self.sentence
            && (after.starts_with('と') || after.starts_with("って") || after.starts_with('、'));
        let chain = Chain { end, turns: whole && (!taken || said && !follow::takes_all(after)) };
        self.chain = Some(chain);
        Ok(chain)
    }

    /// Whether another quotation opens right behind byte `end`.
    fn opens_quote(&self, index: usize, end: usize) -> bool {
        self.marks
            .get(index)
            .is_some_and(|mark| mark.start == end && matches!(mark.kind, Kind::Open(pair) if pair.is_quote()))
    }

    /// 映画「どうする？」公開, 画面に「続けますか？」ダイアログが出る: a quotation that a noun takes up, where a name is quoted, a sentence
    /// has begun, or the item of a list. Not the turns of a script: 部長「え？」課長「はい。」
    fn is_taken_by_noun(&self, lead: &str, opener: Option<usize>, kind: Kind, far: usize) -> bool {
        let noun = |c: char| is_kanji(c) || is_katakana(c) || is_latin(c);
        let after = near(self.text, far);
        if !after.starts_with(noun) || after.starts_with(['彼', '私', '僕', '俺']) {
            return false;
        }
        let words = after.chars().take_while(|c| noun(*c)).map(char::len_utf8).sum::<usize>();
        if after.get(words..).is_some_and(|rest| rest.starts_with(is_opener)) {
            return false;
        }
        let title = opener.and_then(|at| char_at(self.text, at)).is_some_and(|c| matches!(c, '『' | '﹃'));
        if kind == Kind::Stop {
            // Editors keep the 。 of a title.
            return title && lead.is_empty() && opener.is_some_and(|at| far - at <= SHORT);
        }
        match char_before(lead, lead.len()) {
            None => title || starts_with_any(after, NAMED),
            Some('：' | ':' | '、' | '，') => false,
            Some(c) if is_hiragana(c) => !is_finished(lead) || is_unfinished(lead),
            Some(_) => true,
        }
    }
}

/// A title in white corner brackets that ends in 。 is not longer: 16 characters.
const SHORT: usize = 48;

/// What is called by a sentence in quotation marks: 「いいね！」ボタン.
const NAMED: &str = "
    ボタン ダイアログ ウィジェット ウィンドウ ページ メッセージ アイコン メニュー タブ リンク キャンペーン シリーズ プロジェクト イベント
    セール コーナー コンテスト プラン サービス アプリ マーク 機能 画面 欄 表示 発売 開催 放送 公開 運動 作戦 宣言 発言 展 賞 号 篇 編 版 系 問題
";

/// A case particle, after which the sentence has to go on.
fn is_unfinished(lead: &str) -> bool {
    lead.ends_with(['で', 'に', 'は', 'が', 'を', 'の', 'と', 'へ', 'も'])
}
