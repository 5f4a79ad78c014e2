#pragma once

#include <stddef.h>
#include <stdint.h>

/// The bytes of a stored picture in, its rows out, in flat memory. Nothing about the bytes is believed.
///
/// Every function that can fail returns 1 for success and 0 for failure; image_decoder_message says why. After a failure
/// only that and image_decoder_destroy may be called. No function jumps out of itself: the longjmp of libjpeg and libpng
/// ends inside.

/// Fills `bytes` with at most `room` bytes of the file, in order: how many there were, 0 at the end, -1 to stop.
typedef ptrdiff_t (*image_source)(void *context, unsigned char *bytes, size_t room);

/// The kinds of file that can be read.
enum image_file { image_file_jpeg, image_file_png };

/// What the rows look like: as image_format has them.
struct image_picture {
    int channels;
    int depth;
    uint32_t width, height;
};

struct image_decoder;

/// Makes a decoder; NULL when there is no memory. Nothing is read yet.
struct image_decoder *image_decoder_create(enum image_file file, image_source source, void *context);

/// Reads what the file says about its picture.
int image_decoder_begin(struct image_decoder *decoder, struct image_picture *picture);

/// Reads the next `count` rows, each to be `stride` bytes after the one before; there must be as many.
int image_decoder_read(struct image_decoder *decoder, void *first, size_t stride, size_t count);

/// Reads what follows the last row: the file must be whole.
int image_decoder_finish(struct image_decoder *decoder);

/// Why the last call failed; empty when it was the source that said stop.
const char *image_decoder_message(const struct image_decoder *decoder);

/// Frees everything, at any time.
void image_decoder_destroy(struct image_decoder *decoder);
