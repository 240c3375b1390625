/*
 * A pack of which every part can be replaced from the command line of the compiler: `-DMAJOR=2`, or `-DCUTS_BODY="PUSH(1); PUSH(LEN)"`.
 * Left alone it is well behaved: a piece ends behind "." and spaces before a letter of ASCII, and a byte is a token.
 */
#include "kawara_pack.h"

#include <string.h>

#ifndef ENTRY
#define ENTRY kawara_pack_v1
#endif
#ifndef RETURNED
#define RETURNED &pack
#endif
#ifndef MAGIC
#define MAGIC {'K', 'W', 'R', 'A'}
#endif
#ifndef MAJOR
#define MAJOR KAWARA_PACK_MAJOR
#endif
#ifndef MINOR
#define MINOR KAWARA_PACK_MINOR
#endif
#ifndef NEEDS_MINOR
#define NEEDS_MINOR 0
#endif
#ifndef SIZE
#define SIZE sizeof(kawara_pack)
#endif
#ifndef NAME
#define NAME KAWARA_STR("hostile")
#endif
#ifndef VERSION
#define VERSION KAWARA_STR("1.0")
#endif
#ifndef NOTICE
#define NOTICE {0}
#endif
#ifndef ID
#define ID KAWARA_STR("xx")
#endif
#ifndef TAGS
#define TAGS KAWARA_STR("xx")
#endif
#ifndef LANGUAGES
#define LANGUAGES KAWARA_STRS(tags)
#endif
#ifndef GRAINS
#define GRAINS KAWARA_SENTENCE
#endif
#ifndef OPTIONS
#define OPTIONS KAWARA_TABLE(options)
#endif
#ifndef OPTION
#define OPTION {.name = KAWARA_STR("depth"), .doc = KAWARA_STR("How deep."), .kind = KAWARA_OPTION_INT}
#endif
#ifndef SEGMENTERS
#define SEGMENTERS KAWARA_TABLE(segmenters)
#endif
#ifndef COUNTERS
#define COUNTERS KAWARA_TABLE(counters)
#endif
#ifndef SCHEME
#define SCHEME KAWARA_STR("xx-bytes")
#endif
#ifndef NAMES
#define NAMES {0}
#endif
#ifndef OPEN_BODY
#define OPEN_BODY *segmenter = &state
#endif
#ifndef CLOSE_BODY
#define CLOSE_BODY
#endif
#ifndef CLOSE_WORKER_BODY
#define CLOSE_WORKER_BODY
#endif
#ifndef WORKER_BODY
#define WORKER_BODY *worker = segmenter
#endif
#ifndef CUTS_BODY
#define CUTS_BODY return sentences(text, ends)
#endif
#ifndef LEANS_BODY
#define LEANS_BODY *leans = LEN > 2 && !memcmp(unit.ptr, "It ", 3)
#endif
#ifndef GOES_BODY
#define GOES_BODY *goes_on = 0
#endif
#ifndef IDENTITY
#define IDENTITY NULL
#endif
#ifndef IDENTITY_BODY
#define IDENTITY_BODY
#endif
#ifndef COUNT_BODY
#define COUNT_BODY *count = (uint32_t)text.len
#endif
#ifndef ID_BODY
#define ID_BODY *id = (kawara_counter_id){KAWARA_STR("xx-bytes"), KAWARA_STR("1.0"), {0}}
#endif
#ifndef LIMIT_BODY
#define LIMIT_BODY return KAWARA_PACK_UNSUPPORTED
#endif
#ifndef SPECIALS
#define SPECIALS 2
#endif
#ifndef UNKNOWN_BODY
#define UNKNOWN_BODY return KAWARA_PACK_UNSUPPORTED
#endif
#ifndef INDEX_BODY
#define INDEX_BODY *index = (kawara_index){.index = counter}
#endif
#ifndef BEFORE
#define BEFORE (uint32_t)at
#endif
#ifndef EXACT_BODY
#define EXACT_BODY *count = (uint32_t)(context.len + end - start)
#endif
#ifndef OPEN
#define OPEN open_segmenter
#endif
#ifndef WORKER
#define WORKER make_worker
#endif
#ifndef CUTS
#define CUTS cuts
#endif
#ifndef COUNTER_OPEN
#define COUNTER_OPEN open_counter
#endif
#ifndef COUNTER_ID
#define COUNTER_ID identify
#endif
#ifndef COUNT
#define COUNT count_tokens
#endif
#ifndef INDEX
#define INDEX measure
#endif
#ifndef EXACT
#define EXACT exactly
#endif

/* Of use to bodies. */
#define LEN (text.len)
#define SAY(text) return say(message, text)
#define PUSH(end) do { kawara_pack_status status = ends->push(ends->host, &(size_t){end}, 1); if (status) return status; } while (0)

static int state;

static kawara_pack_status say(kawara_message *message, const char *text) {
    size_t len = strlen(text);
    message->len = len < message->capacity ? len : message->capacity;
    memcpy(message->ptr, text, message->len);
    return KAWARA_PACK_FAILED;
}

/* Pushes by the handful, which is a tenth quicker than one by one. */
static kawara_pack_status sentences(kawara_str text, const kawara_ends *ends) {
    size_t found[64], count = 0;
    for (size_t at = 0; at < text.len;) {
        if (text.ptr[at++] != '.')
            continue;
        size_t from = at;
        while (at < text.len && text.ptr[at] == ' ')
            at++;
        int is_letter = at < text.len && (text.ptr[at] | 32) >= 'a' && (text.ptr[at] | 32) <= 'z';
        if (at == from || !is_letter)
            continue;
        found[count++] = at;
        if (count == sizeof found / sizeof *found) {
            kawara_pack_status status = ends->push(ends->host, found, count);
            if (status)
                return status;
            count = 0;
        }
    }
    kawara_pack_status status = ends->push(ends->host, found, count);
    return status || text.len == 0 ? status : ends->push(ends->host, &text.len, 1);
}

static kawara_pack_status open_segmenter(void *context, const kawara_table *options, void **segmenter, kawara_message *message) {
    (void)context, (void)options, (void)message, (void)say;
    OPEN_BODY;
    return KAWARA_PACK_OK;
}
static void close_segmenter(void *segmenter) {
    (void)segmenter;
    CLOSE_BODY;
}
static void close_worker(void *worker) {
    (void)worker;
    CLOSE_WORKER_BODY;
}
static kawara_pack_status make_worker(void *segmenter, void **worker, kawara_message *message) {
    (void)message;
    WORKER_BODY;
    return KAWARA_PACK_OK;
}
static kawara_pack_status cuts(void *worker, kawara_str text, uint32_t grain, const kawara_ends *ends, kawara_message *message) {
    (void)worker, (void)grain, (void)message, (void)sentences;
    CUTS_BODY;
    return KAWARA_PACK_OK;
}
static kawara_pack_status leans_back(void *worker, kawara_str unit, uint8_t *leans, kawara_message *message) {
    kawara_str text = unit;
    (void)worker, (void)text, (void)message;
    LEANS_BODY;
    return KAWARA_PACK_OK;
}
static kawara_pack_status goes_on(void *worker, kawara_str line, kawara_str next, uint8_t *goes_on, kawara_message *message) {
    (void)worker, (void)line, (void)next, (void)message;
    GOES_BODY;
    return KAWARA_PACK_OK;
}
kawara_pack_status identity(void *context, const kawara_table *options, const kawara_text_sink *sink, kawara_message *message) {
    (void)context, (void)options, (void)sink, (void)message;
    IDENTITY_BODY;
    return KAWARA_PACK_OK;
}

static kawara_pack_status open_counter(void *context, kawara_str name, const kawara_table *options, void **counter, kawara_message *message) {
    (void)context, (void)name, (void)options, (void)message;
    *counter = &state;
    return KAWARA_PACK_OK;
}
static kawara_pack_status identify(void *counter, kawara_counter_id *id, kawara_message *message) {
    (void)counter, (void)message;
    ID_BODY;
    return KAWARA_PACK_OK;
}
static uint32_t specials(void *counter) {
    (void)counter;
    return SPECIALS;
}
static kawara_pack_status limit(void *counter, uint32_t *limit, kawara_message *message) {
    (void)counter, (void)limit, (void)message;
    LIMIT_BODY;
    return KAWARA_PACK_OK;
}
static kawara_pack_status count_tokens(void *counter, kawara_str text, uint32_t *count, kawara_message *message) {
    (void)counter, (void)message;
    COUNT_BODY;
    return KAWARA_PACK_OK;
}
static kawara_pack_status unknown(void *counter, kawara_str text, uint32_t *unknown, kawara_message *message) {
    (void)counter, (void)text, (void)unknown, (void)message;
    UNKNOWN_BODY;
    return KAWARA_PACK_OK;
}
static kawara_pack_status measure(void *counter, kawara_str text, const size_t *cuts, size_t count, kawara_index *index, kawara_message *message) {
    (void)counter, (void)text, (void)cuts, (void)count, (void)message;
    INDEX_BODY;
    return KAWARA_PACK_OK;
}
static void close_index(void *index) {
    (void)index;
}
static uint32_t before(void *index, size_t at) {
    (void)index, (void)at;
    return BEFORE;
}
static kawara_pack_status exactly(void *index, kawara_str context, size_t start, size_t end, uint32_t *count, kawara_message *message) {
    (void)index, (void)message;
    EXACT_BODY;
    return KAWARA_PACK_OK;
}

static const kawara_str choices[] = {KAWARA_STR("one"), KAWARA_STR("one")};
static const kawara_option_spec options[] = {OPTION};
static const kawara_str tags[] = {TAGS};
#define SEGMENTER                                                                                          \
    {.id = ID, .languages = LANGUAGES, .options = OPTIONS, .grains = GRAINS, .open = OPEN,                 \
     .close = close_segmenter, .identity = IDENTITY, .worker = WORKER, .close_worker = close_worker,       \
     .cuts = CUTS, .leans_back = leans_back, .goes_on = goes_on}
static const kawara_segmenter segmenters[] = {SEGMENTER};
static const kawara_segmenter twins[] = {SEGMENTER, SEGMENTER};
/* As a later minor version may have it. */
static const struct {
    kawara_segmenter known;
    void *unknown;
} later[] = {{SEGMENTER, &state}, {SEGMENTER, &state}};
static const kawara_counter counters[] = {{
    .scheme = SCHEME,
    .names = NAMES,
    .open = COUNTER_OPEN,
    .id = COUNTER_ID,
    .specials = specials,
    .limit = limit,
    .count = COUNT,
    .unknown = unknown,
    .index = INDEX,
    .close_index = close_index,
    .before = before,
    .exact = EXACT,
}};
static const kawara_pack pack = {
    MAGIC, MAJOR, MINOR, NEEDS_MINOR, 0, SIZE, NAME, VERSION, NOTICE, SEGMENTERS, COUNTERS,
};

KAWARA_PACK_EXPORT const kawara_pack *ENTRY(const kawara_host *host) {
    (void)host, (void)pack, (void)choices, (void)twins, (void)later;
    return RETURNED;
}
