/* The folders of SANE_CONFIG_DIR. */
#pragma once
#include <stddef.h>

/* The path of a file in the first folder that has it; 0 when none has. */
int folders_find(const char *file, char *path, size_t size);

/* The path of a file of ours: beside virtual.conf, or in the last folder when there is no such file. Returns `path`. */
const char *folders_own(const char *file, char *path, size_t size);
