/* An engine with the pack of pack.c: its library and the hash of that are given. */
#include "support.h"

static const char *const POLICY = "policy = 1\nbudget.counter = \"chars\"\nbudget.max-tokens = 40\nunits.overlap = 0\n";

static int refused(kawara_options options, kawara_status status, const char *part) {
    kawara_engine *engine;
    return failed_with(kawara_engine_new(&options, &engine), status, part) && engine == NULL;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    kawara_pack_file file = { kawara_text_of(argv[1]), kawara_text_of(argv[2]) };
    kawara_options options = { .size = sizeof options, .policy_text = kawara_text_of(POLICY), .packs = &file, .packs_len = 1 };

    /* What is not what it should be is not loaded. */
    file.sha256 = kawara_text_of("0000000000000000000000000000000000000000000000000000000000000000");
    EXPECT(refused(options, KAWARA_ERROR_PACK, "kawara_options.packs[0]: ") && contains(kawara_last_error(), argv[2]));
    file.sha256 = kawara_text_of("beef");
    EXPECT(refused(options, KAWARA_ERROR_PACK, "64 hexadecimal digits"));
    file = (kawara_pack_file){ kawara_text_of("pack.so"), { NULL, 0 } };
    EXPECT(refused(options, KAWARA_ERROR_PACK, "absolute"));
    file.path = kawara_text_of(__FILE__);
    EXPECT(refused(options, KAWARA_ERROR_PACK, "loaded.c"));
    /* A policy can require a pack, and not name where it is. */
    options.policy_text = kawara_text_of("policy = 1\nrequired-packs = [\"burmese\"]\n");
    options.packs_len = 0;
    EXPECT(refused(options, KAWARA_ERROR_POLICY, "kawara.toml:2:"));

    file = (kawara_pack_file){ kawara_text_of(argv[1]), kawara_text_of(argv[2]) };
    kawara_pack_file twice[] = { file, file };
    options.packs = twice;
    options.packs_len = 2;
    kawara_engine *engine;
    EXPECT(kawara_engine_new(&options, &engine) == KAWARA_OK);
    EXPECT(kawara_pack_count(engine) == kawara_pack_count(NULL) + 1);
    int found = 0;
    for (size_t nth = 0; nth < kawara_pack_count(engine); nth++)
        found += contains(kawara_pack_name(engine, nth), "burmese") && contains(kawara_pack_version(engine, nth), "2.0");
    EXPECT(found == 1);
    kawara_engine_free(engine);

    options.policy_text = kawara_text_of(POLICY);
    EXPECT(kawara_engine_new(&options, &engine) == KAWARA_OK);
    kawara_document document = { .size = sizeof document, .id = kawara_text_of("gate"), .language = kawara_text_of("my") };
    document.text = kawara_text_of("ဂိတ်ခြောက်နာရီဖွင့်သည်။ ပထမဘတ်စ်ကားထွက်သည်။ လက်မှတ်ရနိုင်သည်။");
    kawara_chunks *chunks;
    EXPECT(kawara_engine_chunk(engine, &document, &chunks) == KAWARA_OK && kawara_chunks_len(chunks) > 1);
    EXPECT(kawara_chunks_warnings(chunks).len == 0);
    size_t units = 0;
    kawara_chunk chunk = { .size = sizeof chunk };
    for (size_t nth = 0; kawara_chunks_get(chunks, nth, &chunk) == KAWARA_OK; nth++) {
        EXPECT(chunk.flags == 0 && chunk.text.len >= 3 && memcmp(chunk.text.data + chunk.text.len - 3, "။", 3) == 0);
        units += chunk.units_len;
    }
    EXPECT(units == 3);
    kawara_chunks_free(chunks);

    /* A pack at fault fails the document; or the Unicode rules step in, if the policy says so. */
    document.text = kawara_text_of("ဂိတ်ဖွင့်သည်။ ✂ ပထမ။");
    EXPECT(failed_with(kawara_engine_chunk(engine, &document, &chunks), KAWARA_ERROR_PACK, "gate: ") && chunks == NULL);
    EXPECT(contains(kawara_last_error(), "pack `burmese`") && contains(kawara_last_error(), "past the end"));
    kawara_engine_free(engine);
    options.policy_text = kawara_text_of("policy = 1\nbudget.counter = \"chars\"\nunits.on-fault = \"fallback\"\n");
    EXPECT(kawara_engine_new(&options, &engine) == KAWARA_OK);
    EXPECT(kawara_engine_chunk(engine, &document, &chunks) == KAWARA_OK && kawara_chunks_len(chunks) == 1);
    EXPECT(kawara_chunks_get(chunks, 0, &chunk) == KAWARA_OK && chunk.flags == KAWARA_FLAG_PACK_FAULT);
    EXPECT(contains(kawara_chunks_warnings(chunks), "`burmese`") && contains(kawara_chunks_warnings(chunks), "past the end"));
    kawara_chunks_free(chunks);
    kawara_engine_free(engine);
    puts("loaded");
    return 0;
}
