/* The thirteen functions of a SANE backend; what they do wrong is in script.c. */
#define _GNU_SOURCE
#include "device.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_DEVICES = 16 };

static struct {
    struct script script;
    SANE_Device devices[MOST_DEVICES];
    const SANE_Device *list[MOST_DEVICES + 1];
    int count, is_strict;
    SANE_Auth_Callback authorize;
} world;

void record(const char *format, ...) {
    const char *path = getenv("SANE_FAULTY_LOG");
    if (!path) return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    char line[512];
    int used = snprintf(line, sizeof line, "%ld ", now.tv_sec * 1000 + now.tv_nsec / 1000000);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + used, sizeof line - (size_t)used - 1, format, arguments);
    va_end(arguments);
    strcat(line, "\n");
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (write(file, line, strlen(line)) < 0) perror("call log");
    close(file);
}

/* The first folder of the path that has the file; the last one when none has. */
static const char *configuration(const char *file, char *path, size_t size) {
    const char *folders = getenv("SANE_CONFIG_DIR");
    for (const char *folder = folders ? folders : "/etc/sane.d"; *folder;) {
        int length = (int)strcspn(folder, ":");
        if (length) snprintf(path, size, "%.*s/%s", length, folder, file);
        if (length && !access(path, F_OK)) break;
        folder += length + (folder[length] == ':');
    }
    return path;
}

/* Memory of earlier lists is kept: the frontend may still look at it. */
static void list_device(char *text) {
    if (world.count == MOST_DEVICES) return;
    char *rest = strdup(text), *parts[4] = {"", "Noname", "Faulty", "virtual device"};
    for (int i = 0; i < 4 && rest; i++) parts[i] = strsep(&rest, ";");
    world.devices[world.count] = (SANE_Device){parts[0], parts[1], parts[2], parts[3]};
    world.list[world.count] = &world.devices[world.count];
    world.list[++world.count] = NULL;
}

static void read_configuration(void) {
    char path[4096], line[1024];
    world.script = (struct script){0};
    world.count = world.is_strict = 0;
    FILE *file = fopen(configuration("faulty.conf", path, sizeof path), "re");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "device ", 7)) list_device(line + 7);
        else if (!strncmp(line, "fault ", 6)) script_add_fault(&world.script, line + 6);
        else if (!strcmp(line, "strict")) world.is_strict = 1;
    }
    if (file) fclose(file);
    if (!world.count && !world.is_strict) list_device("page");
}

SANE_Status sane_faulty_init(SANE_Int *version, SANE_Auth_Callback authorize) {
    world.authorize = authorize;
    record("init");
    if (version) *version = SANE_VERSION_CODE(SANE_CURRENT_MAJOR, SANE_CURRENT_MINOR, 0);
    read_configuration();
    return script_strike(&world.script, CALL_INIT, 1, 0, NULL);
}

void sane_faulty_exit(void) {
    record("exit");
}

SANE_Status sane_faulty_get_devices(const SANE_Device ***list, SANE_Bool local_only) {
    (void)local_only;
    record("list");
    read_configuration();
    *list = world.list;
    return script_strike(&world.script, CALL_LIST, 1, 0, NULL);
}

static int is_listed(const char *name) {
    for (int i = 0; i < world.count; i++)
        if (!strcmp(world.devices[i].name, name)) return 1;
    return 0;
}

/* Whether this process is the first to come here in this world. */
static int is_first(void) {
    char path[4096];
    int file = open(configuration("faulty.once", path, sizeof path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
    return file >= 0;
}

static int is_admitted(const char *name) {
    char user[SANE_MAX_USERNAME_LEN] = "", password[SANE_MAX_PASSWORD_LEN] = "";
    if (world.authorize) world.authorize(name, user, password);
    return !strcmp(user, "reader") && !strcmp(password, "secret");
}

static SANE_Status strike(struct device *device, enum call call) {
    return script_strike(&device->script, call, device->page, device->done[call]++, &device->is_cancelled);
}

SANE_Status sane_faulty_open(SANE_String_Const name, SANE_Handle *handle) {
    record("open %s", name);
    struct device *device = calloc(1, sizeof *device);
    if (!device) return SANE_STATUS_NO_MEM;
    SANE_Status status = SANE_STATUS_INVAL;
    if ((!world.is_strict || is_listed(name)) && script_parse(&device->script, name))
        status = device->script.once && !is_first() ? SANE_STATUS_GOOD : strike(device, CALL_OPEN);
    if (status == SANE_STATUS_GOOD && device->script.asks && !is_admitted(name)) status = SANE_STATUS_ACCESS_DENIED;
    if (status != SANE_STATUS_GOOD) {
        free(device);
        return status;
    }
    if (device->script.forks && fork() == 0) {
        alarm(30);
        for (;;) pause();
    }
    options_prepare(device);
    *handle = device;
    return SANE_STATUS_GOOD;
}

void sane_faulty_close(SANE_Handle handle) {
    record("close");
    strike(handle, CALL_CLOSE);
    free(handle);
}

const SANE_Option_Descriptor *sane_faulty_get_option_descriptor(SANE_Handle handle, SANE_Int option) {
    struct device *device = handle;
    if (strike(device, CALL_DESCRIPTOR) != SANE_STATUS_GOOD) return NULL;
    return option >= 0 && option < OPTIONS ? &device->options[option] : NULL;
}

SANE_Status sane_faulty_control_option(
    SANE_Handle handle, SANE_Int option, SANE_Action action, void *value, SANE_Int *info) {
    if (option < 0 || option >= OPTIONS || action == SANE_ACTION_SET_AUTO) return SANE_STATUS_INVAL;
    if (info) *info = 0;
    if (action == SANE_ACTION_GET_VALUE) return options_read(handle, option, value);
    record("set %d", option);
    SANE_Status status = strike(handle, CALL_OPTION);
    return status == SANE_STATUS_GOOD ? options_write(handle, option, value, info) : status;
}

SANE_Status sane_faulty_get_parameters(SANE_Handle handle, SANE_Parameters *parameters) {
    struct device *device = handle;
    SANE_Status status = strike(device, CALL_PARAMETERS);
    *parameters = device->page ? device->frame : picture_frame(device, 1);
    if (device->script.unknown_lines) parameters->lines = -1;
    return status;
}

SANE_Status sane_faulty_start(SANE_Handle handle) {
    struct device *device = handle;
    record("start");
    device->is_cancelled = 0;
    SANE_Status status = strike(device, CALL_START);
    if (status != SANE_STATUS_GOOD) return status;
    if (strcmp(device->source, "Flatbed") && device->page >= device->script.pages) return SANE_STATUS_NO_DOCS;
    device->page++;
    device->frame = picture_frame(device, device->page);
    device->delivered = device->reads = 0;
    return SANE_STATUS_GOOD;
}

static SANE_Status end_read(struct device *device, SANE_Status status) {
    record("read %ld times, %ld bytes: %d", device->reads, device->delivered, (int)status);
    return status;
}

SANE_Status sane_faulty_read(SANE_Handle handle, SANE_Byte *data, SANE_Int room, SANE_Int *length) {
    struct device *device = handle;
    const struct script *script = &device->script;
    long total = (device->frame.lines + script->surplus) * device->frame.bytes_per_line - script->missing;
    long count = total - device->delivered;
    *length = 0;
    if (script->delay) usleep((useconds_t)script->delay);
    if (device->is_cancelled) return end_read(device, SANE_STATUS_CANCELLED);
    if (script->trickle && device->reads++ % 2) return SANE_STATUS_GOOD;
    SANE_Status status = script_strike(script, CALL_READ, device->page, device->delivered, &device->is_cancelled);
    if (status != SANE_STATUS_GOOD) return end_read(device, status);
    if (count <= 0) return end_read(device, SANE_STATUS_EOF);
    long fault = script_next_read_fault(script, device->page, device->delivered);
    if (count > room) count = room;
    if (script->chunk && count > script->chunk) count = script->chunk;
    if (fault >= 0 && count > fault - device->delivered) count = fault - device->delivered;
    picture_bytes(device, data, device->delivered, count);
    device->delivered += count;
    if (!script->trickle) device->reads++;
    *length = (SANE_Int)count;
    return SANE_STATUS_GOOD;
}

void sane_faulty_cancel(SANE_Handle handle) {
    struct device *device = handle;
    record("cancel");
    device->is_cancelled = 1;
    strike(device, CALL_CANCEL);
}

SANE_Status sane_faulty_set_io_mode(SANE_Handle handle, SANE_Bool non_blocking) {
    (void)handle;
    return non_blocking ? SANE_STATUS_UNSUPPORTED : SANE_STATUS_GOOD;
}

SANE_Status sane_faulty_get_select_fd(SANE_Handle handle, SANE_Int *descriptor) {
    (void)handle, (void)descriptor;
    return SANE_STATUS_UNSUPPORTED;
}
