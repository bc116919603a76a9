#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/crypto.h>
