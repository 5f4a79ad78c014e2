#define _GNU_SOURCE
#include "statement.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int statement_fault(const struct reading *reading, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", reading->path, reading->line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return 0;
}

/* In quotes, a backslash takes the next character as it is. */
int statement_split(char *text, char **tokens) {
    int count = 0;
    for (char *in = text; *in && count < MOST_TOKENS;) {
        if (strchr(" \t\r\n", *in)) {
            in++;
            continue;
        }
        if (*in == '#') break;
        char *out = in;
        tokens[count++] = out;
        if (*in == '"') {
            for (in++; *in && *in != '"'; in++) {
                if (*in == '\\' && in[1]) in++;
                *out++ = *in;
            }
            if (!*in) return -1;
            in++;
        } else {
            while (*in && !strchr(" \t\r\n", *in)) in++;
            out = in;
        }
        if (*in) in++;
        *out = 0;
    }
    tokens[count] = NULL;
    return count;
}

static int copy(struct reading *reading, char *text, size_t size) {
    if (reading->count != 2) return statement_fault(reading, "\"%s\" takes one word", reading->tokens[0]);
    snprintf(text, size, "%s", reading->tokens[1]);
    return 1;
}

/* OPTION [VALUE ...] from token `from` to before token `to`. */
static int read_condition(struct reading *reading, struct condition *condition, int from, int to) {
    if (from >= to || to - from - 1 > MOST_VALUES) return statement_fault(reading, "a condition is OPTION VALUE ...");
    condition->line = reading->line;
    snprintf(condition->option, sizeof condition->option, "%s", reading->tokens[from]);
    for (int i = from + 1; i < to; i++)
        snprintf(condition->values[condition->count++], TEXT_BYTES, "%s", reading->tokens[i]);
    return 1;
}

static int token(const struct reading *reading, const char *word, int from) {
    while (from < reading->count && strcmp(reading->tokens[from], word)) from++;
    return from;
}

/* when OPTION VALUE ... [and OPTION VALUE ...] */
static int read_when(struct reading *reading) {
    struct description *description = reading->description;
    if (reading->state) return statement_fault(reading, "\"when\" within \"when\"");
    if (description->state_count == MOST_RULES) return statement_fault(reading, "too many states");
    struct state *state = calloc(1, sizeof *state);
    if (!state) return 0;
    description->states[description->state_count++] = reading->state = state;
    for (int from = 1; from < reading->count;) {
        int to = token(reading, "and", from);
        if (state->condition_count == 3) return statement_fault(reading, "more than three conditions");
        if (!read_condition(reading, &state->conditions[state->condition_count++], from, to)) return 0;
        from = to + 1;
    }
    return 1;
}

static int read_end(struct reading *reading) {
    if (!reading->state) return statement_fault(reading, "\"end\" without \"when\"");
    reading->state = NULL;
    return 1;
}

static int read_option(struct reading *reading) {
    struct description *description = reading->description;
    struct state *state = reading->state;
    int count = state ? state->option_count : description->option_count;
    if (count == (state ? MOST_OVERRIDES : MOST_OPTIONS - 1)) return statement_fault(reading, "too many options");
    struct option *option = state ? &state->options[count] : &description->options[count];
    int known = state ? description->option_count : count, is_known = 0;
    *(state ? &state->option_count : &description->option_count) += 1;
    if (!option_read(reading, option)) return 0;
    for (int i = 0; i < known; i++)
        is_known |= *option->name && !strcmp(option->name, description->options[i].name);
    if (state) return is_known || statement_fault(reading, "there is no option \"%s\" to change", option->name);
    return !is_known || statement_fault(reading, "a second option \"%s\"", option->name);
}

static int read_bed(struct reading *reading) {
    if (reading->count != 3) return statement_fault(reading, "bed WIDTH HEIGHT");
    reading->description->bed_width = atof(reading->tokens[1]);
    reading->description->bed_height = atof(reading->tokens[2]);
    return 1;
}

/* The rules: where their parts are. 0 is "not there"; `condition` ends at the word `until`, or at the line's end. */
static const struct {
    const char *word;
    enum rule_kind kind;
    int option, value, condition;
    const char *until;
    const char *form;
} rules[] = {
    {"on-set", RULE_RESET, -2, -1, 1, "reset", "on-set OPTION [VALUE ...] reset OTHER VALUE"},
    {"follow", RULE_FOLLOW, 1, 0, 2, NULL, "follow OPTION OTHER"},
    {"copy", RULE_COPY, 1, 0, 2, NULL, "copy OPTION OTHER"},
    {"round", RULE_ROUND, 1, 2, 0, NULL, "round OPTION STEP"},
    {"inexact", RULE_INEXACT, 1, 0, 0, NULL, "inexact OPTION"},
    {"hold", RULE_HOLD, 1, 0, 3, NULL, "hold OPTION unless OTHER VALUE ..."},
    {"reload", RULE_RELOAD, 1, 0, 0, NULL, "reload OPTION"},
    {"silent", RULE_SILENT, 1, 0, 0, NULL, "silent OPTION"},
};

static int read_rule(struct reading *reading, size_t number) {
    struct description *description = reading->description;
    int until = rules[number].until ? token(reading, rules[number].until, 1) : reading->count;
    int option = rules[number].option, value = rules[number].value;
    if (option < 0) option += reading->count;
    if (value < 0) value += reading->count;
    int is_whole = option > 0 && option < reading->count && value < reading->count
        && (!rules[number].until || until == option - 1)
        && (!rules[number].condition || rules[number].condition < until);
    if (!is_whole) return statement_fault(reading, "%s", rules[number].form);
    if (description->rule_count == MOST_RULES) return statement_fault(reading, "too many rules");
    struct rule *rule = &description->rules[description->rule_count++];
    rule->kind = rules[number].kind;
    rule->line = reading->line;
    snprintf(rule->option, sizeof rule->option, "%s", reading->tokens[option]);
    if (value) snprintf(rule->value, sizeof rule->value, "%s", reading->tokens[value]);
    return !rules[number].condition || read_condition(reading, &rule->condition, rules[number].condition, until);
}

int statement_read(struct reading *reading) {
    struct description *description = reading->description;
    reading->count = statement_split(reading->text, reading->tokens);
    if (reading->count < 0) return statement_fault(reading, "a quote that does not end");
    if (!reading->count) return 1;
    const char *word = reading->tokens[0];
    if (!strcmp(word, "option") || !strcmp(word, "group")) return read_option(reading);
    if (!strcmp(word, "when")) return read_when(reading);
    if (!strcmp(word, "end")) return read_end(reading);
    if (!strcmp(word, "vendor")) return copy(reading, description->vendor, TEXT_BYTES);
    if (!strcmp(word, "model")) return copy(reading, description->model, TEXT_BYTES);
    if (!strcmp(word, "type")) return copy(reading, description->type, TEXT_BYTES);
    if (!strcmp(word, "words")) return copy(reading, description->words, TEXT_BYTES);
    if (!strcmp(word, "bed")) return read_bed(reading);
    if (!strcmp(word, "include") && reading->count == 2) return description_include(reading, reading->tokens[1]);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (!strcmp(word, rules[i].word)) return read_rule(reading, i);
    return statement_fault(reading, "\"%s\" is no statement", word);
}
