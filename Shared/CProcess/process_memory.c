// dl_iterate_phdr(3) and madvise(2) are extensions.
#define _GNU_SOURCE
#include "process_memory.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

void souk_map_blocks_from(int bytes) { mallopt(M_MMAP_THRESHOLD, bytes); }

static int release_pages(struct dl_phdr_info *program, size_t size, void *context) {
    (void)size;
    (void)context;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < program->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &program->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        const uintptr_t first = (program->dlpi_addr + segment->p_vaddr) / page * page;
        const uintptr_t end = (program->dlpi_addr + segment->p_vaddr + segment->p_memsz) / page * page;
        if (first && end > first) madvise((void *)first, end - first, MADV_DONTNEED);
    }
    return 1;  // the first is the program itself; libraries are shared with others
}

void souk_release_idle_memory(void) {
    malloc_trim(0);
    dl_iterate_phdr(release_pages, NULL);
}
