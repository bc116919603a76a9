#pragma once

// No system header here: one that is read with other feature macros than Swift's own view of glibc makes two definitions of one structure,
// and whether the build then fails depends on which module the compiler happened to load first.

/// Blocks of `bytes` and more come from the kernel one by one and go back when they are freed, for good: glibc otherwise moves the size
/// up to the largest block it has seen freed (mallopt(3), M_MMAP_THRESHOLD). Call it before there are threads.
void souk_map_blocks_from(int bytes);

/// Gives free heap back to the kernel, and the pages of the program's code and constants too: they are those of its file, and what is
/// needed again is read from the page cache. Pages that can be written are left alone.
void souk_release_idle_memory(void);
