#pragma once

#include <setjmp.h>

#include "include/decoding.h"

/// One kind of file: what decoding.h offers, for that kind. A decoder of the kind begins with a struct image_decoder.
///
/// The functions run inside the setjmp of the decoder; what fails goes through image_decoder_escape.
struct image_file_kind {
    size_t size;
    void (*begin)(struct image_decoder *, struct image_picture *);
    void (*read)(struct image_decoder *, unsigned char *first, size_t stride, size_t count);
    void (*finish)(struct image_decoder *);
    /// Outside of the setjmp.
    void (*destroy)(struct image_decoder *);
};

/// What all kinds share.
struct image_decoder {
    const struct image_file_kind *kind;
    image_source source;
    void *context;
    /// Rows that are still to be read.
    uint32_t rows;
    jmp_buf escape;
    char message[256];
};

extern const struct image_file_kind image_file_kind_jpeg;
extern const struct image_file_kind image_file_kind_png;

/// Ends the call into the decoder with that message.
_Noreturn void image_decoder_escape(struct image_decoder *decoder, const char *message);

/// What comes next of the file, as much as there is room for: less only at its end. Ends the call when there is nothing.
///
/// The pieces in which the source gives it are not seen: libjpeg reads damaged data differently near the end of a piece.
size_t image_decoder_fill(struct image_decoder *decoder, unsigned char *bytes, size_t room);
