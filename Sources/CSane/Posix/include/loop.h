/* What an event loop and a careful HTTP server need of Linux and Swift's Glibc module does not show.
 *
 * Functions that can fail answer a negative errno. */
#pragma once
#include <stdint.h>
#include <sys/types.h>

/** What is waited for, and what happened; loop_broken is reported always. */
enum {
    loop_readable = 1,
    loop_writable = 2,
    /** The peer has closed its sending side. */
    loop_hangup = 4,
    /** The peer is gone altogether, or the descriptor has an error. */
    loop_broken = 8
};

/** One thing that happened to a watched descriptor. */
struct loop_event {
    uint64_t id;
    uint32_t readiness;
};

/** Makes an epoll set. */
int loop_create(void);
/** Watches a descriptor, level triggered; events carry the id. */
int loop_add(int loop, int descriptor, uint32_t interest, uint64_t id);
/** Ends the watch of a descriptor that is still open. */
int loop_remove(int loop, int descriptor);
/** Waits for events; milliseconds -1 waits for ever. Answers how many came, 0 also when a signal came between. */
int loop_wait(int loop, struct loop_event *events, int capacity, int milliseconds);

/** Makes a descriptor that any thread can ring. */
int loop_bell(void);
/** Makes the bell readable. */
void loop_ring(int bell);
/** Makes the bell unreadable until it is rung again. */
void loop_hush(int bell);

/** Blocks the signals for this thread and those it starts, and makes a descriptor that reports them. */
int loop_signals(const int32_t *signals, int count);
/** The next reported signal, 0 when there is none. */
int loop_next_signal(int descriptor);
/** Writing to a closed socket becomes an error instead of a death. */
void loop_ignore_broken_pipes(void);

/** Where a TCP connection stands. */
struct socket_state {
    /** The other side can send and acknowledge nothing any more. */
    int is_closed;
    /** The other side has closed its sending side in an orderly way (meaningless once is_closed is set). */
    int has_peer_finished;
    /** Bytes, and our FIN, that the other side's kernel has not acknowledged. */
    int unsent;
    /** Bytes that came and were not read. */
    int unread;
    /** Bytes acknowledged since the connection was made. */
    uint64_t acknowledged;
    /** Milliseconds since the last bytes came. */
    uint32_t silent_for;
};

/** Looks at a TCP connection. */
int socket_look(int descriptor, struct socket_state *state);
/** Takes the pending error of a socket; 0 when there is none. */
int socket_take_error(int descriptor);
/** Cuts a TCP connection at once: unsent bytes are dropped, the other side sees a reset. */
void socket_reset(int descriptor);
/** Another descriptor of the same socket or file, closed on exec. */
int socket_duplicate(int descriptor);
/** Reads and forgets what came; answers the number of bytes, 0 at the end, a negative errno (-EAGAIN: nothing). */
ssize_t socket_discard(int descriptor);
/** Sends without blocking and without a signal; answers the number of bytes. */
ssize_t socket_send(int descriptor, const void *bytes, size_t length);
/** Prepares a listening socket: not blocking, closed on exec, and what accepted sockets inherit. */
int socket_prepare_listener(int descriptor, int send_buffer);
/** Makes a listening TCP socket at a numeric address; "::" takes IPv4 too. Port 0 lets the system choose. */
int socket_listen(const char *address, uint16_t port, int backlog, uint16_t *bound_port, const char **failed_call);
