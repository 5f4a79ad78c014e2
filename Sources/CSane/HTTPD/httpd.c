#include "include/httpd.h"
#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>

struct httpd {
    struct MHD_Daemon *daemon;
    struct httpd_calls calls;
    void *server;
};

/* The size of the buffer for streams that are not chunked (HTTP/1.0). */
enum { stream_block = 32 * 1024 };

static void *state_of(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

static void connection_changed(void *context, struct MHD_Connection *connection, void **state,
                               enum MHD_ConnectionNotificationCode code) {
    struct httpd *self = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *state = self->calls.opened(self->server, connection, info == NULL ? -1 : info->connect_fd);
    } else if (*state != NULL) {
        self->calls.closed(*state);
        *state = NULL;
    }
}

/* Stand in front of the client's own fields, see line_came. */
static const char no_cookie[] = "Cookie";
static const char no_host[] = "Host";

static void *line_came(void *context, const char *target, struct MHD_Connection *connection) {
    struct httpd *self = context;
    self->calls.line(state_of(connection), target == NULL ? "" : target);
    /* The library would now make a record of each query member, in the memory for the head. Nobody reads them here, and
     * when some hundreds of them have filled that memory it neither answers nor closes, for ever (0.9.75). The text lies
     * in the library's own buffer, which it is about to change itself. */
    char *query = target == NULL ? NULL : strchr(target, '?');
    if (query != NULL) query[1] = '\0';
    /* It would also take the first Cookie field apart, which is none of our business: a browser sends what other services
     * of this host have set, whatever that is. A quote that is not closed, some hundreds of cookies or 25 KB of them are
     * refused by the library, in an answer that begins twice (0.9.75). Of an empty field it makes nothing. */
    MHD_set_connection_value(connection, MHD_HEADER_KIND, no_cookie, "");
    /* A request without this one is refused by newer libraries (1.0) with a page of HTML; we say it ourselves. */
    MHD_set_connection_value(connection, MHD_HEADER_KIND, no_host, "");
    return NULL;
}

static enum MHD_Result request_proceeds(void *context, struct MHD_Connection *connection, const char *url,
                                        const char *method, const char *version, const char *piece, size_t *size,
                                        void **request) {
    struct httpd *self = context;
    (void)url;
    (void)request;
    return self->calls.proceed(state_of(connection), method, version, piece, size) ? MHD_YES : MHD_NO;
}

static void request_ended(void *context, struct MHD_Connection *connection, void **request,
                          enum MHD_RequestTerminationCode code) {
    struct httpd *self = context;
    (void)request;
    self->calls.ended(state_of(connection), code == MHD_REQUEST_TERMINATED_COMPLETED_OK);
}

struct httpd *httpd_start(int listener, struct httpd_limits limits, struct httpd_calls calls, void *server) {
    struct httpd *self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    self->calls = calls;
    self->server = server;
    /* TURBO: the library must not shut a socket down by itself. It would send our FIN before anybody has seen whether the
     * client's side ended with a FIN or a reset, and afterwards the two look alike. It also reads a new connection at once.
     * SIGPIPE_HANDLED_BY_APP: without it the library does not use sendfile. */
    unsigned int flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO;
    self->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, request_proceeds, self,
        MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_NOTIFY_CONNECTION, connection_changed, self,
        MHD_OPTION_NOTIFY_COMPLETED, request_ended, self,
        MHD_OPTION_URI_LOG_CALLBACK, line_came, self,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory,
        MHD_OPTION_CONNECTION_LIMIT, limits.connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits.connections_per_address,
        MHD_OPTION_CONNECTION_TIMEOUT, 0u,
        MHD_OPTION_END);
    if (self->daemon == NULL) {
        free(self);
        return NULL;
    }
    return self;
}

int httpd_descriptor(struct httpd *self) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(self->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info == NULL ? -1 : info->epoll_fd;
}

int httpd_run(struct httpd *self) {
    MHD_UNSIGNED_LONG_LONG milliseconds = 0;
    MHD_run(self->daemon);
    return MHD_get_timeout(self->daemon, &milliseconds) == MHD_YES && milliseconds == 0;
}

void httpd_quiesce(struct httpd *self) {
    MHD_quiesce_daemon(self->daemon);
}

void httpd_stop(struct httpd *self) {
    MHD_stop_daemon(self->daemon);
    free(self);
}

void httpd_suspend(struct MHD_Connection *connection) {
    MHD_suspend_connection(connection);
}

void httpd_resume(struct MHD_Connection *connection) {
    MHD_resume_connection(connection);
}

void httpd_look_again(struct MHD_Connection *connection) {
    /* Connections with a time limit of their own are looked at in each run. */
    MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 1u);
}

struct visitor {
    void (*field)(void *context, const char *name, const char *value);
    void *context;
};

static enum MHD_Result visit(void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    struct visitor *visitor = context;
    (void)kind;
    if (name == no_cookie || name == no_host) return MHD_YES;
    visitor->field(visitor->context, name, value == NULL ? "" : value);
    return MHD_YES;
}

void httpd_each_header(struct MHD_Connection *connection,
                       void (*field)(void *context, const char *name, const char *value), void *context) {
    struct visitor visitor = {field, context};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, visit, &visitor);
}

struct MHD_Response *httpd_bytes_response(const void *bytes, size_t count) {
    if (count == 0) return MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT);
    return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

struct MHD_Response *httpd_file_response(int descriptor, uint64_t length) {
    return MHD_create_response_from_fd64(length, descriptor);
}

struct stream {
    httpd_reader reader;
    void (*released)(void *context);
    void *context;
};

static ssize_t read_stream(void *context, uint64_t position, char *buffer, size_t capacity) {
    struct stream *stream = context;
    (void)position;
    ssize_t count = stream->reader(stream->context, buffer, capacity);
    if (count == httpd_reader_ended) return MHD_CONTENT_READER_END_OF_STREAM;
    return count < 0 ? MHD_CONTENT_READER_END_WITH_ERROR : count;
}

static void release_stream(void *context) {
    struct stream *stream = context;
    stream->released(stream->context);
    free(stream);
}

struct MHD_Response *httpd_stream_response(httpd_reader reader, void (*released)(void *context), void *context) {
    struct stream *stream = malloc(sizeof *stream);
    if (stream == NULL) return NULL;
    *stream = (struct stream){reader, released, context};
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, stream_block, read_stream, stream, release_stream);
    if (response == NULL) free(stream);
    return response;
}

void httpd_delimit_by_closing(struct MHD_Response *response) {
    MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

int httpd_add_header(struct MHD_Response *response, const char *name, const char *value) {
    return MHD_add_response_header(response, name, value) == MHD_YES;
}

int httpd_answer(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
    int is_queued = MHD_queue_response(connection, status, response) == MHD_YES;
    MHD_destroy_response(response);
    return is_queued;
}
