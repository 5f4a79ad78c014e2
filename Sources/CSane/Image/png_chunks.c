#include "png_page.h"

#include <string.h>

enum {
    png_chunk_head = 8,
    png_chunk_foot = 4,
    png_height_offset = 20,
    /// A chunk is begun only where it has at least this much room.
    png_chunk_least = 1024,
};

static unsigned char *put_word(unsigned char *to, uint32_t word) {
    for (int shift = 24; shift >= 0; shift -= 8) *to++ = (unsigned char)(word >> shift);
    return to;
}

/// Writes length and checksum around `count` bytes that are already at their place.
static unsigned char *frame_chunk(unsigned char *chunk, const char *name, size_t count) {
    put_word(chunk, (uint32_t)count);
    memcpy(chunk + 4, name, 4);
    return put_word(chunk + png_chunk_head + count, (uint32_t)crc32(0, chunk + 4, (uInt)(4 + count)));
}

static unsigned char *put_header(const struct png_page *page, unsigned char *chunk, uint32_t height) {
    unsigned char *to = put_word(chunk + png_chunk_head, page->encoder.format.width);
    to = put_word(to, height);
    *to++ = (unsigned char)page->encoder.format.depth;
    *to++ = page->encoder.format.channels == 3 ? 2 : 0;
    memset(to, 0, 3);
    return frame_chunk(chunk, "IHDR", 13);
}

void png_page_head(struct png_page *page) {
    static const unsigned char signature[8] = {137, 'P', 'N', 'G', 13, 10, 26, 10};
    struct image_output *output = &page->encoder.output;
    unsigned char *to = output->bytes;
    uint32_t height = page->encoder.format.height;
    memcpy(to, signature, sizeof signature);
    to = put_header(page, to + sizeof signature, height > 0 ? height : INT32_MAX);
    if (page->encoder.format.dpi > 0) {
        double across = page->encoder.format.dpi, down = page->encoder.format.dpi_down;
        uint32_t dots_per_metre = (uint32_t)(across / 0.0254 + 0.5);
        uint32_t lines_per_metre = (uint32_t)((down > 0 ? down : across) / 0.0254 + 0.5);
        unsigned char *rest = put_word(put_word(to + png_chunk_head, dots_per_metre), lines_per_metre);
        *rest = 1;
        to = frame_chunk(to, "pHYs", 9);
    }
    output->used = (size_t)(to - output->bytes);
}

void png_page_height(const struct png_page *page, uint32_t height, unsigned char bytes[13]) {
    unsigned char chunk[png_chunk_head + 13 + png_chunk_foot];
    put_header(page, chunk, height);
    memcpy(bytes, chunk + png_chunk_head + 4, 13);
}

size_t png_page_tail(const struct png_page *page, unsigned char *bytes) {
    unsigned char *to = bytes + png_chunk_head;
    // An empty last block with fixed codes (RFC 1951, 3.2.6), then the checksum of all rows.
    *to++ = 3;
    *to++ = 0;
    put_word(to, (uint32_t)page->deflate.adler);
    to = frame_chunk(bytes, "IDAT", 6);
    return (size_t)(frame_chunk(to, "IEND", 0) - bytes);
}

void png_page_end(struct png_page *page) {
    struct image_output *output = &page->encoder.output;
    output->used = (size_t)(frame_chunk(output->bytes + output->used, "IEND", 0) - output->bytes);
}

int png_page_open_chunk(struct png_page *page) {
    struct image_output *output = &page->encoder.output;
    if (image_output_size - output->used < png_chunk_least && !image_output_pass(output)) return 0;
    page->chunk = output->used;
    page->deflate.next_out = output->bytes + output->used + png_chunk_head;
    page->deflate.avail_out = (uInt)(image_output_size - output->used - png_chunk_head - png_chunk_foot);
    return 1;
}

void png_page_close_chunk(struct png_page *page) {
    struct image_output *output = &page->encoder.output;
    unsigned char *chunk = output->bytes + page->chunk;
    size_t count = (size_t)(page->deflate.next_out - chunk) - png_chunk_head;
    if (count > 0) output->used = (size_t)(frame_chunk(chunk, "IDAT", count) - output->bytes);
}
