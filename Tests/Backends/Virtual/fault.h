/* Faults that come true. */
#pragma once
#include "script.h"

/* Where the program is: which call of which device. `at` as in struct fault. */
struct place {
    const char *device;
    enum call call;
    long page, at;
    /* Ends a stall. */
    const volatile int *is_cancelled;
};

/*
 * Carries out the faults planned for this place, if any: does not return, or returns the status to answer with.
 * SANE_STATUS_GOOD when nothing is planned, or when a hang is over.
 */
SANE_Status fault_strike(const struct script *script, const struct place *place);

/* The first fault in a read of this page behind byte `at`; -1 when there is none. */
long fault_next_in_read(const struct script *script, long page, long at);
