#include "png_page.h"

#include <string.h>

/// Source: PNG specification, section 9.
enum { png_filter_none = 0, png_filter_sub = 1, png_filter_up = 2 };

static void sub(unsigned char *restrict to, const unsigned char *restrict row, size_t count, size_t pixel) {
    memcpy(to, row, pixel);
    for (size_t i = pixel; i < count; i++) to[i] = (unsigned char)(row[i] - row[i - pixel]);
}

static void up(unsigned char *restrict to, const unsigned char *restrict row, const unsigned char *restrict above,
               size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = (unsigned char)(row[i] - above[i]);
}

/// How far the differences are from zero, in all: the usual guess at how well a row will compress.
static uint64_t distance(const unsigned char *bytes, size_t count) {
    uint64_t sum = 0;
    while (count > 0) {
        size_t taken = count < 65536 ? count : 65536;
        uint32_t part = 0;
        for (size_t i = 0; i < taken; i++) part += bytes[i] < 128 ? bytes[i] : 256u - bytes[i];
        sum += part;
        bytes += taken;
        count -= taken;
    }
    return sum;
}

void png_page_filter(struct png_page *page, const unsigned char *row) {
    unsigned char *to = page->strip + page->strip_used;
    size_t size = page->row_size;
    page->strip_used += size + 1;
    if (page->encoder.format.depth == 1) {
        // Differences of packed bits compress worse than the bits.
        to[0] = png_filter_none;
        memcpy(to + 1, row, size);
        return;
    }
    to[0] = png_filter_up;
    up(to + 1, row, page->above, size);
    page->above = row;
    uint64_t best = distance(to + 1, size);
    if (best == 0) return;
    sub(page->rival, row, size, page->pixel_size < size ? page->pixel_size : size);
    if (distance(page->rival, size) >= best) return;
    to[0] = png_filter_sub;
    memcpy(to + 1, page->rival, size);
}
