#pragma once

#include <pthread.h>

#include "jpeg_strip.h"

enum { jpeg_most_threads = 4, jpeg_most_places = jpeg_most_threads + 2 };

/// Threads that encode strips, and a ring of places for these: filled in order, encoded in any, taken out in order.
///
/// One thread of the crew is the caller's: it encodes when there is no free place. All functions are for that thread.
struct jpeg_crew {
    struct jpeg_strip strips[jpeg_most_places];
    enum jpeg_place { jpeg_place_free, jpeg_place_filled, jpeg_place_taken, jpeg_place_done } places[jpeg_most_places];
    int failed[jpeg_most_places];
    /// Places in use, the first one and the one that is being filled.
    unsigned place_count, first, current;
    pthread_t threads[jpeg_most_threads];
    unsigned thread_count;
    pthread_mutex_t lock;
    pthread_cond_t work, news;
    int is_ending;
};

/// How many threads a crew should have: as many as there are processors for this process, within reason.
unsigned jpeg_crew_size(void);

/// Makes places for strips of `strip_rows` rows and starts `threads` threads beside the caller's; 0 when that fails.
int jpeg_crew_begin(struct jpeg_crew *crew, const struct image_format *format, uint32_t strip_rows, unsigned threads);

/// The strip to be filled next; waits for a free place, and encodes meanwhile. NULL when the oldest strip must be taken
/// out first.
struct jpeg_strip *jpeg_crew_vacancy(struct jpeg_crew *crew);

/// The strip that jpeg_crew_vacancy gave is full.
void jpeg_crew_submit(struct jpeg_crew *crew);

/// The oldest strip when it is encoded, else NULL; `waits` for it if there is one. Sets `failed` if it has a message.
struct jpeg_strip *jpeg_crew_oldest(struct jpeg_crew *crew, int waits, int *failed);

/// The place of the strip that jpeg_crew_oldest gave is free again.
void jpeg_crew_release(struct jpeg_crew *crew);

/// Ends the threads and frees all; also after a begin that failed.
void jpeg_crew_end(struct jpeg_crew *crew);
