#pragma once

#include <setjmp.h>

#include "jpeg_format.h"

/// Some rows of blocks of a page, from rows of samples to entropy-coded bytes, without regard to the others: each row of
/// blocks ends at a restart marker, where the coder forgets what was before.
struct jpeg_strip {
    const struct image_format *format;
    /// The rows in 8 bits, without padding, and how many there are.
    unsigned char *rows;
    uint32_t row_count;
    /// The place of its first row of blocks in the page, which its markers count from.
    uint32_t first_block;
    /// The bytes of the strip as a picture of its own, from its first byte (`bytes[0]`) to its end.
    unsigned char *bytes;
    size_t capacity, count;
    /// Where in them the page's part begins: behind the headers. It ends before the last marker.
    size_t start;
    char message[JMSG_LENGTH_MAX];

    struct jpeg_compress_struct compress;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr destination;
    jmp_buf escape;
    int is_begun;
};

/// Encodes the rows; 0 on failure, and then the message says why. For any thread, one at a time.
int jpeg_strip_encode(struct jpeg_strip *strip);

/// The page's part of the encoded bytes.
static inline size_t jpeg_strip_size(const struct jpeg_strip *strip) { return strip->count - 2 - strip->start; }

/// Frees what encoding has taken, and the rows.
void jpeg_strip_free(struct jpeg_strip *strip);
