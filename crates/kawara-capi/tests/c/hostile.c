/* Calls that are wrong, and what else a program may do. */
#include <pthread.h>
#include <stdint.h>

#include "support.h"

#define NONE { NULL, 0 }
static const kawara_text TORN = { "pump \xe7\x93", 7 };
static const kawara_text NOWHERE = { NULL, 3 };

static kawara_engine *engine_of(const char *policy_text) {
    kawara_options options = { .size = sizeof options, .policy_text = kawara_text_of(policy_text) };
    kawara_engine *engine;
    EXPECT(kawara_engine_new(&options, &engine) == KAWARA_OK && engine != NULL);
    return engine;
}

static kawara_document document_of(const char *id, const char *text) {
    kawara_document document = { .size = sizeof document, .id = kawara_text_of(id), .text = kawara_text_of(text) };
    return document;
}

/* An engine that must not be made. */
static int refused(const kawara_options *options, kawara_status status, const char *part) {
    kawara_engine *engine = (kawara_engine *)(uintptr_t)1;
    return failed_with(kawara_engine_new(options, &engine), status, part) && engine == NULL;
}

static int uncut(const kawara_engine *engine, const kawara_document *document, kawara_status status, const char *part) {
    kawara_chunks *chunks = (kawara_chunks *)(uintptr_t)1;
    return failed_with(kawara_engine_chunk(engine, document, &chunks), status, part) && chunks == NULL;
}

static void nothing_has_failed_yet(void) {
    EXPECT(kawara_api_fits());
    EXPECT(kawara_last_status() == KAWARA_OK && kawara_last_error().len == 0);
    kawara_engine_free(NULL);
    kawara_chunks_free(NULL);
    EXPECT(kawara_chunks_len(NULL) == 0 && kawara_engine_warnings(NULL).len == 0 && kawara_chunks_warnings(NULL).len == 0);
    EXPECT(kawara_last_status() == KAWARA_OK);
}

static void wrong_options(void) {
    kawara_options good = { .size = sizeof good, .policy = kawara_text_of("kawara:docs") }, bad;
    EXPECT(refused(NULL, KAWARA_ERROR_ARGUMENT, "kawara_options is NULL"));
    EXPECT(failed_with(kawara_engine_new(&good, NULL), KAWARA_ERROR_ARGUMENT, "engine is NULL"));
    const size_t sizes[] = { 0, 1, sizeof good - 1, sizeof good + 8, SIZE_MAX };
    for (size_t nth = 0; nth < sizeof sizes / sizeof *sizes; nth++) {
        bad = good;
        bad.size = sizes[nth];
        EXPECT(refused(&bad, KAWARA_ERROR_ARGUMENT, "kawara_options.size is"));
    }
    kawara_text *const texts[] = { &bad.policy, &bad.policy_text, &bad.policy_name, &bad.directory, &bad.base_policy };
    for (size_t nth = 0; nth < sizeof texts / sizeof *texts; nth++) {
        bad = good;
        *texts[nth] = TORN;
        EXPECT(refused(&bad, KAWARA_ERROR_ARGUMENT, "is not UTF-8: byte 5 is 0xe7"));
        *texts[nth] = NOWHERE;
        EXPECT(refused(&bad, KAWARA_ERROR_ARGUMENT, "is NULL"));
        texts[nth]->data = "a";
        texts[nth]->len = SIZE_MAX;
        EXPECT(refused(&bad, KAWARA_ERROR_ARGUMENT, "no memory holds as much"));
    }
    bad = good;
    bad.policy_text = kawara_text_of("policy = 1\n");
    EXPECT(refused(&bad, KAWARA_ERROR_ARGUMENT, "both a policy and a policy_text"));
    bad.policy = bad.policy_text = (kawara_text)NONE;
    EXPECT(refused(&bad, KAWARA_ERROR_ARGUMENT, "has no policy"));
    bad = good;
    bad.policy_name = kawara_text_of("a.toml");
    EXPECT(refused(&bad, KAWARA_ERROR_ARGUMENT, "are for a policy_text"));
    bad = good;
    bad.tokenizers_len = 1;
    EXPECT(refused(&bad, KAWARA_ERROR_ARGUMENT, "kawara_options.tokenizers is NULL"));
    const kawara_text folders[] = { { "models", 6 }, NONE };
    bad.tokenizers = folders;
    bad.tokenizers_len = 2;
    EXPECT(refused(&bad, KAWARA_ERROR_ARGUMENT, "tokenizers[1] is empty"));
    bad.tokenizers_len = SIZE_MAX / 8;
    EXPECT(refused(&bad, KAWARA_ERROR_ARGUMENT, "no memory holds as much"));
    kawara_pack_file packs[] = { { { "no/such.so", 10 }, NONE }, { NONE, NONE } };
    bad = good;
    bad.packs = packs;
    bad.packs_len = 1;
    EXPECT(refused(&bad, KAWARA_ERROR_PACK, "no/such.so"));
    packs[0].path = TORN;
    EXPECT(refused(&bad, KAWARA_ERROR_ARGUMENT, "packs[0].path is not UTF-8"));
    bad.packs = packs + 1;
    EXPECT(refused(&bad, KAWARA_ERROR_ARGUMENT, "packs[0].path is empty"));
}

static void wrong_policies(void) {
    kawara_options options = { .size = sizeof options, .policy = kawara_text_of("kawara:dosc") };
    EXPECT(refused(&options, KAWARA_ERROR_POLICY, "kawara:docs"));
    options.policy = kawara_text_of("no/such/kawara.toml");
    EXPECT(refused(&options, KAWARA_ERROR_POLICY, "no/such/kawara.toml"));
    options.policy = (kawara_text)NONE;
    options.policy_text = kawara_text_of("policy = 1\n[budget]\nmax_tokens = 9\nmin-tokens = -1\ncounter = \"wrods\"\n[units]\nkind = \"sentense\"\n");
    options.policy_name = kawara_text_of("team.toml");
    EXPECT(refused(&options, KAWARA_ERROR_POLICY, "team.toml:3:1: "));
    /* All of them, each with its line. */
    EXPECT(contains(kawara_last_error(), "team.toml:4:14: ") && contains(kawara_last_error(), "team.toml:5:11: "));
    EXPECT(contains(kawara_last_error(), "team.toml:7:8: ") && contains(kawara_last_error(), "did you mean `sentence`?"));
    /* What opens only when it is used is found before there is a document, in rules too. */
    options.policy_text = kawara_text_of("policy = 1\n[[match]]\nglob = \"a/**\"\npacks.ja.dictionary = \"no/such\"\n");
    EXPECT(refused(&options, KAWARA_ERROR_PACK, "team.toml:2:1: ") && contains(kawara_last_error(), "no/such"));
    options.directory = kawara_text_of("/elsewhere");
    EXPECT(refused(&options, KAWARA_ERROR_PACK, "/elsewhere/no/such"));
    /* The message of one call given to the next. */
    options.policy_text = kawara_last_error();
    EXPECT(refused(&options, KAWARA_ERROR_POLICY, "team.toml:1:"));
    EXPECT(contains(kawara_last_error(), "[policy::"));
}

static void wrong_documents(const kawara_engine *engine) {
    kawara_document good = document_of("a", "The pump stopped. Nobody noticed it."), bad;
    kawara_chunks *chunks;
    EXPECT(uncut(NULL, &good, KAWARA_ERROR_ARGUMENT, "the engine is NULL"));
    EXPECT(uncut(engine, NULL, KAWARA_ERROR_ARGUMENT, "kawara_document is NULL"));
    EXPECT(failed_with(kawara_engine_chunk(engine, &good, NULL), KAWARA_ERROR_ARGUMENT, "chunks is NULL"));
    const size_t sizes[] = { 0, sizeof good - 1, sizeof good + 1, SIZE_MAX };
    for (size_t nth = 0; nth < sizeof sizes / sizeof *sizes; nth++) {
        bad = good;
        bad.size = sizes[nth];
        EXPECT(uncut(engine, &bad, KAWARA_ERROR_ARGUMENT, "kawara_document.size is"));
    }
    kawara_text *const texts[] = { &bad.id, &bad.text, &bad.path, &bad.content_type, &bad.language, &bad.title, &bad.meta };
    for (size_t nth = 0; nth < sizeof texts / sizeof *texts; nth++) {
        bad = good;
        *texts[nth] = TORN;
        EXPECT(uncut(engine, &bad, KAWARA_ERROR_ARGUMENT, "is not UTF-8"));
        *texts[nth] = NOWHERE;
        EXPECT(uncut(engine, &bad, KAWARA_ERROR_ARGUMENT, "is NULL"));
    }
    bad = good;
    bad.id = (kawara_text)NONE;
    EXPECT(uncut(engine, &bad, KAWARA_ERROR_ARGUMENT, "id is empty"));
    bad = good;
    bad.meta = kawara_text_of("{\"tenant\": }");
    EXPECT(uncut(engine, &bad, KAWARA_ERROR_ARGUMENT, "meta is not JSON"));
    bad.meta = kawara_text_of("1 2");
    EXPECT(uncut(engine, &bad, KAWARA_ERROR_ARGUMENT, "meta is not JSON"));
    /* After all of that the engine works, and success leaves the last error alone. */
    EXPECT(kawara_engine_chunk(engine, &good, &chunks) == KAWARA_OK && kawara_chunks_len(chunks) == 1);
    EXPECT(kawara_last_status() == KAWARA_ERROR_ARGUMENT && contains(kawara_last_error(), "meta is not JSON"));
    kawara_chunks_free(chunks);
}

static void wrong_questions(const kawara_engine *engine) {
    kawara_document document = document_of("a", "The pump stopped.");
    kawara_chunks *chunks;
    kawara_text json = kawara_text_of("before");
    EXPECT(kawara_engine_chunk(engine, &document, &chunks) == KAWARA_OK);
    kawara_chunk chunk = { .size = sizeof chunk, .start = 77 };
    EXPECT(failed_with(kawara_chunks_get(NULL, 0, &chunk), KAWARA_ERROR_ARGUMENT, "the chunks are NULL"));
    EXPECT(failed_with(kawara_chunks_get(chunks, 0, NULL), KAWARA_ERROR_ARGUMENT, "kawara_chunk is NULL"));
    EXPECT(failed_with(kawara_chunks_get(chunks, 1, &chunk), KAWARA_ERROR_ARGUMENT, "there is no chunk 1"));
    EXPECT(failed_with(kawara_chunks_get(chunks, SIZE_MAX, &chunk), KAWARA_ERROR_ARGUMENT, "there is no chunk"));
    chunk.size = sizeof chunk - 4;
    EXPECT(failed_with(kawara_chunks_get(chunks, 0, &chunk), KAWARA_ERROR_ARGUMENT, "kawara_chunk.size is"));
    /* What failed wrote nothing. */
    EXPECT(chunk.start == 77 && chunk.text.data == NULL);
    EXPECT(failed_with(kawara_chunks_json(NULL, 0, &json), KAWARA_ERROR_ARGUMENT, "the chunks are NULL") && json.len == 0);
    EXPECT(failed_with(kawara_chunks_json(chunks, 1, &json), KAWARA_ERROR_ARGUMENT, "there is no chunk 1"));
    EXPECT(failed_with(kawara_chunks_json(chunks, 0, NULL), KAWARA_ERROR_ARGUMENT, "json is NULL"));
    kawara_chunks_free(chunks);

    uint32_t tokens = 0, specials = 99;
    kawara_text text = kawara_text_of("The pump stopped.");
    EXPECT(failed_with(kawara_engine_count(NULL, text, &tokens, NULL), KAWARA_ERROR_ARGUMENT, "the engine is NULL"));
    EXPECT(failed_with(kawara_engine_count(engine, text, NULL, NULL), KAWARA_ERROR_ARGUMENT, "tokens is NULL"));
    EXPECT(failed_with(kawara_engine_count(engine, TORN, &tokens, NULL), KAWARA_ERROR_ARGUMENT, "text is not UTF-8"));
    EXPECT(tokens == 0 && kawara_engine_count(engine, text, &tokens, NULL) == KAWARA_OK && tokens == 4);
    EXPECT(kawara_engine_count(engine, (kawara_text)NONE, &tokens, &specials) == KAWARA_OK && tokens == 0 && specials == 0);
}

/* Pointers into the middle of something: said, as far as they are seen. */
static void torn_pointers(const kawara_engine *engine) {
    char room[sizeof(kawara_chunk) + 16] = { 0 };
    uintptr_t odd = ((uintptr_t)room + 15) / 8 * 8 + 1;
    kawara_document document = document_of("a", "The pump stopped.");
    EXPECT(uncut(engine, (const kawara_document *)odd, KAWARA_ERROR_ARGUMENT, "into the middle"));
    EXPECT(failed_with(kawara_engine_chunk(engine, &document, (kawara_chunks **)odd), KAWARA_ERROR_ARGUMENT, "into the middle"));
    EXPECT(refused((const kawara_options *)odd, KAWARA_ERROR_ARGUMENT, "into the middle"));
}

static void odd_documents(const kawara_engine *engine) {
    kawara_document document = document_of("empty", "");
    kawara_chunk chunk = { .size = sizeof chunk };
    kawara_chunks *chunks;
    EXPECT(kawara_engine_chunk(engine, &document, &chunks) == KAWARA_OK && chunks != NULL && kawara_chunks_len(chunks) == 0);
    EXPECT(failed_with(kawara_chunks_get(chunks, 0, &chunk), KAWARA_ERROR_ARGUMENT, "the document has none"));
    kawara_chunks_free(chunks);

    /* An id of 8 MiB, which ends up in the record; and a text with zero bytes. */
    size_t len = (size_t)8 << 20;
    char *id = malloc(len);
    EXPECT(id != NULL);
    memset(id, 'x', len);
    kawara_text json;
    document.id.data = id;
    document.id.len = len;
    document.text.data = "The pump\0 stopped.";
    document.text.len = 18;
    EXPECT(kawara_engine_chunk(engine, &document, &chunks) == KAWARA_OK && kawara_chunks_len(chunks) == 1);
    free(id);
    EXPECT(kawara_chunks_get(chunks, 0, &chunk) == KAWARA_OK && chunk.text.len == 18 && memcmp(chunk.text.data, "The pump\0 stopped.", 18) == 0);
    EXPECT(chunk.id.len == 36 && chunk.previous.len == 0 && chunk.next.len == 0 && chunk.units_len == 1 && chunk.units[0].end == 18);
    EXPECT(kawara_chunks_json(chunks, 0, &json) == KAWARA_OK && json.len > len);
    kawara_chunks_free(chunks);
}

#define ROUNDS 20
static const char *const TEXT = "The pump stopped. Nobody noticed it. 水泵停了。没有人注意到。ポンプが止まった。誰も気づかなかった。";

typedef struct work {
    const kawara_engine *engine;
    const kawara_chunks *chunks;
    const char *id;
    int wrong;
} work;

/* Chunks on its own, reads the chunks of both threads, and fails now and then. */
static void *run(void *given) {
    work *work = given;
    kawara_document document = document_of("shared", TEXT), bad = document_of(work->id, "a");
    bad.size = 0;
    for (int round = 0; round < ROUNDS; round++) {
        kawara_chunks *chunks = NULL;
        if (kawara_engine_chunk(work->engine, &document, &chunks) != KAWARA_OK) work->wrong++;
        for (size_t nth = 0; nth < kawara_chunks_len(chunks); nth++) {
            kawara_text one, two;
            if (kawara_chunks_json(chunks, nth, &one) != KAWARA_OK || kawara_chunks_json(work->chunks, nth, &two) != KAWARA_OK ||
                one.len != two.len || memcmp(one.data, two.data, one.len) != 0)
                work->wrong++;
        }
        kawara_chunks_free(chunks);
        /* An error of one thread is no error of the other. */
        if (round == 0 && kawara_last_status() != KAWARA_OK) work->wrong++;
        if (work->id[0] == '1' && kawara_engine_chunk(work->engine, &bad, &chunks) != KAWARA_ERROR_ARGUMENT) work->wrong++;
        if ((kawara_last_status() == KAWARA_OK) != (work->id[0] == '2')) work->wrong++;
    }
    return NULL;
}

static void two_threads(void) {
    kawara_engine *engine = engine_of("policy = 1\nbudget.counter = \"tiktoken:cl100k_base\"\nbudget.max-tokens = 20\n");
    kawara_document document = document_of("shared", TEXT);
    kawara_chunks *chunks;
    EXPECT(kawara_engine_chunk(engine, &document, &chunks) == KAWARA_OK && kawara_chunks_len(chunks) > 2);
    work works[] = { { engine, chunks, "1", 0 }, { engine, chunks, "2", 0 } };
    pthread_t threads[2];
    for (size_t nth = 0; nth < 2; nth++) EXPECT(pthread_create(&threads[nth], NULL, run, &works[nth]) == 0);
    for (size_t nth = 0; nth < 2; nth++) EXPECT(pthread_join(threads[nth], NULL) == 0 && works[nth].wrong == 0);
    kawara_chunks_free(chunks);
    kawara_engine_free(engine);
}

static void warnings(void) {
    kawara_engine *engine = engine_of("policy = 1\nbudget.counter = \"chars\"\nunits.overlap.percent = 20\n");
    EXPECT(contains(kawara_engine_warnings(engine), "kawara.toml:3:7: warning: ") && contains(kawara_engine_warnings(engine), "tuned"));
    kawara_engine_free(engine);
}

int main(void) {
    nothing_has_failed_yet();
    wrong_options();
    wrong_policies();
    kawara_engine *engine = engine_of("policy = 1\nbudget.counter = \"tiktoken:cl100k_base\"\n");
    EXPECT(kawara_engine_warnings(engine).len == 0);
    wrong_documents(engine);
    wrong_questions(engine);
    torn_pointers(engine);
    odd_documents(engine);
    kawara_engine_free(engine);
    two_threads();
    warnings();
    puts("all held");
    return 0;
}
