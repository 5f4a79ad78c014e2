/* An open device and what its parts do. */
#pragma once
#include "script.h"

enum option {
    OPTION_COUNT, OPTION_SOURCE, OPTION_MODE, OPTION_RESOLUTION, OPTION_LEFT, OPTION_TOP, OPTION_RIGHT, OPTION_BOTTOM,
    OPTIONS
};

struct device {
    struct script script;
    SANE_Option_Descriptor options[OPTIONS];
    const char *source, *mode;
    SANE_Word words[OPTIONS];
    /* Calls that went well, for faults that come later. */
    long done[CALLS];
    /* The page that is read: counted from 1, 0 before the first. */
    long page, delivered, reads;
    SANE_Parameters frame;
    volatile int is_cancelled;
};

/* Fills in descriptors and first values. */
void options_prepare(struct device *device);
SANE_Status options_read(struct device *device, SANE_Int option, void *value);
SANE_Status options_write(struct device *device, SANE_Int option, void *value, SANE_Int *info);

/* The frame that page `page` has under the present options. */
SANE_Parameters picture_frame(const struct device *device, long page);
/* Writes `count` bytes of the present page from byte `offset` on. */
void picture_bytes(const struct device *device, SANE_Byte *out, long offset, long count);

/* Adds a line to the call log. */
void record(const char *format, ...) __attribute__((format(printf, 1, 2)));
