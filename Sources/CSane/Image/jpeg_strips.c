#include <stdlib.h>
#include <string.h>

#include "encoder.h"
#include "jpeg_crew.h"

enum {
    /// Bytes of rows in a strip: few enough to stay in a processor's cache, enough to be worth a thread's waking up.
    strip_size = 256 << 10,
    /// Bytes of rows in all strips together, which bound the threads where one row of blocks is large already.
    all_strips_size = 3 << 19,
    /// A smaller page is done before other threads are under way.
    least_page = 4 << 20,
};

int image_threads(uint64_t bytes) {
    return bytes < least_page ? 1 : (int)jpeg_crew_size();
}

/// A JPEG page of known height whose strips are encoded by several threads. Its bytes are those that one thread makes.
struct jpeg_strips {
    struct image_encoder encoder;
    struct jpeg_crew crew;
    /// A row of blocks in white, whose headers are the page's and whose bytes fill a page that ends short.
    struct jpeg_strip blank;
    size_t row_size;
    /// Rows of samples in a row of blocks.
    uint32_t block_rows;
    uint32_t strip_rows;
    /// The strip that is being filled; NULL when there is none.
    struct jpeg_strip *strip;
    /// Rows of blocks in all strips before it, and in those that have left.
    uint32_t submitted, sent;
    size_t height_offset;
};

static int put(struct image_output *output, const unsigned char *bytes, size_t count) {
    while (count > 0) {
        size_t room = image_output_size - output->used;
        size_t taken = count < room ? count : room;
        memcpy(output->bytes + output->used, bytes, taken);
        output->used += taken;
        bytes += taken;
        count -= taken;
        if (output->used == image_output_size && !image_output_pass(output)) return 0;
    }
    return 1;
}

/// Puts rows of blocks behind those before them, with the marker between them.
static int put_blocks(struct jpeg_strips *page, const unsigned char *bytes, size_t count, uint32_t blocks) {
    struct image_output *output = &page->encoder.output;
    unsigned char marker[2] = {0xFF, (unsigned char)(JPEG_RST0 + (page->sent + 7) % 8)};
    if (page->sent > 0 && !put(output, marker, sizeof marker)) return 0;
    page->sent += blocks;
    return put(output, bytes, count);
}

static uint32_t blocks_of(const struct jpeg_strips *page, uint32_t rows) {
    return (rows + page->block_rows - 1) / page->block_rows;
}

/// Sends strips that are encoded, in order; all that have been submitted when it `waits`.
static int send(struct jpeg_strips *page, int waits) {
    struct jpeg_strip *strip;
    int failed = 0;
    while ((strip = jpeg_crew_oldest(&page->crew, waits, &failed))) {
        if (failed) return image_fail(&page->encoder, strip->message);
        uint32_t blocks = blocks_of(page, strip->row_count);
        if (!put_blocks(page, strip->bytes + strip->start, jpeg_strip_size(strip), blocks)) return 0;
        jpeg_crew_release(&page->crew);
    }
    return 1;
}

static void submit(struct jpeg_strips *page) {
    page->strip->first_block = page->submitted;
    page->submitted += blocks_of(page, page->strip->row_count);
    page->strip = NULL;
    jpeg_crew_submit(&page->crew);
}

static int take_strip(struct jpeg_strips *page) {
    while (!(page->strip = jpeg_crew_vacancy(&page->crew)))
        if (!send(page, 0)) return 0;
    page->strip->row_count = 0;
    return 1;
}

static int encode_blank(struct jpeg_strips *page) {
    struct jpeg_strip *blank = &page->blank;
    blank->format = &page->encoder.format;
    blank->rows = malloc(page->row_size);
    if (!blank->rows) return image_fail(&page->encoder, "out of memory");
    memset(blank->rows, 255, page->row_size);
    // The encoder repeats it down to the end of the row of blocks.
    blank->row_count = 1;
    if (!jpeg_strip_encode(blank)) return image_fail(&page->encoder, blank->message);
    page->block_rows = (uint32_t)blank->compress.max_v_samp_factor * DCTSIZE;
    return 1;
}

/// Threads beside the caller's: one at least, and no more than there is memory for.
static unsigned helpers(const struct jpeg_strips *page) {
    unsigned wanted = (unsigned)page->encoder.format.threads - 1;
    size_t strips = all_strips_size / (page->strip_rows * page->row_size);
    unsigned most = strips > 3 ? (unsigned)strips - 2 : 1;
    if (most > jpeg_most_threads - 1) most = jpeg_most_threads - 1;
    return wanted < most ? wanted : most;
}

static int begin(struct image_encoder *encoder) {
    struct jpeg_strips *page = (struct jpeg_strips *)encoder;
    const struct image_format *format = &encoder->format;
    page->row_size = (size_t)format->width * (size_t)format->channels;
    if (!encode_blank(page)) return 0;
    uint32_t blocks = (uint32_t)(strip_size / (page->row_size * page->block_rows));
    page->strip_rows = page->block_rows * (blocks > 0 ? blocks : 1);
    if (!jpeg_crew_begin(&page->crew, format, page->strip_rows, helpers(page)))
        return image_fail(encoder, "out of memory");
    page->height_offset = jpeg_find_height(page->blank.bytes, page->blank.start);
    page->blank.bytes[page->height_offset] = (unsigned char)(format->height >> 8);
    page->blank.bytes[page->height_offset + 1] = (unsigned char)format->height;
    return put(&encoder->output, page->blank.bytes, page->blank.start);
}

/// Whether the strip has all the rows that it can have.
static int is_full(const struct jpeg_strips *page) {
    uint32_t first = page->submitted * page->block_rows;
    return page->strip->row_count == page->strip_rows ||
           first + page->strip->row_count == page->encoder.format.height;
}

static int write_rows(struct image_encoder *encoder, const unsigned char *first, size_t stride, size_t count) {
    struct jpeg_strips *page = (struct jpeg_strips *)encoder;
    while (count > 0) {
        if (!page->strip && !take_strip(page)) return 0;
        size_t room = page->strip_rows - page->strip->row_count;
        size_t taken = count < room ? count : room;
        unsigned char *to = page->strip->rows + page->strip->row_count * page->row_size;
        jpeg_convert(&encoder->format, to, first, stride, taken);
        page->strip->row_count += (uint32_t)taken;
        first += taken * stride;
        count -= taken;
        if (is_full(page)) submit(page);
    }
    return send(page, 0);
}

/// Submits the whole rows of blocks that are there, and keeps the rest.
static int submit_blocks(struct jpeg_strips *page) {
    if (!page->strip) return 1;
    uint32_t whole = page->strip->row_count / page->block_rows * page->block_rows;
    uint32_t rest = page->strip->row_count - whole;
    if (whole == 0) return 1;
    const unsigned char *rows = page->strip->rows + whole * page->row_size;
    page->strip->row_count = whole;
    if (rest == 0) {
        submit(page);
        return 1;
    }
    // Nobody else touches the place before it is submitted, nor its rows before it is filled again.
    unsigned char *kept = malloc(rest * page->row_size);
    if (!kept) return image_fail(&page->encoder, "out of memory");
    memcpy(kept, rows, rest * page->row_size);
    submit(page);
    int goes_on = take_strip(page);
    if (goes_on) {
        memcpy(page->strip->rows, kept, rest * page->row_size);
        page->strip->row_count = rest;
    }
    free(kept);
    return goes_on;
}

static int flush(struct image_encoder *encoder) {
    struct jpeg_strips *page = (struct jpeg_strips *)encoder;
    return submit_blocks(page) && send(page, 1) && image_output_pass(&encoder->output);
}

/// Fills the last row of blocks that has something real, then the rest of the page, with white.
static int end_in_white(struct jpeg_strips *page, struct image_ending *ending) {
    struct image_output *output = &page->encoder.output;
    if (page->strip) {
        uint32_t first = page->submitted * page->block_rows;
        uint32_t left = page->encoder.format.height - first;
        uint32_t until = blocks_of(page, page->strip->row_count) * page->block_rows;
        if (until > left) until = left;
        unsigned char *rest = page->strip->rows + page->strip->row_count * page->row_size;
        memset(rest, 255, (until - page->strip->row_count) * page->row_size);
        page->strip->row_count = until;
        submit(page);
    }
    if (!send(page, 1)) return 0;
    ending->is_short = 1;
    ending->cut_offset = output->passed + output->used;
    ending->tail_count = 2;
    ending->tail[0] = 0xFF;
    ending->tail[1] = JPEG_EOI;
    // White has the same bytes everywhere, also where only a part of the last row of blocks is seen.
    const struct jpeg_strip *blank = &page->blank;
    while (page->sent < blocks_of(page, page->encoder.format.height))
        if (!put_blocks(page, blank->bytes + blank->start, jpeg_strip_size(blank), 1)) return 0;
    return 1;
}

static int finish(struct image_encoder *encoder, struct image_ending *ending) {
    static const unsigned char end[2] = {0xFF, JPEG_EOI};
    struct jpeg_strips *page = (struct jpeg_strips *)encoder;
    int is_short = encoder->rows < encoder->format.height;
    if (!(is_short ? end_in_white(page, ending) : send(page, 1))) return 0;
    if (!put(&encoder->output, end, sizeof end) || !image_output_pass(&encoder->output)) return 0;
    if (!is_short) return 1;
    ending->height.offset = page->height_offset;
    ending->height.count = 2;
    ending->height.bytes[0] = (unsigned char)(encoder->rows >> 8);
    ending->height.bytes[1] = (unsigned char)encoder->rows;
    return 1;
}

static void destroy(struct image_encoder *encoder) {
    struct jpeg_strips *page = (struct jpeg_strips *)encoder;
    jpeg_crew_end(&page->crew);
    jpeg_strip_free(&page->blank);
}

const struct image_kind image_kind_jpeg_strips = {
    .size = sizeof(struct jpeg_strips),
    .begin = begin,
    .write = write_rows,
    .flush = flush,
    .finish = finish,
    .destroy = destroy,
};
