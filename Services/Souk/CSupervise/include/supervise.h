#ifndef SOUK_SUPERVISE_H
#define SOUK_SUPERVISE_H

#include <sys/types.h>

// Starts a program in a process group of its own, with both outputs on one pipe. The kernel sends it SIGKILL when the
// calling thread ends: nobody is left then to kill a program that does not stop, and its port must be free for the next
// supervisor. Returns the pid and the pipe's reading end, or -1 with errno.
pid_t souk_spawn(const char *path, char *const arguments[], char *const environment[], int *output);

// Blocks SIGINT, SIGTERM, SIGHUP and SIGCHLD in the calling thread and those it starts. Returns a descriptor to read
// them from, or -1.
int souk_signal_descriptor(void);

// The next signal that came, or 0.
int souk_next_signal(int descriptor);

#endif
