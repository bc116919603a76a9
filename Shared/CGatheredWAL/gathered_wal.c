// A commit of SQLite writes every page that it has changed into the write-ahead log by itself, and its frame's header by itself: the
// twenty pages of a message are forty calls of the system, each of which finds and locks the pages of the file anew. Here frames are
// gathered and written by one call when the transaction's last one is complete, which SQLite has marked as such. Before the commit is
// told to anybody (in the index of the log, in shared memory) all of it is in the file, as without us, and an error of the one write is
// the error of its last page. What was gathered for a transaction that did not come to that is dropped when SQLite gives its lock back.
//
// SQLite calls this a shim (https://www.sqlite.org/vfs.html#vfs_shims): the system's file lies behind ours and does the work.
// The form of a frame: https://www.sqlite.org/fileformat2.html#the_write_ahead_log.
#include "gathered_wal.h"
#include <sqlite3.h>
#include <string.h>

#define FRAME_HEADER_BYTES 24
#define GATHERED_BYTES_MAX (128 * 1024)
/// The lock of who writes, among those of the index (https://www.sqlite.org/walformat.html#wal_locks).
#define WRITE_LOCK 0

struct log_file;
typedef struct {
    sqlite3_file base;
    struct log_file *log;
} database_file;

typedef struct log_file {
    sqlite3_file base;
    database_file *database;
    /// Frames that are not in the file yet, and where they belong in it.
    unsigned char *gathered;
    int gathered_bytes;
    sqlite3_int64 start;
    /// The header of a frame was gathered, and its page was not.
    int awaits_page;
    /// That frame ends its transaction.
    int ends_transaction;
    /// The transaction appends its frames here or behind. It writes headers anew before that, and no page follows these.
    sqlite3_int64 append_from;
} log_file;

static sqlite3_vfs *system_vfs;
static sqlite3_vfs gathering_vfs;

static sqlite3_file *of_database(sqlite3_file *file) { return (sqlite3_file *)((database_file *)file + 1); }
static sqlite3_file *of_log(sqlite3_file *file) { return (sqlite3_file *)((log_file *)file + 1); }

static void drop_gathered(log_file *log) {
    log->gathered_bytes = 0;
    log->awaits_page = 0;
}

static int write_gathered(log_file *log) {
    if (log->gathered_bytes == 0) return SQLITE_OK;
    sqlite3_file *file = of_log(&log->base);
    int result = file->pMethods->xWrite(file, log->gathered, log->gathered_bytes, log->start);
    // Also after an error: the transaction ends with it.
    drop_gathered(log);
    return result;
}

static void gather(log_file *log, const void *data, int bytes) {
    memcpy(log->gathered + log->gathered_bytes, data, bytes);
    log->gathered_bytes += bytes;
}

/// Bytes 4 to 7 of a frame's header are the size of the database after the commit, and zero in all frames but the last of a transaction.
static int is_last_of_transaction(const unsigned char *header) { return header[4] || header[5] || header[6] || header[7]; }

static int log_write(sqlite3_file *file, const void *data, int bytes, sqlite3_int64 offset) {
    log_file *log = (log_file *)file;
    int follows = log->gathered_bytes > 0 && offset == log->start + log->gathered_bytes;
    int is_appended = offset >= log->append_from;
    if (is_appended) log->append_from = offset + bytes;
    if (follows && log->awaits_page && log->gathered_bytes + bytes <= GATHERED_BYTES_MAX) {
        gather(log, data, bytes);
        log->awaits_page = 0;
        return log->ends_transaction ? write_gathered(log) : SQLITE_OK;
    }
    if (!follows || log->awaits_page || log->gathered_bytes + bytes > GATHERED_BYTES_MAX) {
        int result = write_gathered(log);
        if (result != SQLITE_OK) return result;
        log->start = offset;
    }
    if (bytes == FRAME_HEADER_BYTES && is_appended && log->database != NULL) {
        if (log->gathered == NULL) log->gathered = sqlite3_malloc(GATHERED_BYTES_MAX);
        if (log->gathered != NULL) {
            gather(log, data, bytes);
            log->awaits_page = 1;
            log->ends_transaction = is_last_of_transaction(data);
            return SQLITE_OK;
        }
    }
    int result = write_gathered(log);
    return result == SQLITE_OK ? of_log(file)->pMethods->xWrite(of_log(file), data, bytes, offset) : result;
}

static int log_read(sqlite3_file *file, void *data, int bytes, sqlite3_int64 offset) {
    log_file *log = (log_file *)file;
    // After a full disk SQLite may undo one statement and go on, without the frames of those before it. After this error it does not.
    if (offset + bytes > log->start && write_gathered(log) != SQLITE_OK) return SQLITE_IOERR_WRITE;
    return of_log(file)->pMethods->xRead(of_log(file), data, bytes, offset);
}
static int log_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int result = write_gathered((log_file *)file);
    return result == SQLITE_OK ? of_log(file)->pMethods->xTruncate(of_log(file), size) : result;
}
static int log_sync(sqlite3_file *file, int flags) {
    int result = write_gathered((log_file *)file);
    return result == SQLITE_OK ? of_log(file)->pMethods->xSync(of_log(file), flags) : result;
}
static int log_size(sqlite3_file *file, sqlite3_int64 *size) {
    int result = write_gathered((log_file *)file);
    return result == SQLITE_OK ? of_log(file)->pMethods->xFileSize(of_log(file), size) : result;
}
static int log_close(sqlite3_file *file) {
    log_file *log = (log_file *)file;
    if (log->database != NULL) log->database->log = NULL;
    sqlite3_free(log->gathered);
    return of_log(file)->pMethods->xClose(of_log(file));
}
static int log_lock(sqlite3_file *file, int level) { return of_log(file)->pMethods->xLock(of_log(file), level); }
static int log_unlock(sqlite3_file *file, int level) { return of_log(file)->pMethods->xUnlock(of_log(file), level); }
static int log_is_reserved(sqlite3_file *file, int *answer) { return of_log(file)->pMethods->xCheckReservedLock(of_log(file), answer); }
static int log_control(sqlite3_file *file, int operation, void *argument) {
    return of_log(file)->pMethods->xFileControl(of_log(file), operation, argument);
}
static int log_sector(sqlite3_file *file) { return of_log(file)->pMethods->xSectorSize(of_log(file)); }
static int log_traits(sqlite3_file *file) { return of_log(file)->pMethods->xDeviceCharacteristics(of_log(file)); }

/// Version 1: shared memory and mapped pages are the database's, never the log's.
static const sqlite3_io_methods log_methods = {
    .iVersion = 1, .xClose = log_close, .xRead = log_read, .xWrite = log_write, .xTruncate = log_truncate, .xSync = log_sync,
    .xFileSize = log_size, .xLock = log_lock, .xUnlock = log_unlock, .xCheckReservedLock = log_is_reserved, .xFileControl = log_control,
    .xSectorSize = log_sector, .xDeviceCharacteristics = log_traits,
};

/// A transaction begins, or one that wrote ends: neither leaves anything that was gathered before.
static int database_index_lock(sqlite3_file *file, int first, int count, int flags) {
    log_file *log = ((database_file *)file)->log;
    int is_writers = first == WRITE_LOCK && (flags & SQLITE_SHM_EXCLUSIVE);
    int begins_to_read = (flags & SQLITE_SHM_SHARED) && (flags & SQLITE_SHM_LOCK);
    if (log != NULL && (is_writers || begins_to_read)) {
        drop_gathered(log);
        log->append_from = 0;
    }
    return of_database(file)->pMethods->xShmLock(of_database(file), first, count, flags);
}

static int database_close(sqlite3_file *file) { return of_database(file)->pMethods->xClose(of_database(file)); }
static int database_read(sqlite3_file *file, void *data, int bytes, sqlite3_int64 offset) {
    return of_database(file)->pMethods->xRead(of_database(file), data, bytes, offset);
}
static int database_write(sqlite3_file *file, const void *data, int bytes, sqlite3_int64 offset) {
    return of_database(file)->pMethods->xWrite(of_database(file), data, bytes, offset);
}
static int database_truncate(sqlite3_file *file, sqlite3_int64 size) {
    return of_database(file)->pMethods->xTruncate(of_database(file), size);
}
static int database_sync(sqlite3_file *file, int flags) { return of_database(file)->pMethods->xSync(of_database(file), flags); }
static int database_size(sqlite3_file *file, sqlite3_int64 *size) {
    return of_database(file)->pMethods->xFileSize(of_database(file), size);
}
static int database_lock(sqlite3_file *file, int level) { return of_database(file)->pMethods->xLock(of_database(file), level); }
static int database_unlock(sqlite3_file *file, int level) { return of_database(file)->pMethods->xUnlock(of_database(file), level); }
static int database_is_reserved(sqlite3_file *file, int *answer) {
    return of_database(file)->pMethods->xCheckReservedLock(of_database(file), answer);
}
static int database_control(sqlite3_file *file, int operation, void *argument) {
    int result = of_database(file)->pMethods->xFileControl(of_database(file), operation, argument);
    // Layers name themselves (https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlvfsname).
    if (operation == SQLITE_FCNTL_VFSNAME && result == SQLITE_OK) {
        *(char **)argument = sqlite3_mprintf("gathered-wal/%z", *(char **)argument);
    }
    return result;
}
static int database_sector(sqlite3_file *file) { return of_database(file)->pMethods->xSectorSize(of_database(file)); }
static int database_traits(sqlite3_file *file) { return of_database(file)->pMethods->xDeviceCharacteristics(of_database(file)); }
static int database_index_map(sqlite3_file *file, int region, int bytes, int extends, void volatile **memory) {
    return of_database(file)->pMethods->xShmMap(of_database(file), region, bytes, extends, memory);
}
static void database_index_barrier(sqlite3_file *file) { of_database(file)->pMethods->xShmBarrier(of_database(file)); }
static int database_index_unmap(sqlite3_file *file, int deletes) {
    return of_database(file)->pMethods->xShmUnmap(of_database(file), deletes);
}
static int database_fetch(sqlite3_file *file, sqlite3_int64 offset, int bytes, void **memory) {
    return of_database(file)->pMethods->xFetch(of_database(file), offset, bytes, memory);
}
static int database_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *memory) {
    return of_database(file)->pMethods->xUnfetch(of_database(file), offset, memory);
}

static const sqlite3_io_methods database_methods = {
    .iVersion = 3, .xClose = database_close, .xRead = database_read, .xWrite = database_write, .xTruncate = database_truncate,
    .xSync = database_sync, .xFileSize = database_size, .xLock = database_lock, .xUnlock = database_unlock,
    .xCheckReservedLock = database_is_reserved, .xFileControl = database_control, .xSectorSize = database_sector,
    .xDeviceCharacteristics = database_traits, .xShmMap = database_index_map, .xShmLock = database_index_lock,
    .xShmBarrier = database_index_barrier, .xShmUnmap = database_index_unmap, .xFetch = database_fetch, .xUnfetch = database_unfetch,
};

static int open_database(const char *name, sqlite3_file *file, int flags, int *flags_given) {
    memset(file, 0, sizeof(database_file));
    int result = system_vfs->xOpen(system_vfs, name, of_database(file), flags, flags_given);
    // SQLite closes what has methods, also after an error.
    if (of_database(file)->pMethods != NULL) file->pMethods = &database_methods;
    return result;
}

static int open_log(const char *name, sqlite3_file *file, int flags, int *flags_given) {
    memset(file, 0, sizeof(log_file));
    int result = system_vfs->xOpen(system_vfs, name, of_log(file), flags, flags_given);
    if (of_log(file)->pMethods == NULL) return result;
    file->pMethods = &log_methods;
    sqlite3_file *database = sqlite3_database_file_object(name);
    // Without its database nobody would say when a transaction ends: then every frame is written as it comes.
    if (database != NULL && database->pMethods == &database_methods) {
        ((log_file *)file)->database = (database_file *)database;
        ((database_file *)database)->log = (log_file *)file;
    }
    return result;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *flags_given) {
    (void)vfs;
    if (flags & SQLITE_OPEN_MAIN_DB) return open_database(name, file, flags, flags_given);
    if (flags & SQLITE_OPEN_WAL) return open_log(name, file, flags, flags_given);
    return system_vfs->xOpen(system_vfs, name, file, flags, flags_given);
}

int souk_sqlite_gather_wal(void) {
    if (system_vfs != NULL) return SQLITE_OK;
    sqlite3_vfs *found = sqlite3_vfs_find(NULL);
    // The files of Linux's own have all methods that we pass calls on to.
    if (found == NULL || strcmp(found->zName, "unix") != 0) return SQLITE_ERROR;
    gathering_vfs = *found;
    gathering_vfs.zName = "gathered-wal";
    gathering_vfs.szOsFile = (int)sizeof(log_file) + found->szOsFile;
    gathering_vfs.pNext = NULL;
    gathering_vfs.xOpen = open_file;
    system_vfs = found;
    int result = sqlite3_vfs_register(&gathering_vfs, 1);
    if (result != SQLITE_OK) system_vfs = NULL;
    return result;
}
