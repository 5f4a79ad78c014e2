#pragma once

#include <stddef.h>
#include <stdint.h>

/// Rows in, encoded bytes out, one page at a time and in flat memory.
///
/// Every function that can fail returns 1 for success and 0 for failure; image_message says why. After a failure only
/// image_message and image_destroy may be called. No function jumps out of itself: libjpeg's longjmp ends inside.

/// Takes encoded bytes: 1 goes on, 0 ends the page. The bytes are valid during the call only.
typedef int (*image_sink)(void *context, const unsigned char *bytes, size_t count);

/// What the rows look like and how they are stored.
struct image_format {
    /// 1 gray, 3 RGB.
    int channels;
    /// 1 (gray only, 1 is black), 8 or 16 (host byte order) bits a sample.
    int depth;
    uint32_t width;
    /// 0 when only the end of the data tells.
    uint32_t height;
    /// Dots per inch; 0 when unknown.
    double dpi;
    /// The same down the page; 0 when they are as many.
    double dpi_down;
    /// 1 … 100 for JPEG, 0 for PNG.
    int quality;
    /// Threads that may encode, the caller's among them: 1 or what image_threads says. The bytes are the same.
    int threads;
};

/// How many threads pay for a page of so many bytes, where the process may run now.
int image_threads(uint64_t bytes);

/// Bytes to be written over earlier ones; offsets count from the first byte of the page.
struct image_patch {
    uint64_t offset;
    size_t count;
    unsigned char bytes[16];
};

/// What is known only after the last row.
struct image_ending {
    uint32_t rows;
    /// The true height; its count is 0 when the header said it from the start.
    struct image_patch height;
    /// 1 when rows were missing: the bytes that left show white there. The copy with the true height is the first
    /// cut_offset bytes, then the tail, then the height patched.
    int is_short;
    uint64_t cut_offset;
    size_t tail_count;
    unsigned char tail[32];
};

struct image_encoder;

/// Makes an encoder; NULL when there is no memory. Nothing reaches the sink yet.
struct image_encoder *image_create(const struct image_format *format, image_sink sink, void *context);

/// Encodes rows, each `stride` bytes after the one before. Rows beyond a known height are ignored.
int image_write(struct image_encoder *encoder, const void *first, size_t stride, size_t count);

/// Hands to the sink what is encoded by now; the picture does not change by it.
int image_flush(struct image_encoder *encoder);

/// Ends the page; at least one row must have been written.
int image_finish(struct image_encoder *encoder, struct image_ending *ending);

/// Why the last call failed; empty when it was the sink that said stop.
const char *image_message(const struct image_encoder *encoder);

/// Frees everything, at any time.
void image_destroy(struct image_encoder *encoder);
