#pragma once
#include <stddef.h>

/// common-passwords.txt as it is, linked into the program: there is no file to lose at deployment. Not terminated.
const unsigned char *souk_common_passwords(void);
size_t souk_common_passwords_count(void);
