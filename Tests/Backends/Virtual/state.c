#define _GNU_SOURCE
#include "state.h"
#include "driver.h"
#include "folders.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_STATE = 1 << 16 };

/* How a number changes: by addition, or to a value. */
struct change {
    int is_set;
    long number;
};

/* Reads or rewrites one line "KIND KEY\tNUMBER" under a lock of all processes. Returns the number before. */
static long exchange(const char *kind, const char *key, const struct change *change) {
    char path[4096], name[1024], *text = calloc(1, MOST_STATE);
    long before = 0;
    int length = snprintf(name, sizeof name, "%s %s\t", kind, key);
    int file = open(folders_own(DRIVER ".state", path, sizeof path), O_RDWR | O_CLOEXEC | (change ? O_CREAT : 0), 0600);
    if (file < 0 || !text || length >= (int)sizeof name || flock(file, LOCK_EX)) goto end;
    if (read(file, text, MOST_STATE - 1) < 0) goto end;
    char *line = text;
    while (*line && strncmp(line, name, (size_t)length)) {
        char *next = strchr(line, '\n');
        line = next ? next + 1 : line + strlen(line);
    }
    if (*line) before = atol(line + length);
    if (!change) goto end;
    char *behind = strchr(line, '\n');
    char *rest = strdup(behind ? behind + 1 : "");
    long after = change->is_set ? change->number : before + change->number;
    size_t used = (size_t)(line - text);
    used += (size_t)snprintf(line, MOST_STATE - used, "%s%ld\n%s", name, after, rest ? rest : "");
    free(rest);
    if (ftruncate(file, 0) || pwrite(file, text, used, 0) < 0) perror(path);
end:
    if (file >= 0) close(file);
    free(text);
    return before;
}

long state_add(const char *kind, const char *key, long number) {
    return exchange(kind, key, &(struct change){0, number});
}

void state_set(const char *kind, const char *key, long value) {
    exchange(kind, key, &(struct change){1, value});
}

long state_get(const char *kind, const char *key) {
    return exchange(kind, key, NULL);
}

long state_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}
