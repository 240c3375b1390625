/* Prints the packs of the library, with their notices, then those of an engine. */
#include "support.h"

int main(void) {
    kawara_options options = { .size = sizeof options, .policy = kawara_text_of("kawara:docs") };
    kawara_engine *engine;
    EXPECT(kawara_engine_new(&options, &engine) == KAWARA_OK);
    const kawara_engine *both[] = { NULL, engine };
    for (size_t of = 0; of < 2; of++)
        for (size_t nth = 0; nth < kawara_pack_count(both[of]); nth++)
            printf(KAWARA_FMT " " KAWARA_FMT " [" KAWARA_FMT "]\n", KAWARA_ARG(kawara_pack_name(both[of], nth)),
                   KAWARA_ARG(kawara_pack_version(both[of], nth)), KAWARA_ARG(kawara_pack_notice(both[of], nth)));
    const size_t past = kawara_pack_count(NULL);
    EXPECT(kawara_pack_name(NULL, past).len == 0 && kawara_pack_version(engine, (size_t)-1).len == 0 && kawara_pack_notice(NULL, past).len == 0);
    kawara_engine_free(engine);
    return 0;
}
