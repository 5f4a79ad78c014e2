#pragma once

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "encoder.h"

/// JPEG's own limit, and the height announced while nobody knows it.
enum { jpeg_most_rows = 65500, jpeg_strip_rows = 64 };

/// A JPEG page in the making.
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

/// Turns `count` rows into 8-bit ones in page->strip.
void jpeg_page_convert(struct jpeg_page *page, const unsigned char *first, size_t stride, size_t count);
