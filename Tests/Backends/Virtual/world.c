#define _GNU_SOURCE
#include "world.h"
#include "description.h"
#include "driver.h"
#include "folders.h"
#include "state.h"
#include "statement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct {
    struct script script;
    struct plug *plugs;
    int count, room, is_strict;
    struct stat file;
    long version;
} world;

const struct script *world_script(void) {
    return &world.script;
}

/* A device's own words come before those of the plug, so that the plug's win. */
static void prepare(struct plug *plug) {
    script_begin(&plug->script);
    if (!script_add(&plug->script, plug->words)) return;
    struct description *description =
        *plug->script.description ? description_read(plug->script.description) : NULL;
    const char *words[] = {description ? description->vendor : "Noname",
        description ? description->model : "Virtual scanner", description ? description->type : "virtual device"};
    if (!*plug->vendor) snprintf(plug->vendor, sizeof plug->vendor, "%s", words[0]);
    if (!*plug->model) snprintf(plug->model, sizeof plug->model, "%s", words[1]);
    if (!*plug->type) snprintf(plug->type, sizeof plug->type, "%s", words[2]);
    description_free(description);
}

/* plug NAME [as WORDS] [vendor V] [model M] [type T] */
static void read_plug(char **tokens, int count) {
    if (count < 2) return;
    if (world.count == world.room) {
        int room = world.room ? world.room * 2 : 16;
        struct plug *plugs = realloc(world.plugs, (size_t)room * sizeof *plugs);
        if (!plugs) return;
        world.plugs = plugs;
        world.room = room;
    }
    struct plug *plug = &world.plugs[world.count++];
    *plug = (struct plug){0};
    snprintf(plug->name, sizeof plug->name, "%s", tokens[1]);
    snprintf(plug->words, sizeof plug->words, "%s", tokens[1]);
    for (int i = 2; i + 1 < count; i += 2) {
        if (!strcmp(tokens[i], "as")) snprintf(plug->words, sizeof plug->words, "%s", tokens[i + 1]);
        else if (!strcmp(tokens[i], "vendor")) snprintf(plug->vendor, sizeof plug->vendor, "%s", tokens[i + 1]);
        else if (!strcmp(tokens[i], "model")) snprintf(plug->model, sizeof plug->model, "%s", tokens[i + 1]);
        else if (!strcmp(tokens[i], "type")) snprintf(plug->type, sizeof plug->type, "%s", tokens[i + 1]);
        else fprintf(stderr, DRIVER ".conf: \"%s\" is out of place behind \"plug %s\"\n", tokens[i], tokens[1]);
    }
    prepare(plug);
}

/* device NAME;VENDOR;MODEL;TYPE: the short form, whose name is its words. */
static void read_device(char *text) {
    char *tokens[] = {"plug", "", "vendor", "", "model", "", "type", ""};
    int count = 0;
    for (char *part; count < 4 && (part = strsep(&text, ";")) != NULL; count++) tokens[count * 2 + 1] = part;
    int before = world.count;
    read_plug(tokens, count * 2);
    if (world.count > before) world.plugs[before].is_short = 1;
}

static void read_line(char *line) {
    char *tokens[MOST_TOKENS + 1];
    line[strcspn(line, "\r\n")] = 0;
    if (!strncmp(line, "device ", 7)) read_device(line + 7);
    else if (!strncmp(line, "fault ", 6)) script_add(&world.script, line + 6);
    else {
        int count = statement_split(line, tokens);
        if (count > 0 && !strcmp(tokens[0], "plug")) read_plug(tokens, count);
        else if (count == 1 && !strcmp(tokens[0], "strict")) world.is_strict = 1;
        else if (count) fprintf(stderr, DRIVER ".conf: \"%s\" is no statement\n", count < 0 ? line : tokens[0]);
    }
}

long world_refresh(void) {
    char path[4096], line[2048], *page[] = {"plug", "page"};
    struct stat now = {0};
    int is_there = folders_find(DRIVER ".conf", path, sizeof path) && !stat(path, &now);
    int is_same = now.st_ino == world.file.st_ino && now.st_mtim.tv_sec == world.file.st_mtim.tv_sec
        && now.st_mtim.tv_nsec == world.file.st_mtim.tv_nsec && now.st_size == world.file.st_size;
    if (world.version && is_same) return world.version;
    world.file = now;
    world.version++;
    world.count = world.is_strict = 0;
    script_begin(&world.script);
    FILE *file = is_there ? fopen(path, "re") : NULL;
    while (file && fgets(line, sizeof line, file)) read_line(line);
    if (file) fclose(file);
    if (!world.count && !world.is_strict) read_plug(page, 2);
    return world.version;
}

/* The name under which a device can be reached now: its own, or after it was gone the other one, or none. */
static const char *present_name(const struct plug *plug) {
    long gone = state_get("gone", plug->name);
    if (!gone) return plug->name;
    int is_back = *plug->script.back && state_now() - gone >= plug->script.back_after * 1000;
    return is_back ? plug->script.back : NULL;
}

static int is_listed(const struct plug *plug, long listing) {
    if (plug->script.listing > listing) return 0;
    return !plug->script.late || state_now() - state_get("born", "") >= plug->script.late * 1000;
}

/* When somebody asks for it, the world's age and its listings are counted. */
static long count_listing(void) {
    int is_counted = 0;
    for (int i = 0; i < world.count; i++) is_counted |= world.plugs[i].script.late || world.plugs[i].script.listing;
    if (!is_counted) return 0;
    if (!state_get("born", "")) state_set("born", "", state_now());
    return state_add("listings", "", 1) + 1;
}

/* What was listed last. */
static struct {
    const SANE_Device **list;
    SANE_Device *devices;
} listed;

static void forget_list(void) {
    for (SANE_Device *device = listed.devices; device && device->name; device++) {
        free((void *)device->name);
        free((void *)device->vendor);
        free((void *)device->model);
        free((void *)device->type);
    }
    free(listed.devices);
    free(listed.list);
}

const SANE_Device **world_list(void) {
    forget_list();
    SANE_Device *devices = calloc((size_t)world.count + 1, sizeof *devices);
    const SANE_Device **list = calloc((size_t)world.count + 1, sizeof *list);
    long listing = count_listing();
    int count = 0;
    for (int i = 0; devices && list && i < world.count; i++) {
        const struct plug *plug = &world.plugs[i];
        const char *name = present_name(plug);
        if (!name || !is_listed(plug, listing)) continue;
        devices[count] = (SANE_Device){strdup(name), strdup(plug->vendor), strdup(plug->model), strdup(plug->type)};
        list[count] = &devices[count];
        count++;
    }
    listed.devices = devices;
    listed.list = list;
    return list;
}

int world_words(const char *key, char words[NAME_BYTES]) {
    for (int i = 0; i < world.count; i++) {
        if (strcmp(world.plugs[i].name, key)) continue;
        snprintf(words, NAME_BYTES, "%s", world.plugs[i].words);
        return 1;
    }
    snprintf(words, NAME_BYTES, "%s", key);
    return !world.is_strict;
}

int world_is_plugged(const char *key) {
    for (int i = 0; i < world.count; i++)
        if (!strcmp(world.plugs[i].name, key)) return !world.plugs[i].is_short;
    return 0;
}

int world_resolve(const char *name, char key[NAME_BYTES], char words[NAME_BYTES]) {
    for (int i = 0; i < world.count; i++) {
        const char *present = present_name(&world.plugs[i]);
        if (!present || strcmp(present, name)) continue;
        snprintf(key, NAME_BYTES, "%s", world.plugs[i].name);
        return world_words(key, words);
    }
    snprintf(key, NAME_BYTES, "%s", name);
    return !world.is_strict && !state_get("gone", name) && world_words(key, words);
}
