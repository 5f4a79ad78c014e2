/* The statement "option". */
#define _GNU_SOURCE
#include "statement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    const char *word;
    int value;
};

static const struct word types[] = {
    {"bool", SANE_TYPE_BOOL}, {"int", SANE_TYPE_INT}, {"fixed", SANE_TYPE_FIXED}, {"string", SANE_TYPE_STRING},
    {"button", SANE_TYPE_BUTTON}, {"int-array", SANE_TYPE_INT}, {NULL, 0},
};

static const struct word units[] = {
    {"dpi", SANE_UNIT_DPI}, {"mm", SANE_UNIT_MM}, {"pel", SANE_UNIT_PIXEL}, {"bit", SANE_UNIT_BIT},
    {"percent", SANE_UNIT_PERCENT}, {"us", SANE_UNIT_MICROSECOND}, {NULL, 0},
};

static const struct word flags[] = {
    {"inactive", SANE_CAP_INACTIVE}, {"advanced", SANE_CAP_ADVANCED}, {"auto", SANE_CAP_AUTOMATIC},
    {"emulated", SANE_CAP_EMULATED}, {"hw", SANE_CAP_HARD_SELECT}, {"ro", 0}, {NULL, 0},
};

static const struct word *find(const struct word *table, const char *word) {
    while (word && table->word && strcmp(table->word, word)) table++;
    return word && table->word ? table : NULL;
}

static int is_keyword(const char *word) {
    return !strcmp(word, "default") || find(flags, word);
}

/* A list ends at the next keyword: a value that is one stands in a list of its own form, "\default". */
static int read_list(struct reading *reading, struct option *option, int from) {
    int to = from;
    while (to < reading->count && !is_keyword(reading->tokens[to])) to++;
    int count = to - from;
    if (!count) return statement_fault(reading, "an empty list"), -1;
    if (option->type == SANE_TYPE_STRING) {
        option->constraint = SANE_CONSTRAINT_STRING_LIST;
        option->texts = calloc((size_t)count + 1, sizeof *option->texts);
        for (int i = 0; option->texts && i < count; i++) {
            const char *text = reading->tokens[from + i];
            option->texts[i] = strdup(text + (*text == '\\'));
        }
    } else {
        struct value value;
        option->constraint = SANE_CONSTRAINT_WORD_LIST;
        option->numbers = calloc((size_t)count + 1, sizeof *option->numbers);
        if (option->numbers) option->numbers[0] = count;
        for (int i = 0; option->numbers && i < count; i++) {
            if (!description_value(option, reading->tokens[from + i], &value))
                return statement_fault(reading, "\"%s\" is no number", reading->tokens[from + i]), -1;
            option->numbers[i + 1] = value.word;
        }
    }
    return to;
}

/* The words of a description are printed numbers: the step that is meant is a few units off. */
static SANE_Word meant(const SANE_Range *range, SANE_Word word) {
    if (range->quant <= 0) return word;
    long long steps = ((long long)word - range->min + range->quant / 2) / range->quant;
    long long exact = range->min + steps * range->quant;
    return exact - word < 33 && word - exact < 33 ? (SANE_Word)exact : word;
}

static int read_range(struct reading *reading, struct option *option, int from) {
    SANE_Word *parts[] = {&option->range.min, &option->range.max, &option->range.quant};
    struct value value;
    for (int i = 0; i < 3; i++) {
        const char *text = reading->tokens[from + i];
        if (from + i >= reading->count || option->type == SANE_TYPE_STRING || !description_value(option, text, &value))
            return statement_fault(reading, "range MINIMUM MAXIMUM STEP"), -1;
        *parts[i] = value.word;
    }
    option->constraint = SANE_CONSTRAINT_RANGE;
    if (option->type == SANE_TYPE_FIXED) option->range.max = meant(&option->range, option->range.max);
    return from + 3;
}

/* Reads what stands at token `place` and returns the place behind it, -1 when it is not sound. */
static int read_part(struct reading *reading, struct option *option, int place) {
    const char *word = reading->tokens[place], *next = reading->tokens[place + 1];
    if (!strcmp(word, "list")) return read_list(reading, option, place + 1);
    if (!strcmp(word, "range")) return read_range(reading, option, place + 1);
    if (!strcmp(word, "unit") && find(units, next)) {
        option->unit = (SANE_Unit)find(units, next)->value;
        return place + 2;
    }
    if (!strcmp(word, "size") && next && atoi(next) > 0 && atoi(next) <= 65536) {
        option->words = atoi(next);
        return place + 2;
    }
    if (!strcmp(word, "default") && next && description_value(option, next, &option->value)) {
        option->has_value = 1;
        return place + 2;
    }
    const struct word *flag = find(flags, word);
    if (!flag) return statement_fault(reading, "\"%s\" is out of place in an option", word), -1;
    if (!strcmp(word, "hw") || !strcmp(word, "ro")) option->cap &= ~SANE_CAP_SOFT_SELECT;
    option->cap |= flag->value;
    return place + 1;
}

/* What an option is when no default is given: the first of a list, or what is nearest to 0. */
static void choose_value(struct option *option) {
    if (option->texts) snprintf(option->value.text, TEXT_BYTES, "%s", option->texts[0]);
    else if (option->numbers) option->value.word = option->numbers[1];
    else if (option->constraint != SANE_CONSTRAINT_RANGE) return;
    else if (option->range.min > 0) option->value.word = option->range.min;
    else if (option->range.max < 0) option->value.word = option->range.max;
}

int option_read(struct reading *reading, struct option *option) {
    *option = (struct option){.words = 1, .cap = SANE_CAP_SOFT_SELECT | SANE_CAP_SOFT_DETECT};
    if (!strcmp(reading->tokens[0], "group")) {
        option->type = SANE_TYPE_GROUP;
        option->cap = 0;
        snprintf(option->value.text, TEXT_BYTES, "%s", reading->count == 2 ? reading->tokens[1] : "");
        return reading->count == 2 ? 1 : statement_fault(reading, "group TITLE");
    }
    const struct word *type = reading->count > 2 ? find(types, reading->tokens[2]) : NULL;
    if (!type) return statement_fault(reading, "option NAME bool|int|fixed|string|button|int-array ...");
    snprintf(option->name, sizeof option->name, "%s", reading->tokens[1]);
    option->type = (SANE_Value_Type)type->value;
    if (!strcmp(type->word, "int-array")) option->words = 256;
    for (int place = 3; place < reading->count;) {
        place = read_part(reading, option, place);
        if (place < 0) return 0;
    }
    if (!option->has_value) choose_value(option);
    else if (option->type == SANE_TYPE_FIXED) option->value.word = meant(&option->range, option->value.word);
    return 1;
}
