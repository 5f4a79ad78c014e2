#include "encoder.h"

#include <stdio.h>
#include <stdlib.h>

int image_fail(struct image_encoder *encoder, const char *message) {
    snprintf(encoder->message, sizeof encoder->message, "%s", message);
    return 0;
}

static const struct image_kind *kind_for(const struct image_format *format) {
    if (format->quality == 0) return &image_kind_png;
    return format->threads > 1 && format->height > 0 ? &image_kind_jpeg_strips : &image_kind_jpeg;
}

struct image_encoder *image_create(const struct image_format *format, image_sink sink, void *context) {
    const struct image_kind *kind = kind_for(format);
    struct image_encoder *encoder = calloc(1, kind->size);
    if (!encoder) return NULL;
    encoder->kind = kind;
    encoder->format = *format;
    encoder->output.sink = sink;
    encoder->output.context = context;
    return encoder;
}

int image_write(struct image_encoder *encoder, const void *first, size_t stride, size_t count) {
    uint32_t height = encoder->format.height;
    if (height > 0 && count > height - encoder->rows) count = height - encoder->rows;
    if (count == 0) return 1;
    int is_first = encoder->rows == 0;
    if (is_first && !encoder->kind->begin(encoder)) return 0;
    if (!encoder->kind->write(encoder, first, stride, count)) return 0;
    encoder->rows += (uint32_t)count;
    // Whoever waits for the page sees that it comes.
    return !is_first || encoder->kind->flush(encoder);
}

int image_flush(struct image_encoder *encoder) {
    return encoder->rows == 0 || encoder->kind->flush(encoder);
}

int image_finish(struct image_encoder *encoder, struct image_ending *ending) {
    if (encoder->rows == 0) return image_fail(encoder, "no rows");
    *ending = (struct image_ending){.rows = encoder->rows};
    return encoder->kind->finish(encoder, ending);
}

const char *image_message(const struct image_encoder *encoder) {
    return encoder->message;
}

void image_destroy(struct image_encoder *encoder) {
    if (!encoder) return;
    encoder->kind->destroy(encoder);
    free(encoder);
}
