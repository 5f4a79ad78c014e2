/* One line of a description. */
#pragma once
#include "description.h"

enum { MOST_TOKENS = 80 };

/* Where the reading is. */
struct reading {
    struct description *description;
    const char *path;
    int line, depth;
    char text[4096];
    /* The words of the line, without their quotes. */
    char *tokens[MOST_TOKENS + 4];
    int count;
    /* The `when` that is open. */
    struct state *state;
};

/* Obeys the line in `text`. 0, with file and line on stderr, when it is not sound. */
int statement_read(struct reading *reading);

/* Says what is wrong with the line, and returns 0. */
int statement_fault(const struct reading *reading, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Cuts `text` into its words, in place. Returns their count, or -1. */
int statement_split(char *text, char **tokens);

/* Reads the option in the tokens behind "option" or "group". */
int option_read(struct reading *reading, struct option *option);

/* Obeys the lines of another description. */
int description_include(struct reading *reading, const char *name);
