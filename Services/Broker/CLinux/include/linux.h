#pragma once
// What Swift's Glibc module leaves out.
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>

/// Returns when the process that started this one has ended.
void souk_wait_for_parent(void);

/// CRC-32C (Castagnoli), the checksum of Kafka's record batches. https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4
uint32_t souk_crc32c(const void *bytes, size_t count);
