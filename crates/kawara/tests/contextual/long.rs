//! Documents that come in frames have their contexts as short ones do.

use std::fs;
use std::path::Path;

use kawara::contextual::{Contexts, Requests};
use kawara::input::Input;
use kawara::run::{RunOptions, run, run_with};
use kawara::{Chunks, Document, Engine, FRAME};
use serde_json::json;

use crate::engine_with;

fn text() -> String {
    let mut text = String::from("\u{feff}");
    for nth in 0.. {
        text += &format!("Paragraph {nth} is about pump {}.\r\n\r\n", nth % 7);
        if text.len() > 2 * FRAME + FRAME / 2 {
            return text;
        }
    }
    text
}

fn file(path: &Path, bytes: usize) -> impl Iterator<Item = Input> + Send + use<> {
    [Input::File { path: path.to_owned(), id: "long.txt".into(), bytes: bytes as u64 }].into_iter()
}

fn chunks(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    contexts: &Contexts,
) -> Vec<(String, String)> {
    let (mut all, mut parts) = (Vec::new(), 0);
    let sink = |chunks: Result<Chunks, _>, _| {
        parts += 1;
        all.extend(
            chunks.unwrap().iter().map(|chunk| (chunk.id().to_string(), chunk.outside_context().to_owned())),
        );
        true
    };
    if contexts.is_empty() {
        run(engine, inputs, RunOptions::default(), sink);
    } else {
        run_with(engine, inputs, RunOptions::default(), contexts, sink);
    }
    assert!(parts > 1, "it is not long enough");
    all
}

#[test]
fn keys_are_known_of_a_file_and_ids_of_a_pipe() {
    let (engine, text) = (engine_with("reserve-tokens = 4"), text());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("contextual-long.txt");
    fs::write(&path, &text).unwrap();
    let document = Document::new("long.txt", text.as_str()).with_path("long.txt");
    let requests = Requests::default().with_document_tokens(60);
    let made = requests.of(&engine, &document, engine.chunk(&document).unwrap()).unwrap();
    let mut lines = String::new();
    for (nth, request) in made.iter().enumerate() {
        lines += &format!(
            "{}\n",
            json!({ "key": request.key, "id": request.id, "context": format!("Of {nth}.") })
        );
        assert!(request.prompt.len() < 4000, "{}", request.prompt.len());
    }
    let read = || Contexts::read(lines.as_bytes(), "c.jsonl").unwrap();
    let plain = chunks(&engine, file(&path, text.len()), &Contexts::default());
    assert!(plain.len() > 10_000 && plain.iter().all(|(_, context)| context.is_empty()));

    let contexts = read();
    let of_file = chunks(&engine, file(&path, text.len()), &contexts);
    assert!(of_file.iter().zip(&plain).all(|(one, other)| one.0 == other.0));
    assert!(of_file.iter().enumerate().all(|(nth, (_, context))| *context == format!("Of {nth}.\n")));
    let told = contexts.told();
    assert_eq!((told.given as usize, told.earlier, told.without, told.unmet), (plain.len(), 0, 0, 0));

    let contexts = read();
    let reader = Box::new(fs::File::open(&path).unwrap());
    let piped = Input::Reader {
        document: Box::new(Document::new("long.txt", "").with_path("long.txt")),
        from: reader,
    };
    assert_eq!(chunks(&engine, [piped].into_iter(), &contexts), of_file);

    // An end that was not there: all but the last chunks are known by their ids.
    fs::write(&path, format!("{text}Another end.\r\n")).unwrap();
    let contexts = read();
    chunks(&engine, file(&path, text.len() + 14), &contexts);
    let told = contexts.told();
    assert!(told.earlier as usize > plain.len() - 10 && told.earlier == told.given, "{told:?}");
}
