#pragma once

#include "include/image.h"

enum { image_output_size = 65536 };

/// Encoded bytes on their way to the sink.
struct image_output {
    image_sink sink;
    void *context;
    /// Bytes that the sink has seen: the page offset of bytes[0].
    uint64_t passed;
    size_t used;
    unsigned char bytes[image_output_size];
};

/// Hands the buffer to the sink and empties it; 0 when the sink says stop.
int image_output_pass(struct image_output *output);
