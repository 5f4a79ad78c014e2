#define _GNU_SOURCE
#include "fault.h"
#include "state.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const char *const call_names[CALLS] = {
    "init", "list", "open", "descriptor", "option", "start", "parameters", "read", "cancel", "close", "exit",
};

static const struct {
    const char *name;
    enum deed deed;
    SANE_Status status;
} deeds[] = {
    {"segv", DEED_SEGV, 0},
    {"abort", DEED_ABORT, 0},
    {"exit", DEED_EXIT, 0},
    {"_exit", DEED_QUIT, 0},
    {"hang", DEED_HANG, 0},
    {"stall", DEED_STALL, SANE_STATUS_CANCELLED},
    {"gone", DEED_GONE, SANE_STATUS_IO_ERROR},
    {"unsupported", DEED_STATUS, SANE_STATUS_UNSUPPORTED},
    {"cancelled", DEED_STATUS, SANE_STATUS_CANCELLED},
    {"busy", DEED_STATUS, SANE_STATUS_DEVICE_BUSY},
    {"inval", DEED_STATUS, SANE_STATUS_INVAL},
    {"eof", DEED_STATUS, SANE_STATUS_EOF},
    {"jammed", DEED_STATUS, SANE_STATUS_JAMMED},
    {"nodocs", DEED_STATUS, SANE_STATUS_NO_DOCS},
    {"cover", DEED_STATUS, SANE_STATUS_COVER_OPEN},
    {"io", DEED_STATUS, SANE_STATUS_IO_ERROR},
    {"nomem", DEED_STATUS, SANE_STATUS_NO_MEM},
    {"denied", DEED_STATUS, SANE_STATUS_ACCESS_DENIED},
    {"odd", DEED_STATUS, 42},
};

/* [@[PAGE:]N][+][*TIMES] */
static int parse_place(struct fault *fault, const char *text) {
    int used = 0;
    if (*text == '@') {
        if (sscanf(text, "@%ld:%ld%n", &fault->page, &fault->at, &used) != 2) {
            fault->page = 1;
            if (sscanf(text, "@%ld%n", &fault->at, &used) != 1) return 0;
        }
        text += used;
    } else if (*text == '*') fault->and_later = 1;
    if (*text == '+') fault->and_later = 1, text++;
    used = 0;
    if (*text == '*' && (sscanf(text, "*%ld%n", &fault->times, &used) != 1 || fault->times < 1)) return 0;
    return !text[used];
}

int script_add_fault(struct script *script, const char *word) {
    char deed[16] = "", call[16] = "";
    int deed_length = 0, length = 0;
    struct fault fault = {.page = 1, .call = CALLS};
    if (script->fault_count == MOST_FAULTS || sscanf(word, "%15[a-z_]%n", deed, &deed_length) != 1) return 0;
    char *end = (char *)word + deed_length;
    if (*end >= '0' && *end <= '9') fault.seconds = strtod(end, &end);
    if (sscanf(end, "-%15[a-z]%n", call, &length) != 1 || !parse_place(&fault, end + length)) return 0;
    snprintf(fault.word, sizeof fault.word, "%s", word);
    for (int i = 0; i < CALLS; i++)
        if (!strcmp(call, call_names[i])) fault.call = (enum call)i;
    for (size_t i = 0; i < sizeof deeds / sizeof deeds[0] && fault.call != CALLS; i++) {
        if (strcmp(deed, deeds[i].name)) continue;
        fault.deed = deeds[i].deed;
        fault.status = deeds[i].status;
        script->faults[script->fault_count++] = fault;
        return 1;
    }
    return 0;
}

static void sleep_for(double seconds) {
    struct timespec left = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&left, &left)) {}
}

static SANE_Status commit(const struct fault *fault, const struct place *place) {
    switch (fault->deed) {
    case DEED_SEGV:
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
        break;
    case DEED_ABORT: abort();
    case DEED_EXIT: exit(3);
    case DEED_QUIT: _exit(3);
    case DEED_HANG:
        while (fault->seconds == 0) pause();
        sleep_for(fault->seconds);
        break;
    case DEED_STALL:
        while (place->is_cancelled && !*place->is_cancelled) usleep(1000);
        break;
    case DEED_GONE: state_set("gone", place->device, state_now()); break;
    case DEED_STATUS: break;
    }
    return fault->status;
}

static int is_here(const struct fault *fault, const struct place *place) {
    int is_read = place->call == CALL_READ;
    if (fault->call != place->call) return 0;
    if (!fault->and_later) return fault->at == place->at && (!is_read || fault->page == place->page);
    if (is_read && place->page != fault->page) return place->page > fault->page;
    return place->at >= fault->at;
}

SANE_Status fault_strike(const struct script *script, const struct place *place) {
    for (int i = 0; i < script->fault_count; i++) {
        const struct fault *fault = &script->faults[i];
        if (!is_here(fault, place)) continue;
        long times = fault->times ? fault->times : script->once || fault->deed == DEED_GONE;
        char key[256];
        snprintf(key, sizeof key, "%s %s", fault->word, place->device);
        if (times && state_add("struck", key, 1) >= times) continue;
        SANE_Status status = commit(fault, place);
        if (status != SANE_STATUS_GOOD) return status;
    }
    return SANE_STATUS_GOOD;
}

long fault_next_in_read(const struct script *script, long page, long at) {
    long next = -1;
    for (int i = 0; i < script->fault_count; i++) {
        const struct fault *fault = &script->faults[i];
        if (fault->call != CALL_READ || fault->page != page || fault->at < at) continue;
        if (next < 0 || fault->at < next) next = fault->at;
    }
    return next;
}
