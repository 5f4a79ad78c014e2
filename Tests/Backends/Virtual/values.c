/* Values read and written. */
#define _GNU_SOURCE
#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

SANE_Status values_read(struct device *device, SANE_Int option, void *value) {
    const struct option *read = &device->options[option];
    if (!SANE_OPTION_IS_ACTIVE(read->cap) || read->type == SANE_TYPE_GROUP || read->type == SANE_TYPE_BUTTON)
        return SANE_STATUS_INVAL;
    size_t size = (size_t)device->descriptors[option].size;
    if (read->type == SANE_TYPE_STRING) {
        memset(value, 0, size + (size_t)device->script.overrun);
        memcpy(value, device->values[option].text, strnlen(device->values[option].text, size - 1));
    } else if (device->arrays[option]) memcpy(value, device->arrays[option], size);
    else *(SANE_Word *)value = device->values[option].word;
    if (!strcmp(read->name, "page-loaded")) *(SANE_Word *)value = feeder_left(device) > 0;
    return SANE_STATUS_GOOD;
}

const char *values_text(const struct device *device, SANE_Int option, const void *given, char *text, size_t size) {
    const struct option *written = &device->options[option];
    SANE_Word word = given && written->type != SANE_TYPE_STRING ? *(const SANE_Word *)given : 0;
    if (!given || written->type == SANE_TYPE_BUTTON) snprintf(text, size, "press");
    else if (written->words > 1) snprintf(text, size, "%d words", written->words);
    else if (written->type == SANE_TYPE_STRING)
        snprintf(text, size, "%.*s", (int)device->descriptors[option].size, (const char *)given);
    else if (written->type == SANE_TYPE_BOOL) snprintf(text, size, "%s", word ? "yes" : "no");
    else snprintf(text, size, "%.8g", written->type == SANE_TYPE_FIXED ? SANE_UNFIX(word) : word);
    return text;
}

static const struct rule *rule_for(const struct device *device, enum rule_kind kind, int option) {
    for (int i = 0; i < device->description->rule_count; i++) {
        const struct rule *rule = &device->description->rules[i];
        if (rule->kind == kind && !strcmp(rule->option, device->options[option].name)) return rule;
    }
    return NULL;
}

/* To the nearest step from the minimum that is not beyond the maximum. */
static SANE_Word step(const SANE_Range *range, SANE_Word word) {
    if (word < range->min) word = range->min;
    if (word > range->max) word = range->max;
    if (range->quant <= 0) return word;
    long long steps = ((long long)word - range->min + range->quant / 2) / range->quant;
    long long stepped = range->min + steps * range->quant;
    return (SANE_Word)(stepped > range->max ? stepped - range->quant : stepped);
}

static SANE_Word nearest(const SANE_Word *numbers, SANE_Word word) {
    SANE_Word best = numbers[1];
    for (int i = 1; i <= numbers[0]; i++)
        if (llabs((long long)numbers[i] - word) < llabs((long long)best - word)) best = numbers[i];
    return best;
}

static int is_in(const SANE_String_Const *texts, const char *text) {
    while (*texts && strcmp(*texts, text)) texts++;
    return *texts != NULL;
}

/* What the option makes of a value, as sanei_constrain_value does, and then as the driver does. */
static SANE_Status constrain(const struct device *device, SANE_Int number, struct value *value) {
    const struct option *option = &device->options[number];
    const struct rule *round = rule_for(device, RULE_ROUND, number);
    if (option->type == SANE_TYPE_STRING)
        return !option->texts || is_in(option->texts, value->text) ? SANE_STATUS_GOOD : SANE_STATUS_INVAL;
    if (option->type == SANE_TYPE_BOOL)
        return value->word == SANE_TRUE || value->word == SANE_FALSE ? SANE_STATUS_GOOD : SANE_STATUS_INVAL;
    if (option->constraint == SANE_CONSTRAINT_RANGE) value->word = step(&option->range, value->word);
    if (option->constraint == SANE_CONSTRAINT_WORD_LIST) value->word = nearest(option->numbers, value->word);
    struct value coarse;
    if (round && description_value(option, round->value, &coarse) && coarse.word > 0)
        value->word = (value->word + coarse.word / 2) / coarse.word * coarse.word;
    return SANE_STATUS_GOOD;
}

/* Carries out the resets that a set of this option brings with it. */
static void reset_others(struct device *device, SANE_Int option) {
    for (int i = 0; i < device->description->rule_count; i++) {
        const struct rule *rule = &device->description->rules[i];
        if (rule->kind != RULE_RESET || strcmp(rule->condition.option, device->options[option].name)) continue;
        int other = options_find(device, rule->option);
        if (other >= 0 && options_fulfil(device, &rule->condition))
            description_value(&device->options[other], rule->value, &device->values[other]);
    }
}

/* Everything that a frontend can see of the options, but for the value of one. */
static unsigned long fingerprint(const struct device *device, SANE_Int but) {
    unsigned long sum = 5381;
    for (int i = 1; i < device->option_count; i++) {
        const struct option *option = &device->options[i];
        const struct value *value = &device->values[i];
        unsigned long parts[] = {
            (unsigned long)option->cap, (unsigned long)option->range.min, (unsigned long)option->range.max,
            (unsigned long)option->range.quant, (unsigned long)option->texts, (unsigned long)option->numbers,
            i == but ? 0 : (unsigned long)value->word,
        };
        for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++) sum = sum * 33 + parts[j];
        for (const char *c = value->text; *c && i != but; c++) sum = sum * 33 + (unsigned char)*c;
    }
    return sum;
}

/* Takes a value that has been found good. */
static void take(struct device *device, SANE_Int option, const struct value *value, SANE_Int *info) {
    const struct rule *hold = rule_for(device, RULE_HOLD, option);
    unsigned long before = fingerprint(device, option);
    if (!hold || options_fulfil(device, &hold->condition)) device->values[option] = *value;
    else *info |= SANE_INFO_INEXACT;
    reset_others(device, option);
    options_settle(device);
    *info |= SANE_INFO_RELOAD_PARAMS;
    if (fingerprint(device, option) != before || rule_for(device, RULE_RELOAD, option))
        *info |= SANE_INFO_RELOAD_OPTIONS;
    if (rule_for(device, RULE_SILENT, option)) *info &= ~SANE_INFO_RELOAD_OPTIONS;
    if (rule_for(device, RULE_INEXACT, option)) *info |= SANE_INFO_INEXACT;
}

SANE_Status values_write(struct device *device, SANE_Int number, void *given, SANE_Int *info) {
    const struct option *option = &device->options[number];
    struct value value = device->values[number];
    if (!SANE_OPTION_IS_ACTIVE(option->cap) || !SANE_OPTION_IS_SETTABLE(option->cap)) return SANE_STATUS_INVAL;
    if (option->type == SANE_TYPE_BUTTON) return SANE_STATUS_GOOD;
    if (!given) return SANE_STATUS_INVAL;
    size_t size = (size_t)device->descriptors[number].size;
    if (device->arrays[number]) {
        memcpy(device->arrays[number], given, size);
        return SANE_STATUS_GOOD;
    }
    if (option->type == SANE_TYPE_STRING) {
        size_t length = strnlen(given, size < TEXT_BYTES ? size : TEXT_BYTES - 1);
        memset(value.text, 0, sizeof value.text);
        memcpy(value.text, given, length);
    } else value.word = *(SANE_Word *)given;
    struct value asked = value;
    SANE_Status status = constrain(device, number, &value);
    if (status != SANE_STATUS_GOOD) return status;
    take(device, number, &value, info);
    if (value.word != asked.word || device->values[number].word != value.word) *info |= SANE_INFO_INEXACT;
    if (*info & SANE_INFO_INEXACT && option->type != SANE_TYPE_STRING)
        *(SANE_Word *)given = device->values[number].word;
    return SANE_STATUS_GOOD;
}

SANE_Status values_reset(struct device *device, SANE_Int option, SANE_Int *info) {
    const struct option *reset = &device->options[option];
    if (!SANE_OPTION_IS_ACTIVE(reset->cap) || !(reset->cap & SANE_CAP_AUTOMATIC)) return SANE_STATUS_INVAL;
    struct value value = reset->value;
    take(device, option, &value, info);
    return SANE_STATUS_GOOD;
}
