//! What a service is asked, and what is said of answers that cannot be.

use std::time::Duration;

use kawara::embed::Model;
use kawara::{Additions, Document, Engine, SemanticSettings, Settings};
use serde_json::{Value, json};

use crate::service::{Answer, Request, Service};
use crate::support::{answer, data, folder, good, model, open, refused, texts, vector};

pub(crate) const TESTS: &[(&str, fn())] = &[
    ("a_request_speaks_openais_protocol", a_request_speaks_openais_protocol),
    ("each_text_is_asked_for_once_and_in_batches", each_text_is_asked_for_once_and_in_batches),
    ("vectors_are_put_in_the_order_of_their_index", vectors_are_put_in_the_order_of_their_index),
    ("answers_that_cannot_be_are_refused", answers_that_cannot_be_are_refused),
    ("one_text_without_a_vector_is_no_reason_to_give_up", one_text_without_a_vector_is_no_reason_to_give_up),
    ("what_failed_is_not_kept_and_what_came_before_is", what_failed_is_not_kept_and_what_came_before_is),
    ("documents_fail_one_by_one_and_at_once", documents_fail_one_by_one_and_at_once),
    ("the_host_wins_over_the_configuration", the_host_wins_over_the_configuration),
];

fn a_request_speaks_openais_protocol() {
    let service = Service::new(|_, request| good(request));
    let embedder = open(model(&service, ""), None);
    assert_eq!(embedder.id(), format!("m at {}", service.url));
    assert_eq!(embedder.embed(&["a pump", "a tax"]).unwrap(), [vector("a pump"), vector("a tax")]);
    let three = open(model(&service, "&dimensions=3"), None);
    assert_eq!(three.id(), format!("m at {} in 3 dimensions", service.url));
    three.embed(&["瓦\n\"\u{1F600}\""]).unwrap();
    assert_eq!(embedder.embed(&[]).unwrap(), Vec::<Vec<f32>>::new());
    let seen = service.seen();
    assert_eq!(seen.len(), 2, "of nothing, nothing is asked");
    assert_eq!(seen[0].path, "/v1/embeddings");
    assert_eq!(
        seen[0].json(),
        json!({ "model": "m", "input": ["a pump", "a tax"], "encoding_format": "float" })
    );
    let wanted =
        json!({ "model": "m", "input": ["瓦\n\"\u{1F600}\""], "encoding_format": "float", "dimensions": 3 });
    assert_eq!(seen[1].json(), wanted);
}

fn each_text_is_asked_for_once_and_in_batches() {
    let service = Service::new(|_, request| good(request));
    let long = "pump ".repeat(60_000);
    let mut asked: Vec<String> = (0..70).map(|nth| format!("rain {nth}")).collect();
    asked.extend([long.clone(), "a".into(), long]);
    asked.extend((0..70).map(|nth| format!("rain {nth}")));
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    let vectors = open(model(&service, ""), None).embed(&asked).unwrap();
    assert!(vectors.iter().zip(&asked).all(|(own, text)| *own == vector(text)));
    let sizes: Vec<usize> = service.seen().iter().map(|request| texts(request).len()).collect();
    assert_eq!(sizes, [32, 32, 6, 1, 1], "32 at most, and one that is long by itself");
    let service = Service::new(|_, request| good(request));
    open(model(&service, "&batch=100"), None).embed(&asked).unwrap();
    let sizes: Vec<usize> = service.seen().iter().map(|request| texts(request).len()).collect();
    assert_eq!(sizes, [70, 1, 1]);
}

fn vectors_are_put_in_the_order_of_their_index() {
    let service = Service::new(|nth, request| {
        let mut data = data(request);
        data.reverse();
        if nth == 1 {
            data.reverse();
            data.iter_mut().for_each(|datum| drop(datum.as_object_mut().unwrap().remove("index")));
        }
        answer(&data)
    });
    let embedder = open(model(&service, ""), None);
    let texts = ["pump", "tax tax", "rain"];
    let wanted = texts.map(vector);
    assert_eq!(embedder.embed(&texts).unwrap(), wanted, "backwards");
    assert_eq!(embedder.embed(&texts).unwrap(), wanted, "without any");
}

fn answers_that_cannot_be_are_refused() {
    let data = |nth: usize, key: &str, value: Value| {
        let key = key.to_owned();
        move |request: &Request| {
            let mut data = crate::support::data(request);
            if let Some(datum) = data.get_mut(nth) {
                datum[&key] = value.clone();
            }
            answer(&data)
        }
    };
    let json = |text: &'static str| move |_: &Request| Answer::Json(text.into());
    type Script = Box<dyn Fn(&Request) -> Answer + Send + Sync>;
    let scripts: Vec<(&str, Script, &str)> = vec![
        (
            "",
            Box::new(|request| answer(&crate::support::data(request)[..1])),
            "was given 2 texts and answers with 1 vectors",
        ),
        ("", Box::new(|_| answer(&[])), "was given 2 texts and answers with 0 vectors"),
        ("", Box::new(data(1, "index", json!(0))), "answers with the index 0 twice"),
        ("", Box::new(data(1, "index", json!(2))), "answers with the index 2 at a vector"),
        ("", Box::new(data(1, "index", json!(null))), "answers with the index none at a vector"),
        (
            "",
            Box::new(data(1, "embedding", json!([1.0, null, 2.0]))),
            "answers with null where a number should be",
        ),
        (
            "",
            Box::new(data(1, "embedding", json!([1.0, 2.0]))),
            "of text 1 of 2, `a tax` has 2 numbers, and that of text 0 has 3",
        ),
        ("", Box::new(data(1, "embedding", json!([0.0, 0.0, 0.0]))), "nothing but zeros"),
        (
            "",
            Box::new(data(1, "embedding", json!([1e39, 0.0, 0.0]))),
            "of text 1 of 2, `a tax` has inf in it",
        ),
        (
            "",
            Box::new(data(1, "embedding", json!("AACAPw=="))),
            "and not with {\"data\":[{\"index\":0,\"embedding\":[…]},…]}",
        ),
        ("", Box::new(data(1, "embedding", json!(null))), "and not with {\"data\""),
        ("&dimensions=4", Box::new(good), "answers with vectors of 3 numbers and was asked for 4"),
        (
            "",
            Box::new(json(
                "{\"data\":[{\"index\":0,\"embedding\":[1,NaN]},{\"index\":1,\"embedding\":[1,2]}]}",
            )),
            "NaN where a number should be",
        ),
        ("", Box::new(json("{\"data\":[{\"index\":0,\"embedding\":[1,1e999]}]}")), "number out of range"),
        ("", Box::new(json("{\"embeddings\":[[1,2]]}")), "missing field `data`"),
        ("", Box::new(json("<html>busy</html>")), "answers with `<html>busy</html>` and not with"),
        (
            "",
            Box::new(json("{\"data\":[{\"index\":0,\"embed")),
            "was asked once, and at last answers with something that breaks off",
        ),
        (
            "",
            Box::new(|_| Answer::Bytes(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{".to_vec())),
            "breaks off in the middle of an answer",
        ),
        (
            "",
            Box::new(|_| Answer::Status(500, vec![], "down".into())),
            "at last answers 500 Internal Server Error: down",
        ),
        (
            "&timeout-seconds=1",
            Box::new(|request| Answer::After(Duration::from_secs(2), Box::new(good(request)))),
            "did not answer within 1s",
        ),
    ];
    for (more, script, what) in scripts {
        let service = Service::new(move |_, request| script(request));
        let cache = kawara::embed::Cache::in_folder(folder("refused"));
        let embedder = open(model(&service, more), Some(cache));
        let error = refused(&*embedder, &["a pump", "a tax"]);
        assert!(error.contains(what), "{what}: {error}");
        let asked = service.seen().len();
        let _ = embedder.embed(&["a pump"]);
        let again = service.seen().len() - asked;
        let is_of_one = ["null", "NaN", "numbers, and", "zeros", "inf in it"]
            .iter()
            .any(|it| what.contains(it) && !what.contains("{\"data\""));
        assert_eq!(again, usize::from(is_of_one), "{what}");
    }
}

fn one_text_without_a_vector_is_no_reason_to_give_up() {
    let service =
        Service::new(
            |nth, request| {
                if nth == 0 { Answer::Status(400, vec![], "too long".into()) } else { good(request) }
            },
        );
    let embedder = open(model(&service, ""), None);
    let error = refused(&*embedder, &["pump"]);
    assert!(error.ends_with("defined with --embedder) answers 400 Bad Request: too long"), "{error}");
    assert!(embedder.embed(&["pump"]).is_ok());
}

fn what_failed_is_not_kept_and_what_came_before_is() {
    let service =
        Service::new(
            |nth, request| if nth == 1 { Answer::Status(400, vec![], "no".into()) } else { good(request) },
        );
    let cache = kawara::embed::Cache::in_folder(folder("half"));
    let embedder = open(model(&service, "&batch=2"), Some(cache));
    let texts = ["pump", "tax", "rain", "snow"];
    refused(&*embedder, &texts);
    assert_eq!(embedder.embed(&texts).unwrap(), texts.map(vector));
    let asked: Vec<_> = service.seen().iter().map(crate::support::texts).collect();
    assert_eq!(asked, [["pump", "tax"], ["rain", "snow"], ["rain", "snow"]]);
}

fn semantic(name: &str) -> Settings {
    let mut settings = Settings::default();
    settings.budget.counter = "words".into();
    settings.semantic = Some(SemanticSettings::new(name));
    settings
}

fn documents_fail_one_by_one_and_at_once() {
    let service = Service::new(|_, _| Answer::Status(503, vec![], "down".into()));
    let registry = Additions::new().with_models([model(&service, "")]).registry().unwrap();
    let engine = Engine::new(registry, std::sync::Arc::new(semantic("t")));
    let told = |id: &str| {
        engine.chunk(&Document::new(id, "The pump stopped. A tax is due.")).err().unwrap().to_string()
    };
    let first = told("a.txt");
    assert!(first.starts_with("a.txt: the embedder `t` (m at http://") && first.contains("503"), "{first}");
    let second = told("b.txt");
    assert!(
        second.starts_with("b.txt: ")
            && second.contains("was given up, and is not asked again: it was asked once"),
        "{second}"
    );
    assert_eq!(service.seen().len(), 1);
    assert!(
        engine.chunk(&Document::new("c.txt", "One sentence.")).is_ok(),
        "what is not compared needs no vectors"
    );
}

fn the_host_wins_over_the_configuration() {
    let service = Service::new(|_, request| good(request));
    let mut configuration = kawara::command::Configuration::default();
    configuration.embedders = vec![
        Model::parse("t=no-such-program").unwrap(),
        Model::parse(&format!("u={}#m", service.url)).unwrap(),
    ];
    let additions = Additions::new().with_models([model(&service, "")]).with_configuration(configuration);
    let registry = additions.registry().unwrap();
    assert!(registry.embedder_names().eq(["t", "u"]));
    assert!(registry.embedder("t").unwrap().embed(&["pump"]).is_ok());
    let known = kawara::known(&registry);
    assert_eq!(known.embedders, ["t", "u"]);
    let twice =
        Additions::new().with_models([model(&service, ""), model(&service, "")]).registry().unwrap_err();
    assert!(twice.to_string().contains("two embedders called `t`"), "{twice}");
}
