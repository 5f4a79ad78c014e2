#include "jpeg_strip.h"

#include <jerror.h>
#include <stdlib.h>
#include <string.h>

enum { strip_rows_at_once = 64, strip_first_capacity = 65536 };

static void escape(j_common_ptr common) {
    struct jpeg_strip *strip = common->client_data;
    common->err->format_message(common, strip->message);
    longjmp(strip->escape, 1);
}

/// Standard error belongs to the program.
static void say_nothing(j_common_ptr common) {
    (void)common;
}

static int grow(struct jpeg_strip *strip, size_t capacity) {
    unsigned char *bytes = realloc(strip->bytes, capacity);
    if (!bytes) return 0;
    strip->bytes = bytes;
    strip->capacity = capacity;
    return 1;
}

static void begin_output(j_compress_ptr compress) {
    struct jpeg_strip *strip = compress->client_data;
    strip->destination.next_output_byte = strip->bytes;
    strip->destination.free_in_buffer = strip->capacity;
}

static boolean make_room(j_compress_ptr compress) {
    struct jpeg_strip *strip = compress->client_data;
    size_t used = strip->capacity;
    if (!grow(strip, used * 2)) ERREXIT1(compress, JERR_OUT_OF_MEMORY, 0);
    strip->destination.next_output_byte = strip->bytes + used;
    strip->destination.free_in_buffer = strip->capacity - used;
    return TRUE;
}

static void end_output(j_compress_ptr compress) {
    struct jpeg_strip *strip = compress->client_data;
    strip->count = strip->capacity - strip->destination.free_in_buffer;
}

static int begin(struct jpeg_strip *strip) {
    if (!strip->bytes && !grow(strip, strip_first_capacity)) {
        strcpy(strip->message, "out of memory");
        return 0;
    }
    strip->compress.err = jpeg_std_error(&strip->errors);
    strip->errors.error_exit = escape;
    strip->errors.output_message = say_nothing;
    strip->compress.client_data = strip;
    if (setjmp(strip->escape)) return 0;
    jpeg_create_compress(&strip->compress);
    strip->is_begun = 1;
    strip->compress.dest = &strip->destination;
    strip->destination.init_destination = begin_output;
    strip->destination.empty_output_buffer = make_room;
    strip->destination.term_destination = end_output;
    jpeg_configure(&strip->compress, strip->format, strip->row_count);
    return 1;
}

static void give_rows(struct jpeg_strip *strip) {
    size_t size = (size_t)strip->format->width * (size_t)strip->format->channels;
    JSAMPROW rows[strip_rows_at_once];
    for (uint32_t first = 0; first < strip->row_count; first += strip_rows_at_once) {
        uint32_t left = strip->row_count - first;
        uint32_t taken = left < strip_rows_at_once ? left : strip_rows_at_once;
        for (uint32_t row = 0; row < taken; row++) rows[row] = strip->rows + (first + row) * size;
        jpeg_write_scanlines(&strip->compress, rows, taken);
    }
}

/// Where the entropy-coded bytes begin: behind the segment that is called "start of scan".
static size_t find_scan(const struct jpeg_strip *strip) {
    const unsigned char *bytes = strip->bytes;
    for (size_t at = 2; at + 4 < strip->count; at += 2 + (size_t)(bytes[at + 2] << 8 | bytes[at + 3]))
        if (bytes[at + 1] == 0xDA) return at + 2 + (size_t)(bytes[at + 2] << 8 | bytes[at + 3]);
    return 0;
}

/// Makes the markers, which count the rows of blocks from 0 to 7, count those of the page.
static void count_markers(struct jpeg_strip *strip) {
    uint32_t shift = strip->first_block % 8;
    if (shift == 0) return;
    unsigned char *end = strip->bytes + strip->count - 2;
    unsigned char *at = strip->bytes + strip->start;
    while ((at = memchr(at, 0xFF, (size_t)(end - at)))) {
        // A data byte of FF has a 0 behind it.
        if (++at == end) return;
        if (*at >= JPEG_RST0 && *at <= JPEG_RST0 + 7)
            *at = (unsigned char)(JPEG_RST0 + (*at - JPEG_RST0 + shift) % 8);
    }
}

int jpeg_strip_encode(struct jpeg_strip *strip) {
    if (!strip->is_begun && !begin(strip)) return 0;
    if (setjmp(strip->escape)) return 0;
    strip->compress.image_height = strip->row_count;
    jpeg_start_compress(&strip->compress, TRUE);
    give_rows(strip);
    jpeg_finish_compress(&strip->compress);
    strip->start = find_scan(strip);
    count_markers(strip);
    return 1;
}

void jpeg_strip_free(struct jpeg_strip *strip) {
    if (strip->is_begun) jpeg_destroy_compress(&strip->compress);
    free(strip->bytes);
    free(strip->rows);
}
