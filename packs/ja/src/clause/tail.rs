//! Whether the words before a comma end a clause.

use kawara_core::Result;

use crate::chars::{is_hiragana, is_kanji, is_katakana};
use crate::morphology::{Class, Form, Morphology, Token};
use crate::words::{ends_with_any, listed, starts_with_any};

/// `words` end in a comma, which starts at byte `comma`.
///
/// # Errors
/// When the dictionary cannot be opened.
pub(super) fn ends_clause(words: &str, comma: usize, morphology: &mut Morphology<'_>) -> Result<bool> {
    let head = words.get(..comma).unwrap_or_default().trim_end();
    let Some(last) = head.chars().next_back() else { return Ok(false) };
    if let Some(noun) = listed(NOUNS).filter(|noun| head.ends_with(noun)).max_by_key(|noun| noun.len()) {
        return Ok(is_clause_before(head.get(..head.len() - noun.len()).unwrap_or_default(), noun));
    }
    if !is_hiragana(last)
        || ends_with_any(head, LIKE_PARTICLES)
        || ends_with_any(head, ADVERBS)
        || head.strip_suffix("ながら").is_some_and(is_noun_by_script)
        || listed(CONNECTIVES).any(|word| word == head)
    {
        return Ok(false);
    }
    if ends_with_any(head, CONJUNCTIVE) {
        return Ok(true);
    }
    match morphology.tokens(words)? {
        Some(tokens) => {
            let before = tokens.partition_point(|token| token.start < head.len());
            Ok(tokens.get(..before).is_some_and(|tokens| joins_clauses(words, tokens)))
        }
        None => Ok(ends_with_any(head, PROBABLY) || goes_on_by_script(head, last)),
    }
}

/// 到着した時に, but not このとき or 雨天時は, 実際は.
fn is_clause_before(words: &str, noun: &str) -> bool {
    let pointed = ends_with_any(words, "この その あの どの");
    !pointed && (!noun.starts_with(['時', '際']) || words.ends_with(is_hiragana))
}

/// 印刷し、 兄は行き、: kanji and the last kana of a verb, behind a particle but for し.
fn goes_on_by_script(head: &str, last: char) -> bool {
    let stem = head.get(..head.len() - last.len_utf8()).unwrap_or_default();
    let words = stem.trim_end_matches(is_kanji);
    "しりきいみえけめれべ".contains(last)
        && words.len() < stem.len()
        && (last == 'し' || words.ends_with(is_hiragana))
}

/// 残念ながら is an adverb, 空を見ながら a clause: two kanji, or katakana, are no stem of a verb.
fn is_noun_by_script(words: &str) -> bool {
    let mut chars = words.chars().rev();
    match chars.next() {
        Some(last) if is_kanji(last) => chars.next().is_some_and(is_kanji),
        last => last.is_some_and(is_katakana),
    }
}

/// Whether what follows a comma is no clause but the end of one: 終わり、である。
pub(super) fn is_copula(after: &str) -> bool {
    starts_with_any(after, COPULAS)
}

fn joins_clauses(words: &str, tokens: &[Token]) -> bool {
    let [rest @ .., last] = tokens else { return false };
    let before = rest.last();
    let surface = words.get(last.start..last.end).unwrap_or_default();
    match last.class {
        Class::Conjunctive => true,
        // 降っても、 降っては、
        Class::Topic => before.is_some_and(|token| token.class == Class::Conjunctive),
        // 右隣り、 is a noun that is written like a verb.
        Class::Verb if before.is_some_and(|token| token.class.is_noun() && !is_of_time(token.class)) => false,
        // 1,000円で、 is a case.
        Class::Auxiliary if surface == "で" && is_amount(rest) => false,
        Class::Verb | Class::Suru | Class::DependentVerb | Class::Adjective | Class::DependentAdjective => {
            last.form == Form::Continuative
        }
        Class::Auxiliary => match last.form {
            Form::Continuative => true,
            Form::Conditional => {
                surface == "たら"
                    || surface == "だら"
                    || before.is_some_and(|token| token.class.is_predicate())
            }
            _ => false,
        },
        // 聞いてから、
        Class::Case if surface == "から" => before.is_some_and(|token| token.class == Class::Conjunctive),
        // 食べずに、
        Class::Case | Class::Adverbial => {
            surface == "に"
                && before.is_some_and(|token| {
                    token.class == Class::Auxiliary && words.get(token.start..token.end) == Some("ず")
                })
        }
        // 依頼したところ、
        Class::DependentNoun => {
            matches!(surface, "ところ" | "うえ" | "一方" | "ほか" | "まま" | "反面" | "以上" | "あと")
                && before.is_some_and(|token| token.class.is_predicate())
        }
        _ => false,
    }
}

/// 昨日行き、
fn is_of_time(class: Class) -> bool {
    matches!(class, Class::AdverbialNoun | Class::Number | Class::Unknown)
}

/// 1,000円, 三日
fn is_amount(tokens: &[Token]) -> bool {
    matches!(tokens, [.., number, unit] if number.class == Class::Number && unit.class.is_noun())
        || tokens.last().is_some_and(|token| token.class == Class::Number)
}

/// Nouns that end a clause, with and without particles.
const NOUNS: &str = "
    ため ためは ために ためにも ためには 場合 場合は 場合に 場合には 場合も 場合にも
    とき ときは ときに ときには ときも ときにも 時は 時には 時に 際 際は 際に 際には 際も
";

/// Particles made of a noun's case and a verb: 資料について、 is no clause.
const LIKE_PARTICLES: &str = "
    について につき によって により によれば によると にとって において に対し に対して に関し に関して に応じ に応じて
    に伴い に伴って に基づき に基づいて に加え に加えて に比べ に比べて に向け に向けて にあたり にあたって に当たり に際し
    に際して にわたり にわたって に続き に続いて にかけて に代わり に代わって に反し に反して に沿って に先立ち に従い に従って
    を通じ を通じて を通して をもって をめぐり をめぐって をはじめ をはじめとして を除き を除いて を含め を含めて
    として と共に とともに とって といって にして からして 以降 にて
";

/// Adverbs that end like a clause.
const ADVERBS: &str = "
    言うまでもなく いうまでもなく なるべく まもなく 間もなく ほどなく 程なく なんとなく 何となく もれなく 漏れなく 間違いなく
    まちがいなく 遠慮なく 滞りなく とどこおりなく 例外なく 休みなく 絶え間なく 残らず 思わず 絶えず 必ず 相変わらず あいかわらず
    少なからず やむを得ず やむなく おそらく 恐らく しばらく とにかく 我ながら 昔ながら しかしながら さりながら わずかながら
    ささやかながら 遅ればせながら 及ばずながら 恐れながら 陰ながら
";

/// Forms of だ and です.
const COPULAS: &str = "である であっ であり であろ です でした でしょ だった だろう だ。 だ！ だと";

/// Words that may stand alone before a comma.
const CONNECTIVES: &str = "
    そして したがって 従って よって かえって さて やがて そこで ところで それで それから だから ですから しかし ただし もし しかも
    だが ですが でも では それでは けれども しかしながら すると なぜなら ならば 例えば たとえば いわば および また ただ なお
    まず つまり さらに そのため もちろん 少し もう少し おそらく いきなり やはり 何より はじめて 初めて 改めて あらためて 決して
    すべて 全て かつて 追って 極めて 総じて あえて 続いて 次いで ついで 加えて
";

/// Conjunctive particles that are nothing else.
const CONJUNCTIVE: &str = "
    ので のに けれど けれども ですけど ますけど たけど ないけど るけど だけど ものの つつ ですが ますが ましたが でしたが ませんが
    でしょうが ですし ますし たものの ながら ですから ますから ましたから
";

/// What usually joins clauses, where no dictionary can be asked.
const PROBABLY: &str = "
    って んで いて して きて えて けて せて べて めて れて みて たが だが ないが るが うが たから だから ないから るから
    れば けば せば てば めば べば たら だら ず ずに たし いし るし
";
