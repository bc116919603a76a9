#define _GNU_SOURCE
#include "linux.h"

#include <errno.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

void souk_wait_for_parent(void) {
    pid_t parent = getppid();
    // Not PR_SET_PDEATHSIG: that one fires when the *thread* that started us ends.
    int descriptor = (int)syscall(SYS_pidfd_open, parent, 0);
    if (descriptor >= 0) {
        struct pollfd ended = {.fd = descriptor, .events = POLLIN};
        while (getppid() == parent && poll(&ended, 1, -1) < 0 && errno == EINTR) {}
        close(descriptor);
    }
    while (getppid() == parent) sleep(1);
}
