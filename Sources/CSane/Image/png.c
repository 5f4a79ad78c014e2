#include "png_page.h"

#include <stdlib.h>
#include <string.h>

enum { png_strip_least = 65536 };

static int begin(struct image_encoder *encoder) {
    struct png_page *page = (struct png_page *)encoder;
    const struct image_format *format = &encoder->format;
    size_t bits = (size_t)format->channels * (size_t)format->depth;
    page->row_size = ((size_t)format->width * bits + 7) / 8;
    page->pixel_size = (bits + 7) / 8;
    page->strip_size = (png_strip_least / (page->row_size + 1) + 1) * (page->row_size + 1);
    page->strip = malloc(page->strip_size);
    page->rival = malloc(page->row_size);
    for (int i = 0; i < 2; i++) page->lines[i] = calloc(1, page->row_size);
    page->above = page->lines[0];
    if (!page->strip || !page->rival || !page->lines[0] || !page->lines[1])
        return image_fail(encoder, "out of memory");
    // Bits are few and text repeats; samples are many and noise does not.
    int level = format->depth == 1 ? 6 : 1;
    page->strategy = Z_DEFAULT_STRATEGY;
    if (deflateInit2(&page->deflate, level, Z_DEFLATED, 15, 8, page->strategy) != Z_OK)
        return image_fail(encoder, "out of memory");
    page->is_begun = 1;
    png_page_head(page);
    return png_page_open_chunk(page);
}

/// A row in the file's byte order: the row itself, or `to` when it had to be turned.
static const unsigned char *in_order(const struct png_page *page, unsigned char *to, const unsigned char *row) {
    const size_t size = page->row_size;
    switch (page->encoder.format.depth) {
    case 1:
        for (size_t i = 0; i < size; i++) to[i] = (unsigned char)~row[i];
        return to;
    case 16:
        for (size_t i = 0; i < size; i += 2) {
            uint16_t sample;
            memcpy(&sample, row + i, sizeof sample);
            to[i] = (unsigned char)(sample >> 8);
            to[i + 1] = (unsigned char)sample;
        }
        return to;
    default: return row;
    }
}

static int put_row(struct png_page *page, const unsigned char *row) {
    if (page->strip_used == page->strip_size && !png_page_squeeze(page, Z_NO_FLUSH)) return 0;
    png_page_filter(page, row);
    return 1;
}

static int write_rows(struct image_encoder *encoder, const unsigned char *first, size_t stride, size_t count) {
    struct png_page *page = (struct png_page *)encoder;
    if (count > (size_t)INT32_MAX - encoder->rows)
        return image_fail(encoder, "a PNG picture holds at most 2147483647 rows");
    for (size_t row = 0; row < count; row++) {
        unsigned char *spare = page->lines[page->above == page->lines[0]];
        if (!put_row(page, in_order(page, spare, first + row * stride))) return 0;
    }
    if (encoder->format.depth == 8) {
        // The caller's rows are gone after this call.
        memcpy(page->lines[0], page->above, page->row_size);
        page->above = page->lines[0];
    }
    return 1;
}

/// Only what is compressed by now: asking zlib for more would cost size.
static int flush(struct image_encoder *encoder) {
    struct png_page *page = (struct png_page *)encoder;
    png_page_close_chunk(page);
    return image_output_pass(&encoder->output) && png_page_open_chunk(page);
}

/// Makes a place to end at, then fills white.
static int end_in_white(struct png_page *page, struct image_ending *ending) {
    if (!png_page_squeeze(page, Z_SYNC_FLUSH) || !flush(&page->encoder)) return 0;
    ending->is_short = 1;
    ending->cut_offset = page->encoder.output.passed;
    ending->tail_count = png_page_tail(page, ending->tail);
    unsigned char *white = page->lines[page->above == page->lines[0]];
    memset(white, 255, page->row_size);
    for (uint32_t row = page->encoder.rows; row < page->encoder.format.height; row++)
        if (!put_row(page, white)) return 0;
    return 1;
}

static int finish(struct image_encoder *encoder, struct image_ending *ending) {
    struct png_page *page = (struct png_page *)encoder;
    if (encoder->rows < encoder->format.height && !end_in_white(page, ending)) return 0;
    if (!png_page_squeeze(page, Z_FINISH) || !flush(encoder)) return 0;
    png_page_end(page);
    if (!image_output_pass(&encoder->output)) return 0;
    if (encoder->rows == encoder->format.height) return 1;
    ending->height.offset = 20;
    ending->height.count = 13;
    png_page_height(page, encoder->rows, ending->height.bytes);
    return 1;
}

static void destroy(struct image_encoder *encoder) {
    struct png_page *page = (struct png_page *)encoder;
    if (page->is_begun) deflateEnd(&page->deflate);
    free(page->strip);
    free(page->rival);
    free(page->lines[0]);
    free(page->lines[1]);
}

const struct image_kind image_kind_png = {
    .size = sizeof(struct png_page),
    .begin = begin,
    .write = write_rows,
    .flush = flush,
    .finish = finish,
    .destroy = destroy,
};
