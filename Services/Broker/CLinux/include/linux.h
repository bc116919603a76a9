#pragma once
// What Swift's Glibc module leaves out.
#include <sys/epoll.h>

/// Returns when the process that started this one has ended.
void souk_wait_for_parent(void);
