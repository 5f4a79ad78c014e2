#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

#include "decoder.h"

enum { jpeg_input_size = 32768 };

/// A JPEG file that is read row after row: baseline, one scan, gray or colour, as we write them.
struct jpeg_file {
    struct image_decoder decoder;
    struct jpeg_decompress_struct decompress;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    int is_begun;
    unsigned char input[jpeg_input_size];
};

static void escape(j_common_ptr common) {
    struct jpeg_file *file = common->client_data;
    char message[JMSG_LENGTH_MAX];
    common->err->format_message(common, message);
    image_decoder_escape(&file->decoder, message);
}

/// libjpeg would go on after damage, and half a page look like a whole one.
static void heed_warning(j_common_ptr common, int level) {
    if (level < 0) escape(common);
}

static void begin_source(j_decompress_ptr decompress) {
    (void)decompress;
}

static boolean fill(j_decompress_ptr decompress) {
    struct jpeg_file *file = decompress->client_data;
    file->source.bytes_in_buffer = image_decoder_fill(&file->decoder, file->input, jpeg_input_size);
    file->source.next_input_byte = file->input;
    return TRUE;
}

static void skip(j_decompress_ptr decompress, long count) {
    struct jpeg_source_mgr *source = decompress->src;
    while (count > 0 && (size_t)count > source->bytes_in_buffer) {
        count -= (long)source->bytes_in_buffer;
        fill(decompress);
    }
    if (count <= 0) return;
    source->next_input_byte += count;
    source->bytes_in_buffer -= (size_t)count;
}

static void end_source(j_decompress_ptr decompress) {
    (void)decompress;
}

static void create(struct jpeg_file *file) {
    struct jpeg_decompress_struct *decompress = &file->decompress;
    decompress->err = jpeg_std_error(&file->errors);
    decompress->client_data = file;
    file->errors.error_exit = escape;
    file->errors.emit_message = heed_warning;
    jpeg_create_decompress(decompress);
    file->is_begun = 1;
    file->source = (struct jpeg_source_mgr){
        .init_source = begin_source,
        .fill_input_buffer = fill,
        .skip_input_data = skip,
        .resync_to_restart = jpeg_resync_to_restart,
        .term_source = end_source,
    };
    decompress->src = &file->source;
}

static void begin(struct image_decoder *decoder, struct image_picture *picture) {
    struct jpeg_file *file = (struct jpeg_file *)decoder;
    struct jpeg_decompress_struct *decompress = &file->decompress;
    create(file);
    jpeg_read_header(decompress, TRUE);
    // Several scans would be gathered in memory, all of the page.
    if (jpeg_has_multiple_scans(decompress) || decompress->data_precision != 8)
        image_decoder_escape(decoder, "it is a JPEG of another kind than is stored here");
    switch (decompress->jpeg_color_space) {
    case JCS_GRAYSCALE: decompress->out_color_space = JCS_GRAYSCALE; break;
    case JCS_YCbCr:
    case JCS_RGB: decompress->out_color_space = JCS_RGB; break;
    default: image_decoder_escape(decoder, "its colours are of another kind than is stored here");
    }
    jpeg_start_decompress(decompress);
    *picture = (struct image_picture){
        .channels = decompress->output_components,
        .depth = 8,
        .width = decompress->output_width,
        .height = decompress->output_height,
    };
}

static void read_rows(struct image_decoder *decoder, unsigned char *first, size_t stride, size_t count) {
    struct jpeg_file *file = (struct jpeg_file *)decoder;
    for (size_t row = 0; row < count; row++) {
        JSAMPROW line = first + row * stride;
        if (jpeg_read_scanlines(&file->decompress, &line, 1) != 1) image_decoder_escape(decoder, "a row is missing");
    }
}

static void finish(struct image_decoder *decoder) {
    struct jpeg_file *file = (struct jpeg_file *)decoder;
    jpeg_finish_decompress(&file->decompress);
}

static void destroy(struct image_decoder *decoder) {
    struct jpeg_file *file = (struct jpeg_file *)decoder;
    if (file->is_begun) jpeg_destroy_decompress(&file->decompress);
}

const struct image_file_kind image_file_kind_jpeg = {
    .size = sizeof(struct jpeg_file),
    .begin = begin,
    .read = read_rows,
    .finish = finish,
    .destroy = destroy,
};
