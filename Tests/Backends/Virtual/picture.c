#define _GNU_SOURCE
#include "device.h"

#include <stdlib.h>
#include <string.h>

long picture_lines(const struct device *device) {
    return device->frame.lines + device->script.surplus;
}

long picture_size(const struct device *device) {
    return picture_lines(device) * device->frame.bytes_per_line + device->script.extra - device->script.missing;
}

/* A pattern that differs in every direction, channel and page, so that a shifted byte shows. */
static unsigned pattern(long page, long x, long y, long channel) {
    return (unsigned)(x * 3 + y * 7 + channel * 85 + page * 29);
}

/* White paper with grey rules and a coloured margin. */
static unsigned paper(long x, long y, long channel) {
    if (y % 64 >= 62) return 150;
    if (x % 512 >= 508) return channel == 0 ? 200 : 120;
    return 246;
}

static unsigned sample(const struct device *device, long x, long y, long channel) {
    switch (device->script.picture) {
    case PICTURE_PAPER: return paper(x, y, channel);
    case PICTURE_WHITE: return 255;
    case PICTURE_BLACK: return 0;
    default: return pattern(device->page, x, y, channel);
    }
}

static int is_dark(const struct device *device, long x, long y, long channel) {
    if (device->script.picture != PICTURE_PATTERN) return sample(device, x, y, channel) < 200;
    return ((x >> 2) + (y >> 2) + device->page) & 1;
}

static int is_marked(const struct device *device) {
    return !device->script.plain && device->frame.pixels_per_line >= MARK_WIDTH && picture_lines(device) >= MARK_HEIGHT;
}

/* Paints one line; a page that lies upside down is seen from its other end. */
static void paint(struct device *device, long y) {
    const SANE_Parameters *frame = &device->frame;
    long width = frame->pixels_per_line, seen_y = y;
    int channels = frame->format == SANE_FRAME_RGB ? 3 : 1, is_mark = is_marked(device);
    int is_turned = device->side == SIDE_BACK && device->script.turned_backs;
    int plane = frame->format >= SANE_FRAME_RED ? (int)(frame->format - SANE_FRAME_RED) : 0;
    if (is_turned) seen_y = picture_lines(device) - 1 - y;
    memset(device->line, 0, (size_t)frame->bytes_per_line);
    long place = 0;
    for (long x = 0; x < width; x++) {
        long seen_x = is_turned ? width - 1 - x : x;
        int mark = is_mark && seen_y < MARK_HEIGHT && seen_x < MARK_WIDTH
            ? mark_at(device->sheet, device->side, seen_x, seen_y) : -1;
        for (int channel = 0; channel < channels; channel++, place++) {
            if (frame->depth == 1) {
                int is_ink = mark >= 0 ? mark : is_dark(device, seen_x, seen_y, channel + plane);
                /* In black and white 1 is ink; in colour it is light. */
                int is_set = frame->format == SANE_FRAME_GRAY ? is_ink : !is_ink;
                if (is_set) device->line[place >> 3] |= 0x80 >> (place & 7);
                continue;
            }
            unsigned value = mark >= 0 ? (mark ? 0 : 255) : sample(device, seen_x, seen_y, channel + plane);
            if (frame->depth == 8) device->line[place] = (SANE_Byte)value;
            else ((unsigned short *)(void *)device->line)[place] = (unsigned short)(value * 257);
        }
    }
    size_t pad = (size_t)device->script.pad;
    if (pad) memset(device->line + (size_t)frame->bytes_per_line - pad, 0xEE, pad);
    device->line_number = y;
}

void picture_bytes(struct device *device, SANE_Byte *out, long offset, long count) {
    long length = device->frame.bytes_per_line;
    while (count > 0) {
        long y = offset / length, column = offset % length;
        if (y != device->line_number) paint(device, y);
        long part = length - column < count ? length - column : count;
        memcpy(out, device->line + column, (size_t)part);
        out += part, offset += part, count -= part;
    }
}
