/* A kind of device, as a file NAME.device describes it: docs/virtual-devices.md has the language. */
#pragma once
#include <sane/sane.h>

enum { MOST_OPTIONS = 128, MOST_RULES = 48, MOST_VALUES = 16, MOST_OVERRIDES = 32, TEXT_BYTES = 128 };

/* An option's value: of a string, or of anything else. */
struct value {
    SANE_Word word;
    char text[TEXT_BYTES];
};

struct option {
    char name[64];
    SANE_Value_Type type;
    SANE_Unit unit;
    SANE_Int cap;
    /* Of an array; else 1. */
    int words;
    SANE_Constraint_Type constraint;
    SANE_Range range;
    /* Both as SANE wants them: the count first, NULL last. */
    SANE_Word *numbers;
    SANE_String_Const *texts;
    int has_value;
    struct value value;
};

/* An option that has one of some values; with no value at all, whatever it has. */
struct condition {
    int line;
    char option[64];
    int count;
    char values[MOST_VALUES][TEXT_BYTES];
};

/* Options that are others while all conditions hold. */
struct state {
    struct condition conditions[3];
    int condition_count;
    struct option options[MOST_OVERRIDES];
    int option_count;
};

enum rule_kind {
    RULE_RESET,   /* a set that fulfils the condition throws `option` back to `value` */
    RULE_FOLLOW,  /* the maximum of `option` is the value of the condition's option while that one is active */
    RULE_COPY,    /* the value of `option` is that of the condition's option */
    RULE_ROUND,   /* the driver rounds `option` to multiples of `value`, whatever its descriptor says */
    RULE_INEXACT, /* a set of `option` always says that it was not exact */
    RULE_HOLD,    /* a set of `option` has no effect unless the condition holds */
    RULE_RELOAD,  /* a set of `option` always says that options have changed */
    RULE_SILENT,  /* a set of `option` never says so */
};

struct rule {
    enum rule_kind kind;
    int line;
    struct condition condition;
    char option[64];
    char value[TEXT_BYTES];
};

struct description {
    /* It is a real device's, and no stand-in for a name without a description. */
    int is_real;
    char vendor[TEXT_BYTES], model[TEXT_BYTES], type[TEXT_BYTES], words[TEXT_BYTES];
    /* Millimetres that a device scans which has no options for it. */
    double bed_width, bed_height;
    struct option options[MOST_OPTIONS];
    int option_count;
    struct state *states[MOST_RULES];
    int state_count;
    struct rule rules[MOST_RULES];
    int rule_count;
};

/* Whether there is NAME.device in a folder of SANE_CONFIG_DIR, or in the folder `devices` in one. */
int description_exists(const char *name);

/* Reads a description; NULL, with file and line on stderr, when it is not sound. To be freed with description_free. */
struct description *description_read(const char *name);
void description_free(struct description *description);

/* Parses a value for an option. 0 when it is none. */
int description_value(const struct option *option, const char *text, struct value *value);
