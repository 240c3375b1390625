/* Prints every chunk of a document twice: its record, and the fields of the struct. */
#include <inttypes.h>
#include <kawara.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

int main(int argc, char **argv) {
    if (argc != 7) return 2;
    kawara_options options = { .size = sizeof options, .policy = kawara_text_of(argv[1]) };
    kawara_engine *engine;
    EXPECT(kawara_engine_new(&options, &engine) == KAWARA_OK);
    size_t len;
    char *text = read_file(argv[2], &len);
    kawara_document document = {
        .size = sizeof document,
        .id = kawara_text_of(argv[3]),
        .text = { text, len },
        .path = kawara_text_of(argv[4]),
        .title = kawara_text_of(argv[5]),
        .meta = kawara_text_of(argv[6]),
    };
    kawara_chunks *chunks;
    EXPECT(kawara_engine_chunk(engine, &document, &chunks) == KAWARA_OK);
    /* Nothing of the caller's is kept, and chunks need no engine. */
    free(text);
    kawara_engine_free(engine);
    for (size_t nth = 0; nth < kawara_chunks_len(chunks); nth++) {
        kawara_text json;
        EXPECT(kawara_chunks_json(chunks, nth, &json) == KAWARA_OK);
        printf(KAWARA_FMT "\n", KAWARA_ARG(json));
        kawara_chunk chunk = { .size = sizeof chunk };
        EXPECT(kawara_chunks_get(chunks, nth, &chunk) == KAWARA_OK);
        printf(KAWARA_FMT " " KAWARA_FMT " [" KAWARA_FMT "] [" KAWARA_FMT "] " KAWARA_FMT, KAWARA_ARG(chunk.id), KAWARA_ARG(chunk.parent),
               KAWARA_ARG(chunk.previous), KAWARA_ARG(chunk.next), KAWARA_ARG(chunk.language));
        printf(" %zu..%zu own %zu chars %zu..%zu carried %zu", chunk.start, chunk.end, chunk.own_start, chunk.char_start, chunk.char_end,
               chunk.carried);
        printf(" tokens %" PRIu32 "/%" PRIu32 " flags %" PRIu32 " units", chunk.tokens, chunk.max_tokens, chunk.flags);
        for (size_t unit = 0; unit < chunk.units_len; unit++) printf(" %zu..%zu", chunk.units[unit].start, chunk.units[unit].end);
        printf("\n" KAWARA_FMT "|" KAWARA_FMT "\n", KAWARA_ARG(chunk.context), KAWARA_ARG(chunk.text));
    }
    kawara_chunks_free(chunks);
    return 0;
}
