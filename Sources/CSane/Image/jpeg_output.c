#include "jpeg_page.h"

#include <jerror.h>

/// All headers are in the buffer when it first leaves, being shorter than it.
static void find_height(struct jpeg_page *page) {
    const struct image_output *output = &page->encoder.output;
    size_t offset = jpeg_find_height(output->bytes, output->used);
    if (offset > 0) page->height_offset = output->passed + offset;
}

static void begin(j_compress_ptr compress) {
    jpeg_page_use_output(compress->client_data);
}

static boolean make_room(j_compress_ptr compress) {
    struct jpeg_page *page = compress->client_data;
    compress->dest->free_in_buffer = 0;
    if (!jpeg_page_pass_output(page)) longjmp(page->escape, 1);
    return TRUE;
}

static void end(j_compress_ptr compress) {
    struct jpeg_page *page = compress->client_data;
    page->encoder.output.used = image_output_size - compress->dest->free_in_buffer;
}

void jpeg_page_use_output(struct jpeg_page *page) {
    struct image_output *output = &page->encoder.output;
    page->destination.init_destination = begin;
    page->destination.empty_output_buffer = make_room;
    page->destination.term_destination = end;
    page->destination.next_output_byte = output->bytes + output->used;
    page->destination.free_in_buffer = image_output_size - output->used;
    page->compress.dest = &page->destination;
}

int jpeg_page_pass_output(struct jpeg_page *page) {
    page->encoder.output.used = image_output_size - page->destination.free_in_buffer;
    if (page->height_offset == 0) find_height(page);
    int goes_on = image_output_pass(&page->encoder.output);
    jpeg_page_use_output(page);
    return goes_on;
}
