//! Vectors on disk: asked for once, whoever asks, and never wrong.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kawara::embed::Cache;
use kawara::{Additions, Embedder, Result};

use crate::support::{folder, vector};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("a_second_run_asks_for_nothing", a_second_run_asks_for_nothing),
    ("vectors_are_told_apart_by_what_made_them", vectors_are_told_apart_by_what_made_them),
    ("another_model_under_the_same_name_is_told", another_model_under_the_same_name_is_told),
    ("processes_share_a_cache", processes_share_a_cache),
    ("a_damaged_file_is_never_a_wrong_vector", a_damaged_file_is_never_a_wrong_vector),
    ("a_folder_that_cannot_be_made_is_told", a_folder_that_cannot_be_made_is_told),
];

/// The argument that makes this test another process: a folder, and a number of its own.
pub(crate) const MODE: &str = "--use-a-cache";

/// A host's embedder, which counts the texts that it is asked for.
struct Own {
    id: String,
    asked: AtomicUsize,
    /// What it puts behind each vector.
    more: Vec<f32>,
}

impl Own {
    fn new(id: &str, more: &[f32]) -> Arc<Self> {
        Arc::new(Self { id: id.into(), asked: AtomicUsize::new(0), more: more.to_vec() })
    }

    fn asked(&self) -> usize {
        self.asked.swap(0, Ordering::Relaxed)
    }
}

impl Embedder for Own {
    fn id(&self) -> &str {
        &self.id
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        self.asked.fetch_add(texts.len(), Ordering::Relaxed);
        Ok(texts.iter().map(|text| [vector(text), self.more.clone()].concat()).collect())
    }
}

fn with(own: &Arc<Own>, folder: &Path) -> Arc<dyn Embedder> {
    let own = Arc::clone(own) as Arc<dyn Embedder>;
    let additions =
        Additions::new().with_embedders([("t", own)]).with_embedding_cache(Cache::in_folder(folder));
    Arc::clone(additions.registry().unwrap().embedder("t").unwrap())
}

fn texts(from: usize, to: usize) -> Vec<String> {
    (from..to).map(|nth| format!("{} {nth}", ["pump", "tax tax", "rain"][nth % 3])).collect()
}

fn embed(embedder: &dyn Embedder, texts: &[String]) -> Result<Vec<Vec<f32>>> {
    embedder.embed(&texts.iter().map(String::as_str).collect::<Vec<_>>())
}

fn vectors(texts: &[String]) -> Vec<Vec<f32>> {
    texts.iter().map(|text| vector(text)).collect()
}

fn a_second_run_asks_for_nothing() {
    let (own, folder) = (Own::new("own 1", &[]), folder("second-run"));
    let wanted = texts(0, 500);
    assert_eq!(embed(&*with(&own, &folder), &wanted).unwrap(), vectors(&wanted));
    assert_eq!(own.asked(), 500);
    let again = with(&own, &folder);
    assert_eq!(embed(&*again, &wanted).unwrap(), vectors(&wanted));
    assert_eq!(own.asked(), 0);
    assert_eq!(embed(&*again, &texts(490, 510)).unwrap(), vectors(&texts(490, 510)));
    assert_eq!(own.asked(), 10);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600), "vectors are the owner's");
    }
}

fn vectors_are_told_apart_by_what_made_them() {
    let folder = folder("apart");
    let (one, other) = (Own::new("own 1", &[]), Own::new("own 2", &[7.0]));
    let wanted = texts(0, 3);
    embed(&*with(&one, &folder), &wanted).unwrap();
    let of_other = embed(&*with(&other, &folder), &wanted).unwrap();
    assert_eq!((other.asked(), of_other[0].len()), (3, 4));
    assert_eq!(embed(&*with(&one, &folder), &wanted).unwrap(), vectors(&wanted));
}

fn another_model_under_the_same_name_is_told() {
    let folder = folder("same-name");
    embed(&*with(&Own::new("own 1", &[]), &folder), &texts(0, 3)).unwrap();
    let error = embed(&*with(&Own::new("own 1", &[7.0]), &folder), &texts(0, 4)).unwrap_err().to_string();
    assert!(
        error.contains("vectors of 3 and 4 numbers, some of them from ")
            && error.contains("delete that file"),
        "{error}"
    );
}

/// Asks for stretches that others ask for too, again and again.
pub(crate) fn main(arguments: &[String]) -> ExitCode {
    let number: usize = arguments[1].parse().unwrap();
    for round in 0..20 {
        let own = Own::new("own 1", &[]);
        let embedder = with(&own, Path::new(&arguments[0]));
        let wanted = texts((round * 7 + number) % 50, (round * 7 + number) % 50 + 40);
        assert_eq!(embed(&*embedder, &wanted).unwrap(), vectors(&wanted));
    }
    ExitCode::SUCCESS
}

fn processes_share_a_cache() {
    let folder = folder("shared");
    let start = |number: usize| {
        let own = std::env::current_exe().unwrap();
        Command::new(own).args([MODE, folder.to_str().unwrap(), &number.to_string()]).spawn().unwrap()
    };
    let mut processes: Vec<_> = (0..4).map(start).collect();
    assert!(processes.iter_mut().all(|process| process.wait().unwrap().success()));
    let own = Own::new("own 1", &[]);
    embed(&*with(&own, &folder), &texts(0, 90)).unwrap();
    let missing = own.asked();
    assert!(missing < 10, "{missing} are missing");
    // One that is killed at work is in nobody's way.
    let mut killed = start(9);
    std::thread::sleep(std::time::Duration::from_millis(30));
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(embed(&*with(&own, &folder), &texts(0, 200)).unwrap(), vectors(&texts(0, 200)));
}

fn a_damaged_file_is_never_a_wrong_vector() {
    let folder = folder("damaged");
    let own = Own::new("own 1", &[]);
    let wanted = texts(0, 300);
    embed(&*with(&own, &folder), &wanted).unwrap();
    let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&file).unwrap();
    let mut damaged = Vec::new();
    // Where something lies, and in the head of the file.
    for at in (0..whole.len()).filter(|at| whole[*at] != 0).step_by(whole.len() / 200 + 1).chain(0..64) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x5a;
        damaged.push(bytes);
    }
    damaged.push(b"this is no store, but a text that somebody put there".to_vec());
    damaged.push(vec![0; 4096]);
    damaged.extend([1, 100, 5000, whole.len() / 2].map(|length| whole[..length].to_vec()));
    let mut refused = 0;
    let quiet = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let total = damaged.len();
    for bytes in damaged {
        fs::write(&file, bytes).unwrap();
        match embed(&*with(&own, &folder), &wanted) {
            Ok(made) => assert_eq!(made, vectors(&wanted)),
            Err(error) => {
                refused += 1;
                let error = error.to_string();
                let shown = file.display().to_string();
                assert!(
                    error.contains(&format!("the embedding cache {shown} is damaged ("))
                        && error.contains("delete it"),
                    "{error}"
                );
            }
        }
    }
    std::panic::set_hook(quiet);
    assert!(refused > 20, "{refused} of {total}");
    fs::remove_file(&file).unwrap();
    own.asked();
    embed(&*with(&own, &folder), &wanted).unwrap();
    assert_eq!(own.asked(), 300, "what was deleted is asked for again");
}

fn a_folder_that_cannot_be_made_is_told() {
    let folder = folder("no-folder");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("file"), "").unwrap();
    let embedder = with(&Own::new("own 1", &[]), &folder.join("file").join("cache"));
    let error = embedder.open().unwrap_err().to_string();
    assert!(error.starts_with("the embedding cache ") && error.contains("name another folder"), "{error}");
}
