//! lindera, its dictionary opened at most once.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use kawara_core::{Error, ErrorKind, Result};
use lindera::LinderaResult;
use lindera::mode::Mode;
use lindera::segmenter::Segmenter;
use lindera::worker::SegmentWorker;
use lindera_dictionary::dictionary::Dictionary;
use sha2::{Digest, Sha256};

use super::features::{self, WordKind};
use super::stretches::{Stretch, Stretches};
use super::{Class, Form, Token};
use crate::chars::is_blank;

/// Where the dictionary comes from. It is opened when the first word is looked up.
pub(crate) struct Source {
    /// A dictionary of the user's; else the one in the program.
    path: Option<(PathBuf, OnceLock<Result<Segmenter>>)>,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Source").field(&self.path.as_ref().map(|(path, _)| path)).finish()
    }
}

impl Default for Source {
    /// The dictionary in the program.
    fn default() -> Self {
        Self { path: None }
    }
}

/// The dictionary in the program is shared by everyone.
static BUILT_IN: OnceLock<Result<Segmenter>> = OnceLock::new();

static OPENS: AtomicUsize = AtomicUsize::new(0);

/// How many dictionaries were opened.
pub(crate) fn opens() -> usize {
    OPENS.load(Ordering::Relaxed)
}

/// Letters of one kind in an unknown word; lindera would make one word of 32 KiB of them.
const UNKNOWN: usize = 24;

impl Source {
    /// A dictionary built by lindera. Whether its folder looks like one is checked now, the rest when it is opened.
    ///
    /// # Errors
    /// When there is no such dictionary.
    pub(crate) fn at(path: &Path) -> Result<Self> {
        if !path.join("metadata.json").is_file() {
            return Err(unusable(path, "there is no metadata.json in it"));
        }
        Ok(Self { path: Some((path.to_owned(), OnceLock::new())) })
    }

    /// A hash of the files of a dictionary, their names included: what its words and so the cuts depend on.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub(crate) fn digest(path: &Path) -> Result<String> {
        let unreadable = |error: std::io::Error| unusable(path, &error.to_string());
        let mut files: Vec<PathBuf> = std::fs::read_dir(path)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(unreadable)?;
        files.retain(|file| file.is_file());
        files.sort_unstable();
        let mut hasher = Sha256::new();
        for file in files {
            let bytes = std::fs::read(&file).map_err(unreadable)?;
            hasher.update(file.file_name().unwrap_or_default().as_encoded_bytes());
            hasher.update((bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        }
        Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    fn segmenter(&self) -> Result<&Segmenter> {
        let opened = match &self.path {
            None => BUILT_IN.get_or_init(|| {
                open(kawara_ja_dictionary::load())
                    .map_err(|what| Error::new(ErrorKind::Open, format!("the built-in Japanese dictionary cannot be opened: {what}; update kawara-ja-dictionary and lindera together")))
            }),
            Some((path, opened)) => opened.get_or_init(|| {
                // Read, not mapped: a mapped file that is replaced takes the whole process down.
                open(lindera::dictionary::load_fs_dictionary_with_options(path, false))
                    .map_err(|what| unusable(path, &what))
            }),
        };
        opened.as_ref().map_err(Clone::clone)
    }
}

fn unusable(path: &Path, what: &str) -> Error {
    let path = path.display();
    Error::new(
        ErrorKind::Open,
        format!(
            "the dictionary {path} cannot be used: {what}; give the folder that lindera {} built from IPADIC or UniDic, or leave the option out for the built-in dictionary",
            lindera::get_version()
        ),
    )
}

fn open(loaded: LinderaResult<Dictionary>) -> Result<Segmenter, String> {
    OPENS.fetch_add(1, Ordering::Relaxed);
    let dictionary = loaded.map_err(|error| error.to_string())?;
    let segmenter =
        Segmenter::new(Mode::Normal, dictionary, None).keep_whitespace(true).max_grouping_len(Some(UNKNOWN));
    check(&segmenter)?;
    Ok(segmenter)
}

/// A damaged file of words loads without error and then knows none, and other dictionaries name their parts of speech differently.
fn check(segmenter: &Segmenter) -> Result<(), String> {
    let mut tokens = Vec::new();
    let text = "本は店にある。";
    collect(&mut segmenter.new_worker(), text, 0..text.len(), &mut tokens)
        .map_err(|error| error.to_string())?;
    let has = |wanted: fn(Class) -> bool| tokens.iter().any(|token: &Token| wanted(token.class));
    if has(|class| class == Class::Topic) && has(|class| class == Class::Case) && has(Class::is_predicate) {
        return Ok(());
    }
    Err("its words have none of the parts of speech of IPADIC or UniDic, or its files are damaged".into())
}

/// One thread's worker, made when the first word is looked up.
pub(crate) struct Analyzer<'a> {
    source: &'a Source,
    worker: Option<SegmentWorker>,
    plain: String,
}

impl<'a> Analyzer<'a> {
    pub(crate) fn new(source: &'a Source) -> Self {
        Self { source, worker: None, plain: String::new() }
    }

    /// Appends the words of `text`, which cover it.
    ///
    /// # Errors
    /// When the dictionary cannot be opened.
    pub(crate) fn analyze(&mut self, text: &str, tokens: &mut Vec<Token>) -> Result<bool> {
        let worker = match &mut self.worker {
            Some(worker) => worker,
            none => none.insert(self.source.segmenter()?.new_worker()),
        };
        // Half-width punctuation is glued together by the dictionary; that of full width has as many bytes.
        let text = if text.contains(HALF_WIDTH) {
            self.plain.clear();
            self.plain.extend(text.chars().map(full_width));
            &self.plain
        } else {
            text
        };
        for stretch in Stretches::of(text) {
            match stretch {
                Stretch::Words(range) => collect(worker, text, range, tokens).map_err(|error| {
                    Error::caused_by(ErrorKind::Segment, "the analysis of words failed", error)
                })?,
                Stretch::Run(Range { start, end }) => {
                    let blank = text.get(start..end).is_some_and(|run| run.starts_with(is_blank));
                    let class = if blank { Class::Sign } else { Class::Unknown };
                    tokens.push(Token { start, end, class, form: Form::Other });
                }
            }
        }
        Ok(true)
    }
}

const HALF_WIDTH: [char; 4] = ['｡', '｢', '｣', '､'];

fn full_width(c: char) -> char {
    match c {
        '｡' => '。',
        '｢' => '「',
        '｣' => '」',
        '､' => '、',
        c => c,
    }
}

fn collect(
    worker: &mut SegmentWorker,
    text: &str,
    range: Range<usize>,
    tokens: &mut Vec<Token>,
) -> LinderaResult<()> {
    let from = range.start;
    for token in worker.segment(text.get(range).unwrap_or_default())? {
        let id = token.word_id.id();
        let WordKind { class, form } = if token.word_id.is_unknown() {
            features::of(token.dictionary.unknown_word_details_iter(id as usize))
        } else {
            features::of(token.dictionary.word_details_iter(id as usize))
        };
        tokens.push(Token { start: from + token.byte_start, end: from + token.byte_end, class, form });
    }
    Ok(())
}
