#define _GNU_SOURCE
#include "calls.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void calls_note(const char *call, const char *device, const char *format, ...) {
    const char *path = getenv("SANE_VIRTUAL_LOG");
    if (!path) return;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    char line[1024];
    int used = snprintf(
        line, sizeof line, "%ld\t%d\t%s\t%s\t", now.tv_sec * 1000000 + now.tv_nsec / 1000, (int)getpid(), call, device);
    if (used < 0 || used >= (int)sizeof line - 1) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + used, sizeof line - (size_t)used - 1, format, arguments);
    va_end(arguments);
    strcat(line, "\n");
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (write(file, line, strlen(line)) < 0) perror(path);
    close(file);
}
