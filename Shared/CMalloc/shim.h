// dl_iterate_phdr is a GNU extension.
#define _GNU_SOURCE
#include <malloc.h>
#include <link.h>
#include <sys/mman.h>
