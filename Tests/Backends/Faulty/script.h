/* What a device's name says, parsed. */
#pragma once
#include <sane/sane.h>

enum call {
    CALL_INIT, CALL_LIST, CALL_OPEN, CALL_DESCRIPTOR, CALL_OPTION, CALL_START, CALL_PARAMETERS, CALL_READ,
    CALL_CANCEL, CALL_CLOSE, CALLS
};

enum deed { DEED_SEGV, DEED_ABORT, DEED_EXIT, DEED_HANG, DEED_STALL, DEED_STATUS };

/* A deed and its place: `page` counts from 1, `at` as faulty.h says for N. */
struct fault {
    enum deed deed;
    SANE_Status status;
    enum call call;
    long page, at;
};

struct size {
    int width, height;
};

enum { MOST_FAULTS = 8, MOST_SIZES = 8 };

struct script {
    struct fault faults[MOST_FAULTS];
    int fault_count;
    struct size sizes[MOST_SIZES];
    int size_count;
    long pages, depth, pad, surplus, missing, chunk, delay;
    int once, glass_only, feeder_only, unknown_lines, trickle, forks, asks;
    /* Options that are announced, and bytes that a string's reading writes. */
    long options, overrun;
};

/* Parses a device name. 0 when a word is unknown. */
int script_parse(struct script *script, const char *name);

/* Parses one fault word and adds it. 0 when it is none. */
int script_add_fault(struct script *script, const char *word);

/*
 * Carries out the fault planned for this place, if any: does not return, or returns the status to answer with.
 * SANE_STATUS_GOOD when nothing is planned. `is_cancelled` ends a stall.
 */
SANE_Status script_strike(
    const struct script *script, enum call call, long page, long at, const volatile int *is_cancelled);

/* The first fault in a read of this page at or after byte `at`; -1 when there is none. */
long script_next_read_fault(const struct script *script, long page, long at);
