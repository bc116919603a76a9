#define _GNU_SOURCE
#include "fixed_port.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint16_t wanted_port;
static int wanted_port_error;

void souk_want_port(uint16_t port) { wanted_port = port; }
int souk_want_port_error(void) { return wanted_port_error; }

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

// Takes the place of libc's `bind` for the whole process.
int bind(int socket, const struct sockaddr *address, socklen_t length) {
    struct sockaddr_in wanted;
    if (wanted_port && address && address->sa_family == AF_INET && length >= sizeof(wanted)) {
        memcpy(&wanted, address, sizeof(wanted));
        if (wanted.sin_port == 0 && wanted.sin_addr.s_addr == htonl(INADDR_LOOPBACK)) {
            int on = 1;
            // A broker that was stopped leaves connections in TIME_WAIT; its successor must get the port all the same.
            setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
            wanted.sin_port = htons(wanted_port);
            long result = syscall(SYS_bind, socket, &wanted, sizeof(wanted));
            wanted_port_error = result == 0 ? 0 : errno;
            return (int)result;
        }
    }
    return (int)syscall(SYS_bind, socket, address, length);
}
