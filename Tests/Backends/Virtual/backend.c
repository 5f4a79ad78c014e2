/* The thirteen functions of a SANE backend; what its devices are and do wrong: docs/virtual-devices.md. */
#define _GNU_SOURCE
#include "calls.h"
#include "device.h"
#include "state.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static SANE_Auth_Callback authorize;

static void take_time(const struct script *script, enum call call) {
    if (script->prints) {
        printf("virtual scanner: %s\n", call_names[call]);
        fflush(stdout);
        fprintf(stderr, "virtual scanner: %s\n", call_names[call]);
    }
    if (script->delays[call]) usleep((useconds_t)script->delays[call]);
}

static SANE_Status answer(const struct device *device, enum call call, SANE_Status status) {
    if (status != SANE_STATUS_GOOD) calls_note("failed", device->name, "%s %d", call_names[call], (int)status);
    return status;
}

static SANE_Status strike_world(enum call call) {
    take_time(world_script(), call);
    return fault_strike(world_script(), &(struct place){"", call, 1, 0, NULL});
}

static SANE_Status strike(struct device *device, enum call call) {
    take_time(&device->script, call);
    return fault_strike(
        &device->script,
        &(struct place){device->key, call, device->page, device->done[call]++, &device->is_cancelled});
}

static int read_words(struct device *device, const char *words) {
    struct script script;
    script_begin(&script);
    if (device->description->is_real) script.picture = PICTURE_PAPER;
    if (!script_add(&script, device->description->words)) return 0;
    if (!script_add(&script, words)) return 0;
    device->script = script;
    return 1;
}

/* Takes up what virtual.conf says by now. 0 when the device is there no more. */
static int is_present(struct device *device) {
    char words[NAME_BYTES];
    long configuration = world_refresh();
    if (configuration != device->configuration) {
        device->configuration = configuration;
        if (world_words(device->key, words)) read_words(device, words);
        else if (device->is_plugged) device->is_gone = 1;
    }
    return !device->is_gone;
}

/* A call on the one thread that drives the device, which cancel need not be. */
static SANE_Status begin(struct device *device, enum call call) {
    if (!is_present(device)) return answer(device, call, SANE_STATUS_IO_ERROR);
    SANE_Status status = strike(device, call);
    if (status == SANE_STATUS_IO_ERROR && state_get("gone", device->key)) device->is_gone = 1;
    return answer(device, call, status);
}

SANE_Status sane_virtual_init(SANE_Int *version, SANE_Auth_Callback callback) {
    authorize = callback;
    calls_note("init", "", "%s", "");
    if (version) *version = SANE_VERSION_CODE(SANE_CURRENT_MAJOR, SANE_CURRENT_MINOR, 0);
    world_refresh();
    return strike_world(CALL_INIT);
}

void sane_virtual_exit(void) {
    calls_note("exit", "", "%s", "");
    strike_world(CALL_EXIT);
}

SANE_Status sane_virtual_get_devices(const SANE_Device ***list, SANE_Bool local_only) {
    (void)local_only;
    calls_note("list", "", "%s", "");
    world_refresh();
    SANE_Status status = strike_world(CALL_LIST);
    *list = world_list();
    return *list ? status : SANE_STATUS_NO_MEM;
}

static int is_admitted(const struct device *device) {
    char user[SANE_MAX_USERNAME_LEN] = "", password[SANE_MAX_PASSWORD_LEN] = "";
    if (authorize) authorize(device->name, user, password);
    return !strcmp(user, device->script.user) && !strcmp(password, device->script.password);
}

static void discard(struct device *device) {
    for (int i = 0; i < device->option_count; i++) free(device->arrays[i]);
    description_free(device->description);
    free(device->line);
    free(device);
}

/* Everything that can be wrong with a name is INVAL. */
static SANE_Status prepare(struct device *device, const char *name) {
    struct script script;
    char words[NAME_BYTES];
    snprintf(device->name, NAME_BYTES, "%s", name);
    device->configuration = world_refresh();
    if (!world_resolve(name, device->key, words)) return SANE_STATUS_INVAL;
    device->is_plugged = world_is_plugged(device->key);
    script_begin(&script);
    if (!script_add(&script, words)) return SANE_STATUS_INVAL;
    device->description = description_read(script.description);
    if (!device->description || !read_words(device, words)) return SANE_STATUS_INVAL;
    SANE_Status status = strike(device, CALL_OPEN);
    while (state_get("grudge", device->key)) pause();
    if (status == SANE_STATUS_GOOD && device->script.asks && !is_admitted(device)) status = SANE_STATUS_ACCESS_DENIED;
    return status != SANE_STATUS_GOOD || options_prepare(device) ? status : SANE_STATUS_NO_MEM;
}

SANE_Status sane_virtual_open(SANE_String_Const name, SANE_Handle *handle) {
    calls_note("open", name, "%s", "");
    struct device *device = calloc(1, sizeof *device);
    if (!device) return SANE_STATUS_NO_MEM;
    SANE_Status status = answer(device, CALL_OPEN, prepare(device, name));
    if (status != SANE_STATUS_GOOD) {
        discard(device);
        return status;
    }
    if (device->script.forks && fork() == 0) {
        alarm(30);
        for (;;) pause();
    }
    *handle = device;
    return SANE_STATUS_GOOD;
}

void sane_virtual_close(SANE_Handle handle) {
    struct device *device = handle;
    calls_note("close", device->name, "%s", "");
    strike(device, CALL_CLOSE);
    discard(device);
}

const SANE_Option_Descriptor *sane_virtual_get_option_descriptor(SANE_Handle handle, SANE_Int option) {
    struct device *device = handle;
    if (strike(device, CALL_DESCRIPTOR) != SANE_STATUS_GOOD) return NULL;
    return option >= 0 && option < device->option_count ? &device->descriptors[option] : NULL;
}

SANE_Status sane_virtual_control_option(
    SANE_Handle handle, SANE_Int option, SANE_Action action, void *value, SANE_Int *info) {
    struct device *device = handle;
    SANE_Int said = 0;
    char text[TEXT_BYTES];
    if (option < 0 || option >= device->option_count) return SANE_STATUS_INVAL;
    if (action == SANE_ACTION_GET_VALUE)
        return is_present(device) ? values_read(device, option, value) : SANE_STATUS_IO_ERROR;
    int is_auto = action == SANE_ACTION_SET_AUTO;
    const char *written = is_auto ? "auto" : values_text(device, option, value, text, sizeof text);
    calls_note("set", device->name, "%s=%s", device->options[option].name, written);
    SANE_Status status = begin(device, CALL_OPTION);
    if (status != SANE_STATUS_GOOD) return status;
    status = is_auto ? values_reset(device, option, &said) : values_write(device, option, value, &said);
    if (info) *info = said;
    return answer(device, CALL_OPTION, status);
}

SANE_Status sane_virtual_get_parameters(SANE_Handle handle, SANE_Parameters *parameters) {
    struct device *device = handle;
    SANE_Status status = begin(device, CALL_PARAMETERS);
    *parameters = device->is_scanning ? device->frame : frame_of(device, device->page + 1);
    if (frame_is_endless(device)) parameters->lines = -1;
    else if (device->script.fuzzy && !device->is_scanning) parameters->lines = parameters->lines / 2 + 7;
    return status;
}

/* The next frame of a page of three, or the next side. */
static SANE_Status next_frame(struct device *device) {
    if (device->is_scanning && !device->frame.last_frame) device->frame_number++;
    else {
        SANE_Status status = feeder_next(device);
        if (status != SANE_STATUS_GOOD) return status;
        device->frame_number = 0;
    }
    device->frame = frame_of(device, device->page);
    device->delivered = device->reads = 0;
    device->line_number = -1;
    SANE_Byte *line = realloc(device->line, (size_t)device->frame.bytes_per_line + 8);
    if (!line) return SANE_STATUS_NO_MEM;
    device->line = line;
    device->is_scanning = 1;
    if (device->script.grudge) state_set("grudge", device->key, 1);
    return SANE_STATUS_GOOD;
}

SANE_Status sane_virtual_start(SANE_Handle handle) {
    struct device *device = handle;
    calls_note("start", device->name, "%s", "");
    device->is_cancelled = 0;
    SANE_Status status = begin(device, CALL_START);
    return status == SANE_STATUS_GOOD ? answer(device, CALL_START, next_frame(device)) : status;
}

static SANE_Status end_read(struct device *device, SANE_Status status) {
    calls_note("read", device->name, "%ld times, %ld bytes: %d", device->reads, device->delivered, (int)status);
    if (status == SANE_STATUS_EOF && device->script.grudge) state_set("grudge", device->key, 0);
    return status;
}

SANE_Status sane_virtual_read(SANE_Handle handle, SANE_Byte *data, SANE_Int room, SANE_Int *length) {
    struct device *device = handle;
    *length = 0;
    int is_there = is_present(device);
    const struct script *script = &device->script;
    take_time(script, CALL_READ);
    if (device->is_cancelled) return end_read(device, SANE_STATUS_CANCELLED);
    if (!is_there || !device->is_scanning) return end_read(device, is_there ? SANE_STATUS_INVAL : SANE_STATUS_IO_ERROR);
    if (script->trickle && device->reads++ % 2) return SANE_STATUS_GOOD;
    struct place place = {device->key, CALL_READ, device->page, device->delivered, &device->is_cancelled};
    SANE_Status status = fault_strike(script, &place);
    if (status == SANE_STATUS_IO_ERROR && state_get("gone", device->key)) device->is_gone = 1;
    if (status != SANE_STATUS_GOOD) return end_read(device, status);
    long count = picture_size(device) - device->delivered;
    if (count <= 0) return end_read(device, SANE_STATUS_EOF);
    long fault = fault_next_in_read(script, device->page, device->delivered + 1);
    if (count > room) count = room;
    if (script->chunk && count > script->chunk) count = script->chunk;
    if (fault >= 0 && count > fault - device->delivered) count = fault - device->delivered;
    picture_bytes(device, data, device->delivered, count);
    device->delivered += count;
    if (!script->trickle) device->reads++;
    *length = (SANE_Int)count;
    return SANE_STATUS_GOOD;
}

void sane_virtual_cancel(SANE_Handle handle) {
    struct device *device = handle;
    calls_note("cancel", device->name, "%s", "");
    device->is_cancelled = 1;
    device->is_scanning = device->is_stuck = 0;
    if (device->script.grudge) state_set("grudge", device->key, 0);
    strike(device, CALL_CANCEL);
}

SANE_Status sane_virtual_set_io_mode(SANE_Handle handle, SANE_Bool non_blocking) {
    (void)handle;
    return non_blocking ? SANE_STATUS_UNSUPPORTED : SANE_STATUS_GOOD;
}

SANE_Status sane_virtual_get_select_fd(SANE_Handle handle, SANE_Int *descriptor) {
    (void)handle, (void)descriptor;
    return SANE_STATUS_UNSUPPORTED;
}
