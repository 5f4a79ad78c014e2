#pragma once

#include <setjmp.h>

#include "encoder.h"
#include "jpeg_format.h"

enum { jpeg_strip_rows = 64 };

/// A JPEG page that is encoded row after row, where the rows lie.
struct jpeg_page {
    struct image_encoder encoder;
    struct jpeg_compress_struct compress;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr destination;
    jmp_buf escape;
    int is_begun;
    /// Where the frame header keeps the height; 0 until the header has been looked at.
    uint64_t height_offset;
    /// One strip of 8-bit rows, for pictures of another depth.
    unsigned char *strip;
    /// The last real row in 8 bits; fills a last row of blocks that nobody sees.
    unsigned char *last;
};

/// Points libjpeg's output at the page's buffer.
void jpeg_page_use_output(struct jpeg_page *page);

/// Takes back how far libjpeg has filled the buffer and hands it to the sink; 0 when the sink says stop.
int jpeg_page_pass_output(struct jpeg_page *page);
