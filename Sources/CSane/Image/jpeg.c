#include "jpeg_page.h"

#include <stdlib.h>
#include <string.h>

static size_t row_size(const struct jpeg_page *page) {
    return (size_t)page->encoder.format.width * (size_t)page->encoder.format.channels;
}

/// Rows of samples that make one row of blocks in every component: 8 gray, 16 colour.
static uint32_t block_rows(const struct jpeg_page *page) {
    return (uint32_t)page->compress.max_v_samp_factor * DCTSIZE;
}

static void escape(j_common_ptr common) {
    struct jpeg_page *page = common->client_data;
    char message[JMSG_LENGTH_MAX];
    common->err->format_message(common, message);
    image_fail(&page->encoder, message);
    longjmp(page->escape, 1);
}

/// Standard error belongs to the program.
static void say_nothing(j_common_ptr common) {
    (void)common;
}

static int begin(struct image_encoder *encoder) {
    struct jpeg_page *page = (struct jpeg_page *)encoder;
    struct jpeg_compress_struct *compress = &page->compress;
    const struct image_format *format = &encoder->format;
    compress->err = jpeg_std_error(&page->errors);
    compress->client_data = page;
    page->errors.error_exit = escape;
    page->errors.output_message = say_nothing;
    if (setjmp(page->escape)) return 0;
    jpeg_create_compress(compress);
    page->is_begun = 1;
    page->last = malloc(row_size(page));
    page->strip = format->depth == 8 ? NULL : malloc(row_size(page) * jpeg_strip_rows);
    if (!page->last || (!page->strip && format->depth != 8)) return image_fail(encoder, "out of memory");

    jpeg_configure(compress, format, format->height > 0 ? format->height : jpeg_most_rows);
    jpeg_page_use_output(page);
    jpeg_start_compress(compress, TRUE);
    return 1;
}

/// Gives 8-bit rows to libjpeg: inside setjmp only.
static void give(struct jpeg_page *page, const unsigned char *first, size_t stride, size_t count) {
    JSAMPROW rows[jpeg_strip_rows];
    while (count > 0) {
        size_t taken = count < jpeg_strip_rows ? count : jpeg_strip_rows;
        for (size_t row = 0; row < taken; row++) rows[row] = (JSAMPROW)(first + row * stride);
        jpeg_write_scanlines(&page->compress, rows, (JDIMENSION)taken);
        first += taken * stride;
        count -= taken;
    }
}

static int write_rows(struct image_encoder *encoder, const unsigned char *first, size_t stride, size_t count) {
    struct jpeg_page *page = (struct jpeg_page *)encoder;
    size_t size = row_size(page);
    if (count > (size_t)jpeg_most_rows - encoder->rows)
        return image_fail(encoder, "a JPEG picture holds at most 65500 rows; scan a shorter page, or at a lower resolution");
    if (setjmp(page->escape)) return 0;
    if (encoder->format.depth == 8) {
        give(page, first, stride, count);
        memcpy(page->last, first + (count - 1) * stride, size);
        return 1;
    }
    while (count > 0) {
        size_t taken = count < jpeg_strip_rows ? count : jpeg_strip_rows;
        jpeg_convert(&encoder->format, page->strip, first, stride, taken);
        give(page, page->strip, size, taken);
        memcpy(page->last, page->strip + (taken - 1) * size, size);
        first += taken * stride;
        count -= taken;
    }
    return 1;
}

static int flush(struct image_encoder *encoder) {
    return jpeg_page_pass_output((struct jpeg_page *)encoder);
}

static void fill(struct jpeg_page *page, uint32_t until) {
    uint32_t now = page->compress.next_scanline;
    if (until > now) give(page, page->last, 0, until - now);
}

/// Ends the page where its height was unknown: whole rows of blocks, of which the header then shows the real part.
static void end_where_rows_end(struct jpeg_page *page) {
    uint32_t height = page->compress.image_height;
    uint32_t until = (page->encoder.rows + block_rows(page) - 1) / block_rows(page) * block_rows(page);
    fill(page, until < height ? until : height);
    page->compress.image_height = page->compress.next_scanline;
    jpeg_finish_compress(&page->compress);
}

/// Page offset of the first marker in the buffer: in entropy-coded data an FF is a marker unless a 0 follows.
static int find_marker(const struct image_output *output, uint64_t *offset) {
    for (size_t at = 0; at + 1 < output->used; at++) {
        if (output->bytes[at] != 0xFF || output->bytes[at + 1] == 0) continue;
        *offset = output->passed + at;
        return 1;
    }
    return 0;
}

/// Fills a short page white and finds the marker behind the last row of blocks that has something real.
///
/// The marker is written when the next row of blocks begins, behind at most some bytes of bits kept back. A row of
/// blocks in white takes 16 KiB at most, hence the marker is still in the buffer, which was emptied before.
static int end_in_white(struct jpeg_page *page, struct image_ending *ending) {
    struct jpeg_compress_struct *compress = &page->compress;
    struct image_output *output = &page->encoder.output;
    uint32_t height = compress->image_height;
    uint32_t real = (page->encoder.rows + block_rows(page) - 1) / block_rows(page) * block_rows(page);
    memset(page->last, 255, row_size(page));
    fill(page, real < height ? real : height);
    if (!jpeg_page_pass_output(page)) return 0;
    uint32_t next = real + block_rows(page);
    fill(page, next < height ? next : height);
    output->used = image_output_size - compress->dest->free_in_buffer;
    int is_found = find_marker(output, &ending->cut_offset);
    fill(page, height);
    jpeg_finish_compress(compress);
    if (!is_found && !find_marker(output, &ending->cut_offset))
        return image_fail(&page->encoder, "no place to end a short page");
    ending->is_short = 1;
    ending->tail_count = 2;
    ending->tail[0] = 0xFF;
    ending->tail[1] = JPEG_EOI;
    return 1;
}

static int finish(struct image_encoder *encoder, struct image_ending *ending) {
    struct jpeg_page *page = (struct jpeg_page *)encoder;
    uint32_t rows = encoder->rows;
    if (setjmp(page->escape)) return 0;
    if (encoder->format.height == 0) {
        end_where_rows_end(page);
    } else if (rows < encoder->format.height) {
        if (!end_in_white(page, ending)) return 0;
    } else {
        jpeg_finish_compress(&page->compress);
    }
    if (!image_output_pass(&encoder->output)) return 0;
    if (rows == encoder->format.height) return 1;
    ending->height.offset = page->height_offset;
    ending->height.count = 2;
    ending->height.bytes[0] = (unsigned char)(rows >> 8);
    ending->height.bytes[1] = (unsigned char)rows;
    return 1;
}

static void destroy(struct image_encoder *encoder) {
    struct jpeg_page *page = (struct jpeg_page *)encoder;
    if (page->is_begun) jpeg_destroy_compress(&page->compress);
    free(page->strip);
    free(page->last);
}

const struct image_kind image_kind_jpeg = {
    .size = sizeof(struct jpeg_page),
    .begin = begin,
    .write = write_rows,
    .flush = flush,
    .finish = finish,
    .destroy = destroy,
};
