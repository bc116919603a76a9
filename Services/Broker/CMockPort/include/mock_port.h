#pragma once
#include <stdint.h>
#include <sys/epoll.h>  // Not part of Swift's Glibc module.

/// librdkafka's mock broker listens on any free port and tells its clients to come there. This process defines `getsockname` itself, so the
/// library's question "which port did I get" lands here: it is told `port`, where our own listener is, and the true port is kept.
/// 0: tell the truth.
void souk_advertise_port(uint16_t port);
/// Where the mock broker really listens; 0 while it does not.
uint16_t souk_mock_port(void);
/// Returns when the process that started this one has ended.
void souk_wait_for_parent(void);
