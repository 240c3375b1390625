/*
 * kawara_pack.h: what a shared library offers to be a pack of kawara: languages and tokenizers.
 *
 * A pack exports one function, kawara_pack_v1, and returns a description that lives as long as the library, which is for ever:
 * kawara never unloads one. Everything else is reached through the tables in it.
 *
 *   - Text is UTF-8 with a length and no NUL at its end. What kawara hands over is valid and lives for the call, unless it is said
 *     otherwise. A pointer may be NULL only where its length is 0.
 *   - Offsets are bytes, half-open.
 *   - What a pack allocates it frees itself, in the function that is there for it. Nothing else crosses: boundaries are pushed to
 *     the host, messages are written into memory of the host.
 *   - `kawara_pack_v1`, `open`, `identity`, and what `open` and `index` return are used by many threads at once; a worker by the thread
 *     that made it and no other, which also closes it, and no call on it overlaps another. Workers and indices are closed before what
 *     they were made from.
 *   - No function may unwind, throw or longjmp into the host.
 *   - Standard output is the host's: nothing is printed there.
 *   - A function is there, unless it is said what NULL means.
 *   - A later minor version adds fields at the ends of structs, never elsewhere; kawara_str, kawara_strs and kawara_table stay as they
 *     are. Sizes and strides say what the pack was compiled with; what lies behind them counts as zero. Of structs that the host owns,
 *     its `minor` says which fields there are: a pack that uses later ones looks at it first, or asks for it with `needs_minor`.
 *     Set what you do not use, and what is `reserved`, to zero (`{0}`, or designated initialisers).
 *   - Names and versions are without spaces and have at most 128 bytes, other texts of a description 64 KiB, a table 1024 elements, a list
 *     of texts 65536; what a counter says of itself has at most 1024 bytes a text, an identity 1 MiB. What acts on a terminal, such as an
 *     escape, is refused in descriptions and in what a counter says of itself.
 *
 * Everything a pack returns is checked. A boundary that is out of order, inside a character or past the end is an error that
 * names the pack; but a pack is native code, and nothing can check what else it does.
 *
 * License: MIT OR Apache-2.0.
 */
#ifndef KAWARA_PACK_H
#define KAWARA_PACK_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KAWARA_PACK_MAJOR 1
#define KAWARA_PACK_MINOR 0

#if defined(_WIN32)
#define KAWARA_PACK_EXPORT __declspec(dllexport)
#else
#define KAWARA_PACK_EXPORT __attribute__((visibility("default")))
#endif

/* A text. */
typedef struct kawara_str {
    const uint8_t *ptr;
    size_t len;
} kawara_str;

/* Texts. */
typedef struct kawara_strs {
    const kawara_str *ptr;
    size_t len;
} kawara_strs;

/* Elements of one type, `stride` bytes apart: the size that the type had when its owner was compiled. */
typedef struct kawara_table {
    const void *ptr;
    size_t len;
    size_t stride;
} kawara_table;

/* A literal as a text, an array of texts, and an array of structs as a table; each fit for static initialisers. */
#define KAWARA_STR(literal) {(const uint8_t *)(literal), sizeof(literal) - 1}
#define KAWARA_STRS(array) {(array), sizeof(array) / sizeof(*(array))}
#define KAWARA_TABLE(array) {(array), sizeof(array) / sizeof(*(array)), sizeof(*(array))}

/* How a call went. Any other number is a fault of the pack. */
typedef int32_t kawara_pack_status;
#define KAWARA_PACK_OK 0
/* It failed; the message says why. */
#define KAWARA_PACK_FAILED 1
/* The pack does not know this: a grain that `cuts` does not cut at, a limit or unknown tokens that a counter does not have. */
#define KAWARA_PACK_UNSUPPORTED 2
/* The host wants no more: returned by what the host lets the pack call, to be passed on. */
#define KAWARA_PACK_STOPPED 3

/* `byte` of a message that is about no place. */
#define KAWARA_NOWHERE SIZE_MAX

/* Memory of the host in which a pack writes why a call failed: `len` bytes of UTF-8, at most `capacity`. */
typedef struct kawara_message {
    uint8_t *ptr;
    size_t capacity;
    size_t len;
    /* The byte of the text at which it went wrong, or KAWARA_NOWHERE, which it is at first. */
    size_t byte;
} kawara_message;

/* Takes boundaries, while the call that has it lasts and on its thread: any number of calls, each with the next `count` of them. Anything but
 * KAWARA_PACK_OK is passed on at once. */
typedef struct kawara_ends {
    void *host;
    kawara_pack_status (*push)(void *host, const size_t *ends, size_t count);
} kawara_ends;

/* Takes a text in pieces, in the same way. */
typedef struct kawara_text_sink {
    void *host;
    kawara_pack_status (*write)(void *host, kawara_str piece);
} kawara_text_sink;

/* What an option takes. */
#define KAWARA_OPTION_BOOL 1u
#define KAWARA_OPTION_INT 2u
#define KAWARA_OPTION_STR 3u
/* A list of texts. */
#define KAWARA_OPTION_LIST 4u
/* A text that names a file or directory; absolute. */
#define KAWARA_OPTION_PATH 5u
/* One of `choices`. */
#define KAWARA_OPTION_CHOICE 6u

/* An option that a pack takes. The host refuses others, and values of another kind, before the pack is opened. */
typedef struct kawara_option_spec {
    /* Lower-case words joined by `-`. */
    kawara_str name;
    /* One sentence. */
    kawara_str doc;
    kawara_strs choices;
    uint32_t kind;
    uint32_t reserved;
} kawara_option_spec;

/* An option that was given. */
typedef struct kawara_option {
    kawara_str name;
    kawara_str text;   /* STR, PATH, CHOICE */
    kawara_strs list;  /* LIST */
    int64_t number;    /* INT; BOOL: 0 or 1 */
    uint32_t kind;     /* as in its spec */
    uint32_t reserved;
} kawara_option;

/* How fine a cut is. `grains` of a segmenter is a sum of these, `grain` of a call is one of them. */
#define KAWARA_WORD 1u
#define KAWARA_CLAUSE 2u
#define KAWARA_SENTENCE 4u

/* A language. `options` are kawara_option_spec in the description, kawara_option in calls. */
typedef struct kawara_segmenter {
    /* Unique among segmenters: lower case, such as "ko". */
    kawara_str id;
    /* Primary language subtags (BCP 47), lower case: "pt", not "pt-br". */
    kawara_strs languages;
    /* What a user of this build should know, or nothing. */
    kawara_str note;
    kawara_table options;
    /* What it can cut at; for the others the Unicode rules step in. */
    uint32_t grains;
    uint32_t reserved;
    /* Handed to `open` and `identity`, so that one function may serve several languages. */
    void *context;

    /* Opens it, on first use. What it gives is not NULL: where there is no state, any other address will do. */
    kawara_pack_status (*open)(void *context, const kawara_table *options, void **segmenter, kawara_message *message);
    /* NULL: there is nothing to close. So it is for the other functions that close. */
    void (*close)(void *segmenter);
    /* What options come to in fingerprints. NULL: as they were given. A path stands for what lies there, and so for a hash of it. */
    kawara_pack_status (*identity)(void *context, const kawara_table *options, const kawara_text_sink *identity, kawara_message *message);
    /* What one thread needs to cut: scratch space lives there. Not NULL either. */
    kawara_pack_status (*worker)(void *segmenter, void **worker, kawara_message *message);
    void (*close_worker)(void *worker);
    /* Pushes every end of a piece, in order, the end of the text last; nothing of an empty text. White space belongs to the piece
     * before it. The text is one block, such as a paragraph: its line breaks are white space. No end lies inside a grapheme cluster,
     * such as between a letter and a mark on it: one that does is moved. What ends a piece of one grain ends one of each finer grain. */
    kawara_pack_status (*cuts)(void *worker, kawara_str text, uint32_t grain, const kawara_ends *ends, kawara_message *message);
    /* Whether a unit cannot be understood without what stands before it: 0 or 1. NULL: never. */
    kawara_pack_status (*leans_back)(void *worker, kawara_str unit, uint8_t *leans, kawara_message *message);
    /* Whether a sentence goes on behind a line break that may or may not mean something: 0 or 1. NULL: never. */
    kawara_pack_status (*goes_on)(void *worker, kawara_str line, kawara_str next, uint8_t *goes_on, kawara_message *message);
} kawara_segmenter;

/* Who counts: the name that opens it, the version of its code, a hash of the vocabulary or nothing. */
typedef struct kawara_counter_id {
    kawara_str name;
    kawara_str version;
    kawara_str vocabulary;
} kawara_counter_id;

/* A text that was measured, for counts of its ranges. */
typedef struct kawara_index {
    void *index;
    /* By how much an estimate usually differs from the exact count, at most 65536. */
    uint32_t slack;
    /* How many tokens of the text the vocabulary does not know, where `has_unknown` is 1. */
    uint32_t unknown;
    uint32_t has_unknown;
    uint32_t reserved;
} kawara_index;

/* A tokenizer, or a family of them, called `scheme:NAME`, or `scheme` alone. */
typedef struct kawara_counter {
    /* Unique among counters: lower case, no colon. */
    kawara_str scheme;
    /* The names known beforehand; none where any may be asked for. */
    kawara_strs names;
    kawara_table options;
    /* Handed to `open`. */
    void *context;

    /* Opens one; `name` is what stands behind the colon. What it gives is not NULL. */
    kawara_pack_status (*open)(void *context, kawara_str name, const kawara_table *options, void **counter, kawara_message *message);
    void (*close)(void *counter);
    /* Who counts; the texts live as long as the counter. */
    kawara_pack_status (*id)(void *counter, kawara_counter_id *id, kawara_message *message);
    /* The tokens that the model adds once per input, at most 4096. NULL: none. */
    uint32_t (*specials)(void *counter);
    /* The most tokens the model takes, special ones included: more than these, at most 2^30. KAWARA_PACK_UNSUPPORTED where it is not known. NULL:
     * not known. */
    kawara_pack_status (*limit)(void *counter, uint32_t *limit, kawara_message *message);
    /* The exact number of tokens, without special ones, truncation or padding: none for the empty text, at most 16 a byte.
     * No text may make it fail. */
    kawara_pack_status (*count)(void *counter, kawara_str text, uint32_t *count, kawara_message *message);
    /* How many of them stand for text that the vocabulary does not know; KAWARA_PACK_UNSUPPORTED where there is no such token, as NULL. */
    kawara_pack_status (*unknown)(void *counter, kawara_str text, uint32_t *unknown, kawara_message *message);

    /* Optional, all of them or none; without them the host counts between cuts and recounts what it emits.
     * Measures a text, which lives until the index is closed; ranges will begin and end at `cuts`, ascending. */
    kawara_pack_status (*index)(void *counter, kawara_str text, const size_t *cuts, size_t count, kawara_index *index, kawara_message *message);
    void (*close_index)(void *index);
    /* About how many tokens the text before byte `at` has. */
    uint32_t (*before)(void *index, size_t at);
    /* Exactly the count of `context` followed by the bytes from `start` to `end` of the text. */
    kawara_pack_status (*exact)(void *index, kawara_str context, size_t start, size_t end, uint32_t *count, kawara_message *message);
} kawara_counter;

/* What loads the pack; it lives for the call. */
typedef struct kawara_host {
    uint16_t major;
    uint16_t minor;
    uint32_t size;
} kawara_host;

/* A pack. Its beginning, up to `size`, is the same in every major version. */
typedef struct kawara_pack {
    /* "KWRA". */
    uint8_t magic[4];
    /* The version that it was compiled for. */
    uint16_t major;
    uint16_t minor;
    /* The lowest minor version of a host that it can work with. */
    uint16_t needs_minor;
    uint16_t reserved;
    /* sizeof(kawara_pack). */
    uint32_t size;
    /* Unique among packs: lower case, such as "ko". */
    kawara_str name;
    /* The version of the pack, such as "1.2.0": part of fingerprints, so a new one says that cuts or counts may have changed. */
    kawara_str version;
    /* What a program that carries the pack must show, such as the licence of its data; or nothing. */
    kawara_str notice;
    /* kawara_segmenter. */
    kawara_table segmenters;
    /* kawara_counter. */
    kawara_table counters;
} kawara_pack;

/* The first fields of a kawara_pack, for a static initialiser. C++ does not let others be designated behind them: give them in order there. */
#define KAWARA_PACK_HEAD {'K', 'W', 'R', 'A'}, KAWARA_PACK_MAJOR, KAWARA_PACK_MINOR, 0, 0, sizeof(kawara_pack)

/* The only function that a pack exports. The major version is in its name. Each call gives the same description; NULL refuses the host. */
KAWARA_PACK_EXPORT const kawara_pack *kawara_pack_v1(const kawara_host *host);

#ifdef __cplusplus
}
#endif

#endif
