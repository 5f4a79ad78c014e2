#define _GNU_SOURCE
#include "include/loop.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <linux/tcp.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { most_events = 64 };

int loop_create(void) {
    int loop = epoll_create1(EPOLL_CLOEXEC);
    return loop < 0 ? -errno : loop;
}

int loop_add(int loop, int descriptor, uint32_t interest, uint64_t id) {
    struct epoll_event event = {.events = 0, .data = {.u64 = id}};
    if (interest & loop_readable) event.events |= EPOLLIN;
    if (interest & loop_writable) event.events |= EPOLLOUT;
    if (interest & loop_hangup) event.events |= EPOLLRDHUP;
    return epoll_ctl(loop, EPOLL_CTL_ADD, descriptor, &event) < 0 ? -errno : 0;
}

int loop_remove(int loop, int descriptor) {
    return epoll_ctl(loop, EPOLL_CTL_DEL, descriptor, NULL) < 0 ? -errno : 0;
}

int loop_wait(int loop, struct loop_event *events, int capacity, int milliseconds) {
    struct epoll_event found[most_events];
    int count = epoll_wait(loop, found, capacity < most_events ? capacity : most_events, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    for (int i = 0; i < count; i++) {
        uint32_t readiness = 0;
        if (found[i].events & EPOLLIN) readiness |= loop_readable;
        if (found[i].events & EPOLLOUT) readiness |= loop_writable;
        if (found[i].events & EPOLLRDHUP) readiness |= loop_hangup;
        if (found[i].events & (EPOLLERR | EPOLLHUP)) readiness |= loop_broken;
        events[i] = (struct loop_event){.id = found[i].data.u64, .readiness = readiness};
    }
    return count;
}

int loop_bell(void) {
    int bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return bell < 0 ? -errno : bell;
}

void loop_ring(int bell) {
    uint64_t one = 1;
    /* Fails only when the counter is full, and then the bell is readable anyway. */
    ssize_t written = write(bell, &one, sizeof one);
    (void)written;
}

void loop_hush(int bell) {
    uint64_t count;
    ssize_t taken = read(bell, &count, sizeof count);
    (void)taken;
}

int loop_signals(const int32_t *signals, int count) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < count; i++) sigaddset(&set, signals[i]);
    int failure = pthread_sigmask(SIG_BLOCK, &set, NULL);
    if (failure != 0) return -failure;
    int descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int loop_next_signal(int descriptor) {
    struct signalfd_siginfo info;
    return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

void loop_ignore_broken_pipes(void) {
    signal(SIGPIPE, SIG_IGN);
}

/* The kernel's states of a TCP connection; linux/tcp.h has no names for them. */
enum { tcp_time_wait = 6, tcp_close = 7, tcp_close_wait = 8, tcp_last_ack = 9, tcp_closing = 11 };

int socket_look(int descriptor, struct socket_state *state) {
    struct tcp_info info;
    socklen_t size = sizeof info;
    memset(&info, 0, sizeof info);
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) < 0) return -errno;
    memset(state, 0, sizeof *state);
    state->is_closed = info.tcpi_state == tcp_close;
    state->has_peer_finished = info.tcpi_state == tcp_close_wait || info.tcpi_state == tcp_last_ack ||
                               info.tcpi_state == tcp_closing || info.tcpi_state == tcp_time_wait;
    state->acknowledged = info.tcpi_bytes_acked;
    state->silent_for = info.tcpi_last_data_recv;
    if (ioctl(descriptor, SIOCOUTQ, &state->unsent) < 0) state->unsent = 0;
    if (ioctl(descriptor, SIOCINQ, &state->unread) < 0) state->unread = 0;
    return 0;
}

int socket_take_error(int descriptor) {
    int error = 0;
    socklen_t size = sizeof error;
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) < 0 ? errno : error;
}

void socket_reset(int descriptor) {
    /* Dissolving the association is the one call that drops unsent bytes while other descriptors of the socket live:
     * SO_LINGER waits for the last close, shutdown() still sends everything. */
    struct sockaddr nowhere = {.sa_family = AF_UNSPEC};
    (void)connect(descriptor, &nowhere, sizeof nowhere);
}

int socket_duplicate(int descriptor) {
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    return copy < 0 ? -errno : copy;
}

ssize_t socket_discard(int descriptor) {
    char scrap[16384];
    ssize_t count = recv(descriptor, scrap, sizeof scrap, MSG_DONTWAIT);
    return count < 0 ? -errno : count;
}

ssize_t socket_send(int descriptor, const void *bytes, size_t length) {
    ssize_t count = send(descriptor, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    return count < 0 ? -errno : count;
}

int socket_prepare_listener(int descriptor, int send_buffer) {
    int on = 1;
    int flags = fcntl(descriptor, F_GETFL);
    if (flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0) return -errno;
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) < 0) return -errno;
    if (setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &send_buffer, sizeof send_buffer) < 0) return -errno;
    if (setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) < 0) return -errno;
    return 0;
}

static int bind_and_listen(int descriptor, const struct addrinfo *place, int backlog, const char **failed_call) {
    int on = 1, off = 0;
    *failed_call = "setsockopt";
    if (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0) return -errno;
    if (place->ai_family == AF_INET6 && setsockopt(descriptor, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off) < 0)
        return -errno;
    *failed_call = "bind";
    if (bind(descriptor, place->ai_addr, place->ai_addrlen) < 0) return -errno;
    *failed_call = "listen";
    return listen(descriptor, backlog) < 0 ? -errno : 0;
}

static uint16_t port_of(int descriptor) {
    struct sockaddr_storage address = {0};
    socklen_t size = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &size) < 0) return 0;
    return address.ss_family == AF_INET6 ? ntohs(((struct sockaddr_in6 *)&address)->sin6_port)
                                         : ntohs(((struct sockaddr_in *)&address)->sin_port);
}

int socket_listen(const char *address, uint16_t port, int backlog, uint16_t *bound_port, const char **failed_call) {
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE, .ai_socktype = SOCK_STREAM};
    struct addrinfo *place = NULL;
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    *failed_call = "getaddrinfo";
    if (getaddrinfo(address, service, &hints, &place) != 0) return -EINVAL;
    *failed_call = "socket";
    int descriptor = socket(place->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int result = descriptor < 0 ? -errno : bind_and_listen(descriptor, place, backlog, failed_call);
    freeaddrinfo(place);
    if (result < 0) {
        if (descriptor >= 0) close(descriptor);
        return result;
    }
    *bound_port = port_of(descriptor);
    return descriptor;
}
