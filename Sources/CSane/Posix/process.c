#define _GNU_SOURCE
#include "include/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Sources of dup2 are first moved up here, so that no target (0 to 4) can be one of them. */
enum { WORKER_SOCKET = 3, WORKER_PAGE = 4, FIRST_SAFE_DESCRIPTOR = 10 };

int cposix_socketpair(int out[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out) == 0 ? 0 : errno;
}

static int describe_files(posix_spawn_file_actions_t *files, int socket, int log, int page) {
    int error = posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error) error = posix_spawn_file_actions_adddup2(files, log, STDOUT_FILENO);
    if (!error) error = posix_spawn_file_actions_adddup2(files, log, STDERR_FILENO);
    if (!error) error = posix_spawn_file_actions_adddup2(files, socket, WORKER_SOCKET);
    if (!error && page >= 0) error = posix_spawn_file_actions_adddup2(files, page, WORKER_PAGE);
    if (!error) error = posix_spawn_file_actions_addclosefrom_np(files, page < 0 ? WORKER_PAGE : WORKER_PAGE + 1);
    return error;
}

static int describe_process(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int error = posix_spawnattr_setflags(
        attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
    if (!error) error = posix_spawnattr_setsigdefault(attributes, &all);
    if (!error) error = posix_spawnattr_setsigmask(attributes, &none);
    return error;
}

static int spawn(
    const char *path, char *const argv[], char *const envp[], int socket, int log, int page, pid_t *pid) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&files);
    if (error) return error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        error = describe_files(&files, socket, log, page);
        if (!error) error = describe_process(&attributes);
        if (!error) error = posix_spawn(pid, path, &files, &attributes, argv, envp);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return error;
}

int cposix_spawn_worker(
    const char *path, char *const argv[], char *const envp[], int socket, int log, int page, pid_t *pid) {
    int high_socket = fcntl(socket, F_DUPFD_CLOEXEC, FIRST_SAFE_DESCRIPTOR);
    if (high_socket < 0) return errno;
    int high_log = fcntl(log, F_DUPFD_CLOEXEC, FIRST_SAFE_DESCRIPTOR);
    int error = high_log < 0 ? errno : 0;
    int high_page = -1;
    if (!error && page >= 0) {
        high_page = fcntl(page, F_DUPFD_CLOEXEC, FIRST_SAFE_DESCRIPTOR);
        if (high_page < 0) error = errno;
    }
    if (!error) error = spawn(path, argv, envp, high_socket, high_log, high_page, pid);
    close(high_socket);
    if (high_log >= 0) close(high_log);
    if (high_page >= 0) close(high_page);
    return error;
}

int cposix_pidfd_open(pid_t pid) {
    return pidfd_open(pid, 0);
}

int cposix_reap(pid_t pid, int *code, int *signal) {
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG) < 0) return -1;
    if (info.si_pid == 0) return 0;
    int exited = info.si_code == CLD_EXITED;
    *code = exited ? info.si_status : -1;
    *signal = exited ? 0 : info.si_status;
    return 1;
}

int cposix_kill_group(pid_t pid) {
    /* The leader by its own id, too: a driver may have moved it to another group. */
    int is_leader_gone = kill(pid, SIGKILL) != 0;
    int is_group_gone = kill(-pid, SIGKILL) != 0;
    return is_leader_gone && is_group_gone ? errno : 0;
}

int cposix_reap_killed(pid_t pid) {
    siginfo_t info;
    while (waitid(P_PID, (id_t)pid, &info, WEXITED) < 0)
        if (errno != EINTR) return errno;
    return 0;
}
