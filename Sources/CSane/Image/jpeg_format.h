#pragma once

#include <stdio.h>

#include <jpeglib.h>

#include "include/image.h"

/// JPEG's own limit, and the height announced while nobody knows it.
enum { jpeg_most_rows = 65500 };

/// Says what a picture of that format and height looks like and how it is encoded: inside setjmp only.
void jpeg_configure(struct jpeg_compress_struct *compress, const struct image_format *format, uint32_t height);

/// Turns `count` rows into 8-bit ones without padding.
void jpeg_convert(const struct image_format *format, unsigned char *to, const unsigned char *first, size_t stride,
                  size_t count);

/// Offset of the frame header's height in a file that begins with `bytes`; 0 when the header is not in there.
size_t jpeg_find_height(const unsigned char *bytes, size_t count);
