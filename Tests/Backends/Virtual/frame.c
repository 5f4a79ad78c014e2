/* How large an image is, and what its samples are. */
#define _GNU_SOURCE
#include "device.h"

#include <stdlib.h>
#include <string.h>

static int says(const char *text, const char *word) {
    return strcasestr(text, word) != NULL;
}

static int is_on(const struct device *device, const char *name) {
    int option = options_active(device, name);
    return option >= 0 && device->options[option].type == SANE_TYPE_BOOL && device->values[option].word;
}

int frame_is_endless(const struct device *device) {
    int length = options_active(device, "length-measurement");
    return device->script.unknown_lines || is_on(device, "hand-scanner")
        || (length >= 0 && !strcmp(device->values[length].text, "Unknown"));
}

struct samples {
    int is_colour, depth;
};

/* By the words that drivers have for their modes, and the depth where it is an option of its own. */
static struct samples samples_of(const struct device *device) {
    int mode = options_active(device, "mode"), depth = options_active(device, "depth");
    const char *text = mode < 0 ? "Color" : device->values[mode].text;
    struct samples samples = {.depth = 8};
    samples.is_colour = says(text, "color") || says(text, "colour") || says(text, "rgb");
    int is_gray = says(text, "gray") || says(text, "grey");
    int is_rastered = says(text, "diffusion") || says(text, "dither") || says(text, "halftone");
    int is_binary = !samples.is_colour && (!is_gray || is_rastered);
    if (!is_binary && depth >= 0) samples.depth = device->values[depth].word;
    if (says(text, "48") || says(text, "16")) samples.depth = 16;
    if (is_binary) samples.depth = 1;
    if (device->script.depth) samples.depth = (int)device->script.depth;
    return samples;
}

static double resolution_of(const struct device *device, const char *own) {
    int option = options_active(device, own);
    if (option < 0) option = options_active(device, "resolution");
    double dpi = option < 0 ? 100 : options_number(device, option);
    /* Some drivers have 0 for "choose one". */
    return dpi > 0 ? dpi : 150;
}

/* Pixels of a length in the units of this option. */
static double pixels(const struct device *device, int option, double length, double dpi) {
    return option >= 0 && device->options[option].unit == SANE_UNIT_PIXEL ? length : length * dpi / 25.4;
}

/* From the one corner to the other; where there are no corners, the page's size or the bed's. */
static long extent(const struct device *device, const char *names[3], double bed, double dpi) {
    int from = options_active(device, names[0]), to = options_active(device, names[1]);
    int page = options_active(device, names[2]);
    double count;
    if (to >= 0) {
        double start = from >= 0 ? options_number(device, from) : 0;
        count = pixels(device, to, options_number(device, to) - start, dpi);
    } else count = page >= 0 ? pixels(device, page, options_number(device, page), dpi) : bed * dpi / 25.4;
    if (count < 0) count = -count;
    return count < 1 ? 1 : (long)(count + 0.5);
}

static long clip(long count, long tenths, double dpi) {
    long most = (long)((double)tenths / 254 * dpi + 0.5);
    return count < most ? count : most;
}

SANE_Parameters frame_of(const struct device *device, long page) {
    const struct script *script = &device->script;
    struct samples samples = samples_of(device);
    double across = resolution_of(device, "x-resolution"), down = resolution_of(device, "y-resolution");
    long width = extent(
        device, (const char *[]){"tl-x", "br-x", "page-width"}, device->description->bed_width, across);
    long height = extent(
        device, (const char *[]){"tl-y", "br-y", "page-height"}, device->description->bed_height, down);
    if (script->size_count) {
        struct size size = script->sizes[page > script->size_count ? script->size_count - 1 : page < 1 ? 0 : page - 1];
        width = size.is_paper ? clip(width, size.width, across) : size.width;
        height = size.is_paper ? clip(height, size.height, down) : size.height;
    }
    int is_plane = samples.is_colour && (script->three_frames || is_on(device, "three-pass"));
    long row = width * (samples.is_colour && !is_plane ? 3 : 1);
    return (SANE_Parameters){
        .format = is_plane ? (SANE_Frame)(SANE_FRAME_RED + device->frame_number)
            : samples.is_colour ? SANE_FRAME_RGB : SANE_FRAME_GRAY,
        .last_frame = !is_plane || device->frame_number == 2,
        .bytes_per_line = (SANE_Int)((row * samples.depth + 7) / 8 + script->pad),
        .pixels_per_line = (SANE_Int)width,
        .lines = (SANE_Int)height,
        .depth = samples.depth,
    };
}
