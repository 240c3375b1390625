/* What the C programs of the tests share. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <kawara.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Says what does not hold, with the last error, and ends with 1. */
#define EXPECT(what)                                                                                                               \
    do {                                                                                                                           \
        if (!(what)) {                                                                                                             \
            fprintf(stderr, "%s:%d: not so: %s\nlast error %d: " KAWARA_FMT "\n", __FILE__, __LINE__, #what,                        \
                    (int)kawara_last_status(), KAWARA_ARG(kawara_last_error()));                                                   \
            exit(1);                                                                                                               \
        }                                                                                                                          \
    } while (0)

static inline int contains(kawara_text text, const char *part) {
    size_t len = strlen(part);
    for (size_t at = 0; at + len <= text.len; at++)
        if (memcmp(text.data + at, part, len) == 0) return 1;
    return 0;
}

/* Whether a call failed with this status, and a message that has `part` in it. */
static inline int failed_with(kawara_status status, kawara_status wanted, const char *part) {
    return status == wanted && kawara_last_status() == wanted && contains(kawara_last_error(), part);
}

static inline char *read_file(const char *path, size_t *len) {
    FILE *file = fopen(path, "rb");
    EXPECT(file != NULL && fseek(file, 0, SEEK_END) == 0);
    *len = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*len + 1);
    EXPECT(text != NULL && fread(text, 1, *len, file) == *len);
    fclose(file);
    return text;
}

#endif
