/* The engine in a C program: a policy, a document, its chunks. */
#include <kawara.h>
#include <stdio.h>
#include <stdlib.h>

/* The whole of a file, to be freed; NULL and a message if it cannot be read. */
static char *read_file(const char *path, size_t *len) {
    char *bytes = NULL;
    size_t capacity = 0;
    FILE *file = fopen(path, "rb");
    *len = 0;
    while (file != NULL && !ferror(file)) {
        if (*len == capacity) {
            char *more = realloc(bytes, capacity = 2 * capacity + 65536);
            if (more == NULL) break;
            bytes = more;
        }
        *len += fread(bytes + *len, 1, capacity - *len, file);
        if (feof(file)) {
            fclose(file);
            return bytes;
        }
    }
    perror(path);
    if (file != NULL) fclose(file);
    free(bytes);
    return NULL;
}

/* Says why the last call failed: of a policy every mistake, with its line. */
static int failed(void) {
    fprintf(stderr, KAWARA_FMT "\n", KAWARA_ARG(kawara_last_error()));
    return EXIT_FAILURE;
}

static int print_chunks(const kawara_engine *engine, const char *path, kawara_text text) {
    kawara_document document = { .size = sizeof document, .id = kawara_text_of(path), .path = kawara_text_of(path), .text = text };
    document.meta = kawara_text_of("{\"tenant\": 7}");
    kawara_chunks *chunks;
    if (kawara_engine_chunk(engine, &document, &chunks) != KAWARA_OK) return failed();
    kawara_chunk chunk = { .size = sizeof chunk };
    for (size_t nth = 0; kawara_chunks_get(chunks, nth, &chunk) == KAWARA_OK; nth++) {
        printf(KAWARA_FMT " %zu..%zu %u/%u tokens\n", KAWARA_ARG(chunk.id), chunk.start, chunk.end, (unsigned)chunk.tokens,
               (unsigned)chunk.max_tokens);
        printf(KAWARA_FMT KAWARA_FMT "\n\n", KAWARA_ARG(chunk.context), KAWARA_ARG(chunk.text));
    }
    kawara_chunks_free(chunks);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: %s POLICY FILE\n", argv[0]);
        return 2;
    }
    if (!kawara_api_fits()) {
        fprintf(stderr, "the library is kawara " KAWARA_FMT ", older than this program\n", KAWARA_ARG(kawara_version()));
        return EXIT_FAILURE;
    }
    kawara_text policy, text;
    char *policy_file = read_file(argv[1], &policy.len), *file = read_file(argv[2], &text.len);
    int result = EXIT_FAILURE;
    if (policy_file != NULL && file != NULL) {
        policy.data = policy_file;
        text.data = file;
        kawara_options options = { .size = sizeof options, .policy_text = policy, .policy_name = kawara_text_of(argv[1]) };
        kawara_engine *engine;
        result = kawara_engine_new(&options, &engine) == KAWARA_OK ? print_chunks(engine, argv[2], text) : failed();
        kawara_engine_free(engine);
    }
    free(policy_file);
    free(file);
    return result;
}
