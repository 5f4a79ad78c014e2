#define _GNU_SOURCE
#include "jpeg_crew.h"

#include <malloc.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>

/// The encoder itself needs 2 KiB.
enum { crew_stack_size = 256 << 10 };

unsigned jpeg_crew_size(void) {
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return count < jpeg_most_threads ? (unsigned)count : jpeg_most_threads;
}

/// The oldest strip that nobody has begun with; -1 when there is none. With the lock held.
static int find_filled(const struct jpeg_crew *crew) {
    for (unsigned i = 0; i < crew->place_count; i++) {
        unsigned place = (crew->first + i) % crew->place_count;
        if (crew->places[place] == jpeg_place_filled) return (int)place;
    }
    return -1;
}

/// Encodes the strip at `place`; with the lock held before and after.
static void encode(struct jpeg_crew *crew, int place) {
    crew->places[place] = jpeg_place_taken;
    pthread_mutex_unlock(&crew->lock);
    int is_done = jpeg_strip_encode(&crew->strips[place]);
    pthread_mutex_lock(&crew->lock);
    crew->failed[place] = !is_done;
    crew->places[place] = jpeg_place_done;
}

static void *work(void *context) {
    struct jpeg_crew *crew = context;
    pthread_mutex_lock(&crew->lock);
    while (!crew->is_ending) {
        int place = find_filled(crew);
        if (place < 0) {
            pthread_cond_wait(&crew->work, &crew->lock);
            continue;
        }
        encode(crew, place);
        pthread_cond_signal(&crew->news);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/// A thread that gets no signals: these belong to the program and its driver.
static int start_thread(struct jpeg_crew *crew) {
    sigset_t all, before;
    pthread_attr_t attributes;
    sigfillset(&all);
    if (pthread_attr_init(&attributes) != 0) return 0;
    pthread_attr_setstacksize(&attributes, crew_stack_size);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int failure = pthread_create(&crew->threads[crew->thread_count], &attributes, work, crew);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (failure != 0) return 0;
    pthread_setname_np(crew->threads[crew->thread_count++], "jpeg");
    return 1;
}

/// libjpeg takes its rooms anew for each strip. The C library would give them back to the system each time, whose clean
/// pages cost more than a second thread saves (measured at 600 dpi: a fifth of the processor time, and no gain at all).
static void keep_memory(void) {
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
}

int jpeg_crew_begin(struct jpeg_crew *crew, const struct image_format *format, uint32_t strip_rows, unsigned threads) {
    keep_memory();
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->work, NULL);
    pthread_cond_init(&crew->news, NULL);
    // One to fill, one to take out.
    crew->place_count = threads + 2;
    for (unsigned i = 0; i < crew->place_count; i++) {
        crew->strips[i].format = format;
        crew->strips[i].rows = malloc((size_t)strip_rows * format->width * (size_t)format->channels);
        if (!crew->strips[i].rows) return 0;
    }
    // Without threads the caller's does it all.
    for (unsigned i = 0; i < threads; i++)
        if (!start_thread(crew)) break;
    return 1;
}

struct jpeg_strip *jpeg_crew_vacancy(struct jpeg_crew *crew) {
    pthread_mutex_lock(&crew->lock);
    int is_free;
    while (!(is_free = crew->places[crew->current] == jpeg_place_free)) {
        if (crew->places[crew->first] == jpeg_place_done) break;
        int place = find_filled(crew);
        if (place >= 0) encode(crew, place);
        else pthread_cond_wait(&crew->news, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
    return is_free ? &crew->strips[crew->current] : NULL;
}

void jpeg_crew_submit(struct jpeg_crew *crew) {
    pthread_mutex_lock(&crew->lock);
    crew->places[crew->current] = jpeg_place_filled;
    crew->current = (crew->current + 1) % crew->place_count;
    pthread_cond_signal(&crew->work);
    pthread_mutex_unlock(&crew->lock);
}

struct jpeg_strip *jpeg_crew_oldest(struct jpeg_crew *crew, int waits, int *failed) {
    pthread_mutex_lock(&crew->lock);
    while (waits && crew->places[crew->first] != jpeg_place_free && crew->places[crew->first] != jpeg_place_done) {
        int place = find_filled(crew);
        if (place >= 0) encode(crew, place);
        else pthread_cond_wait(&crew->news, &crew->lock);
    }
    int is_done = crew->places[crew->first] == jpeg_place_done;
    if (is_done) *failed = crew->failed[crew->first];
    pthread_mutex_unlock(&crew->lock);
    return is_done ? &crew->strips[crew->first] : NULL;
}

void jpeg_crew_release(struct jpeg_crew *crew) {
    pthread_mutex_lock(&crew->lock);
    crew->places[crew->first] = jpeg_place_free;
    crew->first = (crew->first + 1) % crew->place_count;
    pthread_mutex_unlock(&crew->lock);
}

void jpeg_crew_end(struct jpeg_crew *crew) {
    if (crew->place_count == 0) return;
    pthread_mutex_lock(&crew->lock);
    crew->is_ending = 1;
    pthread_cond_broadcast(&crew->work);
    pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 0; i < crew->thread_count; i++) pthread_join(crew->threads[i], NULL);
    for (unsigned i = 0; i < crew->place_count; i++) jpeg_strip_free(&crew->strips[i]);
    pthread_cond_destroy(&crew->news);
    pthread_cond_destroy(&crew->work);
    pthread_mutex_destroy(&crew->lock);
}
