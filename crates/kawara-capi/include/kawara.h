/* kawara.h: the kawara chunking engine in C.
 *
 * An engine is made from a policy, documents become chunks, and everything that was made is given back to the function that frees it:
 *
 *     kawara_options options = { .size = sizeof options, .policy = kawara_text_of("kawara:docs") };
 *     kawara_engine *engine;
 *     if (kawara_engine_new(&options, &engine) != KAWARA_OK) {
 *         fprintf(stderr, KAWARA_FMT "\n", KAWARA_ARG(kawara_last_error()));
 *         return 1;
 *     }
 *     kawara_document document = { .size = sizeof document, .id = kawara_text_of("a.md"), .text = text };
 *     kawara_chunks *chunks;
 *     if (kawara_engine_chunk(engine, &document, &chunks) == KAWARA_OK) {
 *         kawara_chunk chunk = { .size = sizeof chunk };
 *         for (size_t nth = 0; nth < kawara_chunks_len(chunks); nth++) {
 *             kawara_chunks_get(chunks, nth, &chunk);
 *             printf(KAWARA_FMT KAWARA_FMT "\n", KAWARA_ARG(chunk.context), KAWARA_ARG(chunk.text));
 *         }
 *     }
 *     kawara_chunks_free(chunks);
 *     kawara_engine_free(engine);
 *
 * Link with -lkawara. The static library needs -lm -lpthread -ldl besides.
 *
 * Strings are UTF-8, a pointer and a length; none ends in a zero byte. A length of 0 means "not given", whatever the pointer is. What is
 * given to a function, paths too, has to live until the function returns, and is not kept. How long a string lives that is handed out
 * stands beside it. What is not UTF-8, or NULL where something has to be, or of an unknown size, is KAWARA_ERROR_ARGUMENT and a message;
 * it never ends the program. A pointer that points nowhere does, as ever.
 *
 * A struct that begins with its size may grow at its end; the library takes every size that it ever had.
 *
 * Offsets are half-open: bytes from `start` to before `end`.
 *
 * Threads: one engine serves any number of threads at once, and so do the chunks of a document; both are only read. The last error is
 * each thread's own. An engine or chunks are freed once, when no thread uses them any more; chunks may outlive their engine.
 *
 * No function unwinds into C: a panic of the library or of a pack is KAWARA_ERROR_PANIC, told on standard error too. The engine can be used
 * afterwards.
 *
 * License: MIT OR Apache-2.0.
 */
#ifndef KAWARA_H
#define KAWARA_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Versions ---- */

/* The version of this header. What is added raises the minor one; the major one changes when programs have to be changed. */
#define KAWARA_API_MAJOR 1
#define KAWARA_API_MINOR 0

/* The version of this interface that the library speaks: major << 16 | minor. */
uint32_t kawara_api(void);

/* Whether the library does all that this header says. */
static inline int kawara_api_fits(void) {
    uint32_t has = kawara_api(), wants = (uint32_t)KAWARA_API_MAJOR << 16 | KAWARA_API_MINOR;
    return has >> 16 == wants >> 16 && has >= wants;
}

/* ---- Strings ---- */

/* UTF-8. */
typedef struct kawara_text {
    const char *data;
    size_t len; /* in bytes */
} kawara_text;

/* A string that ends in a zero byte, without that byte. NULL is not given. */
static inline kawara_text kawara_text_of(const char *text) {
    kawara_text it;
    it.data = text;
    it.len = text ? strlen(text) : 0;
    return it;
}

/* For printf: printf(KAWARA_FMT "\n", KAWARA_ARG(chunk.text)). Of a string over 2 GiB the first 2 GiB. */
#define KAWARA_FMT "%.*s"
#define KAWARA_ARG(text) (int)((text).len > 0x7fffffff ? 0x7fffffff : (text).len), ((text).data ? (text).data : "")

/* The version of kawara, such as "0.1.0". It lives as long as the library. */
kawara_text kawara_version(void);

/* ---- Errors ---- */

/* One of these. Later versions may have more. */
typedef int32_t kawara_status;
#define KAWARA_OK 0
#define KAWARA_ERROR_ARGUMENT 1 /* the call is wrong: NULL, not UTF-8, not JSON, an unknown size, a number past the end */
#define KAWARA_ERROR_POLICY 2   /* the policy is wrong, or asks for what cannot be */
#define KAWARA_ERROR_PACK 3     /* a pack cannot be loaded or opened, or failed */
#define KAWARA_ERROR_DOCUMENT 4 /* the document cannot be read as what it is said to be */
#define KAWARA_ERROR_PANIC 5    /* a fault of the library or of a pack; please report it with the document */

/* What the last call that failed on this thread returned; KAWARA_OK if none did. A call that succeeds leaves it. */
kawara_status kawara_last_status(void);

/* What was wrong, where, and what to do about it. All mistakes of a policy, with file, line and column, a blank line between two. It
 * lives until the next call that fails on this thread, or until the thread ends. */
kawara_text kawara_last_error(void);

/* ---- The engine ---- */

/* A policy with the packs of the library, made ready. */
typedef struct kawara_engine kawara_engine;

/* The library file of a pack (see kawara_pack.h), which is loaded into the program and never unloaded; the same bytes are loaded once. It is
 * code and may do anything: name no file that you do not trust. No policy can name one. */
typedef struct kawara_pack_file {
    kawara_text path;   /* absolute */
    kawara_text sha256; /* 64 hexadecimal digits that the file's bytes must come to; may be left out */
} kawara_pack_file;

/* What an engine is made from: `policy` or `policy_text`, all else may be left out. */
typedef struct kawara_options {
    size_t size;                   /* sizeof(kawara_options) */
    kawara_text policy;            /* the path of a policy file, or "kawara:NAME" for a built-in policy */
    kawara_text policy_text;       /* a policy: TOML */
    kawara_text policy_name;       /* what messages call policy_text; "kawara.toml" if left out */
    kawara_text directory;         /* what the paths in policy_text are relative to; the working directory if left out */
    kawara_text base_policy;       /* a policy, as `policy`, laid beneath: what it locks stays */
    const kawara_text *tokenizers; /* directories with tokenizers of models, besides those beside the policy */
    size_t tokenizers_len;
    const kawara_pack_file *packs; /* packs besides those of the library */
    size_t packs_len;
} kawara_options;

/* Makes an engine and checks all that can be checked before a document is there: the policy, its rules, counters, options of packs. If it
 * fails, *engine is NULL. */
kawara_status kawara_engine_new(const kawara_options *options, kawara_engine **engine);

/* Frees an engine; NULL does nothing. */
void kawara_engine_free(kawara_engine *engine);

/* What of the policy is probably not as it is meant, a blank line between two warnings; mostly empty. It lives as long as the engine. */
kawara_text kawara_engine_warnings(const kawara_engine *engine);

/* How many packs an engine has; for NULL, how many the library brings along. */
size_t kawara_pack_count(const kawara_engine *engine);

/* The name and the version of a pack, from 0, by name; empty past the end. They live as long as the library. */
kawara_text kawara_pack_name(const kawara_engine *engine, size_t nth);
kawara_text kawara_pack_version(const kawara_engine *engine, size_t nth);

/* What a program that carries the pack must show, such as the licence of its data; mostly empty. It lives as long as the library. */
kawara_text kawara_pack_notice(const kawara_engine *engine, size_t nth);

/* Counts a text by the counter that the policy names for a document of which nothing is known. *specials is how many special tokens the
 * model adds to each text; it may be NULL. The `tokens` of a chunk are those of context and text together, and the special ones. */
kawara_status kawara_engine_count(const kawara_engine *engine, kawara_text text, uint32_t *tokens, uint32_t *specials);

/* ---- Documents ---- */

/* All but the id may be left out; a document without text has no chunks. */
typedef struct kawara_document {
    size_t size;              /* sizeof(kawara_document) */
    kawara_text id;           /* the ids of chunks are made from it */
    kawara_text text;         /* at most 4 GiB */
    kawara_text path;         /* what policies match, and what the content type is told from; relative to the policy's directory */
    kawara_text content_type; /* a media type, or the name of a reader; wins over the path */
    kawara_text language;     /* BCP 47; wins over what the script tells */
    kawara_text title;        /* wins over the one in the text */
    kawara_text meta;         /* JSON that comes out with each chunk, verbatim */
} kawara_document;

/* The chunks of one document. */
typedef struct kawara_chunks kawara_chunks;

/* Cuts a document. If it fails, *chunks is NULL. */
kawara_status kawara_engine_chunk(const kawara_engine *engine, const kawara_document *document, kawara_chunks **chunks);

/* Frees chunks, with every string that was handed out of them; NULL does nothing. */
void kawara_chunks_free(kawara_chunks *chunks);

/* ---- Chunks ---- */

/* Half-open bytes. */
typedef struct kawara_range {
    size_t start;
    size_t end;
} kawara_range;

/* Compromises, as bits. Later versions may have more. */
#define KAWARA_FLAG_FORCED_SPLIT 1u /* a unit was cut below its grain, since it does not fit */
#define KAWARA_FLAG_OVER_BUDGET 2u /* one grapheme cluster alone has more tokens than a chunk may have */
#define KAWARA_FLAG_CARRY_REDUCED 4u /* less is carried than the policy asks for */
#define KAWARA_FLAG_CONTEXT_REDUCED 8u /* the context was shortened */
#define KAWARA_FLAG_FRAME_SPLIT 16u /* cut where a frame of a long document ends */
#define KAWARA_FLAG_PACK_FAULT 32u /* a pack was at fault, and the Unicode rules cut in its place */
#define KAWARA_FLAG_OUTSIDE_REDUCED 64u /* a context from outside was shortened or left out */

/* A chunk. What to embed is `context` followed by `text`, as they are. Everything in it lives as long as the chunks. */
typedef struct kawara_chunk {
    size_t size;          /* sizeof(kawara_chunk), set by whoever asks */
    kawara_text id;       /* a UUID: 36 characters; equal ids mean equal context and text */
    kawara_text parent;   /* the id of the section, record or document that it is a part of */
    kawara_text previous; /* the id of the chunk before; not given for the first */
    kawara_text next;     /* the id of the chunk after; not given for the last */
    kawara_text context;  /* empty, or ending in a line feed */
    kawara_text text;
    kawara_text language; /* of most of its own units, BCP 47 */
    size_t start;         /* bytes of the document's text */
    size_t end;
    size_t own_start;  /* where what is not carried begins, in bytes of the document's text */
    size_t char_start; /* characters (Unicode scalar values) of the document's text */
    size_t char_end;
    const kawara_range *units; /* bytes of the document's text; each with the white space behind it */
    size_t units_len;
    size_t carried;      /* how many units, from the first, are carried from the chunk before */
    uint32_t tokens;     /* of context and text, special tokens included */
    uint32_t max_tokens; /* how many it may have */
    uint32_t flags;      /* KAWARA_FLAG_... */
    uint32_t reserved;   /* 0 */
} kawara_chunk;

/* How many chunks there are; 0 for NULL. */
size_t kawara_chunks_len(const kawara_chunks *chunks);

/* What packs did wrong where the policy lets the run go on (`units.on-fault`), a blank line between two packs; mostly empty. It lives as
 * long as the chunks. */
kawara_text kawara_chunks_warnings(const kawara_chunks *chunks);

/* A chunk, from 0, in the order of the text. Past the end it is KAWARA_ERROR_ARGUMENT. */
kawara_status kawara_chunks_get(const kawara_chunks *chunks, size_t nth, kawara_chunk *chunk);

/* The same as the JSON object that `kawara chunk` writes for it, without a line feed. It is made when it is first asked for, and lives as
 * long as the chunks. */
kawara_status kawara_chunks_json(const kawara_chunks *chunks, size_t nth, kawara_text *json);

#ifdef __cplusplus
}
#endif

#endif
