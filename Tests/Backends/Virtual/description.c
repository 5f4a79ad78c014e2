#define _GNU_SOURCE
#include "description.h"
#include "folders.h"
#include "statement.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a device is whose name has no description in it. */
static const char standard[] =
    "vendor Noname\n"
    "model \"Virtual scanner\"\n"
    "type \"virtual device\"\n"
    "option source string list Flatbed ADF \"ADF Duplex\"\n"
    "option mode string list Lineart Gray Color default Gray\n"
    "option resolution int unit dpi list 75 150 300 600 1200\n"
    "option tl-x fixed unit mm range 0 215.9 0\n"
    "option tl-y fixed unit mm range 0 297 0\n"
    "option br-x fixed unit mm range 0 215.9 0 default 215.9\n"
    "option br-y fixed unit mm range 0 297 0 default 297\n"
    "reload source\n";

static int find(const char *name, char *path, size_t size) {
    char file[256];
    if (!*name || strchr(name, '/') || strlen(name) > 100) return 0;
    snprintf(file, sizeof file, "%s.device", name);
    if (folders_find(file, path, size)) return 1;
    snprintf(file, sizeof file, "devices/%s.device", name);
    return folders_find(file, path, size);
}

int description_exists(const char *name) {
    char path[4096];
    return find(name, path, sizeof path);
}

static int read_lines(struct reading *reading, FILE *file) {
    int is_sound = 1;
    while (is_sound && fgets(reading->text, sizeof reading->text, file)) {
        reading->line++;
        is_sound = statement_read(reading);
    }
    return is_sound;
}

int description_include(struct reading *reading, const char *name) {
    char path[4096];
    struct reading inner = *reading;
    if (reading->depth > 4) return statement_fault(reading, "includes itself");
    if (!find(name, path, sizeof path)) return statement_fault(reading, "no description \"%s\" to include", name);
    FILE *file = fopen(path, "re");
    if (!file) return statement_fault(reading, "cannot read \"%s\"", path);
    inner.path = path;
    inner.line = 0;
    inner.depth++;
    int is_sound = read_lines(&inner, file);
    fclose(file);
    return is_sound;
}

static int is_known(struct reading *reading, int line, const char *name) {
    const struct description *description = reading->description;
    for (int i = 0; i < description->option_count; i++)
        if (!strcmp(description->options[i].name, name)) return 1;
    reading->line = line;
    return statement_fault(reading, "there is no option \"%s\"", name);
}

/* What is said about options must be about options that there are. */
static int check_names(struct reading *reading) {
    const struct description *description = reading->description;
    int is_sound = 1;
    for (int i = 0; i < description->state_count; i++) {
        const struct state *state = description->states[i];
        for (int j = 0; j < state->condition_count; j++)
            is_sound &= is_known(reading, state->conditions[j].line, state->conditions[j].option);
    }
    for (int i = 0; i < description->rule_count; i++) {
        const struct rule *rule = &description->rules[i];
        is_sound &= is_known(reading, rule->line, rule->option);
        if (rule->condition.line) is_sound &= is_known(reading, rule->line, rule->condition.option);
    }
    return is_sound;
}

struct description *description_read(const char *name) {
    char path[4096] = "standard";
    struct description *description = calloc(1, sizeof *description);
    FILE *file = *name && find(name, path, sizeof path) ? fopen(path, "re") : NULL;
    if (!*name) file = fmemopen((void *)standard, sizeof standard - 1, "r");
    if (!description || !file) {
        if (file) fclose(file);
        free(description);
        return NULL;
    }
    *description = (struct description){
        .is_real = *name != 0, .type = "virtual device", .bed_width = 215.9, .bed_height = 297};
    snprintf(description->vendor, TEXT_BYTES, "Noname");
    snprintf(description->model, TEXT_BYTES, "%.100s", name);
    struct reading reading = {.description = description, .path = path};
    int is_sound = read_lines(&reading, file);
    if (is_sound && reading.state) is_sound = statement_fault(&reading, "\"when\" without \"end\"");
    if (is_sound) is_sound = check_names(&reading);
    fclose(file);
    if (is_sound) return description;
    description_free(description);
    return NULL;
}

static void free_lists(struct option *options, int count) {
    for (int i = 0; i < count; i++) {
        for (SANE_String_Const *text = options[i].texts; text && *text; text++) free((char *)*text);
        free(options[i].texts);
        free(options[i].numbers);
    }
}

void description_free(struct description *description) {
    if (!description) return;
    free_lists(description->options, description->option_count);
    for (int i = 0; i < description->state_count; i++) {
        free_lists(description->states[i]->options, description->states[i]->option_count);
        free(description->states[i]);
    }
    free(description);
}

int description_value(const struct option *option, const char *text, struct value *value) {
    char *end;
    if (option->type == SANE_TYPE_STRING) {
        snprintf(value->text, TEXT_BYTES, "%s", text);
        return 1;
    }
    if (option->type == SANE_TYPE_BOOL) {
        value->word = !strcmp(text, "yes");
        return value->word || !strcmp(text, "no");
    }
    double number = strtod(text, &end);
    double scaled = option->type == SANE_TYPE_FIXED ? number * (1 << SANE_FIXED_SCALE_SHIFT) : number;
    scaled += scaled < 0 ? -0.5 : 0.5;
    /* 32768 is what is printed for the greatest fixed-point number. */
    value->word = scaled >= INT_MAX ? INT_MAX : scaled <= INT_MIN ? INT_MIN : (SANE_Word)scaled;
    return end != text && !*end;
}
