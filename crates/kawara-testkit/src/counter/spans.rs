//! Where tokens stand, of counters that tell.

use super::{CounterSubject, failed};
use crate::Fault;

/// There are as many spans as tokens, each of them a range of the text; of a counter that cannot tell, none.
pub(super) fn tells_where_tokens_stand(subject: &CounterSubject) -> Result<(), Fault> {
    let (specials, before) = (subject.counter.specials(), subject.counter.specials_before());
    if before > specials {
        let what = format!("{before} special tokens stand before the text, of {specials} in all");
        return Err(Fault::new(
            what,
            "count in `specials()` all that the model adds, before the text and behind",
        ));
    }
    for sample in &subject.bench {
        let text = &*sample.text;
        let told = subject.counter.token_spans(text).map_err(|error| failed("token_spans", text, &error))?;
        let Some(spans) = told else { continue };
        let at_fault = |what: String, remedy| Fault::new(what, remedy).in_text(sample.name.clone(), text);
        let counted = subject.count(text)?;
        if spans.len() != counted as usize {
            let what = format!("{} spans are told of {counted} tokens", spans.len());
            return Err(at_fault(
                what,
                "tell one span for each token that `count` counts, and none of special tokens",
            ));
        }
        if let Some(span) = spans.iter().find(|span| span.start > span.end || span.end > text.len()) {
            let what = format!("{span:?} is no range of {} bytes", text.len());
            return Err(at_fault(what, "tell half-open bytes of the text, not characters of it"));
        }
    }
    Ok(())
}
