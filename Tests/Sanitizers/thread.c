/* Goes into every program of a build with ThreadSanitizer (scripts/sanitize.sh).
 *
 * Server and worker get an environment made by hand, so that options in variables would not reach them; and a contended
 * Mutex is taken and left within Swift's own library, which is not instrumented: without a word from here the sanitizer
 * would call all that the Mutex guards a race. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

/** How ThreadSanitizer runs; REPORTS is where the script looks. */
const char *__tsan_default_options(void) {
    return "log_path=" REPORTS ":exitcode=0:history_size=4"
           ":handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0";
}

/** What is no race of ours, each with its reason. */
const char *__tsan_default_suppressions(void) {
    return
        /* SANE lets a driver be cancelled at any time; that our test driver remembers it in a plain word is its affair. */
        "race:^sane_virtual_cancel$\n";
}

/** Libsane's test driver lets its reading thread be cancelled at any instruction, also within the sanitizer, which ends the
 * process then. In these builds it is cancelled where it waits. */
int pthread_setcanceltype(int type, int *before) {
    (void)type;
    if (before) *before = PTHREAD_CANCEL_DEFERRED;
    return 0;
}

#define SWIFT_METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

/* Methods of Synchronization._MutexHandle: _lockSlow(UInt32), _unlockSlow(). */
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT_METHOD void lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT_METHOD void unlock_slow(SELF) __asm__(UNLOCK_SLOW);

/** Waits for a Mutex that another thread holds. */
SWIFT_METHOD void lock_slow(uint32_t thread, SELF) {
    SWIFT_METHOD void (*library)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK_SLOW);
    library(thread, mutex);
    __tsan_acquire(mutex);
}

/** Leaves a Mutex that another thread waits for. */
SWIFT_METHOD void unlock_slow(SELF) {
    SWIFT_METHOD void (*library)(SELF) = dlsym(RTLD_NEXT, UNLOCK_SLOW);
    __tsan_release(mutex);
    library(mutex);
}
