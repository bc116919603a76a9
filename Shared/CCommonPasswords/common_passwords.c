#include "common_passwords.h"

#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char text[] = {
#embed "common-passwords.txt"
};

const unsigned char *souk_common_passwords(void) { return text; }
size_t souk_common_passwords_count(void) { return sizeof text; }
