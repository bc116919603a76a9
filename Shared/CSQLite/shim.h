#include <sqlite3.h>

/// SQLite counts its allocations under one lock for the whole process; with it the writers of two shards do the work of one. Nobody reads the count.
/// Has an effect only before the first connection is opened. (sqlite3_config has a variable argument list, which Swift cannot call.)
static inline int souk_sqlite_without_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
