/// Makes a module of tests, one for each promise of a [`Segmenter`](kawara_core::Segmenter).
///
/// Takes a name for the module, an expression for the `&'static` [`SegmenterEntry`](kawara_core::SegmenterEntry), the
/// [`Options`](kawara_core::Options) to open it with (may be left out), and texts of its language: a few paragraphs with
/// everything that the rules of the pack are about. The expressions see what the place of the call sees.
///
/// ```
/// # use std::sync::Arc;
/// # use kawara_core::{Grain, Options, Pack, Result, Segmenter, SegmenterEntry, Unicode, Value};
/// # static PACK: Pack = Pack::new("xx", "0.1.0").segmenters(&[SegmenterEntry::new("xx", &["xx"], open)]);
/// # fn open(_: &Options) -> Result<Arc<dyn Segmenter>> { Ok(Arc::new(Unicode)) }
/// use kawara_testkit::segmenter_contract;
///
/// segmenter_contract!(contract, &PACK.segmenter_entries()[0], ["One sentence. And “another!” one."]);
/// segmenter_contract!(with_options, &PACK.segmenter_entries()[0], Options::new(), ["One sentence."]);
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! segmenter_contract {
    ($name:ident, $entry:expr, [$($text:expr),* $(,)?] $(,)?) => {
        $crate::segmenter_contract!($name, $entry, $crate::kawara_core::Options::new(), [$($text),*]);
    };
    ($name:ident, $entry:expr, $options:expr, [$($text:expr),* $(,)?] $(,)?) => {
        $crate::__contract! {
            $name, $crate::SegmenterSubject, $crate::SEGMENTER_CHECKS,
            $crate::SegmenterSubject::open($entry, &$options).map(|subject| subject.with_texts(&[$($text),*])),
            [
                passes_the_gate
                keeps_clusters_whole
                leaves_white_space_to_the_piece_before
                makes_one_piece_of_white_space
                cuts_more_at_finer_grains
                keeps_no_state
                agrees_between_threads
                leans_steadily
                describes_itself
                takes_linear_time
            ]
        }
    };
}

/// Makes a module of tests, one for each promise of a [`Counter`](kawara_core::Counter).
///
/// Takes a name for the module, an expression for the `&'static` [`CounterEntry`](kawara_core::CounterEntry), the part of the
/// counter's name behind the colon, the [`Options`](kawara_core::Options) to open it with (may be left out), and texts that
/// the counter is made for.
///
/// ```
/// use kawara_core::{CounterEntry, Registry};
/// use kawara_testkit::counter_contract;
///
/// fn chars() -> &'static CounterEntry {
///     Registry::collect(&[]).unwrap().counter("chars").unwrap().entry().unwrap()
/// }
///
/// counter_contract!(contract, chars(), "", ["Some text.", "一些文字。"]);
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! counter_contract {
    ($name:ident, $entry:expr, $counter:expr, [$($text:expr),* $(,)?] $(,)?) => {
        $crate::counter_contract!($name, $entry, $counter, $crate::kawara_core::Options::new(), [$($text),*]);
    };
    ($name:ident, $entry:expr, $counter:expr, $options:expr, [$($text:expr),* $(,)?] $(,)?) => {
        $crate::__contract! {
            $name, $crate::CounterSubject, $crate::COUNTER_CHECKS,
            $crate::CounterSubject::open($entry, $counter, &$options).map(|subject| subject.with_texts(&[$($text),*])),
            [
                counts_every_text
                counts_nothing_as_nothing
                does_not_pad
                does_not_truncate
                takes_special_tokens_for_text
                counts_the_same_every_time
                counts_ranges_exactly
                estimates_well
                tells_where_tokens_stand
                describes_itself
                survives_long_runs
                takes_linear_time
            ]
        }
    };
}

/// Makes a module of tests, one for each promise of a [`Reader`](kawara_core::Reader).
///
/// Takes a name for the module, an expression for the `&'static` [`ReaderEntry`](kawara_core::ReaderEntry), the
/// [`Options`](kawara_core::Options) to open it with (may be left out), and whole documents that it must be able to read.
///
/// ```
/// use kawara_core::{ReaderEntry, Registry};
/// use kawara_testkit::reader_contract;
///
/// fn plain_text() -> &'static ReaderEntry {
///     Registry::collect(&[]).unwrap().reader("text").unwrap().1
/// }
///
/// reader_contract!(contract, plain_text(), ["One.\n\nTwo.\n"]);
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! reader_contract {
    ($name:ident, $entry:expr, [$($text:expr),* $(,)?] $(,)?) => {
        $crate::reader_contract!($name, $entry, $crate::kawara_core::Options::new(), [$($text),*]);
    };
    ($name:ident, $entry:expr, $options:expr, [$($text:expr),* $(,)?] $(,)?) => {
        $crate::__contract! {
            $name, $crate::ReaderSubject, $crate::READER_CHECKS,
            $crate::ReaderSubject::open($entry, &$options).map(|subject| subject.with_texts(&[$($text),*])),
            [
                reads_its_documents
                keeps_blocks_in_order
                keeps_every_byte_of_the_source
                maps_back_to_the_source
                accounts_for_every_byte
                takes_crlf_and_a_byte_order_mark
                reads_the_same_every_time
                describes_itself
                takes_linear_time
            ]
        }
    };
}

/// A module with one test for each check; what is tested is opened once.
#[doc(hidden)]
#[macro_export]
macro_rules! __contract {
    ($name:ident, $subject:ty, $checks:expr, $open:expr, [$($check:ident)*]) => {
        #[cfg(test)]
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            fn subject() -> ::core::result::Result<&'static $subject, $crate::Fault> {
                static SUBJECT: ::std::sync::OnceLock<::core::result::Result<$subject, $crate::Fault>> =
                    ::std::sync::OnceLock::new();
                SUBJECT.get_or_init(|| $open).as_ref().map_err(::core::clone::Clone::clone)
            }

            $(
                #[test]
                fn $check() -> ::core::result::Result<(), $crate::Fault> {
                    $crate::run_check($checks, ::core::stringify!($check), subject())
                }
            )*
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::{COUNTER_CHECKS, READER_CHECKS, SEGMENTER_CHECKS};

    /// The names that a macro of this file lists in square brackets, one a line.
    fn listed(of: &str) -> Vec<&'static str> {
        let source = include_str!("macros.rs");
        let from = source.find(&format!("macro_rules! {of}")).unwrap();
        let lines = source[from..].lines().map(str::trim);
        lines.skip_while(|line| *line != "[").skip(1).take_while(|line| *line != "]").collect()
    }

    #[test]
    fn the_macros_run_every_check() {
        assert_eq!(
            listed("segmenter_contract"),
            SEGMENTER_CHECKS.iter().map(|check| check.name()).collect::<Vec<_>>()
        );
        assert_eq!(
            listed("counter_contract"),
            COUNTER_CHECKS.iter().map(|check| check.name()).collect::<Vec<_>>()
        );
        assert_eq!(
            listed("reader_contract"),
            READER_CHECKS.iter().map(|check| check.name()).collect::<Vec<_>>()
        );
    }
}
