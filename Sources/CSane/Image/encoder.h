#pragma once

#include "output.h"

struct image_encoder;

/// One file format: what image.h offers, for that format. A page of the kind begins with a struct image_encoder.
struct image_kind {
    size_t size;
    int (*begin)(struct image_encoder *);
    int (*write)(struct image_encoder *, const unsigned char *first, size_t stride, size_t count);
    int (*flush)(struct image_encoder *);
    int (*finish)(struct image_encoder *, struct image_ending *);
    void (*destroy)(struct image_encoder *);
};

/// What all formats share.
struct image_encoder {
    const struct image_kind *kind;
    struct image_format format;
    /// Real rows so far.
    uint32_t rows;
    char message[256];
    struct image_output output;
};

extern const struct image_kind image_kind_jpeg;
extern const struct image_kind image_kind_jpeg_strips;
extern const struct image_kind image_kind_png;

/// Keeps the message; always 0.
int image_fail(struct image_encoder *encoder, const char *message);
