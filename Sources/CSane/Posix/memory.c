#include "include/memory.h"
#include <malloc.h>

enum { large_piece = 128 * 1024 };

void memory_keep_little(void) {
    (void)mallopt(M_ARENA_MAX, 1);
    /* Said once, they do not grow with what is freed. */
    (void)mallopt(M_MMAP_THRESHOLD, large_piece);
    (void)mallopt(M_TRIM_THRESHOLD, large_piece);
}

void memory_give_back(void) {
    (void)malloc_trim(0);
}
