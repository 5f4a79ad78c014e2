#include "jpeg_page.h"

#include <string.h>

/// 1 is black in rows of one bit, 0 in the JPEG.
static void convert_bits(unsigned char *to, const unsigned char *from, size_t samples) {
    for (size_t i = 0; i < samples; i++) to[i] = from[i >> 3] >> (7 - (i & 7)) & 1 ? 0 : 255;
}

/// Keeps the high byte of samples in host order.
static void convert_words(unsigned char *to, const unsigned char *from, size_t samples) {
    for (size_t i = 0; i < samples; i++) {
        uint16_t sample;
        memcpy(&sample, from + 2 * i, sizeof sample);
        to[i] = (unsigned char)(sample >> 8);
    }
}

void jpeg_page_convert(struct jpeg_page *page, const unsigned char *first, size_t stride, size_t count) {
    size_t samples = (size_t)page->encoder.format.width * (size_t)page->encoder.format.channels;
    for (size_t row = 0; row < count; row++) {
        unsigned char *to = page->strip + row * samples;
        const unsigned char *from = first + row * stride;
        switch (page->encoder.format.depth) {
        case 1: convert_bits(to, from, samples); break;
        case 16: convert_words(to, from, samples); break;
        default: memcpy(to, from, samples);
        }
    }
}
