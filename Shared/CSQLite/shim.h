#include <sqlite3.h>

/// Turns off SQLite's count of allocations: its lock is shared by the whole process, so that the writers of two shards do
/// the work of one, and nothing reads the count.
/// Has an effect only before the first connection is opened. (sqlite3_config has a variable argument list, which Swift cannot call.)
static inline int souk_sqlite_without_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
