#include <png.h>

#include "decoder.h"

/// A PNG file that is read row after row: gray or colour, not interlaced, as we write them.
struct png_file {
    struct image_decoder decoder;
    png_structp png;
    png_infop info;
    // The bits of a row's last byte that belong to pixels. Libpng leaves the others as they were in memory.
    unsigned char last_bits;
};

/// More than any row that is stored here; libpng has no bound of its own for the height.
enum { png_most_columns = 1000000 };

static void escape(png_structp png, png_const_charp message) {
    struct png_file *file = png_get_error_ptr(png);
    image_decoder_escape(&file->decoder, message);
}

/// What libpng only warns of does not touch the picture.
static void ignore_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void fill(png_structp png, png_bytep bytes, png_size_t count) {
    struct png_file *file = png_get_io_ptr(png);
    // Chunks without content are read as nothing.
    if (count == 0 || image_decoder_fill(&file->decoder, bytes, count) == count) return;
    image_decoder_escape(&file->decoder, "it ends too early");
}

static int is_stored_kind(int colour, int depth) {
    if (colour == PNG_COLOR_TYPE_GRAY) return depth == 1 || depth == 8 || depth == 16;
    return colour == PNG_COLOR_TYPE_RGB;
}

/// Rows as image_format has them: 1 is black in bits, words in the host's order.
static void convert(png_structp png, int depth) {
    if (depth == 1) png_set_invert_mono(png);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (depth == 16) png_set_swap(png);
#endif
}

static void begin(struct image_decoder *decoder, struct image_picture *picture) {
    struct png_file *file = (struct png_file *)decoder;
    file->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, file, escape, ignore_warning);
    if (!file->png) image_decoder_escape(decoder, "out of memory");
    file->info = png_create_info_struct(file->png);
    if (!file->info) image_decoder_escape(decoder, "out of memory");
    png_set_read_fn(file->png, file, fill);
    png_set_user_limits(file->png, png_most_columns, PNG_UINT_31_MAX);
    png_set_keep_unknown_chunks(file->png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_read_info(file->png, file->info);
    png_uint_32 width, height;
    int depth, colour, interlace;
    png_get_IHDR(file->png, file->info, &width, &height, &depth, &colour, &interlace, NULL, NULL);
    if (interlace != PNG_INTERLACE_NONE || !is_stored_kind(colour, depth))
        image_decoder_escape(decoder, "it is a PNG of another kind than is stored here");
    convert(file->png, depth);
    png_read_update_info(file->png, file->info);
    file->last_bits = depth == 1 && width % 8 ? 0xFF << (8 - width % 8) : 0xFF;
    *picture = (struct image_picture){
        .channels = colour == PNG_COLOR_TYPE_GRAY ? 1 : 3,
        .depth = depth,
        .width = width,
        .height = height,
    };
}

static void read_rows(struct image_decoder *decoder, unsigned char *first, size_t stride, size_t count) {
    struct png_file *file = (struct png_file *)decoder;
    const size_t last = png_get_rowbytes(file->png, file->info) - 1;
    for (size_t row = 0; row < count; row++) {
        png_read_row(file->png, first + row * stride, NULL);
        first[row * stride + last] &= file->last_bits;
    }
}

static void finish(struct image_decoder *decoder) {
    struct png_file *file = (struct png_file *)decoder;
    png_read_end(file->png, NULL);
}

static void destroy(struct image_decoder *decoder) {
    struct png_file *file = (struct png_file *)decoder;
    if (file->png) png_destroy_read_struct(&file->png, &file->info, NULL);
}

const struct image_file_kind image_file_kind_png = {
    .size = sizeof(struct png_file),
    .begin = begin,
    .read = read_rows,
    .finish = finish,
    .destroy = destroy,
};
