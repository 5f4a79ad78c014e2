#define _GNU_SOURCE
#include "device.h"

#include <sane/saneopts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int options_find(const struct device *device, const char *name) {
    for (int i = 1; i < device->option_count; i++)
        if (!strcmp(device->options[i].name, name)) return i;
    return -1;
}

int options_active(const struct device *device, const char *name) {
    int option = options_find(device, name);
    return option >= 0 && SANE_OPTION_IS_ACTIVE(device->options[option].cap) ? option : -1;
}

double options_number(const struct device *device, int option) {
    SANE_Word word = device->values[option].word;
    if (device->options[option].type == SANE_TYPE_STRING) return atof(device->values[option].text);
    return device->options[option].type == SANE_TYPE_FIXED ? SANE_UNFIX(word) : word;
}

int options_fulfil(const struct device *device, const struct condition *condition) {
    int option = options_find(device, condition->option);
    if (option < 0) return 0;
    for (int i = 0; i < condition->count; i++) {
        struct value value;
        if (!description_value(&device->options[option], condition->values[i], &value)) continue;
        int is_same = device->options[option].type == SANE_TYPE_STRING
            ? !strcmp(value.text, device->values[option].text) : value.word == device->values[option].word;
        if (is_same) return 1;
    }
    return !condition->count;
}

/* Bytes that a value takes: of a string, room for the longest of its list. */
static SANE_Int size_of(const struct option *option) {
    size_t longest = option->texts ? 0 : 64;
    for (SANE_String_Const *text = option->texts; text && *text; text++)
        if (strlen(*text) >= longest) longest = strlen(*text) + 1;
    switch (option->type) {
    case SANE_TYPE_STRING: return (SANE_Int)longest;
    case SANE_TYPE_BUTTON:
    case SANE_TYPE_GROUP: return 0;
    default: return (SANE_Int)sizeof(SANE_Word) * option->words;
    }
}

static void describe(struct device *device, int number) {
    struct option *option = &device->options[number];
    SANE_Option_Descriptor *descriptor = &device->descriptors[number];
    *descriptor = (SANE_Option_Descriptor){
        .name = option->type == SANE_TYPE_GROUP ? NULL : option->name,
        .title = option->type == SANE_TYPE_GROUP ? option->value.text : option->name,
        .desc = "",
        .type = option->type,
        .unit = option->unit,
        .size = size_of(option),
        .cap = option->cap,
        .constraint_type = option->constraint,
    };
    if (option->constraint == SANE_CONSTRAINT_RANGE) descriptor->constraint.range = &option->range;
    if (option->constraint == SANE_CONSTRAINT_WORD_LIST) descriptor->constraint.word_list = option->numbers;
    if (option->constraint == SANE_CONSTRAINT_STRING_LIST) descriptor->constraint.string_list = option->texts;
}

static void enter_states(struct device *device) {
    struct description *description = device->description;
    for (int i = 0; i < description->state_count; i++) {
        const struct state *state = description->states[i];
        int holds = 1, was_in = device->is_in_state[i];
        for (int j = 0; j < state->condition_count; j++) holds &= options_fulfil(device, &state->conditions[j]);
        device->is_in_state[i] = (char)holds;
        for (int j = 0; holds && j < state->option_count; j++) {
            int option = options_find(device, state->options[j].name);
            if (option < 0) continue;
            device->options[option] = state->options[j];
            if (!was_in && state->options[j].has_value) device->values[option] = state->options[j].value;
        }
    }
}

static void copy(struct device *device, const struct rule *rule) {
    int option = options_find(device, rule->option), source = options_active(device, rule->condition.option);
    if (option >= 0 && source >= 0) device->values[option] = device->values[source];
}

static void follow(struct device *device) {
    for (int i = 0; i < device->description->rule_count; i++) {
        const struct rule *rule = &device->description->rules[i];
        if (rule->kind == RULE_COPY) copy(device, rule);
        if (rule->kind != RULE_FOLLOW) continue;
        int option = options_find(device, rule->option), leader = options_active(device, rule->condition.option);
        if (option >= 0 && leader >= 0) device->options[option].range.max = device->values[leader].word;
    }
}

void options_settle(struct device *device) {
    struct description *description = device->description;
    for (int i = 0; i < description->option_count; i++) device->options[i + 1] = description->options[i];
    enter_states(device);
    follow(device);
    for (int i = 1; i < device->option_count; i++) {
        const struct option *option = &device->options[i];
        if (option->constraint == SANE_CONSTRAINT_RANGE && option->words == 1) {
            SANE_Word *word = &device->values[i].word;
            if (*word > option->range.max) *word = option->range.max;
            if (*word < option->range.min) *word = option->range.min;
        }
        describe(device, i);
    }
}

/* The words "glass" and "feeder": only the sources that are one. */
static void keep_sources(struct device *device, int is_wanted_feeder) {
    int source = options_find(device, SANE_NAME_SCAN_SOURCE);
    if (source < 0 || !device->options[source].texts) return;
    SANE_String_Const *in = device->description->options[source - 1].texts, *out = in;
    for (; *in; in++) {
        snprintf(device->values[source].text, TEXT_BYTES, "%s", *in);
        if (feeder_feeding(device).is_feeder == is_wanted_feeder) *out++ = *in;
        else free((char *)*in);
    }
    *out = NULL;
    const char *first = device->description->options[source - 1].texts[0];
    snprintf(device->values[source].text, TEXT_BYTES, "%s", first ? first : "");
}

int options_prepare(struct device *device) {
    struct description *description = device->description;
    device->option_count = description->option_count + 1;
    device->options[0] = (struct option){.type = SANE_TYPE_INT, .cap = SANE_CAP_SOFT_DETECT, .words = 1};
    device->values[0].word = device->script.options ? (SANE_Word)device->script.options : device->option_count;
    describe(device, 0);
    for (int i = 1; i < device->option_count; i++) {
        device->options[i] = description->options[i - 1];
        device->values[i] = description->options[i - 1].value;
        if (device->options[i].words == 1) continue;
        device->arrays[i] = calloc((size_t)device->options[i].words, sizeof(SANE_Word));
        if (!device->arrays[i]) return 0;
        for (int word = 0; word < device->options[i].words; word++) device->arrays[i][word] = word % 256;
    }
    if (device->script.glass_only) keep_sources(device, 0);
    if (device->script.feeder_only) keep_sources(device, 1);
    options_settle(device);
    return 1;
}
