#include "decoder.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void image_decoder_escape(struct image_decoder *decoder, const char *message) {
    snprintf(decoder->message, sizeof decoder->message, "%s", message);
    longjmp(decoder->escape, 1);
}

size_t image_decoder_fill(struct image_decoder *decoder, unsigned char *bytes, size_t room) {
    size_t filled = 0;
    while (filled < room) {
        ptrdiff_t count = decoder->source(decoder->context, bytes + filled, room - filled);
        if (count < 0) image_decoder_escape(decoder, "");
        if (count == 0) break;
        filled += (size_t)count;
    }
    if (filled == 0) image_decoder_escape(decoder, "it ends too early");
    return filled;
}

struct image_decoder *image_decoder_create(enum image_file file, image_source source, void *context) {
    const struct image_file_kind *kind = file == image_file_png ? &image_file_kind_png : &image_file_kind_jpeg;
    struct image_decoder *decoder = calloc(1, kind->size);
    if (!decoder) return NULL;
    decoder->kind = kind;
    decoder->source = source;
    decoder->context = context;
    return decoder;
}

int image_decoder_begin(struct image_decoder *decoder, struct image_picture *picture) {
    if (setjmp(decoder->escape)) return 0;
    decoder->kind->begin(decoder, picture);
    decoder->rows = picture->height;
    return 1;
}

int image_decoder_read(struct image_decoder *decoder, void *first, size_t stride, size_t count) {
    if (setjmp(decoder->escape)) return 0;
    if (count > decoder->rows) image_decoder_escape(decoder, "it has fewer rows");
    decoder->kind->read(decoder, first, stride, count);
    decoder->rows -= (uint32_t)count;
    return 1;
}

int image_decoder_finish(struct image_decoder *decoder) {
    if (setjmp(decoder->escape)) return 0;
    if (decoder->rows > 0) image_decoder_escape(decoder, "rows are left");
    decoder->kind->finish(decoder);
    return 1;
}

const char *image_decoder_message(const struct image_decoder *decoder) {
    return decoder->message;
}

void image_decoder_destroy(struct image_decoder *decoder) {
    if (!decoder) return;
    decoder->kind->destroy(decoder);
    free(decoder);
}
