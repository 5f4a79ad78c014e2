#include "jpeg_format.h"

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

void jpeg_convert(const struct image_format *format, unsigned char *to, const unsigned char *first, size_t stride,
                  size_t count) {
    size_t samples = (size_t)format->width * (size_t)format->channels;
    for (size_t row = 0; row < count; row++, to += samples, first += stride) {
        switch (format->depth) {
        case 1: convert_bits(to, first, samples); break;
        case 16: convert_words(to, first, samples); break;
        default: memcpy(to, first, samples);
        }
    }
}
