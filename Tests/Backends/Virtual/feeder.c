/* Which side of which sheet comes next. */
#define _GNU_SOURCE
#include "device.h"
#include "state.h"

#include <string.h>

static int says(const char *text, const char *word) {
    return strcasestr(text, word) != NULL;
}

/* Whether an option, by whatever name drivers have for it, asks for both sides. */
static int wants_both(const struct device *device) {
    static const char *const names[] = {"adf-mode", "adf_mode", "duplex", "scan-mode"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        int option = options_active(device, names[i]);
        if (option < 0) continue;
        if (device->options[option].type == SANE_TYPE_BOOL ? device->values[option].word
                                                           : says(device->values[option].text, "duplex"))
            return 1;
    }
    return 0;
}

struct feeding feeder_feeding(const struct device *device) {
    int source = options_active(device, "source");
    const char *text = source < 0 ? device->description->type : device->values[source].text;
    int is_feeder = says(text, "adf") || says(text, "feeder") || says(text, "card") || says(text, "duplex");
    if (source < 0) is_feeder = says(text, "sheet-fed") && !says(text, "flatbed");
    return (struct feeding){
        .is_feeder = is_feeder,
        .is_duplex = is_feeder && (says(text, "duplex") || wants_both(device)),
        .is_back = is_feeder && says(text, "back"),
    };
}

static long taken(const struct device *device) {
    return device->script.tray ? state_get("fed", device->key) : device->fed;
}

long feeder_left(const struct device *device) {
    return device->script.pages - taken(device);
}

SANE_Status feeder_next(struct device *device) {
    struct feeding feeding = feeder_feeding(device);
    if (device->is_stuck) return SANE_STATUS_NO_DOCS;
    if (!feeding.is_feeder) {
        device->sheet = device->page + 1;
        device->side = SIDE_FRONT;
    } else if (feeding.is_duplex && device->page && device->is_scanning && device->side == SIDE_FRONT) {
        device->side = SIDE_BACK;
    } else {
        if (feeder_left(device) <= 0) {
            device->is_stuck = device->script.sticky;
            return SANE_STATUS_NO_DOCS;
        }
        device->fed++;
        device->sheet = device->script.tray ? state_add("fed", device->key, 1) + 1 : device->fed;
        device->side = feeding.is_back ? SIDE_BACK : SIDE_FRONT;
    }
    device->page++;
    return SANE_STATUS_GOOD;
}
