#include "output.h"

int image_output_pass(struct image_output *output) {
    size_t count = output->used;
    output->used = 0;
    output->passed += count;
    return count == 0 || output->sink(output->context, output->bytes, count);
}
