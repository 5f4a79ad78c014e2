#include "device.h"

#include <string.h>

static int pixels(const struct device *device, enum option from, enum option to) {
    double millimetres = SANE_UNFIX(device->words[to] - device->words[from]);
    return (int)(millimetres * device->words[OPTION_RESOLUTION] / 25.4 + 0.5);
}

SANE_Parameters picture_frame(const struct device *device, long page) {
    const struct script *script = &device->script;
    int is_colour = !strcmp(device->mode, "Color");
    int depth = script->depth ? (int)script->depth : strcmp(device->mode, "Lineart") ? 8 : 1;
    struct size size = {pixels(device, OPTION_LEFT, OPTION_RIGHT), pixels(device, OPTION_TOP, OPTION_BOTTOM)};
    if (script->size_count) {
        long place = page > script->size_count ? script->size_count : page < 1 ? 1 : page;
        size = script->sizes[place - 1];
    }
    int samples = size.width * (is_colour ? 3 : 1);
    return (SANE_Parameters){
        .format = is_colour ? SANE_FRAME_RGB : SANE_FRAME_GRAY,
        .last_frame = SANE_TRUE,
        .bytes_per_line = (samples * depth + 7) / 8 + (int)script->pad,
        .pixels_per_line = size.width,
        .lines = size.height,
        .depth = depth,
    };
}

/* The picture: a pattern that differs in every direction, channel and page, so that a shifted byte shows. */
static unsigned sample(long page, long x, long y, long channel) {
    return (unsigned)(x * 3 + y * 7 + channel * 85 + page * 29);
}

static SANE_Byte picture_byte(const struct device *device, long y, long column) {
    const SANE_Parameters *frame = &device->frame;
    int channels = frame->format == SANE_FRAME_RGB ? 3 : 1;
    if (column >= frame->bytes_per_line - device->script.pad) return 0xEE;
    if (frame->depth == 8)
        return (SANE_Byte)sample(device->page, column / channels, y, column % channels);
    if (frame->depth == 16) {
        long place = column / 2;
        unsigned short value = (unsigned short)(sample(device->page, place / channels, y, place % channels) * 257);
        return ((const SANE_Byte *)&value)[column % 2];
    }
    SANE_Byte bits = 0;
    for (int bit = 0; bit < 8; bit++) {
        long x = column * 8 + bit;
        if (((x >> 2) + (y >> 2) + device->page) & 1) bits |= 0x80 >> bit;
    }
    return bits;
}

void picture_bytes(const struct device *device, SANE_Byte *out, long offset, long count) {
    long y = offset / device->frame.bytes_per_line, column = offset % device->frame.bytes_per_line;
    for (long i = 0; i < count; i++) {
        out[i] = picture_byte(device, y, column);
        if (++column == device->frame.bytes_per_line) column = 0, y++;
    }
}
