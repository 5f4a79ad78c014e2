/* What a device's name, or the words of a description, ask for: docs/virtual-devices.md has the list. */
#pragma once
#include <sane/sane.h>

enum call {
    CALL_INIT, CALL_LIST, CALL_OPEN, CALL_DESCRIPTOR, CALL_OPTION, CALL_START, CALL_PARAMETERS, CALL_READ,
    CALL_CANCEL, CALL_CLOSE, CALL_EXIT, CALLS
};

extern const char *const call_names[CALLS];

enum deed { DEED_SEGV, DEED_ABORT, DEED_EXIT, DEED_QUIT, DEED_HANG, DEED_STALL, DEED_GONE, DEED_STATUS };

/* A deed and its place. */
struct fault {
    enum deed deed;
    SANE_Status status;
    enum call call;
    /* `page` counts from 1; `at` is calls before, or bytes of the page in a read. `and_later`: there and behind it. */
    long page, at;
    int and_later;
    /* In all processes together; 0 is without end. */
    long times;
    /* Of a hang; 0 is for ever. */
    double seconds;
    char word[64];
};

/* Pixels, or tenths of millimetres. */
struct size {
    long width, height;
    int is_paper;
};

enum picture { PICTURE_PATTERN, PICTURE_PAPER, PICTURE_WHITE, PICTURE_BLACK };

enum { MOST_FAULTS = 16, MOST_SIZES = 16, NAME_BYTES = 512 };

struct script {
    struct fault faults[MOST_FAULTS];
    int fault_count;
    struct size sizes[MOST_SIZES];
    int size_count;
    long pages, depth, pad, surplus, missing, extra, chunk;
    /* Microseconds that each call takes. */
    long delays[CALLS];
    int once, glass_only, feeder_only, unknown_lines, trickle, forks, asks, fuzzy, three_frames, tray, sticky, grudge,
        prints, turned_backs, plain;
    enum picture picture;
    /* Options that are announced, and bytes that a string's reading writes. */
    long options, overrun;
    /* Listed so many seconds after the world began, from this listing on; seconds until it is back at `back`. */
    long late, listing, back_after;
    char back[NAME_BYTES], user[64], password[64];
    /* The description that it begins with. */
    char description[128];
};

/* Starts a script with what holds when no word is said. */
void script_begin(struct script *script);

/* Adds the words of a list with commas. 0, with a line on stderr, when a word is unknown. */
int script_add(struct script *script, const char *words);

/* Parses one fault word and adds it. 0 when it is none. */
int script_add_fault(struct script *script, const char *word);
