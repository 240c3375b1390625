use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use kawara::bundle::files;
use kawara::contextual::{Requests, Template};
use kawara::late::{LateOptions, windows_by};
use kawara::packs::PackFile;
use kawara::plan::Options;
use kawara::policy::Policy;
use kawara::{Additions, Budget, Chunks, Document, Grain, Policy as _, Profile, Registry};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyMapping, PyString};

use crate::arguments::{self, entries, folders, path, paths};
use crate::arrow::ChunkStream;
use crate::document::{self, About, META, unicode};
use crate::embedder::Embedders;
use crate::error::{kind, of_bundle, of_document, of_engine, value};
use crate::plan::{Comparison, Operations};
use crate::policy::{Around, Source, TEXT, changes, here};
use crate::unit::{Unit, units};
use crate::{batch, chunk, contextual, counter, evidence, group, late, segmenter};

/// How many bytes a record batch has, if that is not said.
const BATCH_BYTES: usize = 16 << 20;

/// What is told of a document, as Python gives it.
struct Told<'a, 'py> {
    id: Option<String>,
    path: Option<&'a Bound<'py, PyAny>>,
    content_type: Option<String>,
    language: Option<String>,
    title: Option<String>,
    meta: Option<&'a Bound<'py, PyAny>>,
}

/// Cuts documents into chunks, as a policy says. It may be shared by any number of threads, and lets others run while it works.
#[pyclass(frozen, module = "kawara")]
pub(crate) struct Engine {
    engine: Arc<kawara::Engine>,
    policy: Arc<Policy>,
}

#[pymethods]
impl Engine {
    /// An engine from a policy: TOML, the name of a built-in policy such as "kawara:docs", or the path of a file.
    ///
    /// `settings` are laid over it, {"budget.max-tokens": 256}; `model` is short for {"budget.model": …}. Relative paths in a TOML text
    /// are relative to `directory`. `base_policy` is laid beneath, and what it locks stays. Tokenizers of models are looked for in the
    /// folders `tokenizers`, one or a list, beside the policy, and where the environment says. `packs` are shared libraries, one or a list,
    /// "FILE" or "FILE@SHA256", which are code that runs. `counters` are objects by name, with `count(texts) -> list[int]`; `segmenters` objects by language, with
    /// `cuts(text, grain) -> list[int]`, the characters at which pieces end, and perhaps `grains` and `leans_back(unit)`. Those hold the
    /// interpreter's lock when they are asked, so threads wait for each other; segmenters are kept until the program ends.
    ///
    /// `embedders` make vectors for semantic boundaries, by the names that policies know them by: objects with `embed(texts)`, which returns a
    /// vector for each, as lists or as a matrix, and an `id`, which says what makes them; or words, "PROGRAM ARGUMENT…" or "URL#MODEL".
    /// Vectors are kept in the folder `embedding_cache`, by id and text, and nowhere if it is not given.
    ///
    /// Raises PolicyError with all mistakes at once, each with its line; and ValueError for a folder that is not there.
    #[staticmethod]
    #[pyo3(signature = (policy, *, settings=None, model=None, directory=None, base_policy=None, tokenizers=None, packs=None, counters=None, segmenters=None, embedders=None, embedding_cache=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn from_policy(
        py: Python<'_>,
        policy: &Bound<'_, PyAny>,
        settings: Option<&Bound<'_, PyMapping>>,
        model: Option<&Bound<'_, PyAny>>,
        directory: Option<PathBuf>,
        base_policy: Option<&Bound<'_, PyAny>>,
        tokenizers: Option<&Bound<'_, PyAny>>,
        packs: Option<&Bound<'_, PyAny>>,
        counters: Option<&Bound<'_, PyMapping>>,
        segmenters: Option<&Bound<'_, PyMapping>>,
        embedders: Option<&Bound<'_, PyMapping>>,
        embedding_cache: Option<PathBuf>,
    ) -> PyResult<Self> {
        let source = Source::of(policy)?;
        let around = Around {
            directory: here(directory),
            base: base_policy.map(|base| path("base_policy", base)).transpose()?,
            tokenizers: folders("tokenizers", tokenizers)?,
            changes: changes(settings, model)?,
        };
        let packs = paths("packs", packs)?;
        let hosts = counter::hosts(counters)?;
        let languages = segmenter::packs(segmenters)?;
        let embedders = Embedders::of(embedders, embedding_cache)?;
        py.detach(|| {
            let libraries = packs.iter().map(|file| PackFile::parse(file));
            let libraries = libraries.collect::<kawara::Result<Vec<_>>>();
            let registry = libraries.and_then(|libraries| {
                let additions = Additions::new().with_libraries(libraries).with_packs(languages);
                embedders.add_to(additions.with_counters(hosts)).registry()
            });
            let registry = registry.map_err(|error| of_engine(&error))?;
            let policy = around.load(&source, &registry)?;
            Self::new(registry, policy)
        })
    }

    /// The chunks of a document. Without `id` it is known by `path`, or as "text". `meta` is anything that JSON can say, and NumPy's numbers.
    ///
    /// `contexts` are put before the chunks that they are for, counted, behind what the engine puts there; ids stay. They are a `Contexts`, or
    /// what one is made of: {chunk id: text}.
    ///
    /// Raises DocumentError, PackError or PolicyError. Signals such as that of Ctrl-C are heard when it is done.
    #[pyo3(signature = (text, *, id=None, path=None, content_type=None, language=None, title=None, meta=None, contexts=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn chunk<'py>(
        &self,
        py: Python<'py>,
        text: &Bound<'py, PyString>,
        id: Option<String>,
        path: Option<&Bound<'py, PyAny>>,
        content_type: Option<String>,
        language: Option<String>,
        title: Option<String>,
        meta: Option<&Bound<'py, PyAny>>,
        contexts: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let about = Told { id, path, content_type, language, title, meta };
        let contexts = contextual::contexts(contexts)?;
        let chunks = self.with_document(py, text, about, |document| {
            let chunks = self.engine.chunk(document)?;
            match &contexts {
                Some(contexts) => contexts.add(&self.engine, document, chunks),
                None => Ok(chunks),
            }
        })?;
        chunk::list(py, &chunks)
    }

    /// A prompt for each chunk of a document, for a language model that is to say what the chunk is about: dicts with "key", "doc_id", "id",
    /// "start", "end" (bytes) and "prompt". `template` has {document}, {chunk} and {title} where these are to stand. Of a document with more
    /// than `document_tokens` that is shown which stands around the chunk.
    ///
    /// What is answered is given to `chunk`, `chunk_batch`, `plan` or `apply` as `contexts`. Raises ValueError for a template that is none,
    /// DocumentError, PackError or PolicyError.
    #[pyo3(signature = (text, *, template=None, document_tokens=None, id=None, path=None, content_type=None, language=None, title=None, meta=None), text_signature = "($self, text, *, template=None, document_tokens=8192, id=None, path=None, content_type=None, language=None, title=None, meta=None)")]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn context_requests<'py>(
        &self,
        py: Python<'py>,
        text: &Bound<'py, PyString>,
        template: Option<&str>,
        document_tokens: Option<&Bound<'py, PyAny>>,
        id: Option<String>,
        path: Option<&Bound<'py, PyAny>>,
        content_type: Option<String>,
        language: Option<String>,
        title: Option<String>,
        meta: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let template =
            template.map_or_else(|| Ok(Template::default()), |text| Template::parse(text, "template"));
        let template = template.map_err(|failure| value(failure.to_string()))?;
        let tokens =
            document_tokens.map(|tokens| arguments::small("document_tokens", tokens, 1)).transpose()?;
        let making =
            Requests::new(template).with_document_tokens(tokens.unwrap_or(Requests::DOCUMENT_TOKENS));
        let about = Told { id, path, content_type, language, title, meta };
        let requests = self.with_document(py, text, about, |document| {
            making.of(&self.engine, document, self.engine.chunk(document)?)
        })?;
        contextual::requests(py, &requests)
    }

    /// The chunks of many documents, on `threads` threads, as many as there are cores if not given. A document is a string or a dict
    /// with "text" and, if you like, "id", "path", "content_type", "language", "title", "meta"; without an id or a path it is known by
    /// its place among them.
    ///
    /// A document that cannot be chunked raises DocumentError, the first of them, when all are done; with `errors="return"` its place
    /// holds the exception instead of a list. Signals such as that of Ctrl-C are heard between two documents. `contexts` are as in `chunk`.
    #[pyo3(signature = (documents, *, threads=None, errors="raise", contexts=None))]
    fn chunk_batch<'py>(
        &self,
        py: Python<'py>,
        documents: &Bound<'py, PyAny>,
        threads: Option<&Bound<'py, PyAny>>,
        errors: &str,
        contexts: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let raises = match errors {
            "raise" => true,
            "return" => false,
            other => return Err(value(format!("errors={other:?} is neither \"raise\" nor \"return\""))),
        };
        let documents = document::all(documents)?;
        let threads = threads.map(arguments::threads).transpose()?;
        let contexts = contextual::contexts(contexts)?;
        let results = py.detach(|| batch::chunk(&self.engine, documents, threads, contexts.as_deref()))?;
        let list = PyList::empty(py);
        for result in results {
            match result {
                Ok(chunks) => list.append(chunk::list(py, &chunks)?)?,
                Err(failure) if raises => return Err(of_document(&failure)),
                Err(failure) => list.append(of_document(&failure).into_value(py))?,
            }
        }
        Ok(list)
    }

    /// The chunks of documents that come as Arrow data, as Arrow data: for frameworks and stores, without a Python object for any row.
    ///
    /// `reader` is anything with `__arrow_c_stream__` or `__arrow_c_array__`: a pyarrow Table or RecordBatchReader, a polars DataFrame.
    /// Its columns are "id" and "text" and, if you like, "path", "content_type", "language", "title" and "meta", which is JSON text; all
    /// are strings, of any of Arrow's types, or dictionaries of them. `columns` says what they are called, {"text": "body"}; others are
    /// left alone. What comes out has `__arrow_c_stream__`, and gives pyarrow's record batches when it is iterated over. Its columns are
    /// `kawara.CHUNK_SCHEMA`: those of the records that the command writes, and "error".
    ///
    /// A document that cannot be chunked, or that has no id or text, is one row with its "doc_id" and the "error"; the others go on.
    /// Batches have at most `max_batch_bytes`, and one larger chunk makes a batch alone. They are made as they are read: no more is
    /// held than one batch of the reader, and the chunks of 8 MiB of it for each of the `threads`, or of one document that is larger.
    /// `contexts` are as in `chunk`.
    ///
    /// Raises ValueError for a column that is missing, there twice or of another type, before anything is chunked. A column of nulls alone
    /// counts as one of strings. Ctrl-C is heard between documents; whoever reads the stream over Arrow's C interface is told so as an error.
    #[pyo3(signature = (reader, *, columns=None, threads=None, max_batch_bytes=None, contexts=None), text_signature = "($self, reader, *, columns=None, threads=1, max_batch_bytes=16777216, contexts=None)")]
    fn chunk_batches(
        &self,
        reader: &Bound<'_, PyAny>,
        columns: Option<&Bound<'_, PyMapping>>,
        threads: Option<&Bound<'_, PyAny>>,
        max_batch_bytes: Option<&Bound<'_, PyAny>>,
        contexts: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<ChunkStream> {
        let column = |(field, name): (String, Bound<'_, PyAny>)| {
            let wrong =
                |_| kind(format!("columns[{field:?}] is the name of a column, and not {}", name.get_type()));
            let name = name.extract().map_err(wrong)?;
            Ok((field, name))
        };
        let columns = entries("columns", "fields of a document", columns)?.into_iter().map(column);
        let columns = columns.collect::<PyResult<_>>()?;
        let threads = threads.map_or(Ok(NonZeroUsize::MIN), arguments::threads)?;
        let most_bytes =
            max_batch_bytes.map(|bytes| arguments::amount("max_batch_bytes", bytes, 0)).transpose()?;
        let contexts = contextual::contexts(contexts)?;
        let engine = Arc::clone(&self.engine);
        let most_bytes = most_bytes.unwrap_or(BATCH_BYTES);
        ChunkStream::open(engine, reader, &columns, threads, contexts, most_bytes)
    }

    /// What a change of documents, policy or model does to an index, and writes nothing: what `kawara plan --json` writes of it, but for the
    /// price, and "failed", a list of {"doc_id", "message"}.
    ///
    /// `documents` are as in `chunk_batch`, each with an id or a path: all that the index is to have, or with `only` some of them, and the
    /// others stay. They are read as they are needed, in the thread that calls, so a generator does. `manifest` is the folder in which is
    /// remembered what was chunked; without one, all is new. With `full` every chunk is to be added, for an index that is new. Chunks are
    /// counted by `globs`, or by top folder. A document that fails keeps its old chunks. `contexts` are as in `chunk`; a chunk whose context
    /// changed is to be added, though its id is the same.
    ///
    /// Raises ManifestError, or BusyError where another program has written the manifest meanwhile.
    #[pyo3(signature = (documents, manifest, *, only=false, full=false, globs=None, threads=None, contexts=None), text_signature = "($self, documents, manifest, *, only=False, full=False, globs=None, threads=None, contexts=None)")]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn plan<'py>(
        &self,
        py: Python<'py>,
        documents: Py<PyAny>,
        manifest: PathBuf,
        only: bool,
        full: bool,
        globs: Option<Vec<String>>,
        threads: Option<&Bound<'_, PyAny>>,
        contexts: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.comparison(documents, manifest, only, full, globs, threads, contexts)?.plan(py)
    }

    /// The operations that carry an index from what a manifest remembers to what the documents are now, for a `with` statement:
    ///
    ///     with engine.apply(documents, "index") as operations:
    ///         for operation in operations:
    ///             ...
    ///
    /// Each is a dict: "op" is "add", with a chunk's record, which is to be embedded and put under its "id"; "move", with the record but for
    /// "context" and "text", to be put beside the embedding; or "delete", with "id" and "doc_id". They are read from a file as they are
    /// taken. When a block that took all of them ends without an exception, the manifest remembers the new state; until then no other
    /// program can write it. Any other block leaves it as it was, and the same operations come again.
    ///
    /// Arguments are those of `plan`. Documents are read and chunked when the block begins. Raises what `plan` does, BusyError where another
    /// program has the manifest, and ValueError where there is no document and all would be deleted, unless `allow_empty` says that this is
    /// meant.
    #[pyo3(signature = (documents, manifest, *, only=false, full=false, globs=None, threads=None, allow_empty=false, contexts=None), text_signature = "($self, documents, manifest, *, only=False, full=False, globs=None, threads=None, allow_empty=False, contexts=None)")]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn apply(
        &self,
        documents: Py<PyAny>,
        manifest: PathBuf,
        only: bool,
        full: bool,
        globs: Option<Vec<String>>,
        threads: Option<&Bound<'_, PyAny>>,
        allow_empty: bool,
        contexts: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Operations> {
        let comparison = self.comparison(documents, manifest, only, full, globs, threads, contexts)?;
        Ok(Operations::new(comparison, allow_empty))
    }

    /// What to give to a model that reads a document at once, and which rows of its output each chunk is pooled from: late chunking. The
    /// chunks are those of `chunk`; `kawara.pool` makes their vectors.
    ///
    /// A document that fits the model is one window; of a longer one they overlap, by `overlap` tokens before and after their chunks, an eighth
    /// of the limit if not given, and each chunk is in one. `limit` is the most tokens that the model takes, special tokens and prefix
    /// included, if not its own. With `soft_overlap`, so many units before and after a chunk are pooled into it too, each token with
    /// `soft_weight`, above 0 and at most 1.
    ///
    /// Raises PolicyError where no limit is known, or a chunk is over it; PackError where the counter cannot tell where tokens stand;
    /// otherwise as `chunk`.
    #[pyo3(signature = (text, *, limit=None, overlap=None, soft_overlap=None, soft_weight=0.5, id=None, path=None, content_type=None, language=None, title=None, meta=None), text_signature = "($self, text, *, limit=None, overlap=None, soft_overlap=0, soft_weight=0.5, id=None, path=None, content_type=None, language=None, title=None, meta=None)")]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn late<'py>(
        &self,
        py: Python<'py>,
        text: &Bound<'py, PyString>,
        limit: Option<&Bound<'py, PyAny>>,
        overlap: Option<&Bound<'py, PyAny>>,
        soft_overlap: Option<&Bound<'py, PyAny>>,
        soft_weight: f64,
        id: Option<String>,
        path: Option<&Bound<'py, PyAny>>,
        content_type: Option<String>,
        language: Option<String>,
        title: Option<String>,
        meta: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let options = LateOptions {
            limit: limit.map(|limit| arguments::small("limit", limit, 1)).transpose()?,
            overlap: overlap.map(|overlap| arguments::small("overlap", overlap, 0)).transpose()?,
            soft_units: soft_overlap.map_or(Ok(0), |units| arguments::amount("soft_overlap", units, 0))?,
            soft_weight,
            ..LateOptions::default()
        };
        let chunks = self.chunks(py, text, Told { id, path, content_type, language, title, meta })?;
        let windows = py.detach(|| windows_by(&self.engine, &chunks, &options));
        late::list(py, text.to_str()?, &windows.map_err(|error| of_engine(&error))?)
    }

    /// What the chunks of a document are parts of: itself, its sections, records that were cut, passages; as the records that
    /// `kawara chunk --parents` writes, which `stitch` and `expand` take among chunks.
    ///
    /// Raises DocumentError, PackError or PolicyError.
    #[pyo3(signature = (text, *, id=None, path=None, content_type=None, language=None, title=None, meta=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn parents<'py>(
        &self,
        py: Python<'py>,
        text: &Bound<'py, PyString>,
        id: Option<String>,
        path: Option<&Bound<'py, PyAny>>,
        content_type: Option<String>,
        language: Option<String>,
        title: Option<String>,
        meta: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let about = Told { id, path, content_type, language, title, meta };
        let chunks = self.chunks(py, text, about)?;
        py.import("json")?.call_method1("loads", (py.detach(|| group::parents(&chunks)),))
    }

    /// The chunks of a document in groups, for models that embed all of them together: in their order, each once, as few groups as can be,
    /// none with more than `max_tokens` in all or more than `max_chunks`. Of all ways to do so, one is taken that tears the fewest sections,
    /// and of these the fewest paragraphs.
    ///
    /// Raises PolicyError where a chunk is over a limit by itself, DocumentError or PackError.
    #[pyo3(signature = (text, *, max_tokens, max_chunks=None, id=None, path=None, content_type=None, language=None, title=None, meta=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn groups<'py>(
        &self,
        py: Python<'py>,
        text: &Bound<'py, PyString>,
        max_tokens: &Bound<'py, PyAny>,
        max_chunks: Option<&Bound<'py, PyAny>>,
        id: Option<String>,
        path: Option<&Bound<'py, PyAny>>,
        content_type: Option<String>,
        language: Option<String>,
        title: Option<String>,
        meta: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let max_tokens = arguments::small("max_tokens", max_tokens, 1)?;
        let max_chunks = max_chunks.map(|most| arguments::small("max_chunks", most, 1)).transpose()?;
        let about = Told { id, path, content_type, language, title, meta };
        let chunks = self.chunks(py, text, about)?;
        let grouped = py.detach(|| group::groups(chunks, max_tokens, max_chunks));
        let (chunks, groups) = grouped.map_err(|error| of_engine(&error))?;
        let all = chunk::list(py, &chunks)?;
        PyList::new(py, groups.into_iter().map(|group| all.get_slice(group.start, group.end)))
    }

    /// The units of a document before anything is laid: as its settings say, or of a grain: "sentence", "clause", "word".
    #[pyo3(signature = (text, grain=None, *, id=None, path=None, content_type=None, language=None))]
    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn units(
        &self,
        py: Python<'_>,
        text: &Bound<'_, PyString>,
        grain: Option<&str>,
        id: Option<String>,
        path: Option<&Bound<'_, PyAny>>,
        content_type: Option<String>,
        language: Option<String>,
    ) -> PyResult<Vec<Unit>> {
        let grains = [Grain::Sentence, Grain::Clause, Grain::Word];
        let grain = match grain {
            None => None,
            Some(word) => Some(grains.into_iter().find(|grain| grain.as_str() == word).ok_or_else(|| {
                value(format!("{word:?} is no grain; there are \"sentence\", \"clause\" and \"word\""))
            })?),
        };
        let path = path.map(|path| arguments::path("path", path)).transpose()?;
        let about = About { id, path, content_type, language, ..About::default() };
        let found = unicode(text, "text").and_then(|text| {
            let document = about.document(text, "text");
            py.detach(|| {
                let spans = self.engine.worker().units(&document, grain)?;
                Ok(units(document.text(), spans))
            })
        });
        found.map_err(|error| of_engine(&error))
    }

    /// What the units of documents are like: how long, how many fit into a tenth of a chunk, how many lean back, what a chunk has to hold, by
    /// language, content type and kind of unit. Documents are as in `chunk_batch`.
    fn measure<'py>(&self, py: Python<'py>, documents: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let documents = document::all(documents)?;
        loads(py, &py.detach(|| evidence::measure(&self.engine, documents))?)
    }

    /// Whether the evidence of questions survives the cut. A question is a dict with "doc_id" and "evidence", a list of quotes or of
    /// character ranges, and if you like "question", "id", "class"; documents are as in `chunk_batch`. With `k`, the built-in retriever
    /// (BM25) is judged at so many chunks.
    ///
    /// Returns what `kawara evidence check --json` writes of it: "all", "classes", "languages", "metrics", "questions".
    #[pyo3(signature = (documents, questions, *, k=None))]
    fn evidence_check<'py>(
        &self,
        py: Python<'py>,
        documents: &Bound<'py, PyAny>,
        questions: &Bound<'py, PyAny>,
        k: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let documents = document::all(documents)?;
        let lines = document::questions(questions)?;
        let ks = k.map_or(Ok(Vec::new()), |ks| {
            let wrong =
                |_| kind(format!("`k` is a list of numbers, such as [1, 5], and not {}", ks.get_type()));
            ks.try_iter().map_err(wrong)?.map(|k| arguments::amount("k", &k?, 1)).collect()
        })?;
        loads(py, &py.detach(|| evidence::check(&self.engine, documents, &lines, &ks))?)
    }

    /// The tokens of a text, by the counter that the policy names for a document of which nothing is known; without the special tokens
    /// that the model adds to each input, which are `specials`.
    fn count(&self, py: Python<'_>, text: &str) -> PyResult<u32> {
        py.detach(|| self.counter()?.count(text)).map_err(|error| of_engine(&error))
    }

    /// How many special tokens the model adds to each input.
    #[getter]
    fn specials(&self) -> PyResult<u32> {
        Ok(self.counter().map_err(|error| of_engine(&error))?.specials())
    }

    /// The most tokens of a chunk of a document of which nothing is known, context and special tokens included: the policy's
    /// `budget.max-tokens` without `reserve_tokens`.
    #[getter]
    fn max_tokens(&self) -> PyResult<u32> {
        let budget = self.budget()?;
        Ok(budget.max_tokens.saturating_sub(budget.reserve_tokens))
    }

    /// How many tokens of such a chunk are kept free for what others add: the policy's `budget.reserve-tokens`.
    #[getter]
    fn reserve_tokens(&self) -> PyResult<u32> {
        Ok(self.budget()?.reserve_tokens)
    }

    /// What of the policy is probably not as it is meant.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.policy.warnings().iter().map(ToString::to_string).collect()
    }

    /// Every file that it is made of or reads from, but for packs.
    fn _files(&self) -> PyResult<BTreeSet<PathBuf>> {
        files(&self.policy, self.registry()).map_err(|error| of_bundle(&error))
    }

    fn __repr__(&self) -> PyResult<String> {
        let policy = match self.policy.sources().last() {
            Some((name, _)) if name != TEXT => format!("{name:?}"),
            _ => "TOML".to_owned(),
        };
        let counter = self.budget()?.counter;
        let packs: Vec<_> = self.packs().into_iter().map(|(name, _)| name).collect();
        let (tokens, packs) = (self.max_tokens()?, packs.join(","));
        Ok(format!("<kawara.Engine policy={policy} counter={counter:?} max_tokens={tokens} packs={packs}>"))
    }

    /// The packs that it may use: names and versions.
    #[getter]
    fn packs(&self) -> Vec<(&'static str, &'static str)> {
        self.registry().packs().iter().map(|pack| (pack.name(), pack.version())).collect()
    }
}

impl Engine {
    /// An engine whose settings were checked: a wrong counter or option is told before a document is there.
    pub(crate) fn new(registry: Registry, policy: Policy) -> PyResult<Self> {
        let policy = Arc::new(policy);
        let engine = Arc::new(kawara::Engine::new(registry, Arc::clone(&policy)));
        kawara::check(&engine, &policy).map_err(|error| of_engine(&error))?;
        Ok(Self { engine, policy })
    }

    pub(crate) fn policy(&self) -> &Policy {
        &self.policy
    }

    pub(crate) fn registry(&self) -> &Registry {
        self.engine.registry()
    }

    /// The budget of a document of which nothing is known.
    fn budget(&self) -> PyResult<Budget> {
        let settings = self.policy.settings(&Profile::default()).map_err(|error| of_engine(&error))?;
        Ok(settings.budget.clone())
    }

    #[allow(clippy::too_many_arguments, reason = "keywords of Python")]
    fn comparison(
        &self,
        documents: Py<PyAny>,
        manifest: PathBuf,
        only: bool,
        full: bool,
        globs: Option<Vec<String>>,
        threads: Option<&Bound<'_, PyAny>>,
        contexts: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Comparison> {
        let mut options =
            Options { only, full, globs: globs.unwrap_or_default(), by_path: true, ..Options::default() };
        options.run.threads = threads.map_or(Ok(options.run.threads), arguments::threads)?;
        options.contexts = contextual::contexts(contexts)?;
        // What was read has to be chunked before Ctrl-C is heard.
        options.run.bytes_in_flight = (8 << 20) * options.run.threads.get() as u64;
        Ok(Comparison { engine: Arc::clone(&self.engine), documents, manifest, options })
    }

    /// The chunks of a document.
    fn chunks(&self, py: Python<'_>, text: &Bound<'_, PyString>, told: Told<'_, '_>) -> PyResult<Chunks> {
        self.with_document(py, text, told, |document| self.engine.chunk(document))
    }

    /// What comes of a document, without the interpreter's lock.
    fn with_document<R: Send>(
        &self,
        py: Python<'_>,
        text: &Bound<'_, PyString>,
        told: Told<'_, '_>,
        make: impl FnOnce(&Document) -> kawara::Result<R> + Send,
    ) -> PyResult<R> {
        let Told { id, path, content_type, language, title, meta } = told;
        let path = path.map(|path| arguments::path("path", path)).transpose()?;
        let meta = document::meta(meta)?;
        let made = (|| {
            let meta = meta.map(|meta| unicode(&meta, META)).transpose()?;
            let about = About { id, path, content_type, language, title, meta };
            let document = about.document(unicode(text, "text")?, "text");
            py.detach(|| make(&document))
        })();
        made.map_err(|error| of_engine(&error))
    }

    fn counter(&self) -> kawara::Result<&dyn kawara::Counter> {
        self.engine.counter(&self.policy.settings(&Profile::default())?)
    }
}

/// JSON as Python's objects.
fn loads<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json,))
}
