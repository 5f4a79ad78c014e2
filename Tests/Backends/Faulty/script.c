#define _GNU_SOURCE
#include "script.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
    const char *name;
    enum deed deed;
    SANE_Status status;
} deeds[] = {
    {"segv", DEED_SEGV, 0},
    {"abort", DEED_ABORT, 0},
    {"exit", DEED_EXIT, 0},
    {"hang", DEED_HANG, 0},
    {"stall", DEED_STALL, SANE_STATUS_CANCELLED},
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

static const char *const calls[CALLS] = {
    "init", "list", "open", "descriptor", "option", "start", "parameters", "read", "cancel", "close",
};

static const struct {
    const char *name;
    size_t offset;
} numbers[] = {
    {"pages=", offsetof(struct script, pages)},     {"depth=", offsetof(struct script, depth)},
    {"pad=", offsetof(struct script, pad)},         {"surplus=", offsetof(struct script, surplus)},
    {"missing=", offsetof(struct script, missing)}, {"chunk=", offsetof(struct script, chunk)},
    {"delay=", offsetof(struct script, delay)},     {"options=", offsetof(struct script, options)},
    {"overrun=", offsetof(struct script, overrun)},
};

static const struct {
    const char *name;
    size_t offset;
} switches[] = {
    {"once", offsetof(struct script, once)},          {"glass", offsetof(struct script, glass_only)},
    {"feeder", offsetof(struct script, feeder_only)}, {"lines=unknown", offsetof(struct script, unknown_lines)},
    {"trickle", offsetof(struct script, trickle)},    {"fork", offsetof(struct script, forks)},
    {"ask", offsetof(struct script, asks)},
};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

int script_add_fault(struct script *script, const char *word) {
    char deed[16] = "", call[16] = "";
    struct fault fault = {.page = 1, .call = CALLS};
    if (script->fault_count == MOST_FAULTS || sscanf(word, "%15[a-z]-%15[a-z]", deed, call) != 2) return 0;
    const char *place = strchr(word, '@');
    if (place && sscanf(place, "@%ld:%ld", &fault.page, &fault.at) != 2) {
        fault.page = 1;
        if (sscanf(place, "@%ld", &fault.at) != 1) return 0;
    }
    for (int i = 0; i < CALLS; i++)
        if (!strcmp(call, calls[i])) fault.call = (enum call)i;
    for (size_t i = 0; i < COUNT(deeds); i++) {
        if (strcmp(deed, deeds[i].name)) continue;
        fault.deed = deeds[i].deed;
        fault.status = deeds[i].status;
        if (fault.call == CALLS) return 0;
        script->faults[script->fault_count++] = fault;
        return 1;
    }
    return 0;
}

static int parse_sizes(struct script *script, const char *word) {
    for (const char *next = word; next; next = strchr(next, '+'), next += next != NULL) {
        struct size *size = &script->sizes[script->size_count];
        if (script->size_count == MOST_SIZES || sscanf(next, "%dx%d", &size->width, &size->height) != 2) return 0;
        script->size_count++;
    }
    return 1;
}

static int parse_word(struct script *script, const char *word) {
    for (size_t i = 0; i < COUNT(switches); i++) {
        if (strcmp(word, switches[i].name)) continue;
        *(int *)((char *)script + switches[i].offset) = 1;
        return 1;
    }
    for (size_t i = 0; i < COUNT(numbers); i++) {
        size_t length = strlen(numbers[i].name);
        if (strncmp(word, numbers[i].name, length)) continue;
        *(long *)((char *)script + numbers[i].offset) = atol(word + length);
        return 1;
    }
    if (!strncmp(word, "size=", 5)) return parse_sizes(script, word + 5);
    /* An address that says nothing, as names of USB devices carry it. */
    if (!strncmp(word, "libusb:", 7)) return 1;
    return !strcmp(word, "page") || script_add_fault(script, word);
}

int script_parse(struct script *script, const char *name) {
    *script = (struct script){.pages = 3};
    char *words = strdup(name), *rest = words;
    int sound = words != NULL;
    for (char *word; sound && (word = strsep(&rest, ",")) != NULL;)
        if (*word) sound = parse_word(script, word);
    free(words);
    return sound;
}

static SANE_Status commit(const struct fault *fault, const volatile int *is_cancelled) {
    switch (fault->deed) {
    case DEED_SEGV: raise(SIGSEGV); break;
    case DEED_ABORT: abort();
    case DEED_EXIT: exit(3);
    case DEED_HANG: for (;;) pause();
    case DEED_STALL: while (!*is_cancelled) usleep(1000); break;
    case DEED_STATUS: break;
    }
    return fault->status;
}

SANE_Status script_strike(
    const struct script *script, enum call call, long page, long at, const volatile int *is_cancelled) {
    static const volatile int always = 1;
    for (int i = 0; i < script->fault_count; i++) {
        const struct fault *fault = &script->faults[i];
        if (fault->call != call || fault->at != at || (call == CALL_READ && fault->page != page)) continue;
        return commit(fault, is_cancelled ? is_cancelled : &always);
    }
    return SANE_STATUS_GOOD;
}

long script_next_read_fault(const struct script *script, long page, long at) {
    long next = -1;
    for (int i = 0; i < script->fault_count; i++) {
        const struct fault *fault = &script->faults[i];
        if (fault->call != CALL_READ || fault->page != page || fault->at < at) continue;
        if (next < 0 || fault->at < next) next = fault->at;
    }
    return next;
}
