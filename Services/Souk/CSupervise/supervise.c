#define _GNU_SOURCE
#include "supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <unistd.h>

// Between fork and exec only async-signal-safe calls are allowed.
static void become(const char *path, char *const arguments[], char *const environment[], int output, pid_t supervisor) {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The supervisor may have died before the line above.
    if (getppid() != supervisor) _exit(127);
    setpgid(0, 0);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    execve(path, arguments, environment);
    _exit(127);
}

pid_t souk_spawn(const char *path, char *const arguments[], char *const environment[], int *output) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    pid_t supervisor = getpid();
    pid_t child = fork();
    if (child == 0) become(path, arguments, environment, ends[1], supervisor);
    int code = errno;
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        errno = code;
        return -1;
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *output = ends[0];
    return child;
}

int souk_signal_descriptor(void) {
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGINT);
    sigaddset(&wanted, SIGTERM);
    sigaddset(&wanted, SIGHUP);
    sigaddset(&wanted, SIGCHLD);
    if (pthread_sigmask(SIG_BLOCK, &wanted, NULL) != 0) return -1;
    return signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK);
}

int souk_next_signal(int descriptor) {
    struct signalfd_siginfo info;
    return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}
