#pragma once

#include <zlib.h>

#include "encoder.h"

/// A PNG page in the making. Source: PNG specification, third edition.
struct png_page {
    struct image_encoder encoder;
    z_stream deflate;
    int is_begun;
    int strategy;
    /// Bytes of a row, and of a pixel (at least 1), in the file.
    size_t row_size, pixel_size;
    /// Filtered rows that wait to be compressed, each behind its filter byte.
    unsigned char *strip;
    size_t strip_size, strip_used;
    /// A row filtered the other way; the better one stays.
    unsigned char *rival;
    /// Two rows in the file's byte order, used in turn, and the one that the next row is compared with.
    unsigned char *lines[2];
    const unsigned char *above;
    /// Where in the output the chunk begins that is being filled.
    size_t chunk;
};

/// Signature, size and resolution of the picture.
void png_page_head(struct png_page *page);

/// Thirteen bytes that say the height and the checksum over it, for offset 20 of the file.
void png_page_height(const struct png_page *page, uint32_t height, unsigned char bytes[13]);

/// The end of a picture behind a point where all rows so far have been flushed: 30 bytes.
size_t png_page_tail(const struct png_page *page, unsigned char *bytes);

/// The chunk that ends the file.
void png_page_end(struct png_page *page);

/// Starts a chunk of pixel data; its end follows at the latest when the buffer is full. 0 when the sink says stop.
int png_page_open_chunk(struct png_page *page);

/// Ends the chunk that is being filled and leaves none if it is empty.
void png_page_close_chunk(struct png_page *page);

/// Filters a row in the file's byte order behind those in the strip and keeps it for the next one.
void png_page_filter(struct png_page *page, const unsigned char *row);

/// Compresses the strip, then what `flush` (of zlib) asks for; 0 on failure.
int png_page_squeeze(struct png_page *page, int flush);
