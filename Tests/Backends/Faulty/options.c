#include "device.h"

#include <sane/saneopts.h>
#include <string.h>

static const SANE_String_Const both_sources[] = {"Flatbed", "ADF", "ADF Duplex", NULL};
static const SANE_String_Const glass[] = {"Flatbed", NULL};
static const SANE_String_Const feeder[] = {"ADF", "ADF Duplex", NULL};
static const SANE_String_Const modes[] = {"Lineart", "Gray", "Color", NULL};
static const SANE_Word resolutions[] = {5, 75, 150, 300, 600, 1200};
static const SANE_Range width = {0, SANE_FIX(215.9), 0};
static const SANE_Range height = {0, SANE_FIX(297), 0};

enum { WORD_BYTES = 16 };

static SANE_Option_Descriptor choice(const char *name, const SANE_String_Const *words) {
    return (SANE_Option_Descriptor){
        .name = name, .title = name, .desc = "", .type = SANE_TYPE_STRING, .size = WORD_BYTES,
        .cap = SANE_CAP_SOFT_SELECT | SANE_CAP_SOFT_DETECT, .constraint_type = SANE_CONSTRAINT_STRING_LIST,
        .constraint = {.string_list = words},
    };
}

static SANE_Option_Descriptor distance(const char *name, const SANE_Range *range) {
    return (SANE_Option_Descriptor){
        .name = name, .title = name, .desc = "", .type = SANE_TYPE_FIXED, .unit = SANE_UNIT_MM,
        .size = sizeof(SANE_Word), .cap = SANE_CAP_SOFT_SELECT | SANE_CAP_SOFT_DETECT,
        .constraint_type = SANE_CONSTRAINT_RANGE, .constraint = {.range = range},
    };
}

void options_prepare(struct device *device) {
    const SANE_String_Const *sources =
        device->script.glass_only ? glass : device->script.feeder_only ? feeder : both_sources;
    SANE_Option_Descriptor *options = device->options;
    options[OPTION_COUNT] = (SANE_Option_Descriptor){
        .name = "", .title = "", .desc = "", .type = SANE_TYPE_INT, .size = sizeof(SANE_Word),
        .cap = SANE_CAP_SOFT_DETECT,
    };
    options[OPTION_SOURCE] = choice(SANE_NAME_SCAN_SOURCE, sources);
    options[OPTION_MODE] = choice(SANE_NAME_SCAN_MODE, modes);
    options[OPTION_RESOLUTION] = (SANE_Option_Descriptor){
        .name = SANE_NAME_SCAN_RESOLUTION, .title = "", .desc = "", .type = SANE_TYPE_INT, .unit = SANE_UNIT_DPI,
        .size = sizeof(SANE_Word), .cap = SANE_CAP_SOFT_SELECT | SANE_CAP_SOFT_DETECT,
        .constraint_type = SANE_CONSTRAINT_WORD_LIST, .constraint = {.word_list = resolutions},
    };
    options[OPTION_LEFT] = distance(SANE_NAME_SCAN_TL_X, &width);
    options[OPTION_TOP] = distance(SANE_NAME_SCAN_TL_Y, &height);
    options[OPTION_RIGHT] = distance(SANE_NAME_SCAN_BR_X, &width);
    options[OPTION_BOTTOM] = distance(SANE_NAME_SCAN_BR_Y, &height);
    device->source = sources[0];
    device->mode = modes[1];
    device->words[OPTION_COUNT] = device->script.options ? (SANE_Word)device->script.options : OPTIONS;
    device->words[OPTION_RESOLUTION] = 75;
    device->words[OPTION_RIGHT] = width.max;
    device->words[OPTION_BOTTOM] = height.max;
}

static const char **choice_of(struct device *device, SANE_Int option) {
    return option == OPTION_SOURCE ? &device->source : option == OPTION_MODE ? &device->mode : NULL;
}

SANE_Status options_read(struct device *device, SANE_Int option, void *value) {
    const char **chosen = choice_of(device, option);
    if (chosen) strncpy(value, *chosen, WORD_BYTES + (size_t)device->script.overrun);
    else *(SANE_Word *)value = device->words[option];
    return SANE_STATUS_GOOD;
}

SANE_Status options_write(struct device *device, SANE_Int option, void *value, SANE_Int *info) {
    const char **chosen = choice_of(device, option);
    if (option == OPTION_COUNT) return SANE_STATUS_INVAL;
    if (!chosen) {
        device->words[option] = *(SANE_Word *)value;
        if (info) *info |= SANE_INFO_RELOAD_PARAMS;
        return SANE_STATUS_GOOD;
    }
    for (const SANE_String_Const *word = device->options[option].constraint.string_list; *word; word++) {
        if (strcmp(*word, value)) continue;
        *chosen = *word;
        if (info) *info |= SANE_INFO_RELOAD_PARAMS | (option == OPTION_SOURCE ? SANE_INFO_RELOAD_OPTIONS : 0);
        return SANE_STATUS_GOOD;
    }
    return SANE_STATUS_INVAL;
}
