/* Memory and threads that run out where a test wants it: a library that is loaded before a program (LD_PRELOAD).
 *
 * SCARCE is "KIND FROM COUNT": calls of that kind fail from number FROM (1) on, so many of them. Kinds are
 *   libjpeg  allocations that libjpeg makes, in any thread
 *   crew     those that a thread called "jpeg" makes, whoever asks there
 *   grow     a growth of a block to 128 KiB or more
 *   rows     a block of 100 000 bytes or more
 *   thread   the start of a thread by the program
 * A call that fails leaves a line in the file that SCARCE_LOG names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *block, size_t size);

enum kind { KIND_NONE, KIND_LIBJPEG, KIND_CREW, KIND_GROW, KIND_ROWS, KIND_THREAD };

static const char *const kinds[] = {"none", "libjpeg", "crew", "grow", "rows", "thread"};

static enum kind kind;
static long from, count;
static atomic_long number;

__attribute__((constructor)) static void begin(void) {
    char word[16];
    const char *text = getenv("SCARCE");
    if (!text || sscanf(text, "%15s %ld %ld", word, &from, &count) != 3) return;
    for (size_t i = 1; i < sizeof kinds / sizeof kinds[0]; i++)
        if (!strcmp(word, kinds[i])) kind = (enum kind)i;
}

static void note(void) {
    const char *path = getenv("SCARCE_LOG");
    int file = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (file < 0) return;
    if (write(file, "failed\n", 7) < 0) perror(path);
    close(file);
}

/* Whether the call, which is of the kind, is one of those that fail. */
static int strikes(void) {
    long now = atomic_fetch_add(&number, 1) + 1;
    if (now < from || now >= from + count) return 0;
    note();
    errno = ENOMEM;
    return 1;
}

static int is_of_libjpeg(const void *caller) {
    Dl_info info;
    return dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "libjpeg");
}

static int is_in_crew(void) {
    char name[16] = "";
    return prctl(PR_GET_NAME, name) == 0 && !strcmp(name, "jpeg");
}

static int fails(size_t size, int grows, const void *caller) {
    switch (kind) {
    case KIND_LIBJPEG: return is_of_libjpeg(caller) && strikes();
    case KIND_CREW: return is_in_crew() && strikes();
    case KIND_GROW: return grows && size >= 128 << 10 && strikes();
    case KIND_ROWS: return !grows && size >= 100000 && strikes();
    default: return 0;
    }
}

void *malloc(size_t size) {
    return fails(size, 0, __builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *realloc(void *block, size_t size) {
    return fails(size, block != NULL, __builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *context) {
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
    if (kind == KIND_THREAD && strikes()) return EAGAIN;
    return real(thread, attributes, run, context);
}
