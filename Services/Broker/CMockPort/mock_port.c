#define _GNU_SOURCE
#include "mock_port.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint16_t advertised_port;
static uint16_t mock_port;

void souk_advertise_port(uint16_t port) { advertised_port = port; }
uint16_t souk_mock_port(void) { return mock_port; }

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

// Takes the place of libc's `getsockname` for the whole process.
int getsockname(int socket, struct sockaddr *address, socklen_t *length) {
    long result = syscall(SYS_getsockname, socket, address, length);
    if (result == 0 && advertised_port && address->sa_family == AF_INET) {
        struct sockaddr_in *internet = (struct sockaddr_in *)address;
        mock_port = ntohs(internet->sin_port);
        internet->sin_port = htons(advertised_port);
    }
    return (int)result;
}
