#include "linux.h"

#include <string.h>

// Eight bytes at a time by eight tables ("slicing by eight"): a gigabyte a second on any processor. The polynomial, reflected: 0x82F63B78.
static uint32_t tables[8][256];

__attribute__((constructor)) static void make_tables(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (crc & 1 ? 0x82F63B78u : 0);
        tables[0][byte] = crc;
    }
    for (uint32_t byte = 0; byte < 256; byte++)
        for (int table = 1; table < 8; table++)
            tables[table][byte] = (tables[table - 1][byte] >> 8) ^ tables[0][tables[table - 1][byte] & 0xFF];
}

uint32_t souk_crc32c(const void *bytes, size_t count) {
    const uint8_t *next = bytes;
    uint32_t crc = 0xFFFFFFFFu;
    for (; count >= 8; count -= 8, next += 8) {
        uint32_t low = (uint32_t)next[0] | (uint32_t)next[1] << 8 | (uint32_t)next[2] << 16 | (uint32_t)next[3] << 24;
        uint32_t high = (uint32_t)next[4] | (uint32_t)next[5] << 8 | (uint32_t)next[6] << 16 | (uint32_t)next[7] << 24;
        low ^= crc;
        crc = tables[7][low & 0xFF] ^ tables[6][low >> 8 & 0xFF] ^ tables[5][low >> 16 & 0xFF] ^ tables[4][low >> 24]
            ^ tables[3][high & 0xFF] ^ tables[2][high >> 8 & 0xFF] ^ tables[1][high >> 16 & 0xFF] ^ tables[0][high >> 24];
    }
    while (count--) crc = (crc >> 8) ^ tables[0][(crc ^ *next++) & 0xFF];
    return crc ^ 0xFFFFFFFFu;
}
