/* An open device and what its parts do. */
#pragma once
#include "description.h"
#include "fault.h"
#include "script.h"

#include <stddef.h>

enum side { SIDE_FRONT, SIDE_BACK };

struct device {
    /* As it was opened, and as it is known in the state file. */
    char name[NAME_BYTES], key[NAME_BYTES];
    struct script script;
    struct description *description;
    /* The options as they are now, option 0 first. */
    int option_count;
    struct option options[MOST_OPTIONS];
    SANE_Option_Descriptor descriptors[MOST_OPTIONS];
    struct value values[MOST_OPTIONS];
    SANE_Word *arrays[MOST_OPTIONS];
    char is_in_state[MOST_RULES];
    /* Calls of each kind so far, for faults that come later. */
    long done[CALLS];
    /* The image that is read: counted from 1, 0 before the first. */
    long page, delivered, reads;
    /* What it shows. */
    long sheet;
    enum side side;
    /* Sheets taken from the feeder since the opening. */
    long fed;
    /* Of a page of three frames: 0, 1, 2. */
    int frame_number;
    SANE_Parameters frame;
    int is_scanning, is_stuck, is_gone, is_plugged;
    volatile int is_cancelled;
    /* The line of the picture that was painted last; -1 for none. */
    SANE_Byte *line;
    long line_number;
    long configuration;
};

/* Takes the description's options, with their first values. 0 when memory is short. */
int options_prepare(struct device *device);
/* Brings states, limits and values in line after a change of a value. */
void options_settle(struct device *device);
/* The place of the option of this name; -1 when there is none. */
int options_find(const struct device *device, const char *name);
/* The place of an option that can be used now; -1 when there is none. */
int options_active(const struct device *device, const char *name);
/* A value as a number: of a fixed option the number that it stands for. */
double options_number(const struct device *device, int option);
int options_fulfil(const struct device *device, const struct condition *condition);

SANE_Status values_read(struct device *device, SANE_Int option, void *value);
SANE_Status values_write(struct device *device, SANE_Int option, void *value, SANE_Int *info);
/* A value that is to be written, in words. */
const char *values_text(const struct device *device, SANE_Int option, const void *given, char *text, size_t size);
SANE_Status values_reset(struct device *device, SANE_Int option, SANE_Int *info);

/* How the options want the paper to be taken. */
struct feeding {
    int is_feeder, is_duplex, is_back;
};
struct feeding feeder_feeding(const struct device *device);
/* Takes the next side: counts, and says what the image shows. */
SANE_Status feeder_next(struct device *device);
/* Sheets that are left. */
long feeder_left(const struct device *device);

/* The frame that image `page` has under the present options. */
SANE_Parameters frame_of(const struct device *device, long page);
/* Whether parameters say -1 lines. */
int frame_is_endless(const struct device *device);

/* Lines that come, and bytes of them all. */
long picture_lines(const struct device *device);
long picture_size(const struct device *device);
/* Writes `count` bytes of the present frame from byte `offset` on. */
void picture_bytes(struct device *device, SANE_Byte *out, long offset, long count);

/* What the mark in the corner says at this place: 1 is ink, 0 is blank, -1 is no mark. */
int mark_at(long sheet, enum side side, long x, long y);
enum { MARK_WIDTH = 128, MARK_HEIGHT = 96 };
