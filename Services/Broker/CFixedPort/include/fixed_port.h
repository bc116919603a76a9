#pragma once
#include <stdint.h>

/// The port the next loopback socket that asks for "any port" gets. librdkafka's mock broker always asks for any port;
/// this process defines `bind` itself, so the library's call lands here. 0: no wish.
void souk_want_port(uint16_t port);
/// errno of the wanted bind when it failed, else 0.
int souk_want_port_error(void);
/// Returns when the process that started this one has ended.
void souk_wait_for_parent(void);
