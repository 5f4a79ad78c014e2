/* libmicrohttpd for Swift: one daemon without threads of its own, typed stand-ins for variadic functions, casting macros
 * and enums that differ from version to version.
 *
 * Everything here happens on the thread that calls httpd_run. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** A running HTTP daemon. */
struct httpd;
struct MHD_Connection;
struct MHD_Response;

/** What the daemon refuses by itself. Zero means no limit. */
struct httpd_limits {
    /** Bytes for the head of one request, and for what is sent at once. */
    size_t memory;
    unsigned int connections;
    unsigned int connections_per_address;
};

/** The daemon's calls out. "state" is what `opened` answered. */
struct httpd_calls {
    /** A connection was made. */
    void *(*opened)(void *server, struct MHD_Connection *connection, int descriptor);
    /** The request line came; the target is raw. */
    void (*line)(void *state, const char *target);
    /** Once with the head complete, once for each piece of the body, once at the end, and once more each time the
     *  connection is resumed before it has been answered. Sets *size to the bytes it did not take. 0 cuts the
     *  connection. */
    int (*proceed)(void *state, const char *method, const char *version, const char *piece, size_t *size);
    /** The answer has been handed to the kernel (is_complete), or the request ended before. */
    void (*ended)(void *state, int is_complete);
    /** The connection's descriptor is about to be closed; the last call with this state. */
    void (*closed)(void *state);
};

/** Starts a daemon on a listening socket; NULL when that fails. */
struct httpd *httpd_start(int listener, struct httpd_limits limits, struct httpd_calls calls, void *server);
/** The descriptor that becomes readable when httpd_run has something to do. */
int httpd_descriptor(struct httpd *daemon);
/** Does what can be done without waiting. Answers 1 when it must be called again at once. */
int httpd_run(struct httpd *daemon);
/** Accepts no further connection; the listening socket is the caller's again. */
void httpd_quiesce(struct httpd *daemon);
/** Ends all connections and frees the daemon. No connection may be suspended. */
void httpd_stop(struct httpd *daemon);

/** Lets a connection rest until it is resumed; only from `proceed` or a reader. */
void httpd_suspend(struct MHD_Connection *connection);
/** Lets a suspended connection go on with the next httpd_run. */
void httpd_resume(struct MHD_Connection *connection);
/**
 * Makes the library look at a connection in each of its next runs, whether or not something happens on it; only from
 * within a reader that is about to fail. Having closed a connection in the middle of its answer, the library must look at
 * it once more to let it go, and with epoll it does not (0.9.75): the client would wait for ever.
 */
void httpd_look_again(struct MHD_Connection *connection);
/** Calls back for each header field of the request, in order. */
void httpd_each_header(struct MHD_Connection *connection,
                       void (*field)(void *context, const char *name, const char *value), void *context);

/** Answers of a reader besides the number of bytes it made. */
enum { httpd_reader_waits = 0, httpd_reader_ended = -1, httpd_reader_failed = -2 };
/** Fills a buffer; httpd_reader_waits only after httpd_suspend. */
typedef ssize_t (*httpd_reader)(void *context, char *buffer, size_t capacity);

/** An answer with a copy of these bytes as its body. */
struct MHD_Response *httpd_bytes_response(const void *bytes, size_t count);
/** An answer with the front of a file as its body; takes the descriptor. */
struct MHD_Response *httpd_file_response(int descriptor, uint64_t length);
/** An answer of unknown length. `released` is called when the reader is needed no more. */
struct MHD_Response *httpd_stream_response(httpd_reader reader, void (*released)(void *context), void *context);
/** Ends the connection with this answer instead of delimiting its body. */
void httpd_delimit_by_closing(struct MHD_Response *response);
/** Adds a header field; 0 when the library refuses it. */
int httpd_add_header(struct MHD_Response *response, const char *name, const char *value);
/** Queues the answer and gives up the caller's hold on it; 0 when it cannot be sent. */
int httpd_answer(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);
