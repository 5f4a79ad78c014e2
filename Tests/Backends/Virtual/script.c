#define _GNU_SOURCE
#include "script.h"
#include "description.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    size_t offset;
} numbers[] = {
    {"pages=", offsetof(struct script, pages)},     {"depth=", offsetof(struct script, depth)},
    {"pad=", offsetof(struct script, pad)},         {"surplus=", offsetof(struct script, surplus)},
    {"missing=", offsetof(struct script, missing)}, {"extra=", offsetof(struct script, extra)},
    {"chunk=", offsetof(struct script, chunk)},     {"delay=", offsetof(struct script, delays[CALL_READ])},
    {"options=", offsetof(struct script, options)}, {"overrun=", offsetof(struct script, overrun)},
    {"late=", offsetof(struct script, late)},       {"listing=", offsetof(struct script, listing)},
    {"back-after=", offsetof(struct script, back_after)},
};

static const struct {
    const char *name;
    size_t offset;
} switches[] = {
    {"once", offsetof(struct script, once)},          {"glass", offsetof(struct script, glass_only)},
    {"feeder", offsetof(struct script, feeder_only)}, {"lines=unknown", offsetof(struct script, unknown_lines)},
    {"trickle", offsetof(struct script, trickle)},    {"fork", offsetof(struct script, forks)},
    {"ask", offsetof(struct script, asks)},           {"fuzzy", offsetof(struct script, fuzzy)},
    {"frames=3", offsetof(struct script, three_frames)}, {"tray", offsetof(struct script, tray)},
    {"sticky", offsetof(struct script, sticky)},      {"grudge", offsetof(struct script, grudge)},
    {"prints", offsetof(struct script, prints)},      {"turned-backs", offsetof(struct script, turned_backs)},
    {"plain", offsetof(struct script, plain)},
};

static const char *const pictures[] = {"picture=pattern", "picture=paper", "picture=white", "picture=black"};

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* size=WxH[+WxH...] in pixels, or with mm behind it in millimetres. */
static int parse_sizes(struct script *script, const char *word) {
    int is_paper = strlen(word) > 2 && !strcmp(word + strlen(word) - 2, "mm");
    script->size_count = 0;
    for (const char *next = word; next; next = strchr(next, '+'), next += next != NULL) {
        double width, height;
        if (script->size_count == MOST_SIZES || sscanf(next, "%lfx%lf", &width, &height) != 2) return 0;
        long scale = is_paper ? 10 : 1;
        script->sizes[script->size_count++] = (struct size){
            (long)(width * (double)scale + 0.5), (long)(height * (double)scale + 0.5), is_paper};
    }
    return 1;
}

static int parse_table(struct script *script, const char *word) {
    for (size_t i = 0; i < COUNT(switches); i++) {
        if (strcmp(word, switches[i].name)) continue;
        *(int *)((char *)script + switches[i].offset) = 1;
        return 1;
    }
    for (size_t i = 0; i < COUNT(numbers); i++) {
        size_t length = strlen(numbers[i].name);
        if (strncmp(word, numbers[i].name, length)) continue;
        *(long *)((char *)script + numbers[i].offset) = atol(word + length);
        return 1;
    }
    for (size_t i = 0; i < COUNT(pictures); i++) {
        if (strcmp(word, pictures[i])) continue;
        script->picture = (enum picture)i;
        return 1;
    }
    return 0;
}

/* CALL-delay=MICROSECONDS */
static int parse_delay(struct script *script, const char *word) {
    char call[16];
    long delay;
    if (sscanf(word, "%15[a-z]-delay=%ld", call, &delay) != 2) return 0;
    for (int i = 0; i < CALLS; i++) {
        if (strcmp(call, call_names[i])) continue;
        script->delays[i] = delay;
        return 1;
    }
    return 0;
}

static int parse_word(struct script *script, const char *word) {
    if (parse_table(script, word) || parse_delay(script, word)) return 1;
    if (!strncmp(word, "size=", 5)) return parse_sizes(script, word + 5);
    if (!strncmp(word, "back=", 5)) return snprintf(script->back, sizeof script->back, "%s", word + 5) > 0;
    if (!strncmp(word, "ask=", 4)) {
        script->asks = 1;
        return sscanf(word + 4, "%63[^:]:%63[^\n]", script->user, script->password) == 2;
    }
    /* An address that says nothing, as names of USB devices carry it. */
    if (!strncmp(word, "libusb:", 7) || !strcmp(word, "page")) return 1;
    if (script_add_fault(script, word)) return 1;
    if (*script->description || !description_exists(word)) return 0;
    return snprintf(script->description, sizeof script->description, "%s", word) > 0;
}

void script_begin(struct script *script) {
    *script = (struct script){.pages = 3, .user = "reader", .password = "secret"};
}

int script_add(struct script *script, const char *words) {
    char *copy = strdup(words), *rest = copy;
    int is_sound = copy != NULL;
    for (char *word; is_sound && (word = strsep(&rest, ",")) != NULL;) {
        if (!*word || parse_word(script, word)) continue;
        is_sound = 0;
        fprintf(stderr, "virtual scanner \"%s\": \"%s\" is neither a word nor a description\n", words, word);
    }
    free(copy);
    return is_sound;
}
