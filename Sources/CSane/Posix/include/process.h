/* Starting, watching and ending worker processes. */
#pragma once
#include <sys/types.h>

/* A connected pair of stream sockets, both closed on exec. 0, or an errno value. */
int cposix_socketpair(int out[2]);

/*
 * Starts the program `path` as a worker: `socket` becomes its descriptor 3, `log` its standard output and error,
 * `page` its descriptor 4 unless it is -1, /dev/null its standard input; nothing else is open. It has a process group of
 * its own (its id is `*pid`), default signal actions, no blocked signals and exactly the environment `envp`. Both arrays
 * end with NULL.
 * 0, or an errno value.
 */
int cposix_spawn_worker(
    const char *path, char *const argv[], char *const envp[], int socket, int log, int page, pid_t *pid);

/* A descriptor that polls readable once the process has ended, closed on exec. -1 with errno on failure. */
int cposix_pidfd_open(pid_t pid);

/*
 * Reaps a child that has ended, without waiting: 1 and its exit code (signal 0) or the signal that killed it (code -1);
 * 0 while it runs; -1 with errno when there is no such child.
 */
int cposix_reap(pid_t pid, int *code, int *signal);

/* Waits for a child that was killed just now, and reaps it. 0, or an errno value. */
int cposix_reap_killed(pid_t pid);

/*
 * Sends SIGKILL to `pid` and to its process group. To be called before the leader is reaped: until then its id cannot name
 * anybody else. 0, or an errno value.
 */
int cposix_kill_group(pid_t pid);
