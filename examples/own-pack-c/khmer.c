/*
 * Khmer as a pack of kawara, in one C file: sentences end at ។ ៕ ៚ ! ?, clauses at spaces, words at zero-width spaces.
 *
 * It is written against kawara_pack.h alone. What a pack must do is there; the comments here say why this one does what it does.
 */
#include "kawara_pack.h"

#include <stdlib.h>
#include <string.h>

#define KHAN 0x17d4u /* ។ */
#define LO 0x179bu   /* ល */

/* --- Characters ------------------------------------------------------------------------------------------------------------ */

/* The character at byte `at`, 0 at the end; `next` becomes the byte behind it. The host gives valid UTF-8, so nothing is checked. */
static uint32_t character(kawara_str text, size_t at, size_t *next) {
    if (at >= text.len) {
        *next = at;
        return 0;
    }
    const uint8_t *byte = text.ptr + at;
    if (byte[0] < 0x80) {
        *next = at + 1;
        return byte[0];
    }
    if (byte[0] < 0xe0) {
        *next = at + 2;
        return (byte[0] & 0x1fu) << 6 | (byte[1] & 0x3fu);
    }
    if (byte[0] < 0xf0) {
        *next = at + 3;
        return (byte[0] & 0x0fu) << 12 | (byte[1] & 0x3fu) << 6 | (byte[2] & 0x3fu);
    }
    *next = at + 4;
    return (byte[0] & 0x07u) << 18 | (byte[1] & 0x3fu) << 12 | (byte[2] & 0x3fu) << 6 | (byte[3] & 0x3fu);
}

/* White space as kawara understands it, which includes the zero-width space and the byte order mark. */
static int is_blank(uint32_t c) {
    return (c >= 0x09 && c <= 0x0d) || c == ' ' || c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200b) ||
           c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000 || c == 0xfeff;
}

/* White space that nobody sees: between words, not between phrases. */
static int has_no_width(uint32_t c) { return c == 0x200b || c == 0xfeff; }

/* White space at which no line may be broken either. */
static int is_glue(uint32_t c) { return c == 0xa0 || c == 0x202f || c == 0x2007 || c == 0xfeff; }

static int is_khmer_letter(uint32_t c) { return c >= 0x1780 && c <= 0x17b3; }

static int is_digit(uint32_t c) { return (c >= '0' && c <= '9') || (c >= 0x17e0 && c <= 0x17e9); }

/* Marks that close even behind a space: « … ។ ». */
static int surely_closes(uint32_t c) { return c == ')' || c == ']' || c == 0xbb || c == 0x2019 || c == 0x201d || c == 0x203a; }

static int is_closer(uint32_t c) { return c == '"' || c == '\'' || surely_closes(c); }

static int is_opener(uint32_t c) {
    return c == '"' || c == '\'' || c == '(' || c == '[' || c == 0xab || c == 0x2018 || c == 0x201c || c == 0x2039;
}

/*
 * Characters that begin a grapheme cluster whatever stands before them. A cut anywhere else might tear a letter from its vowel signs, so
 * only these are cut before; marks that somebody put on a full stop or a space stay where they are.
 */
static int begins_cluster(uint32_t c) {
    return (c >= 0x21 && c <= 0x7e) || (c >= 0xa1 && c <= 0x2ff && c != 0xa9 && c != 0xad && c != 0xae) || is_khmer_letter(c) ||
           is_digit(c) || (c >= 0x0e01 && c <= 0x0e30) || (c >= 0x2010 && c <= 0x2027) || (c >= 0x3041 && c <= 0x3096) ||
           (c >= 0x4e00 && c <= 0x9fff);
}

/* --- Cutting --------------------------------------------------------------------------------------------------------------- */

/* Ends on their way to the host: a call for each would cost more than finding it. */
typedef struct khmer_worker {
    size_t count;
    size_t ends[256];
} khmer_worker;

static kawara_pack_status flush(khmer_worker *worker, const kawara_ends *ends) {
    size_t count = worker->count;
    worker->count = 0;
    return count ? ends->push(ends->host, worker->ends, count) : KAWARA_PACK_OK;
}

static kawara_pack_status push(khmer_worker *worker, const kawara_ends *ends, size_t end) {
    worker->ends[worker->count++] = end;
    return worker->count < sizeof worker->ends / sizeof *worker->ends ? KAWARA_PACK_OK : flush(worker, ends);
}

/* Whether the mark `c`, which stands before byte `next`, ends a sentence. */
static int ends_sentence(kawara_str text, uint32_t before, uint32_t c, size_t next) {
    size_t after;
    uint32_t following = character(text, next, &after);
    switch (c) {
    case KHAN:
        /* ។ល។, "and so on", is a word; it has ended a sentence if the mark behind it is followed by a space. */
        if (before == LO) return is_blank(following) || is_closer(following) || following == 0;
        return !(following == LO && character(text, after, &after) == KHAN);
    case 0x17d5: /* ៕ */
    case 0x17da: /* ៚ */
        return 1;
    case '!':
    case '?':
        /* Not in addresses: ?q=1. */
        return following == 0 || is_blank(following) || is_closer(following) || is_khmer_letter(following);
    default:
        return 0;
    }
}

static kawara_pack_status cuts(void *handle, kawara_str text, uint32_t grain, const kawara_ends *ends, kawara_message *message) {
    (void)message;
    khmer_worker *worker = handle;
    /* A call that failed may have left some. */
    worker->count = 0;
    kawara_pack_status status = KAWARA_PACK_OK;
    size_t at = 0;
    uint32_t before = 0; /* the last character that is not blank */
    int ended = 0;       /* whether a sentence ended at it */
    while (at < text.len) {
        /* White space belongs to the piece before it. */
        int blank = 0, words = 0, phrases = 0;
        size_t next;
        uint32_t c;
        while (is_blank(c = character(text, at, &next)) && at < text.len) {
            blank = 1;
            words |= !is_glue(c);
            phrases |= !is_glue(c) && !has_no_width(c);
            at = next;
        }
        if (at >= text.len) break;
        /* 10 000 and ៣ គីឡូ: a space beside a number parts no phrases. */
        phrases &= !is_digit(before) && !is_digit(c);
        uint32_t found = ended ? KAWARA_SENTENCE : phrases ? KAWARA_CLAUSE : words ? KAWARA_WORD : 0;
        /* A mark that may open or close does the latter right behind what it closes. */
        int closes = blank ? surely_closes(c) : is_closer(c);
        if (found >= grain && before != 0 && begins_cluster(c) && !closes) {
            status = push(worker, ends, at);
            if (status != KAWARA_PACK_OK) return status;
            ended = 0;
        }
        /* Closing marks behind an end belong to it, as do more ends. */
        int ends_here = ends_sentence(text, before, c, next);
        ended = ends_here || (ended && is_closer(c));
        before = c;
        at = next;
    }
    if (text.len > 0) status = push(worker, ends, text.len);
    return status == KAWARA_PACK_OK ? flush(worker, ends) : status;
}

/* --- Leaning back ---------------------------------------------------------------------------------------------------------- */

/* What a sentence begins with when it leans on the one before. Spaces between words need not be written, so that a short word, which others
 * begin with, counts only where one is. */
static const struct { kawara_str word; int alone; } leaning[] = {
    {KAWARA_STR("ដូច្នេះ"), 0},     /* therefore */
    {KAWARA_STR("ប៉ុន្តែ"), 0},     /* but */
    {KAWARA_STR("ទោះជាយ៉ាងណា"), 0}, /* however */
    {KAWARA_STR("លើសពីនេះ"), 0},    /* moreover */
    {KAWARA_STR("ក្រៅពីនេះ"), 0},   /* besides */
    {KAWARA_STR("បន្ទាប់មក"), 0},   /* then */
    {KAWARA_STR("ពួកគេ"), 0},       /* they */
    {KAWARA_STR("គាត់"), 0},        /* he, she */
    {KAWARA_STR("វា"), 1},          /* it */
    {KAWARA_STR("នេះ"), 1},         /* this */
    {KAWARA_STR("នោះ"), 1},         /* that */
};

static kawara_pack_status leans_back(void *worker, kawara_str unit, uint8_t *leans, kawara_message *message) {
    (void)worker, (void)message;
    size_t at = 0, next = 0;
    uint32_t c;
    /* Past white space and opening marks. */
    while (is_blank(c = character(unit, at, &next)) || is_opener(c)) at = next;
    *leans = 0;
    for (size_t i = 0; i < sizeof leaning / sizeof *leaning; i++) {
        kawara_str word = leaning[i].word;
        if (unit.len - at < word.len || memcmp(unit.ptr + at, word.ptr, word.len) != 0) continue;
        if (!leaning[i].alone || at + word.len == unit.len || is_blank(character(unit, at + word.len, &next))) *leans = 1;
    }
    return KAWARA_PACK_OK;
}

/* --- The pack -------------------------------------------------------------------------------------------------------------- */

static kawara_pack_status open_khmer(void *context, const kawara_table *options, void **segmenter, kawara_message *message) {
    (void)context, (void)options, (void)message;
    /* There is nothing to hold, and so nothing to close; but a handle is never null. */
    static int rules;
    *segmenter = &rules;
    return KAWARA_PACK_OK;
}

static kawara_pack_status make_worker(void *segmenter, void **worker, kawara_message *message) {
    (void)segmenter;
    static const char why[] = "no memory for a worker";
    *worker = calloc(1, sizeof(khmer_worker));
    if (*worker) return KAWARA_PACK_OK;
    if (message->capacity >= sizeof why - 1) {
        memcpy(message->ptr, why, sizeof why - 1);
        message->len = sizeof why - 1;
    }
    return KAWARA_PACK_FAILED;
}

static const kawara_str languages[] = {KAWARA_STR("km")};

static const kawara_segmenter segmenters[] = {{
    .id = KAWARA_STR("km"),
    .languages = KAWARA_STRS(languages),
    .grains = KAWARA_SENTENCE | KAWARA_CLAUSE | KAWARA_WORD,
    .open = open_khmer,
    .worker = make_worker,
    .close_worker = free,
    .cuts = cuts,
    .leans_back = leans_back,
}};

static const kawara_pack pack = {
    KAWARA_PACK_HEAD,
    .name = KAWARA_STR("km"),
    /* Raise it whenever cuts change: it is part of fingerprints. */
    .version = KAWARA_STR("0.1.0"),
    .segmenters = KAWARA_TABLE(segmenters),
};

KAWARA_PACK_EXPORT const kawara_pack *kawara_pack_v1(const kawara_host *host) {
    (void)host;
    return &pack;
}
