/* A pack: Burmese ends a sentence with ။. Of a text with ✂ it says what cannot be. */
#include <kawara_pack.h>
#include <string.h>

static kawara_pack_status open(void *context, const kawara_table *options, void **segmenter, kawara_message *message) {
    (void)options, (void)message;
    *segmenter = context;
    return KAWARA_PACK_OK;
}

static kawara_pack_status worker(void *segmenter, void **worker, kawara_message *message) {
    (void)message;
    *worker = segmenter;
    return KAWARA_PACK_OK;
}

static void close(void *it) { (void)it; }

static size_t find(kawara_str text, size_t from, const char *sign) {
    size_t len = strlen(sign);
    for (size_t at = from; at + len <= text.len; at++)
        if (memcmp(text.ptr + at, sign, len) == 0) return at;
    return text.len;
}

static kawara_pack_status cuts(void *worker, kawara_str text, uint32_t grain, const kawara_ends *ends, kawara_message *message) {
    (void)worker, (void)message;
    if (grain != KAWARA_SENTENCE) return KAWARA_PACK_UNSUPPORTED;
    size_t at = find(text, 0, "✂") == text.len ? 0 : text.len + 1;
    if (at > text.len) return ends->push(ends->host, &at, 1);
    while (at < text.len) {
        at = find(text, at, "။");
        if (at < text.len) at += strlen("။");
        while (at < text.len && text.ptr[at] == ' ') at++;
        kawara_pack_status status = ends->push(ends->host, &at, 1);
        if (status != KAWARA_PACK_OK) return status;
    }
    return KAWARA_PACK_OK;
}

static int nothing;
static const kawara_str languages[] = { KAWARA_STR("my") };
static const kawara_segmenter segmenters[] = { {
    .id = KAWARA_STR("my"),
    .languages = KAWARA_STRS(languages),
    .grains = KAWARA_SENTENCE,
    .context = &nothing,
    .open = open,
    .close = close,
    .worker = worker,
    .close_worker = close,
    .cuts = cuts,
} };

const kawara_pack *kawara_pack_v1(const kawara_host *host) {
    static const kawara_pack pack = {
        KAWARA_PACK_HEAD,
        .name = KAWARA_STR("burmese"),
        .version = KAWARA_STR("2.0"),
        .segmenters = KAWARA_TABLE(segmenters),
    };
    (void)host;
    return &pack;
}
