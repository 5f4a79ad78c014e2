#define _GNU_SOURCE
#include "folders.h"
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Leaves the last folder's path behind when no folder has the file. */
int folders_find(const char *file, char *path, size_t size) {
    const char *folders = getenv("SANE_CONFIG_DIR");
    snprintf(path, size, "%s", file);
    for (const char *folder = folders && *folders ? folders : "/etc/sane.d"; *folder;) {
        int length = (int)strcspn(folder, ":");
        if (length) {
            snprintf(path, size, "%.*s/%s", length, folder, file);
            if (!access(path, F_OK)) return 1;
        }
        folder += length + (folder[length] == ':');
    }
    return 0;
}

const char *folders_own(const char *file, char *path, size_t size) {
    folders_find(DRIVER ".conf", path, size);
    char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    snprintf(name, size - (size_t)(name - path), "%s", file);
    return path;
}
