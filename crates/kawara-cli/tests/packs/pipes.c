/* A language in which sentences end with a pipe, and a tokenizer that counts bytes. The word TORN makes it push a cut past the end; with
 * -DBACKWARDS every text does. */
#include "kawara_pack.h"

#include <string.h>

static int state;

static kawara_pack_status open_pipes(void *context, const kawara_table *options, void **segmenter, kawara_message *message) {
    (void)context, (void)options, (void)message;
    *segmenter = &state;
    return KAWARA_PACK_OK;
}

static kawara_pack_status worker_of(void *segmenter, void **worker, kawara_message *message) {
    (void)message;
    *worker = segmenter;
    return KAWARA_PACK_OK;
}

static int is_blank(uint8_t byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

/* A piece goes on until ASCII that is no blank follows: so cuts lie between grapheme clusters. */
static kawara_pack_status cuts(void *worker, kawara_str text, uint32_t grain, const kawara_ends *ends, kawara_message *message) {
    (void)worker, (void)grain, (void)message;
    for (size_t at = 0; at + 4 <= text.len; at++) {
        if (memcmp(text.ptr + at, "TORN", 4) == 0) {
            size_t past = text.len + 1;
            return ends->push(ends->host, &past, 1);
        }
    }
    int is_after = 0;
    for (size_t at = 1; at < text.len; at++) {
        is_after = text.ptr[at - 1] == '|' || (is_after && is_blank(text.ptr[at - 1]));
        if (is_after && text.ptr[at] > ' ' && text.ptr[at] < 0x7f && text.ptr[at] != '|') {
            kawara_pack_status status = ends->push(ends->host, &at, 1);
            if (status != KAWARA_PACK_OK) return status;
            is_after = 0;
        }
    }
#ifdef BACKWARDS
    size_t before = 0;
    return ends->push(ends->host, &before, 1);
#endif
    return text.len == 0 ? KAWARA_PACK_OK : ends->push(ends->host, &text.len, 1);
}

static kawara_pack_status open_counter(void *context, kawara_str name, const kawara_table *options, void **counter, kawara_message *message) {
    (void)context, (void)name, (void)options, (void)message;
    *counter = &state;
    return KAWARA_PACK_OK;
}

static kawara_pack_status id(void *counter, kawara_counter_id *id, kawara_message *message) {
    (void)counter, (void)message;
    *id = (kawara_counter_id){KAWARA_STR("pipe-bytes"), KAWARA_STR("1"), {0}};
    return KAWARA_PACK_OK;
}

static kawara_pack_status count(void *counter, kawara_str text, uint32_t *tokens, kawara_message *message) {
    (void)counter, (void)message;
    *tokens = (uint32_t)text.len;
    return KAWARA_PACK_OK;
}

static const kawara_str languages[] = {KAWARA_STR("xx")};
static const kawara_segmenter segmenters[] = {{
    .id = KAWARA_STR("pipes"),
    .languages = KAWARA_STRS(languages),
    .grains = KAWARA_SENTENCE,
    .open = open_pipes,
    .worker = worker_of,
    .cuts = cuts,
}};
static const kawara_counter counters[] = {{
    .scheme = KAWARA_STR("pipe-bytes"),
    .open = open_counter,
    .id = id,
    .count = count,
}};
static const kawara_pack pack = {
    KAWARA_PACK_HEAD,
    .name = KAWARA_STR("pipes"),
    .version = KAWARA_STR("0.3.1"),
    .segmenters = KAWARA_TABLE(segmenters),
#ifndef NO_COUNTER
    .counters = KAWARA_TABLE(counters),
#endif
};

const kawara_pack *kawara_pack_v1(const kawara_host *host) {
    (void)host;
    return &pack;
}
