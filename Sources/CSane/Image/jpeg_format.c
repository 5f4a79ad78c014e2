#include "jpeg_format.h"

void jpeg_configure(struct jpeg_compress_struct *compress, const struct image_format *format, uint32_t height) {
    compress->image_width = format->width;
    compress->image_height = height;
    compress->input_components = format->channels;
    compress->in_color_space = format->channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(compress);
    jpeg_set_quality(compress, format->quality, TRUE);
    // A marker after each row of blocks is where a short page can be cut, and where strips can be joined.
    compress->restart_in_rows = 1;
    if (format->dpi >= 1 && format->dpi <= UINT16_MAX) {
        compress->density_unit = 1;
        double down = format->dpi_down >= 1 && format->dpi_down <= UINT16_MAX ? format->dpi_down : format->dpi;
        compress->X_density = (UINT16)(format->dpi + 0.5);
        compress->Y_density = (UINT16)(down + 0.5);
    }
}

size_t jpeg_find_height(const unsigned char *bytes, size_t count) {
    for (size_t at = 2; at + 9 < count && bytes[at] == 0xFF; at += 2 + (size_t)(bytes[at + 2] << 8 | bytes[at + 3]))
        if (bytes[at + 1] == 0xC0 || bytes[at + 1] == 0xC1) return at + 5;
    return 0;
}
